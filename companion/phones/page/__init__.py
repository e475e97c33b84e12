"""What one phone's page shows and says: `drawing.Drawing` draws it, the others are its dress, title and voice."""
