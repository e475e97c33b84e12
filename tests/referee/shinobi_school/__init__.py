"""The rules of Shinobi School."""
