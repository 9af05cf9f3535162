/* positions.c -- see positions.h. */
#define _DEFAULT_SOURCE
#include "suite/positions.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/epd.h"

#include <errno.h>
#include <stdlib.h>

enum { LINE_BYTES = 1 << 16, BAD_LINES_SHOWN = 20 };

/* Beyond these it is no file of positions, and may have no end. */
static const uint64_t BAD_BYTES_MAX = UINT64_C(1) << 26, FILE_BYTES_MAX = UINT64_C(1) << 32;

#define BYTE_ORDER_MARK "\xEF\xBB\xBF" /* editors put it before UTF-8 */

/* Where positions go. */
typedef struct {
    abs_suite *suite;
    abs_batch *batch;
    void *position; /* room for one */
} taker;

static taker open_taker(abs_suite *suite, abs_batch *batch)
{
    return (taker){suite, batch, memory_zeros(1, batch->domain->position_size)};
}

static abs_source *source_of(const taker *t)
{
    return &t->suite->store.sources[t->batch->source];
}

/* Reads a position and returns its text, as epd_position() does. */
static const char *parse(const taker *t, const char *text, char room[ABS_TEXT_MAX],
                         abs_error *error)
{
    return epd_position(t->batch->domain, t->batch->rules, text, room, t->position, error);
}

/* Keeps a position of a new id, to be found. */
static abs_kept *keep_new(const taker *t, const char *id, const char *text, const abs_facts *facts)
{
    abs_source *s = source_of(t);
    abs_kept *kept = store_keep(&t->suite->store, id, text, facts);
    names_keep(&s->ids, id, kept);
    if (s->by_text)
        names_keep(&s->texts, text, kept);
    return kept;
}

_Static_assert(sizeof(abs_facts) == ABS_KNOWN_MAX * sizeof(abs_known) + 4 +
                                        ABS_MOVES_MAX * sizeof(uint16_t) +
                                        ABS_COUNTED_MAX * sizeof(abs_counted),
               "facts are compared byte for byte");

static bool knows(const abs_kept *kept, const abs_facts *facts)
{
    const abs_facts there = store_facts(kept);
    return memcmp(&there, facts, sizeof there) == 0;
}

/* Adds a position. What an earlier grid has read is not kept twice. */
static bool take(const taker *t, const char *id, const char *text, const abs_facts *facts,
                 abs_error *error)
{
    abs_batch *batch = t->batch;
    abs_kept *there = names_thing(&source_of(t)->ids, id), *kept = there;
    if (there != NULL && there->batch == batch->number)
        return abs_fail(error, ABS_USAGE, "the id '%.300s' appears twice; rename one", id);
    if (there != NULL && strcmp(store_text(there), text) != 0)
        return abs_fail(error, ABS_USAGE,
                        "the id '%.300s' is that of another position of %.300s; rename one", id,
                        batch->spec);
    if (there == NULL)
        kept = keep_new(t, id, text, facts);
    else if (!knows(there, facts))
        kept = store_keep(&t->suite->store, id, text, facts);
    batch_add_place(batch, (abs_place){.kept = kept});
    kept->batch = batch->number;
    if (there != NULL)
        there->batch = batch->number;
    return true;
}

/* From now on the positions of the spec are found by their texts too. */
static void find_by_text(const taker *t)
{
    abs_source *s = source_of(t);
    if (s->by_text)
        return;
    for (size_t i = 0; s->ids.count > 0 && i < t->suite->count; i++) {
        const abs_batch *batch = &t->suite->batches[i];
        for (size_t e = 0; batch->source == t->batch->source && e < batch->entry_count; e++)
            names_keep(&s->texts, store_text(batch->entries[e].kept), batch->entries[e].kept);
    }
    s->by_text = true;
}

/* An id for a position that came without one. */
static void choose_id(const taker *t, const char *text, char *id, size_t size)
{
    abs_source *s = source_of(t);
    const abs_kept *same = names_thing(&s->texts, text);
    if (same != NULL || strcmp(text, "start") == 0) {
        snprintf(id, size, "%s", same != NULL ? same->id : "start");
        return;
    }
    if (s->numbered < t->batch->entry_count)
        s->numbered = t->batch->entry_count;
    do
        snprintf(id, size, "position-%zu", ++s->numbered);
    while (names_thing(&s->ids, id) != NULL);
}

static bool add_text(const taker *t, const char *text, abs_error *error)
{
    char id[ABS_TEXT_MAX], room[ABS_TEXT_MAX];
    const abs_facts nothing = {.known_count = 0};
    find_by_text(t);
    if ((text = parse(t, text, room, error)) == NULL)
        return false;
    const abs_kept *same = names_thing(&source_of(t)->texts, text);
    if (same != NULL && same->batch == t->batch->number)
        return true;
    choose_id(t, text, id, sizeof id);
    return take(t, id, text, &nothing, error);
}

bool positions_from_text(abs_suite *suite, abs_batch *batch, const char *text, abs_error *error)
{
    taker t = open_taker(suite, batch);
    const bool ok = add_text(&t, text, error);
    free(t.position);
    if (ok)
        return true;
    const abs_error cause = *error;
    if (cause.code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, cause.text);
    return false;
}

/* ---- files --------------------------------------------------------------------------------- */

/* One position and what follows it; cuts up `text`. */
static bool add_position(const taker *t, const char *default_id, char *text, abs_error *error)
{
    const abs_domain *d = t->batch->domain;
    epd_operations given = {0};
    abs_facts *f = &given.facts;
    char room[ABS_TEXT_MAX];
    char *rest = epd_split(text, d->epd && !epd_is_uci(text));
    if (!epd_read(rest, &given, error))
        return false;
    const char *own = parse(t, epd_trim(text), room, error);
    if (own == NULL || !epd_find_moves(&given, d, t->batch->rules, t->position, error))
        return false;
    const int left = abs_plies_left(d, t->batch->rules, t->position);
    for (unsigned k = 0; k < f->known_count; k++)
        if (f->known[k].depth > left) /* it is shown by then */
            f->known[k].depth = left;
    return take(t, given.id != NULL ? given.id : default_id, own, f, error);
}

/* A file under way. */
typedef struct {
    const char *name;
    FILE *in;
    size_t line;          /* its number, from 1 */
    bool skip_bad;        /* lines that cannot be read are left out .. */
    bool silent;          /* .. and have been told of */
    size_t bad;           /* such lines */
    uint64_t bytes, hash; /* what was read */
} source_file;

/* One line. Lines without a position are skipped. */
static bool add_line(const taker *t, const source_file *f, char *line, abs_error *error)
{
    char *text = epd_trim(line), id[ABS_TEXT_MAX];
    const char *slash = strrchr(f->name, '/');
    if (*text == '\0' || *text == '#')
        return true;
    snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : f->name, f->line);
    return add_position(t, id, text, error);
}

enum { END = -1, NO_TEXT = -2, ENDLESS = -3 };

/* Reads a line without its end. Returns its length, or what stands in the place of a line. Where
   one that is no text may not be left out, the rest of it need not be read: it may have no end. */
static int read_line(source_file *f, char *line)
{
    uint64_t bytes = 0;
    int length = 0, c;
    bool text = true;
    while ((c = getc_unlocked(f->in)) != EOF && c != '\n') {
        f->hash = abs_mix_byte(f->hash, (char)c);
        bytes++;
        text = text && c != '\0' && length < LINE_BYTES - 1;
        if (text)
            line[length++] = (char)c;
        else if (!f->skip_bad || interrupt_pending() || bytes > BAD_BYTES_MAX)
            break;
    }
    f->hash = abs_mix_byte(f->hash, '\n');
    f->bytes += bytes + 1;
    line[length] = '\0';
    if (bytes > BAD_BYTES_MAX || f->bytes > FILE_BYTES_MAX)
        return ENDLESS;
    return !text ? NO_TEXT : c == EOF && length == 0 ? END : length;
}

/* Leaves the line out, or refuses it and so the file. What is wrong is in the error, which is wrong
   usage unless it has to do with something else. */
static bool pass_over(source_file *f, abs_error *error)
{
    const abs_error cause = *error;
    if (cause.code != ABS_USAGE)
        return false;
    if (!f->skip_bad)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s:%zu: %.600s; or leave such lines out: --skip-bad", f->name, f->line,
                        cause.text);
    if (f->bad++ < BAD_LINES_SHOWN && !f->silent) {
        abs_fail(error, ABS_USAGE, "%.300s:%zu: %.700s", f->name, f->line, cause.text);
        fprintf(stderr, "absbench: %s\n", error->text);
    }
    return true;
}

static bool add_lines(const taker *t, source_file *f, abs_error *error)
{
    char line[LINE_BYTES];
    const size_t before = t->batch->entry_count;
    for (f->line = 1;; f->line++) {
        const int length = read_line(f, line);
        const bool marked = f->line == 1 && strncmp(line, BYTE_ORDER_MARK, 3) == 0;
        char *const text = line + (marked ? 3 : 0);
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (length == END)
            break;
        if (length == ENDLESS)
            return abs_fail(
                error, ABS_CANNOT_RUN,
                "%.300s:%zu: more than 64 MiB in a line, or 4 GiB in all; is it a file of "
                "positions?",
                f->name, f->line);
        if (epd_is_game(text))
            return abs_fail(error, ABS_CANNOT_RUN,
                            "%.300s:%zu: this is a file of games (PGN), and positions are wanted: "
                            "write those to be searched as FEN or EPD, one per line",
                            f->name, f->line);
        const bool added =
            length == NO_TEXT
                ? abs_fail(error, ABS_USAGE,
                           "a NUL byte, or more than %d bytes in a line; is it a text file?",
                           LINE_BYTES - 1)
                : add_line(t, f, text, error);
        if (!added && !pass_over(f, error))
            return false;
    }
    if (ferror(f->in))
        return abs_fail(error, ABS_CANNOT_RUN, "%s: cannot be read: %s", f->name, strerror(errno));
    if (t->batch->entry_count == before)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s: no position in it; write one per line, as `absbench list` shows",
                        f->name);
    return true;
}

static bool add_stream(abs_suite *suite, abs_batch *batch, source_file *f, abs_error *error)
{
    taker t = open_taker(suite, batch);
    const bool ok = add_lines(&t, f, error);
    free(t.position);
    return ok;
}

/* Counts the lines that were left out and says how many they are. */
static void tell_bad(abs_suite *suite, const source_file *f)
{
    if (f->bad == 0 || f->silent)
        return;
    fprintf(stderr, "absbench: %s: %zu %s left out%s\n", f->name, f->bad,
            f->bad == 1 ? "line was" : "lines were",
            f->bad > BAD_LINES_SHOWN ? "; the first 20 are named above" : "");
    suite->skipped_lines += f->bad;
}

/* Whether the lines of a file that are left out for a spec have been told of, by an earlier grid.
 */
static bool is_told(abs_suite *suite, const abs_batch *batch, const char *name)
{
    abs_buffer key = {0};
    const size_t before = suite->told.count;
    buffer_format(&key, "%s ", batch->spec);
    buffer_text(&key, name);
    names_add(&suite->told, buffer_end(&key));
    buffer_free(&key);
    return suite->told.count == before;
}

bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    source_file f = {.name = standard ? "stdin" : path, .skip_bad = skip_bad};
    f.silent = skip_bad && is_told(suite, batch, f.name);
    f.in = standard ? stdin : fopen(path, "r");
    if (f.in == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "--positions=%s: cannot be opened: %s", path,
                        strerror(errno));
    const bool ok = add_stream(suite, batch, &f, error);
    tell_bad(suite, &f);
    abs_suite_add_input(suite, "positions", path, abs_mix64(f.hash));
    if (!standard)
        fclose(f.in);
    return ok;
}

bool positions_from_suite(abs_suite *suite, abs_batch *batch, const char *text,
                          abs_error *error)
{
    if (batch->entry_count > 0)
        return true; /* named again, without positions: the suite is there, or others were named */
    if (*text == '\0')
        return abs_fail(
            error, ABS_CANNOT_RUN,
            "%s has no such suite yet; write one with `absbench positions --game=%s`, or "
            "give --position or --positions",
            batch->domain->name, abs_registry_word(batch->domain));
    source_file f = {.name = batch->domain->name, .in = fmemopen((void *)text, strlen(text), "r")};
    if (f.in == NULL)
        memory_end();
    const bool ok = add_stream(suite, batch, &f, error);
    fclose(f.in);
    return ok;
}
