/* The core of sly_core for C: the two structs, the numbers, and a table of functions (docs/c.md).
 *
 * C99 or C++. Include Python.h first in an extension module: that adds `sly_import_api`. Without it the header needs
 * no Python, and the table is found by the address that `sly_core.c_api.address()` gives.
 *
 * Nothing here is checked. What each function asks for is the caller's to make sure; docs/c.md says how.
 *
 * Between the two marks stand plain declarations, which cffi can read as they are.
 */
#ifndef SLY_CORE_H
#define SLY_CORE_H

#include <stddef.h>
#include <stdint.h>

/* Within one major version the structs, the numbers and the meaning of each function stay as they are, and the table
 * only grows at its end; each such growth is a minor version. */
#define SLY_API_MAJOR 1
#define SLY_API_MINOR 0
#define SLY_API_VERSION ((uint32_t)SLY_API_MAJOR << 16 | SLY_API_MINOR)
#define SLY_API_CAPSULE "sly_core.c_api.API"

#ifdef __cplusplus
extern "C" {
#endif

/* declarations begin */

enum {
    SLY_SEATS = 4,
    SLY_SPACES = 16,
    SLY_CARDS = 8,
    SLY_NUM_ACTIONS = 161,
    SLY_EXPOSE = 128, /* the first id of each kind; below it an id is a LAY: card * 16 + space */
    SLY_TURN = 144,
    SLY_STOP = 160,
    SLY_FIRST_FOX_SLOT = 28
};

enum {
    SLY_NOT_ENDED = 0,
    SLY_LAST_CARD = 1,  /* G1 */
    SLY_FULL_HOUSE = 2, /* G2 */
    SLY_STALLED = 3     /* G3 */
};

/* A ruleset, 64 bytes; docs/encoding.md says what each field holds. */
typedef struct SlyRules {
    uint32_t deck;
    uint16_t all_spaces;
    uint16_t stall_limit;
    uint8_t players;
    uint8_t hens;
    uint8_t num_spaces;
    uint8_t min_reveal;
    uint8_t committed;
    uint8_t one_house;
    uint8_t each;
    uint8_t leaves;
    uint16_t house[16];
    uint8_t value[16];
} SlyRules;

/* A position, 64 bytes; copy it by assignment, compare it by its bytes. */
typedef struct SlyState {
    uint32_t hands;
    uint32_t taken;
    uint32_t taker_low;
    uint32_t taker_high;
    uint16_t down;
    uint16_t turned;
    uint16_t safe;
    uint16_t owner_low;
    uint16_t owner_high;
    uint16_t stall;
    uint8_t slot[16];
    uint8_t known[16];
    uint8_t seat;
    uint8_t end;
    uint8_t spare[2];
} SlyState;

struct _object; /* Python's PyObject */

typedef struct SlyApi {
    uint32_t version; /* major << 16 | minor, of the library that runs */
    uint32_t size;    /* of its table, in bytes */

    /* With the GIL. 0, or a new reference; -1, or NULL, with a Python error set. */
    int (*rules_from_text)(const char *text, SlyRules *rules);         /* "players=3 hens=6", in UTF-8 */
    int (*rules_from_object)(struct _object *ruleset, SlyRules *rules);
    int (*state_from_object)(struct _object *state, SlyState *s, SlyRules *rules); /* a State's position and rules */
    struct _object *(*state_to_object)(const SlyState *s, struct _object *ruleset); /* a new State; this one checks */

    /* Without it, from any thread. */
    void (*start)(SlyState *s, const SlyRules *r);                     /* all hands full, seat 0 to act (S4) */
    uint32_t (*num_legal)(const SlyState *s, const SlyRules *r);       /* 0 at the end only */
    uint32_t (*nth_legal)(const SlyState *s, const SlyRules *r, uint32_t k); /* ascending from 0; k below num_legal */
    uint32_t (*legal_actions)(const SlyState *s, const SlyRules *r, uint8_t *actions); /* ids ascending, room for 161 */
    void (*legal_words)(const SlyState *s, const SlyRules *r, uint64_t *words);  /* as 161 bits in three words */
    int (*is_legal)(const SlyState *s, const SlyRules *r, uint32_t action);      /* any number may be asked about */
    void (*apply)(SlyState *s, const SlyRules *r, uint32_t action);    /* a legal action, public knowledge kept up */
    void (*advance)(SlyState *s, const SlyRules *r, uint32_t action);  /* the same, faster: see docs/c.md */
    void (*score)(const SlyState *s, const SlyRules *r, int *points); /* of four seats, at any time (P1-P4) */
    uint64_t (*key)(const SlyState *s, const SlyRules *r);             /* State.key() is this ^ Ruleset.key() */
    /* A REVEAL of these cards (R3-R8): those taken, the takers' bits 0 and 1, the one made Safe, those back in hands. */
    void (*resolve)(uint32_t cards, uint32_t active, uint32_t each, uint32_t leaves, uint32_t *out);

    /* Without it, or with it. They look for Ctrl-C: -1 says that it came, and the Python error is set. */
    int64_t (*perft)(const SlyState *s, const SlyRules *r, int depth);  /* depth 0..256 */
    int64_t (*play_out)(SlyState *s, const SlyRules *r, uint64_t *rng, int64_t max_plies); /* at random, by advance */
} SlyApi;

/* declarations end */

typedef char sly_rules_are_64_bytes[sizeof(SlyRules) == 64 ? 1 : -1];
typedef char sly_state_is_64_bytes[sizeof(SlyState) == 64 ? 1 : -1];

#ifdef Py_PYTHON_H
/* The table, or NULL with an ImportError set. Needs the GIL; call it once, where the module is made. */
static inline const SlyApi *sly_import_api(void) {
    const SlyApi *api = (const SlyApi *)PyCapsule_Import(SLY_API_CAPSULE, 0);
    if (api == NULL) return NULL;
    if (api->version >> 16 != SLY_API_MAJOR || api->version < SLY_API_VERSION || api->size < sizeof(SlyApi)) {
        PyErr_Format(
            PyExc_ImportError, "compiled for version %d.%d of the C table of sly_core; the one installed has %d.%d",
            SLY_API_MAJOR, SLY_API_MINOR, (int)(api->version >> 16), (int)(api->version & 0xFFFF)
        );
        return NULL;
    }
    return api;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
