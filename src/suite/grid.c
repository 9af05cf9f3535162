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
#include "base/names.h"
#include "suite/suite.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FILE_MAX_BYTES = 64 << 20 };

/* A text or a number; true and false are values of on|off options only. False: it is none. */
static bool write_item(abs_buffer *b, const abs_option *option, const cJSON *item)
{
    const double most = 9007199254740992.0, number = item->valuedouble; /* 2^53 */
    const bool on_off = option->names != NULL && strcmp(option->names[0].name, "off") == 0;
    if (cJSON_IsString(item))
        buffer_text(b, item->valuestring);
    else if (cJSON_IsNumber(item) && number >= -most && number <= most &&
             number == (double)(int64_t)number)
        buffer_format(b, "%" PRId64, (int64_t)number);
    else if (cJSON_IsNumber(item))
        buffer_real(b, number, 15);
    else if (cJSON_IsBool(item) && on_off)
        buffer_text(b, cJSON_IsTrue(item) ? "on" : "off");
    else
        return false;
    return true;
}

/* Sets an option: a switch, a list, or each item for one that repeats. The texts outlive the
   options. */
static bool set_member(abs_options *o, const abs_option *option, const cJSON *member,
                       abs_names *texts, abs_error *error)
{
    const bool array = cJSON_IsArray(member), repeats = option->kind <= READ_SET;
    if (cJSON_IsBool(member) && option->argument == NULL)
        return cJSON_IsFalse(member) || abs_options_set(o, option->name, NULL, error);
    const cJSON *item = option->argument == NULL ? NULL : array ? member->child : member;
    abs_buffer b = {0};
    bool ok = item != NULL;
    error->text[0] = '\0';
    while (ok && item != NULL) {
        ok = write_item(&b, option, item);
        item = array ? item->next : NULL;
        if (ok && item != NULL && !repeats) {
            buffer_char(&b, ',');
        } else if (ok) {
            const uint32_t text = names_add(texts, buffer_end(&b));
            ok = abs_options_set(o, option->name, texts->texts[text], error);
            buffer_clear(&b);
        }
    }
    buffer_free(&b);
    if (!ok && error->text[0] == '\0')
        abs_fail(error, ABS_CANNOT_RUN,
                 "\"%.40s\": give text, a number, true, or an array of texts and numbers",
                 option->name);
    return ok;
}

static bool set_members(abs_options *o, const cJSON *grid, abs_names *texts, abs_error *error)
{
    if (!cJSON_IsObject(grid))
        return abs_fail(error, ABS_CANNOT_RUN, "it is not an object");
    for (const cJSON *member = grid->child; member != NULL; member = member->next) {
        const abs_option *option = option_find(member->string);
        if (cJSON_GetObjectItemCaseSensitive(grid, member->string) != member)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" appears twice; write one, with a list of all its values",
                            member->string);
        if (option == NULL || option >= option_find("format")) /* what comes out */
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" is not an option of a search; `absbench --help=all` shows "
                            "them under \"What is searched\" and \"How\"",
                            member->string);
        if (!set_member(o, option, member, texts, error))
            return false;
    }
    return true;
}

static bool add_grid(abs_suite *suite, const cJSON *grid, int argc, char **argv, abs_error *error)
{
    abs_names texts = {0};
    abs_options o;
    abs_options_init(&o);
    const bool ok = set_members(&o, grid, &texts, error) &&
                    abs_options_parse(&o, argc, argv, error) && abs_suite_add(suite, &o, error);
    abs_options_free(&o);
    names_free(&texts);
    return ok;
}

bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error)
{
    size_t length, number = 1, line = 1;
    char *text = file_read(path, FILE_MAX_BYTES, &length, error);
    if (text == NULL)
        return false;
    const char *end = text, *const wrong = json_check(&end, text + length, NULL);
    cJSON *root = wrong == NULL ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    for (const char *c = text; c < end; c++)
        line += *c == '\n';
    bool ok = root != NULL || abs_fail(error, ABS_CANNOT_RUN, "%.300s: line %zu is not JSON: %s",
                                       path, line, wrong != NULL ? wrong : "more follows the grid");
    if (ok && cJSON_IsArray(root) && root->child == NULL)
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: there is no grid in it", path);
    for (const cJSON *grid = cJSON_IsArray(root) ? root->child : root; ok && grid != NULL;
         grid = cJSON_IsArray(root) ? grid->next : NULL, number++)
        if (!(ok = add_grid(suite, grid, argc, argv, error)) && error->code != ABS_INTERRUPTED)
            abs_fail(error, ABS_CANNOT_RUN, "%.300s: grid %zu: %.600s", path, number, error->text);
    ok = ok && suite_leave_out(suite, error);
    cJSON_Delete(root);
    abs_suite_add_input(suite, "grid", path, abs_mix_text(text));
    free(suite->grid);
    suite->grid = text;
    return ok;
}
