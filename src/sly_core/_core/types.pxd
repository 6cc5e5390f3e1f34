"""The two structs of the core.

A *card mask* is a ``uint32_t`` with one bit a card, in order of rank (R8): bit ``(7 - card) * 4 +
seat``, so that Hen 7 of seats 0..3 takes bits 0..3, Hen 1 bits 24..27 and the Foxes bits 28..31.
The bit's index is the card's *slot*. A *lane* is one seat's cards in eight bits, bit ``7 - card``.
A *space mask* is 16 bits, bit = space.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SEATS = 4
    SPACES = 16
    CARDS = 8
    NUM_ACTIONS = 161
    EXPOSE = 128            # first id of each kind; below EXPOSE an id is a LAY: card * 16 + space
    TURN = 144
    STOP = 160
    FIRST_FOX_SLOT = 28

cdef enum EndReason:
    NOT_ENDED = 0
    LAST_CARD = 1           # G1
    FULL_HOUSE = 2          # G2
    STALLED = 3             # G3

cdef struct PackedRules:
    uint32_t deck           # card mask of all cards in the game (S2)
    uint16_t all_spaces     # space mask of the layout (S3)
    uint16_t stall_limit    # G3; 0 = none
    uint8_t players
    uint8_t hens
    uint8_t num_spaces
    uint8_t min_reveal      # R1
    uint8_t committed       # R2; 0 or 1, as the next three
    uint8_t one_house       # R1
    uint8_t each            # R3
    uint8_t leaves          # R5
    uint16_t house[16]      # by space: the spaces of its house
    uint8_t value[16]       # by space

# 64 bytes: one cache line. Two states are equal when all their bytes are, so no byte is left to chance.
cdef struct PackedState:
    uint32_t hands          # card mask: in their owners' hands
    uint32_t taken          # card mask: gobbled or captured
    uint32_t taker_low      # of a taken card: bit 0 of the seat it lies in front of
    uint32_t taker_high     # and bit 1
    uint16_t down           # space masks: face down and not turned,
    uint16_t turned         # turned in the REVEAL under way,
    uint16_t safe           # Safe, or turned up by G1;
    uint16_t owner_low      # of an occupied space: bit 0 of its owner,
    uint16_t owner_high     # and bit 1; zero elsewhere
    uint16_t stall          # reveals of Foxes alone since a card was last Safe, gobbled or captured
    uint8_t slot[16]        # by space: the slot of its card, zero where empty
    uint8_t known[16]       # by space: lane of the cards that may be hidden there by the plain rule, or zero
    uint8_t seat            # to act
    uint8_t end             # an EndReason
    uint8_t spare[2]        # always zero
