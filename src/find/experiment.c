/* experiment.c -- the options that search a configuration again: see findings.h. */
#include "find/findings.h"
#include "suite/options.h"

#include <stdlib.h>

void answers_option(abs_buffer *b, const char *name, const char *value)
{
    abs_buffer word = {0};
    buffer_word(&word, value);
    buffer_text(b, b->length == 0 || b->data[b->length - 1] == ' ' ? "" : " ");
    buffer_format(b, "--%s=", name);
    buffer_plain(b, buffer_end(&word));
    buffer_free(&word);
}

/* Sets a field to its default. Returns false if the default is unknown. */
static bool preset_of(const abs_subject *subject, const config_field *f, abs_config *config)
{
    if (f == &config_fields[CONFIG_order])
        config->order = subject->usual_orders;
    else if (f == &config_fields[CONFIG_quiescence])
        config->quiescence = subject->quiescence && config->eval.kind != ABS_EVAL_RESULT;
    else
        return config_preset(f, NULL, NULL, config);
    return true;
}

void answers_options(abs_buffer *b, const abs_subject *subject, const abs_config *config)
{
    char value[CONFIG_WORD_MAX];
    buffer_plain(b, subject->option != NULL ? subject->option : "");
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_option *option =
            f->kind == CONFIG_ALGO ? option_find("algo") : option_of_setting(i);
        abs_config preset = *config;
        if (option == NULL || f->level == CONFIG_COPY || !config_present(f, config))
            continue;
        /* Windows and depths are always written, because their defaults depend on the rules. */
        if (preset_of(subject, f, &preset) && !config_differ(f, config, &preset))
            continue;
        if (f->kind == CONFIG_ALGO && config->algo.engine != NULL) {
            answers_option(b, "engine", config->algo.engine->command);
            for (const char *set = engine_settings(&config->algo); *set != '\0';) {
                const char *end = engine_value_read(set, ';', value, sizeof value);
                const int length = (int)(end != NULL ? (size_t)(end - set) : strlen(set));
                snprintf(value, sizeof value, "%.*s", length, set);
                answers_option(b, "set", value);
                set += length + (set[length] == ';');
            }
            continue;
        }
        config_value(f, config, value, sizeof value);
        buffer_format(b, " --%s=%s", option->name, value);
    }
}

const uint32_t *findings_records(const abs_findings *f, uint32_t group, size_t *count)
{
    const abs_tally_group *g = f->tally->groups;
    size_t before = 0;
    for (uint32_t k = 0; k < group; k++)
        before += g[k].ok + g[k].others;
    *count = g[group].ok + g[group].others;
    return f->pairs.order + before;
}

/* Adds the seeds of a group's trees as ranges, because a merged report has more seeds than its
   options give; if there are many ranges, adds the option as it was given. */
static void add_seeds(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    enum { RANGES = 4 };
    const char *const given = json_text(f->asked, "seed");
    unsigned long long first = 0, last = 0;
    size_t count, ranges = 0;
    abs_buffer text = {0};
    const uint32_t *order = findings_records(f, group, &count);
    for (size_t i = 0; i <= count; i++) {
        const char *name = f->tally->roots.texts[f->tally->records[order[i - (i == count)]].root];
        const unsigned long long seed = strtoull(strrchr(name, '#') + 1, NULL, 10);
        const bool goes_on = i > 0 && i < count && (seed == last || seed == last + 1);
        if (i > 0 && !goes_on)
            buffer_format(&text, last > first ? "%s%llu..%llu" : "%s%llu", ranges++ > 0 ? "," : "",
                          first, last);
        first = goes_on ? first : seed;
        last = seed;
    }
    answers_option(b, "seed", ranges > RANGES && given != NULL ? given : buffer_end(&text));
    buffer_free(&text);
}

/* Adds an option as it was given, unless its value is the default. */
static void add_asked(abs_buffer *b, const abs_findings *f, const abs_option *option)
{
    char member[CONFIG_WORD_MAX], preset[CONFIG_WORD_MAX];
    option_member(option->name, member, sizeof member);
    option_preset(option, preset, sizeof preset);
    const cJSON *const value = json_find(f->asked, member);
    for (const cJSON *item = cJSON_IsArray(value) ? value->child : value; item != NULL;
         item = item != value ? item->next : NULL)
        if (cJSON_IsString(item) && strcmp(item->valuestring, preset) != 0 &&
            strcmp(item->valuestring, "default") != 0)
            answers_option(b, option->name, item->valuestring);
    if (cJSON_IsTrue(value))
        buffer_format(b, " --%s", option->name);
}

/* Whether the field differs between a reference and another of its block. */
static bool differs_between_references(const abs_findings *f, const config_field *field,
                                       uint32_t reference)
{
    const abs_tally_group *r = &f->tally->groups[reference];
    bool differs = false;
    for (uint32_t k = 0; k < f->tally->group_keys.count; k++) {
        const abs_tally_group *g = &f->tally->groups[k];
        differs |= g->block == r->block && f->aggregates[k].reference == k &&
                   config_present(field, &r->config) && config_present(field, &g->config) &&
                   config_differ(field, &r->config, &g->config);
    }
    return differs;
}

bool answers_reference(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    char value[CONFIG_WORD_MAX];
    abs_buffer text = {0};
    uint32_t first = group;
    bool several = false;
    for (uint32_t k = group; k-- > 0;)
        if (f->tally->groups[k].block == f->tally->groups[group].block &&
            f->aggregates[k].reference == k)
            first = k;
    const abs_config *c = &f->tally->groups[first].config;
    const char *given = strchr(f->reference, ':');
    buffer_format(&text, "%s%s", c->algo.name, given != NULL ? given : "");
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *field = &config_fields[i];
        if (field->level != CONFIG_FRAME || option_of_setting(i) == NULL ||
            !differs_between_references(f, field, first))
            continue;
        config_value(field, c, value, sizeof value);
        buffer_format(&text, "%c%s=%s", strchr(buffer_end(&text), ':') != NULL ? ';' : ':',
                      option_of_setting(i)->name, value);
        several = true;
    }
    if (several)
        answers_option(b, "reference", buffer_end(&text));
    buffer_free(&text);
    return several;
}

/* Adds the reference as it was given, with those of its windows, guesses and the like that it would
   not have beside a search of `group` alone. */
static void add_reference(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    char value[CONFIG_WORD_MAX];
    abs_error unsaid;
    abs_reference given;
    abs_buffer text = {0};
    const abs_tally_group *of = &f->tally->groups[group];
    const uint32_t reference = f->aggregates[group].reference;
    buffer_text(&text, f->reference);
    for (size_t i = 0; i < CONFIG_FIELDS && reference != UINT32_MAX &&
                       abs_options_reference(f->reference, &given, &unsaid);
         i++) {
        const config_field *field = &config_fields[i];
        const abs_config *has = &f->tally->groups[reference].config;
        abs_config alone = *has;
        if (field->level != CONFIG_POLICY || given.named[i] || !config_present(field, has))
            continue;
        const bool known =
            config_present(field, &of->config) || preset_of(of->subject, field, &alone);
        if (known &&
            !config_differ(field, has, config_present(field, &of->config) ? &of->config : &alone))
            continue;
        config_value(field, has, value, sizeof value);
        buffer_format(&text, "%c%s=%s", strchr(buffer_end(&text), ':') != NULL ? ';' : ':',
                      option_of_setting(i)->name, value);
    }
    if (strcmp(buffer_end(&text), option_find("reference")->preset) != 0)
        answers_option(b, "reference", text.data);
    buffer_free(&text);
}

bool answers_given(const abs_findings *f)
{
    return cJSON_GetArraySize(json_find(f->asked, "position")) > 0 ||
           cJSON_GetArraySize(json_find(f->asked, "positions")) > 0;
}

/* Adds the options of those names, of which NULL is the last. */
static void add_all_asked(abs_buffer *b, const abs_findings *f, const char *const *names)
{
    for (; *names != NULL; names++)
        add_asked(b, f, option_find(*names));
}

void answers_experiment(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    static const char *const of_games[] = {"position", "positions", "skip-bad", "suite", NULL},
                             *const of_searches[] = {"max-positions", "shuffle",         "timeout",
                                                     "keep",          "allow-fail-hard", NULL},
                             *const of_reports[] = {"repeat", "distinct", "metric", "judge", NULL};
    const abs_tally_group *g = &f->tally->groups[group];
    const bool tree = subject_is_tree(g->subject);
    if (f->grid == NULL && !tree && cJSON_GetArraySize(json_find(f->asked, "game")) > 1 &&
        answers_given(f))
        return; /* it is unknown to which game the positions belong */
    buffer_text(b, f->grid != NULL ? "  sweep" : "  ");
    if (f->grid != NULL) {
        answers_option(b, "grid", f->grid);
        for (const abs_option *o = abs_option_table; o < option_find("format"); o++)
            if (o->name != NULL)
                add_asked(b, f, o);
    } else {
        answers_options(b, g->subject, &g->config);
        if (!tree)
            add_all_asked(b, f, of_games);
        else if (g->subject->seeds)
            add_seeds(b, f, group);
        add_all_asked(b, f, of_searches);
    }
    add_all_asked(b, f, of_reports);
    if (f->grid == NULL)
        add_reference(b, f, group);
    buffer_char(b, '\n');
}
