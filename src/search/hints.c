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

text_hint hint_of(const char *where, const char *word, const char *before, const char *const *names)
{
    text_hint hint = {""};
    char bare[TEXT_BARE_MAX];
    size_t away;
    text_bare(word, bare);
    const char *const nearest = text_nearest(word, names, &away), *type = listed(where, bare, 0);
    const bool is_value = edits_to(where, "option command section game tree") > 0;
    const size_t item = strcspn(word, " ;|");
    if (type == NULL && is_value && item > 0 && item + 1 < strlen(word))
        type = "!commas part the items of a list, as in a,b";
    if (type == NULL && strlen(bare) > 5 && (nearest == NULL || away > 1))
        type = listed(where, bare, 1);
    if (type == NULL)
        return text_hint_of(word, before, names);
    if (*type == '!')
        snprintf(hint.text, sizeof hint.text, "; %s", type + 1);
    else
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", before, type);
    return hint;
}
