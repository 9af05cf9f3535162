/* positions.c -- see positions.h. */
#define _DEFAULT_SOURCE
#include "positions.h"
#include "grow.h"
#include "text.h"

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

/*
 * Copies the operand of ` ; NAME OPERAND`, quotes taken off, from what follows a position; false if
 * there is none.
 */
static bool find_operand(const char *operations, const char *name, char *operand, size_t size)
{
    const size_t length = strlen(name);
    for (const char *op = operations; *op != '\0'; op += *op == ';') {
        const size_t span = strcspn(op, ";");
        const char *start = op + strspn(op, " \t");
        op += span;
        if (strncmp(start, name, length) != 0 || strchr(" \t", start[length]) == NULL)
            continue;
        snprintf(operand, size, "%.*s", (int)(op - start - (ptrdiff_t)length), start + length);
        char *cut = trim(operand);
        const size_t rest = strlen(cut);
        const bool quoted = rest >= 2 && cut[0] == '"' && cut[rest - 1] == '"';
        memmove(operand, cut + quoted, rest + 1);
        if (quoted)
            operand[rest - 2] = '\0';
        return *operand != '\0';
    }
    return false;
}

static bool read_answer(abs_entry *entry, const char *operand)
{
    int64_t depth, value;
    char number[32];
    const size_t length = strcspn(operand, " \t");
    snprintf(number, sizeof number, "%.*s", (int)length, operand);
    entry->has_answer = text_int(number, 0, ABS_MAX_DEPTH, &depth) &&
                        text_int(operand + length + strspn(operand + length, " \t"), -ABS_VALUE_MAX,
                                 ABS_VALUE_MAX, &value);
    if (entry->has_answer) {
        entry->answer_depth = (int)depth;
        entry->answer_value = (int)value;
    }
    return entry->has_answer;
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
    char id[ABS_TEXT_MAX], answer[64];
    if (operations != NULL)
        *operations++ = '\0';
    else
        operations = text + strlen(text);
    if (!find_operand(operations, "id", id, sizeof id)) {
        const char *slash = strrchr(name, '/');
        snprintf(id, sizeof id, "%.900s:%zu", slash != NULL ? slash + 1 : name, number);
    }
    if (!id_is_new(batch, id))
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s:%zu: the id '%.200s' is there already; rename one", name, number, id);
    if (!add_parsed(batch, id, trim(text), error)) {
        const abs_error cause = *error;
        return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: %.800s", name, number, cause.text);
    }
    if (find_operand(operations, "answer", answer, sizeof answer) &&
        !read_answer(&batch->entries[batch->entry_count - 1], answer))
        return abs_fail(error, ABS_CANNOT_RUN, "%s:%zu: answer %s: write answer DEPTH VALUE", name,
                        number, answer);
    return true;
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
