"""Ways to look at a position: as text for a terminal, as an SVG drawing, as a page.

Every drawing is made from one `picture.Picture`, which holds what one seat may see (or, with no
seat named, everything) and nothing else; so no drawing can show a card that its seat may not see.
"""
