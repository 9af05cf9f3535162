/* hints.c -- see hints.h. */
#include "search/hints.h"

static const struct {
    const char *where, *words, *type;
} hints[] = {
#define HINT(where, words, type) {where, words, type},
#include "search/hints.def"
#undef HINT
};

/* The number of edits to the nearest of a list with blanks between; 0: it is one of them. */
static size_t edits_to(const char *word, const char *words)
{
    size_t least = TEXT_BARE_MAX;
    char other[TEXT_BARE_MAX];
    for (; *words != '\0'; words += strcspn(words, " "), words += *words == ' ') {
        snprintf(other, sizeof other, "%.*s", (int)strcspn(words, " "), words);
        const size_t edits = text_distance(word, other);
        least = edits < least ? edits : least;
    }
    return least;
}

/* The table's hint for a word at this distance from one of its words; NULL if there is none. */
static const char *listed(const char *where, const char *word, size_t edits)
{
    for (size_t i = 0; *word != '\0' && i < sizeof hints / sizeof hints[0]; i++)
        if (strcmp(hints[i].where, where) == 0 && edits_to(word, hints[i].words) == edits)
            return hints[i].type;
    return NULL;
}

const char *hint_listed(const char *where, const char *word)
{
    char bare[TEXT_BARE_MAX];
    text_bare(word, bare);
    return listed(where, bare, 0);
}

static bool among(const char *value, const char *words)
{
    char bare[TEXT_BARE_MAX];
    text_bare(value, bare);
    return text_among(bare, words);
}

bool hint_is_off(const char *value)
{
    return among(value, "off no false 0 none never disable disabled");
}

bool hint_is_on(const char *value)
{
    return among(value, "on yes true 1 always enable enabled");
}

const char *hint_type(const char *where, const char *word, const char *const *names)
{
    char bare[TEXT_BARE_MAX];
    size_t away;
    text_bare(word, bare);
    const char *const nearest = text_nearest(word, names, &away);
    const char *type = listed(where, bare, 0);
    if (type == NULL && strlen(bare) > 5 && (nearest == NULL || away > 1))
        type = listed(where, bare, 1);
    return type != NULL ? type : nearest;
}

/* A list of these names that is not parted by commas, with commas; "" if it is none. */
static text_hint with_commas(const char *word, const char *const *names)
{
    text_hint list = {""};
    snprintf(list.text, sizeof list.text, "%s", word);
    for (char *item = list.text; *item != '\0';) {
        const size_t length = strcspn(item, " ;|/+&.,");
        const char *const *name = names;
        while (*name != NULL && (strlen(*name) != length || strncmp(*name, item, length) != 0))
            name++;
        if (*name == NULL)
            return (text_hint){""};
        item += length;
        if (*item != '\0')
            *item++ = ',';
    }
    return list;
}

/* Which of the names a word for on or off means; NULL: none. */
static const char *switched(const char *word, const char *const *names)
{
    for (; *names != NULL; names++)
        if ((hint_is_on(word) && strcmp(*names, "on") == 0) ||
            (hint_is_off(word) && text_among(*names, "off none")))
            return *names;
    return NULL;
}

text_hint hint_of(const char *where, const char *word, const char *const *names)
{
    const bool is_value = !text_among(where, "option command section game tree core");
    const text_hint list = is_value ? with_commas(word, names) : (text_hint){""};
    const size_t item = strcspn(word, " ;|");
    const char *type = hint_listed(where, word);
    if (type == NULL && strchr(list.text, ',') != NULL)
        type = strcmp(list.text, word) == 0 ? "!give one of them" : list.text;
    if (type == NULL && is_value && item > 0 && item + 1 < strlen(word))
        type = "!commas part the items of a list, as in a,b";
    if (type == NULL && is_value && (names[0] != NULL || text_among(where, "algo")) &&
        strcspn(word, "-!~^") == 0 && word[0] != '\0' && word[1] > '9')
        type = "!name what there is to be; nothing is taken away";
    if (type == NULL && is_value && text_among(word, "help ? list"))
        type = "!`absbench --help=all` and `absbench list` show what there is";
    if (type == NULL && is_value)
        type = switched(word, names);
    if (type == NULL) {
        const char *const end = word + strcspn(word, ":=");
        type = hint_type(where, word, names);
        if (type != NULL && is_value && *type != '!' &&
            ((strpbrk(word, "0123456789") != NULL && strpbrk(type, "0123456789") == NULL) ||
             (*end != '\0' && hint_is_off(end + 1))))
            type = NULL; /* a number or an off would be lost */
    }
    if (type == NULL && is_value && !text_among(where, "algo select") &&
        (hint_is_off(word) || text_among(word, "all auto default inf infinite max unlimited")))
        return text_say("; leave --%s out", where);
    if (type == NULL || strcmp(type, word) == 0)
        return (text_hint){""};
    return *type == '!' ? text_say("; %s", type + 1) : text_say("; did you mean '%s'?", type);
}
