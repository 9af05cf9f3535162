/*
 * completion.c -- `absbench completion`: lets a shell complete a command line. The functions for
 * bash and zsh (bash.completion, zsh.completion) call it with the line up to the cursor. It prints
 * the possible last words, a line each; or FILE if the word is the name of a file.
 */
#include "search/registry.h"
#include "verbs/commands.h"

extern const char bash_template[], zsh_template[]; /* bash.completion, zsh.completion */

/* The last word, and the part of it that begins a name. */
static const char *word, *typed;

/* Prints the word completed by a name and `end`, if the name begins with what was typed. Only the
   fixed part of a name counts: "exact" of "exact+K", and nothing of "NUMBER". */
static void offer(const char *name, const char *end)
{
    const size_t fixed = strspn(name, "abcdefghijklmnopqrstuvwxyz_-0123456789");
    if (fixed > 0 && strlen(typed) <= fixed && strncmp(name, typed, strlen(typed)) == 0)
        printf("%.*s%.*s%s\n", (int)(typed - word), word, (int)fixed, name, end);
}

static void offer_options(abs_verb verb)
{
    typed = strncmp(typed, "--", 2) == 0 ? typed + 2 : "";
    for (const abs_option *o = abs_option_table; o < abs_option_table + abs_option_count; o++)
        if (o->name != NULL && o->verbs & 1u << verb)
            offer(o->name, o->argument != NULL ? "=" : "");
}

/* Offers algorithms; after a + only the cores that the driver takes. */
static void offer_algos(void)
{
    const char *plus = strrchr(typed, '+'), *driver = typed;
    typed = plus != NULL ? plus + 1 : typed;
    for (unsigned i = 0; i < abs_core_count; i++) {
        abs_algo algo;
        abs_error unsaid;
        unsigned count = 0;
        char name[ABS_TEXT_MAX];
        snprintf(name, sizeof name, "%.*s%s", (int)(typed - driver), driver,
                 abs_core_table[i].about.name);
        if (abs_algo_parse("algo", name, &algo, &count, &unsaid))
            offer(abs_core_table[i].about.name, "");
    }
    for (int i = 0; plus == NULL && i < ABS_DRIVERS; i++)
        offer(abs_driver_table[i].about.name, "");
    for (const abs_group *g = abs_groups; plus == NULL && g->name != NULL; g++)
        offer(g->name, "");
}

static void offer_values(const abs_option *o)
{
    const bool algos = o->flags & OPTION_ALGOS;
    const bool one = strcmp(o->argument, "NAME") == 0;
    const char *comma = strrchr(typed, ',');
    if (comma != NULL && (algos || (o->names != NULL && !one)))
        typed = comma + 1;
    if (strcmp(o->argument, "FILE") == 0)
        puts("FILE");
    else if (algos)
        offer_algos();
    for (const abs_named *n = o->names; !algos && n != NULL && n->name != NULL; n++)
        offer(n->name, "");
    if (o->flags & OPTION_COMBINES)
        offer("none", "");
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++)
        if (strcmp(r->domain->kind, o->name) == 0)
            offer(r->domain->name, "");
}

/* Offers the verbs and, if `scripts`, the scripts. */
static void offer_commands(bool scripts)
{
    for (const abs_verb_info *v = abs_verb_table; v->name != NULL; v++)
        if (scripts || v < abs_verb_table + ABS_VERBS)
            offer(v->name, "");
}

static void offer_operands(abs_verb verb)
{
    const char *operands = verb < ABS_VERBS ? abs_verb_table[verb].operands : "FILE";
    if (verb == ABS_VERB_HELP || verb == ABS_VERB_MAN) {
        offer_commands(verb == ABS_VERB_HELP);
    } else if (verb == ABS_VERB_LIST) {
        for (size_t i = 0; list_section(i) != NULL; i++)
            offer(list_section(i), "");
    } else if (strchr(operands, '|') != NULL) { /* one of these */
        for (size_t length; *(operands += strspn(operands, "[|]")) != '\0'; operands += length) {
            char name[ABS_TEXT_MAX];
            length = strcspn(operands, "|]");
            snprintf(name, sizeof name, "%.*s", (int)length, operands);
            offer(name, "");
        }
    } else if (*operands != '\0') {
        puts("FILE");
    }
}

/* The option of that text, "--NAME", if it takes a value; else NULL. */
static const abs_option *find_option(const char *text, size_t length)
{
    char name[ABS_TEXT_MAX];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const abs_option *o = strcmp(name, "-o") == 0       ? option_find("output")
                          : strcmp(name, "-j") == 0     ? option_find("jobs")
                          : strncmp(name, "--", 2) == 0 ? option_find(name + 2)
                                                        : NULL;
    return o != NULL && o->argument != NULL ? o : NULL;
}

/* Prints the possible completions of the line's last word. */
static void complete(char *line)
{
    const char *second = NULL, *previous = "";
    char *last = strrchr(line, ' '), *rest = line;
    *last = '\0';
    word = typed = last + 1;
    for (char *next; (next = strtok_r(rest, " ", &rest)) != NULL; previous = next)
        if (second == NULL && next != line)
            second = next;
    const abs_verb verb = second != NULL && *second != '-' ? abs_verb_find(second) : ABS_VERB_RUN;
    const char *equals = strchr(word, '=');
    const abs_option *before = find_option(previous, strlen(previous));
    if (second == NULL && *word != '-') {
        offer_commands(true);
    } else if (before != NULL && verb < ABS_VERBS && before->verbs & 1u << verb) {
        offer_values(before);
    } else if (*word == '-' && equals != NULL) {
        before = find_option(word, (size_t)(equals - word));
        typed = equals + 1;
        if (before != NULL)
            offer_values(before);
    } else if (*word == '-' && verb < ABS_VERBS) {
        offer_options(verb);
    } else if (verb != ABS_VERB_RUN) {
        offer_operands(verb);
    }
}

bool command_completion(abs_options *o, abs_error *error)
{
    const char *shell = o->operand != NULL ? o->operand : "";
    if (strchr(shell, ' ') != NULL)
        complete((char *)shell); /* an operand is a word of argv, which may be changed */
    else if (strcmp(shell, "bash") == 0 || strcmp(shell, "zsh") == 0)
        fputs(*shell == 'b' ? bash_template : zsh_template, stdout);
    else
        return abs_fail(error, ABS_USAGE,
                        "completion is for bash or zsh; write `absbench completion bash`");
    return true;
}
