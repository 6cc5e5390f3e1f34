"""The outcome of a REVEAL, as one kernel without branches.

The text below is Cython in pure Python mode: compiled, it has the C types of ``reveal.pxd``; as it
stands it runs on Python integers and on any other words of 32 bits with ``& | ^ + - << >>`` (a
logical ``>>``), symbolic ones too. So it may use nothing else: no comparison, no branch on a word,
no loop whose length depends on one.

In a card mask 0x11111111 is the lane of seat 0, 0x0FFFFFFF all Hens, and the Foxes begin at bit 28.
"""


def turn_left(cards, by):
    """Rotate the seats of a card mask: the card of seat ``s`` goes to seat ``(s - by) % 4``."""
    stay = 15 >> by
    wrap = 15 ^ stay
    return ((cards >> by) & (0x11111111 * stay)) | ((cards << (4 - by)) & (0x11111111 * wrap))


def resolve(cards, active, each, leaves, out):
    """Resolve the turned ``cards`` (a card mask) for the seat ``active`` (R3-R8).

    ``each`` and ``leaves`` are 0 or 1, the switches of R3 and R5. Writes five card masks to
    ``out``: the Hens gobbled, those gobbled by a seat with bit 0 set, those by a seat with bit 1
    set, the Hen made Safe, and the cards that go back to their owners' hands.
    """
    order = turn_left(cards, active)  # R8: of equals the active seat's is now the lowest bit
    hens = order & 0x0FFFFFFF
    foxes = order >> 28
    gobbled = low = high = gone = cards & 0
    hungry = gobbled + 1
    for place in range(4):  # R3: the Foxes in order of rank
        fox = (foxes >> place) & hungry
        hungry = hungry & (each | (fox ^ 1))
        hen = hens & -hens & -fox
        hens = hens ^ hen
        gobbled = gobbled | hen
        seat = active + place
        low = low | (hen & -(seat & 1))
        high = high | (hen & -((seat >> 1) & 1))
        ate = (hen | -hen) >> 31
        gone = gone | ((ate & leaves) << (28 + place))  # R5: a Fox that gobbled may leave the game
    safe = hens & -hens  # R4, R6
    back = (4 - active) & 3
    gobbled = turn_left(gobbled, back)
    safe = turn_left(safe, back)
    out[0] = gobbled
    out[1] = turn_left(low, back)
    out[2] = turn_left(high, back)
    out[3] = safe
    out[4] = cards ^ gobbled ^ safe ^ turn_left(gone, back)  # R5, R7
