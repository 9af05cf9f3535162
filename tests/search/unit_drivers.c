/*
 * unit_drivers.c -- every driver's windows against its rules, told again: what the next window is
 * after the passes so far. The searches answer at random: true bounds of a value, fail-soft or
 * fail-hard, or anything at all.
 */
#include "helpers.h"
#include "search/drivers.h"

enum { CASES = 40000, PASSES_KEPT = 64, ROOT_MOVES_MAX = 9 };

typedef enum { SOFT, HARD, HARD_ABOVE, HARD_BELOW, ANYTHING, ANSWERS } answers;

/* A search of one iteration, as it has gone so far. */
typedef struct {
    abs_drive drive; /* first */
    abs_driver driver;
    abs_config config;
    abs_root_moves moves;
    uint64_t *random;
    answers answers;
    int value, spread;               /* of the position; of fail-soft bounds */
    int moves_value[ROOT_MOVES_MAX]; /* of bns */
    int alpha[PASSES_KEPT], beta[PASSES_KEPT], score[PASSES_KEPT];
    size_t passes;
    int lo, hi;
} trial;

static int between(uint64_t *random, int low, int high)
{
    return low + (int)test_random(random, (unsigned)(high - low) + 1);
}

static int64_t within(int64_t edge)
{
    return edge < -ABS_INFINITY ? -ABS_INFINITY : edge > ABS_INFINITY ? ABS_INFINITY : edge;
}

/* ---- the rules ---------------------------------------------------------------------------- */

static int64_t scaled(const trial *t, int distance, int fails)
{
    double power = 1;
    for (int k = 0; k < fails; k++)
        power *= t->config.widen_factor;
    return distance * power >= 4e9 ? INT64_C(4000000000) : (int64_t)(distance * power);
}

/* Aspiration: each side from the passes so far. */
static void widened(const trial *t, int64_t *alpha, int64_t *beta)
{
    const abs_config *c = &t->config;
    const int64_t g = t->drive.guess;
    int low = 0, high = 0; /* fails */
    *alpha = t->drive.has_guess ? g - t->drive.window.low : -ABS_INFINITY;
    *beta = t->drive.has_guess ? g + t->drive.window.high : ABS_INFINITY;
    for (size_t i = 0; i < t->passes; i++) {
        const int s = t->score[i], a = t->alpha[i], b = t->beta[i];
        const bool failed_low = s <= a;
        low += failed_low;
        high += !failed_low;
        if (c->widen == ABS_WIDEN_FULL || c->widen == ABS_WIDEN_BOUND) {
            const bool stays = c->widen == ABS_WIDEN_FULL;
            *alpha = failed_low ? -ABS_INFINITY : stays ? a : s;
            *beta = !failed_low ? ABS_INFINITY : stays ? b : s;
            continue;
        }
        if (c->widen == ABS_WIDEN_RECENTRE) {
            const int64_t sum = (int64_t)a + b;
            *alpha = failed_low ? s - scaled(t, t->drive.window.low, low + high - 1) : a;
            *beta = failed_low ? sum / 2 - (sum % 2 < 0)
                               : s + scaled(t, t->drive.window.high, low + high - 1);
        } else {
            const bool both = c->widen == ABS_WIDEN_BOTH;
            *alpha = both || failed_low
                         ? g - scaled(t, t->drive.window.low, both ? low + high : low)
                         : a;
            *beta = both || !failed_low
                        ? g + scaled(t, t->drive.window.high, both ? low + high : high)
                        : b;
        }
        if (c->widen_limit > 0 && (uint64_t)low >= c->widen_limit)
            *alpha = -ABS_INFINITY;
        if (c->widen_limit > 0 && (uint64_t)high >= c->widen_limit)
            *beta = ABS_INFINITY;
    }
}

/* The window of the next pass, whatever the driver. */
static void next_window(const trial *t, int64_t *alpha, int64_t *beta)
{
    const int64_t sum = (int64_t)t->lo + t->hi, n = t->moves.count;
    const int last = t->passes > 0 ? t->score[t->passes - 1] : t->drive.guess;
    int64_t g = last;
    if (t->driver == ABS_SSS || t->driver == ABS_DUAL)
        g = t->passes > 0 ? last : t->driver == ABS_SSS ? ABS_INFINITY : -ABS_INFINITY;
    *beta = g == t->lo ? g + 1 : g; /* MTD(f) */
    if (t->driver == ABS_MTDF_PRINTED)
        *beta = (int64_t)last + 1;
    if (t->driver == ABS_BISECT)
        *beta = sum / 2 - (sum % 2 < 0) + 1;
    if (t->driver == ABS_STEP)
        *beta = t->hi - (int64_t)t->config.step > t->lo ? t->hi - (int64_t)t->config.step
                                                        : (int64_t)t->lo + 1;
    if (t->driver ==
        ABS_BNS) { /* the n-1 of n parts of what lies between the bounds, rounded down */
        const int64_t part = (t->hi - (int64_t)t->lo - 1) * (n - 1);
        *beta = t->lo + 1 + part / n - (part % n < 0);
    }
    *alpha = *beta - 1;
    if (t->driver == ABS_OPEN) {
        *alpha = -ABS_INFINITY;
        *beta = ABS_INFINITY;
    }
    if (t->driver == ABS_ASPIRATION)
        widened(t, alpha, beta);
}

/* ---- answers ------------------------------------------------------------------------------ */

/* What a search of a position of that value may return. */
static int answer(const trial *t, int value, int alpha, int beta)
{
    const int slack = between(t->random, 0, t->spread);
    if (t->answers == ANYTHING)
        return between(t->random, -t->spread - 1, t->spread + 1);
    if (value <= alpha)
        return t->answers == HARD || t->answers == HARD_BELOW || alpha - value < slack
                   ? alpha
                   : value + slack;
    if (value >= beta)
        return t->answers == HARD || t->answers == HARD_ABOVE || value - beta < slack
                   ? beta
                   : value - slack;
    return value;
}

static int answer_moves(trial *t, int alpha, int beta)
{
    int greatest = -ABS_INFINITY, least = ABS_INFINITY;
    for (unsigned i = 0; i < t->moves.count; i++) {
        const int s = answer(t, t->moves_value[t->moves.of[i].move], alpha, beta);
        t->moves.of[i].score = s;
        greatest = s > greatest ? s : greatest;
        least = s >= beta && s < least ? s : least;
    }
    if (greatest < beta && greatest < t->hi)
        t->hi = greatest;
    if (greatest >= beta && least > t->lo)
        t->lo = least;
    return greatest;
}

/* A pass: its window must be the one that the rules say. */
static int search(abs_drive *drive, int alpha, int beta)
{
    trial *t = (trial *)drive;
    int64_t low, high;
    next_window(t, &low, &high);
    if (within(low) != alpha || within(high) != beta)
        fail_msg("driver %d, pass %zu: (%d, %d) and not (%d, %d)", t->driver, t->passes, alpha,
                 beta, (int)within(low), (int)within(high));
    if (t->driver == ABS_BNS) {
        assert_true(t->passes++ == 0 || t->moves.count > 1);
        return answer_moves(t, alpha, beta);
    }
    const int s = answer(t, t->value, alpha, beta);
    t->lo = s > alpha && s > t->lo ? s : t->lo;
    t->hi = s < beta && s < t->hi ? s : t->hi;
    if (t->passes == PASSES_KEPT) { /* only aspiration looks back farther than to the last */
        t->score[PASSES_KEPT - 1] = s;
        assert_int_not_equal(t->driver, ABS_ASPIRATION);
        return s;
    }
    t->alpha[t->passes] = alpha;
    t->beta[t->passes] = beta;
    t->score[t->passes++] = s;
    return s;
}

static void draw(trial *t, abs_driver driver, uint64_t *random)
{
    static const int ranges[] = {1, 10, 300};
    static const double factors[] = {1.5, 2, 3, 7.5};
    const int range = ranges[test_random(random, 3)];
    *t = (trial){.driver = driver, .random = random};
    t->answers = (answers)test_random(random, ANSWERS);
    if (driver == ABS_SSS || driver == ABS_DUAL)
        t->answers = SOFT; /* from infinity, others come a point a pass */
    t->value = between(random, -range, range);
    t->spread = t->answers == SOFT || t->answers == ANYTHING ? between(random, 0, range) : 0;
    t->config = (abs_config){.widen = (abs_widen)test_random(random, ABS_WIDENINGS),
                             .widen_factor = factors[test_random(random, 4)],
                             .widen_limit = test_random(random, 4),
                             .step = between(random, 1, range)};
    if (!abs_widen_grows(t->config.widen))
        t->config.widen_limit = 0;
    t->moves.count = driver == ABS_BNS ? 1 + test_random(random, ROOT_MOVES_MAX) : 0;
    for (unsigned i = 0; i < t->moves.count; i++) {
        t->moves.of[i].move = i;
        t->moves_value[i] = between(random, -range, range);
        if (i == 0 || t->moves_value[i] > t->value)
            t->value = t->moves_value[i];
    }
    t->drive = (abs_drive){.config = &t->config,
                           .window = {between(random, 1, 9), between(random, 1, 9)},
                           .has_guess = test_random(random, 4) > 0,
                           .bound = range,
                           .moves = &t->moves,
                           .search = search};
    if (t->drive.has_guess)
        t->drive.guess = between(random, -range, range);
    const bool bounded = driver == ABS_BISECT || driver == ABS_BNS;
    t->lo = bounded ? -range : -ABS_INFINITY;
    t->hi = bounded || driver == ABS_STEP ? range : ABS_INFINITY;
}

/* ---- the tests ---------------------------------------------------------------------------- */

TEST(windows_follow_the_rules)
{
    uint64_t random = 1;
    for (int i = 0; i < CASES; i++)
        for (abs_driver driver = ABS_OPEN; driver < ABS_DRIVERS; driver++) {
            trial t;
            draw(&t, driver, &random);
            const bool found = abs_drive_run(&t.drive, driver);
            if (t.answers == ANYTHING || driver == ABS_MTDF_PRINTED)
                continue;
            assert_true(found);
            if (t.drive.lower ? t.drive.lo > t.value : t.drive.lo != t.value)
                fail_msg("driver %d: %d%s, not %d", driver, t.drive.lo,
                         t.drive.lower ? " or more" : "", t.value);
        }
}

TEST(bns_keeps_a_best_move)
{
    uint64_t random = 2;
    for (int i = 0; i < CASES; i++) {
        trial t;
        draw(&t, ABS_BNS, &random);
        if (t.answers == ANYTHING)
            continue;
        assert_true(abs_drive_run(&t.drive, ABS_BNS));
        assert_int_equal(t.moves_value[t.moves.of[0].move], t.value);
        assert_true(t.drive.lower ? t.moves.count == 1 : t.drive.lo == t.value);
        assert_int_equal(t.drive.lower, t.drive.lo < t.drive.hi);
        for (unsigned k = 1; k < t.moves.count; k++)
            assert_true(t.moves.of[k - 1].move < t.moves.of[k].move);
    }
}

/* A bound that moves a point a pass, if it moves at all. */
static int crawl(abs_drive *drive, int alpha, int beta)
{
    (void)drive, (void)alpha;
    return beta;
}

TEST(too_many_passes_end_without_a_value)
{
    abs_config config = {.widen = ABS_WIDEN_GRADUAL, .widen_factor = 1};
    abs_root_moves moves = {.count = 0};
    abs_drive d = {.config = &config,
                   .window = {1, 1},
                   .has_guess = true,
                   .guess = 9,
                   .bound = 100,
                   .moves = &moves,
                   .search = crawl};
    assert_false(abs_drive_run(&d, ABS_ASPIRATION));
    assert_int_equal(d.passes, ABS_PASSES_MAX);
    d.passes = 0;
    assert_false(abs_drive_run(&d, ABS_MTDF_PRINTED));
    assert_int_equal(d.passes, ABS_PRINTED_PASSES_MAX);
    d.passes = ABS_PASSES_MAX; /* an iteration has one pass at least */
    assert_false(abs_drive_run(&d, ABS_MTDF));
    assert_int_equal(d.passes, ABS_PASSES_MAX + 1);
}

RUN_TESTS(NULL, NULL, NULL)
