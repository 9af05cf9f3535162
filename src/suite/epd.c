/* epd.c -- see epd.h. */
#include "suite/epd.h"

#include <ctype.h>
#include <string.h>

#define BLANKS " \t\r\n"

char *epd_trim(char *text)
{
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

char *epd_split(char *line, bool fields)
{
    enum { POSITION_FIELDS = 4 }; /* FEN's clocks may follow; an operation begins with a letter */
    char *end = line + strcspn(line, ";"), *next = end;
    if (fields) {
        end = next = line;
        for (int i = 0; *next != '\0' && *next != ';'; i++) {
            if (i >= POSITION_FIELDS && isalpha((unsigned char)*next))
                break;
            memset(end, ' ', (size_t)(next - end));
            end = next + strcspn(next, BLANKS ";");
            next = end + strspn(end, BLANKS);
        }
    }
    next += *next == ';';
    *end = '\0';
    return next;
}

/* The semicolon that ends the operands, or the end of the text. NULL: a quote is left open. */
static char *find_end(char *operands)
{
    bool between = true; /* operands: only there does a quote begin a string */
    char *c = operands;
    for (; *c != '\0' && *c != ';'; c++) {
        if (*c == '"' && between && (c = strchr(c + 1, '"')) == NULL)
            return NULL;
        between = strchr(BLANKS, *c) != NULL;
    }
    return c;
}

static char *unquote(char *operands)
{
    const size_t length = strlen(operands);
    if (length < 2 || operands[0] != '"' || operands[length - 1] != '"')
        return operands;
    operands[length - 1] = '\0';
    return operands + 1;
}

int epd_next(char **cursor, epd_operation *operation, abs_error *error)
{
    char *name = *cursor + strspn(*cursor, BLANKS ";");
    if (*name == '\0')
        return 0;
    if (!isalpha((unsigned char)*name)) {
        abs_fail(error, ABS_USAGE,
                 "'%.40s' is not an operation; write NAME OPERANDS and a ; after each", name);
        return -1;
    }
    char *operands = name + strcspn(name, BLANKS ";");
    char *end = find_end(operands);
    if (end == NULL) {
        abs_fail(error, ABS_USAGE, "a quote is left open after %.*s; close it with \"",
                 (int)(operands - name < 40 ? operands - name : 40), name);
        return -1;
    }
    *cursor = end + (*end == ';');
    *end = '\0';
    char *const after = operands + (*operands != '\0');
    *operands = '\0';
    *operation = (epd_operation){name, unquote(epd_trim(after))};
    return 1;
}
