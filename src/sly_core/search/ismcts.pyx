"""Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

One tree over the information sets of the seat that searches. Each simulation deals the cards hidden
from that seat anew, uniformly over all arrangements consistent with what it has seen, and goes down
the tree with that deal. At a node the seat to act chooses by UCB1 over the actions that are legal
in the deal, each counted from when it was available; what the searching seat observes of the action
then leads to the next node: of another seat's LAY only the space, of a card that is turned up the
card. Where an action was never tried, one is tried and the game is played on at random; its returns
go back to each action on the way, as the seat that chose it values them.

Several threads grow a tree each, of its own seed; then the statistics of the roots are added (Chaslot, Winands and
van den Herik 2008, "root parallelisation"). The trees share nothing but the position, so the clock has no say in them.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from sly_core._core.bits cimport lowest32, popcount32
from sly_core._core.knowledge cimport Arrangements, count_arrangements, deal_arrangement, num_arrangements
from sly_core._core.loops.table cimport Loops, import_loops
from sly_core._core.moves cimport advance_unchecked, is_legal, legal_words
from sly_core._core.packing cimport RulesHandle
from sly_core._core.playing cimport position_of
from sly_core._core.rng cimport below, nth_u64
from sly_core._core.scoring cimport score
from sly_core._core.state cimport State
from sly_core._core.threads cimport Shared, check_interrupt, do_together
from sly_core._core.types cimport EXPOSE, NOT_ENDED, NUM_ACTIONS, STOP, TURN, PackedRules, PackedState
from sly_core.search.arguments cimport core_state, real_number, seed_number, thread_count, whole_number

from time import perf_counter

from sly_core.errors import SlyError
from sly_core.search.results import SearchResult

cdef const Loops *loops = import_loops()

cdef enum:
    ROOT_ROOM = 256             # nodes and edges: more than one node can have
    MAX_ROOM = 1 << 29          # twice as much is still an int32_t
    MAX_PATH = 256              # decisions within the tree in one simulation
    MAX_PLIES = 2000            # of a random game; then the points as they stand count
    SIMULATIONS_A_CHECK = 64    # of the clock and of Ctrl-C

cdef struct Edge:
    # An action tried at a node.
    int64_t total               # sum over its simulations of the actor's returns, times the number of players
    uint32_t visits
    uint32_t available          # visits of the node in deals where the action was legal, since it was first tried
    int32_t next                # edge of the same node, or -1
    uint8_t action

cdef struct Node:
    # An information set of the searching seat.
    uint64_t observation        # that leads here from the parent
    int32_t first_edge
    int32_t first_child
    int32_t next                # child of the same parent, or -1

cdef struct Tree:
    PackedState root
    const PackedRules *rules
    uint32_t player
    uint64_t rng
    const Arrangements *hidden  # one for each other seat
    Node *nodes
    Edge *edges
    int32_t num_nodes
    int32_t num_edges
    int32_t room
    int32_t most_room
    bint grows                  # there is room for what a simulation may add
    double exploration
    int64_t least               # of the returns seen, times the number of players
    int64_t most
    int64_t simulations         # to run
    int64_t done


cdef int make_room(Tree *t) noexcept nogil:
    """Let the tree grow, if it may, by what a simulation adds: a node and an edge; 0 when memory ran out."""
    cdef Node *nodes
    cdef Edge *edges
    cdef int32_t room
    t.grows = t.num_nodes < t.room and t.num_edges < t.room
    if t.grows or t.room == t.most_room:
        return 1
    room = min(2 * t.room + ROOT_ROOM, t.most_room)
    nodes = <Node *>realloc(t.nodes, room * sizeof(Node))
    if nodes == NULL:
        return 0
    t.nodes = nodes
    edges = <Edge *>realloc(t.edges, room * sizeof(Edge))
    if edges == NULL:
        return 0
    t.edges = edges
    t.room = room
    t.grows = True
    return 1


cdef int32_t add_node(Tree *t, uint64_t observation) noexcept nogil:
    cdef Node *node = &t.nodes[t.num_nodes]
    node.observation = observation
    node.first_edge = node.first_child = node.next = -1
    t.num_nodes += 1
    return t.num_nodes - 1


cdef int32_t add_edge(Tree *t, int32_t node, uint32_t action) noexcept nogil:
    cdef Edge *edge = &t.edges[t.num_edges]
    edge.action = action
    edge.visits = 0
    edge.available = 1
    edge.total = 0
    edge.next = t.nodes[node].first_edge
    t.nodes[node].first_edge = t.num_edges
    t.num_edges += 1
    return t.num_edges - 1


cdef int32_t child_node(Tree *t, int32_t node, uint64_t observation) noexcept nogil:
    """The node that an observation leads to, made when it is met first; -1 when the tree is full."""
    cdef int32_t child = t.nodes[node].first_child
    while child >= 0:
        if t.nodes[child].observation == observation:
            return child
        child = t.nodes[child].next
    if not t.grows:
        return -1
    child = add_node(t, observation)
    t.nodes[child].next = t.nodes[node].first_child
    t.nodes[node].first_child = child
    return child


cdef uint64_t observe(const PackedState *s, const PackedRules *r, uint32_t player, uint32_t action) noexcept nogil:
    """What ``player`` sees of an action about to be made: of another's LAY the space, else all, and cards shown."""
    cdef uint32_t seen = 0
    cdef uint32_t turned
    if action < EXPOSE:
        return action if s.seat == player else 256 + (action & 15)
    if action == STOP and r.committed:
        turned = s.turned
        while turned:
            seen |= <uint32_t>1 << s.slot[lowest32(turned)]
            turned &= turned - 1
    elif action < TURN or (action < STOP and not r.committed):
        seen = <uint32_t>1 << s.slot[action & 15]
    return action | (<uint64_t>seen << 32)


cdef uint32_t pick_untried(const uint64_t *untried, uint64_t *rng) noexcept nogil:
    """One of the actions of three words, uniformly; ``NUM_ACTIONS`` if there is none."""
    cdef uint32_t counts[6]
    cdef uint32_t total = 0
    cdef uint32_t half
    cdef uint32_t bits
    cdef uint32_t k
    cdef int i
    for i in range(6):
        counts[i] = popcount32(<uint32_t>(untried[i >> 1] >> (32 * (i & 1))))
        total += counts[i]
    if not total:
        return STOP + 1
    k = below(rng, total)
    half = 0
    while k >= counts[half]:
        k -= counts[half]
        half += 1
    bits = <uint32_t>(untried[half >> 1] >> (32 * (half & 1)))
    while k:
        bits &= bits - 1
        k -= 1
    return 32 * half + lowest32(bits)


cdef int32_t choose(Tree *t, const PackedState *s, int32_t node) noexcept nogil:
    """The edge to follow: an untried action where there is one (its ``visits`` are 0), else the best by UCB1.

    In a full tree it is the best of those that were tried; -1 if there is none.
    """
    cdef uint64_t untried[3]
    cdef int32_t e = t.nodes[node].first_edge
    cdef int32_t best = -1
    cdef double best_value = 0
    cdef double value
    cdef double spread = t.most - t.least if t.most > t.least else 1
    cdef uint32_t action
    cdef Edge *edge
    legal_words(s, t.rules, untried)
    while e >= 0:
        edge = &t.edges[e]
        if (untried[edge.action >> 6] >> (edge.action & 63)) & 1:
            untried[edge.action >> 6] ^= <uint64_t>1 << (edge.action & 63)
            edge.available += 1
            value = <double>edge.total / edge.visits + t.exploration * spread * sqrt(
                log(<double>edge.available) / edge.visits
            )
            if best < 0 or value > best_value:
                best = e
                best_value = value
        e = edge.next
    if not t.grows:
        return best
    action = pick_untried(untried, &t.rng)
    return best if action > STOP else add_edge(t, node, action)


cdef int simulate(Tree *t) except -1 nogil:
    """Deal, go down, try one action, play on, and take the returns back up; 0 when memory ran out."""
    cdef PackedState s = t.root
    cdef int32_t path[MAX_PATH]
    cdef uint8_t movers[MAX_PATH]
    cdef int length = 0
    cdef int32_t node = 0
    cdef uint32_t other
    cdef uint32_t action
    cdef uint64_t observation = 0
    cdef bint grown = False
    cdef int points[4]
    cdef int64_t sum_points = 0
    cdef int64_t returned
    cdef uint32_t i
    if not make_room(t):
        return 0
    for other in range(t.rules.players - 1):
        deal_arrangement(&s, &t.hidden[other], below(&t.rng, num_arrangements(&t.hidden[other])))
    while s.end == NOT_ENDED and length < MAX_PATH and not grown and node >= 0:
        path[length] = choose(t, &s, node)
        if path[length] < 0:
            break
        movers[length] = s.seat
        grown = t.edges[path[length]].visits == 0
        action = t.edges[path[length]].action
        length += 1
        if not grown:
            observation = observe(&s, t.rules, t.player, action)
        advance_unchecked(&s, t.rules, action)
        if not grown and s.end == NOT_ENDED:
            node = child_node(t, node, observation)
    loops.play_out(&s, t.rules, &t.rng, MAX_PLIES)
    score(&s, t.rules, points)
    for i in range(t.rules.players):
        sum_points += points[i]
    for i in range(t.rules.players):
        returned = <int64_t>t.rules.players * points[i] - sum_points
        t.least = min(t.least, returned)
        t.most = max(t.most, returned)
    for i in range(length):
        t.edges[path[i]].visits += 1
        t.edges[path[i]].total += <int64_t>t.rules.players * points[movers[i]] - sum_points
    return 1


cdef int search(Tree *t, double seconds, double began) except -1:
    """Simulate until a budget is spent."""
    cdef int64_t until
    cdef int going = 1
    while t.done < t.simulations and going:
        until = min(t.simulations, t.done + SIMULATIONS_A_CHECK)
        with nogil:
            while t.done < until and going:
                going = simulate(t)
                t.done += going
        check_interrupt()
        if seconds > 0 and perf_counter() - began >= seconds:
            break
    if not going:
        raise MemoryError(f"no memory for the tree after {t.done} simulations")
    return 0


cdef class Trees(Shared):
    """The trees of one search, each grown by one thread."""

    cdef RulesHandle handle         # held while others may run
    cdef Arrangements *hidden
    cdef Tree *trees
    cdef int num_trees
    cdef double seconds
    cdef double began

    def __dealloc__(self):
        cdef int i
        for i in range(self.num_trees):
            free(self.trees[i].nodes)
            free(self.trees[i].edges)
        free(self.trees)
        free(self.hidden)

    cdef int plant(self, const Tree *t, int64_t simulations, uint64_t seed, int count) except -1:
        """Begin so many trees that are like ``t``: they share its simulations and its room."""
        cdef uint32_t seat
        cdef int other = 0
        cdef int i
        self.hidden = <Arrangements *>malloc((t.rules.players - 1) * sizeof(Arrangements))
        self.trees = <Tree *>calloc(count, sizeof(Tree))
        if self.hidden == NULL or self.trees == NULL:
            raise MemoryError
        for seat in range(t.rules.players):
            if seat != t.player:
                count_arrangements(&t.root, t.rules, seat, &self.hidden[other])
                other += 1
        for i in range(count):
            self.trees[i] = t[0]
            self.num_trees += 1
            self.trees[i].hidden = self.hidden
            self.trees[i].rng = seed if count == 1 else nth_u64(seed, i)
            self.trees[i].simulations = simulations // count + (i < simulations % count)
            self.trees[i].most_room = max(t.most_room // count, <int32_t>ROOT_ROOM)
            if not make_room(&self.trees[i]):
                raise MemoryError
            add_node(&self.trees[i], 0)
        self.share_out(count, 1)
        return 0

    cdef int take_part(self) except -1:
        cdef Tree t                 # a copy, on no cache line that another thread writes to
        cdef int64_t i
        cdef int64_t end
        while not self.is_stopped() and self.next_range(&i, &end):
            t = self.trees[i]
            try:
                search(&t, self.seconds, self.began)
            finally:
                self.trees[i] = t
        return 0

    cdef dict tried(self):
        """By action at the roots, its visits and its mean return: sums of whole numbers, in whatever order."""
        cdef int64_t visits[NUM_ACTIONS]
        cdef int64_t total[NUM_ACTIONS]
        cdef Tree *t
        cdef Edge *edge
        cdef int32_t e
        cdef int action
        cdef int i
        memset(visits, 0, sizeof(visits))
        memset(total, 0, sizeof(total))
        for i in range(self.num_trees):
            t = &self.trees[i]
            e = t.nodes[0].first_edge
            while e >= 0:
                edge = &t.edges[e]
                visits[edge.action] += edge.visits
                total[edge.action] += edge.total
                e = edge.next
        return {
            action: (visits[action], total[action] / <double>visits[action] / self.handle.packed.players)
            for action in range(NUM_ACTIONS) if visits[action]
        }


cdef list root_actions(const PackedState *s, const PackedRules *r):
    cdef list actions = []
    cdef int action
    for action in range(NUM_ACTIONS):
        if is_legal(s, r, action):
            actions.append(action)
    return actions


def ismcts(
    state, player=None, simulations=None, seconds=None, seed=0, exploration=0.4, max_nodes=1 << 23, threads=1,
):
    """Search from what one seat knows for the best action of the seat to act.

    Reads nothing that is hidden from `player`: the same information and seed give the same visits,
    whatever the hidden cards are. Does not hold the GIL.

    With `threads` above 1 as many trees are searched, side by side, and the statistics of their
    roots are added. Tree i searches with the seed `playout_seed(seed, i)`, and the simulations are
    shared out evenly, the first trees taking what is left over. So the result is another one for
    each number of threads.

    Args:
        state: where to search; it is left as it is.
        player: whose information to use; the seat to act, if left out. For another seat the actions
            are all that the seat to act was found to have in some deal.
        simulations: 1..2**30 to run; 1,000 if neither budget is given.
        seconds: time to spend, more than 0; at least 64 simulations are run, of each tree. With
            both budgets the first one spent ends the search.
        seed: 0..2**64-1. With a budget in simulations alone, the same seed and number of threads
            give the same result.
        exploration: UCB1's constant, 0 or more, in units of the spread between the least and the
            greatest return met so far.
        max_nodes: 256..2**29, the most nodes of the tree, and the most actions tried at them, 24
            bytes each. When they are used up the search goes on with those it has. Several trees
            have an equal share of them each, and 256 at least.
        threads: 1..256, how many trees.

    Returns:
        A `SearchResult`: per action visits and mean returns.

    Raises:
        TypeError, SlyError: an argument is no such number, or the game is over.

    >>> from sly_core import Ruleset, State
    >>> s = State.from_text("01!,12!,03!,06? F245/F13456 -/- 1 0 -", Ruleset(players=2))
    >>> result = ismcts(s, simulations=200, seed=1)
    >>> sum(result.visits), len(result.actions)
    (200, 2)
    >>> shared = [ismcts(s, simulations=200, seed=1, threads=2) for _ in range(2)]
    >>> shared[0].visits == shared[1].visits
    True
    """
    cdef Tree t
    cdef Trees trees = Trees.__new__(Trees)
    cdef State began_at = core_state(state, "ismcts")
    cdef int64_t budget
    cdef int64_t done = 0
    cdef uint64_t first
    cdef int workers
    cdef int i
    trees.began = perf_counter()
    trees.handle = began_at.origin.handle
    memset(&t, 0, sizeof(t))
    t.root = position_of(began_at)
    t.rules = &trees.handle.packed
    if t.root.end != NOT_ENDED:
        raise SlyError("nothing to search: the game is over")
    t.player = t.root.seat if player is None else whole_number(player, "player", 0, t.rules.players - 1)
    if simulations is None:
        budget = 1000 if seconds is None else 1 << 30
    else:
        budget = whole_number(simulations, "simulations", 1, 1 << 30)
    if seconds is not None:
        trees.seconds = real_number(seconds, "seconds", True)
    t.exploration = real_number(exploration, "exploration", False)
    t.most_room = whole_number(max_nodes, "max_nodes", ROOT_ROOM, MAX_ROOM)
    first = seed_number(seed)
    workers = thread_count(threads)
    trees.plant(&t, budget, first, workers)
    do_together(trees, workers)
    tried = trees.tried()
    actions = root_actions(&t.root, t.rules) if t.player == t.root.seat else sorted(tried)
    visits = []
    means = []
    for action in actions:
        visit, mean = tried.get(action, (0, float("nan")))
        visits.append(visit)
        means.append(mean)
    for i in range(trees.num_trees):
        done += trees.trees[i].done
    return SearchResult(t.player, tuple(actions), tuple(visits), tuple(means), done, perf_counter() - trees.began)
