/* lists.c -- see lists.h. */
#include "lists.h"
#include "grow.h"
#include "text.h"

#include <stdlib.h>

void abs_list_free(abs_list *list)
{
    free(list->items);
    *list = (abs_list){0};
}

bool abs_list_set(abs_list *list, int64_t value)
{
    abs_pair *items = realloc(list->items, sizeof *items);
    if (items == NULL)
        return false;
    items[0] = (abs_pair){value, value};
    *list = (abs_list){items, 1};
    return true;
}

bool abs_list_unique(abs_list *list)
{
    size_t slots = 16, kept = 0;
    while (slots < 2 * list->count)
        slots *= 2;
    size_t *table = calloc(slots, sizeof *table); /* places in the list, from 1; 0: empty */
    if (table == NULL)
        return false;
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
    size_t room;
    abs_error *error;
} list_reader;

static bool add(list_reader *r, int64_t low, int64_t high)
{
    if (r->list.count == ABS_LIST_MAX)
        return abs_fail(r->error, ABS_USAGE, "--%s=%s: more than %d values; use a larger step",
                        r->option, r->text, ABS_LIST_MAX);
    if (!abs_grow(&r->list.items, &r->room, r->list.count, sizeof *r->list.items))
        return abs_fail(r->error, ABS_CANNOT_RUN, "no memory for the list --%s", r->option);
    r->list.items[r->list.count++] = (abs_pair){low, high};
    return true;
}

static bool in_form(list_reader *r, int64_t value)
{
    if (value >= r->form->low && value <= r->form->high)
        return true;
    return abs_fail(r->error, ABS_USAGE, "--%s=%s: %lld is out of range; give %lld to %lld",
                    r->option, r->text, (long long)value, (long long)r->form->low,
                    (long long)r->form->high);
}

static bool fail_number(list_reader *r, const char *item)
{
    return abs_fail(
        r->error, ABS_USAGE,
        "--%s=%s: '%s' is not a whole number%s; lists are a,b,c or LO..HI, LO..HI:STEP, "
        "LO..HI*FACTOR",
        r->option, r->text, item, r->form->sizes ? " (with K, M or G)" : "");
}

/* LO..HI, LO..HI:STEP or LO..HI*FACTOR; `dots` points at the two dots within `item`. */
static bool add_range(list_reader *r, char *item, char *dots)
{
    int64_t low, high, by = 1;
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
    if (low > high)
        return abs_fail(r->error, ABS_USAGE,
                        "--%s=%s: the range is empty; write the smaller number first", r->option,
                        r->text);
    if (factor ? by < 2 || low < 1 : by < 1)
        return abs_fail(r->error, ABS_USAGE,
                        factor
                            ? "--%s=%s: a factor is at least 2, and its range starts at 1 or more"
                            : "--%s=%s: a step is at least 1",
                        r->option, r->text);
    if (!in_form(r, low) || !in_form(r, high))
        return false;
    for (int64_t value = low; value <= high; value = factor ? value * by : value + by) {
        if (!add(r, value, value))
            return false;
        if (factor ? value > high / by : value > high - by)
            break;
    }
    return true;
}

static bool add_item(list_reader *r, char *item)
{
    int64_t low, high;
    char *dots = strstr(item, "..");
    if (dots != NULL)
        return add_range(r, item, dots);
    char *colon = r->form->pairs ? strchr(item, ':') : NULL;
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

bool abs_list_parse(const char *option, const char *text, const abs_list_form *form, abs_list *list,
                    abs_error *error)
{
    list_reader r = {.option = option, .text = text, .form = form, .error = error};
    char item[128];
    bool ok = true;
    for (const char *start = text; ok; start++) {
        const size_t length = strcspn(start, ",");
        if (length == 0)
            ok = abs_fail(error, ABS_USAGE, "--%s=%s: an item of the list is empty", option, text);
        else if (length >= sizeof item)
            ok = abs_fail(error, ABS_USAGE, "--%s: '%.40s...' is not a number", option, start);
        else {
            memcpy(item, start, length);
            item[length] = '\0';
            ok = add_item(&r, item);
        }
        start += length;
        if (*start == '\0')
            break;
    }
    if (ok && !abs_list_unique(&r.list))
        ok = abs_fail(error, ABS_CANNOT_RUN, "no memory for the list --%s", option);
    if (!ok) {
        free(r.list.items);
        return false;
    }
    free(list->items);
    *list = r.list;
    return true;
}
