"""`python -m release`, which says so where the packages that it needs are not here."""

import sys


def main() -> int:
    """Run the command; its exit status, 1 where it cannot be run."""
    try:
        from release.command import main
    except ModuleNotFoundError as error:
        package = (error.name or "release").partition(".")[0]
        if package == "release":
            raise
        print(
            f"python -m release needs {package}, which the extra `release` brings: "
            "pip install '.[release]'",
            file=sys.stderr,
        )
        return 1
    return main()


if __name__ == "__main__":
    sys.exit(main())
