"""The board editor's screen: `editor.editor`; what its taps do is in `companion.boards`."""
