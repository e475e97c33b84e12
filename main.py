"""Where `flet build` starts the phone and desktop apps: one-device play, nothing hosted."""

from companion.native import run

if __name__ == "__main__":
    run()
