"""What is printed of a Scorpion match: boards and secret sheets."""
