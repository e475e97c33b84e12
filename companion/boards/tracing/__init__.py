"""Tracing a board: zones as polygons that share corners, over a photo or over nothing, and what may be done to them.

Everything here is pure: a `Sketch` is a value, every act returns the next one or raises `Untraceable`, and nothing is
drawn. Places are whole units of the drawing, x to the right and y down.
"""
