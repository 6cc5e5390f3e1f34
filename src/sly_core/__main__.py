"""`python -m sly_core` is the command `sly`."""

from sly_core.cli import main

if __name__ == "__main__":
    main()
