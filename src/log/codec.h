/*
 * codec.h -- the fields of an object, both ways: one walk over them writes JSON or the cells of
 * CSV, or reads what JSON has into the same places.
 *
 * Reading is strict: a member that is missing, appears twice, is unknown or out of its range is an
 * error, which names the file, the row and the member; the first one stays, and nothing more is
 * read.
 */
#ifndef ABS_CODEC_H
#define ABS_CODEC_H

#include "base/buffer.h"
#include "base/error.h"
#include "search/variants.h"

#include <cjson/cJSON.h>

typedef enum { CODEC_JSON, CODEC_CSV, CODEC_CSV_HEADER, CODEC_READ } codec_form;

typedef struct {
    codec_form form;
    abs_buffer *b;      /* what is written */
    const char *prefix; /* before names in CSV */
    cJSON *object;      /* what is read: members come from it .. */
    cJSON *next;        /* .. mostly in order: this one comes next */
    const cJSON *item;  /* the member at hand .. */
    const char *name;   /* .. and its name */
    const char *within; /* before names in errors: "tt.", or "" */
    const char *file;
    size_t row; /* in errors, from 1 */
    abs_error *error;
    bool failed;
} codec;

/*
 * JSON text as cJSON can take it: whole numbers beyond 15 digits, which it would round, are marked
 * for codec_whole(). Strings must be UTF-8 without NUL. `text` ends with a NUL that is not counted.
 * Returns NULL, or where it is wrong, and *wrong says how.
 */
const char *codec_mark(const char *text, size_t length, abs_buffer *marked, const char **wrong);
/* Parses one value, marked so. NULL: it is none, and *wrong says why. `scratch` is used up. */
cJSON *codec_parse(const char *text, size_t length, abs_buffer *scratch, const char **wrong);

static inline bool codec_reads(const codec *f)
{
    return f->form == CODEC_READ;
}

/* The error "FILE: row N: WITHIN.NAME PROBLEM" of the member at hand, or of the one named. */
void codec_fail(codec *f, const char *problem);
void codec_fail_at(codec *f, const char *name, const char *problem);
/* Puts "FILE: row N: NAME: " before the error there is. */
void codec_blame(codec *f, const char *name);

/*
 * Begins a member. Returns whether a value follows: `there`, unless names alone are written or the
 * reading has failed. What is not there is null, both ways.
 */
bool codec_member(codec *f, const char *name, bool there);
/* Begins one that may be null; whether it is not is written from, or read into, *there. */
bool codec_optional(codec *f, const char *name, bool *there);
/* Whether the object that is read has such a member. */
bool codec_has(const codec *f, const char *name);
/* Reading: passes over a member that follows from others. */
void codec_skip(codec *f, const char *name);

/* The object that is the member at hand, or `item`. In errors its members are `within` it, in CSV
   named with `prefix`. */
typedef struct {
    cJSON *object, *next;
    const char *within, *prefix;
} codec_place;
codec_place codec_enter(codec *f, const cJSON *item, const char *within, const char *prefix);
void codec_leave(codec *f, codec_place outer);

/* Values: of the member that has begun. */
void codec_text_value(codec *f, const char **text);
void codec_int_value(codec *f, int64_t low, int64_t high, int *number);
void codec_whole_value(codec *f, uint64_t *number);
void codec_truth_value(codec *f, bool *truth);
/* A text among names, as its place. */
void codec_name_value(codec *f, const abs_named *names, unsigned *place);

/* Whole members. */
void codec_text(codec *f, const char *name, const char **text);
void codec_int(codec *f, const char *name, int64_t low, int64_t high, int *number);
void codec_whole(codec *f, const char *name, uint64_t *number);
/* Seconds to the nanosecond, at most 1e10; null is NAN. */
void codec_seconds(codec *f, const char *name, double *seconds);
/* The bound of a window; null is the infinite one. */
void codec_bound(codec *f, const char *name, int infinite, int *bound);

/* What is not null, though it had to be. */
#define CODEC_UNUSED "is not null, but nothing uses it"

#endif
