"""What is entered: `live_field` is a text, `pin_pad` a PIN, `options` what may be chosen, by `steps` and `counts`."""
