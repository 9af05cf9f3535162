/* lists.c -- see lists.h. */
#include "suite/lists.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

void abs_list_free(abs_list *list)
{
    free(list->items);
    *list = (abs_list){0};
}

void abs_list_set(abs_list *list, int64_t value)
{
    list->items = memory_resize(list->items, sizeof *list->items);
    list->items[0] = (abs_pair){value, value};
    list->count = 1;
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

/* A list under way. */
typedef struct {
    const char *option, *text;
    const abs_list_form *form;
    bool
        pawns; /* the item at hand is in pawns: decimals, and every number but a factor ends in p */
    abs_list list;
    abs_error *error;
} list_reader;

static bool is_decimal(const list_reader *r)
{
    return r->form->decimals || r->pawns;
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

static bool fail_number(const list_reader *r, const char *item)
{
    char form[80] = "lists are a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR";
    const char *const rest = item + strspn(item, "0123456789");
    if (rest > item && *rest == '-' && rest[1 + strspn(rest + 1, "0123456789")] == '\0')
        snprintf(form, sizeof form, "write %.*s..%.20s", (int)(rest - item), item, rest + 1);
    else if (rest > item && r->form->sizes && rest[0] != '\0' && strchr("KMGkmg", rest[0]) &&
             (rest[1] == 'B' || rest[1] == 'b' || rest[1] == 'i'))
        snprintf(form, sizeof form, "write %.*s%c", (int)(rest - item), item,
                 toupper((unsigned char)*rest));
    return abs_fail(r->error, ABS_USAGE, "--%s=%s: '%s' is not a %s; %s", r->option, r->text, item,
                    is_decimal(r)      ? "number of at most nine decimal places"
                    : r->form->powers  ? "whole number, such as 500 or 1e4"
                    : r->form->sizes   ? "whole number (with K, M or G)"
                    : r->form->windows ? "whole number (or auto, by itself)"
                                       : "whole number",
                    form);
}

/* "25e3": times a power of ten. */
static bool read_power(char *digits, int64_t *value)
{
    char *e = strchr(digits, 'e');
    int64_t power;
    *e = '\0';
    if (!text_int(digits, 0, INT64_MAX, value) || !text_int(e + 1, 0, 18, &power))
        return false;
    for (; power > 0 && *value <= INT64_MAX / 10; power--)
        *value *= 10;
    return power == 0;
}

/* One number, with its unit, which a factor in pawns has not; any sign and size that fits. */
static bool read_number(const list_reader *r, const char *text, bool factor, int64_t *value)
{
    static const char units[] = "KMG";
    char digits[32];
    const size_t length = strlen(text);
    const char last = length > 0 ? text[length - 1] : '\0';
    const char *size =
        r->form->sizes && last != '\0' ? strchr(units, toupper((unsigned char)last)) : NULL;
    const bool unit = size != NULL || (r->pawns && !factor);
    const int shift = size != NULL ? 10 * (int)(size - units + 1) : 0;
    if (r->pawns && !factor && (last != 'p' || strspn(text, "0123456789.") + 1 < length))
        return abs_fail(r->error, ABS_USAGE,
                        "--%s=%s: in pawns every number ends in p, as in 0.25p:1p or 0.5p..2p*2",
                        r->option, r->text);
    if (length == 0 || length >= sizeof digits)
        return fail_number(r, text);
    snprintf(digits, sizeof digits, "%.*s", (int)(length - unit), text);
    if (is_decimal(r))
        return read_decimal(digits, value) || fail_number(r, text);
    if (r->form->powers && strchr(digits, 'e') != NULL)
        return read_power(digits, value) || fail_number(r, text);
    if (!text_int(digits, INT64_MIN >> shift, INT64_MAX >> shift, value))
        return fail_number(r, text);
    *value *= INT64_C(1) << shift;
    return true;
}

static bool add(list_reader *r, int64_t low, int64_t high)
{
    if (r->list.count == ABS_LIST_MAX)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: more than %d values; use a larger step",
                        r->option, r->text, ABS_LIST_MAX);
    abs_list_add(&r->list, r->pawns ? -low : low, r->pawns ? -high : high);
    return true;
}

static bool in_form(const list_reader *r, int64_t value)
{
    const int64_t low = r->pawns ? ABS_DECIMAL / 1000 : r->form->low,
                  high = r->pawns ? 1000000 * ABS_DECIMAL : r->form->high;
    if (value >= low && value <= high)
        return true;
    if (is_decimal(r))
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: %.15g is out of range; give %.15g to %.15g",
                        r->option, r->text, (double)value / ABS_DECIMAL, (double)low / ABS_DECIMAL,
                        (double)high / ABS_DECIMAL);
    return abs_fail(r->error, ABS_USAGE, "--%s=%s: %lld is out of range; give %lld to %lld",
                    r->option, r->text, (long long)value, (long long)low, (long long)high);
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
    const bool decimal = is_decimal(r);
    const int64_t unit = decimal ? ABS_DECIMAL : 1;
    if (low > high)
        return abs_fail(r->error, ABS_USAGE,
                        "--%s=%s: the range is empty; write the smaller number first", r->option,
                        r->text);
    if (factor && (by <= unit || low < 1 || next_in_range(low, by, factor, unit, INT64_MAX) <= low))
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: a factor is %s", r->option, r->text,
                        decimal ? "more than 1, and its range starts above 0"
                                : "at least 2, and its range starts at 1 or more");
    if (by < 1)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: a step is %s", r->option, r->text,
                        decimal ? "more than 0" : "at least 1");
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
    int64_t low, high, by = is_decimal(r) ? ABS_DECIMAL : 1;
    char *rest = dots + 2, *sign = strpbrk(rest, ":*");
    const bool factor = sign != NULL && *sign == '*';
    *dots = '\0';
    if (sign != NULL)
        *sign = '\0';
    return read_number(r, item, false, &low) && read_number(r, rest, false, &high) &&
           (sign == NULL || read_number(r, sign + 1, factor, &by)) &&
           add_numbers(r, low, high, by, factor);
}

/* A number, LOW:HIGH or a range. */
static bool add_numeric(list_reader *r, char *item)
{
    int64_t low, high;
    char *dots = strstr(item, ".."), *colon = r->form->windows ? strchr(item, ':') : NULL;
    r->pawns = r->form->windows && strchr(item, 'p') != NULL;
    if (dots != NULL)
        return add_range(r, item, dots);
    if (colon != NULL)
        *colon = '\0';
    return read_number(r, item, false, &low) &&
           read_number(r, colon != NULL ? colon + 1 : item, false, &high) && in_form(r, low) &&
           in_form(r, high) && add(r, low, high);
}

static bool add_item(void *to, char *item, abs_error *error)
{
    list_reader *r = to;
    (void)error;
    r->pawns = false;
    if ((r->form->none && strcmp(item, "none") == 0) ||
        (r->form->windows && strcmp(item, "auto") == 0))
        return add(r, 0, 0);
    return add_numeric(r, item);
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
