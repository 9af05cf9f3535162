/* positions.c -- see positions.h. */
#define _DEFAULT_SOURCE
#include "suite/positions.h"
#include "base/grow.h"
#include "base/text.h"
#include "suite/epd.h"

#include <errno.h>
#include <stdlib.h>

enum { LINE_BYTES = 1 << 16, MATE_MAX = (ABS_MAX_DEPTH + 1) / 2 };

#define BYTE_ORDER_MARK "\xEF\xBB\xBF" /* editors put it before UTF-8 */

_Static_assert(MATE_MAX == 50, "the messages say so");

/* Where positions go. */
typedef struct {
    abs_suite *suite;
    abs_batch *batch;
    void *position; /* room for one */
} taker;

static bool open_taker(taker *t, abs_suite *suite, abs_batch *batch, abs_error *error)
{
    *t = (taker){suite, batch, calloc(1, batch->domain->position_size)};
    return t->position != NULL || batch_no_memory(error);
}

static abs_source *source_of(const taker *t)
{
    return &t->suite->store.sources[t->batch->source];
}

static bool parse(const taker *t, const char *text, abs_error *error)
{
    return t->batch->domain->parse(t->batch->rules, text, t->position, error);
}

/* Keeps a position of a new id, to be found. */
static abs_kept *keep_new(const taker *t, const char *id, const char *text, const abs_known *known,
                          size_t known_count)
{
    abs_source *s = source_of(t);
    abs_kept *kept = store_keep(&t->suite->store, id, text, known, known_count);
    const bool found =
        kept != NULL && index_put(&s->ids, kept) && (!s->by_text || index_put(&s->texts, kept));
    return found ? kept : NULL;
}

static bool knows(const abs_kept *kept, const abs_known *known, size_t known_count)
{
    abs_known there[ABS_KNOWN_MAX];
    if (kept->known_count != known_count)
        return false;
    store_known(kept, there);
    return known_count == 0 || memcmp(there, known, known_count * sizeof *known) == 0;
}

/* Adds a position. What an earlier grid has read is not kept twice. */
static bool take(const taker *t, const char *id, const char *text, const abs_known *known,
                 size_t known_count, abs_error *error)
{
    abs_batch *batch = t->batch;
    abs_kept *there = index_find(&source_of(t)->ids, id), *kept = there;
    if (there != NULL && there->batch == batch->number)
        return abs_fail(error, ABS_CANNOT_RUN, "the id '%.300s' appears twice; rename one", id);
    if (there != NULL && strcmp(store_text(there), text) != 0)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "the id '%.300s' is that of another position of %.300s; rename one", id,
                        batch->spec);
    if (there == NULL)
        kept = keep_new(t, id, text, known, known_count);
    else if (!knows(there, known, known_count))
        kept = store_keep(&t->suite->store, id, text, known, known_count);
    if (kept == NULL || !batch_add_place(batch, (abs_place){.kept = kept}))
        return batch_no_memory(error);
    kept->batch = batch->number;
    if (there != NULL)
        there->batch = batch->number;
    return true;
}

/* From now on the positions of the spec are found by their texts too. */
static bool find_by_text(const taker *t)
{
    abs_source *s = source_of(t);
    if (s->by_text)
        return true;
    for (size_t i = 0; s->ids.count > 0 && i < t->suite->count; i++) {
        const abs_batch *batch = &t->suite->batches[i];
        for (size_t e = 0; batch->source == t->batch->source && e < batch->entry_count; e++)
            if (!index_put(&s->texts, batch->entries[e].kept))
                return false;
    }
    return s->by_text = true;
}

/* An id for a position that came without one. */
static void choose_id(const taker *t, const char *text, char *id, size_t size)
{
    abs_source *s = source_of(t);
    const abs_kept *same = index_find(&s->texts, text);
    if (same != NULL || strcmp(text, "start") == 0) {
        snprintf(id, size, "%s", same != NULL ? same->id : "start");
        return;
    }
    if (s->numbered < t->batch->entry_count)
        s->numbered = t->batch->entry_count;
    do
        snprintf(id, size, "position-%zu", ++s->numbered);
    while (index_find(&s->ids, id) != NULL);
}

static bool add_text(const taker *t, const char *text, abs_error *error)
{
    char id[ABS_TEXT_MAX];
    if (!find_by_text(t))
        return batch_no_memory(error);
    const abs_kept *same = index_find(&source_of(t)->texts, text);
    if (same != NULL && same->batch == t->batch->number)
        return true;
    if (!parse(t, text, error))
        return false;
    choose_id(t, text, id, sizeof id);
    return take(t, id, text, NULL, 0, error);
}

bool positions_from_text(abs_suite *suite, abs_batch *batch, const char *text, abs_error *error)
{
    taker t;
    const bool ok = open_taker(&t, suite, batch, error) && add_text(&t, text, error);
    free(t.position);
    if (ok)
        return true;
    const abs_error cause = *error;
    if (cause.code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, cause.text);
    return false;
}

/* ---- files --------------------------------------------------------------------------------- */

/* What the operations of a line say of its position. */
typedef struct {
    const char *id; /* NULL: nothing */
    abs_known known[ABS_KNOWN_MAX];
    unsigned known_count;
} facts;

static void know(facts *f, int64_t depth, abs_eval eval, int64_t value)
{
    f->known[f->known_count++] = (abs_known){(int)depth, eval, (int)value};
}

static bool read_id(facts *f, const char *operands)
{
    enum { ID_BYTES = 255 };
    f->id = operands;
    return *operands != '\0' && strlen(operands) <= ID_BYTES;
}

static bool read_answer(facts *f, const char *operands)
{
    int64_t depth, value;
    char number[32];
    const size_t length = strcspn(operands, " \t");
    snprintf(number, sizeof number, "%.*s", (int)length, operands);
    if (!text_int(number, 0, ABS_MAX_DEPTH, &depth) ||
        !text_int(operands + length + strspn(operands + length, " \t"), -ABS_VALUE_MAX,
                  ABS_VALUE_MAX, &value))
        return false;
    know(f, depth, ABS_EVAL_HEURISTIC, value);
    return true;
}

/* Won with the N-th move, that is within 2N - 1 plies, and not with an earlier one. */
static bool read_mate(facts *f, const char *operands)
{
    int64_t moves;
    if (!text_int(operands, 1, MATE_MAX, &moves))
        return false;
    if (moves > 1)
        know(f, 2 * moves - 3, ABS_EVAL_RESULT, 0);
    know(f, 2 * moves - 1, ABS_EVAL_RESULT, 1);
    return true;
}

/* The operations that matter here; all others are ignored. */
static const struct {
    const char *name, *form;
    bool (*read)(facts *, const char *operands);
} operations[] = {
    {"id", "id NAME, at most 255 bytes", read_id},
    {"answer", "answer DEPTH VALUE", read_answer},
    {"dm", "dm N, a win in 1 to 50 moves", read_mate},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static bool read_operations(char *text, facts *f, abs_error *error)
{
    bool seen[OPERATIONS] = {false};
    epd_operation op;
    int more;
    while ((more = epd_next(&text, &op, error)) > 0) {
        size_t i = 0;
        while (i < OPERATIONS && strcmp(op.name, operations[i].name) != 0)
            i++;
        if (i == OPERATIONS)
            continue;
        if (seen[i])
            return abs_fail(error, ABS_CANNOT_RUN, "%s appears twice; remove one", op.name);
        seen[i] = true;
        if (!operations[i].read(f, op.operands))
            return abs_fail(error, ABS_CANNOT_RUN, "%s%s%.200s: write %s", op.name,
                            *op.operands != '\0' ? " " : "", op.operands, operations[i].form);
    }
    return more == 0;
}

/* One position and what follows it; cuts up `text`. */
static bool add_position(const taker *t, const char *default_id, char *text, abs_error *error)
{
    facts f = {0};
    char *rest = epd_split(text, t->batch->domain->epd);
    if (!read_operations(rest, &f, error))
        return false;
    text = epd_trim(text);
    if (!parse(t, text, error))
        return false;
    const int left = abs_plies_left(t->batch->domain, t->batch->rules, t->position);
    for (unsigned k = 0; k < f.known_count; k++)
        if (f.known[k].depth > left) /* it is shown by then */
            f.known[k].depth = left;
    return take(t, f.id != NULL ? f.id : default_id, text, f.known, f.known_count, error);
}

/* One line of `name`. Lines without a position are skipped. */
static bool add_line(const taker *t, const char *name, size_t number, char *line, abs_error *error)
{
    char *text = epd_trim(line), id[ABS_TEXT_MAX];
    const char *slash = strrchr(name, '/');
    if (*text == '\0' || *text == '#')
        return true;
    snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : name, number);
    if (add_position(t, id, text, error))
        return true;
    const abs_error cause = *error;
    return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: %.800s", name, number, cause.text);
}

/* Reads a line without its end. Returns its length; -1 at the end, -2 if it is not text. */
static int read_line(FILE *in, char *line)
{
    int length = 0, c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (c == '\0' || length == LINE_BYTES - 1)
            return -2;
        line[length++] = (char)c;
    }
    line[length] = '\0';
    return c == EOF && length == 0 ? -1 : length;
}

static bool add_lines(const taker *t, const char *name, FILE *in, size_t most, abs_error *error)
{
    char line[LINE_BYTES];
    const size_t before = t->batch->entry_count;
    for (size_t number = 1; most == 0 || t->batch->entry_count - before < most; number++) {
        const int length = read_line(in, line);
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        if (length == -1)
            break;
        if (length == -2)
            return abs_fail(
                error, ABS_CANNOT_RUN,
                "%s:%zu: a NUL byte, or more than %d bytes in a line; is it a text file?", name,
                number, LINE_BYTES - 1);
        const bool marked = number == 1 && strncmp(line, BYTE_ORDER_MARK, 3) == 0;
        if (!add_line(t, name, number, line + (marked ? 3 : 0), error))
            return false;
    }
    if (ferror(in))
        return abs_fail(error, ABS_CANNOT_RUN, "%s: cannot be read: %s", name, strerror(errno));
    if (t->batch->entry_count == before)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s: no position in it; write one per line, as `absbench list` shows",
                        name);
    return true;
}

static bool add_stream(abs_suite *suite, abs_batch *batch, const char *name, FILE *in, size_t most,
                       abs_error *error)
{
    taker t;
    const bool ok = open_taker(&t, suite, batch, error) && add_lines(&t, name, in, most, error);
    free(t.position);
    return ok;
}

bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, abs_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    if (in == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "--positions=%s: cannot be opened: %s", path,
                        strerror(errno));
    const bool ok = add_stream(suite, batch, standard ? "stdin" : path, in, 0, error);
    if (!standard)
        fclose(in);
    return ok;
}

bool positions_from_suite(abs_suite *suite, abs_batch *batch, const char *text, size_t count,
                          abs_error *error)
{
    if (batch->entry_count > 0)
        return true; /* named again, without positions: the suite is there, or others were named */
    if (*text == '\0')
        return abs_fail(
            error, ABS_CANNOT_RUN,
            "%s has no such suite yet; write one with `absbench positions --game=%s`, or "
            "give --position or --positions",
            batch->domain->name, batch->spec);
    FILE *in = fmemopen((void *)text, strlen(text), "r");
    if (in == NULL)
        return batch_no_memory(error);
    const bool ok = add_stream(suite, batch, batch->domain->name, in, count, error);
    fclose(in);
    return ok;
}
