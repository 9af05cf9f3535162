/* lists.c -- lists, and shards. See lists.h. */
#include "suite/lists.h"
#include "base/memory.h"
#include "search/hints.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

void abs_list_free(abs_list *list)
{
    free(list->items);
    *list = (abs_list){0};
}

void abs_list_set(abs_list *list, int64_t value)
{
    list->count = 0;
    abs_list_add(list, value, value);
}

void abs_list_add(abs_list *list, int64_t low, int64_t high)
{
    if ((list->count & (list->count - 1)) == 0) /* its room is the next power of two */
        list->items = memory_resize(list->items,
                                    (list->count > 0 ? 2 * list->count : 1) * sizeof *list->items);
    list->items[list->count++] = (abs_pair){low, high};
}

bool value_fail(const abs_value *value, const char *format, ...)
{
    char text[ABS_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return abs_fail(value->error, ABS_USAGE, "--%s=%s: %s", value->name, value->text, text);
}

bool abs_list_item(const abs_value *value, const char **rest, char item[ABS_ITEM_MAX])
{
    const size_t length = strcspn(*rest, ",");
    if (length == 0)
        return value_fail(value, "an item of the list is empty");
    if (length >= ABS_ITEM_MAX)
        return abs_fail(value->error, ABS_USAGE,
                        "--%s: '%.40s...' is too long to be a name or a number", value->name,
                        *rest);
    memcpy(item, *rest, length);
    item[length] = '\0';
    *rest = (*rest)[length] == ',' ? *rest + length + 1 : NULL;
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* How an item is read. */
typedef struct {
    abs_list *list;
    const abs_value *value;
    const abs_list_form *form;
    bool pawns; /* its numbers are decimal, and end in p unless they are factors */
    bool decimal;
} reader;

/* Suggests what a unit that the option does not have may mean. */
static void suggest(const reader *r, const char *item, char *text, size_t size)
{
    static const struct {
        char unit;
        bool decimal;
        double times;
    } units[] = {{'s', true, 1},    {'m', true, 60},   {'h', true, 3600},
                 {'k', false, 1e3}, {'m', false, 1e6}, {'g', false, 1e9}};
    char *end;
    const double number = strtod(item, &end);
    *text = '\0';
    for (size_t i = 0; i < sizeof units / sizeof units[0] && end != item && !r->form->sizes; i++)
        if (units[i].unit == tolower(*end) && end[1] == '\0' && units[i].decimal == r->decimal)
            snprintf(text, size, "; write %.15g", number * units[i].times);
    if (r->form->sizes && end != item && strchr("KMG", toupper((unsigned char)*end)) != NULL &&
        *end != '\0' && strpbrk(end, "bB") != NULL)
        snprintf(text, size, "; write %.*s%c", (int)(end - item), item, toupper(*end));
    const bool digit = isdigit((unsigned char)*item);
    if (*item != '\0' && strchr("[({", *item) != NULL)
        snprintf(text, size, "; leave out the brackets");
    if (digit && *text == '\0' && !r->form->sizes && isalpha((unsigned char)*end) &&
        end[1] != '\0' && strspn(item, "0123456789") == (size_t)(end - item))
        snprintf(text, size, "; write %.*s", (int)(end - item), item);
    const size_t sign = strcspn(item, "^<*"), power = sign + strspn(item + sign, "^<*");
    if (digit && power > sign && isdigit((unsigned char)item[power]))
        snprintf(text, size, "; write %.0f",
                 item[sign] == '<' ? ldexp(number, atoi(item + power))
                                   : pow(number, atoi(item + power)));
    const size_t first = strspn(item, "0123456789"), dash = strspn(item + first, "-:to");
    if (!r->form->one && !r->form->sizes && !r->form->windows && first > 0 && dash > 0 &&
        isdigit((unsigned char)item[first + dash]) && strstr(r->value->text, "..") == NULL)
        snprintf(text, size, "; write %.*s..%s", (int)first, item, item + first + dash);
    if (r->form->windows && first > 0 && end != item && *end == '\0' && number > 0)
        snprintf(text, size, "; in pawns it is %sp", item);
}

static bool fail_number(const reader *r, const char *item)
{
    const abs_list_form *f = r->form;
    char meant[160];
    suggest(r, item, meant, sizeof meant);
    if (*meant == '\0')
        snprintf(meant, sizeof meant, "%s",
                 hint_of(r->value->name, item, "", (const char *[]){NULL}).text);
    if (*meant != '\0')
        return value_fail(r->value, "'%s' is not a %snumber%s", item, r->decimal ? "" : "whole ",
                          meant);
    return value_fail(r->value, "'%s' is not a %s%s%s%s", item,
                      r->decimal ? "number of at most nine decimal places"
                      : f->sizes ? "whole number, such as 64K, 64M or 1G"
                                 : "whole number, such as 500 or 1e4",
                      f->zero != NULL ? ", or by itself " : "", f->zero != NULL ? f->zero : "",
                      f->one ? ""
                             : "; lists are a,b,c, LO..HI as in 1..10, LO..HI:STEP, LO..HI*FACTOR");
}

static bool in_form(const reader *r, long double value)
{
    const int64_t low = r->pawns ? ABS_DECIMAL / 1000 : r->form->low,
                  high = r->pawns ? 1000000 * ABS_DECIMAL : r->form->high;
    if (value >= low && value <= high)
        return true;
    if (r->decimal)
        return value_fail(r->value, "%.15Lg is out of range; give %.15g to %.15g",
                          value / ABS_DECIMAL, (double)low / ABS_DECIMAL,
                          (double)high / ABS_DECIMAL);
    return value_fail(r->value, "%.20Lg is out of range; give %lld to %lld", value, (long long)low,
                      (long long)high);
}

/* Reads one number with its unit; the factor of a range in pawns has none. It may be written as 1e4
   or 1.5M if that is a whole number. */
static bool read_number(const reader *r, const char *text, bool factor, int64_t *value)
{
    static const char sizes[] = "KMG";
    const bool pawns = r->pawns && !factor;
    const size_t length = strspn(text, "0123456789.e+-");
    char *end;
    long double number = strtold(text, &end) * (r->decimal ? ABS_DECIMAL : 1);
    const char *const size = r->form->sizes && *end != '\0' ? strchr(sizes, toupper(*end)) : NULL;
    if (pawns && *end != 'p')
        return value_fail(r->value,
                          strcmp(end, "cp") == 0
                              ? "points have no unit; leave out cp"
                              : "in pawns every number ends in p, as in 0.25p:1p or 0.5p..2p*2");
    if (size != NULL)
        number *= (long double)(INT64_C(1) << 10 * (size - sizes + 1));
    if (length == 0 || end != text + length || end[pawns || size != NULL] != '\0')
        return fail_number(r, text);
    if (fabsl(number) >= 0x1p63L)
        return in_form(r, number);
    *value = llroundl(number);
    return fabsl(number - (long double)*value) <= fabsl(number) * 0x1p-60L || fail_number(r, text);
}

static bool add(const reader *r, int64_t low, int64_t high)
{
    if (r->list->count == ABS_LIST_MAX)
        return value_fail(r->value, "more than %d values; use a larger step", ABS_LIST_MAX);
    abs_list_add(r->list, r->pawns ? -low : low, r->pawns ? -high : high);
    return true;
}

/* The number after `value` in a range; INT64_MAX if it is beyond `high`. */
static int64_t next_in_range(int64_t value, int64_t by, bool factor, int64_t unit, int64_t high)
{
    if (!factor)
        return (uint64_t)by > (uint64_t)high - (uint64_t)value ? INT64_MAX : value + by;
    const long double next = (long double)value * by / unit;
    return next > high ? INT64_MAX : (int64_t)(next + 0.5L);
}

/* Adds LO..HI, LO..HI:STEP or LO..HI*FACTOR; `dots` points to the two dots within `item`. */
static bool add_range(const reader *r, char *item, char *dots)
{
    const int64_t unit = r->decimal ? ABS_DECIMAL : 1;
    int64_t low, high, by = unit;
    char *rest = dots + 2, *sign = strpbrk(rest, ":*");
    const bool factor = sign != NULL && *sign == '*';
    *dots = '\0';
    if (sign != NULL)
        *sign = '\0';
    if (!read_number(r, item, false, &low) || !read_number(r, rest, false, &high) ||
        (sign != NULL && !read_number(r, sign + 1, factor, &by)))
        return false;
    if (low > high)
        return value_fail(r->value, "the range is empty; write the smaller number first");
    if (factor && (by <= unit || low < 1 || next_in_range(low, by, factor, unit, INT64_MAX) <= low))
        return value_fail(r->value, "a factor is %s",
                          r->decimal ? "more than 1, and its range starts above 0"
                                     : "at least 2, and its range starts at 1 or more");
    if (by < 1)
        return value_fail(r->value, "a step is %s", r->decimal ? "more than 0" : "at least 1");
    if (!in_form(r, low) || !in_form(r, high))
        return false;
    for (int64_t value = low; value != INT64_MAX;
         value = next_in_range(value, by, factor, unit, high))
        if (!add(r, value, value))
            return false;
    return true;
}

bool abs_list_numbers(abs_list *list, const abs_value *value, const abs_list_form *form, char *item)
{
    reader r = {.list = list, .value = value, .form = form};
    int64_t low, high;
    if (form->zero != NULL && strcmp(item, form->zero) == 0)
        return add(&r, 0, 0);
    r.pawns = form->windows && strchr(item, 'p') != NULL;
    r.decimal = form->decimals || r.pawns;
    char *dots = form->one ? NULL : strstr(item, "..");
    char *colon = form->windows ? strchr(item, ':') : NULL;
    if (dots != NULL)
        return add_range(&r, item, dots);
    if (colon != NULL)
        *colon = '\0';
    return read_number(&r, item, false, &low) &&
           read_number(&r, colon != NULL ? colon + 1 : item, false, &high) && in_form(&r, low) &&
           in_form(&r, high) && add(&r, low, high);
}

/* ---- shards ---------------------------------------------------------------------------------- */

bool shard_has(const abs_shard *shard, uint64_t key)
{
    if (shard->count == 0)
        return true;
    return ((key >> 32) * shard->count >> 32) + 1 == shard->index; /* scaled to [0, count) */
}

/* ---- what the command line says ------------------------------------------------------------ */

bool shard_parse(const char *text, abs_shard *shard, abs_error *error)
{
    const abs_value value = {"shard", text, error};
    char index[16];
    int64_t i = 0, n = 0;
    const size_t length = strcspn(text, "/");
    snprintf(index, sizeof index, "%.*s", (int)(length < sizeof index ? length : 0), text);
    if (text[length] == '\0' || !text_int(text + length + 1, 1, ABS_SHARDS_MAX, &n) ||
        !text_int(index, 1, n, &i))
        return value_fail(&value, "write i/n, shard i of n, with i from 1 to n and n at most %d",
                          ABS_SHARDS_MAX);
    *shard = (abs_shard){(uint32_t)i, (uint32_t)n};
    return true;
}
