/* epd.c -- see epd.h. */
#include "suite/epd.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#define BETWEEN " \t"
#define BLANKS " \t\r\n"

/* ---- positions as other programs write them
 * ------------------------------------------------------ */

/* What follows the word that the text begins with, or NULL if it begins with another. */
static const char *after_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 ||
        (text[length] != '\0' && !strchr(BETWEEN, text[length])))
        return NULL;
    return text + length + strspn(text + length, BETWEEN);
}

/* Behind the word `position`, which may be left out. */
static const char *uci_body(const char *text)
{
    const char *body = after_word(text, "position");
    return body != NULL ? body : text;
}

bool epd_is_uci(const char *text)
{
    const char *body = uci_body(text);
    return body != text || after_word(body, "startpos") != NULL || after_word(body, "fen") != NULL;
}

bool epd_is_game(const char *line)
{
    line += strspn(line, BETWEEN);
    const char *name = line + (*line == '['), *c = name;
    while (isalpha((unsigned char)*c))
        c++;
    return c > name && name > line && strncmp(c, " \"", 2) == 0;
}

/* ---- moves --------------------------------------------------------------------------------- */

/* The move that a text names; ABS_NO_MOVE: the error is ABS_USAGE. */
static unsigned read_move(const abs_domain *domain, const void *rules, const void *position,
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
        const size_t length = strcspn(moves, BETWEEN);
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 moves);
        const unsigned move = read_move(domain, rules, position, word, error);
        if (move == ABS_NO_MOVE) {
            const abs_error cause = *error;
            return abs_fail(error, ABS_USAGE, "move %u: %.900s", number, cause.text);
        }
        domain->apply(rules, position, move, child);
        memcpy(position, child, domain->position_size);
        moves += length;
        moves += strspn(moves, BETWEEN);
    }
    return true;
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Where the word `moves` stands, or the end of the text. */
static const char *after_fen(const char *text)
{
    while (*text != '\0' && after_word(text, "moves") == NULL) {
        text += strcspn(text, BETWEEN);
        text += strspn(text, BETWEEN);
    }
    return text;
}

/* Cuts a position as in UCI into the game's own text and the moves after it. */
static bool cut(const char *text, char own[ABS_TEXT_MAX], const char **moves, abs_error *error)
{
    const char *body = uci_body(text), *end = after_fen(body), *given = after_word(body, "fen");
    *moves = *end != '\0' ? after_word(end, "moves") : end;
    while (end > body && strchr(BETWEEN, end[-1]) != NULL)
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

const char *epd_position(const abs_domain *domain, const void *rules, const char *text,
                         char room[ABS_TEXT_MAX], void *position, abs_error *error)
{
    const char *moves = "";
    if (!epd_is_uci(text))
        return domain->parse(rules, text, position, error) ? text : NULL;
    if (!cut(text, room, &moves, error) || !domain->parse(rules, room, position, error))
        return NULL;
    if (*moves == '\0')
        return room;
    void *child = memory_zeros(1, domain->position_size);
    const bool played = play(domain, rules, moves, position, child, error);
    free(child);
    if (!played)
        return NULL;
    domain->print(rules, position, room, ABS_TEXT_MAX);
    return domain->parse(rules, room, position, error) ? room : NULL; /* as its text says */
}

/* ---- lines, cut up
 * ------------------------------------------------------------------------------- */

char *epd_trim(char *text)
{
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

char *epd_split(char *line, bool fields)
{
    enum { POSITION_FIELDS = 4 }; /* FEN's clocks may follow; an operation begins with a letter */
    char *end = line + strcspn(line, ";"), *next = end;
    if (fields) {
        end = next = line;
        for (int i = 0; *next != '\0' && *next != ';'; i++) {
            if (i >= POSITION_FIELDS && isalpha((unsigned char)*next))
                break;
            memset(end, ' ', (size_t)(next - end));
            end = next + strcspn(next, BLANKS ";");
            next = end + strspn(end, BLANKS);
        }
    }
    next += *next == ';';
    *end = '\0';
    return next;
}

typedef struct {
    const char *name;     /* begins with a letter */
    const char *operands; /* without blanks at the ends, or quotes around the whole; may be "" */
} operation;

/* The semicolon that ends the operands, or the end of the text. NULL: a quote is left open. */
static char *find_end(char *operands)
{
    bool between = true; /* operands: only there does a quote begin a string */
    char *c = operands;
    for (; *c != '\0' && *c != ';'; c++) {
        if (*c == '"' && between && (c = strchr(c + 1, '"')) == NULL)
            return NULL;
        between = strchr(BLANKS, *c) != NULL;
    }
    return c;
}

static char *unquote(char *operands)
{
    const size_t length = strlen(operands);
    if (length < 2 || operands[0] != '"' || operands[length - 1] != '"')
        return operands;
    operands[length - 1] = '\0';
    return operands + 1;
}

/* Takes the next operation off *cursor, in place. Returns 1, 0 at the end, or -1 with the error set
   (ABS_USAGE): what is there is not an operation. */
static int next_operation(char **cursor, operation *next, abs_error *error)
{
    char *name = *cursor + strspn(*cursor, BLANKS ";");
    if (*name == '\0')
        return 0;
    if (!isalpha((unsigned char)*name)) {
        abs_fail(error, ABS_USAGE,
                 "'%.40s' is not an operation; write NAME OPERANDS and a ; after each", name);
        return -1;
    }
    char *operands = name + strcspn(name, BLANKS ";");
    char *end = find_end(operands);
    if (end == NULL) {
        abs_fail(error, ABS_USAGE, "a quote is left open after %.*s; close it with \"",
                 (int)(operands - name < 40 ? operands - name : 40), name);
        return -1;
    }
    *cursor = end + (*end == ';');
    *end = '\0';
    char *const after = operands + (*operands != '\0');
    *operands = '\0';
    *next = (operation){name, unquote(epd_trim(after))};
    return 1;
}

/* ---- what the operations say
 * ----------------------------------------------------------------------- */

enum { MATE_MAX = (ABS_MAX_DEPTH + 1) / 2 };

_Static_assert(MATE_MAX == 50 && ABS_MAX_DEPTH == 100 && ABS_MOVES_MAX == 64 &&
                   ABS_COUNTED_MAX == 32,
               "the messages say so");

static void know(epd_operations *to, int64_t depth, abs_eval eval, int64_t value)
{
    to->facts.known[to->facts.known_count++] = (abs_known){(int)depth, eval, (int)value};
}

static bool read_id(epd_operations *to, const operation *op)
{
    enum { ID_BYTES = 255 };
    const char *const text = to->id = op->operands;
    return *text != '\0' && strlen(text) <= ID_BYTES;
}

static bool read_answer(epd_operations *to, const operation *op)
{
    const char *const text = op->operands;
    int64_t depth, value;
    char number[32];
    const size_t length = strcspn(text, " \t");
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    if (!text_int(number, 0, ABS_MAX_DEPTH, &depth) ||
        !text_int(text + length + strspn(text + length, " \t"), -ABS_VALUE_MAX, ABS_VALUE_MAX,
                  &value))
        return false;
    know(to, depth, ABS_EVAL_HEURISTIC, value);
    return true;
}

/* Won with the N-th move, that is within 2N - 1 plies, and not with an earlier one. */
static bool read_mate(epd_operations *to, const operation *op)
{
    int64_t moves;
    if (!text_int(op->operands, 1, MATE_MAX, &moves))
        return false;
    if (moves > 1)
        know(to, 2 * moves - 3, ABS_EVAL_RESULT, 0);
    know(to, 2 * moves - 1, ABS_EVAL_RESULT, 1);
    return true;
}

static const char between[] = " \t,"; /* moves */

static bool read_moves(epd_operations *to, const operation *op)
{
    *(strcmp(op->name, "bm") == 0 ? &to->best : &to->avoid) = op->operands;
    return op->operands[strspn(op->operands, between)] != '\0';
}

/* The operations that matter here, with those of perft; all others are ignored. */
static const struct {
    const char *name, *form;
    bool (*read)(epd_operations *, const operation *);
} operations[] = {
    {"id", "id NAME, at most 255 bytes", read_id},
    {"answer", "answer DEPTH VALUE", read_answer},
    {"dm", "dm N, a win in 1 to 50 moves", read_mate},
    {"bm", "bm MOVE, or several with blanks between", read_moves},
    {"am", "am MOVE, or several with blanks between", read_moves},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* D5: the count of perft to depth 5. */
static bool is_counted(const char *name)
{
    return *name == 'D' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
}

static bool read_counted(epd_operations *to, const operation *op, abs_error *error)
{
    abs_facts *f = &to->facts;
    int64_t depth, count;
    if (!text_int(op->name + 1, 0, ABS_MAX_DEPTH, &depth) ||
        !text_int(op->operands, 0, INT64_MAX, &count))
        return abs_fail(error, ABS_USAGE,
                        "%.40s %.200s: write D and a depth up to 100, and a count", op->name,
                        op->operands);
    for (unsigned i = 0; i < f->counted_count; i++)
        if (f->counted[i].depth == (uint64_t)depth)
            return abs_fail(error, ABS_USAGE, "%.40s appears twice; remove one", op->name);
    if (f->counted_count == ABS_COUNTED_MAX)
        return abs_fail(error, ABS_USAGE, "%.40s: these are more than 32 counts; leave some out",
                        op->name);
    f->counted[f->counted_count++] = (abs_counted){(uint64_t)depth, (uint64_t)count};
    return true;
}

bool epd_read(char *text, epd_operations *to, abs_error *error)
{
    bool seen[OPERATIONS] = {false};
    operation op;
    int more;
    while ((more = next_operation(&text, &op, error)) > 0) {
        size_t i = 0;
        while (i < OPERATIONS && strcmp(op.name, operations[i].name) != 0)
            i++;
        if (is_counted(op.name) && !read_counted(to, &op, error))
            return false;
        if (i == OPERATIONS)
            continue;
        if (seen[i])
            return abs_fail(error, ABS_USAGE, "%s appears twice; remove one", op.name);
        seen[i] = true;
        if (!operations[i].read(to, &op))
            return abs_fail(error, ABS_USAGE, "%s%s%.200s: write %s", op.name,
                            *op.operands != '\0' ? " " : "", op.operands, operations[i].form);
    }
    return more == 0;
}

/* Adds the moves of bm or am, which `name` is, to those that are known. */
static bool find_moves(abs_facts *f, const char *name, const char *text, const abs_domain *domain,
                       const void *rules, const void *position, abs_error *error)
{
    for (; text != NULL && *(text += strspn(text, between)) != '\0';
         text += strcspn(text, between)) {
        char word[ABS_TEXT_MAX];
        const size_t length = strcspn(text, between), most = sizeof word - 1;
        snprintf(word, sizeof word, "%.*s", (int)(length < most ? length : most), text);
        const unsigned place = f->best_count + f->avoid_count;
        if (place == ABS_MOVES_MAX)
            return abs_fail(error, ABS_USAGE, "%s: more than 64 moves; leave some out", name);
        const unsigned move = read_move(domain, rules, position, word, error);
        if (move == ABS_NO_MOVE) {
            const abs_error cause = *error;
            return abs_fail(error, ABS_USAGE, "%s: %.900s", name, cause.text);
        }
        f->moves[place] = (uint16_t)move;
        *(strcmp(name, "bm") == 0 ? &f->best_count : &f->avoid_count) += 1;
    }
    return true;
}

bool epd_find_moves(epd_operations *to, const abs_domain *domain, const void *rules,
                    const void *position, abs_error *error)
{
    return find_moves(&to->facts, "bm", to->best, domain, rules, position, error) &&
           find_moves(&to->facts, "am", to->avoid, domain, rules, position, error);
}
