"""All under .github, through zizmor and GitHub's schemas: `python -m release.workflows`.

zizmor finds what lets an attacker in: an action that is not pinned by a commit's hash, rights that
are not needed, text of a stranger in a script. The schemas find what GitHub would refuse. Neither
asks the network. Exit status 1: one of them found something.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCHEMAS = {"workflows/*.yml": "vendor.github-workflows", "dependabot.yml": "vendor.dependabot"}


def commands(folder: Path) -> Iterator[list[str]]:
    """What is run on a folder like .github.

    Raises:
        ValueError: there is no workflow in it.
    """
    programs = Path(sys.executable).parent
    if not list(folder.glob("workflows/*.yml")):
        raise ValueError(f"no workflow in {folder / 'workflows'}")
    zizmor = ["--offline", "--no-progress", "--strict-collection", "--persona=pedantic"]
    yield [str(programs / "zizmor"), *zizmor, str(folder)]
    for pattern, schema in SCHEMAS.items():
        paths = sorted(map(str, folder.glob(pattern)))
        if paths:
            yield [str(programs / "check-jsonschema"), "--builtin-schema", schema, *paths]


def main(arguments: Sequence[str]) -> int:
    """Run both on the folder that is named, or on this project's; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m release.workflows", description="Audit all under .github, offline."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".github")
    folder = parser.parse_args(arguments).folder
    statuses = [subprocess.run(command).returncode for command in commands(folder)]
    return 1 if any(statuses) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
