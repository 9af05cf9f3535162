/* reader.c -- see reader.h. */
#define _POSIX_C_SOURCE 200809L
#include "log/reader.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "log/reader_map.h"
#include "log/reader_row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* What the rows that were read come to: results [0], references [1]. */
typedef struct {
    size_t next[2], count[2]; /* rows before `next` are in it */
    uint64_t signature;
    uint64_t job, id; /* of the last row, the id as a hash */
} reader_sums;

struct abs_reader {
    char *name;
    abs_walk walk;
    report_map map;
    bool has_times;
    reader_sums sums;
    abs_buffer text; /* of a row */
    abs_buffer scratch;
    row_maker maker;
};

void reader_close(abs_reader *r)
{
    if (r == NULL)
        return;
    walk_close(&r->walk);
    map_free(&r->map);
    free(r->name);
    buffer_free(&r->text);
    buffer_free(&r->scratch);
    row_free(&r->maker);
    free(r);
}

/* ---- opening -------------------------------------------------------------------------------- */

/* Reads a row's text. */
static bool read_text(abs_reader *r, const map_row *row, abs_error *error)
{
    buffer_clear(&r->text);
    if (!buffer_reserve(&r->text, row->length))
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: no memory to read it", r->name);
    r->text.data[row->length] = '\0';
    r->text.length = row->length;
    return walk_read(&r->walk, row->at, r->text.data, row->length, error);
}

/* Whether rows have times. */
static bool find_times(abs_reader *r, abs_error *error)
{
    abs_span name, value;
    bool first = true;
    if (r->map.count == 0)
        return true;
    if (!read_text(r, &r->map.rows[0], error))
        return false;
    abs_scan s = {.at = r->text.data, .end = r->text.data + r->text.length};
    if (!scan_open(&s, '{'))
        return true;
    while (!r->has_times && scan_next(&s, '}', &first, &name) > 0 && scan_value(&s, &value))
        r->has_times = scan_is(name, "time");
    return true;
}

/* Before rows had a node limit, it was --max-nodes, or what ends an expansion. */
static void find_older_limits(abs_reader *r)
{
    abs_error unused;
    int64_t limit = 0;
    cJSON *options = reader_options(r, &unused);
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(options, "max_nodes");
    if (cJSON_IsString(given))
        text_int(given->valuestring, 1, INT64_MAX, &limit);
    cJSON_Delete(options);
    r->maker.older_limits[0] = (uint64_t)limit;
    r->maker.older_limits[1] = ABS_EXPANSION_NODES_MAX;
}

abs_reader *reader_open(const char *path, abs_error *error)
{
    abs_reader *r = calloc(1, sizeof *r);
    if (r != NULL)
        r->name = strdup(strcmp(path, "-") == 0 ? "stdin" : path);
    if (r == NULL || r->name == NULL) {
        abs_fail(error, ABS_CANNOT_RUN, "no memory to read %.300s", path);
        free(r);
        return NULL;
    }
    r->walk.file = -1;
    if (!walk_open(&r->walk, path, r->name, error) || !map_make(&r->map, &r->walk, error) ||
        !find_times(r, error)) {
        reader_close(r);
        return NULL;
    }
    walk_end(&r->walk);
    r->maker.older = strcmp(r->map.text[MAP_schema], "\"" ABS_REPORT_SCHEMA_OLDER "\"") == 0;
    r->maker.wrong_answers = &r->map.wrong_answers;
    find_older_limits(r);
    return r;
}

/* ---- rows ----------------------------------------------------------------------------------- */

size_t reader_rows(const abs_reader *r)
{
    return r->map.count;
}

uint64_t reader_job(const abs_reader *r, size_t row)
{
    return r->map.rows[row].job;
}

bool reader_is_reference(const abs_reader *r, size_t row)
{
    return r->map.rows[row].for_reference;
}

size_t reader_number(const abs_reader *r, size_t row)
{
    return r->map.rows[row].number + 1;
}

static bool make_row(abs_reader *r, const map_row *at, abs_error *error)
{
    if (!read_text(r, at, error))
        return false;
    const abs_span text = {r->text.data, r->text.length};
    cJSON *json = members_parse(text, &r->scratch);
    if (json == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: row %u: %s", r->name, at->number + 1,
                        errno == ENOMEM ? "no memory to read it" : "it cannot be parsed");
    const bool ok = row_make(&r->maker, json, r->name, at->number + 1, error);
    cJSON_Delete(json);
    r->maker.config.for_reference = at->for_reference;
    r->maker.row.job = at->job;
    return ok;
}

/* Takes the row just made, number `row`, into the sums, unless it is in them. */
static bool sum_up(abs_reader *r, size_t row, abs_error *error)
{
    const map_row *at = &r->map.rows[row];
    reader_sums *sums = &r->sums;
    const int kind = at->for_reference;
    if (row < sums->next[kind])
        return true;
    if (at->job != ABS_NO_JOB && sums->count[kind] > 0 && at->job == sums->job &&
        r->maker.id_hash != sums->id)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: row %u: it has the job of row %u, but another id", r->name,
                        at->number + 1, at[-1].number + 1);
    sums->job = at->job;
    sums->id = r->maker.id_hash;
    sums->next[kind] = row + 1;
    sums->count[kind]++;
    if (kind == 0)
        sums->signature = abs_signature_add(sums->signature, &r->maker.row);
    return true;
}

const abs_row *reader_row(abs_reader *r, size_t row, abs_error *error)
{
    return make_row(r, &r->map.rows[row], error) && sum_up(r, row, error) ? &r->maker.row : NULL;
}

/* ---- verification --------------------------------------------------------------------------- */

/* What the report says of its rows. */
typedef struct {
    uint64_t rows, references, left_out, signature;
} claims;

static bool take_count(const cJSON *object, const char *name, uint64_t *count)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    const double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    *count = number >= 0 && number <= 9007199254740992.0 ? (uint64_t)number : 0;
    return number >= 0 && (double)*count >= number;
}

/* NULL as json_parse() has it. */
static cJSON *parse_text(const char *text, const char *if_none)
{
    text = text != NULL ? text : if_none;
    return json_parse(text, strlen(text), NULL);
}

/* What JSON does not count is right. `has_signature`: there is something to be held against. */
static bool find_claims(const abs_reader *r, claims *claimed, bool *has_signature, abs_error *error)
{
    const report_map *map = &r->map;
    const bool lines = map_is_lines(map);
    cJSON *json = parse_text(lines ? map->end : map->text[MAP_signature], "null");
    const cJSON *signature = lines ? cJSON_GetObjectItemCaseSensitive(json, "signature") : json;
    bool ok = json != NULL;
    const bool no_memory = !ok && errno == ENOMEM;
    *claimed = (claims){map->count - map->references, map->references, map->left_out_count, 0};
    *has_signature = !r->maker.older && signature != NULL && !cJSON_IsNull(signature);
    if (ok && lines && *has_signature)
        ok = take_count(json, "rows", &claimed->rows) &&
             take_count(json, "reference_rows", &claimed->references) &&
             take_count(json, "left_out", &claimed->left_out);
    if (ok && *has_signature)
        ok = cJSON_IsString(signature) && map_hash(signature->valuestring, &claimed->signature);
    cJSON_Delete(json);
    return ok || abs_fail(error, ABS_CANNOT_RUN,
                          no_memory ? "%.300s: no memory to read its %s"
                                    : "%.300s: its %s is not what absbench writes: it was edited "
                                      "or damaged",
                          r->name, lines ? "end" : "signature");
}

static void say(char *text, size_t size, const claims *c)
{
    snprintf(text, size,
             "%" PRIu64 " results, %" PRIu64 " references and %" PRIu64
             " left out, of signature 0x%016" PRIx64,
             c->rows, c->references, c->left_out, c->signature);
}

static bool read_rest(abs_reader *r, abs_error *error)
{
    const report_map *map = &r->map;
    if (r->sums.count[0] + r->sums.count[1] == map->count)
        return true;
    r->sums = (reader_sums){0};
    for (size_t i = 0; i < map->count; i++)
        if (interrupt_pending())
            return abs_fail(error, ABS_INTERRUPTED, "interrupted");
        else if (reader_row(r, i, error) == NULL)
            return false;
    return true;
}

bool reader_verify(abs_reader *r, abs_error *error)
{
    const report_map *map = &r->map;
    char has[160], says[160];
    claims claimed;
    bool has_signature;
    if (!find_claims(r, &claimed, &has_signature, error) || !read_rest(r, error))
        return false;
    const claims found = {map->count - map->references, map->references, map->left_out_count,
                          r->sums.signature};
    if (!has_signature || memcmp(&found, &claimed, sizeof found) == 0)
        return true;
    say(has, sizeof has, &found);
    say(says, sizeof says, &claimed);
    return abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: it has %s, but says that these are %s: it was edited or damaged; to "
                    "take it as it stands, remove its signature: jq %s",
                    r->name, has, says,
                    map_is_lines(map) ? "-c 'del(.end.signature?)'" : "'del(.signature)'");
}

/* ---- what else it says ---------------------------------------------------------------------- */

void reader_take_odd_rows(abs_reader *r)
{
    r->maker.take_odd = true;
}

size_t reader_odd_rows(const abs_reader *r)
{
    return r->maker.odd;
}

bool reader_has_times(const abs_reader *r)
{
    return r->has_times;
}

const abs_plan *reader_plan(const abs_reader *r)
{
    return &r->map.plan;
}

const uint64_t *reader_left_out(const abs_reader *r, size_t *count)
{
    *count = r->map.left_out_count;
    return r->map.left_out;
}

bool reader_is_whole(const abs_reader *r)
{
    const report_map *map = &r->map;
    if (map_is_lines(map))
        return map->end != NULL || (map->older && !map->torn);
    return map->text[MAP_interrupted] == NULL || strcmp(map->text[MAP_interrupted], "true") != 0;
}

bool reader_torn(const abs_reader *r)
{
    return r->map.torn;
}

uint64_t reader_whole_bytes(const abs_reader *r)
{
    return r->map.whole_bytes;
}

cJSON *reader_context(const abs_reader *r, abs_error *error)
{
    cJSON *context = parse_text(r->map.text[MAP_context], "");
    if (context == NULL)
        abs_fail(error, ABS_CANNOT_RUN,
                 errno == ENOMEM ? "%.300s: no memory to read its context"
                                 : "%.300s: it has no context that can be read",
                 r->name);
    return context;
}

cJSON *reader_options(const abs_reader *r, abs_error *error)
{
    cJSON *context = reader_context(r, error);
    cJSON *options = cJSON_DetachItemFromObjectCaseSensitive(context, "options");
    const bool found = cJSON_IsObject(options);
    if (context != NULL && !found)
        abs_fail(error, ABS_CANNOT_RUN, "%.300s: its context has no options", r->name);
    cJSON_Delete(context);
    if (!found)
        cJSON_Delete(options);
    return found ? options : NULL;
}

const char *reader_next_error(const abs_reader *r, const char *error)
{
    return buffer_next(&r->map.messages, error);
}
