/* positions.c -- positions of a game from a suite, a file or the command line. See positions.h. */
#include "suite/positions.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/line.h"

#include <stdlib.h>

enum { LINE_BYTES = 1 << 16, FILE_BYTES_MAX = 1 << 28, BAD_LINES_SHOWN = 20 };

static line_reader open_reader(abs_batch *batch)
{
    return (line_reader){.batch = batch,
                         .domain = batch->domain,
                         .rules = batch->rules,
                         .position = memory_zeros(1, batch->domain->position_size)};
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Reads a position. Returns its text as the game reads it, which is `text` or in the reader's room,
   or NULL with the error ABS_USAGE. */
static const char *read_position(line_reader *r, const char *text, abs_error *error)
{
    const abs_domain *d = r->domain;
    char word[ABS_TEXT_MAX];
    const char *from = text, *end, *moves;
    int result;
    if (!position_is_uci(text) || d == &foreign_domain) {
        if (position_parse(d, r->rules, text, r->position, error))
            return text;
        const position_wrap kind = position_unwrap(d, text, r->room, &result);
        if (kind == POSITION_SCORED)
            line_add_result(&r->facts, ABS_MAX_DEPTH, result);
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
    if (!d->parse(r->rules, r->room, r->position, error) ||
        !position_play(d, r->rules, r->position, moves, error))
        return NULL;
    if (moves[strspn(moves, BETWEEN)] == '\0')
        return r->room;
    d->print(r->rules, r->position, r->room, ABS_TEXT_MAX);
    return d->parse(r->rules, r->room, r->position, error) ? r->room : NULL; /* as jobs read it */
}

/* ---- positions, one by one ----------------------------------------------------------------- */

/* Adds the current position. It is not stored twice if an earlier grid has read the same. */
static bool take(line_reader *r, const char *id, const char *text, abs_error *error)
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
    if (last != NULL &&
        (last->size != length + known || memcmp(last->text + length, &r->facts, known) != 0))
        return abs_fail(error, ABS_USAGE,
                        "an earlier grid has '%.300s' with other operations (bm, ce, ..); give it "
                        "the same ones, or another id",
                        id);
    if (last == NULL) {
        last = source->ids.things[number] = memory_take(sizeof *last + length + known);
        last->size = (uint32_t)(length + known);
        memcpy(last->text, text, length);
        memcpy(last->text + length, &r->facts, known);
    }
    last->opened = source->opened;
    batch_add_root(r->batch, number);
    return true;
}

/* Adds the current position, unless it exists, with the id of its text or a new one. */
static bool take_unnamed(line_reader *r, const char *text, abs_error *error)
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
    line_reader r = open_reader(batch);
    const char *const wrong = position_foreign(text);
    if (wrong != NULL)
        abs_fail(error, ABS_USAGE, "this is %s, and a position is wanted", wrong);
    char *const copy = memory_text(text), *rest = copy;
    const char *given = wrong == NULL ? position_cut(r.domain, copy, &rest) : NULL;
    if (wrong == NULL && (position_fields(r.domain) == 0 || position_is_uci(text) || *text == '['))
        given = text, rest = copy + strlen(copy);
    const char *own = wrong == NULL ? read_position(&r, given, error) : NULL;
    bool ok = own != NULL;
    if (ok && *rest != '\0') { /* operations, which a file may have */
        char word[ABS_TEXT_MAX];
        const char *from = rest;
        text_word(&from, BLANKS ";", word);
        ok = !line_is_bare_move(&r, word, error);
        if (ok)
            fprintf(stderr,
                    "absbench: --position: what follows the position has no effect here "
                    "(%.40s); --positions=FILE reads operations\n",
                    rest);
    }
    ok = ok && take_unnamed(&r, own, error);
    free(r.position);
    free(copy);
    if (!ok && error->code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, error->text);
    return ok;
}

/* ---- files --------------------------------------------------------------------------------- */

/* What stands between the quotes of "POSITION", as in a list of a program's source; or the line. */
static char *unquoted(char *line)
{
    char *const last = strrchr(line, '"');
    if (*line != '"' || last == line || last[1 + strspn(last + 1, BLANKS ",")] != '\0')
        return line;
    *last = '\0';
    return line + 1;
}

/* Adds the position of a line, which it modifies; skips a line without a position. A wrong line is
   ABS_USAGE. */
static bool add_line(line_reader *r, const char *file, size_t number, char *line, size_t length,
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
    r->number = number;
    line = unquoted(line + strspn(line, BLANKS));
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
    if (own == NULL || !line_operations(r, rest, error))
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
static bool add_text(abs_batch *batch, abs_names *told, const char *name, char *text, size_t size,
                     size_t *bad, bool silent, abs_error *error)
{
    line_reader r = open_reader(batch);
    r.told = told;
    r.file = name;
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
        const char *const advice = *line == ';' || *line == '%' || strncmp(line, "//", 2) == 0
                                       ? "; a comment begins with #"
                                       : "; or leave such lines out: --skip-bad";
        ok = add_line(&r, name, number, line, length, error);
        if (!ok && error->code == ABS_USAGE) {
            ok = bad != NULL;
            abs_fail(error, ABS_CANNOT_RUN, "%.300s:%zu: %.600s%s", name, number, error->text,
                     ok ? "" : advice);
            if (ok && ++*bad <= BAD_LINES_SHOWN && !silent)
                fprintf(stderr, "absbench: %s\n", error->text);
        }
        line += length + 1;
    }
    free(r.position);
    free(text);
    if (ok && batch->root_count == before)
        ok = abs_fail(error, ABS_CANNOT_RUN,
                      "%.300s: no position in it; write one per line, as `absbench list` shows; a "
                      "comment begins with #",
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
    const bool ok =
        add_text(batch, &suite->told, name, text, size, skip_bad ? &bad : NULL, silent, error);
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
    return add_text(batch, NULL, batch->domain->name, memory_text(text), strlen(text), NULL, false,
                    error);
}
