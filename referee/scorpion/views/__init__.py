"""What each viewer may know of a state: `view.view`, and the model of a view."""
