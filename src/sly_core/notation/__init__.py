"""How actions and positions are written: ids, tokens, the six-field text, views, bytes.

Only the written form lives here, shared by all implementations together with its error messages.
What an action does to a position is stated elsewhere, once by each implementation.
"""

from sly_core.notation.actions import (
    EXPOSE,
    NUM_ACTIONS,
    STOP,
    TURN,
    action_to_string,
    card_letter,
    expose,
    lay,
    space_name,
    string_to_action,
    turn,
)
from sly_core.notation.check import check_position, end_reason_of
from sly_core.notation.codec import decode, encode
from sly_core.notation.events import Event, event_text, information_state_text
from sly_core.notation.illegal import why_illegal
from sly_core.notation.position import Placed, Position, start_position
from sly_core.notation.text import format_position, parse_position, parse_view
from sly_core.notation.views import complete_view, view_of

__all__ = [
    "EXPOSE",
    "NUM_ACTIONS",
    "STOP",
    "TURN",
    "Event",
    "Placed",
    "Position",
    "action_to_string",
    "card_letter",
    "check_position",
    "complete_view",
    "decode",
    "encode",
    "end_reason_of",
    "event_text",
    "expose",
    "format_position",
    "information_state_text",
    "lay",
    "parse_position",
    "parse_view",
    "space_name",
    "start_position",
    "string_to_action",
    "turn",
    "view_of",
    "why_illegal",
]
