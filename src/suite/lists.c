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

typedef struct {
    unsigned of;
    const char *words;
    long double times;
    const char *write; /* NULL, or what to write: the number, times that, and this */
} unit;

static const unit units[] = {
    {ABS_IN_BYTES, "k", 0x1p10L, NULL},
    {ABS_IN_BYTES, "m", 0x1p20L, NULL},
    {ABS_IN_BYTES, "g", 0x1p30L, NULL},
    {ABS_IN_BYTES, "kb kib kbyte kbytes", 1, "K"},
    {ABS_IN_BYTES, "mb mib meg megs mbyte mbytes megabyte megabytes", 1, "M"},
    {ABS_IN_BYTES, "gb gib gbyte gbytes gigabyte gigabytes", 1, "G"},
    {ABS_IN_BYTES, "t tb tib", 1024, "G"},
    {ABS_IN_BYTES, "b byte bytes", 1, ""},
    {ABS_IN_COUNT, "k", 1e3L, NULL},
    {ABS_IN_COUNT, "m", 1e6L, NULL},
    {ABS_IN_COUNT, "g", 1e9L, NULL},
    {ABS_IN_COUNT, "kn knode knodes thousand", 1, "K"},
    {ABS_IN_COUNT, "mn mnode mnodes mio million", 1, "M"},
    {ABS_IN_COUNT, "b bn gn billion", 1, "G"},
    {ABS_IN_COUNT,
     "n node nodes x time times run runs rep reps core cores cpu cpus thread threads job jobs "
     "worker workers position positions pos",
     1, ""},
    {ABS_IN_SECONDS, "ms msec msecs millisecond milliseconds", 1e-3L, NULL},
    {ABS_IN_SECONDS, "s sec secs second seconds", 1, NULL},
    {ABS_IN_SECONDS, "m min mins minute minutes", 60, NULL},
    {ABS_IN_SECONDS, "h hr hrs hour hours", 3600, NULL},
    {ABS_IN_SECONDS, "d day days", 24, "h"},
    {ABS_IN_SECONDS, "us usec microsecond microseconds", 1e-3L, "ms"},
    {ABS_IN_PERCENT, "%", 1, NULL},
    {ABS_IN_PERCENT, "pct percent", 1, ""},
    {ABS_IN_PAWNS, "p pawn pawns", 1, NULL},
    {ABS_IN_PAWNS, "c cp centipawn centipawns", 1e-2L, "p"},
    {ABS_IN_PAWNS | ABS_IN_POINTS, "pt pts point points", 1, ""},
    {ABS_IN_PLIES, "ply plies halfmoves", 1, ""},
    {ABS_IN_FACTOR, "x times", 1, ""},
    {ABS_IN_FACTOR, "%", 1e-2L, ""},
};

static const unit *unit_of(const reader *r, const char *text)
{
    char word[16];
    snprintf(word, sizeof word, "%s", text);
    for (char *c = word; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    for (size_t i = 0; *word != '\0' && i < sizeof units / sizeof units[0]; i++)
        if (units[i].of & r->form->unit && text_among(word, units[i].words))
            return &units[i];
    return NULL;
}

/* Whether the text is digits and these signs. */
static bool is_digits(const char *text, const char *signs)
{
    while (*text != '\0' && (isdigit((unsigned char)*text) || strchr(signs, *text)))
        text++;
    return *text == '\0';
}

/* Whether it is one number with a sign before each three digits, as 1,000,000; and without them. */
static bool has_thousands(const char *text, char plain[24])
{
    const size_t head = strcspn(text, ",.' ");
    const char sign[2] = {text[head], '\0'};
    bool ok = head > 0 && head <= 3 && *sign != '\0' && strlen(text) < 24 &&
              is_digits(text, sign) && (*sign != '.' || strchr(text + head + 1, '.') != NULL);
    for (const char *c = text + head; ok && *c != '\0'; c += 4)
        ok = strcspn(c + 1, sign) == 3;
    for (const char *c = text; ok && *c != '\0'; c++)
        if (*c != *sign)
            *plain++ = *c;
    *plain = '\0';
    return ok;
}

/* Suggests what to write for a number in another form, if all of it is understood. */
static text_hint suggest(const reader *r, const char *item)
{
    const char *const all = r->value->text;
    char *end;
    const double number = strtod(item, &end);
    const char *const word = end + strspn(end, " ");
    const unit *const u = end != item ? unit_of(r, word) : NULL;
    const size_t first = strspn(item, "0123456789"), sign = first + strspn(item + first, "^<*"),
                 dash = first + strspn(item + first, "-:to~");
    char plain[24];
    if (u != NULL && u->write != NULL)
        return text_say("; write %.15Lg%s", number * u->times, u->write);
    if (u != NULL && word != end)
        return text_say("; write %.*s%s", (int)(end - item), item, word);
    if (has_thousands(all, plain))
        return text_say("; write %s", plain);
    if (*item != '\0' && strchr("[({", *item) != NULL)
        return text_say("; leave out the brackets");
    if (first > 0 && sign > first && isdigit((unsigned char)item[sign]) &&
        is_digits(item + sign, ""))
        return text_say("; write %.0f", item[first] == '<' ? ldexp(number, atoi(item + sign))
                                                           : pow(number, atoi(item + sign)));
    if (!r->form->one && !r->form->windows && !(r->form->unit & ABS_IN_BYTES) && first > 0 &&
        dash > first && isdigit((unsigned char)item[dash]) && is_digits(item + dash, ":") &&
        strstr(all, "..") == NULL)
        return text_say("; write %.*s..%s", (int)first, item, item + dash);
    if (r->form->windows && strncmp(item, "+-", 2) == 0 && is_digits(item + 2, ""))
        return text_say("; write %s", item + 2);
    if (r->form->windows && first > 0 && *end == '\0' && number > 0)
        return text_say("; in pawns it is %sp", item);
    return (text_hint){""};
}

static bool fail_number(const reader *r, const char *item)
{
    const abs_list_form *f = r->form;
    text_hint meant = suggest(r, item);
    if (*meant.text == '\0')
        meant = hint_of(r->value->name, item, (const char *[]){f->zero, NULL});
    if (*meant.text != '\0')
        return value_fail(r->value, "'%s' is not a %snumber%s", item, r->decimal ? "" : "whole ",
                          meant.text);
    return value_fail(r->value, "'%s' is not a %s%s%s%s", item,
                      r->decimal               ? "number of at most nine decimal places"
                      : f->unit & ABS_IN_BYTES ? "whole number, such as 64K, 64M or 1G"
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
    int below, above, used = 0;
    if (r->form->windows && sscanf(r->value->text, "-%d%*[,:.+]%d%n", &below, &above, &used) == 2 &&
        r->value->text[used] == '\0')
        return value_fail(r->value,
                          "a window is what it has below and above the guess; write %d:%d", below,
                          above);
    if (r->decimal)
        return value_fail(r->value, "%.15Lg is out of range; give %.15g to %.15g",
                          value / ABS_DECIMAL, (double)low / ABS_DECIMAL,
                          (double)high / ABS_DECIMAL);
    return value_fail(r->value, "%.20Lg is out of range; give %lld to %lld", value, (long long)low,
                      (long long)high);
}

/* Copies a number without the underscores between digits. */
static void copy_number(char *copy, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (*c != '_' || c == text || !isdigit((unsigned char)c[-1]) ||
            !isdigit((unsigned char)c[1]))
            *copy++ = *c;
    *copy = '\0';
}

/* Reads one number with its unit; the factor of a range in pawns has none. It may be written as
   1e4, 10_000 or 1.5M if that is a whole number. */
static bool read_number(const reader *r, const char *text, bool factor, int64_t *value)
{
    char digits[ABS_ITEM_MAX], *end;
    copy_number(digits, text);
    const size_t length = strspn(digits, "0123456789.e+-");
    long double number = strtold(digits, &end) * (r->decimal ? ABS_DECIMAL : 1);
    const unit *const u = unit_of(r, end);
    if (r->pawns && !factor && length > 0 && *end == '\0')
        return value_fail(r->value,
                          "in pawns every number ends in p, as in 0.25p:1p or 0.5p..2p*2");
    if (length == 0 || end != digits + length ||
        (*end != '\0' && (u == NULL || u->write != NULL || (r->pawns && factor))))
        return fail_number(r, text);
    if (u != NULL)
        number *= u->times;
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
static int64_t next_in_range(int64_t value, int64_t by, bool factor, int64_t one, int64_t high)
{
    if (!factor)
        return (uint64_t)by > (uint64_t)high - (uint64_t)value ? INT64_MAX : value + by;
    const long double next = (long double)value * by / one;
    return next > high ? INT64_MAX : (int64_t)(next + 0.5L);
}

/* Adds LO..HI, LO..HI:STEP or LO..HI*FACTOR; `dots` points to the two dots within `item`. */
static bool add_range(const reader *r, char *item, char *dots)
{
    const int64_t one = r->decimal ? ABS_DECIMAL : 1;
    int64_t low, high, by = one;
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
    if (factor && (by <= one || low < 1 || next_in_range(low, by, factor, one, INT64_MAX) <= low))
        return value_fail(r->value, "a factor is %s",
                          r->decimal ? "more than 1, and its range starts above 0"
                                     : "at least 2, and its range starts at 1 or more");
    if (by < 1)
        return value_fail(r->value, "a step is %s", r->decimal ? "more than 0" : "at least 1");
    if (!in_form(r, low) || !in_form(r, high))
        return false;
    for (int64_t value = low; value != INT64_MAX;
         value = next_in_range(value, by, factor, one, high))
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
    if (item[0] == '0' && strlen(item) == 3 && has_thousands(value->text, (char[24]){0}))
        return fail_number(&r, item); /* 1,000,000 is no list */
    r.pawns = form->windows && strpbrk(item, "pP") != NULL;
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
