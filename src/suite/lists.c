/* lists.c -- see lists.h. */
#include "suite/lists.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

void abs_list_free(abs_list *list)
{
    free(list->items);
    *list = (abs_list){0};
}

bool abs_list_set(abs_list *list, int64_t value)
{
    list->items = memory_resize(list->items, sizeof *list->items);
    list->items[0] = (abs_pair){value, value};
    list->count = 1;
    return true;
}

void abs_list_add(abs_list *list, int64_t low, int64_t high)
{
    if ((list->count & (list->count - 1)) == 0) /* its room is the next power of two */
        list->items = memory_resize(list->items,
                                    (list->count > 0 ? 2 * list->count : 1) * sizeof *list->items);
    list->items[list->count++] = (abs_pair){low, high};
}

void abs_list_unique(abs_list *list)
{
    size_t slots = 16, kept = 0;
    while (slots < 2 * list->count)
        slots *= 2;
    size_t *table = memory_zeros(slots, sizeof *table); /* places in the list, from 1; 0: empty */
    for (size_t i = 0; i < list->count; i++) {
        const abs_pair pair = list->items[i];
        uint64_t at = abs_mix64((uint64_t)pair.low ^ abs_mix64((uint64_t)pair.high + 1));
        for (at %= slots; table[at] != 0; at = (at + 1) % slots)
            if (list->items[table[at] - 1].low == pair.low &&
                list->items[table[at] - 1].high == pair.high)
                break;
        if (table[at] == 0) {
            list->items[kept++] = pair;
            table[at] = kept;
        }
    }
    free(table);
    list->count = kept;
}

static int64_t unit_of(const abs_list_form *form)
{
    return form->decimals ? ABS_DECIMAL : 1;
}

/* "12.5": times ABS_DECIMAL. */
static bool read_decimal(char *digits, int64_t *value)
{
    enum { PLACES = 9 };
    int64_t whole, fraction = 0;
    char *point = strchr(digits, '.'), places[PLACES + 1] = "000000000";
    if (point != NULL) {
        const size_t count = strlen(point + 1);
        *point = '\0';
        if (count == 0 || count > PLACES || strspn(point + 1, "0123456789") != count)
            return false;
        memcpy(places, point + 1, count);
        text_int(places, 0, ABS_DECIMAL, &fraction);
    }
    if (*digits == '-' || !text_int(digits, 0, INT64_MAX / ABS_DECIMAL - 1, &whole))
        return false;
    *value = whole * ABS_DECIMAL + fraction;
    return true;
}

/* One number, with its unit; any sign and size that fits. */
static bool read_number(const char *text, const abs_list_form *form, int64_t *value)
{
    char digits[32];
    const size_t length = strlen(text);
    int shift = 0;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length + 1);
    if (form->decimals)
        return read_decimal(digits, value);
    if (form->sizes) {
        static const char units[] = "KMG";
        const char last = digits[length - 1];
        const char *unit = strchr(units, last >= 'a' ? last - 'a' + 'A' : last);
        if (unit != NULL) {
            shift = 10 * (int)(unit - units + 1);
            digits[length - 1] = '\0';
        }
    }
    if (!text_int(digits, INT64_MIN >> shift, INT64_MAX >> shift, value))
        return false;
    *value *= INT64_C(1) << shift;
    return true;
}

typedef struct {
    const char *option, *text;
    const abs_list_form *form;
    abs_list list;
    bool pawns; /* this item is in pawns */
    abs_error *error;
} list_reader;

static bool add(list_reader *r, int64_t low, int64_t high)
{
    if (r->list.count == ABS_LIST_MAX)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: more than %d values; use a larger step",
                        r->option, r->text, ABS_LIST_MAX);
    abs_list_add(&r->list, r->pawns ? -low : low, r->pawns ? -high : high);
    return true;
}

static bool in_form(list_reader *r, int64_t value)
{
    if (value >= r->form->low && value <= r->form->high)
        return true;
    if (r->form->decimals)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: %.15g is out of range; give %.15g to %.15g",
                        r->option, r->text, (double)value / ABS_DECIMAL,
                        (double)r->form->low / ABS_DECIMAL, (double)r->form->high / ABS_DECIMAL);
    return abs_fail(r->error, ABS_USAGE, "--%s=%s: %lld is out of range; give %lld to %lld",
                    r->option, r->text, (long long)value, (long long)r->form->low,
                    (long long)r->form->high);
}

static bool fail_number(list_reader *r, const char *item)
{
    return abs_fail(
        r->error, ABS_USAGE,
        "--%s=%s: '%s' is not a %s; lists are a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR",
        r->option, r->text, item,
        r->form->decimals  ? "number of at most nine decimal places"
        : r->form->sizes   ? "whole number (with K, M or G)"
        : r->form->windows ? "whole number (or auto, by itself)"
                           : "whole number");
}

/* The number after `value` in a range; INT64_MAX when it is beyond `high`. */
static int64_t next_in_range(int64_t value, int64_t by, bool factor, int64_t unit, int64_t high)
{
    if (!factor)
        return (uint64_t)by > (uint64_t)high - (uint64_t)value ? INT64_MAX : value + by;
    const long double next = (long double)value * by / unit;
    return next > high ? INT64_MAX : (int64_t)(next + 0.5L);
}

/* From low to high; each number is `by` more or, with `factor`, `by` times the one before. */
static bool add_numbers(list_reader *r, int64_t low, int64_t high, int64_t by, bool factor)
{
    const int64_t unit = unit_of(r->form);
    if (low > high)
        return abs_fail(r->error, ABS_USAGE,
                        "--%s=%s: the range is empty; write the smaller number first", r->option,
                        r->text);
    if (factor && (by <= unit || low < 1 || next_in_range(low, by, factor, unit, INT64_MAX) <= low))
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: a factor is %s", r->option, r->text,
                        r->form->decimals ? "more than 1, and its range starts above 0"
                                          : "at least 2, and its range starts at 1 or more");
    if (by < 1)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: a step is %s", r->option, r->text,
                        r->form->decimals ? "more than 0" : "at least 1");
    if (!in_form(r, low) || !in_form(r, high))
        return false;
    for (int64_t value = low; value != INT64_MAX;
         value = next_in_range(value, by, factor, unit, high))
        if (!add(r, value, value))
            return false;
    return true;
}

/* LO..HI, LO..HI:STEP or LO..HI*FACTOR; `dots` points at the two dots within `item`. */
static bool add_range(list_reader *r, char *item, char *dots)
{
    int64_t low, high, by = unit_of(r->form);
    char *rest = dots + 2;
    char *sign = strpbrk(rest, ":*");
    const bool factor = sign != NULL && *sign == '*';
    *dots = '\0';
    if (sign != NULL)
        *sign = '\0';
    if (!read_number(item, r->form, &low))
        return fail_number(r, item);
    if (!read_number(rest, r->form, &high))
        return fail_number(r, rest);
    if (sign != NULL && !read_number(sign + 1, r->form, &by))
        return fail_number(r, sign + 1);
    return add_numbers(r, low, high, by, factor);
}

/* A number, LOW:HIGH or a range. */
static bool add_numeric(list_reader *r, char *item)
{
    int64_t low, high;
    char *dots = strstr(item, "..");
    if (dots != NULL)
        return add_range(r, item, dots);
    char *colon = r->form->windows ? strchr(item, ':') : NULL;
    if (colon != NULL)
        *colon = '\0';
    if (!read_number(item, r->form, &low))
        return fail_number(r, item);
    if (colon == NULL)
        high = low;
    else if (!read_number(colon + 1, r->form, &high))
        return fail_number(r, colon + 1);
    return in_form(r, low) && in_form(r, high) && add(r, low, high);
}

/* Cuts off the p that ends every number of the item but a factor. False: it is not of that form. */
static bool cut_units(char *item)
{
    static const char digits[] = "0123456789";
    const char *from = item;
    bool factor = false;
    for (char *to = item;;) {
        size_t length = strspn(from, digits);
        if (from[length] == '.' && from[length + 1] != '.')
            length += 1 + strspn(from + length + 1, digits);
        memmove(to, from, length);
        to += length;
        from += length;
        if (!factor && *from++ != 'p')
            return false;
        *to = '\0';
        if (*from == '\0')
            return true;
        length = strncmp(from, "..", 2) == 0 ? 2 : 1;
        if (length == 1 && *from != ':' && *from != '*')
            return false;
        factor = *from == '*';
        memmove(to, from, length);
        to += length;
        from += length;
    }
}

static bool add_pawns(list_reader *r, char *item)
{
    static const abs_list_form pawns = {.low = ABS_DECIMAL / 1000,
                                        .high = 1000000 * ABS_DECIMAL,
                                        .windows = true,
                                        .decimals = true};
    if (!cut_units(item))
        return abs_fail(r->error, ABS_USAGE,
                        "--%s=%s: in pawns every number ends in p, as in 0.25p:1p or 0.5p..2p*2",
                        r->option, r->text);
    const abs_list_form *const form = r->form;
    r->form = &pawns;
    r->pawns = true;
    const bool ok = add_numeric(r, item);
    r->form = form;
    r->pawns = false;
    return ok;
}

static bool add_item(void *to, char *item, abs_error *error)
{
    list_reader *r = to;
    (void)error;
    if ((r->form->none && strcmp(item, "none") == 0) ||
        (r->form->windows && strcmp(item, "auto") == 0))
        return add(r, 0, 0);
    return r->form->windows && strchr(item, 'p') != NULL ? add_pawns(r, item)
                                                         : add_numeric(r, item);
}

bool abs_list_items(const char *option, const char *text, abs_item_reader *take, void *to,
                    abs_error *error)
{
    const char *const whole = text;
    char item[256];
    for (;; text++) {
        const size_t length = strcspn(text, ",");
        if (length == 0)
            return abs_fail(error, ABS_USAGE, "--%s=%s: an item of the list is empty", option,
                            whole);
        if (length >= sizeof item)
            return abs_fail(error, ABS_USAGE,
                            "--%s: '%.40s...' is too long to be a name or a number", option, text);
        memcpy(item, text, length);
        item[length] = '\0';
        if (!take(to, item, error))
            return false;
        text += length;
        if (*text == '\0')
            return true;
    }
}

bool abs_list_parse(const char *option, const char *text, const abs_list_form *form, abs_list *list,
                    abs_error *error)
{
    list_reader r = {.option = option, .text = text, .form = form, .error = error};
    const bool ok = abs_list_items(option, text, add_item, &r, error);
    abs_list_unique(&r.list);
    abs_list_free(ok ? list : &r.list);
    if (ok)
        *list = r.list;
    return ok;
}
