/* completion.c -- see completion.h. */
#include "verbs/completion.h"
#include "verbs/list.h"
#include "search/registry.h"
#include "suite/options.h"

extern const char bash_template[], zsh_template[]; /* bash.completion, zsh.completion */

/* What a value may be. */
typedef enum { VALUE_ANY, VALUE_FILE, VALUE_ALGORITHMS, VALUE_ONE, VALUE_LIST } value_kind;

static value_kind kind_of(const abs_option *info)
{
    if (strcmp(info->argument, "FILE") == 0)
        return VALUE_FILE;
    if (info->read == read_algo || info->read == read_reference)
        return VALUE_ALGORITHMS;
    if (info->read == read_domain)
        return VALUE_ONE;
    if (info->names == NULL)
        return VALUE_ANY;
    return strcmp(info->argument, "NAME") == 0 ? VALUE_ONE : VALUE_LIST;
}

/* ---- lists of words, each with a blank before it ------------------------------------------- */

static void put_word(abs_buffer *b, const char *word)
{
    buffer_char(b, ' ');
    buffer_text(b, word);
}

/* Of "exact+K" what is fixed; nothing of "NUMBER". */
static void put_names(abs_buffer *b, const abs_named *names)
{
    for (; names->name != NULL; names++) {
        const size_t fixed = strspn(names->name, "abcdefghijklmnopqrstuvwxyz_-0123456789");
        if (fixed > 0)
            buffer_format(b, " %.*s", (int)fixed, names->name);
    }
}

static void put_cores(abs_buffer *b)
{
    for (unsigned i = 0; i < abs_core_count; i++)
        put_word(b, abs_core_table[i].about.name);
}

static void put_algorithms(abs_buffer *b)
{
    put_cores(b);
    for (int i = 0; i < ABS_DRIVERS; i++)
        put_word(b, abs_driver_table[i].about.name);
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        put_word(b, g->name);
}

static void put_domains(abs_buffer *b, bool trees)
{
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++)
        if (abs_is_tree(r->domain) == trees)
            put_word(b, r->domain->name);
}

static void put_values(abs_buffer *b, const abs_option *info)
{
    if (info->read == read_algo || info->read == read_reference)
        put_algorithms(b);
    else if (info->read == read_domain)
        put_domains(b, info->field == 1);
    else if (info->names != NULL)
        put_names(b, info->names);
    if (info->read == read_flags)
        put_word(b, "none");
}

static void put_verbs(abs_buffer *b)
{
    for (int v = 0; v < ABS_VERBS; v++)
        put_word(b, abs_verb_table[v].name);
}

static void put_scripts(abs_buffer *b)
{
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++)
        put_word(b, s->name);
}

static void put_sections(abs_buffer *b)
{
    for (size_t i = 0; list_section(i) != NULL; i++)
        put_word(b, list_section(i));
}

/* ---- bash ---------------------------------------------------------------------------------- */

static void bash_options(abs_buffer *b)
{
    buffer_text(b, "# The options of a verb, with = where a value follows.\n"
                   "_absbench_options() {\n    case $1 in\n");
    for (unsigned v = 0; v < ABS_VERBS; v++) {
        buffer_format(b, "    %s) echo '", abs_verb_table[v].name);
        for (unsigned i = 0; i < abs_option_count; i++)
            if (abs_option_table[i].name != NULL && abs_option_table[i].verbs & 1u << v)
                buffer_format(b, " --%s%s", abs_option_table[i].name,
                              abs_option_table[i].argument != NULL ? "=" : "");
        buffer_text(b, "' ;;\n");
    }
    buffer_text(b, "    esac\n}\n\n");
}

static void bash_choices(abs_buffer *b)
{
    static const char *const kinds[] = {[VALUE_ANY] = "any",
                                        [VALUE_FILE] = "file",
                                        [VALUE_ALGORITHMS] = "algorithms",
                                        [VALUE_ONE] = "one",
                                        [VALUE_LIST] = "list"};
    buffer_text(
        b, "# What the value of an option may be, or the word behind a verb: its kind, and names.\n"
           "_absbench_choices() {\n    case $1 in\n");
    for (unsigned i = 0; i < abs_option_count; i++) {
        const abs_option *info = &abs_option_table[i];
        if (info->name == NULL || info->argument == NULL)
            continue;
        buffer_format(b, "    --%s) echo '%s", info->name, kinds[kind_of(info)]);
        put_values(b, info);
        buffer_text(b, "' ;;\n");
    }
    buffer_text(b, "    cores) echo '");
    put_cores(b);
    buffer_text(b, "' ;;\n    list) echo 'one");
    put_sections(b);
    buffer_text(b, "' ;;\n    completion) echo 'one bash zsh' ;;\n    man) echo 'one");
    put_verbs(b);
    buffer_text(b, "' ;;\n    help) echo 'one");
    put_verbs(b);
    put_scripts(b);
    buffer_text(b, "' ;;\n");
    for (int v = 0; v < ABS_VERBS; v++)
        if (*abs_verb_table[v].operands == '\0')
            buffer_format(b, "    %s) echo any ;;\n", abs_verb_table[v].name);
    buffer_text(b, "    *) echo file ;;\n    esac\n}\n\n");
}

void completion_bash(abs_buffer *b)
{
    buffer_text(b, "# Completion for bash, made by `absbench completion bash`.\n\n");
    bash_options(b);
    bash_choices(b);
    buffer_text(b, bash_template);
}

/* ---- zsh ----------------------------------------------------------------------------------- */

/* Help within 'NAME[help]' or 'NAME:help'. */
static void zsh_text(abs_buffer *b, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            buffer_text(b, "'\\''");
        else
            buffer_format(b, "%s%c", *text == ']' || *text == '\\' ? "\\" : "", *text);
}

/* What stands behind the help: ":LIST:_absbench_list - pvs mtdf". */
static void zsh_value(abs_buffer *b, const abs_option *info)
{
    static const char *const actions[] = {[VALUE_ANY] = " ",
                                          [VALUE_FILE] = "_files",
                                          [VALUE_ALGORITHMS] = "_absbench_algorithms",
                                          [VALUE_ONE] = "compadd -",
                                          [VALUE_LIST] = "_absbench_list -"};
    const value_kind kind = kind_of(info);
    buffer_format(b, ":%s:%s", info->argument, actions[kind]);
    if (kind == VALUE_ONE || kind == VALUE_LIST)
        put_values(b, info);
}

static void zsh_option(abs_buffer *b, const abs_option *info, unsigned verb)
{
    if (info->name == NULL || !(info->verbs & 1u << verb))
        return;
    buffer_format(b, "            '%s--%s%s[", abs_options_repeats(info->name) ? "*" : "",
                  info->name, info->argument != NULL ? "=" : "");
    zsh_text(b, info->help);
    buffer_char(b, ']');
    if (info->argument != NULL)
        zsh_value(b, info);
    buffer_text(b, "'\n");
}

/* The word behind a verb. */
static void zsh_operand(abs_buffer *b, abs_verb verb)
{
    if (*abs_verb_table[verb].operands == '\0')
        return;
    buffer_format(b, "            '*:%s:", abs_verb_table[verb].operands);
    switch (verb) {
    case ABS_VERB_LIST:
        buffer_text(b, "compadd -");
        put_sections(b);
        break;
    case ABS_VERB_COMPLETION:
        buffer_text(b, "compadd - bash zsh");
        break;
    case ABS_VERB_HELP:
        buffer_text(b, "_absbench_commands");
        break;
    case ABS_VERB_MAN:
        buffer_text(b, "compadd -");
        put_verbs(b);
        break;
    default:
        buffer_text(b, "_files");
    }
    buffer_text(b, "'\n");
}

static void zsh_options(abs_buffer *b)
{
    buffer_text(b, "# Sets `options` to what follows a verb.\n"
                   "_absbench_options() {\n    case $1 in\n");
    for (unsigned v = 0; v < ABS_VERBS; v++) {
        buffer_format(b, "    %s)\n        options=(\n", abs_verb_table[v].name);
        for (unsigned i = 0; i < abs_option_count; i++)
            zsh_option(b, &abs_option_table[i], v);
        zsh_operand(b, (abs_verb)v);
        buffer_text(b, "        ) ;;\n");
    }
    buffer_text(b, "    *) options=('*:file:_files') ;;\n    esac\n}\n\n");
}

static void zsh_command(abs_buffer *b, const char *name, const char *help)
{
    buffer_format(b, "        '%s:", name);
    zsh_text(b, help);
    buffer_text(b, "'\n");
}

static void zsh_commands(abs_buffer *b)
{
    buffer_text(b, "_absbench_commands() {\n    local -a commands=(\n");
    for (int v = 0; v < ABS_VERBS; v++)
        zsh_command(b, abs_verb_table[v].name, abs_verb_table[v].help);
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++)
        zsh_command(b, s->name, s->help);
    buffer_text(b, "    )\n    _describe command commands\n}\n\n");
}

void completion_zsh(abs_buffer *b)
{
    buffer_text(b,
                "#compdef absbench\n# Completion for zsh, made by `absbench completion zsh`.\n\n");
    zsh_options(b);
    zsh_commands(b);
    buffer_text(b, "_absbench_algorithms() {\n"
                   "    compset -P '*,'\n"
                   "    if compset -P '*+'; then\n        compadd \"$@\" -");
    put_cores(b);
    buffer_text(b, "\n    else\n        compadd \"$@\" -");
    put_algorithms(b);
    buffer_text(b, "\n    fi\n}\n\n");
    buffer_text(b, zsh_template);
}
