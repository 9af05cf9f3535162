/*
 * unit_checkers.c -- checkers against a slow one on an array of characters, which shares no
 * numbering with the game. Run from the top of the tree.
 */
#include "helpers.h"

/* The game itself, compiled in once more: captures for quiescence have no other door. */
#define checkers_domain checkers_inside
#include "games/checkers/checkers.c"

#define GAME checkers
#define GAME_NOISY

enum { GAME_MOVES = 68, CELLS = 100 };

/* b w men, B W kings, - empty, by row; light squares and the border around the board are blank. */
typedef struct {
    char cell[CELLS];
    char side; /* 'B' or 'W' */
} naive;

static const int steps[4] = {-11, -9, 9, 11};

static int square_of(int at)
{
    return (at / 10 - 1) * 4 + (at % 10 - 1) / 2 + 1;
}

static int place_of(int square)
{
    const int row = (square - 1) / 4;
    return row * 10 + 11 + (square - 1) % 4 * 2 + (row % 2 == 0);
}

static bool is_king(char piece)
{
    return isupper((unsigned char)piece) != 0;
}

static bool is_of(char side, char piece)
{
    return toupper((unsigned char)piece) == side;
}

static char other(char side)
{
    return side == 'B' ? 'W' : 'B';
}

static naive empty_board(char side)
{
    naive n = {.side = side};
    memset(n.cell, ' ', CELLS);
    for (int square = 1; square <= 32; square++)
        n.cell[place_of(square)] = '-';
    return n;
}

static int count_pieces(const naive *n, const char *which)
{
    int count = 0;
    for (int at = 0; at < CELLS; at++)
        count += strchr(which, n->cell[at]) != NULL;
    return count;
}

static naive game_read(const char *text)
{
    naive n = empty_board(*text++);
    for (char colour = 0; *text != '\0'; text += *text == ',') {
        if (*text == ':') {
            colour = text[1];
            text += 2;
        } else {
            const bool king = *text == 'K';
            char *end;
            char *cell = &n.cell[place_of((int)strtol(text + king, &end, 10))];
            *cell = (char)(king ? colour : tolower((unsigned char)colour));
            text = end;
        }
    }
    return n;
}

/* White's pieces first, both by rising numbers. */
static void game_write(const naive *n, char *text)
{
    text += sprintf(text, "%c", n->side);
    for (const char *side = "WB"; *side != '\0'; side++) {
        text += sprintf(text, ":%c", *side);
        for (int at = 0; at < CELLS; at++)
            if (is_of(*side, n->cell[at]))
                text += sprintf(text, "%s%s%d", isalpha((unsigned char)text[-1]) ? "" : ",",
                                is_king(n->cell[at]) ? "K" : "", square_of(at));
    }
}

#include "naive_game.h"

/* ---- moves ----------------------------------------------------------------------------------- */

/* May this piece go that way? */
static bool turns(char piece, int step)
{
    return is_king(piece) || (piece == 'b') == (step > 0);
}

static bool jumps(const naive *n, char piece, int at, int step)
{
    return turns(piece, step) && is_of(other(n->side), n->cell[at + step]) &&
           n->cell[at + 2 * step] == '-';
}

static void put_down(const naive *n, char piece, int at, naive_child *child)
{
    const int last = n->side == 'B' ? 8 : 1;
    child->after = *n;
    child->after.cell[at] = (char)(at / 10 == last ? n->side : piece);
    child->after.side = other(n->side);
}

/* The piece, taken up, jumps on from `at` with this step, and then as long as it can. */
static int jump_on(naive n, char piece, int at, int step, const char *begun, naive_child *list)
{
    naive_child child = {.noisy = true};
    int count = 0;
    n.cell[at + step] = '-';
    at += 2 * step;
    snprintf(child.text, sizeof child.text, "%sx%d", begun, square_of(at));
    for (int i = 0; i < 4; i++)
        if (jumps(&n, piece, at, steps[i]))
            count += jump_on(n, piece, at, steps[i], child.text, list + count);
    if (count > 0)
        return count;
    put_down(&n, piece, at, &child);
    *list = child;
    return 1;
}

/* In the order that the head of games/checkers/checkers.c promises. */
static int game_children(const naive *n, naive_child *list)
{
    const int forward = n->side == 'B' ? 1 : -1;
    const int ways[4] = {forward * 9, forward * 11, forward * -9, forward * -11};
    int count = 0;
    for (int jump = 1; jump >= 0 && count == 0; jump--)
        for (int i = 0; i < 4; i++)
            for (int at = 0; at < CELLS; at++) {
                const char piece = n->cell[at];
                naive left = *n;
                char from[8];
                if (!is_of(n->side, piece))
                    continue;
                left.cell[at] = '-';
                sprintf(from, "%d", square_of(at));
                if (jump && jumps(&left, piece, at, ways[i])) {
                    count += jump_on(left, piece, at, ways[i], from, list + count);
                } else if (!jump && turns(piece, ways[i]) && left.cell[at + ways[i]] == '-') {
                    list[count] = (naive_child){.noisy = false};
                    sprintf(list[count].text, "%s-%d", from, square_of(at + ways[i]));
                    put_down(&left, piece, at + ways[i], &list[count++]);
                }
            }
    return count;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The pieces that this side could jump over. */
static int targets(naive n, char side)
{
    int count = 0;
    n.side = side;
    for (int at = 0; at < CELLS; at++) {
        bool target = false;
        for (int i = 0; i < 4 && is_of(other(side), n.cell[at]); i++) {
            const int from = at - steps[i];
            target |= is_of(side, n.cell[from]) && jumps(&n, n.cell[from], from, steps[i]);
        }
        count += target;
    }
    return count;
}

/* What a piece adds for its side; `gone` pieces are off the board. */
static int worth_of(const naive *n, int at, int gone)
{
    const char piece = n->cell[at];
    const int row = at / 10, column = at % 10, from_home = piece == 'b' ? row - 1 : 8 - row;
    const bool centre = row >= 3 && row <= 6 && column >= 3 && column <= 6;
    int value = is_king(piece) ? 130 : 100, beside = 0;
    for (int i = 0; i < 4; i++)
        if (n->cell[at + steps[i]] == '-') {
            beside++;
            value += turns(piece, steps[i]) ? 1 : 0;
        }
    if (is_king(piece))
        return value + (centre ? 4 : 0) - (beside == 0 ? 10 : 0);
    return value + (from_home == 0 ? 8 : 0) - (centre ? 7 : 0) +
           (from_home >= 4 ? 2 * gone - 27 : 0);
}

/* In the words of games/checkers/eval.h. */
static int game_worth(const naive *n, int moves, int depth)
{
    const int blacks = count_pieces(n, "bB"), whites = count_pieces(n, "wW");
    const int gone = 24 - blacks - whites;
    int value = (blacks - whites) * gone;
    if (moves == 0)
        return -(20000 + depth);
    for (int at = 0; at < CELLS; at++)
        if (is_of('B', n->cell[at]))
            value += worth_of(n, at, gone);
        else if (is_of('W', n->cell[at]))
            value -= worth_of(n, at, gone);
    value += n->cell[place_of(1)] == 'b' && n->cell[place_of(3)] == 'b' ? 25 : 0;
    value -= n->cell[place_of(32)] == 'w' && n->cell[place_of(30)] == 'w' ? 25 : 0;
    if (n->side == 'W')
        value = -value;
    const int mine = targets(*n, n->side), theirs = targets(*n, other(n->side));
    return mine == 0 ? value - 20 * theirs : value + 16 + 46 * mine - (theirs > 0 ? 52 : 0);
}

/* The board turned round and the colours changed. */
static bool game_image(const naive *n, int i, naive *image)
{
    static const char from[] = "bwBW- ", to[] = "wbWB- ";
    image->side = other(n->side);
    for (int at = 0; at < CELLS; at++)
        image->cell[CELLS - 1 - at] = to[strchr(from, n->cell[at]) - from];
    return i == 0;
}

/* None to 28 pieces a side, many of them kings. */
static void game_random(uint64_t *random, naive *n)
{
    *n = empty_board("BW"[test_random(random, 2)]);
    const uint64_t kings = test_random(random, 5), most = test_random(random, 4) > 0 ? 13 : 29;
    for (int colour = 0; colour < 2; colour++)
        for (uint64_t count = test_random(random, most); count > 0; count--) {
            const int square = 1 + (int)test_random(random, 32);
            const bool king =
                test_random(random, 4) < kings || (colour ? square <= 4 : square > 28);
            if (n->cell[place_of(square)] == '-')
                n->cell[place_of(square)] = (colour ? "wW" : "bB")[king];
        }
}

static unsigned loops, crowned;

/* History and killers know a move by where it begins and ends. */
static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++) {
        const char *last = strrchr(list[i].text, list[i].noisy ? 'x' : '-') + 1;
        const int from = atoi(list[i].text) - 1, to = atoi(last) - 1;
        const int slot = (from + from / 8) * CK_BITS + to + to / 8;
        assert_int_equal(D->slot(heuristic, p, (unsigned)i), slot);
        loops += from == to;
        crowned += count_pieces(&list[i].after, "BW") > count_pieces(n, "BW");
    }
}

/* Or the games do not test them. */
TEST(games_had_loops_and_crowned_men)
{
    assert_true(loops >= 8 && crowned >= 200);
}

RUN_TESTS(setup, NULL, NULL)
