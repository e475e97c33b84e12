"""Developers' scripts: find a browser, cut the fonts, draw the icons; run by `make`."""
