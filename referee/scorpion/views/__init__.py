"""What each viewer may know: `view` is the only door through which anything leaves a state."""
