/* positions.c -- positions of a game from a suite, a file or the command line. See suite.h. */
#include "base/file.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/suite.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

enum { LINE_BYTES = 1 << 16, FILE_BYTES_MAX = 1 << 28, BAD_LINES_SHOWN = 20 };

/* A reader of a batch's positions, and the current one. */
typedef struct {
    abs_batch *batch;
    const abs_domain *domain; /* the batch's, as are the rules */
    const void *rules;
    void *position;
    const char *id;          /* the position's id; NULL if the line has none */
    abs_facts facts;         /* what the line says about it */
    char room[ABS_TEXT_MAX]; /* the position's text if it is not as it was given */
} reader;

static reader open_reader(abs_batch *batch)
{
    return (reader){.batch = batch,
                    .domain = batch->domain,
                    .rules = batch->rules,
                    .position = memory_zeros(1, batch->domain->position_size)};
}

/* ---- positions and moves ------------------------------------------------------------------- */

/* The move that a text names, or ABS_NO_MOVE with the error ABS_USAGE. */
static unsigned read_move(const reader *r, const char *text, abs_error *error)
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
    abs_fail(error, ABS_USAGE, "'%.40s' is not a legal move here%s%s%s", text,
             count > 0 ? "; " : "", word, count > 0 ? " is" : "");
    return ABS_NO_MOVE;
}

/* Makes the moves in the position. */
static bool play(const reader *r, const char *moves, abs_error *error)
{
    char word[ABS_TEXT_MAX];
    void *child = memory_zeros(1, r->domain->position_size);
    bool ok = true;
    for (unsigned number = 1; ok && text_word(&moves, BETWEEN, word); number++) {
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

static void add_result(abs_facts *f, int64_t depth, int result)
{
    f->known[f->known_count++] = (abs_known){(int)depth, ABS_EVAL_RESULT, result};
}

/* Reads a position. Returns its text as the game reads it, which is `text` or in the reader's room,
   or NULL with the error ABS_USAGE. */
static const char *read_position(reader *r, const char *text, abs_error *error)
{
    const abs_domain *d = r->domain;
    char word[ABS_TEXT_MAX];
    const char *from = text, *end, *moves;
    int result;
    if (!position_is_uci(text) || d == &foreign_domain) {
        if (d->parse(r->rules, text, r->position, error))
            return text;
        const position_wrap kind = position_unwrap(d, text, r->room, &result);
        if (kind == POSITION_SCORED)
            add_result(&r->facts, ABS_MAX_DEPTH, result);
        return kind != POSITION_BARE && d->parse(r->rules, r->room, r->position, error) ? r->room
                                                                                        : NULL;
    }
    text_word(&from, BETWEEN, word);
    if (strcmp(word, "position") == 0)
        text_word(&from, BETWEEN, word);
    const bool start = strcmp(word, "startpos") == 0, fen = strcmp(word, "fen") == 0;
    from += strspn(from, BETWEEN);
    for (moves = end = from; text_word(&moves, BETWEEN, word) && strcmp(word, "moves") != 0;)
        end = moves;
    const int length =
        snprintf(r->room, sizeof r->room, "%s%.*s", start ? "start" : "", (int)(end - from), from);
    if ((start ? end > from : !fen || end == from) || length >= ABS_TEXT_MAX) {
        abs_fail(error, ABS_USAGE,
                 "'%.60s': write startpos, or fen and a position of at most %d bytes; then, if "
                 "there are any, moves and each of them",
                 text, ABS_TEXT_MAX - 1);
        return NULL;
    }
    if (!d->parse(r->rules, r->room, r->position, error) || !play(r, moves, error))
        return NULL;
    if (moves[strspn(moves, BETWEEN)] == '\0')
        return r->room;
    d->print(r->rules, r->position, r->room, ABS_TEXT_MAX);
    return d->parse(r->rules, r->room, r->position, error) ? r->room : NULL; /* as jobs read it */
}

/* ---- operations ---------------------------------------------------------------------------- */

enum { ID, ANSWER, MATE, BEST, AVOID, JUDGED, COUNTED, OPERATIONS };

/* The operations that matter here; all others are ignored. */
static const struct {
    const char *name, *form;
} operations[OPERATIONS] = {
    [ID] = {"id", "id NAME, at most 255 bytes"},
    [ANSWER] = {"answer", "answer DEPTH VALUE"},
    [MATE] = {"dm", "dm N (or bm #N), a win in 1 to 999 moves, or with -N a loss"},
    [BEST] = {"bm", "bm MOVE, or several with blanks between, at most 64; or bm #N, a mate in N"},
    [AVOID] = {"am", "am MOVE, or several with blanks between, at most 64"},
    [JUDGED] = {"judged",
                "judged points, or judged results (1, 0, -1), and MOVE=VALUE once for every move"},
    [COUNTED] = {"", "D and a depth up to 100, and a count: of at most 32 depths, each once"},
};

enum { ID_BYTES = 255, MATE_MAX = 999 };

_Static_assert(ABS_MAX_DEPTH == 100 && ABS_MOVES_MAX == 64 && ABS_COUNTED_MAX == 32,
               "the messages say so");

/* Adds the moves of bm, or of am, to r->facts. Those of bm come before those of am. */
static bool read_moves(reader *r, bool avoid, const char *text, abs_error *error)
{
    abs_facts *f = &r->facts;
    const unsigned before = f->best_count + f->avoid_count;
    char word[ABS_TEXT_MAX];
    while (text_word(&text, BETWEEN ",", word)) {
        const unsigned place = f->best_count + f->avoid_count;
        if (place > before && strcasecmp(word, "e.p.") == 0) /* of the move before it */
            continue;
        const unsigned move = place < ABS_MOVES_MAX ? read_move(r, word, error) : ABS_NO_MOVE;
        if (move == ABS_NO_MOVE)
            return false;
        f->moves[place] = (uint16_t)move;
        if (avoid) {
            f->avoid_count++;
        } else {
            f->moves[place] = f->moves[f->best_count];
            f->moves[f->best_count++] = (uint16_t)move;
        }
    }
    return f->best_count + f->avoid_count > before;
}

/* Reads what every move is worth. */
static bool read_judged(reader *r, const char *text, abs_error *error)
{
    const unsigned moves = r->domain->count_moves(r->rules, r->position);
    abs_judgement *judged = &r->facts.judged;
    bool seen[ABS_JUDGED_MAX] = {false};
    char word[ABS_TEXT_MAX] = "";
    text_word(&text, BETWEEN, word);
    judged->results = strcmp(word, "results") == 0;
    const int64_t most = judged->results ? 1 : ABS_VALUE_MAX;
    if ((!judged->results && strcmp(word, "points") != 0) || moves > ABS_JUDGED_MAX)
        return false;
    while (text_word(&text, BETWEEN, word)) {
        char *const equals = strrchr(word, '=');
        int64_t value;
        if (equals == NULL || !text_int(equals + 1, -most, most, &value))
            return false;
        *equals = '\0';
        const unsigned move = read_move(r, word, error);
        if (move == ABS_NO_MOVE || seen[move])
            return false;
        seen[move] = true;
        judged->values[move] = (int32_t)value;
        judged->count++;
    }
    return judged->count > 0 && judged->count == moves;
}

/* Reads D5 and the like: the count of perft to depth 5. */
static bool read_counted(abs_facts *f, const char *name, const char *text)
{
    int64_t depth, count;
    if (!text_int(name + 1, 0, ABS_MAX_DEPTH, &depth) || !text_int(text, 0, INT64_MAX, &count) ||
        f->counted_count == ABS_COUNTED_MAX)
        return false;
    for (unsigned i = 0; i < f->counted_count; i++)
        if (f->counted[i].depth == (uint64_t)depth)
            return false;
    f->counted[f->counted_count++] = (abs_counted){(uint64_t)depth, (uint64_t)count};
    return true;
}

/* Reads the operands of an operation. Returns false if they do not have its form; the error may say
   more. */
static bool read_operands(reader *r, int operation, const char *name, const char *text,
                          abs_error *error)
{
    char first[32], second[32], more[2];
    int64_t depth, value, moves, last;
    abs_facts *f = &r->facts;
    switch (operation) {
    case ID:
        r->id = text;
        return *text != '\0' && strlen(text) <= ID_BYTES;
    case ANSWER:
        if (sscanf(text, "%31s %31s %1s", first, second, more) != 2 ||
            !text_int(first, 0, ABS_MAX_DEPTH, &depth) ||
            !text_int(second, -ABS_VALUE_MAX, ABS_VALUE_MAX, &value))
            return false;
        f->known[f->known_count++] = (abs_known){(int)depth, ABS_EVAL_HEURISTIC, (int)value};
        return true;
    case MATE: /* a side's N-th move wins, and no earlier one does: the other's is 2N plies away */
        if (!text_int(text, -MATE_MAX, MATE_MAX, &moves) || moves == 0)
            return false;
        last = moves > 0 ? 2 * moves - 1 : -2 * moves;
        if (last > 2)
            add_result(f, last - 2 < ABS_MAX_DEPTH ? last - 2 : ABS_MAX_DEPTH, 0);
        if (last <= ABS_MAX_DEPTH)
            add_result(f, last, moves > 0 ? 1 : -1);
        return true;
    case JUDGED:
        return read_judged(r, text, error);
    case COUNTED:
        return read_counted(&r->facts, name, text);
    default:
        return read_moves(r, operation == AVOID, text, error);
    }
}

/* Whether an operation that matters begins here: after moves it may lack the ; before it. */
static bool begins_operation(const char *text)
{
    for (int i = 0; i < COUNTED; i++) {
        const size_t length = strlen(operations[i].name);
        if (strncasecmp(text, operations[i].name, length) == 0 && text[length] == ' ')
            return true;
    }
    return false;
}

/* Cuts the operands off the text in place, and returns what follows; `moves` says whether they are
   moves. Sets *operands without blanks or quotes around them. Returns NULL if a quote is not
   closed. */
static char *end_operands(char *text, bool moves, char **operands)
{
    bool between = true; /* whether c is between operands: only there a quote begins a string */
    char *c = text;
    for (; *c != '\0' && *c != ';' && !(moves && between && begins_operation(c)); c++) {
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

/* Reads the operations of the current position, and modifies their text. Returns false with the
   error ABS_USAGE. */
static bool read_operations(reader *r, char *text, abs_error *error)
{
    unsigned seen = 0;
    char *operands;
    for (text += strspn(text, BLANKS ";"); *text != '\0'; text += strspn(text, BLANKS ";")) {
        char name[41]; /* messages show no more of it */
        const int length = (int)strcspn(text, BLANKS ";");
        int i = 0;
        snprintf(name, sizeof name, "%.*s", length, text);
        if (!isalpha((unsigned char)*text) &&
            strchr(name, ':') != NULL) { /* 00:41, a solver's time */
            text += strcspn(text, ";");
            continue;
        }
        if (!isalpha((unsigned char)*text))
            return abs_fail(error, ABS_USAGE,
                            "'%.40s' is not an operation; write NAME OPERANDS and a ; after each",
                            text);
        while (i < COUNTED && strcasecmp(name, operations[i].name) != 0)
            i++;
        if ((text = end_operands(text + length, i == BEST || i == AVOID, &operands)) == NULL)
            return abs_fail(error, ABS_USAGE, "a quote is left open after %s; close it", name);
        if (i == BEST && *operands == '#') {
            i = MATE;
            operands++;
        }
        const bool counted =
            *name == 'D' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
        if ((i == COUNTED && !counted) ||
            (i != ID && r->domain == &foreign_domain)) /* its moves and values are not known */
            continue;
        if (i != COUNTED && (seen >> i & 1) != 0)
            return abs_fail(error, ABS_USAGE, "%s appears twice; remove one", name);
        seen |= 1u << i;
        error->text[0] = '\0';
        if (read_operands(r, i, name, operands, error))
            continue;
        if (error->text[0] != '\0')
            return abs_fail(error, ABS_USAGE, "%s: %.900s", name, error->text);
        return abs_fail(error, ABS_USAGE, "%s%s%.200s: write %s", name,
                        *operands != '\0' ? " " : "", operands, operations[i].form);
    }
    return true;
}

/* ---- positions, one by one ----------------------------------------------------------------- */

/* Adds the current position. It is not stored twice if an earlier grid has read the same. */
static bool take(reader *r, const char *id, const char *text, abs_error *error)
{
    abs_source *source = r->batch->source;
    const uint32_t number = names_add(&source->ids, id);
    abs_position *last = source->ids.things[number];
    const size_t length = strlen(text) + 1;
    size_t known = sizeof r->facts; /* bytes of facts up to the last that is not 0 */
    while (known > 0 && ((const char *)&r->facts)[known - 1] == 0)
        known--;
    if (last != NULL && last->opened == source->opened)
        return abs_fail(error, ABS_USAGE, "the id '%.300s' appears twice; rename one", id);
    if (last != NULL && strcmp(last->text, text) != 0)
        return abs_fail(error, ABS_USAGE,
                        "the id '%.300s' is that of another position of %.300s; rename one", id,
                        source->spec);
    if (last == NULL || last->size != length + known ||
        memcmp(last->text + length, &r->facts, known) != 0) {
        abs_position *added = memory_take(sizeof *added + length + known);
        *added = (abs_position){last, source->opened, 0, (uint32_t)(length + known)};
        memcpy(added->text, text, length);
        memcpy(added->text + length, &r->facts, known);
        last = source->ids.things[number] = added;
    }
    last->opened = source->opened;
    batch_add_root(r->batch, number);
    return true;
}

/* Adds the current position, unless it exists, with the id of its text or a new one. */
static bool take_unnamed(reader *r, const char *text, abs_error *error)
{
    abs_source *s = r->batch->source;
    char id[ABS_TEXT_MAX] = "start";
    for (size_t i = 0; i < s->ids.count; i++) {
        const abs_position *same = s->ids.things[i];
        if (same != NULL && strcmp(same->text, text) == 0)
            return same->opened == s->opened || take(r, s->ids.texts[i], text, error);
    }
    if (s->numbered < r->batch->root_count)
        s->numbered = r->batch->root_count;
    if (strcmp(text, "start") != 0)
        do
            snprintf(id, sizeof id, "position-%zu", ++s->numbered);
        while (names_find(&s->ids, id) != UINT32_MAX);
    return take(r, id, text, error);
}

bool positions_from_text(abs_batch *batch, const char *text, abs_error *error)
{
    reader r = open_reader(batch);
    const char *const wrong = position_foreign(text);
    if (wrong != NULL)
        abs_fail(error, ABS_USAGE, "this is %s, and a position is wanted", wrong);
    const char *own = wrong == NULL ? read_position(&r, text, error) : NULL;
    const bool ok = own != NULL && take_unnamed(&r, own, error);
    free(r.position);
    if (!ok && error->code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, error->text);
    return ok;
}

/* ---- files --------------------------------------------------------------------------------- */

/* Adds the position of a line, which it modifies; skips a line without a position. A wrong line is
   ABS_USAGE. */
static bool add_line(reader *r, const char *file, size_t number, char *line, size_t length,
                     abs_error *error)
{
    char id[ABS_TEXT_MAX], *rest;
    const char *wrong = position_foreign(line);
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (wrong != NULL)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s:%zu: this is %s, and positions are wanted: write those to be "
                        "searched one per line, as `absbench list` shows",
                        file, number, wrong);
    if (strlen(line) < length || length >= LINE_BYTES)
        return abs_fail(error, ABS_USAGE,
                        "a NUL byte, or more than %d bytes in a line; is it a text file?",
                        LINE_BYTES - 1);
    line += strspn(line, BLANKS);
    if (*line == '\0' || *line == '#' || (r->domain->epd && strncmp(line, "id ", 3) == 0))
        return true;
    if (r->domain->epd && r->domain != &foreign_domain && !position_is_uci(line) && *line != '[' &&
        (wrong = position_tuning(line)) != NULL)
        return abs_fail(error, ABS_USAGE,
                        "'%.40s' follows the FEN, as in the data that evaluations are tuned on "
                        "(FEN;48;1893, FEN [0.5], FEN | 34 | 1.0): leave it out, or write it as an "
                        "operation (c0 \"48\";)",
                        wrong);
    r->facts = (abs_facts){.known_count = 0};
    r->id = NULL;
    const char *own = read_position(r, position_cut(r->domain, line, &rest), error);
    if (own == NULL || !read_operations(r, rest, error))
        return false;
    const int left = abs_plies_left(r->domain, r->rules, r->position);
    for (unsigned k = 0; k < r->facts.known_count; k++)
        if (r->facts.known[k].depth > left) /* the game is over by then */
            r->facts.known[k].depth = left;
    const char *slash = strrchr(file, '/');
    snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : file, number);
    return take(r, r->id != NULL ? r->id : id, own, error);
}

/* Adds the positions of a text of lines, which it frees. If `bad` is not NULL, lines that cannot be
   read are counted there and skipped; unless `silent`, stderr names them. */
static bool add_text(abs_batch *batch, const char *name, char *text, size_t size, size_t *bad,
                     bool silent, abs_error *error)
{
    reader r = open_reader(batch);
    const size_t before = batch->root_count;
    const char *const end = text + size;
    char *line = text + (strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0); /* a byte order mark */
    bool ok = true;
    for (size_t number = 1, joined = 0; ok && line < end; number += 1 + joined) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        if (r.domain->epd)
            newline = position_join(line, newline, end, &joined);
        const size_t length = (size_t)((newline != NULL ? newline : end) - line);
        line[length] = '\0';
        ok = add_line(&r, name, number, line, length, error);
        if (!ok && error->code == ABS_USAGE) {
            ok = bad != NULL;
            abs_fail(error, ABS_CANNOT_RUN, "%.300s:%zu: %.600s%s", name, number, error->text,
                     ok ? "" : "; or leave such lines out: --skip-bad");
            if (ok && ++*bad <= BAD_LINES_SHOWN && !silent)
                fprintf(stderr, "absbench: %s\n", error->text);
        }
        line += length + 1;
    }
    free(r.position);
    free(text);
    if (ok && batch->root_count == before)
        ok = abs_fail(error, ABS_CANNOT_RUN,
                      "%.300s: no position in it; write one per line, as `absbench list` shows",
                      name);
    return ok;
}

bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error)
{
    const char *const name = strcmp(path, "-") == 0 ? "stdin" : path;
    uint64_t hash = 0;
    size_t size, bad = 0;
    char *const text = file_read(path, FILE_BYTES_MAX, &size, error);
    if (text == NULL)
        return false;
    const size_t end = size + 1 + (size > 0 && text[size - 1] != '\n'); /* with one more newline */
    for (size_t i = 0; i < end; i++)
        hash = abs_mix_byte(hash, i < size ? text[i] : '\n');
    abs_suite_add_input(suite, "positions", path, abs_mix64(hash));
    const bool silent = names_find(&suite->told, name) != UINT32_MAX; /* an earlier grid did */
    if (skip_bad)
        names_add(&suite->told, name);
    const bool ok = add_text(batch, name, text, size, skip_bad ? &bad : NULL, silent, error);
    if (bad > 0 && !silent) {
        fprintf(stderr, "absbench: %s: %zu %s left out%s\n", name, bad,
                bad == 1 ? "line was" : "lines were",
                bad > BAD_LINES_SHOWN ? "; the first 20 are named above" : "");
        suite->skipped_lines += bad;
    }
    return ok;
}

bool positions_from_suite(abs_batch *batch, const char *text, abs_error *error)
{
    return add_text(batch, batch->domain->name, memory_text(text), strlen(text), NULL, false,
                    error);
}
