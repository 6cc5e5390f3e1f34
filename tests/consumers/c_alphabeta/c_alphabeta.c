/* The best action for two seats who see all cards: alpha-beta by the function table. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <sly_core.h>

enum { INFINITE = 1000 };

static const SlyApi *sly;

/* The lead of seat 0 after best play of `depth` actions, where it is within the window; `best` is what to do. */
static int value(
    const SlyState *s, const SlyRules *r, int depth, int alpha, int beta, int *best, long long *made
) {
    uint8_t actions[SLY_NUM_ACTIONS];
    int points[SLY_SEATS];
    int found = s->seat == 0 ? -INFINITE : INFINITE;
    if (depth == 0 || s->end != SLY_NOT_ENDED) {
        sly->score(s, r, points);
        return points[0] - points[1];
    }
    /* from the last: EXPOSE and REVEAL, which change the points, come before the LAYs */
    for (int i = (int)sly->legal_actions(s, r, actions) - 1; i >= 0; i--) {
        SlyState child = *s;
        sly->advance(&child, r, actions[i]);
        ++*made;
        /* a REVEAL is several actions of one seat, so the seat, not the depth, says who is choosing */
        int after = value(&child, r, depth - 1, alpha, beta, NULL, made);
        if (s->seat == 0 ? after <= found : after >= found) continue;
        found = after;
        if (best) *best = actions[i];
        if (s->seat == 0 && found > alpha) alpha = found;
        if (s->seat == 1 && found < beta) beta = found;
        if (alpha >= beta) break;
    }
    return found;
}

static PyObject *search(PyObject *self, PyObject *args) {
    PyObject *state;
    SlyState s;
    SlyRules r;
    int depth, best = -1, found;
    long long made = 0;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oi", &state, &depth) || sly->state_from_object(state, &s, &r) < 0) return NULL;
    if (r.players != 2 || s.end != SLY_NOT_ENDED || depth < 1 || depth > 100) {
        PyErr_SetString(PyExc_ValueError, "a game of two seats that goes on, and a depth of 1..100, are expected");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    found = value(&s, &r, depth, -INFINITE, INFINITE, &best, &made);
    Py_END_ALLOW_THREADS
    return Py_BuildValue("iiL", found, best, made);
}

static PyMethodDef methods[] = {
    {"search", search, METH_VARARGS, "search(state, depth): seat 0's lead, the action to make, how many were made."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "c_alphabeta", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_c_alphabeta(void) {
    sly = sly_import_api();
    return sly ? PyModule_Create(&module) : NULL;
}
