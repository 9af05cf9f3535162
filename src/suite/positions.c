/* positions.c -- see positions.h. */
#include "suite/positions.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/epd.h"

#include <stdlib.h>

enum { LINE_BYTES = 1 << 16, FILE_BYTES_MAX = 1 << 28, BAD_LINES_SHOWN = 20 };

#define BYTE_ORDER_MARK "\xEF\xBB\xBF" /* editors put it before UTF-8 */

/* Where positions go. */
typedef struct {
    abs_suite *suite;
    abs_batch *batch;
    abs_source *source;
    epd_reader reader;
} taker;

static taker open_taker(abs_suite *suite, abs_batch *batch)
{
    return (taker){.suite = suite,
                   .batch = batch,
                   .source = batch->source,
                   .reader = {.domain = batch->domain,
                              .rules = batch->rules,
                              .position = memory_zeros(1, batch->domain->position_size)}};
}

/* Adds the position that was read. What an earlier grid has read is not kept twice. */
static bool take(taker *t, const char *id, const char *text, abs_error *error)
{
    const uint32_t number = names_add(&t->source->ids, id);
    abs_stored *const there = t->source->ids.things[number];
    if (there != NULL && there->batch == t->batch->number)
        return abs_fail(error, ABS_USAGE, "the id '%.300s' appears twice; rename one", id);
    if (there != NULL && strcmp(stored_text(there), text) != 0)
        return abs_fail(error, ABS_USAGE,
                        "the id '%.300s' is that of another position of %.300s; rename one", id,
                        t->batch->spec);
    abs_stored *stored = stored_new(id, text, &t->reader.facts);
    if (there != NULL && there->size == stored->size &&
        memcmp(there->id, stored->id, stored->size) == 0) {
        free(stored);
        stored = there;
    } else {
        stored->before = t->suite->last_stored;
        stored->number = number;
        t->suite->last_stored = stored;
    }
    stored->batch = t->batch->number;
    if (there != NULL) {
        there->batch = t->batch->number;
    } else {
        t->source->ids.things[number] = stored;
        names_keep(&t->source->texts, text, stored);
    }
    batch_add_place(t->batch, (abs_place){.stored = stored});
    return true;
}

/* An id for a position that came without one. */
static void choose_id(const taker *t, const char *text, char *id, size_t size)
{
    abs_source *s = t->source;
    const abs_stored *same = names_thing(&s->texts, text);
    if (same != NULL || strcmp(text, "start") == 0) {
        snprintf(id, size, "%s", same != NULL ? same->id : "start");
        return;
    }
    if (s->numbered < t->batch->root_count)
        s->numbered = t->batch->root_count;
    do
        snprintf(id, size, "position-%zu", ++s->numbered);
    while (names_find(&s->ids, id) != UINT32_MAX);
}

bool positions_from_text(abs_suite *suite, abs_batch *batch, const char *text, abs_error *error)
{
    char id[ABS_TEXT_MAX];
    taker t = open_taker(suite, batch);
    const char *own = epd_position(&t.reader, text, error);
    bool ok = own != NULL;
    const abs_stored *same = ok ? names_thing(&t.source->texts, own) : NULL;
    if (ok && (same == NULL || same->batch != batch->number)) {
        choose_id(&t, own, id, sizeof id);
        ok = take(&t, id, own, error);
    }
    free(t.reader.position);
    if (!ok && error->code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, error->text);
    return ok;
}

/* ---- files --------------------------------------------------------------------------------- */

/* A text of lines, and the one at hand. */
typedef struct {
    const char *name;
    char *text;
    size_t length, line; /* line: its number, from 1 */
    bool skip_bad;       /* lines that cannot be read are left out .. */
    bool silent;         /* .. and have been told of */
    size_t bad;          /* such lines */
} source_file;

/* One position and what follows it; cuts up `line`. Lines without a position are skipped. */
static bool add_line(taker *t, const source_file *f, char *line, size_t length, abs_error *error)
{
    const abs_domain *d = t->batch->domain;
    abs_facts *facts = &t->reader.facts;
    char id[ABS_TEXT_MAX], *operations;
    if (strlen(line) < length || length >= LINE_BYTES)
        return abs_fail(error, ABS_USAGE,
                        "a NUL byte, or more than %d bytes in a line; is it a text file?",
                        LINE_BYTES - 1);
    line += strspn(line, " \t\r");
    if (*line == '\0' || *line == '#')
        return true;
    *facts = (abs_facts){.known_count = 0};
    t->reader.id = NULL;
    const char *own = epd_position(&t->reader, epd_cut(d, line, &operations), error);
    if (own == NULL || !epd_read(&t->reader, operations, error))
        return false;
    const int left = abs_plies_left(d, t->batch->rules, t->reader.position);
    for (unsigned k = 0; k < facts->known_count; k++)
        if (facts->known[k].depth > left) /* it is shown by then */
            facts->known[k].depth = left;
    const char *slash = strrchr(f->name, '/');
    snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : f->name, f->line);
    return take(t, t->reader.id != NULL ? t->reader.id : id, own, error);
}

/* Leaves the line out, or refuses it and so the file. What is wrong is in the error, which is wrong
   usage unless it has to do with something else. */
static bool pass_over(source_file *f, abs_error *error)
{
    if (error->code != ABS_USAGE)
        return false;
    if (!f->skip_bad)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s:%zu: %.600s; or leave such lines out: --skip-bad", f->name, f->line,
                        error->text);
    if (f->bad++ < BAD_LINES_SHOWN && !f->silent) {
        abs_fail(error, ABS_USAGE, "%.300s:%zu: %.700s", f->name, f->line, error->text);
        fprintf(stderr, "absbench: %s\n", error->text);
    }
    return true;
}

static bool add_lines(taker *t, source_file *f, abs_error *error)
{
    const size_t before = t->batch->root_count;
    const char *const end = f->text + f->length;
    char *line = f->text + (strncmp(f->text, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0);
    for (f->line = 1; line < end; f->line++) {
        char *const newline = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((newline != NULL ? newline : end) - line);
        line[length] = '\0';
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (epd_is_game(line))
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%.300s:%zu: this is a file of games (PGN), and positions are wanted: "
                            "write those to be searched as FEN or EPD, one per line",
                            f->name, f->line);
        if (!add_line(t, f, line, length, error) && !pass_over(f, error))
            return false;
        line += length + 1;
    }
    return t->batch->root_count > before ||
           abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: no position in it; write one per line, as `absbench list` shows",
                    f->name);
}

/* Reads the text, and frees it. */
static bool add_text(abs_suite *suite, abs_batch *batch, source_file *f, abs_error *error)
{
    taker t = open_taker(suite, batch);
    const bool ok = add_lines(&t, f, error);
    free(t.reader.position);
    free(f->text);
    return ok;
}

bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error)
{
    source_file f = {.name = strcmp(path, "-") == 0 ? "stdin" : path, .skip_bad = skip_bad};
    uint64_t hash = 0;
    const size_t told = batch->source->told.count;
    if ((f.text = file_read(path, FILE_BYTES_MAX, &f.length, error)) == NULL)
        return false;
    for (size_t i = 0; i < f.length; i++)
        hash = abs_mix_byte(hash, f.text[i]);
    if (f.length > 0 && f.text[f.length - 1] != '\n')
        hash = abs_mix_byte(hash, '\n');
    hash = abs_mix_byte(hash, '\n');
    abs_suite_add_input(suite, "positions", path, abs_mix64(hash));
    if (skip_bad) {
        names_add(&batch->source->told, f.name);
        f.silent = batch->source->told.count == told; /* by an earlier grid */
    }
    const bool ok = add_text(suite, batch, &f, error);
    if (f.bad > 0 && !f.silent) {
        fprintf(stderr, "absbench: %s: %zu %s left out%s\n", f.name, f.bad,
                f.bad == 1 ? "line was" : "lines were",
                f.bad > BAD_LINES_SHOWN ? "; the first 20 are named above" : "");
        suite->skipped_lines += f.bad;
    }
    return ok;
}

bool positions_from_suite(abs_suite *suite, abs_batch *batch, const char *text, abs_error *error)
{
    if (*text == '\0')
        return abs_fail(
            error, ABS_CANNOT_RUN,
            "%s has no such suite yet; write one with `absbench positions --game=%s`, or "
            "give --position or --positions",
            batch->domain->name, abs_registry_word(batch->domain));
    source_file f = {
        .name = batch->domain->name, .text = memory_text(text), .length = strlen(text)};
    return add_text(suite, batch, &f, error);
}
