/* forms.c -- the forms in which people and programs write a position in a line. See suite.h. */
#include "suite/suite.h"

#include <ctype.h>

bool text_word(const char **text, const char *between, char word[ABS_TEXT_MAX])
{
    const char *from = *text + strspn(*text, between);
    const size_t length = strcspn(from, between);
    snprintf(word, ABS_TEXT_MAX, "%.*s", (int)length, from);
    *text = from + length;
    return length > 0;
}

const char *position_foreign(const char *line)
{
    static const struct {
        const char *begins, *is;
    } others[] = {
        {"(;", "GGF (games as GGS writes them) or SGF"},
        {"PuzzleId,", "a table (CSV) of puzzles, as Lichess's"},
        {"FEN,", "a table (CSV)"},
        {"fen,", "a table (CSV)"},
        {"b,b,", "a table (CSV), as UCI's connect-4.data"},
        {"x,x,", "a table (CSV), as UCI's tic-tac-toe.data"},
    };
    char tag[64] = "", quote = '\0';
    line += strspn(line, BLANKS);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strncmp(line, others[i].begins, strlen(others[i].begins)) == 0)
            return others[i].is;
    sscanf(line, "[%63[A-Za-z] %c", tag, &quote);
    return quote == '"' && strcmp(tag, "FEN") != 0 ? "a file of games (PGN or PDN)" : NULL;
}

const char *position_tuning(const char *line)
{
    enum { FIELDS = 4, CLOCKS = 2 };
    for (int i = 0; i < FIELDS + CLOCKS; i++) {
        line += strspn(line, BLANKS);
        const size_t length = strcspn(line, BLANKS ";");
        if (i < FIELDS && length == 0)
            return NULL;
        if (i >= FIELDS && strspn(line, "0123456789") < length)
            break;
        line += length;
    }
    const size_t between = strspn(line, BLANKS ";"), length = strcspn(line + between, BLANKS ";");
    const bool cut = memchr(line, ';', between) != NULL; /* an operation may follow, no number */
    line += between;
    if (*line == '\0' || isalpha((unsigned char)*line))
        return NULL;
    return cut || strchr("[|\"", *line) != NULL || strcspn(line, ".,|-") < length ? line : NULL;
}

char *position_join(char *line, char *newline, const char *end, size_t *joined)
{
    *joined = 0;
    if (strncmp(line, "epd ", 4) != 0)
        return newline;
    memset(line, ' ', 3);
    for (; newline != NULL && strncmp(newline + 1, "perft ", 6) == 0; (*joined)++) {
        memcpy(newline, "     ;D", 7);
        newline = memchr(newline, '\n', (size_t)(end - newline));
    }
    return newline;
}

bool position_is_uci(const char *text)
{
    char word[ABS_TEXT_MAX];
    return text_word(&text, BETWEEN, word) &&
           (strcmp(word, "position") == 0 || strcmp(word, "startpos") == 0 ||
            strcmp(word, "fen") == 0);
}

char *position_cut(const abs_domain *domain, char *line, char **operations)
{
    enum { POSITION_FIELDS = 4 }; /* FEN's clocks may follow; operations begin with a letter */
    char *const text = line + strspn(line, BLANKS);
    char *end = text + strcspn(text, ";"), *next = end;
    if (domain->epd && !position_is_uci(text) && *text != '[') {
        end = next = text;
        for (int i = 0; *next != '\0' && *next != ';'; i++) {
            if (i >= POSITION_FIELDS && isalpha((unsigned char)*next))
                break;
            memset(end, ' ', (size_t)(next - end));
            end = next + strcspn(next, BLANKS ";");
            next = end + strspn(end, BLANKS);
        }
    }
    *operations = next + (*next == ';');
    while (end > text && strchr(BLANKS, end[-1]) != NULL)
        end--;
    *end = '\0';
    return text;
}

position_wrap position_unwrap(const abs_domain *domain, const char *text, char room[ABS_TEXT_MAX],
                              int *result)
{
    const size_t digits = strspn(text, "0123456789");
    int64_t score;
    int end = 0;
    if (sscanf(text, "[FEN \"%*[^\"]\"%n", &end) == 0 && end > 0 && strcmp(text + end, "]") == 0) {
        text = strchr(text, '"') + 1;
        snprintf(room, ABS_TEXT_MAX, "%.*s", (int)strcspn(text, "\""), text);
        return POSITION_TAGGED;
    }
    if (domain->epd || digits == 0 || text[digits] != ' ' || digits >= ABS_TEXT_MAX ||
        !text_int(text + digits + strspn(text + digits, " "), -ABS_VALUE_MAX, ABS_VALUE_MAX,
                  &score))
        return POSITION_BARE;
    snprintf(room, ABS_TEXT_MAX, "%.*s", (int)digits, text);
    *result = (score > 0) - (score < 0);
    return POSITION_SCORED;
}
