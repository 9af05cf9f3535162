/*
 * grid.c -- the grid of a sweep, from a JSON file.
 *
 * A grid is an object whose members are options of the sections "What is searched" and "How",
 * without their dashes: {"tree": "uniform:b=4", "seed": "1..100", "algo": ["alphabeta", "mtdf"],
 * "window": [5, 25, 100], "plain": true}. An array is a list; of tree, game, position and positions
 * it repeats the option. A file holds a grid, or an array of grids, whose jobs follow each other.
 */
#include "base/buffer.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FILE_MAX_BYTES = 64 << 20 };

/* Words of a command line. */
typedef struct {
    char **words;
    size_t count, room;
} word_list;

static void free_words(word_list *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->words[i]);
    free(w->words);
}

static void add_word(word_list *w, const char *word)
{
    memory_grow(&w->words, &w->room, w->count, sizeof *w->words);
    w->words[w->count++] = memory_text(word);
}

static bool fail_item(const char *name, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "\"%.40s\": give text, a number, true, or an array of texts and numbers", name);
}

/* A whole number is written as such, however large: up to 2^53 a double holds it. */
static void write_number(abs_buffer *b, double number)
{
    const double most = 9007199254740992.0;
    if (number >= -most && number <= most && number == (double)(int64_t)number)
        buffer_format(b, "%" PRId64, (int64_t)number);
    else
        buffer_real(b, number, 15);
}

/* true and false are values of on|off options only. */
static bool write_item(abs_buffer *b, const char *name, const cJSON *item)
{
    if (cJSON_IsString(item))
        buffer_text(b, item->valuestring);
    else if (cJSON_IsNumber(item))
        write_number(b, item->valuedouble);
    else if (cJSON_IsBool(item) && abs_options_is_on_off(name))
        buffer_text(b, cJSON_IsTrue(item) ? "on" : "off");
    else
        return false;
    return true;
}

/* A member as words: a switch, one word for a list, a word an item for an option that repeats. */
static bool add_member(word_list *w, const cJSON *member, abs_error *error)
{
    const char *const name = member->string;
    const bool array = cJSON_IsArray(member), repeats = abs_options_repeats(name),
               is_switch = cJSON_IsBool(member) && abs_options_is_switch(name);
    abs_buffer b = {0};
    bool ok = !array || member->child != NULL || fail_item(name, error);
    if (is_switch && cJSON_IsTrue(member)) {
        buffer_format(&b, "--%s", name);
        add_word(w, buffer_end(&b));
    }
    for (const cJSON *item = array ? member->child : member; ok && !is_switch && item != NULL;) {
        if (b.length == 0)
            buffer_format(&b, "--%s=", name);
        else
            buffer_char(&b, ',');
        ok = write_item(&b, name, item) || fail_item(name, error);
        item = array ? item->next : NULL;
        if (ok && (repeats || item == NULL)) {
            add_word(w, buffer_end(&b));
            buffer_clear(&b);
        }
    }
    buffer_free(&b);
    return ok;
}

/* The words of a grid alone must be a command line of their own. */
static bool add_members(word_list *w, const cJSON *grid, abs_error *error)
{
    bool ok = true;
    add_word(w, "absbench");
    add_word(w, "sweep");
    for (const cJSON *member = grid->child; ok && member != NULL; member = member->next) {
        if (cJSON_GetObjectItemCaseSensitive(grid, member->string) != member)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" appears twice; write one, with a list of all its values",
                            member->string);
        if (!abs_options_search(member->string))
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" is not an option of a search; `absbench --help` shows them "
                            "under \"What is searched\" and \"How\"",
                            member->string);
        ok = add_member(w, member, error);
    }
    return ok;
}

/* Reads words as a command line, and adds their jobs if there is a suite. */
static bool take_words(abs_suite *suite, const word_list *w, abs_error *error)
{
    abs_options o;
    abs_options_init(&o);
    const bool ok = abs_options_parse(&o, (int)w->count, w->words, error) &&
                    (suite == NULL || abs_suite_add(suite, &o, error));
    abs_options_free(&o);
    return ok;
}

static bool add_grid(abs_suite *suite, const cJSON *grid, int argc, char **argv, abs_error *error)
{
    word_list w = {0};
    bool ok = cJSON_IsObject(grid) || abs_fail(error, ABS_CANNOT_RUN, "it is not an object");
    ok = ok && add_members(&w, grid, error) && take_words(NULL, &w, error);
    bool verb = false; /* the command line's own `sweep` has been passed over */
    for (int i = 1; ok && i < argc; i++) {
        const bool is_verb = !verb && strcmp(argv[i], "sweep") == 0;
        verb |= is_verb;
        if (!is_verb)
            add_word(&w, argv[i]);
    }
    ok = ok && take_words(suite, &w, error);
    free_words(&w);
    return ok;
}

/* "FILE: grid 2: what is wrong". The file, not the command line, is to blame. */
static bool blame(const char *path, size_t number, abs_error *error)
{
    const abs_error cause = *error;
    if (cause.code == ABS_INTERRUPTED)
        return false;
    return abs_fail(error, ABS_CANNOT_RUN, "%.300s: grid %zu: %.600s", path, number, cause.text);
}

bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error)
{
    size_t length, number = 1;
    char *text = file_read(path, FILE_MAX_BYTES, &length, error);
    if (text == NULL)
        return false;
    const char *end = text;
    cJSON *root = json_parse(text, length, &end);
    bool ok = root != NULL;
    if (ok && strstr(text, "\\u0000") != NULL) { /* cJSON would end the text there */
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: no option can hold \\u0000; leave it out",
                      path);
    } else if (!ok) {
        size_t line = 1;
        for (const char *c = text; c < end; c++)
            line += *c == '\n';
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: line %zu is not JSON", path, line);
    } else if (cJSON_IsArray(root) && root->child == NULL) {
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: there is no grid in it", path);
    }
    for (const cJSON *grid = cJSON_IsArray(root) ? root->child : root; ok && grid != NULL;
         grid = cJSON_IsArray(root) ? grid->next : NULL)
        ok = add_grid(suite, grid, argc, argv, error) || blame(path, number, error), number++;
    ok = ok && repeats_leave_out_references(suite, error);
    abs_suite_number_jobs(suite, 0);
    cJSON_Delete(root);
    abs_suite_add_input(suite, "grid", path, abs_mix_text(text));
    free(suite->grid);
    suite->grid = text;
    return ok;
}
