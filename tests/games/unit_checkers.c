/*
 * unit_checkers.c -- checkers against a slow implementation on an array of characters.
 * Run from the top of the tree: the suite is read from games/positions.
 */
#define _POSIX_C_SOURCE 200809L /* strtok_r */

#include "game_checks.h"
#include "naive_checkers.h"

/* The game itself, compiled in once more: the captures for quiescence have no other door. */
#define checkers_domain checkers_inside
#include "games/checkers.c"
#undef checkers_domain

extern const abs_domain checkers_domain;
static const abs_domain *const D = &checkers_domain;
static const abs_rules heuristic = {.eval = ABS_EVAL_HEURISTIC}, result = {.eval = ABS_EVAL_RESULT};

enum { PLIES = 150000, BOARDS = 20000, BOARD_PLIES = 6 };

typedef checkers_position position;

/* ---- helpers -------------------------------------------------------------------------------- */

static position parsed(const char *text)
{
    position p;
    assert_int_equal(D->position_size, sizeof p);
    game_parse(D, &heuristic, text, &p, sizeof p);
    return p;
}

static position parsed_naive(const naive *n)
{
    char text[ABS_TEXT_MAX];
    naive_print(n, text, sizeof text);
    return parsed(text);
}

/* A board that no game leads to, as a rule: none to 28 pieces a side, many kings. */
static naive random_board(uint64_t *state)
{
    naive n = naive_empty("BW"[game_draw(state, 2)]);
    const unsigned kings = game_draw(state, 5), most = game_draw(state, 4) > 0 ? 13 : 29;
    for (int colour = 0; colour < 2; colour++)
        for (unsigned count = game_draw(state, most); count > 0; count--) {
            const int square = 1 + (int)game_draw(state, 32);
            const bool king = game_draw(state, 4) < kings || (colour ? square <= 4 : square > 28);
            if (naive_get(&n, square) == '-')
                naive_set(&n, square, (colour ? "wW" : "bB")[king]);
        }
    return n;
}

#include "checkers_texts.h"

/* ---- rules ---------------------------------------------------------------------------------- */

/* Published by Martin Fierz and Aart Bik, whose programs agree. */
static void test_perft_of_the_start(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680};
    const position start = parsed("start"), written = parsed("B:W21-32:B1-12");
    const naive n = naive_start();
    assert_memory_equal(&start, &written, sizeof start);
    for (int depth = 0; depth < 10; depth++)
        assert_int_equal(D->perft(&result, &start, depth), expected[depth]);
    for (int depth = 0; depth < 8; depth++)
        assert_int_equal(naive_perft(&n, depth), expected[depth]);
}

/* Problems and endings, some crowded with kings; the slow implementation counts them too. */
static const struct {
    const char *text;
    int depth;
    uint64_t nodes;
} counted[] = {
    {"W:W11:B7,6,K28", 2, 4}, /* crowned by its jump, it stops */
    {"W:WK1,K12,17,19,23,26,K30:B6,K10,11,14,K21,K24", 6, 9627},
    {"W:W7,10,11,15,16,18,K21,22,23:B1,3,9,19,K20,26,27,K29,K30", 6, 57237},
    {"B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29", 6, 40745},
    {"W:WK7,13,23,24,27,32:B5,11,12,15,16,20,25,K29", 7, 15683},
    {"B:WK3,13,17,19,20,24:B5,6,9,10,K11,12", 8, 35330},
    {"B:W30,K31,K32:BK20,21,K22,K23", 7, 107303},
    {"W:WK29-K32,K25-K28,K21-K24:BK1-K12", 5, 12914},
    {"B:WK14,K15,K22,K23,K6,K7,K10:BK2,K4,K29,K27", 6, 8531},
    {"W:WK15:B10,18,19,26,27", 8, 84557},
    /* no game reaches these */
    {"W:W5-32:B1-3", 3, 1},
    {"B:W13-32:B1-12", 4, 0},
    {"B:WK17-K32:BK1-K14", 4, 15},
    {"W:WK1,K3,K29:BK6-K8,K10-K12,K14-K16,K18-K20,K22-K24,K26,K27", 3, 39},
    {"W:W:B1-12", 3, 0},
    {"B:W:B1", 3, 0},
    {"B:W:B", 3, 0},
};

static void test_perft_of_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        const position p = parsed(counted[i].text);
        char text[ABS_TEXT_MAX];
        D->print(&result, &p, text, sizeof text);
        const naive n = naive_parse(text);
        const uint64_t nodes = D->perft(&result, &p, counted[i].depth);
        assert_int_equal(naive_perft(&n, counted[i].depth), nodes);
        if (nodes != counted[i].nodes)
            fail_msg("%s: %llu", counted[i].text, (unsigned long long)nodes);
    }
}

/* ---- what the declared number of moves rests on ---------------------------------------------- */

/* A square's jumps: over what, and where to. */
typedef struct {
    uint64_t over, to;
} jump;

static unsigned jumps_from(uint64_t square, jump *list)
{
    static const int step[] = {4, 5, -4, -5};
    unsigned count = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t over = step[i] > 0 ? square << step[i] : square >> -step[i];
        const uint64_t to = step[i] > 0 ? over << step[i] : over >> -step[i];
        if ((over & CK_BOARD) && (to & CK_BOARD))
            list[count++] = (jump){over, to};
    }
    return count;
}

/* All squares that jumps lead to from this one, and on. */
static uint64_t net_of(uint64_t square)
{
    uint64_t net = square;
    jump list[4];
    for (uint64_t before = 0; before != net;) {
        before = net;
        for (uint64_t left = before; left != 0; left &= left - 1)
            for (unsigned i = jumps_from(left & -left, list); i-- > 0;)
                net |= list[i].to;
    }
    return net;
}

/* The most captures that kings of a net have, over all that can stand on it and be jumped. */
static unsigned most_captures(uint64_t net)
{
    jump list[4];
    uint64_t over = 0;
    unsigned most = 0;
    for (uint64_t left = net; left != 0; left &= left - 1)
        for (unsigned i = jumps_from(left & -left, list); i-- > 0;)
            over |= list[i].over;
    for (uint64_t opponent = over; opponent != 0; opponent = (opponent - 1) & over)
        for (uint64_t taken = net; taken != 0; taken = (taken - 1) & net)
            for (uint64_t own = taken; own != 0; own = (own - 1) & taken) {
                const position p = {own, opponent | (taken & ~own), own, 0};
                const unsigned count = checkers_targets(&p) ? checkers_count(&p) : 0;
                most = count > most ? count : most;
            }
    return most;
}

static void test_declared_moves(void **state)
{
    (void)state;
    unsigned captures = 0, nets = 0;
    for (uint64_t left = CK_BOARD; left != 0; nets++) {
        const uint64_t net = net_of(left & -left);
        captures += most_captures(net);
        left &= ~net;
    }
    assert_int_equal(nets, 4);
    assert_int_equal(D->max_moves, captures);
    assert_true(captures > 49);
}

/* All moves of a position in order, with blanks between. */
static void move_list(const char *position_text, char *list, size_t size)
{
    const position p = parsed(position_text);
    const unsigned count = D->count_moves(&result, &p);
    size_t length = 0;
    list[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        char text[ABS_TEXT_MAX];
        D->move_text(&result, &p, i, text, sizeof text);
        length += (size_t)snprintf(list + length, size - length, "%s%s", i ? " " : "", text);
    }
}

static void test_rule_traps(void **state)
{
    (void)state;
    static const struct {
        const char *text, *moves;
    } traps[] = {
        {"start", "9-13 10-14 11-15 12-16 9-14 10-15 11-16"},
        {"W:W21-32:B1-12", "21-17 22-18 23-19 24-20 22-17 23-18 24-19"},
        /* a capture is forced, but neither the longest nor the king's */
        {"B:W10,17,25,27:B6,13,K31", "6x15 13x22x29 31x24"},
        /* men do not turn to jump back; kings do, and a man that is crowned stops */
        {"B:W10,11,18,19:B6", "6x15x22 6x15x24"},
        {"B:W10,11,18,19:BK6", "6x15x8 6x15x22 6x15x24"},
        {"B:W26,27,18:B22", "22x31"},
        {"B:W26,27,18:BK22", "22x31x24 22x15"},
        /* round and back to where it began, by two ways */
        {"B:W6,7,14,15:BK2", "2x9x18x11x2 2x11x18x9x2"},
        {"W:WK15:B6,7,8,10,11,18,19,25,26,27",
         "15x22x29 15x22x31x24x15 15x24x31x22x15 15x24x31x22x29"},
        /* and on from there, over a square that it has left */
        {"W:WK15:B10,18,19,26,27", "15x6 15x22x31x24x15x6 15x24x31x22x15x6"},
        /* no piece is jumped twice */
        {"B:W6:BK1", "1x10"},
        {"B:W6,15:BK1", "1x10x19"},
        /* blocked, and without pieces */
        {"B:W5,6,9,10:B1", ""},
        {"W:W:B1", ""},
        /* no step and no jump leads round an edge */
        {"B:W32:B4,5,12,13,20", "4-8 12-16 20-24 5-9 13-17"},
        {"B:W8,9,16,17,32:B4,5,12,13,20", "4x11 12x19 5x14x21 13x22"},
    };
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        char list[ABS_TEXT_MAX];
        move_list(traps[i].text, list, sizeof list);
        assert_string_equal(list, traps[i].moves);
    }
}

/* The same position by two ways round is two moves and one position. */
static void test_loops(void **state)
{
    (void)state;
    const position p = parsed("B:W6,7,14,15,32:BK2"), after = parsed("W:W32:BK2");
    for (unsigned i = 0; i < 2; i++) {
        position child;
        D->apply(&result, &p, i, &child);
        assert_memory_equal(&child, &after, sizeof child);
    }
    assert_int_equal(D->count_moves(&result, &p), 2);
}

/* History and killers know a move by where it begins and ends. */
static void test_slots(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(counted); i++) {
        const position p = parsed(counted[i].text);
        checkers_cursor cursor = checkers_moves((const checkers_rules *)&heuristic, &p);
        checkers_move move;
        while (checkers_next(&cursor, &move)) {
            char text[ABS_TEXT_MAX];
            checkers_move_text(&heuristic, &p, move, text, sizeof text);
            const int from = atoi(text),
                      to = atoi(strpbrk(strrchr(text, 'x') ? strrchr(text, 'x') : text, "x-") + 1);
            const int slot = (from - 1 + (from - 1) / 8) * CK_BITS + to - 1 + (to - 1) / 8;
            assert_int_equal(checkers_slot(&p, move), slot);
            assert_true((unsigned)slot < D->slots);
        }
    }
}

/* ---- playouts ------------------------------------------------------------------------------- */

static unsigned longest, most_moves, loops, ends, crowned;

static void compare_noisy(const position *p, const naive_move *list, int count)
{
    checkers_cursor cursor = checkers_noisy((const checkers_rules *)&heuristic, p);
    checkers_move move;
    int noisy = 0;
    for (; checkers_next(&cursor, &move); noisy++) {
        char text[ABS_TEXT_MAX], expected[ABS_TEXT_MAX];
        assert_true(noisy < count);
        naive_text(&list[noisy], expected, sizeof expected);
        checkers_move_text(&heuristic, p, move, text, sizeof text);
        assert_string_equal(text, expected);
    }
    assert_int_equal(noisy, count > 0 && list[0].jump ? count : 0);
    assert_false(checkers_in_check((const checkers_rules *)&heuristic, p));
}

static void compare_moves(const position *p, const naive *n, const naive_move *list, int count)
{
    char texts[MOST_MOVES][48];
    assert_true(count <= CK_MOST_MOVES);
    assert_int_equal(D->count_moves(&result, p), count);
    for (int i = 0; i < count; i++) {
        char expected[ABS_TEXT_MAX];
        naive_text(&list[i], expected, sizeof expected);
        D->move_text(&result, p, (unsigned)i, texts[i], sizeof texts[i]);
        assert_string_equal(texts[i], expected);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(texts[j], texts[i]);
        position child;
        D->apply(&result, p, (unsigned)i, &child);
        const position wanted = parsed_naive(&list[i].after);
        assert_memory_equal(&child, &wanted, sizeof child);
        const int last = list[i].count - 1;
        loops += list[i].row[0] == list[i].row[last] && list[i].column[0] == list[i].column[last];
        longest = (unsigned)last > longest ? (unsigned)last : longest;
        crowned += naive_pieces(&list[i].after, "BW") > naive_pieces(n, "BW");
    }
    most_moves = (unsigned)count > most_moves ? (unsigned)count : most_moves;
    ends += count == 0;
}

static void compare_values(const position *p, const naive *n, int count)
{
    const naive turned = naive_mirror(n);
    const position mirrored = parsed_naive(&turned);
    for (int depth = 0; depth < 20; depth += 6) {
        const int value = D->evaluate(&heuristic, p, depth);
        assert_int_equal(value, count == 0 ? -(20000 + depth) : naive_worth(n));
        assert_int_equal(value, D->evaluate(&heuristic, &mirrored, depth));
        assert_in_range(abs(value), 0, D->bound(&heuristic, depth));
        assert_true(count == 0 || abs(value) < 20000);
        assert_int_equal(D->evaluate(&result, p, depth), count == 0 ? -1 : 0);
    }
    assert_int_equal(D->count_moves(&result, &mirrored), count);
}

static void compare_texts(const position *p, const naive *n)
{
    char text[ABS_TEXT_MAX], expected[ABS_TEXT_MAX];
    D->print(&result, p, text, sizeof text);
    naive_print(n, expected, sizeof expected);
    assert_string_equal(text, expected);
    const position again = parsed(text);
    assert_memory_equal(&again, p, sizeof again);
}

/* Returns the number of moves. */
static int compare(const position *p, const naive *n, naive_move *list)
{
    const int count = naive_moves(n, list);
    compare_moves(p, n, list, count);
    compare_noisy(p, list, count);
    compare_values(p, n, count);
    compare_texts(p, n);
    return count;
}

static game_memory seen;

/* Plays at random until the game is over or `plies` are played; the number played. */
static int playout(naive n, uint64_t *random, int plies)
{
    naive_move list[MOST_MOVES];
    position p = parsed_naive(&n);
    for (int ply = 0; ply < plies; ply++) {
        const int count = compare(&p, &n, list);
        game_remember(&seen, D->key(&result, &p), &p, sizeof p);
        if (count == 0)
            return ply + 1;
        const unsigned choice = game_draw(random, (unsigned)count);
        position child;
        D->apply(&result, &p, choice, &child);
        p = child;
        n = list[choice].after;
    }
    return plies;
}

static void test_playouts(void **state)
{
    (void)state;
    uint64_t random = 1;
    longest = most_moves = loops = ends = crowned = 0;
    seen = game_remember_up_to(PLIES + BOARDS * BOARD_PLIES, sizeof(position));
    const int most = test_amount(PLIES), boards = test_amount(BOARDS);
    for (int plies = 0; plies < most;)
        plies += playout(naive_start(), &random, most - plies < 200 ? most - plies : 200);
    assert_true(ends > (unsigned)test_amount(100) && crowned > (unsigned)test_amount(1000));
    for (int board = 0; board < boards; board++) {
        playout(random_board(&random), &random, BOARD_PLIES);
    }
    assert_true(loops >= (unsigned)test_amount(40) && longest >= 5 && most_moves >= 25);
    game_check_keys(&seen, 1);
}

/* Neighbours that differ in one piece, or in the side to move, have other keys. */
static void test_keys_of_neighbours(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int board = 0; board < 500; board++) {
        naive n = random_board(&random);
        const position p = parsed_naive(&n);
        const uint64_t key = D->key(&result, &p);
        for (int square = 5; square <= 28; square++)
            for (const char *piece = "bwBW-"; *piece != '\0'; piece++) {
                naive other = n;
                naive_set(&other, square, *piece);
                if (*piece == naive_get(&n, square))
                    continue;
                const position q = parsed_naive(&other);
                assert_int_not_equal(D->key(&result, &q), key);
            }
        n.side = n.side == 'B' ? 'W' : 'B';
        const position passed = parsed_naive(&n);
        assert_int_not_equal(D->key(&result, &passed), key);
    }
}

/* ---- descriptor ----------------------------------------------------------------------------- */

static void test_descriptor(void **state)
{
    (void)state;
    abs_error error;
    checkers_rules rules = {.base = {.eval = ABS_EVAL_RESULT}};
    assert_string_equal(D->name, "checkers");
    assert_non_null(strstr(D->aliases, "draughts"));
    assert_string_equal(D->kind, "game");
    assert_int_equal(D->max_depth(&result), ABS_MAX_DEPTH);
    assert_int_equal(D->bound(&result, 9), 1);
    assert_int_equal(D->bound(&heuristic, 9), 20009);
    assert_int_equal(D->half_pawn(&result), 1);
    assert_int_equal(D->half_pawn(&heuristic), 50);
    assert_false(abs_free_passes(D, &heuristic));
    parsed(D->forms[0].example);
    assert_true(D->parse_rules(&rules, "", &error));
    assert_int_equal(rules.base.eval, ABS_EVAL_HEURISTIC);
    static const char *const bad[] = {"flying=1", "eval=result", "flying", ","};
    game_check_bad_options(D, bad, ROWS(bad));
}

/* ---- the suite ------------------------------------------------------------------------------ */

static position replayed(char *play)
{
    position p = parsed("start");
    for (char *save, *text = strtok_r(play, " \n", &save); text != NULL;
         text = strtok_r(NULL, " \n", &save)) {
        const unsigned count = D->count_moves(&result, &p);
        char legal[ABS_TEXT_MAX] = "";
        unsigned i = 0;
        for (; i < count; i++) {
            D->move_text(&result, &p, i, legal, sizeof legal);
            if (strcmp(text, legal) == 0)
                break;
        }
        if (i == count)
            fail_msg("%s is no move", text);
        position child;
        D->apply(&result, &p, i, &child);
        p = child;
    }
    return p;
}

static void test_suite(void **state)
{
    (void)state;
    static position rows[100];
    unsigned count = 0, played = 0;
    FILE *file = fopen("games/positions/checkers.txt", "r");
    assert_non_null(file);
    for (char line[ABS_TEXT_MAX]; fgets(line, sizeof line, file) != NULL;) {
        if (line[0] == '#')
            continue;
        char text[ABS_TEXT_MAX], phase[16];
        unsigned number;
        assert_int_equal(sscanf(line, "%s ; id ck-%u ; phase %15s", text, &number, phase), 3);
        assert_int_equal(number, count + 1);
        const position p = parsed(text);
        const int pieces = __builtin_popcountll(p.own | p.opponent);
        assert_string_equal(phase, pieces > 20 ? "opening" : pieces > 12 ? "middle" : "late");
        assert_true(D->count_moves(&result, &p) > 0);
        for (unsigned i = 0; i < count; i++)
            assert_memory_not_equal(&rows[i], &p, sizeof p);
        char *play = strstr(line, "; play ");
        if (play != NULL) {
            const position expected = replayed(play + strlen("; play "));
            assert_memory_equal(&expected, &p, sizeof p);
            played++;
        }
        rows[count++] = p;
    }
    fclose(file);
    assert_int_equal(count, 60);
    assert_int_equal(played, 33);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_of_the_start),
        cmocka_unit_test(test_perft_of_positions),
        cmocka_unit_test(test_declared_moves),
        cmocka_unit_test(test_rule_traps),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_keys_of_neighbours),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_malformed_texts),
        cmocka_unit_test(test_random_texts),
        cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests_name("checkers", tests, NULL, NULL);
}
