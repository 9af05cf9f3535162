/* info.c -- see info.h. */
#define _DEFAULT_SOURCE
#include "engine/info.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* The number behind a word of the line; `otherwise` if there is none. */
static int64_t number_after(const char *line, const char *word, int64_t otherwise)
{
    const char *at = strstr(line, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : otherwise;
}

bool engine_option_is(const char *line, const char *name, engine_range *range)
{
    const size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 ||
        (line[length] != '\0' && strncmp(line + length, " type ", 6) != 0))
        return false;
    range->least = number_after(line + length, " min ", INT64_MIN);
    range->most = number_after(line + length, " max ", INT64_MAX);
    return true;
}
