"""What finished matches come to, against their journals."""
