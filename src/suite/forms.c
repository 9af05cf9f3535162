/* forms.c -- the forms in which people and programs write a position in a line. See forms.h. */
#include "suite/forms.h"
#include "base/memory.h"
#include "search/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

bool text_word(const char **text, const char *between, char word[ABS_TEXT_MAX])
{
    const char *from = *text + strspn(*text, between);
    const size_t length = strcspn(from, between);
    snprintf(word, ABS_TEXT_MAX, "%.*s", (int)length, from);
    *text = from + length;
    return length > 0;
}

/* ---- moves --------------------------------------------------------------------------------- */

unsigned position_move(const abs_domain *d, const void *rules, const void *position,
                       const char *text, abs_error *error)
{
    char word[ABS_TEXT_MAX] = "";
    if (d->read_move != NULL)
        return d->read_move(rules, position, text, error);
    const unsigned count = d->count_moves(rules, position);
    for (unsigned move = 0; move < count; move++) {
        d->move_text(rules, position, move, word, sizeof word);
        if (strcasecmp(word, text) == 0)
            return move;
    }
    abs_fail(error, ABS_USAGE, "'%.40s' is not a legal move here%s%s%s", text,
             count > 0 ? "; " : "", word, count > 0 ? " is" : "");
    return ABS_NO_MOVE;
}

bool position_play(const abs_domain *d, const void *rules, void *position, const char *moves,
                   abs_error *error)
{
    char word[ABS_TEXT_MAX];
    void *child = memory_zeros(1, d->position_size);
    bool ok = true;
    for (unsigned number = 1; ok && text_word(&moves, BETWEEN, word); number++) {
        const unsigned move = position_move(d, rules, position, word, error);
        ok = move != ABS_NO_MOVE;
        if (ok) {
            d->apply(rules, position, move, child);
            memcpy(position, child, d->position_size);
        } else {
            abs_fail(error, ABS_USAGE, "move %u: %.900s", number, error->text);
        }
    }
    free(child);
    return ok;
}

const char *position_moves(const abs_domain *d, const char *text, char before[ABS_TEXT_MAX])
{
    char word[ABS_TEXT_MAX];
    const char *end = text, *from = text;
    if (d == &foreign_domain)
        return NULL;
    for (; text_word(&from, BETWEEN, word); end = from)
        if (strcmp(word, "moves") == 0) {
            snprintf(before, ABS_TEXT_MAX, "%.*s", (int)(end - text), text);
            return from;
        }
    return NULL;
}

bool position_parse(const abs_domain *d, const void *rules, const char *text, void *position,
                    abs_error *error)
{
    char before[ABS_TEXT_MAX];
    const char *const moves = position_moves(d, text, before);
    return d->parse(rules, moves != NULL ? before : text, position, error) &&
           (moves == NULL || position_play(d, rules, position, moves, error));
}

/* ---- lines --------------------------------------------------------------------------------- */

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
        {"\x1f\x8b", "a gzip file (unpack it with gunzip)"},
        {"PK\x03\x04", "a zip file (unpack it with unzip)"},
        {"BZh", "a bzip2 file (unpack it with bunzip2)"},
        {"\xfd"
         "7zXZ",
         "an xz file (unpack it with unxz)"},
        {"(\xb5/\xfd", "a zstd file (unpack it with unzstd)"},
        {"1.", "the moves of a game (PGN without headers; `pgn-extract -Wepd` writes positions)"},
        {"info ", "the output of an engine"},
        {"bestmove ", "the output of an engine"},
        {"Stockfish ", "the output of an engine"},
        {"{", "JSON (`absbench show` reads a report)"},
    };
    char tag[64] = "", quote = '\0';
    line += strspn(line, BLANKS);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strncmp(line, others[i].begins, strlen(others[i].begins)) == 0)
            return others[i].is;
    sscanf(line, "[%63[A-Za-z] %c", tag, &quote);
    return quote == '"' && strcmp(tag, "FEN") != 0
               ? "a file of games (PGN or PDN; `pgn-extract -Wepd` writes the positions of a "
                 "PGN)"
               : NULL;
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

int position_fields(const abs_domain *d)
{
    return d->epd ? 4 : strcmp(d->name, "xiangqi") == 0 ? 2 : 0;
}

char *position_cut(const abs_domain *domain, char *line, char **operations)
{
    const int fields = position_fields(domain); /* then clocks; operations begin with letters */
    char *const text = line + strspn(line, BLANKS);
    char *end = text + strcspn(text, ";"), *next = end;
    if (fields > 0 && !position_is_uci(text) && *text != '[') {
        end = next = text;
        for (int i = 0; *next != '\0' && *next != ';'; i++) {
            if (i >= fields && isalpha((unsigned char)*next))
                break;
            memset(end, ' ', (size_t)(next - end));
            end = next + strcspn(next, BLANKS ";");
            next = end + strspn(end, BLANKS);
        }
        if (strncmp(next, "moves", 5) == 0 && strchr(BLANKS, next[5]) != NULL) {
            memset(end, ' ', (size_t)(next - end));
            end = next += strcspn(next, ";"); /* the position is that after these moves */
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
    if (strncmp(text, "[FEN", 4) == 0 && text[4 + strspn(text + 4, BLANKS)] == '"') {
        const char *const fen = strchr(text, '"') + 1;
        const size_t length = strcspn(fen, "\"");
        if (length > 0 && strcmp(fen + length, "\"]") == 0) {
            snprintf(room, ABS_TEXT_MAX, "%.*s", (int)length, fen);
            return POSITION_TAGGED;
        }
    }
    if (domain->epd || digits == 0 || text[digits] != ' ' || digits >= ABS_TEXT_MAX ||
        !text_int(text + digits + strspn(text + digits, " "), -ABS_VALUE_MAX, ABS_VALUE_MAX,
                  &score))
        return POSITION_BARE;
    snprintf(room, ABS_TEXT_MAX, "%.*s", (int)digits, text);
    *result = (score > 0) - (score < 0);
    return POSITION_SCORED;
}
