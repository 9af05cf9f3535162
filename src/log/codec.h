/*
 * codec.h -- the fields of an object, both ways: one walk over them writes JSON or the cells of
 * CSV, or reads what JSON has into the same places.
 *
 * Reading is strict: a member that is missing, appears twice, is unknown or out of its range is an
 * error, which names the file, the row and the member; the first one stays, and nothing more is
 * read. It reads the text itself, which json_check() has found to be JSON.
 */
#ifndef ABS_CODEC_H
#define ABS_CODEC_H

#include "base/buffer.h"
#include "base/error.h"
#include "search/variants.h"

typedef enum { CODEC_JSON, CODEC_CSV, CODEC_CSV_HEADER, CODEC_READ } codec_form;

typedef struct {
    const char *name, *value; /* the name behind its quote */
    uint32_t length;          /* of the name */
    bool taken;
} codec_found;

/* The members of the objects being read, the innermost last, and the texts read. Start with zeros,
   end with codec_free(). */
typedef struct {
    codec_found *list;
    size_t count, room;
    abs_buffer texts;
} codec_members;

typedef struct {
    codec_form form;
    abs_buffer *b;          /* what is written */
    const char *prefix;     /* before names in CSV */
    codec_members *members; /* what is read: the object's are from `first` on .. */
    size_t first, next;     /* .. mostly in order: this one comes next */
    const char *value;      /* of the member at hand .. */
    const char *name;       /* .. and its name */
    const char *within;     /* before names in errors: "tt.", or "" */
    const char *file;
    size_t row; /* in errors, from 1 */
    abs_error *error;
    bool failed;
} codec;

/* The value of a member of the object; NULL: it has none of that name, or is no object. */
const char *codec_find(const char *object, const char *name);
/* The same; NULL, too: it has others. */
const char *codec_only(const char *object, const char *name);
/* The element of a list after the last one, NULL at first; NULL: there is none. */
const char *codec_next(const char *list, const char *last);
/* Where a value ends. */
const char *codec_end(const char *at);
/* A number; NAN: the value is none. */
double codec_number(const char *value);

/* Begins to read a text of that length. */
void codec_begin(codec *f, size_t length);
void codec_free(codec_members *members);

static inline bool codec_reads(const codec *f)
{
    return f->form == CODEC_READ;
}

static inline bool codec_has_cells(const codec *f)
{
    return f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER;
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

/* The object that is the value at hand. In errors its members are `within` it, in CSV named with
   `prefix`. */
typedef struct {
    size_t first, next;
    const char *within, *prefix;
} codec_place;
codec_place codec_enter(codec *f, const char *within, const char *prefix);
void codec_leave(codec *f, codec_place outer);

/* Begins the list that is the value at hand. False: it is none. */
bool codec_begin_list(codec *f);
/* Goes on to its next element, which becomes the value at hand, if there is one; it is written if
   there is to be `more`. False: the list has ended. `at`: NULL at first. */
bool codec_element(codec *f, const char **at, bool more);

/* Values: of the member that has begun. A text that is read is valid until the next codec_begin().
 */
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
