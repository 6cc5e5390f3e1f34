"""`sly rules`: the clauses of the rules and the switches, or one clause whole."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from sly_core.cli.input import BadInput, Json
from sly_core.cli.output import in_terminal, print_json, print_table

if TYPE_CHECKING:
    from sly_spec import Clause


def rules(
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="[CLAUSE]",
            help="A clause's id or a switch's name: R3, reveal.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Print the clauses of the rules and the switches.

    Or one clause whole, with where it stands in the sources and how it is read.

    The words of a ruleset, players=3 houses=wide reveal=committed …, go with every command that
    takes a position.
    """
    import sly_spec

    if clause is not None:
        found = _find(clause.strip())
        if json:
            print_json([asdict(each) for each in found] if len(found) > 1 else asdict(found[0]))
        else:
            for each in found:
                _print_clause(each)
    elif json:
        print_json(
            {
                "clauses": [asdict(each) for each in sly_spec.clauses()],
                "switches": [asdict(each) for each in sly_spec.switches()],
            }
        )
    else:
        _print_all()


def _find(name: str) -> list[Clause]:
    """The clause with this id, or those of the switch with this name."""
    import sly_spec

    for switch in sly_spec.switches():
        if switch.name == name:
            return [sly_spec.clause(each) for each in switch.clauses]
    try:
        return [sly_spec.clause(name.upper())]
    except ValueError:
        names = ", ".join(switch.name for switch in sly_spec.switches())
        raise BadInput(
            f"{name!r} is no clause ({sly_spec.clauses()[0].id} to {sly_spec.clauses()[-1].id}, "
            f"as `sly rules` lists them) and no switch ({names})"
        ) from None


def _print_all() -> None:
    import sly_spec
    from sly_core.ruleset import HENS, PLAYERS

    print("Clauses (`sly rules R3` shows one whole)")
    print_table(
        ("clause", "title", "rule"),
        [(each.id, each.title, each.statement) for each in sly_spec.clauses()],
    )
    print("\nWords of a ruleset, as KEY=VALUE")
    rows = [
        ("players", f"{PLAYERS[0]} to {PLAYERS[-1]}", "2", "S1", "players at the table"),
        ("hens", f"{HENS[0]} to {HENS[-1]}", "6", "S2", "Hens of each player"),
    ]
    for switch in sly_spec.switches():
        values = ", ".join(switch.values)
        where = ", ".join(switch.clauses)
        rows.append((switch.name, values, switch.default, where, switch.effect))
    print_table(("key", "values", "default", "clauses", "effect"), rows)


def _print_clause(clause: Clause) -> None:
    """The clause's section of the normative text."""
    import sly_spec

    lines = sly_spec.rules_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"### {clause.id}. "))
    end = next(
        (i for i in range(start + 1, len(lines)) if lines[i].startswith(("## ", "### "))),
        len(lines),
    )
    text = "\n".join(lines[start:end]).strip().removeprefix("### ")
    if in_terminal():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(f"### {text}"))
    else:
        print(text)
