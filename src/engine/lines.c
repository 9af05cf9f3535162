/* lines.c -- lines of UCI. See engine.h. */
#include "engine/engine.h"
#include "search/registry.h"

char *uci_word(char **line)
{
    char *word = *line + strspn(*line, " ");
    char *end = word + strcspn(word, " ");
    *line = end + (*end != '\0');
    *end = '\0';
    return word;
}

char *uci_after(char *line, const char *words)
{
    const size_t length = strlen(words);
    if (strncmp(line, words, length) != 0 || strchr(" ", line[length]) == NULL)
        return NULL;
    return line + length + (line[length] != '\0');
}

uci_info uci_read_info(char *line)
{
    enum { DEPTH_MAX = 1000, SCORE_MAX = ABS_VALUE_MAX, NUMBERS = 7 };
    uci_info i = {.nodes = UCI_NONE, .ms = UCI_NONE, .cp = UCI_NONE, .mate = UCI_NONE};
    const struct {
        const char *word;
        int64_t *number, least, most;
        bool needed; /* that it cannot be read is a fault */
    } numbers[NUMBERS] = {
        {"depth", &i.depth, 0, DEPTH_MAX, true},
        {"seldepth", &i.seldepth, 0, DEPTH_MAX, false},
        {"multipv", &i.multipv, 0, DEPTH_MAX, false},
        {"nodes", &i.nodes, 0, INT64_MAX, true},
        {"time", &i.ms, 0, INT64_C(1) << 40, false},
        {"cp", &i.cp, -SCORE_MAX, SCORE_MAX, true},
        {"mate", &i.mate, -SCORE_MAX, SCORE_MAX, true},
    };
    int64_t number;
    for (char *word; i.pv == NULL && *(word = uci_word(&line)) != '\0';) {
        size_t k = 0;
        while (k < NUMBERS && strcmp(word, numbers[k].word) != 0)
            k++;
        if (k < NUMBERS) {
            char *const text = uci_word(&line);
            if (k == 0)
                text[strcspn(text, "/")] = '\0'; /* the depth of "4/7", the longest line is 7 */
            if (!text_int(text, INT64_MIN, INT64_MAX, &number) && numbers[k].needed) {
                i.name = numbers[k].word;
                i.unread = text;
            } else {
                text_int(text, numbers[k].least, numbers[k].most, numbers[k].number);
            }
        }
        i.lower |= strcmp(word, "lowerbound") == 0;
        i.upper |= strcmp(word, "upperbound") == 0;
        i.other |= strcmp(word, "string") == 0 || strcmp(word, "refutation") == 0 ||
                   strcmp(word, "currmove") == 0 || strcmp(word, "currline") == 0;
        if (strcmp(word, "string") == 0)
            break;
        i.pv = strcmp(word, "pv") == 0 ? line : NULL;
    }
    i.other |= i.multipv > 1;
    return i;
}

void uci_move_text(const abs_domain *d, const void *rules, const void *position, unsigned move,
                   int first_rank, char *text, size_t size)
{
    char from, to;
    int low, high;
    d->move_text(rules, position, move, text, size);
    if (strcmp(d->name, "xiangqi") == 0 && sscanf(text, "%c%d%c%d", &from, &low, &to, &high) == 4)
        snprintf(text, size, "%c%d%c%d", from, low + first_rank, to, high + first_rank);
}

bool uci_ranks_right(const abs_domain *d, const char *text, int first_rank)
{
    char from, to;
    int low, high;
    if (strcmp(d->name, "xiangqi") != 0 || sscanf(text, "%c%d%c%d", &from, &low, &to, &high) != 4)
        return true;
    return low >= first_rank && high >= first_rank && low < 10 + first_rank &&
           high < 10 + first_rank;
}

unsigned uci_read_move(const abs_domain *d, const void *rules, const void *position,
                       const char *text, int first_rank)
{
    char written[ABS_TEXT_MAX];
    if (d == &foreign_domain)
        return foreign_move(text);
    unsigned move = d->count_moves(rules, position);
    while (move-- > 0) {
        uci_move_text(d, rules, position, move, first_rank, written, sizeof written);
        if (strcmp(written, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}
