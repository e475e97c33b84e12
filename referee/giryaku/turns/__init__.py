"""A turn (GIRYAKU-3 to 8): placing or consuming, the skills and their answers, the raid."""
