/* notation.c -- see notation.h. */
#include "suite/notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#define BLANKS " \t"

/* What follows the word that the text begins with, or NULL if it begins with another. */
static const char *after_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || (text[length] != '\0' && !strchr(BLANKS, text[length])))
        return NULL;
    return text + length + strspn(text + length, BLANKS);
}

/* Behind the word `position`, which may be left out. */
static const char *uci_body(const char *text)
{
    const char *body = after_word(text, "position");
    return body != NULL ? body : text;
}

bool notation_is_uci(const char *text)
{
    const char *body = uci_body(text);
    return body != text || after_word(body, "startpos") != NULL || after_word(body, "fen") != NULL;
}

bool notation_is_game(const char *line)
{
    line += strspn(line, BLANKS);
    const char *name = line + (*line == '['), *c = name;
    while (isalpha((unsigned char)*c))
        c++;
    return c > name && name > line && strncmp(c, " \"", 2) == 0;
}

/* ---- moves --------------------------------------------------------------------------------- */

unsigned notation_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text, abs_error *error)
{
    char word[ABS_TEXT_MAX] = "";
    if (domain->read_move != NULL)
        return domain->read_move(rules, position, text, error);
    const unsigned count = domain->count_moves(rules, position);
    for (unsigned move = 0; move < count; move++) {
        domain->move_text(rules, position, move, word, sizeof word);
        if (strcasecmp(word, text) == 0)
            return move;
    }
    if (count > 0)
        abs_fail(error, ABS_USAGE, "'%.40s' is not a legal move here; %s is", text, word);
    else
        abs_fail(error, ABS_USAGE, "'%.40s': no move is legal here", text);
    return ABS_NO_MOVE;
}

/* Makes the moves, blanks between them, from the position on. `child` has room for another. */
static bool play(const abs_domain *domain, const void *rules, const char *moves, void *position,
                 void *child, abs_error *error)
{
    for (unsigned number = 1; *moves != '\0'; number++) {
        char word[ABS_TEXT_MAX];
        const size_t length = strcspn(moves, BLANKS);
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 moves);
        const unsigned move = notation_move(domain, rules, position, word, error);
        if (move == ABS_NO_MOVE) {
            const abs_error cause = *error;
            return abs_fail(error, ABS_USAGE, "move %u: %.900s", number, cause.text);
        }
        domain->apply(rules, position, move, child);
        memcpy(position, child, domain->position_size);
        moves += length;
        moves += strspn(moves, BLANKS);
    }
    return true;
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Where the word `moves` stands, or the end of the text. */
static const char *find_moves(const char *text)
{
    while (*text != '\0' && after_word(text, "moves") == NULL) {
        text += strcspn(text, BLANKS);
        text += strspn(text, BLANKS);
    }
    return text;
}

/* Cuts a position as in UCI into the game's own text and the moves after it. */
static bool cut(const char *text, char own[ABS_TEXT_MAX], const char **moves, abs_error *error)
{
    const char *body = uci_body(text), *end = find_moves(body), *given = after_word(body, "fen");
    *moves = *end != '\0' ? after_word(end, "moves") : end;
    while (end > body && strchr(BLANKS, end[-1]) != NULL)
        end--;
    if (end - body == 8 && after_word(body, "startpos") != NULL) {
        snprintf(own, ABS_TEXT_MAX, "start");
        return true;
    }
    if (given == NULL || given >= end)
        return abs_fail(error, ABS_USAGE,
                        "'%.60s': write startpos, or fen and a position; then, if there are any, "
                        "moves and each of them",
                        text);
    snprintf(own, ABS_TEXT_MAX, "%.*s", (int)(end - given), given);
    return end - given < ABS_TEXT_MAX ||
           abs_fail(error, ABS_USAGE, "the position is longer than %d bytes", ABS_TEXT_MAX - 1);
}

const char *notation_position(const abs_domain *domain, const void *rules, const char *text,
                              char room[ABS_TEXT_MAX], void *position, abs_error *error)
{
    const char *moves = "";
    if (!notation_is_uci(text))
        return domain->parse(rules, text, position, error) ? text : NULL;
    if (!cut(text, room, &moves, error) || !domain->parse(rules, room, position, error))
        return NULL;
    if (*moves == '\0')
        return room;
    void *child = calloc(1, domain->position_size);
    const bool played =
        child != NULL ? play(domain, rules, moves, position, child, error)
                      : abs_fail(error, ABS_CANNOT_RUN, "no memory for the moves of a position");
    free(child);
    if (!played)
        return NULL;
    domain->print(rules, position, room, ABS_TEXT_MAX);
    return domain->parse(rules, room, position, error) ? room : NULL; /* as its text says */
}
