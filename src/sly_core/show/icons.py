"""The small shapes of the SVG drawing; none has an id, so that drawings may share a page."""

from __future__ import annotations


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An SVG element; `stroke_width=2` becomes `stroke-width="2"`, floats are written short."""
    words = "".join(
        f' {key if key == "viewBox" else key.replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _shape(cx: float, cy: float, size: float, content: str) -> str:
    """Content drawn on a 40 by 40 square, centred and scaled."""
    corner = f"{cx - size / 2:g} {cy - size / 2:g}"
    return tag("g", content, transform=f"translate({corner}) scale({size / 40:g})")


def hen(cx: float, cy: float, size: float, colour: str) -> str:
    """A Hen looking right, in her owner's colour."""
    red, beak = "#d0342c", "#e8a33d"
    body = (
        "M4 12C9 13 12 17 18 18C23 18 24 14 25 10C26 5 34 5 35 11C36 21 34 31 21 32"
        "C10 32 4 24 4 12Z"
    )
    legs = "M17 31V38M24 31V38M14 38H19M21 38H26"
    return _shape(
        cx,
        cy,
        size,
        tag(
            "path",
            d=legs,
            stroke=beak,
            stroke_width=2,
            fill="none",
        )
        + tag("path", d="M26 7C25 2 28 2 29 4C30 0 32 1 32 4C34 2 36 4 34 8Z", fill=red)
        + tag("path", d=body, fill=colour)
        + tag("path", d="M35 10L40 13L35 15Z", fill=beak)
        + tag("path", d="M33 15C36 16 35 20 33 19Z", fill=red)
        + tag("path", d="M12 20C15 25 21 26 25 22C24 28 15 29 12 20Z", fill="#ffffff", opacity=0.45)
        + tag("circle", cx=31, cy=10, r=1.5, fill="#ffffff"),
    )


def fox(cx: float, cy: float, size: float) -> str:
    """A Fox's head from the front."""
    orange, dark = "#e2711d", "#3b2415"
    return _shape(
        cx,
        cy,
        size,
        tag("path", d="M4 3L15 12H25L36 3L35 21L20 38L5 21Z", fill=orange)
        + tag("path", d="M5 21L13 19L20 38ZM35 21L27 19L20 38Z", fill="#ffffff")
        + tag("path", d="M7 8L13 13L7 16ZM33 8L27 13L33 16Z", fill=dark)
        + tag("circle", cx=14.5, cy=20, r=2, fill=dark)
        + tag("circle", cx=25.5, cy=20, r=2, fill=dark)
        + tag("circle", cx=20, cy=36, r=2.6, fill=dark),
    )


def house(cx: float, cy: float, letter: str) -> str:
    """A Hen House with its letter on the door."""
    wall, roof, dark = "#d9a066", "#a8442f", "#5b3a1e"
    return _shape(
        cx,
        cy,
        72,
        tag("rect", x=7, y=17, width=26, height=19, fill=wall, stroke=dark)
        + tag("path", d="M7 22H33M7 27H33M7 32H33", stroke=dark, stroke_opacity=0.25)
        + tag("path", d="M2 19L20 4L38 19Z", fill=roof, stroke=dark, stroke_linejoin="round")
        + tag("path", d="M14 36V26A6 6 0 0 1 26 26V36Z", fill=dark)
        + tag(
            "text",
            letter,
            x=20,
            y=33,
            font_size=11,
            font_weight="bold",
            text_anchor="middle",
            fill="#ffffff",
        ),
    )
