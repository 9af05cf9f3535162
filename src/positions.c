/* positions.c -- see positions.h. */
#define _DEFAULT_SOURCE
#include "positions.h"
#include "grow.h"

#include <errno.h>
#include <stdlib.h>

enum { LINE_BYTES = 1 << 16 };

abs_entry *positions_add(abs_batch *batch, const char *id, const char *text)
{
    if (!abs_grow(&batch->entries, &batch->entry_room, batch->entry_count, sizeof *batch->entries))
        return NULL;
    abs_entry *entry = &batch->entries[batch->entry_count];
    *entry = (abs_entry){.domain = batch->domain,
                         .rules = batch->rules,
                         .spec = batch->spec,
                         .position = calloc(1, batch->domain->position_size),
                         .id = strdup(id),
                         .text = text == batch->spec ? batch->spec : strdup(text)};
    batch->entry_count++;
    return entry->position != NULL && entry->id != NULL && entry->text != NULL ? entry : NULL;
}

void positions_free(abs_entry *entry, const abs_batch *batch)
{
    free(entry->position);
    free((char *)entry->id);
    if (entry->text != batch->spec)
        free((char *)entry->text);
}

static bool add_parsed(abs_batch *batch, const char *id, const char *text, abs_error *error)
{
    abs_entry *entry = positions_add(batch, id, text);
    if (entry == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the positions; ask for fewer");
    return batch->domain->parse(batch->rules, text, entry->position, error);
}

/* Whether a position of that text is there already. */
static bool has_text(const abs_batch *batch, const char *text)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        if (strcmp(batch->entries[i].text, text) == 0)
            return true;
    return false;
}

bool positions_from_text(abs_batch *batch, const char *text, abs_error *error)
{
    char id[32];
    snprintf(id, sizeof id, "position-%zu", batch->entry_count + 1);
    if (has_text(batch, text))
        return true;
    if (add_parsed(batch, strcmp(text, "start") == 0 ? text : id, text, error))
        return true;
    const abs_error cause = *error;
    if (cause.code == ABS_USAGE)
        abs_fail(error, ABS_USAGE, "--position=%.300s: %.600s", text, cause.text);
    return false;
}

/* Cuts blanks off both ends, in place. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

/* The operand of ` ; id NAME`, quotes taken off; NULL if there is none. Cuts the line up. */
static char *find_id(char *operations)
{
    char *rest = operations;
    for (char *op; rest != NULL && (op = strsep(&rest, ";")) != NULL;) {
        op = trim(op);
        if (strncmp(op, "id", 2) != 0 || strchr(" \t", op[2]) == NULL || op[2] == '\0')
            continue;
        op = trim(op + 2);
        const size_t length = strlen(op);
        if (length >= 2 && op[0] == '"' && op[length - 1] == '"') {
            op[length - 1] = '\0';
            op++;
        }
        return *op != '\0' ? op : NULL;
    }
    return NULL;
}

static bool id_is_new(const abs_batch *batch, const char *id)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        if (strcmp(batch->entries[i].id, id) == 0)
            return false;
    return true;
}

/* One line of `name`; `line` is cut up. Lines without a position are passed over. */
static bool add_line(abs_batch *batch, const char *name, size_t number, char *line,
                     abs_error *error)
{
    char *text = trim(line);
    if (*text == '\0' || *text == '#')
        return true;
    char *operations = strchr(text, ';');
    char *id = NULL, made[ABS_TEXT_MAX];
    if (operations != NULL) {
        *operations = '\0';
        id = find_id(operations + 1);
    }
    if (id == NULL) {
        const char *slash = strrchr(name, '/');
        snprintf(made, sizeof made, "%.400s:%zu", slash != NULL ? slash + 1 : name, number);
        id = made;
    }
    if (!id_is_new(batch, id))
        return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: the id '%s' is there already; rename one",
                        name, number, id);
    if (add_parsed(batch, id, trim(text), error))
        return true;
    abs_error cause = *error;
    return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: %.400s", name, number, cause.text);
}

/* Reads a line without its end. Returns its length, or -1 at the end, -2 if it is no line of text.
 */
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
        if (!add_line(batch, name, number, line, error))
            return false;
    }
    if (ferror(in))
        return abs_fail(error, ABS_CANNOT_RUN, "%s: cannot be read: %s", name, strerror(errno));
    if (batch->entry_count == before)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s: no position in it; write one a line, as `absbench list` shows", name);
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
