"""Ways to look at a position: as text for a terminal, as an SVG drawing, as a page.

Every drawing is made from one `picture.Picture`, which holds what one seat may see (or, with no
seat named, everything) and nothing else; so no drawing can show a card that its seat may not see.

>>> import sly_core as sly
>>> from sly_core import show
>>> drawing = show.draw(sly.State(sly.Ruleset(players=2)), seat=0)  # a notebook shows it
>>> drawing[:4]
'<svg'
"""

from sly_core.show.html import page
from sly_core.show.svg import draw
from sly_core.show.terminal import render

__all__ = ["draw", "page", "render"]
