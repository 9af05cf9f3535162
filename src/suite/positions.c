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

static bool add_parsed(abs_batch *batch, const char *id, const char *text, abs_error *error)
{
    abs_entry *entry = batch_add_entry(batch, id, text);
    if (entry == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the positions; ask for fewer");
    return batch->domain->parse(batch->rules, text, entry->position, error);
}

/* The entry of that text, or NULL. */
static const abs_entry *find_text(const abs_batch *batch, const char *text)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        if (strcmp(batch->entries[i].text, text) == 0)
            return &batch->entries[i];
    return NULL;
}

static bool id_is_new(const abs_batch *batch, const char *id)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        if (strcmp(batch->entries[i].id, id) == 0)
            return false;
    return true;
}

/* Whether no batch of that spec has the id. */
static bool id_is_new_in(const abs_suite *suite, const char *spec, const char *id)
{
    for (size_t i = 0; i < suite->count; i++)
        if (strcmp(suite->batches[i].spec, spec) == 0 && !id_is_new(&suite->batches[i], id))
            return false;
    return true;
}

/* An id for a position that came without one. */
static void choose_id(const abs_suite *suite, const abs_batch *batch, const char *text, char *id,
                      size_t size)
{
    size_t number = batch->entry_count;
    snprintf(id, size, "start");
    for (size_t i = 0; i < suite->count; i++) {
        const abs_entry *same = find_text(&suite->batches[i], text);
        if (same != NULL && strcmp(suite->batches[i].spec, batch->spec) == 0) {
            snprintf(id, size, "%s", same->id);
            return;
        }
    }
    if (strcmp(text, "start") == 0)
        return;
    do
        snprintf(id, size, "position-%zu", ++number);
    while (!id_is_new_in(suite, batch->spec, id));
}

bool positions_from_text(const abs_suite *suite, abs_batch *batch, const char *text,
                         abs_error *error)
{
    char id[ABS_TEXT_MAX];
    if (find_text(batch, text) != NULL)
        return true;
    choose_id(suite, batch, text, id, sizeof id);
    if (add_parsed(batch, id, text, error))
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
static bool add_position(abs_batch *batch, const char *default_id, char *text, abs_error *error)
{
    facts f = {0};
    char *rest = epd_split(text, batch->domain->epd);
    if (!read_operations(rest, &f, error))
        return false;
    const char *id = f.id != NULL ? f.id : default_id;
    if (!id_is_new(batch, id))
        return abs_fail(error, ABS_CANNOT_RUN, "the id '%s' appears twice; rename one", id);
    if (!add_parsed(batch, id, epd_trim(text), error))
        return false;
    abs_entry *entry = &batch->entries[batch->entry_count - 1];
    const int left = abs_plies_left(entry->domain, entry->rules, entry->position);
    for (unsigned k = 0; k < f.known_count; k++) {
        entry->known[k] = f.known[k];
        if (entry->known[k].depth > left) /* it is shown by then */
            entry->known[k].depth = left;
    }
    entry->known_count = f.known_count;
    return true;
}

/* One line of `name`. Lines without a position are skipped. */
static bool add_line(abs_batch *batch, const char *name, size_t number, char *line,
                     abs_error *error)
{
    char *text = epd_trim(line), id[ABS_TEXT_MAX];
    const char *slash = strrchr(name, '/');
    if (*text == '\0' || *text == '#')
        return true;
    snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : name, number);
    if (add_position(batch, id, text, error))
        return true;
    const abs_error cause = *error;
    return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: %.800s", name, number, cause.text);
}

/* Reads a line without its end. Returns its length; -1 at the end, -2 if it is not text. */
static int read_line(FILE *in, char *line)
{
    int length = 0, c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (c == '\0' || length == LINE_BYTES - 1)
            return -2;
        line[length++] = (char)c;
    }
    line[length] = '\0';
    return c == EOF && length == 0 ? -1 : length;
}

static bool add_stream(abs_batch *batch, const char *name, FILE *in, size_t most, abs_error *error)
{
    char line[LINE_BYTES];
    const size_t before = batch->entry_count;
    for (size_t number = 1; most == 0 || batch->entry_count - before < most; number++) {
        const int length = read_line(in, line);
        if (length == -1)
            break;
        if (length == -2)
            return abs_fail(
                error, ABS_CANNOT_RUN,
                "%s:%zu: a NUL byte, or more than %d bytes in a line; is it a text file?", name,
                number, LINE_BYTES - 1);
        const bool marked = number == 1 && strncmp(line, BYTE_ORDER_MARK, 3) == 0;
        if (!add_line(batch, name, number, line + (marked ? 3 : 0), error))
            return false;
    }
    if (ferror(in) && interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (ferror(in))
        return abs_fail(error, ABS_CANNOT_RUN, "%s: cannot be read: %s", name, strerror(errno));
    if (batch->entry_count == before)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s: no position in it; write one per line, as `absbench list` shows",
                        name);
    return true;
}

bool positions_from_file(abs_batch *batch, const char *path, abs_error *error)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    if (in == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "--positions=%s: cannot be opened: %s", path,
                        strerror(errno));
    const bool ok = add_stream(batch, standard ? "stdin" : path, in, 0, error);
    if (!standard)
        fclose(in);
    return ok;
}

bool positions_from_suite(abs_batch *batch, const char *suite, size_t count, abs_error *error)
{
    if (batch->entry_count > 0)
        return true; /* named again, without positions: the suite is there, or others were named */
    FILE *in = fmemopen((void *)suite, strlen(suite), "r");
    if (in == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the suite");
    const bool ok = add_stream(batch, batch->domain->name, in, count, error);
    fclose(in);
    return ok;
}
