/* SLY under the standard switches, in plain C99, written for speed and for nothing else.

   The yardstick of benchmarks/baseline.py: it keeps no public knowledge, no history, no count of
   stalled reveals, checks nothing and knows no switch; seats, Hens, spaces and values are parameters
   at run time. A move is an action id, 0..160, and a card mask has the layout of the core: bit
   (7 - card) * 4 + seat, so that the lowest bit is the highest rank.

   Points are kept as they are won (P1-P3), so no pile is; Hens still face down are added at the end (G1). */

#include <stdint.h>
#include <stddef.h>
#ifdef __BMI2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#define EXPOSE 128
#define TURN 144
#define STOP 160
#define FIRST_FOX 28
#define LANE 0x11111111u
#define GAMMA 0x9E3779B97F4A7C15u

typedef struct {
    uint32_t deck;      /* card mask of all cards (S2) */
    uint16_t spaces;    /* all spaces, a bit each (S3) */
    uint8_t players;
    uint8_t value[16];  /* of a space */
} Rules;

typedef struct {
    uint64_t down;          /* face-down spaces, 16 bits for each owner */
    uint32_t hands;         /* card mask */
    uint32_t cards;         /* card mask: turned in the REVEAL under way */
    uint16_t empty;         /* space masks: free, */
    uint16_t turned;        /* and turned in the REVEAL under way; what is nowhere is Safe */
    uint8_t seat;           /* to act */
    uint8_t end;
    uint8_t spare[2];
    int16_t points[4];
    uint8_t slot[16];       /* by space: bit number of its card; stale where empty */
} State;

/* -- bits ------------------------------------------------------------------------------------ */

static inline uint32_t lowest(uint32_t x) { return (uint32_t)__builtin_ctz(x); }

static inline uint32_t count(uint32_t x) {
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcount(x);
#else
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (((x + (x >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
#endif
}

/* index of the set bit of x that has k set bits below it */
static inline uint32_t nth(uint32_t x, uint32_t k) {
#ifdef __BMI2__
    return lowest(_pdep_u32(1u << k, x));
#else
    while (k--) x &= x - 1;
    return lowest(x);
#endif
}

/* -- chance: SplitMix64 and Lemire's bounded draw ----------------------------------------------- */

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint32_t below(uint64_t *rng, uint32_t n) {
    uint64_t m = (mix(*rng += GAMMA) >> 32) * n;
    if (__builtin_expect((uint32_t)m < n, 0)) {
        uint32_t threshold = (0u - n) % n;
        while ((uint32_t)m < threshold) m = (mix(*rng += GAMMA) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* -- what lies where ---------------------------------------------------------------------------- */

static inline uint32_t all_down(const State *s) {
    uint64_t x = s->down | s->down >> 32;
    return (uint16_t)(x | x >> 16);
}

static inline uint32_t own_down(const State *s) { return (uint16_t)(s->down >> (16 * s->seat)); }

static inline uint32_t hand(const State *s) { return (s->hands >> s->seat) & LANE; }

/* the one space among `among` on which the card `slot` lies, as a mask; 0 if there is none */
static inline uint32_t space_of(const State *s, uint32_t slot, uint32_t among) {
#ifdef __SSE2__
    __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)s->slot), _mm_set1_epi8((char)slot));
    return (uint32_t)_mm_movemask_epi8(here) & among;
#else
    for (; among; among &= among - 1)
        if (s->slot[lowest(among)] == slot) return among & (0u - among);
    return 0;
#endif
}

/* -- the moves ---------------------------------------------------------------------------------- */

static inline void lay(State *s, uint32_t action) { /* L1 */
    uint32_t space = action & 15, slot = (7 - (action >> 4)) * 4 + s->seat;
    s->hands ^= 1u << slot;
    s->slot[space] = (uint8_t)slot;
    s->empty ^= (uint16_t)(1u << space);
    s->down |= (uint64_t)1 << (16 * s->seat + space);
}

static inline void expose(State *s, const Rules *r, uint32_t action) { /* E1-E3, P1, P3 */
    uint32_t space = action - EXPOSE, slot = s->slot[space], owner = slot & 3, fox = slot >= FIRST_FOX;
    s->down ^= (uint64_t)1 << (16 * owner + space);
    s->empty |= (uint16_t)(fox << space);
    s->points[fox ? s->seat : owner] += fox ? r->players : r->value[space];
}

static inline void turn(State *s, uint32_t action) { /* R1 */
    uint32_t space = action - TURN, slot = s->slot[space];
    s->down ^= (uint64_t)1 << (16 * (slot & 3) + space);
    s->turned |= (uint16_t)(1u << space);
    s->cards |= 1u << slot;
}

typedef struct {
    uint32_t gobbled, taker, safe, back; /* card mask, seat, card mask, card mask */
} Outcome;

static inline uint32_t turn_left(uint32_t cards, uint32_t by) {
    uint32_t stay = LANE * (15u >> by);
    return ((cards >> by) & stay) | ((cards << (4 - by)) & ~stay);
}

/* R3-R8; seats are rotated so that of equals the active seat's is the lowest bit. Nothing branches: what is turned
   is past foretelling */
static inline Outcome resolve(uint32_t cards, uint32_t active) {
    uint32_t order = turn_left(cards, active), hens = order & 0x0FFFFFFFu, foxes = order >> 28;
    uint32_t top = hens & (0u - hens) & (0u - ((foxes + 15) >> 4));
    uint32_t next = (hens ^ top) & (0u - (hens ^ top));
    Outcome o;
    o.gobbled = turn_left(top, (0u - active) & 3);
    o.safe = turn_left(next, (0u - active) & 3);
    o.taker = (lowest(foxes | 16) + active) & 3;
    o.back = cards ^ o.gobbled ^ o.safe;
    return o;
}

static inline void stop(State *s, const Rules *r) { /* R3-R8, P1, P2 */
    Outcome o = resolve(s->cards, s->seat);
    uint32_t slot = lowest(o.safe | (uint32_t)!o.safe), turned = s->turned;
    uint32_t place = o.safe ? space_of(s, slot, turned) : 0;
    uint32_t gone = lowest(o.gobbled | (uint32_t)!o.gobbled);
    int number = o.gobbled ? 7 - (int)(gone >> 2) : 0;
    s->points[o.taker] += (int16_t)((gone & 3) == o.taker ? -number : number);
    s->points[slot & 3] += o.safe ? r->value[lowest(place | 1u << 15)] : 0;
    s->hands |= o.back;
    s->empty |= (uint16_t)(turned ^ place);
    s->turned = 0;
    s->cards = 0;
}

static inline void end_turn(State *s, const Rules *r) { /* G2, then the turn passes, then G1 */
    uint32_t next = s->seat + 1u, mine;
    if (!(s->empty | s->down)) {
        s->end = 1;
        return;
    }
    s->seat = (uint8_t)(next < r->players ? next : 0);
    mine = hand(s);
    s->end = !(mine & (mine - 1));
}

static inline void make(State *s, const Rules *r, uint32_t action) {
    if (action < EXPOSE) lay(s, action);
    else if (action < TURN) expose(s, r, action);
    else if (action < STOP) turn(s, action);
    else stop(s, r);
    if (action < TURN || action == STOP) end_turn(s, r);
}

static inline void begin(State *s, const Rules *r) { /* S4 */
    *s = (State){0};
    s->hands = r->deck;
    s->empty = r->spaces;
}

static inline void score(const State *s, const Rules *r, int16_t *points) {
    uint32_t left = all_down(s); /* at an end by G1; none is left at one by G2 */
    int16_t all[4] = {s->points[0], s->points[1], s->points[2], s->points[3]};
    uint32_t seat;
    for (; left; left &= left - 1) {
        uint32_t space = lowest(left), slot = s->slot[space];
        if (slot < FIRST_FOX) all[slot & 3] += r->value[space];
    }
    for (seat = 0; seat < r->players; seat++) points[seat] = all[seat];
}

/* -- perft: every leaf is made -------------------------------------------------------------------- */

/* the compiler may not drop a position that nobody looks at */
#define KEEP(s) __asm__ volatile("" : : "m"(*(s)))

static uint64_t walk(const State *s, const Rules *r, int depth);

static inline uint64_t below_it(const State *s, const Rules *r, int depth, int last) {
    KEEP(s);
    return last ? 1 : walk(s, r, depth - 1);
}

/* `last` is a constant: the last ply, which calls nothing, has a copy of its own */
static inline __attribute__((always_inline)) uint64_t
walk_here(const State *s, const Rules *r, int depth, int last) {
    uint64_t total = 0;
    uint32_t left, cards, down = all_down(s);
    State child;
    if (s->end) return 0;
    if (s->turned) {
        for (left = down; left; left &= left - 1) {
            child = *s;
            turn(&child, TURN + lowest(left));
            total += below_it(&child, r, depth, last);
        }
        child = *s;
        stop(&child, r);
        end_turn(&child, r);
        return total + below_it(&child, r, depth, last);
    }
    for (cards = hand(s); cards; cards &= cards - 1) {
        uint32_t first = (7 - (lowest(cards) >> 2)) * 16;
        for (left = s->empty; left; left &= left - 1) {
            child = *s;
            lay(&child, first + lowest(left));
            end_turn(&child, r);
            total += below_it(&child, r, depth, last);
        }
    }
    for (left = down ^ own_down(s); left; left &= left - 1) {
        child = *s;
        expose(&child, r, EXPOSE + lowest(left));
        end_turn(&child, r);
        total += below_it(&child, r, depth, last);
    }
    for (left = down; left; left &= left - 1) {
        child = *s;
        turn(&child, TURN + lowest(left));
        total += below_it(&child, r, depth, last);
    }
    return total;
}

static uint64_t walk(const State *s, const Rules *r, int depth) {
    return depth == 1 ? walk_here(s, r, 1, 1) : walk_here(s, r, depth, 0);
}

/* from the position that the n actions of `history` lead to */
uint64_t sly_perft(const Rules *r, const uint8_t *history, size_t n, int depth) {
    State s;
    size_t i;
    begin(&s, r);
    for (i = 0; i < n; i++) make(&s, r, history[i]);
    return depth ? walk(&s, r, depth) : 1;
}

/* -- playouts ------------------------------------------------------------------------------------- */

/* 65536 / n, rounded up: k / n is k * INVERSE[n] >> 16 for all k < 256 */
static const uint32_t INVERSE[17] = {0,    65536, 32768, 21846, 16384, 13108, 10923, 9363, 8192,
                                     7282, 6554,  5958,  5462,  5042,  4682,  4370,  4096};

/* scores: n rows of `players`; answers the moves made */
uint64_t sly_playouts(const Rules *r, uint32_t n, uint64_t seed, int16_t *scores) {
    uint64_t moves = 0;
    uint32_t game;
    for (game = 0; game < n; game++) {
        uint64_t rng = mix(seed + (game + (uint64_t)1) * GAMMA);
        State s;
        begin(&s, r);
        do {
            uint32_t down = all_down(&s), others = down ^ own_down(&s), mine = hand(&s), empty = s.empty;
            uint32_t cards = count(mine), places = count(empty);
            uint32_t lays = cards * places, exposes = count(others), turns = count(down);
            uint32_t k = below(&rng, lays + exposes + turns);
            moves++;
            if (k < lays) {
                uint32_t card = (k * INVERSE[places]) >> 16;
                k -= card * places;
                /* ascending cards are descending bits of a hand */
                card = 7 - (nth(mine, cards - 1 - card) >> 2);
                lay(&s, card * 16 + nth(empty, k));
            } else if ((k -= lays) < exposes) {
                expose(&s, r, EXPOSE + nth(others, k));
            } else { /* from here to the end of the REVEAL there is nothing but turning and stopping */
                k -= exposes;
                do {
                    uint32_t space = nth(down, k);
                    turn(&s, TURN + space);
                    down ^= 1u << space;
                    turns--;
                    moves++;
                    k = below(&rng, turns + 1);
                } while (k < turns);
                stop(&s, r);
            }
            end_turn(&s, r);
        } while (!s.end);
        score(&s, r, scores + (size_t)game * r->players);
    }
    return moves;
}

/* -- reveals -------------------------------------------------------------------------------------- */

/* out: for each set of cards five card masks: gobbled, those by a seat with bit 0 set, with bit 1 set, safe, back */
void sly_resolve(const uint32_t *cards, size_t n, uint32_t active, uint32_t *out) {
    size_t i;
    for (i = 0; i < n; i++) {
        Outcome o = resolve(cards[i], active);
        out[5 * i] = o.gobbled;
        out[5 * i + 1] = o.gobbled & (0u - (o.taker & 1));
        out[5 * i + 2] = o.gobbled & (0u - (o.taker >> 1 & 1));
        out[5 * i + 3] = o.safe;
        out[5 * i + 4] = o.back;
    }
}
