/*
 * unit_selection.c -- selection (null moves, late move reductions, checks that cost no depth,
 * internal iterative reductions), a ply less after a fail-high, and what the table answers, against
 * a slow search written from their definitions: works by the texts of positions alone, with a table
 * of its own, ordered by that, killers and evaluation alone, and knows nothing of the core. To the
 * node: work, null nodes, values, best moves, every counter; on trees, chess, xiangqi, and Othello
 * with passes that cost no depth; every core, several drivers.
 */
#include "by_text.h"
#include "searched.h"
#include "slow_table.h"

enum { CASES = 6000, NODES_MAX = 4000, DRAWN_MOVES = 256 };

/* ---- the slow search ------------------------------------------------------------------------- */

/* The position, and how it is searched. */
static struct {
    test_position p;
    abs_config config;
    const char *core;
    int depth, null, lmr, iir;
    bool check;
} drawn;

/* What the slow search finds. */
static struct {
    abs_counters n;
    int iteration;
    int killers[ABS_MAX_PLY][2]; /* slots + 1, by ply, the later one first */
    int best;                    /* at the root */
} slow;

static abs_worker *quiet_worker;

static bool is_core(const char *names)
{
    char sought[40];
    snprintf(sought, sizeof sought, " %s ", drawn.core);
    return strstr(names, sought) != NULL;
}

static int look(const void *p, int a, int b, int d, int ply, bool passed);

/* The quiescence search, which is tested elsewhere. */
static int quiet_value(const void *p, int a, int b)
{
    abs_search *s = &quiet_worker->search;
    const uint64_t before = s->n.qnodes;
    const int value = domain->search(s, p, a, b, 0);
    slow.n.qnodes += s->n.qnodes - before;
    return value;
}

/* Move number i, from 1, searched as the core does without reductions. */
static int by_core(const void *child, int a, int b, int d, int below, int ply, int i)
{
    if (i == 1 || !is_core(" pvs pvs-hard pvs-value negascout "))
        return -look(child, -b, -a, below, ply + 1, false);
    int s = -look(child, -a - 1, -a, below, ply + 1, false);
    const bool deeper = drawn.config.tt_bytes > 0 && drawn.config.tt_mode == ABS_TT_DEEPER;
    const int exact = drawn.config.quiescence || (drawn.check && is_game_of_pieces()) ? 0
                      : is_core(" pvs-value ")                                        ? 1
                      : !is_core(" negascout ")                                       ? 0
                      : deeper || abs_free_passes(domain, rules)                      ? 1
                                                                                      : 2;
    if (a < s && s < b && d > exact) {
        slow.n.interior_researches++;
        s = -look(child, -b, is_core(" pvs pvs-hard ") ? -a : -s, below, ply + 1, false);
    }
    return s;
}

/* Looks a position up. */
static const slow_entry *ask(const void *p)
{
    const slow_entry *e = slow_place(domain->key(rules, p));
    slow.n.tt_probes++;
    slow.n.tt_hits += e->used;
    return e;
}

/* Remembers a move that has cut off. */
static void kill_by(const void *p, unsigned m, int ply)
{
    int *k = slow.killers[ply], slot = (int)domain->slot(rules, p, m) + 1;
    if (k[0] != slot) {
        k[1] = k[0];
        k[0] = slot;
    }
}

/* Puts the moves in the order in which they are searched: the table's, killers, then by what the
   position after them is worth, as far as the ordering has these. */
static void line_up(const void *p, unsigned moves, int stored, int d, int ply, unsigned *order)
{
    const bool by_worth = drawn.config.order & ABS_ORDER_EVAL && d > 1;
    uint8_t child[SIZE];
    int worth[DRAWN_MOVES];
    for (unsigned m = 0; m < moves; m++) {
        int w = (int)m == stored && drawn.config.order & ABS_ORDER_TT ? ABS_INFINITY : 0;
        const int slot = (int)domain->slot(rules, p, m) + 1;
        const int *const by = slow.killers[ply];
        if (w == 0 && drawn.config.order & ABS_ORDER_KILLER && (slot == by[0] || slot == by[1]))
            w = ABS_INFINITY - (slot == by[0] ? 1 : 2);
        if (by_worth && w == 0) {
            domain->apply(rules, p, m, child);
            w = -domain->evaluate(rules, child, d - 1);
        }
        unsigned k = m;
        for (; k > 0 && worth[k - 1] < w; k--) {
            order[k] = order[k - 1];
            worth[k] = worth[k - 1];
        }
        order[k] = m;
        worth[k] = w;
    }
}

/* Whether the table has a move whose score reaches b. */
static bool child_cuts(const void *p, unsigned moves, const unsigned *order, int b, int d,
                       int *score)
{
    uint8_t child[SIZE];
    for (unsigned i = 0; i < moves; i++) {
        domain->apply(rules, p, order[i], child);
        const int below = d - domain->cost(rules, p, order[i]);
        if (slow_settles(ask(child), drawn.config.tt_mode, below, -b, ABS_INFINITY, score) && -*score >= b) {
            *score = is_core(" alphabeta pvs-hard failsoft-low ") ? b : -*score;
            slow.n.tt_answers++;
            slow.n.tt_etc_cutoffs++;
            return true;
        }
    }
    return false;
}

/* Stores what a search to depth d with (a, b) has found. */
static void keep(const void *p, int a, int b, int d, int value, int move)
{
    slow.n.tt_stores++;
    slow_keep(domain->key(rules, p), drawn.config.tt_mode, d, a, b, value, move);
}

static int look(const void *p, int a, int b, int d, int ply, bool passed)
{
    uint8_t child[SIZE];
    const int a0 = a;
    const bool quiet = d == 0 && drawn.config.quiescence;
    const bool table =
        drawn.config.tt_bytes > 0 && (d > 0 || (quiet && drawn.config.tt_quiescence));
    const bool answers = table && ply > 0 && (drawn.config.tt_pv || b == a + 1);
    int stored = -1, value;
    slow.n.nodes++;
    slow.n.null_nodes += b == a + 1;
    if (slow.n.nodes > NODES_MAX)
        return 0;
    if (table) {
        const slow_entry *e = ask(p);
        stored = e->used ? e->move : -1;
        if (answers && slow_settles(e, drawn.config.tt_mode, d, a, b, &value)) {
            slow.n.tt_answers += d > 0; /* else it is a leaf */
            return value;
        }
    }
    const unsigned moves = d > 0 ? domain->count_moves(rules, p) : 0;
    if (moves == 0) {
        value = quiet ? quiet_value(p, a, b) : domain->evaluate(rules, p, d);
        if (quiet && table)
            keep(p, a, b, d, value, -1);
        return value;
    }
    unsigned order[DRAWN_MOVES];
    line_up(p, moves, stored, d, ply, order);
    if (answers && drawn.config.etc && d >= 2 && child_cuts(p, moves, order, b, d, &value))
        return value;
    slow.n.interior++;
    if (drawn.iir > 0 && ply > 0 && d >= drawn.iir && stored < 0) {
        slow.n.iir_nodes++;
        d--;
    }
    const bool checked = in_check(p);
    if (drawn.null > 0 && ply > 0 && b == a + 1 && !checked && !passed && may_pass(p) &&
        domain->evaluate(rules, p, 0) >= b) {
        assert_true(turn(p, child));
        slow.n.null_searches++;
        const int r = d - 1 - drawn.null;
        int s = -look(child, -b, 1 - b, r > 0 ? r : 0, ply + 1, true);
        if (s >= b) {
            slow.n.null_cutoffs++;
            s = is_core(" alphabeta pvs-hard failsoft-low ") ? b : s;
            if (table && drawn.config.tt_null)
                keep(p, a, b, d, s, stored);
            return s;
        }
    }
    int best = is_core(" alphabeta pvs-hard failsoft-high ") ? a : -ABS_INFINITY, which = -1;
    for (int i = 1; i <= (int)moves; i++) {
        const unsigned m = order[i - 1];
        domain->apply(rules, p, m, child);
        const bool gives = in_check(child);
        int below = d - domain->cost(rules, p, m);
        if (drawn.check && gives && ply < 2 * slow.iteration && ply + d < 128) {
            slow.n.extensions++;
            below = d;
        }
        int s;
        bool known = false;
        if (drawn.lmr > 0 && i >= drawn.lmr && d >= 3 && !checked && !gives && is_quiet(p, child)) {
            slow.n.reduced++;
            s = -look(child, -a - 1, -a, i >= 4 * drawn.lmr && d >= 5 ? d - 3 : d - 2, ply + 1,
                      false);
            known = s <= a;
            slow.n.reduced_again += s > a;
        }
        if (!known)
            s = by_core(child, a, b, d, below, ply, i);
        if (s > best) {
            best = s;
            which = (int)m;
        }
        if (best >= b) {
            kill_by(p, m, ply);
            break;
        }
        if (best > a)
            a = best;
    }
    if (ply == 0)
        slow.best = which;
    if (best > b && is_core(" alphabeta pvs-hard failsoft-low "))
        best = b;
    if (table)
        keep(p, a0, b, d, best, drawn.config.tt_keep && best <= a0 ? stored : which);
    return best;
}

/* ---- cases ----------------------------------------------------------------------------------- */

static uint64_t draws = 2026;

static int draw(int low, int high)
{
    return low + (int)test_random(&draws, (uint64_t)(high - low + 1));
}

/* Trees, and positions of games to be played on from: also what few pieces are left of one, pawns
   alone, cannons alone. */
static const struct {
    const char *spec, *text;
    int plies, low, high; /* depths */
} kinds[] = {{"uniform:b=2..9,range=100", NULL, 0, 3, 6},
             {"uniform:b=14,range=30", NULL, 0, 3, 6},
             {"uniform:b=3,range=20,commute=1", NULL, 0, 5, 7},
             {"uniform:b=2..4,range=50,commute=1", NULL, 0, 5, 8},
             {"incremental:b=5,step=10", NULL, 0, 3, 6},
             {"ordered:b=12,range=200,gap=30,first=70,quarter=90,noise=40", NULL, 0, 3, 6},
             {"chess", "start", 70, 2, 4},
             {"chess", "start", 70, 2, 4},
             {"chess", "4k3/pp3pp1/8/2p1P3/3P4/8/PP3PPP/4K3 w - - 0 1", 70, 2, 4},
             {"xiangqi", "start", 70, 2, 4},
             {"xiangqi", "start", 70, 2, 4},
             {"xiangqi", "3ak4/4a4/4c4/2P5p/9/9/P6p1/4C4/4A4/3AK4 w - - 0 1", 70, 2, 4},
             {"othello:pass=free", "start", 58, 2, 4},
             {"othello:pass=free",
              "OOOOOXX-O-OOXXXXOOOOXOOOXOXXOX-XOOXOXOXXOOOXOOXXOOXXOOOXOXXXXXX- X", 58, 2, 4}};

/* Makes the position at hand the case, to be searched so. */
static void set_case(abs_config c, int depth)
{
    domain = drawn.p.root.domain;
    rules = drawn.p.rules;
    config_apply_eval(&c, rules);
    drawn.depth = depth;
    drawn.config = c;
    drawn.core = c.algo.core->about.name;
    drawn.null = c.select & ABS_SELECT_NULL ? (int)(c.select >> ABS_SELECT_PLIES & 127) : 0;
    drawn.lmr = c.select & ABS_SELECT_LMR ? (int)(c.select >> ABS_SELECT_FROM) : 0;
    drawn.iir = c.select & ABS_SELECT_IIR ? (int)(c.select >> ABS_SELECT_LEAST & 127) : 0;
    drawn.check = (c.select & ABS_SELECT_CHECK) != 0;
    memset(&slow, 0, sizeof slow);
    slow_clear();
    slow.iteration = depth;
    slow.best = -1;
    abs_config plain = test_plain("failsoft", 0);
    plain.quiescence = c.quiescence;
    plain.eval = c.eval;
    abs_worker_prepare(quiet_worker, &drawn.p.root, &plain);
}

static void draw_case(const char *algo)
{
    const int k = draw(0, COUNT_OF(kinds) - 1);
    test_open(&drawn.p, kinds[k].spec, kinds[k].text, (uint64_t)draw(1, 100000));
    random_play(&drawn.p, (unsigned)draw(0, kinds[k].plies), &draws);
    domain = drawn.p.root.domain;
    const int depth = draw(kinds[k].low, kinds[k].high);

    abs_config c = test_plain(algo, depth);
    const unsigned null = ABS_SELECT_NULL | (unsigned)draw(1, 3) << ABS_SELECT_PLIES;
    const unsigned lmr = ABS_SELECT_LMR | (unsigned)draw(2, 5) << ABS_SELECT_FROM;
    const unsigned iir = ABS_SELECT_IIR | (unsigned)draw(2, 4) << ABS_SELECT_LEAST;
    c.tt_bytes = draw(0, 2) > 0 ? 1 << 20 : 0;
    c.tt_pv = draw(0, 2) > 0;
    c.tt_mode = draw(0, 1) ? ABS_TT_DEEPER : ABS_TT_EXACT;
    c.tt_keep = draw(0, 1);
    c.tt_null = draw(0, 1);
    c.etc = c.tt_bytes > 0 && draw(0, 2) > 0;
    c.order = (draw(0, 2) > 0 ? ABS_ORDER_TT : 0u) | (draw(0, 2) == 0 ? ABS_ORDER_EVAL : 0u) |
              (draw(0, 1) ? ABS_ORDER_KILLER : 0u);
    c.deepening = draw(0, 1);
    unsigned select = (c.tt_bytes > 0 && draw(0, 2) > 0 ? iir : 0) | (draw(0, 1) ? null : 0) |
                      (draw(0, 1) ? lmr : 0) | (draw(0, 1) ? (unsigned)ABS_SELECT_CHECK : 0);
    if (select == 0)
        select = null | lmr | ABS_SELECT_CHECK;
    c.select = config_select_within(select, abs_selects(domain, drawn.p.rules));
    c.quiescence = domain->has_quiescence && draw(0, 2) == 0;
    c.tt_quiescence = c.quiescence && draw(0, 2) > 0;
    if (is_game_of_pieces() && draw(0, 1)) /* else two passes in a row would hardly ever pay */
        c.eval = (abs_evaluation){ABS_EVAL_HEURISTIC, draw(0, 40), draw(-80, 80)};
    set_case(c, depth);
}

/* Where a rule matters that random play seldom comes to: a null move after a null move, and after a
   pawn's two steps; checks that answer checks. */
static const struct {
    const char *text;
    int depth;
    unsigned select;
} rare[] = {
    {"4k1n1/8/8/8/3p1p2/8/3PPP2/R3K3 w - - 0 1", 4, ABS_SELECT_NULL | 1 << ABS_SELECT_PLIES},
    {"8/1p3N2/8/5K1Q/3k1q2/1R1pq3/7Q/8 w - - 0 1", 2, ABS_SELECT_CHECK}};

static const size_t counted[] = {
    offsetof(abs_counters, nodes),         offsetof(abs_counters, qnodes),
    offsetof(abs_counters, interior),      offsetof(abs_counters, null_nodes),
    offsetof(abs_counters, null_searches), offsetof(abs_counters, null_cutoffs),
    offsetof(abs_counters, extensions),    offsetof(abs_counters, interior_researches),
    offsetof(abs_counters, reduced),       offsetof(abs_counters, reduced_again),
    offsetof(abs_counters, iir_nodes),     offsetof(abs_counters, tt_probes),
    offsetof(abs_counters, tt_hits),       offsetof(abs_counters, tt_answers),
    offsetof(abs_counters, tt_stores),     offsetof(abs_counters, tt_etc_cutoffs)};
static uint64_t met[COUNT_OF(counted)]; /* sums, that no case is idle */

static void check_counts(const abs_counters *n)
{
    for (size_t i = 0; i < COUNT_OF(counted); i++) {
        const uint64_t *found = (const uint64_t *)((const char *)n + counted[i]);
        const uint64_t *wanted = (const uint64_t *)((const char *)&slow.n + counted[i]);
        if (*found != *wanted)
            fail_msg("%s: count %zu is %llu, not %llu", domain->name, i, (unsigned long long)*found,
                     (unsigned long long)*wanted);
        met[i] += *wanted;
    }
}

static const char *const cores[] = {"alphabeta", "failsoft", "failsoft-low", "failsoft-high",
                                    "pvs",       "pvs-hard", "pvs-value",    "negascout"};

/* Searches the case with one window, to smaller depths before if it is to be deepened. False: it is
   too large for the slow search, or for the table. */
static bool check_window(abs_worker *w, int a, int b)
{
    const void *p = drawn.p.root.position;
    abs_worker_prepare(w, &drawn.p.root, &drawn.config);
    for (int d = drawn.config.deepening ? 1 : drawn.depth; d <= drawn.depth; d++) {
        slow.iteration = w->search.iteration = d;
        const int value = look(p, a, b, d, 0, false);
        if (slow.n.nodes > NODES_MAX)
            return false;
        const int found = domain->search(&w->search, p, a, b, d);
        if (w->search.n.tt_replaced > 0)
            return false;
        if (found != value)
            fail_msg("%s of %s to depth %d (%d, %d): %d, not %d", drawn.core, domain->name, d, a, b,
                     found, value);
        assert_int_equal(w->search.best == ABS_NO_MOVE ? -1 : (int)w->search.best, slow.best);
    }
    check_counts(&w->search.n);
    return true;
}

TEST(windows_are_as_defined)
{
    abs_worker *w = abs_worker_new();
    int checked = 0;
    for (int i = 0; i < test_amount(CASES); i++) {
        draw_case(cores[i % COUNT_OF(cores)]);
        int a = -ABS_INFINITY, b = ABS_INFINITY;
        if (draw(0, 3) > 0) {
            a = domain->evaluate(rules, drawn.p.root.position, 0) + draw(-60, 60);
            b = a + (draw(0, 1) ? 1 : draw(2, 50));
        }
        checked += check_window(w, a, b);
        test_close(&drawn.p);
    }
    abs_worker_free(w);
    assert_true(checked > test_amount(CASES) / 3);
    for (size_t i = 0; i < COUNT_OF(met); i++)
        if (met[i] <= 20)
            fail_msg("count %zu is met only %llu times", i, (unsigned long long)met[i]);
}

TEST(rare_cases_are_as_defined)
{
    abs_worker *w = abs_worker_new();
    for (size_t i = 0; i < COUNT_OF(rare) * COUNT_OF(cores); i++) {
        const size_t k = i / COUNT_OF(cores);
        test_open(&drawn.p, "chess", rare[k].text, 0);
        abs_config c = test_plain(cores[i % COUNT_OF(cores)], rare[k].depth);
        c.select = rare[k].select;
        c.eval = (abs_evaluation){ABS_EVAL_HEURISTIC, 0, 60};
        for (int a = -800; a <= 800; a += 100) {
            set_case(c, rare[k].depth);
            assert_true(check_window(w, a, a + 1));
        }
        test_close(&drawn.p);
    }
    abs_worker_free(w);
}

/* ---- drivers --------------------------------------------------------------------------------- */

typedef struct {
    int value, passes;
    int64_t lo, hi;
} outcome;

static int pass(outcome *o, int64_t a, int64_t b, int depth)
{
    const int64_t inf = ABS_INFINITY;
    a = a < -inf ? -inf : a;
    b = b > inf ? inf : b;
    const int s = look(drawn.p.root.position, (int)a, (int)b, depth, 0, false);
    o->passes++;
    o->value = s;
    if (s > a && s > o->lo) /* it is at least s: s >= b, or it is s */
        o->lo = s;
    if (s < b && s < o->hi)
        o->hi = s;
    return s;
}

static outcome drive_mtdf(int g)
{
    outcome o = {.lo = -ABS_INFINITY, .hi = ABS_INFINITY};
    while (o.lo < o.hi) {
        const int64_t beta = g == o.lo ? g + 1 : g;
        g = pass(&o, beta - 1, beta, drawn.depth);
    }
    return o;
}

static outcome drive_gradual(int g, int64_t w, bool less)
{
    outcome o = {.lo = -ABS_INFINITY, .hi = ABS_INFINITY};
    int64_t low = w, high = w;
    for (int fails = 0; o.lo < o.hi;) {
        const int depth = drawn.depth - (less ? (fails < 3 ? fails : 3) : 0);
        const int64_t a = g - low, b = g + high;
        const int s = pass(&o, a, b, depth > 1 ? depth : 1);
        low *= s <= a ? 2 : 1;
        high *= s >= b ? 2 : 1;
        fails += s >= b;
    }
    return o;
}

TEST(drivers_end_where_bounds_cross)
{
    static const char *const algos[] = {"mtdf", "mtdf+pvs", "aspiration", "aspiration+pvs",
                                        "aspiration+negascout"};
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    uint64_t crossed = 0, less_deep = 0;
    for (int i = 0; i < test_amount(CASES); i++) {
        draw_case(algos[i % 5]);
        abs_config *c = &drawn.config;
        c->widen = ABS_WIDEN_GRADUAL;
        c->deepening = false;
        c->fail_high_less = i % 5 > 1 && draw(0, 1);
        c->guess = (abs_guess){ABS_GUESS_NUMBER, draw(-60, 60)};
        const outcome o = i % 5 < 2 ? drive_mtdf(c->guess.number)
                                    : drive_gradual(c->guess.number, 10, c->fail_high_less);
        if (slow.n.nodes <= NODES_MAX) {
            abs_run(w, &drawn.p.root, c, true, &row);
            assert_int_equal(row.status, ABS_STATUS_OK);
        }
        if (slow.n.nodes <= NODES_MAX && row.n.tt_replaced == 0) {
            if (row.value != o.value || row.pass_count != (size_t)o.passes)
                fail_msg("case %d: %s of %s to depth %d: %d in %zu passes, not %d in %d", i,
                         algos[i % 5], domain->name, drawn.depth, row.value, row.pass_count,
                         o.value, o.passes);
            check_counts(&row.n);
            assert_int_equal(row.n.crossed, o.lo > o.hi);
            assert_true(row.best_move_optimal == ABS_UNKNOWN || !config_selects(c));
            crossed += row.n.crossed;
            less_deep += c->fail_high_less && row.fail_high > 0;
        }
        test_close(&drawn.p);
    }
    abs_row_free(&row);
    abs_worker_free(w);
    assert_true(crossed > 2 && less_deep > 5);
}

static int setup(void **state)
{
    (void)state;
    quiet_worker = abs_worker_new();
    return quiet_worker == NULL;
}

static int teardown(void **state)
{
    (void)state;
    abs_worker_free(quiet_worker);
    return 0;
}

RUN_TESTS(setup, teardown, NULL)
