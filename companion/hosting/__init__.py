"""From `metsuke` to bytes on the wire: the web application, its files and its sockets."""
