/*
 * unit_selection.c -- selection (null moves, late move reductions, checks that cost no depth) and a
 * ply less after a fail-high, against a slow search written from their definitions: works by the
 * texts of positions alone, knows no table, no ordering and nothing of the core. To the node: work,
 * null nodes, values, best moves, every counter; on trees, chess, xiangqi, and Othello with passes
 * that cost no depth; every core, several drivers.
 */
#include "searched.h"

#include <ctype.h>

enum { CASES = 3000, NODES_MAX = 4000, SIZE = 256 };

/* ---- what a position's text says ------------------------------------------------------------- */

static const abs_domain *domain;
static void *rules;

static bool is_of(const char *game)
{
    return strcmp(domain->name, game) == 0;
}

static bool is_game_of_pieces(void)
{
    return is_of("chess") || is_of("xiangqi");
}

/* The position with the other side to move; false: that side could then take the king. */
static bool turn(const void *p, void *turned)
{
    char text[ABS_TEXT_MAX], board[200], side, rights[20];
    abs_error error;
    domain->print(rules, p, text, sizeof text);
    assert_true(sscanf(text, "%199s %c %19s", board, &side, rights) == 3);
    snprintf(text, sizeof text, "%s %c %s - 0 1", board, side == 'w' ? 'b' : 'w', rights);
    return domain->parse(rules, text, turned, &error);
}

static bool in_check(const void *p)
{
    uint8_t turned[SIZE];
    return is_game_of_pieces() && !turn(p, turned);
}

/* How many of these letters the board has. */
static int count_pieces(const void *p, const char *letters)
{
    char text[ABS_TEXT_MAX];
    int count = 0;
    domain->print(rules, p, text, sizeof text);
    for (const char *c = text; *c != ' '; c++)
        count += strchr(letters, *c) != NULL;
    return count;
}

static bool may_pass(const void *p)
{
    char text[ABS_TEXT_MAX];
    if (!is_game_of_pieces())
        return false;
    domain->print(rules, p, text, sizeof text);
    const bool white = strchr(text, ' ')[1] == 'w';
    return count_pieces(p, is_of("chess") ? white ? "NBRQ" : "nbrq" : white ? "RCNH" : "rcnh") > 0;
}

/* Neither a capture nor a promotion leads from one to the other. */
static bool is_quiet(const void *p, const void *child)
{
    const char *all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return !is_game_of_pieces() || (count_pieces(p, all) == count_pieces(child, all) &&
                                    count_pieces(p, "pP") == count_pieces(child, "pP"));
}

/* ---- the slow search ------------------------------------------------------------------------- */

/* The position, and how it is searched. */
static struct {
    test_position p;
    abs_config config;
    const char *core;
    int depth, null, lmr;
    bool check;
} drawn;

/* What the slow search finds. */
static struct {
    abs_counters n;
    int best; /* at the root */
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
    const int exact = drawn.config.quiescence || (drawn.check && is_game_of_pieces()) ? 0
                      : is_core(" pvs-value ")                                        ? 1
                      : is_core(" negascout ") ? (abs_free_passes(domain, rules) ? 1 : 2)
                                               : 0;
    if (a < s && s < b && d > exact) {
        slow.n.interior_researches++;
        s = -look(child, -b, is_core(" pvs pvs-hard ") ? -a : -s, below, ply + 1, false);
    }
    return s;
}

static int look(const void *p, int a, int b, int d, int ply, bool passed)
{
    uint8_t child[SIZE];
    slow.n.nodes++;
    slow.n.null_nodes += b == a + 1;
    if (slow.n.nodes > NODES_MAX)
        return 0;
    const unsigned moves = d > 0 ? domain->count_moves(rules, p) : 0;
    if (moves == 0)
        return d == 0 && drawn.config.quiescence ? quiet_value(p, a, b)
                                                 : domain->evaluate(rules, p, d);
    slow.n.interior++;
    const bool checked = in_check(p);
    if (drawn.null > 0 && ply > 0 && b == a + 1 && !checked && !passed && may_pass(p) &&
        domain->evaluate(rules, p, 0) >= b) {
        assert_true(turn(p, child));
        slow.n.null_searches++;
        const int r = d - 1 - drawn.null;
        const int s = -look(child, -b, 1 - b, r > 0 ? r : 0, ply + 1, true);
        if (s >= b) {
            slow.n.null_cutoffs++;
            return is_core(" alphabeta pvs-hard failsoft-low ") ? b : s;
        }
    }
    int best = is_core(" alphabeta pvs-hard failsoft-high ") ? a : -ABS_INFINITY, which = -1;
    for (unsigned m = 0; m < moves; m++) {
        const int i = (int)m + 1;
        domain->apply(rules, p, m, child);
        const bool gives = in_check(child);
        int below = d - domain->cost(rules, p, m);
        if (drawn.check && gives && ply < 2 * drawn.depth && ply + d < 128) {
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
        if (best >= b)
            break;
        if (best > a)
            a = best;
    }
    if (ply == 0)
        slow.best = which;
    return best > b && is_core(" alphabeta pvs-hard failsoft-low ") ? b : best;
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
    drawn.null = c.select & ABS_SELECT_NULL ? (int)(c.select >> ABS_SELECT_PLIES & 255) : 0;
    drawn.lmr = c.select & ABS_SELECT_LMR ? (int)(c.select >> ABS_SELECT_FROM) : 0;
    drawn.check = (c.select & ABS_SELECT_CHECK) != 0;
    memset(&slow, 0, sizeof slow);
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
    unsigned select = (draw(0, 1) ? null : 0) | (draw(0, 1) ? lmr : 0) |
                      (draw(0, 1) ? (unsigned)ABS_SELECT_CHECK : 0);
    if (select == 0)
        select = null | lmr | ABS_SELECT_CHECK;
    c.select = config_select_within(select, abs_selects(domain, drawn.p.rules));
    c.quiescence = domain->has_quiescence && draw(0, 3) == 0;
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
    offsetof(abs_counters, reduced),       offsetof(abs_counters, reduced_again)};
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

/* One search of the case with one window. False: it is too large for the slow search. */
static bool check_window(abs_worker *w, int a, int b)
{
    const void *p = drawn.p.root.position;
    const int value = look(p, a, b, drawn.depth, 0, false);
    if (slow.n.nodes > NODES_MAX)
        return false;
    abs_worker_prepare(w, &drawn.p.root, &drawn.config);
    w->search.iteration = drawn.depth;
    const int found = domain->search(&w->search, p, a, b, drawn.depth);
    if (found != value)
        fail_msg("%s of %s to depth %d (%d, %d): %d, not %d", drawn.core, domain->name, drawn.depth,
                 a, b, found, value);
    check_counts(&w->search.n);
    assert_int_equal(w->search.best == ABS_NO_MOVE ? -1 : (int)w->search.best, slow.best);
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
        assert_true(met[i] > 20);
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
        c->fail_high_less = i % 5 > 1 && draw(0, 1);
        c->guess = (abs_guess){ABS_GUESS_NUMBER, draw(-60, 60)};
        const outcome o = i % 5 < 2 ? drive_mtdf(c->guess.number)
                                    : drive_gradual(c->guess.number, 10, c->fail_high_less);
        if (slow.n.nodes <= NODES_MAX) {
            abs_run(w, &drawn.p.root, c, true, &row);
            assert_int_equal(row.status, ABS_STATUS_OK);
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
