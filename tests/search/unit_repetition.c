/*
 * unit_repetition.c -- positions of the game before the root are draws below it, against a slow
 * minimax that keeps the game as texts: in positions with moves, the value of every sound search
 * with drawn settings, and the counts of minimax.
 */
#include "engine/engine.h"
#include "every_setting.h"

enum { TRIES = 2, WORK_MAX = 30000, PAST = 16, SIZE = 256 };

/* The moves of each game give up castling, give up a capture en passant, come to the root again or
   only nearly, or leave a side that is lost a way back. */
static const struct {
    const char *game, *fen, *moves;
    int depth;
    bool repeats; /* a search to that depth meets positions of the game */
} games[] = {
    {"chess", "start", "g1f3 g8f6 f3g1", 2, true},
    {"chess", "start", "g1f3 g8f6 f3g1 f6g8 a2a3", 2, false},
    {"chess", "8/8/8/3k4/8/4P3/4K3/8 w - - 0 1", "e2d2 d5e5 d2e2 e5d5 e2d2", 4, true},
    {"chess", "8/8/8/3k4/8/4P3/4K3/8 w - - 0 1", "", 4, false},
    {"chess", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "a1b1 h8g8 b1a1", 2, false},
    {"chess", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1", 3, true},
    {"chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8d8 e1d1 d8e8", 1, false},
    {"chess", "7k/8/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "d1d4 h8g8 d4d1 g8h8 d1d4", 3, true},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "a1a2 e10e9 a2a1", 3, true},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "a1a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9", 3,
     true},
    {"xiangqi", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "a1a2", 2, false},
};

/* Whether it moves a bound from infinity, a point a pass: up to 12 million positions here. Its core
   is searched by other drivers. */
static bool is_endless(const abs_algo *algo)
{
    return abs_algo_crawls(algo) && (algo->driver == ABS_SSS || algo->driver == ABS_DUAL);
}

static const abs_domain *domain;
static void *rules;
static char past[PAST][ABS_TEXT_MAX]; /* the game before the root .. */
static uint64_t keys[PAST];           /* .. and what the search is told of it */
static unsigned plies, met;
static abs_counters n;
static abs_worker *fast, *still; /* the search, and the quiescence search at its leaves */

static bool has_been(const void *p)
{
    char text[ABS_TEXT_MAX];
    domain->print(rules, p, text, sizeof text);
    *strrchr(text, ' ') = '\0'; /* the clocks, of which a position keeps none */
    for (unsigned i = 0; i < plies; i++)
        if (strcmp(text, past[i]) == 0)
            return true;
    return false;
}

static int slow(const void *p, int depth, int ply)
{
    uint8_t child[SIZE];
    int best = -ABS_INFINITY;
    const unsigned count = domain->count_moves(rules, p);
    n.nodes++;
    if (ply > 0 && has_been(p)) {
        met++;
        return 0;
    }
    if (depth == 0)
        return domain->search(&still->search, p, -ABS_INFINITY, ABS_INFINITY, 0);
    if (count == 0)
        return domain->evaluate(still->rules, p, depth);
    n.interior++;
    for (unsigned i = 0; i < count; i++) {
        domain->apply(rules, p, i, child);
        const int value = -slow(child, depth - 1, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

static void play(test_position *p, const char *game, const char *fen, const char *moves)
{
    char line[200], *rest = line;
    uint8_t child[SIZE];
    test_open(p, game, fen, 0);
    domain = p->root.domain;
    rules = p->rules;
    assert_true(domain->position_size <= SIZE);
    snprintf(line, sizeof line, "%s", moves);
    for (plies = 0; *rest != '\0'; plies++) {
        const unsigned move = uci_read_move(domain, rules, p->root.position, uci_word(&rest), 1);
        assert_true(move != ABS_NO_MOVE && plies < PAST);
        domain->print(rules, p->root.position, past[plies], sizeof past[plies]);
        *strrchr(past[plies], ' ') = '\0';
        keys[plies] = domain->key(rules, p->root.position);
        domain->apply(rules, p->root.position, move, child);
        memcpy(p->root.position, child, domain->position_size);
    }
}

/* Holds one search against minimax; false if it takes too much work. */
static bool agrees(const test_position *p, const abs_config *c)
{
    abs_row row = {0};
    fast->memo.rules = NULL;
    fast->search.past = keys;
    fast->search.past_count = plies;
    abs_run(fast, &p->root, c, false, &row);
    const bool whole = row.status == ABS_STATUS_OK;
    if (whole) {
        abs_worker_prepare(still, &p->root, c);
        n = (abs_counters){0};
        const int value = slow(p->root.position, c->depth, 0);
        if (row.lower ? row.value > value : row.value != value)
            fail_msg("%s after %u moves: %s finds %d, and not %d", p->spec, plies, c->algo.name,
                     row.value, value);
        if (c->algo.core->core.minimax && !c->deepening) {
            assert_int_equal(row.n.nodes, n.nodes);
            assert_int_equal(row.n.interior, n.interior);
        }
    }
    abs_row_free(&row);
    return whole;
}

TEST(positions_of_the_game_are_draws)
{
    abs_algo algos[EVERY_ALGOS];
    const unsigned count = every_algo(algos);
    uint64_t random = 1;
    unsigned compared = 0;
    fast = abs_worker_new();
    still = abs_worker_new();
    for (size_t game = 0; game < sizeof games / sizeof games[0]; game++) {
        test_position p;
        play(&p, games[game].game, games[game].fen, games[game].moves);
        met = 0;
        for (unsigned i = 0; i < count; i++)
            for (int tries = 0; tries < TRIES && !is_endless(&algos[i]); tries++) {
                abs_config c;
                const int depth = 1 + (int)test_random(&random, (uint64_t)games[game].depth);
                const bool usable = setting_draw(&p, &algos[i], depth, &random, &c);
                c.select = 0;
                c.fail_high_less = false;
                c.tt_mode = ABS_TT_EXACT;
                c.node_limit = WORK_MAX;
                if (tries == 0 && algos[i].core->limit == ABS_LIMIT_NONE) /* the bare search */
                    c = test_plain(algos[i].name, depth);
                if (usable && config_has_sound_value(&c))
                    compared += agrees(&p, &c);
            }
        if ((met > 0) != games[game].repeats)
            fail_msg("%s %s: met %u", games[game].fen, games[game].moves, met);
        test_close(&p);
    }
    assert_true(compared > 500);
    abs_worker_free(fast);
    abs_worker_free(still);
}

RUN_TESTS(NULL, NULL, NULL)
