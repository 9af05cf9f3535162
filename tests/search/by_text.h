/* by_text.h -- what selection asks of a position, answered by its text: checks, captures, null
 * moves. */
#ifndef TEST_BY_TEXT_H
#define TEST_BY_TEXT_H

#include "helpers.h"

enum { SIZE = 256 }; /* of any position here */

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

#endif
