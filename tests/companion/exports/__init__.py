"""What can be taken away of finished matches, read back by those who read such things."""
