/* conform_tell.c -- see conform.h: what is wrong, and where. */
#include "work/conform.h"
#include "work/guard.h"

static const char *const rule_names[CONFORM_RULES] = {
    [CONFORM_INFO] = "info",
    [CONFORM_MOVES] = "moves",
    [CONFORM_SLOTS] = "slots",
    [CONFORM_COST] = "cost",
    [CONFORM_MOVE_TEXT] = "move text",
    [CONFORM_APPLY] = "apply",
    [CONFORM_EVALUATION] = "evaluation",
    [CONFORM_BOUND] = "bound",
    [CONFORM_RESULT] = "result",
    [CONFORM_PATH] = "path",
    [CONFORM_KEY] = "key",
    [CONFORM_TEXT] = "text",
    [CONFORM_PLIES_LEFT] = "plies_left",
    [CONFORM_IMAGE] = "image",
    [CONFORM_ORDER] = "order",
    [CONFORM_SEARCH] = "search",
    [CONFORM_FAULT] = "fault",
    [CONFORM_TIME] = "time",
};

bool conform_is_safe(const abs_conformity *found)
{
    return !(found->broken & (1u << CONFORM_INFO | 1u << CONFORM_MOVES | 1u << CONFORM_SLOTS |
                              1u << CONFORM_FAULT | 1u << CONFORM_TIME));
}

void conform_write(const abs_domain *d, const void *rules, const void *position,
                   char text[ABS_TEXT_MAX])
{
    if (d->print != NULL)
        d->print(rules, position, text, ABS_TEXT_MAX);
    else
        snprintf(text, ABS_TEXT_MAX, "with key 0x%016llx",
                 (unsigned long long)d->key(rules, position));
}

void conform_break(abs_conformity *found, conform_rule rule, const abs_domain *domain,
                   const void *rules, const void *position, const char *format, ...)
{
    char text[ABS_TEXT_MAX];
    va_list args;
    if (found->broken >> rule & 1)
        return;
    found->broken |= 1u << rule;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    utf8_make_plain(text);
    buffer_format(&found->told, "%s: %s", rule_names[rule], text);
    if (position != NULL) {
        conform_write(domain, rules, position, text);
        utf8_make_plain(text);
        buffer_format(&found->told, "; in position '%s'", text);
    }
    buffer_char(&found->told, '\n');
}

void conform_try(abs_conformity *found, const char *what, const abs_domain *domain,
                 const void *rules, const void *position)
{
    found->tried = what;
    guard_alarm(found->patience);
    if (position != NULL)
        conform_write(domain, rules, position, found->position);
}
