/*
 * unit_selection.c -- selection (null moves, late move reductions, checks that cost no depth) and a
 * ply less after a fail-high, against a slow search written from their definitions: works by the
 * texts of positions alone, knows no table, no ordering and nothing of the core. To the node: work,
 * null nodes, values, best moves, every counter; on trees, chess, xiangqi, and Othello with passes
 * that cost no depth; every core, several drivers.
 */
#include "amount.h"
#include "helpers.h"

#include <ctype.h>

enum { CASES = 3000, NODES_MAX = 4000, SIZE = 256 };

/* ---- what a position's text says ------------------------------------------------------------- */

static const abs_domain *domain;
static void *rules;
static abs_worker *quiet_worker;

static bool is_game_of_pieces(void)
{
    return strcmp(domain->name, "chess") == 0 || strcmp(domain->name, "xiangqi") == 0;
}

/* The position with the other side to move; false: that side could then take the king. */
static bool turn(const void *p, void *turned)
{
    char text[ABS_TEXT_MAX], board[200], side, rest[20], ep[20];
    abs_error error;
    domain->print(rules, p, text, sizeof text);
    assert_true(sscanf(text, "%199s %c %19s %19s", board, &side, rest, ep) == 4);
    const bool chess = strcmp(domain->name, "chess") == 0;
    snprintf(text, sizeof text, "%s %c %s - 0 1", board, side == 'w' ? 'b' : 'w',
             chess ? rest : "-");
    return domain->parse(rules, text, turned, &error);
}

static bool in_check(const void *p)
{
    uint8_t turned[SIZE];
    return is_game_of_pieces() && !turn(p, turned);
}

/* How many of these letters the side to move has, or with `other` the other one. */
static int count_pieces(const void *p, const char *letters, bool other)
{
    char text[ABS_TEXT_MAX];
    int count = 0;
    domain->print(rules, p, text, sizeof text);
    const bool white = (strchr(text, ' ')[1] == 'w') != other;
    for (const char *c = text; *c != ' '; c++)
        count += isalpha((unsigned char)*c) && (isupper((unsigned char)*c) != 0) == white &&
                 strchr(letters, tolower((unsigned char)*c)) != NULL;
    return count;
}

static bool may_pass(const void *p)
{
    return is_game_of_pieces() &&
           count_pieces(p, strcmp(domain->name, "chess") == 0 ? "nbrq" : "rcnh", false) > 0;
}

/* Neither a capture nor a promotion leads from one to the other. */
static bool is_quiet(const void *p, const void *child)
{
    const char *all = "abcdefghijklmnopqrstuvwxyz";
    return !is_game_of_pieces() ||
           (count_pieces(p, all, true) == count_pieces(child, all, false) &&
            (strcmp(domain->name, "xiangqi") == 0 ||
             count_pieces(p, "p", false) == count_pieces(child, "p", true)));
}

/* ---- the slow search ------------------------------------------------------------------------- */

static struct {
    const char *core;
    int null, lmr, iteration;
    bool check, quiescence;
    uint64_t nodes, qnodes, null_nodes, leaves, null_searches, null_cutoffs, extensions, reduced,
        reduced_again, researches;
    int best; /* at the root */
} slow;

static bool is_core(const char *names)
{
    char sought[40];
    snprintf(sought, sizeof sought, " %s ", slow.core);
    return strstr(names, sought) != NULL;
}

static int look(const void *p, int a, int b, int d, int ply, bool passed);

/* The quiescence search, which is tested elsewhere. */
static int quiet_value(const void *p, int a, int b)
{
    abs_search *s = &quiet_worker->search;
    const uint64_t before = s->n.qnodes;
    const int value = domain->search(s, p, a, b, 0);
    slow.qnodes += s->n.qnodes - before;
    return value;
}

/* Move number i, from 1, searched as the core does without reductions. */
static int by_core(const void *child, int a, int b, int d, int below, int ply, int i)
{
    if (i == 1 || !is_core(" pvs pvs-value negascout "))
        return -look(child, -b, -a, below, ply + 1, false);
    int s = -look(child, -a - 1, -a, below, ply + 1, false);
    const int exact = slow.quiescence || (slow.check && is_game_of_pieces()) ? 0
                      : is_core(" pvs-value ")                               ? 1
                      : is_core(" negascout ") ? (abs_free_passes(domain, rules) ? 1 : 2)
                                               : 0;
    if (a < s && s < b && d > exact) {
        slow.researches++;
        s = -look(child, -b, is_core(" pvs ") ? -a : -s, below, ply + 1, false);
    }
    return s;
}

static int look(const void *p, int a, int b, int d, int ply, bool passed)
{
    uint8_t child[SIZE];
    slow.nodes++;
    slow.null_nodes += b == a + 1;
    if (slow.nodes > NODES_MAX)
        return 0;
    const unsigned moves = d > 0 ? domain->count_moves(rules, p) : 0;
    if (moves == 0) {
        slow.leaves++;
        return d == 0 && slow.quiescence ? quiet_value(p, a, b) : domain->evaluate(rules, p, d);
    }
    const bool checked = in_check(p);
    if (slow.null > 0 && ply > 0 && b == a + 1 && !checked && !passed && may_pass(p) &&
        domain->evaluate(rules, p, 0) >= b) {
        assert_true(turn(p, child));
        slow.null_searches++;
        const int r = d - 1 - slow.null;
        const int s = -look(child, -b, 1 - b, r > 0 ? r : 0, ply + 1, true);
        if (s >= b) {
            slow.null_cutoffs++;
            return is_core(" alphabeta failsoft-low ") ? b : s;
        }
    }
    int best = is_core(" alphabeta failsoft-high ") ? a : -ABS_INFINITY, which = -1;
    for (unsigned m = 0; m < moves; m++) {
        const int i = (int)m + 1;
        domain->apply(rules, p, m, child);
        const bool gives = in_check(child);
        int below = d - domain->cost(rules, p, m);
        if (slow.check && gives && ply < 2 * slow.iteration && ply + d < 128) {
            slow.extensions++;
            below = d;
        }
        int s;
        bool known = false;
        if (slow.lmr > 0 && i >= slow.lmr && d >= 3 && !checked && !gives && is_quiet(p, child)) {
            slow.reduced++;
            s = -look(child, -a - 1, -a, i >= 4 * slow.lmr && d >= 5 ? d - 3 : d - 2, ply + 1,
                      false);
            known = s <= a;
            slow.reduced_again += s > a;
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
    return best > b && is_core(" alphabeta failsoft-low ") ? b : best;
}

/* The same of a pass at the root. */
static int slow_pass(const void *p, int a, int b, int d)
{
    slow.best = -1;
    return look(p, a, b, d, 0, false);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static uint64_t draws = 2026;

static int draw(int low, int high)
{
    return low + (int)test_random(&draws, (uint64_t)(high - low + 1));
}

/* A random position of a game, some plies from its start, or from what few pieces are left of one:
   pawns alone, cannons alone. */
static void play(test_position *p, int most)
{
    uint8_t child[SIZE];
    for (int plies = draw(0, most); plies > 0; plies--) {
        const unsigned moves = p->root.domain->count_moves(p->rules, p->root.position);
        if (moves == 0)
            break;
        p->root.domain->apply(p->rules, p->root.position, (unsigned)test_random(&draws, moves),
                              child);
        memcpy((void *)p->root.position, child, p->root.domain->position_size);
    }
}

static const char *open_case(test_position *p, int *depth)
{
    static const char *const trees[] = {
        "uniform:b=2..9,range=100", "uniform:b=14,range=30", "incremental:b=5,step=10",
        "ordered:b=12,range=200,gap=30,first=70,quarter=90,noise=40"};
    const int kind = draw(0, 10);
    if (kind < 4)
        test_open(p, trees[kind], NULL, (uint64_t)draw(1, 100000));
    else if (kind == 10)
        test_open(p, "othello:pass=free",
                  draw(0, 1) ? "start"
                             : "OOOOOXX-O-OOXXXXOOOOXOOOXOXXOX-XOOXOXOXXOOOXOOXXOOXXOOOXOXXXXXX- X",
                  0);
    else
        test_open(p, kind % 2 ? "chess" : "xiangqi",
                  draw(0, 3) > 0 ? "start"
                  : kind % 2     ? "4k3/pp3pp1/8/2p1P3/3P4/8/PP3PPP/4K3 w - - 0 1"
                                 : "3ak4/4a4/4c4/2P5p/9/9/P6p1/4C4/4A4/3AK4 w - - 0 1",
                  0);
    if (kind >= 4)
        play(p, kind == 10 ? 58 : 70);
    *depth = kind < 4 ? draw(3, 6) : draw(2, 4);
    domain = p->root.domain;
    rules = p->rules;
    return domain->name;
}

static abs_config draw_config(const char *core, int depth)
{
    abs_config c = test_plain(core, depth);
    const unsigned null = ABS_SELECT_NULL | (unsigned)draw(1, 3) << ABS_SELECT_PLIES;
    const unsigned lmr = ABS_SELECT_LMR | (unsigned)draw(2, 5) << ABS_SELECT_FROM;
    unsigned select = (draw(0, 1) ? null : 0) | (draw(0, 1) ? lmr : 0) |
                      (draw(0, 1) ? (unsigned)ABS_SELECT_CHECK : 0);
    if (select == 0)
        select = null | lmr | ABS_SELECT_CHECK;
    c.select = config_select_within(select, abs_selects(domain, rules));
    slow.null = c.select & ABS_SELECT_NULL ? (int)(c.select >> ABS_SELECT_PLIES & 255) : 0;
    slow.lmr = c.select & ABS_SELECT_LMR ? (int)(c.select >> ABS_SELECT_FROM) : 0;
    slow.check = (c.select & ABS_SELECT_CHECK) != 0;
    c.quiescence = domain->has_quiescence && draw(0, 3) == 0;
    if (is_game_of_pieces() && draw(0, 1)) /* else two passes in a row would hardly ever pay */
        c.eval = (abs_evaluation){ABS_EVAL_HEURISTIC, draw(0, 40), draw(-80, 80)};
    config_apply_eval(&c, rules);
    slow.iteration = depth;
    slow.quiescence = c.quiescence;
    return c;
}

static void forget_counts(void)
{
    slow.nodes = slow.qnodes = slow.null_nodes = slow.leaves = slow.null_searches = 0;
    slow.null_cutoffs = slow.extensions = slow.reduced = slow.reduced_again = slow.researches = 0;
}

static void check_counts(const abs_counters *n, const char *name)
{
    const uint64_t counted[] = {
        n->nodes,         n->qnodes,       abs_leaves(n), n->null_nodes, n->interior_researches,
        n->null_searches, n->null_cutoffs, n->extensions, n->reduced,    n->reduced_again};
    const uint64_t expected[] = {slow.nodes,        slow.qnodes,     slow.leaves,
                                 slow.null_nodes,   slow.researches, slow.null_searches,
                                 slow.null_cutoffs, slow.extensions, slow.reduced,
                                 slow.reduced_again};
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
        if (counted[i] != expected[i])
            fail_msg("%s: count %zu is %llu, not %llu", name, i, (unsigned long long)counted[i],
                     (unsigned long long)expected[i]);
}

static uint64_t met[8]; /* sums, that no case is idle */

static void see_counts(void)
{
    met[0] += slow.null_searches;
    met[1] += slow.null_cutoffs;
    met[2] += slow.extensions;
    met[3] += slow.reduced;
    met[4] += slow.reduced_again;
    met[5] += slow.researches;
}

/* One search with one window. */
TEST(windows_are_as_defined)
{
    static const char *const cores[] = {"alphabeta", "failsoft",  "failsoft-low", "failsoft-high",
                                        "pvs",       "pvs-value", "negascout"};
    abs_worker *w = abs_worker_new();
    int checked = 0;
    for (int i = 0; i < test_amount(CASES); i++) {
        test_position p;
        int depth;
        const char *name = open_case(&p, &depth);
        slow.core = cores[i % 7];
        const abs_config c = draw_config(slow.core, depth);
        int a = -ABS_INFINITY, b = ABS_INFINITY;
        if (draw(0, 3) > 0) {
            a = domain->evaluate(rules, p.root.position, 0) + draw(-60, 60);
            b = a + (draw(0, 1) ? 1 : draw(2, 50));
        }
        abs_config plain = test_plain("failsoft", 0);
        plain.quiescence = c.quiescence;
        plain.eval = c.eval;
        abs_worker_prepare(quiet_worker, &p.root, &plain);
        forget_counts();
        const int value = slow_pass(p.root.position, a, b, depth);
        if (slow.nodes <= NODES_MAX) {
            abs_worker_prepare(w, &p.root, &c);
            w->search.iteration = depth;
            const int found = domain->search(&w->search, p.root.position, a, b, depth);
            if (found != value)
                fail_msg("case %d: %s of %s to depth %d (%d, %d): %d, not %d", i, slow.core, name,
                         depth, a, b, found, value);
            check_counts(&w->search.n, name);
            assert_int_equal(w->search.best == ABS_NO_MOVE ? -1 : (int)w->search.best, slow.best);
            see_counts();
            checked++;
        }
        test_close(&p);
    }
    abs_worker_free(w);
    assert_true(checked > test_amount(CASES) / 3);
    for (int i = 0; i < 6; i++)
        assert_true(met[i] > 20);
}

/* ---- drivers --------------------------------------------------------------------------------- */

typedef struct {
    int value, passes, crossed;
    int64_t lo, hi;
} outcome;

static int proves(outcome *o, const void *p, int64_t a, int64_t b, int depth)
{
    const int64_t inf = ABS_INFINITY;
    a = a < -inf ? -inf : a;
    b = b > inf ? inf : b;
    const int s = slow_pass(p, (int)a, (int)b, depth);
    o->passes++;
    o->value = s;
    if (s > a && s > o->lo) /* it is at least s: s >= b, or it is s */
        o->lo = s;
    if (s < b && s < o->hi)
        o->hi = s;
    o->crossed = o->lo > o->hi;
    return s;
}

static outcome drive_mtdf(const void *p, int g, int depth)
{
    outcome o = {.lo = -ABS_INFINITY, .hi = ABS_INFINITY};
    while (o.lo < o.hi) {
        const int64_t beta = g == o.lo ? g + 1 : g;
        g = proves(&o, p, beta - 1, beta, depth);
    }
    return o;
}

static outcome drive_gradual(const void *p, int g, int w, int depth, bool less)
{
    outcome o = {.lo = -ABS_INFINITY, .hi = ABS_INFINITY};
    int64_t low = w, high = w;
    for (int fails = 0;;) {
        const int cut = less ? (fails < 3 ? fails : 3) : 0;
        const int to = depth - cut > 1 ? depth - cut : 1;
        const int64_t a = g - low, b = g + high;
        const int s = proves(&o, p, a, b, to);
        if (o.lo >= o.hi)
            return o;
        if (s <= a)
            low *= 2;
        else
            high *= 2;
        fails += s >= b;
    }
}

TEST(drivers_end_where_bounds_cross)
{
    static const char *const algos[] = {"mtdf", "mtdf+pvs", "aspiration", "aspiration+pvs",
                                        "aspiration+negascout"};
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    uint64_t crossed = 0, less_deep = 0;
    for (int i = 0; i < test_amount(CASES); i++) {
        test_position p;
        int depth;
        const char *name = open_case(&p, &depth);
        const char *algo = algos[i % 5], *core = strchr(algo, '+');
        slow.core = core != NULL ? core + 1 : "failsoft";
        const bool less = i % 5 > 1 && draw(0, 1);
        abs_config c = draw_config(algo, depth);
        c.widen = ABS_WIDEN_GRADUAL;
        c.fail_high_less = less;
        c.guess = (abs_guess){ABS_GUESS_NUMBER, draw(-60, 60)};
        abs_config plain = test_plain("failsoft", 0);
        plain.quiescence = c.quiescence;
        plain.eval = c.eval;
        abs_worker_prepare(quiet_worker, &p.root, &plain);
        forget_counts();
        const outcome o = i % 5 < 2
                              ? drive_mtdf(p.root.position, c.guess.number, depth)
                              : drive_gradual(p.root.position, c.guess.number, 10, depth, less);
        if (slow.nodes <= NODES_MAX) {
            abs_run(w, &p.root, &c, true, &row);
            assert_int_equal(row.status, ABS_STATUS_OK);
            if (row.value != o.value || row.pass_count != (size_t)o.passes)
                fail_msg("case %d: %s of %s to depth %d: %d in %zu passes, not %d in %d", i, algo,
                         name, depth, row.value, row.pass_count, o.value, o.passes);
            check_counts(&row.n, name);
            assert_int_equal(row.n.crossed, o.crossed);
            assert_true(row.best_move_optimal == ABS_UNKNOWN || !config_selects(&c));
            crossed += row.n.crossed;
            less_deep += less && row.fail_high > 0;
        }
        test_close(&p);
    }
    abs_row_free(&row);
    abs_worker_free(w);
    assert_true(crossed > 2 && less_deep > 5);
}

/* ---- texts ----------------------------------------------------------------------------------- */

TEST(texts_are_read_as_written)
{
    static const char *const same[] = {"none", "null:3", "null:2,check,lmr:7", "check,lmr:4",
                                       "check"};
    static const char *const wrong[] = {"",         "null:-1", "null:101", "lmr:1",
                                        "lmr:1025", "check:1", "null,,",   "nul",
                                        "null,",    "lmr,lmr", "none,lmr", "null:3x"};
    const config_field *f = &config_fields[CONFIG_select];
    abs_error error;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char text[CONFIG_WORD_MAX];
        abs_config c = {.depth = 0};
        int64_t number = -1;
        assert_true(config_select_parse("select", same[i], &number, &error));
        config_set(f, &c, number);
        config_value(f, &c, text, sizeof text);
        assert_string_equal(text, same[i]);
    }
    int64_t one, other;
    assert_true(config_select_parse("select", "check,lmr,null", &one, &error));
    assert_true(config_select_parse("select", "null:3,check,lmr:4", &other, &error));
    assert_true(one == other);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (config_select_parse("select", wrong[i], &one, &error))
            fail_msg("'%s' is taken", wrong[i]);
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
