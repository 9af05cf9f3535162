/*
 * reader_map.h -- where the rows of a report are in its file, and what it says besides them. Found
 * in one pass over the text, which need not fit into memory.
 */
#ifndef ABS_READER_MAP_H
#define ABS_READER_MAP_H

#include "base/buffer.h"
#include "base/names.h"
#include "base/walk.h"
#include "log/plan.h"

typedef struct {
    uint64_t at; /* in the file */
    uint64_t job;
    uint32_t length;
    uint32_t number : 31, for_reference : 1; /* number: which row of the file, from 0 */
} map_row;

_Static_assert(sizeof(map_row) == 24, "a row more is 24 bytes more");

/* Members of the report, or of the first line, that are looked at. */
#define MAP_MEMBERS(X)                                                                             \
    X(schema)                                                                                      \
    X(context)                                                                                     \
    X(results)                                                                                     \
    X(reference_results)                                                                           \
    X(left_out) X(verification) X(signature) X(checksum) X(errors) X(interrupted)
enum {
#define MEMBER(name) MAP_##name,
    MAP_MEMBERS(MEMBER)
#undef MEMBER
        MAP_MEMBERS_COUNT
};

typedef struct {
    map_row *rows; /* in ascending order of job, if they have one; else as in the file */
    size_t count, room;
    size_t references; /* of these */
    bool has[MAP_MEMBERS_COUNT];
    char *text[MAP_MEMBERS_COUNT]; /* of the members that are short */
    abs_plan plan;
    bool older;         /* from before reports had a plan, or null for one */
    uint64_t *left_out; /* jobs, in ascending order */
    size_t left_out_count, left_out_room;
    abs_buffer messages;     /* errors of no row: a list */
    abs_names wrong_answers; /* ids of rows that missed the known value of their position */
    char *end;               /* of JSON Lines: the last line's object; NULL: it has none */
    bool torn;
    uint64_t whole_bytes; /* .. where the last whole line ends */
} report_map;

/* False: the error is set; free the map all the same. */
bool map_make(report_map *map, abs_walk *walk, abs_error *error);
void map_free(report_map *map);

/* JSON Lines have no `results`. */
static inline bool map_is_lines(const report_map *map)
{
    return !map->has[MAP_results];
}

/* "0x0123456789abcdef". False: the text is none, or NULL. */
bool map_hash(const char *text, uint64_t *hash);

#endif
