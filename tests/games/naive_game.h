/*
 * naive_game.h -- one test for all games: the program's game against a slow one that shares nothing
 * with it, at every ply of random games, on boards that no game comes to, and from the positions of
 * cases.tsv, which has what is published or worked out by hand.
 *
 * Who includes it says before
 *     GAME                                    the game's name
 *     naive                                   a position
 *     GAME_MOVES                              the most moves it has
 *     naive game_read(text)                   of a text that the game has printed
 *     void game_write(n, text)                as the game prints it, ABS_TEXT_MAX bytes
 *     int game_children(n, naive_child *)     all moves, in the game's order; chess: in any
 *     int game_worth(n, moves, depth)         the evaluation, or GAME_UNKNOWN
 *     bool game_image(n, i, naive *)          the i-th position of equal value; false: no more
 *     void game_random(random, naive *)       any board
 *     void game_more(n, p, list, count)       what only this game has
 *     GAME_NOISY                              defined: it has quiescence, and is compiled in here
 *     GAME_KINGS                              defined: it has
 *         bool game_checked(n)                    checks, where all moves are noisy
 *         int game_gain(n, child)                 exchanges: what a noisy move wins
 *     GAME_PLIES, GAME_BOARDS                 how many are tried in make check-long
 *     GAME_SOLVED                             defined: answers as deep as that are searched for
 */
#ifndef NAIVE_GAME_H
#define NAIVE_GAME_H

#include "search/searched.h"

#define GAME_PASTE(a, b) a##_##b
#define GAME_NAME(a, b) GAME_PASTE(a, b)
#define GAME_(name) GAME_NAME(GAME, name) /* a function of the game's own file */

#ifndef GAME_NOISY
extern const abs_domain GAME_(domain);
#endif
static const abs_domain *const D = &GAME_(domain);

enum { GAME_UNKNOWN = INT32_MAX, GAME_LENGTH = 250 };

typedef struct {
    naive after;
    char text[48];
    int move;   /* the square it goes to, or the game's number of it */
    bool noisy; /* a capture or a promotion */
} naive_child;

/* Of the game's file itself. */
static int game_children(const naive *n, naive_child *list);
static int game_worth(const naive *n, int moves, int depth);
static bool game_image(const naive *n, int i, naive *image);
static void game_random(uint64_t *random, naive *n);

#ifdef GAME_KINGS
static bool game_checked(const naive *n);
static int game_gain(const naive *n, const naive_child *child);
#else
static bool game_checked(const naive *n)
{
    (void)n;
    return false;
}
#endif

#ifndef GAME_PLIES
#define GAME_PLIES 100000
#define GAME_BOARDS 20000
#endif

typedef union {
    max_align_t aligned;
    unsigned char room[256];
#ifdef GAME_NOISY
    GAME_(position) own; /* the compiler sees the game's functions, and its type */
#endif
} game_position;

static void game_more(const naive *n, const game_position *p, const naive_child *list, int count);

static _Alignas(max_align_t) unsigned char heuristic[256], result[256]; /* rules */

static game_position parsed(const char *text)
{
    game_position p;
    abs_error error;
    memset(&p, 0, sizeof p);
    if (!D->parse(heuristic, text, &p, &error))
        fail_msg("'%s' is rejected: %s", text, error.text);
    return p;
}

static game_position parsed_naive(const naive *n)
{
    char text[ABS_TEXT_MAX];
    game_write(n, text);
    return parsed(text);
}

static naive printed(const game_position *p)
{
    char text[ABS_TEXT_MAX];
    D->print(heuristic, p, text, sizeof text);
    return game_read(text);
}

static bool game_same(const game_position *a, const game_position *b)
{
    return memcmp(a, b, D->position_size) == 0;
}

/* ---- one position ---------------------------------------------------------------------------- */

static struct {
    unsigned plies, over, noisy, checks, losing, even, most; /* met */
} met;

#ifdef GAME_NOISY
/* The noisy moves come in the order of all; a capture is worth what is won when played out. */
static void compare_noisy(const naive *n, const game_position *p, const naive_child *list,
                          int count)
{
    const void *rules = heuristic, *position = p;
    GAME_(cursor) all = GAME_(moves)(rules, position), some = GAME_(noisy)(rules, position);
    GAME_(move) move = {0}, noisy = {0};
    bool more = GAME_(next)(&some, &noisy);
    const bool checked = game_checked(n);
    assert_int_equal(GAME_(in_check)(rules, position), checked);
    for (int i = 0; i < count; i++) {
        assert_true(GAME_(next)(&all, &move));
        assert_int_equal(D->slot(rules, p, (unsigned)i), GAME_(slot)(position, move));
        if (list[i].noisy || checked) {
            if (!more || memcmp(&move, &noisy, sizeof move) != 0)
                fail_msg("%s is not among the noisy moves", list[i].text);
            more = GAME_(next)(&some, &noisy);
        }
#ifdef GAME_KINGS
        const int gain = list[i].noisy ? game_gain(n, &list[i]) : 0;
        assert_true((GAME_(capture)(rules, position, move) > 0) == list[i].noisy);
        if (!list[i].noisy || gain == GAME_UNKNOWN)
            continue;
        if (GAME_(exchange)(position, move) != gain) {
            char text[ABS_TEXT_MAX];
            game_write(n, text);
            fail_msg("%s: %s wins %d, not %d", text, list[i].text, gain,
                     GAME_(exchange)(position, move));
        }
        assert_int_equal(GAME_(loses)(rules, position, move), gain < 0 && strlen(list[i].text) < 5);
        met.losing += gain < 0;
        met.even += gain == 0;
#endif
    }
    assert_false(more);
}
#endif

/* The evaluation, the result, and those of the images. */
static void compare_values(const naive *n, const game_position *p, int count)
{
    naive image;
    const int end = count > 0 ? 0 : game_worth(n, 0, 0);
    const int value = D->evaluate(heuristic, p, 0);
    for (int depth = 0; depth < 15; depth += 7) {
        const int worth = game_worth(n, count, depth);
        if (worth != GAME_UNKNOWN && D->evaluate(heuristic, p, depth) != worth)
            fail_msg("the evaluation is %d, not %d", D->evaluate(heuristic, p, depth), worth);
    }
    assert_in_range(abs(value), 0, D->bound(heuristic, 0));
    assert_int_equal(D->evaluate(result, p, 0), (end > 0) - (end < 0));
    for (int i = 0; game_image(n, i, &image); i++) {
        const game_position other = parsed_naive(&image);
        assert_int_equal(D->evaluate(heuristic, &other, 0), value);
        assert_int_equal(D->count_moves(heuristic, &other), count);
    }
}

/* All that is asked of a position; of its children, which are listed, only with `all`. Returns how
   many there are. */
static int compare(const naive *n, const game_position *p, naive_child *list, bool all)
{
    static char text[ABS_TEXT_MAX], wanted[ABS_TEXT_MAX];
    const int count = game_children(n, list);
    game_write(n, wanted);
    D->print(heuristic, p, text, sizeof text);
    assert_string_equal(text, wanted);
    const game_position again = parsed(text); /* what moves carry along is added up anew */
    assert_true(game_same(&again, p) && D->key(heuristic, &again) == D->key(heuristic, p));
    if (D->count_moves(heuristic, p) != (unsigned)count)
        fail_msg("%s: %u moves, not %d", wanted, D->count_moves(heuristic, p), count);
    for (int i = 0; i < count; i++) {
        D->move_text(heuristic, p, (unsigned)i, text, sizeof text);
#ifdef GAME_UNORDERED
        for (int k = i + 1; k < count && strcmp(list[i].text, text) != 0; k++) {
            const naive_child other = list[k];
            list[k] = list[i];
            list[i] = other;
        }
#endif
        if (strcmp(list[i].text, text) != 0)
            fail_msg("%s: move %d is %s", wanted, i, text);
        if (all) {
            game_position child = {{0}};
            D->apply(heuristic, p, (unsigned)i, &child);
            const game_position after = parsed_naive(&list[i].after);
            if (!game_same(&child, &after))
                fail_msg("%s: after %s it is another", wanted, text);
        }
        met.noisy += list[i].noisy;
    }
#ifdef GAME_NOISY
    compare_noisy(n, p, list, count);
#endif
    compare_values(n, p, count);
    game_more(n, p, list, count);
    met.plies++;
    met.over += count == 0;
    met.checks += game_checked(n);
    met.most = (unsigned)count > met.most ? (unsigned)count : met.most;
    return count;
}

static uint64_t naive_perft(const naive *n, int depth)
{
    if (depth == 0)
        return 1;
    naive_child *list = malloc((GAME_MOVES + 1) * sizeof *list);
    const int count = game_children(n, list);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += naive_perft(&list[i].after, depth - 1);
    free(list);
    return sum;
}

/* ---- the suite, and play from it ------------------------------------------------------------- */

static struct {
    naive at[128];
    int depth[128], answer[128]; /* what is known of it; depth 0: nothing */
    unsigned count;
} suite;

/* Reads it: ids and positions are each there once. */
TEST(ids_and_positions_of_the_suite_are_unique)
{
    char path[64], line[ABS_TEXT_MAX], ids[128][32];
    uint64_t keys[128];
    snprintf(path, sizeof path, "games/positions/%s.%s", D->name, D->epd ? "epd" : "txt");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        const unsigned i = suite.count;
        if (line[0] == '#')
            continue;
        assert_true(i < 128);
        const char *id = strstr(line, "id ");
        assert_true(id != NULL && sscanf(id, "id %31[^; ]", ids[i]) == 1);
        const char *answer = strstr(line, "; answer ");
        if (answer != NULL)
            sscanf(answer, "; answer %d %d", &suite.depth[i], &suite.answer[i]);
        line[D->epd ? strcspn(line, "\n") : strcspn(line, ";") - 1] = '\0';
        const game_position p = parsed(line);
        keys[i] = D->key(heuristic, &p);
        assert_true(D->count_moves(heuristic, &p) > 0);
        for (unsigned k = 0; k < i; k++)
            assert_true(keys[k] != keys[i] && strcmp(ids[k], ids[i]) != 0);
        suite.at[suite.count++] = printed(&p);
    }
    fclose(file);
    assert_true(suite.count >= 50);
}

#ifdef GAME_SOLVED
/* The value when both play their best; 0 where the game is not over at the horizon. */
static int solve(const naive *n, int alpha, int beta, int depth)
{
    naive_child list[GAME_MOVES + 1];
    const int count = game_children(n, list);
    if (count == 0)
        return game_worth(n, 0, 0);
    for (int i = 0; depth > 0 && i < count && alpha < beta; i++) {
        const int score = -solve(&list[i].after, -beta, -alpha, depth - 1);
        alpha = score > alpha ? score : alpha;
    }
    return depth > 0 ? alpha : 0;
}

/* The suite's answers are those of the slow game; the deeper ones in make check-long. */
TEST(answers_of_the_suite_are_those_of_the_slow_game)
{
    const int deepest = test_amount(10) == 10 ? GAME_SOLVED : GAME_SOLVED * 2 / 3;
    unsigned solved = 0;
    for (unsigned i = 0; i < suite.count; i++) {
        if (suite.depth[i] == 0 || suite.depth[i] > deepest)
            continue;
        assert_int_equal(solve(&suite.at[i], -99999, 99999, suite.depth[i]), suite.answer[i]);
        solved++;
    }
    assert_true(solved >= 10);
}
#endif

/* Keys of the positions met, each with a hash of what it stands for. */
static uint64_t seen[GAME_PLIES + GAME_LENGTH][2];

#ifndef GAME_LOOK
#define GAME_LOOK game_write
#endif

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof seen[0]);
}

/* Equal keys, equal positions, both ways; every bit of the key is about as often 0 as 1. */
static void check_keys(size_t count)
{
    size_t ones[64] = {0}, distinct = 0;
    for (int way = 0; way < 2; way++) {
        qsort(seen, count, sizeof seen[0], by_bytes);
        for (size_t i = 0; i < count; i++) {
            const bool repeated = i > 0 && seen[i][0] == seen[i - 1][0];
            assert_true(!repeated || seen[i][1] == seen[i - 1][1]);
            distinct += way == 0 && !repeated;
            for (int bit = 0; bit < 64 && way == 0 && !repeated; bit++)
                ones[bit] += seen[i][0] >> bit & 1;
        }
        for (size_t i = 0; i < count; i++) {
            const uint64_t key = seen[i][0];
            seen[i][0] = seen[i][1];
            seen[i][1] = key;
        }
    }
    assert_true(distinct < count);
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(ones[bit] * 100, distinct * 45, distinct * 55);
}

/* One game, to its end or so many plies, from a position; `remember`: its keys. */
static void play(naive n, uint64_t *random, unsigned plies, size_t *remember)
{
    static naive_child list[GAME_MOVES + 1];
    game_position p = parsed_naive(&n), child;
    for (unsigned ply = 0; ply < plies; ply++) {
        const int count = compare(&n, &p, list, ply == 0 || met.plies % 4 == 0);
        if (remember != NULL) {
            char text[ABS_TEXT_MAX];
            uint64_t look = 1;
            GAME_LOOK(&n, text);
            for (const char *c = text; *c != '\0'; c++)
                look = abs_mix64(look * 31 + (unsigned char)*c);
            seen[*remember][0] = D->key(heuristic, &p);
            seen[(*remember)++][1] = look;
        }
        if (count == 0)
            break;
        const unsigned choice = (unsigned)test_random(random, (uint64_t)count);
        memset(&child, 0, sizeof child);
        D->apply(heuristic, &p, choice, &child);
        p = child;
        n = printed(&p);
    }
}

/* Whole games, from the start and from the suite's positions. */
TEST(games_are_played_as_by_the_slow_game)
{
    uint64_t random = 1;
    size_t keys = 0;
    const game_position start = parsed("start");
    for (unsigned game = 0; met.plies < (unsigned)test_amount(GAME_PLIES); game++)
        play(game % 2 == 0 ? printed(&start) : suite.at[game / 2 % suite.count], &random,
             GAME_LENGTH, &keys);
    check_keys(keys);
    print_message("%s: %u plies, %u ends, %u captures, %u checks, at most %u moves\n", D->name,
                  met.plies, met.over, met.noisy, met.checks, met.most);
    assert_true(met.over > 2);
}

/* Boards that no game comes to, and a few plies from them; what is refused is passed over. */
TEST(boards_outside_games_are_played_as_by_the_slow_game)
{
    uint64_t random = 3;
    unsigned taken = 0;
    naive n;
    for (int i = 0; i < test_amount(GAME_BOARDS); i++) {
        char text[ABS_TEXT_MAX];
        game_position p = {{0}};
        abs_error error;
        game_random(&random, &n);
        game_write(&n, text);
        if (!D->parse(heuristic, text, &p, &error))
            continue;
        n = game_read(text);
        play(n, &random, 4, NULL);
        const int depth = D->count_moves(heuristic, &p) < 30 ? 2 : 1;
        assert_int_equal(D->perft(heuristic, &p, depth), naive_perft(&n, depth));
        taken++;
    }
    assert_true(taken > (unsigned)test_amount(GAME_BOARDS) / 20);
}

/* Characters changed for others of such texts, or any: refused in one line, or read as printed. */
TEST(spoilt_texts_are_refused_or_read_as_printed)
{
    uint64_t random = 7;
    unsigned taken = 0;
    static naive_child list[GAME_MOVES + 1];
    for (int i = 0; i < test_amount(200000); i++) {
        char text[ABS_TEXT_MAX], other[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        game_position p = {{0}};
        abs_error error = {.text = ""};
        game_write(&suite.at[test_random(&random, suite.count)], text);
        game_write(&suite.at[test_random(&random, suite.count)], other);
        for (uint64_t spoils = 1 + test_random(&random, 3); spoils > 0; spoils--)
            text[test_random(&random, strlen(text))] =
                test_random(&random, 8) == 0 ? (char)(1 + test_random(&random, 255))
                                             : other[test_random(&random, strlen(other))];
        if (!D->parse(heuristic, text, &p, &error)) {
            assert_true(error.code == ABS_USAGE && strlen(error.text) > 10);
            assert_null(strchr(error.text, '\n'));
            continue;
        }
        D->print(heuristic, &p, again, sizeof again);
        const game_position q = parsed(again);
        assert_true(game_same(&p, &q));
        const naive n = game_read(again);
        if (taken++ % 16 == 0)
            compare(&n, &p, list, false);
    }
    assert_true(taken > (unsigned)test_amount(1000));
}

static const abs_row *search_of(const game_position *p, const abs_config *config)
{
    static abs_subject subject;
    if (subject.kind == NULL)
        subject = subject_of(D, (const abs_rules *)(const void *)heuristic, D->name);
    const abs_root root = {.subject = &subject,
                           .domain = D,
                           .rules = heuristic,
                           .spec = D->name,
                           .text = D->name,
                           .id = D->name,
                           .position = (void *)(uintptr_t)p};
    return searched(&root, config, false);
}

#ifdef GAME_NOISY
#include "naive_quiescence.h"
#endif

#include "game_cases.h"

static int setup(void **state)
{
    (void)state;
    abs_error error;
    const abs_rules by_result = {.eval = ABS_EVAL_RESULT};
    if (D->rules_size > sizeof result || D->position_size > sizeof(game_position) ||
        !D->parse_rules(heuristic, "", &error) || !D->parse_rules(result, "", &error))
        return 1;
    memcpy(result, &by_result, sizeof by_result);
    return 0;
}

#endif
