"""What a phone shows, as functions of its snapshot."""
