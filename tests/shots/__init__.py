"""Pictures of screens, drawn by the real client from hand-made data: `python -m tests.shots`."""
