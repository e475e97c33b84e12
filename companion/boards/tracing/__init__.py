"""Tracing a board: zones as polygons that share corners, over a photo or nothing, and the operations on them.

Everything here is pure: a `Sketch` is a value, every operation returns a new one or raises `Untraceable`, and nothing
is drawn. Points are whole units of the drawing, x to the right and y down.
"""
