"""Tests over a real socket: `phone` is a client that shares no code with the app, `hall` a host to connect to."""
