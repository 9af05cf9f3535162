/* hints.c -- see hints.h. */
#include "search/hints.h"

static const struct {
    const char *where, *words, *type;
} hints[] = {
#define HINT(where, words, type) {where, words, type},
#include "search/hints.def"
#undef HINT
};

/* Whether the word is one of a list with blanks between. */
static bool is_among(const char *word, const char *words)
{
    const size_t length = strlen(word);
    for (const char *at = words; length > 0 && (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

text_hint hint_of(const char *where, const char *word, const char *before, const char *const *names)
{
    text_hint hint = {""};
    char bare[TEXT_BARE_MAX];
    text_bare(word, bare);
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        const char *const type = hints[i].type;
        if (strcmp(hints[i].where, where) != 0 || !is_among(bare, hints[i].words))
            continue;
        if (*type == '!')
            snprintf(hint.text, sizeof hint.text, "; %s", type + 1);
        else
            snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", before, type);
        return hint;
    }
    return text_hint_of(word, before, names);
}
