/* info.c -- see info.h. */
#include "engine/info.h"
#include "base/text.h"
#include "search/foreign.h"

#include <stdio.h>

char *engine_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    char *end = word + strcspn(word, " \t");
    *line = end + (*end != '\0');
    *end = '\0';
    return word;
}

char *engine_after(char *line, const char *words)
{
    const size_t length = strlen(words);
    if (strncmp(line, words, length) != 0 || strchr(" \t", line[length]) == NULL)
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

/* The next word as a number. */
static bool read_number(char **line, int64_t least, int64_t most, int64_t *number)
{
    return text_int(engine_word(line), least, most, number);
}

engine_info engine_read_info(char *line)
{
    enum { SCORE_MAX = 1 << 29, DEPTH_MAX = 1000 };
    engine_info i = {.has_depth = false};
    int64_t number;
    for (char *word; *(word = engine_word(&line)) != '\0';) {
        if (strcmp(word, "string") == 0) {
            i.other = true;
            break;
        }
        if (strcmp(word, "pv") == 0) {
            i.pv = line;
            break;
        }
        if (strcmp(word, "depth") == 0 && (i.has_depth = read_number(&line, 0, DEPTH_MAX, &number)))
            i.depth = (int)number;
        else if (strcmp(word, "seldepth") == 0 && read_number(&line, 0, DEPTH_MAX, &number))
            i.seldepth = (int)number;
        else if (strcmp(word, "multipv") == 0 && read_number(&line, 0, DEPTH_MAX, &number))
            i.other |= number > 1;
        else if (strcmp(word, "currmove") == 0 || strcmp(word, "refutation") == 0 ||
                 strcmp(word, "currline") == 0)
            i.other = true;
        else if (strcmp(word, "nodes") == 0 &&
                 (i.has_nodes = read_number(&line, 0, INT64_MAX, &number)))
            i.nodes = (uint64_t)number;
        else if (strcmp(word, "time") == 0 &&
                 (i.has_time = read_number(&line, 0, INT64_MAX, &number)))
            i.ms = (uint64_t)number;
        else if (strcmp(word, "lowerbound") == 0 || strcmp(word, "upperbound") == 0)
            *(word[0] == 'l' ? &i.lower : &i.upper) = true;
        else if ((strcmp(word, "cp") == 0 || strcmp(word, "mate") == 0) &&
                 (i.has_score = read_number(&line, -SCORE_MAX, SCORE_MAX, &number))) {
            i.mate = word[0] == 'm';
            i.score = (int)number;
        }
    }
    return i;
}

void engine_move_text(const abs_domain *d, const void *rules, const void *position, unsigned move,
                      char *text, size_t size)
{
    char from, to;
    int low, high;
    d->move_text(rules, position, move, text, size);
    if (strcmp(d->name, "xiangqi") == 0 && sscanf(text, "%c%d%c%d", &from, &low, &to, &high) == 4)
        snprintf(text, size, "%c%d%c%d", from, low + 1, to, high + 1);
}

unsigned engine_read_move(const abs_domain *d, const void *rules, const void *position,
                          const char *text)
{
    char written[ABS_TEXT_MAX];
    if (d == &foreign_domain)
        return foreign_move(text);
    const unsigned count = d->count_moves(rules, position);
    for (unsigned move = 0; move < count; move++) {
        engine_move_text(d, rules, position, move, written, sizeof written);
        if (strcmp(written, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}
