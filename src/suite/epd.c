/* epd.c -- see epd.h. */
#include "suite/epd.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/foreign.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#define BETWEEN " \t"
#define BLANKS " \t\r\n"

/* Takes a word off the text; one that is too long is cut. False: there is none. */
static bool next_word(const char **text, const char *between, char word[ABS_TEXT_MAX])
{
    const char *from = *text + strspn(*text, between);
    const size_t length = strcspn(from, between);
    snprintf(word, ABS_TEXT_MAX, "%.*s", (int)length, from);
    *text = from + length;
    return length > 0;
}

/* Whether a position is given as in UCI. */
static bool is_uci(const char *text)
{
    char word[ABS_TEXT_MAX];
    return next_word(&text, BETWEEN, word) &&
           (strcmp(word, "position") == 0 || strcmp(word, "startpos") == 0 ||
            strcmp(word, "fen") == 0);
}

bool epd_is_game(const char *line)
{
    line += strspn(line, BETWEEN);
    const char *name = line + (*line == '['), *c = name;
    while (isalpha((unsigned char)*c))
        c++;
    return c > name && name > line && strncmp(c, " \"", 2) == 0;
}

char *epd_cut(const abs_domain *domain, char *line, char **operations)
{
    enum { POSITION_FIELDS = 4 }; /* FEN's clocks may follow; an operation begins with a letter */
    char *const text = line + strspn(line, BLANKS);
    char *end = text + strcspn(text, ";"), *next = end;
    if (domain->epd && !is_uci(text)) {
        end = next = text;
        for (int i = 0; *next != '\0' && *next != ';'; i++) {
            if (i >= POSITION_FIELDS && isalpha((unsigned char)*next))
                break;
            memset(end, ' ', (size_t)(next - end));
            end = next + strcspn(next, BLANKS ";");
            next = end + strspn(end, BLANKS);
        }
    }
    *operations = next + (*next == ';');
    while (end > text && strchr(BLANKS, end[-1]) != NULL)
        end--;
    *end = '\0';
    return text;
}

/* ---- positions and moves ------------------------------------------------------------------- */

/* The move that a text names; ABS_NO_MOVE: the error is ABS_USAGE. */
static unsigned read_move(const epd_reader *r, const char *text, abs_error *error)
{
    const abs_domain *d = r->domain;
    char word[ABS_TEXT_MAX] = "";
    if (d->read_move != NULL)
        return d->read_move(r->rules, r->position, text, error);
    const unsigned count = d->count_moves(r->rules, r->position);
    for (unsigned move = 0; move < count; move++) {
        d->move_text(r->rules, r->position, move, word, sizeof word);
        if (strcasecmp(word, text) == 0)
            return move;
    }
    if (count > 0)
        abs_fail(error, ABS_USAGE, "'%.40s' is not a legal move here; %s is", text, word);
    else
        abs_fail(error, ABS_USAGE, "'%.40s': no move is legal here", text);
    return ABS_NO_MOVE;
}

/* Makes the moves from the position on. */
static bool play(const epd_reader *r, const char *moves, abs_error *error)
{
    char word[ABS_TEXT_MAX];
    void *child = memory_zeros(1, r->domain->position_size);
    bool ok = true;
    for (unsigned number = 1; ok && next_word(&moves, BETWEEN, word); number++) {
        const unsigned move = read_move(r, word, error);
        ok = move != ABS_NO_MOVE;
        if (ok) {
            r->domain->apply(r->rules, r->position, move, child);
            memcpy(r->position, child, r->domain->position_size);
        } else {
            abs_fail(error, ABS_USAGE, "move %u: %.900s", number, error->text);
        }
    }
    free(child);
    return ok;
}

/* Cuts a position as in UCI into the game's own text, put in `own`, and the moves after it. */
static bool cut_uci(const char *text, char own[ABS_TEXT_MAX], const char **moves, abs_error *error)
{
    char word[ABS_TEXT_MAX];
    const char *given = text, *end;
    if (next_word(&given, BETWEEN, word) && strcmp(word, "position") == 0)
        next_word(&given, BETWEEN, word);
    const bool start = strcmp(word, "startpos") == 0, fen = strcmp(word, "fen") == 0;
    for (*moves = end = given; next_word(moves, BETWEEN, word) && strcmp(word, "moves") != 0;)
        end = *moves;
    if (start && end == given) {
        snprintf(own, ABS_TEXT_MAX, "start");
        return true;
    }
    given += strspn(given, BETWEEN);
    if (!fen || given >= end)
        return abs_fail(error, ABS_USAGE,
                        "'%.60s': write startpos, or fen and a position; then, if there are any, "
                        "moves and each of them",
                        text);
    snprintf(own, ABS_TEXT_MAX, "%.*s", (int)(end - given), given);
    return end - given < ABS_TEXT_MAX ||
           abs_fail(error, ABS_USAGE, "the position is longer than %d bytes", ABS_TEXT_MAX - 1);
}

const char *epd_position(epd_reader *r, const char *text, abs_error *error)
{
    const abs_domain *d = r->domain;
    const char *moves = "";
    if (!is_uci(text) || d == &foreign_domain)
        return d->parse(r->rules, text, r->position, error) ? text : NULL;
    if (!cut_uci(text, r->room, &moves, error) ||
        !d->parse(r->rules, r->room, r->position, error) || !play(r, moves, error))
        return NULL;
    if (moves[strspn(moves, BETWEEN)] == '\0')
        return r->room;
    d->print(r->rules, r->position, r->room, ABS_TEXT_MAX);
    return d->parse(r->rules, r->room, r->position, error) ? r->room : NULL; /* as its text says */
}

/* ---- operations ---------------------------------------------------------------------------- */

enum { ID, ANSWER, MATE, BEST, AVOID, JUDGED, OPERATIONS };

/* Those that matter here, with the counts of perft; all others are ignored. */
static const struct {
    const char *name, *form;
} operations[OPERATIONS] = {
    [ID] = {"id", "id NAME, at most 255 bytes"},
    [ANSWER] = {"answer", "answer DEPTH VALUE"},
    [MATE] = {"dm", "dm N, a win in 1 to 50 moves"},
    [BEST] = {"bm", "bm MOVE, or several with blanks between"},
    [AVOID] = {"am", "am MOVE, or several with blanks between"},
    [JUDGED] = {"judged", "judged points, or judged results, and MOVE=VALUE for every move"},
};

enum { ID_BYTES = 255, MATE_MAX = (ABS_MAX_DEPTH + 1) / 2 };

_Static_assert(MATE_MAX == 50 && ABS_MAX_DEPTH == 100 && ABS_MOVES_MAX == 64 &&
                   ABS_COUNTED_MAX == 32,
               "the messages say so");

static void know(abs_facts *f, int64_t depth, abs_eval eval, int64_t value)
{
    f->known[f->known_count++] = (abs_known){(int)depth, eval, (int)value};
}

/* Reads the operands of id, answer or dm. */
static bool read_operands(epd_reader *r, int operation, const char *text)
{
    char first[32], second[32], more[2];
    int64_t depth, value, moves;
    switch (operation) {
    case ID:
        r->id = text;
        return *text != '\0' && strlen(text) <= ID_BYTES;
    case ANSWER:
        if (sscanf(text, "%31s %31s %1s", first, second, more) != 2 ||
            !text_int(first, 0, ABS_MAX_DEPTH, &depth) ||
            !text_int(second, -ABS_VALUE_MAX, ABS_VALUE_MAX, &value))
            return false;
        know(&r->facts, depth, ABS_EVAL_HEURISTIC, value);
        return true;
    default: /* won with the N-th move, that is within 2N - 1 plies, and not with an earlier one */
        if (!text_int(text, 1, MATE_MAX, &moves))
            return false;
        if (moves > 1)
            know(&r->facts, 2 * moves - 3, ABS_EVAL_RESULT, 0);
        know(&r->facts, 2 * moves - 1, ABS_EVAL_RESULT, 1);
        return true;
    }
}

/* Adds the moves of bm or am to those that are known: those of bm come before those of am. */
static bool read_moves(epd_reader *r, int operation, const char *text, abs_error *error)
{
    abs_facts *f = &r->facts;
    const char *const name = operations[operation].name;
    char word[ABS_TEXT_MAX];
    while (next_word(&text, BETWEEN ",", word)) {
        const unsigned place = f->best_count + f->avoid_count;
        if (place == ABS_MOVES_MAX)
            return abs_fail(error, ABS_USAGE, "%s: more than 64 moves; leave some out", name);
        const unsigned move = read_move(r, word, error);
        if (move == ABS_NO_MOVE)
            return abs_fail(error, ABS_USAGE, "%s: %.900s", name, error->text);
        f->moves[place] = (uint16_t)move;
        if (operation == AVOID) {
            f->avoid_count++;
        } else {
            f->moves[place] = f->moves[f->best_count];
            f->moves[f->best_count++] = (uint16_t)move;
        }
    }
    return true;
}

/* The value of a move, put into *judged. False: the error is set. */
static bool read_value(const epd_reader *r, char *word, abs_judgement *judged, bool *seen,
                       abs_error *error)
{
    const int64_t most = judged->results ? 1 : ABS_VALUE_MAX;
    char *const equals = strrchr(word, '=');
    int64_t value;
    if (equals == NULL || !text_int(equals + 1, -most, most, &value))
        return abs_fail(error, ABS_USAGE,
                        "judged: '%.40s': write MOVE=VALUE, a whole number from %d to %d", word,
                        (int)-most, (int)most);
    *equals = '\0';
    const unsigned move = read_move(r, word, error);
    if (move == ABS_NO_MOVE || seen[move])
        return abs_fail(error, ABS_USAGE, "judged: %.900s",
                        move == ABS_NO_MOVE ? error->text : "a move appears twice; remove one");
    seen[move] = true;
    judged->values[move] = (int32_t)value;
    return true;
}

/* Reads what every move is worth. */
static bool read_judged(epd_reader *r, const char *text, abs_error *error)
{
    const unsigned moves = r->domain->count_moves(r->rules, r->position);
    abs_judgement *judged = &r->facts.judged;
    bool seen[ABS_JUDGED_MAX] = {false};
    char word[ABS_TEXT_MAX] = "";
    unsigned count = 0;
    next_word(&text, BETWEEN, word);
    judged->results = strcmp(word, "results") == 0;
    if ((!judged->results && strcmp(word, "points") != 0) || moves > ABS_JUDGED_MAX)
        return abs_fail(error, ABS_USAGE, "judged: write %s, at most %d", operations[JUDGED].form,
                        ABS_JUDGED_MAX);
    for (; next_word(&text, BETWEEN, word); count++)
        if (!read_value(r, word, judged, seen, error))
            return false;
    judged->count = count;
    return (count == moves && count > 0) ||
           abs_fail(error, ABS_USAGE, "judged: %u of %u moves have a value; give one to each",
                    count, moves);
}

/* D5: the count of perft to depth 5. */
static bool is_counted(const char *name)
{
    return *name == 'D' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
}

static bool read_counted(abs_facts *f, const char *name, const char *text, abs_error *error)
{
    int64_t depth, count;
    if (!text_int(name + 1, 0, ABS_MAX_DEPTH, &depth) || !text_int(text, 0, INT64_MAX, &count))
        return abs_fail(error, ABS_USAGE,
                        "%.40s %.200s: write D and a depth up to 100, and a count", name, text);
    for (unsigned i = 0; i < f->counted_count; i++)
        if (f->counted[i].depth == (uint64_t)depth)
            return abs_fail(error, ABS_USAGE, "%.40s appears twice; remove one", name);
    if (f->counted_count == ABS_COUNTED_MAX)
        return abs_fail(error, ABS_USAGE, "%.40s: these are more than 32 counts; leave some out",
                        name);
    f->counted[f->counted_count++] = (abs_counted){(uint64_t)depth, (uint64_t)count};
    return true;
}

/* Ends the operands that begin the text, in place, and returns what follows them; they become
 *operands, without blanks or quotes around the whole. NULL: a quote is left open. */
static char *end_operands(char *text, char **operands)
{
    bool between = true; /* operands: only there does a quote begin a string */
    char *c = text;
    for (; *c != '\0' && *c != ';'; c++) {
        if (*c == '"' && between && (c = strchr(c + 1, '"')) == NULL)
            return NULL;
        between = strchr(BLANKS, *c) != NULL;
    }
    char *const rest = c + (*c == ';');
    text += strspn(text, BLANKS);
    while (c > text && strchr(BLANKS, c[-1]) != NULL)
        c--;
    const bool quoted = c - text > 1 && *text == '"' && c[-1] == '"';
    *(quoted ? c - 1 : c) = '\0';
    *operands = text + quoted;
    return rest;
}

bool epd_read(epd_reader *r, char *text, abs_error *error)
{
    bool seen[OPERATIONS] = {false};
    char *operands;
    for (text += strspn(text, BLANKS ";"); *text != '\0'; text += strspn(text, BLANKS ";")) {
        char name[41]; /* as much as messages show */
        const int length = (int)strcspn(text, BLANKS ";");
        int i = 0;
        snprintf(name, sizeof name, "%.*s", length, text);
        if (!isalpha((unsigned char)*text))
            return abs_fail(error, ABS_USAGE,
                            "'%.40s' is not an operation; write NAME OPERANDS and a ; after each",
                            text);
        if ((text = end_operands(text + length, &operands)) == NULL)
            return abs_fail(error, ABS_USAGE, "a quote is left open after %s; close it with \"",
                            name);
        while (i < OPERATIONS && strcmp(name, operations[i].name) != 0)
            i++;
        if (r->domain == &foreign_domain && i != ID) /* what moves and values are is not known */
            continue;
        if (is_counted(name) && !read_counted(&r->facts, name, operands, error))
            return false;
        if (i == OPERATIONS)
            continue;
        if (seen[i])
            return abs_fail(error, ABS_USAGE, "%s appears twice; remove one", name);
        seen[i] = true;
        const bool moves = i == BEST || i == AVOID;
        if (i == JUDGED && !read_judged(r, operands, error))
            return false;
        if (i == JUDGED)
            continue;
        if (moves ? operands[strspn(operands, BETWEEN ",")] == '\0'
                  : !read_operands(r, i, operands))
            return abs_fail(error, ABS_USAGE, "%s%s%.200s: write %s", name,
                            *operands != '\0' ? " " : "", operands, operations[i].form);
        if (moves && !read_moves(r, i, operands, error))
            return false;
    }
    return true;
}
