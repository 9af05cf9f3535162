/* answers.c -- see findings.h. */
#include "find/findings.h"
#include "search/registry.h"
#include "suite/options.h"

#include <stdlib.h>

/* ---- options -------------------------------------------------------------------------------- */

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

/* Returns the records of a group, by position. */
static const uint32_t *records_of(const abs_findings *f, uint32_t group, size_t *count)
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
    const uint32_t *order = records_of(f, group, &count);
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

/* Whether positions are given, so that they are not the game's suites. */
static bool has_positions(const abs_findings *f)
{
    return cJSON_GetArraySize(json_find(f->asked, "position")) > 0 ||
           cJSON_GetArraySize(json_find(f->asked, "positions")) > 0;
}

/* Adds all options that repeat the experiment, including positions, copies and comparisons; or the
   sweep with the options given beside its grid. */
static void add_experiment(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    enum { FOR_ALL = 4, OUTPUT = 9 }; /* games' options come before 4, any search's before 9 */
    static const char *const options[] = {
        "position", "positions", "skip-bad", "suite",           "max-positions",
        "shuffle",  "timeout",   "keep",     "allow-fail-hard", "repeat",
        "distinct", "metric",    "judge"};
    const abs_tally_group *g = &f->tally->groups[group];
    const bool tree = subject_is_tree(g->subject);
    size_t i = f->grid != NULL ? OUTPUT : tree ? FOR_ALL : 0;
    if (i == 0 && cJSON_GetArraySize(json_find(f->asked, "game")) > 1 && has_positions(f))
        return; /* it is unknown to which game the positions belong */
    buffer_text(b, f->grid != NULL ? "  sweep" : "  ");
    if (f->grid != NULL) {
        answers_option(b, "grid", f->grid);
        for (const abs_option *o = abs_option_table; o < option_find("format"); o++)
            if (o->name != NULL)
                add_asked(b, f, o);
    } else {
        answers_options(b, g->subject, &g->config);
    }
    if (i == FOR_ALL && g->subject->seeds)
        add_seeds(b, f, group);
    for (; i < sizeof options / sizeof options[0]; i++)
        add_asked(b, f, option_find(options[i]));
    if (f->grid == NULL)
        add_reference(b, f, group);
    buffer_char(b, '\n');
}

/* ---- in words -------------------------------------------------------------------------------- */

/* Adds "0.939 [0.906, 0.967]". */
static void add_ratio(abs_buffer *b, const stats_ratio *r)
{
    buffer_format(b, r->n > 0 ? "%.3f" : "no ratio", r->point);
    if (stats_has_interval(r))
        buffer_format(b, " [%.3f, %.3f]", r->lower, r->upper);
}

void answers_ratio(abs_buffer *b, const abs_judged *j, abs_metric metric, const char *reference)
{
    add_ratio(b, &j->ratio);
    buffer_format(b, " of %s's %s (%s, %zu %s)", reference, abs_metric_nouns[metric],
                  judge_words(j->verdict), j->ratio.n, j->ratio.n == 1 ? "position" : "positions");
}

/* Adds "a, b and 4 more" for the searches on that side, except the one to use. Returns how many
   there are. */
static size_t add_side(abs_buffer *b, const abs_findings *f, const abs_answer_of *a,
                       answer_side side, const char *before)
{
    const size_t most = f->brief != NULL ? 1 : 5;
    size_t all = 0;
    for (size_t i = 0; i < a->count; i++) {
        const abs_judged *j = findings_judged(f, a->others[i]);
        if (a->others[i] == a->use || answers_side(j) != side || all++ >= most)
            continue;
        buffer_text(b, all == 1 ? before : ", ");
        label_add(&f->labels, &f->tally->groups[a->others[i]].config, b);
        if (side == ANSWER_EQUAL)
            continue;
        buffer_text(b, " (");
        add_ratio(b, &j->ratio);
        buffer_char(b, ')');
    }
    if (all > most)
        buffer_format(b, " and %zu more", all - most);
    return all;
}

/* The lines of a suite. */
static size_t count_lines(const char *suite)
{
    size_t lines = 0;
    for (const char *at = suite; at != NULL && *at != '\0'; at += *at == '\n') {
        lines += *at != '#' && *at != '\n';
        at += strcspn(at, "\n");
    }
    return lines;
}

void answers_needed(abs_buffer *b, const abs_subject *s, size_t needed, size_t n, size_t large)
{
    const size_t wanted = needed > 0 ? needed : 1000;
    if (needed > 0)
        buffer_format(b, "; about %zu positions would settle it", needed);
    else
        buffer_text(b, "; many more positions might settle it");
    if (s->option == NULL)
        return;
    if (subject_is_tree(s) && s->seeds)
        buffer_format(b, ": --seed=1..%zu", wanted);
    else if (subject_is_tree(s) || strcmp(s->domain, "tictactoe") == 0)
        buffer_text(b, ", but there are no more");
    else if (wanted <= large)
        buffer_format(b, ": --suite=large --max-positions=%zu", wanted);
    else if (needed == 0 && n < large)
        buffer_text(b, ": --suite=large");
    else
        buffer_format(
            b, ": absbench positions %s --count=%zu --output=more.txt, then --positions=more.txt",
            s->option, wanted);
}

static void add_needed(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    abs_error unsaid;
    const abs_subject *s = f->tally->groups[a->reference].subject;
    const abs_registered *game = abs_registry_find("game", s->domain, &unsaid);
    const bool own = game != NULL && f->grid == NULL && !has_positions(f);
    answers_needed(b, s, a->needed, f->aggregates[a->reference].n,
                   own ? count_lines(game->large_suite) : 0);
}

/* Adds why there are too few positions. */
static void add_too_few(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->reference];
    size_t most = 0, measured = f->aggregates[a->reference].n, finished = g->ok,
           stopped = g->others;
    const size_t searched = g->ok + g->others;
    for (size_t i = 0; i < a->count; i++) {
        const abs_aggregate *other = &f->aggregates[a->others[i]];
        most = other->judged.ratio.n > most ? other->judged.ratio.n : most;
        measured += other->n;
        finished += f->tally->groups[a->others[i]].ok;
        stopped += f->tally->groups[a->others[i]].others;
    }
    if (finished == 0)
        buffer_text(b, "no search finished; `completed` in the rows says how deep each one came");
    else if (measured == 0)
        buffer_format(b, "no row has the %s that --metric=%s compares",
                      abs_metric_nouns[f->tally->metric], abs_metric_names[f->tally->metric].name);
    else if (most < 2 && searched > 1)
        buffer_format(b, "of %zu positions %s was finished by two searches%s", searched,
                      most == 0 ? "none" : "only one",
                      stopped > 0 ? "; a greater limit, or a smaller --depth, finishes more" : "");
    else {
        if (most < 2)
            buffer_text(b, "one position says nothing about others");
        else
            buffer_format(b, "%zu positions are too few for any verdict", most);
        add_needed(b, f, a);
    }
    buffer_char(b, '.');
}

/* Adds how the others compare with the reference. */
static void add_others(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const char *points = f->tally->groups[a->reference].points;
    size_t worse = 0;
    for (size_t i = 0; i < a->count; i++)
        worse += answers_side(findings_judged(f, a->others[i])) == ANSWER_DEARER;
    if (add_side(b, f, a, ANSWER_LESS, " Also better: ") > 0)
        buffer_char(b, '.');
    if (add_side(b, f, a, ANSWER_EQUAL, " Equal within 2 %: ") > 0)
        buffer_char(b, '.');
    if (a->kind != ANSWER_UNDECIDED && add_side(b, f, a, ANSWER_UNSETTLED, " Not settled: ") > 0) {
        add_needed(b, f, a);
        buffer_char(b, '.');
    }
    if (worse > 1 && worse == a->count)
        buffer_text(b, " All others are worse.");
    else if (add_side(b, f, a, ANSWER_DEARER, " Worse: ") > 0)
        buffer_char(b, '.');
    if (f->labels.varies[CONFIG_window] && strcmp(points, ABS_POINTS) != 0)
        buffer_format(b, " Windows are in %s.", points);
}

/* Says what engines counted, and that counts say nothing about strength. */
static void say_engines(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const abs_config *c = &f->tally->groups[a->others[i]].config;
        buffer_text(b, i > 0 ? ", " : "");
        label_add(&f->labels, c, b);
        buffer_text(b, " enters ");
        add_ratio(b, &findings_judged(f, a->others[i])->ratio);
    }
    buffer_format(b, " of the %s of ",
                  f->tally->metric == METRIC_work ? "nodes" : abs_metric_nouns[f->tally->metric]);
    label_add(&f->labels, &f->tally->groups[a->reference].config, b);
    buffer_format(b, " to depth %d; that says nothing about strength.",
                  f->tally->groups[a->reference].config.depth);
}

/* Adds the name of a group's reference: as it was given, or the label if its windows, guesses and
   the like are only some of those searched. */
static void add_reference_name(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    const abs_config *c = &f->tally->groups[f->aggregates[group].reference].config;
    bool several = false;
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        several |= config_fields[i].level == CONFIG_POLICY && f->labels.varies[i] &&
                   config_present(&config_fields[i], c);
    if (several)
        label_add(&f->labels, c, b);
    else
        buffer_text(b, findings_reference(f, group));
}

/* Whether its block has other requested rows. */
static bool has_others(const abs_findings *f, uint32_t group)
{
    const abs_tally_group *g = f->tally->groups;
    bool any = false;
    for (size_t k = 0; k < f->tally->group_keys.count; k++)
        any |= k != group && g[k].block == g[group].block && !g[k].for_reference &&
               f->pairs.twin[k] != group;
    return any;
}

void answers_say(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->reference];
    const abs_config *use = &f->tally->groups[a->use != UINT32_MAX ? a->use : a->reference].config;
    if (f->brief != NULL)
        buffer_format(b, "%s, depth %d", f->tally->specs.texts[g->spec], g->config.depth);
    else
        label_write_heading(f->tally, g, &f->labels, b);
    buffer_text(b, ": ");
    if (a->kind == ANSWER_TOO_FEW) {
        add_too_few(b, f, a);
        return;
    }
    if (a->kind == ANSWER_ALONE) {
        buffer_text(b, "nothing is compared, since only ");
        label_add_twins(&f->labels, &f->pairs, a->use, b);
        buffer_text(b, has_others(f, a->use)
                           ? " can be recommended; limits, minimax and printed forms have ratios "
                             "only, and the lines above say what they got wrong."
                           : " was searched; name others in --algo or --engine.");
        return;
    }
    if (g->config.algo.engine != NULL) {
        say_engines(b, f, a);
        return;
    }
    buffer_text(b, a->kind == ANSWER_UNDECIDED ? "undecided: " : "use ");
    label_add(&f->labels, use, b);
    if (a->kind == ANSWER_BETTER) {
        abs_buffer name = {0};
        add_reference_name(&name, f, a->use);
        buffer_text(b, ": it takes ");
        answers_ratio(b, findings_judged(f, a->use), f->tally->metric, buffer_end(&name));
        buffer_free(&name);
    } else if (a->kind == ANSWER_BEST) {
        buffer_format(b, ", the reference: %zu positions show that no other takes less",
                      f->aggregates[a->reference].n);
    } else {
        const bool usable = config_is_search(&g->config);
        if (!usable)
            buffer_text(b, " cannot be recommended, and no search is shown to take less");
        if (add_side(b, f, a, ANSWER_UNSETTLED, usable ? ", or " : "; not settled: ") > 0)
            add_needed(b, f, a);
    }
    buffer_char(b, '.');
    if (f->brief == NULL)
        add_others(b, f, a);
}

void answers_write(abs_buffer *b, const abs_findings *f, size_t most)
{
    size_t count, told = 0;
    abs_answer_of *list = answers_find(f, &count);
    bool answered = f->tally->losses > 0; /* stopped searches are compared by moves */
    bool swept = false;                   /* all answers share one sweep */
    for (const abs_answer_of *a = list; a < list + count; a++)
        answered |= a->kind != ANSWER_TOO_FEW;
    for (const abs_answer_of *a = list; a < list + count; a++) {
        /* A block with few positions, such as one whose games end early, is left out if others have
           an answer. */
        if ((answered && a->kind == ANSWER_TOO_FEW) || (most > 0 && told++ >= most))
            continue;
        answers_say(b, f, a);
        const bool engine = f->tally->groups[a->reference].config.algo.engine != NULL;
        buffer_char(b, '\n');
        if (a->use == UINT32_MAX || a->kind >= ANSWER_ALONE || f->brief != NULL || engine)
            continue;
        if (f->grid != NULL)
            swept = true;
        else
            add_experiment(b, f, a->use);
    }
    if (swept)
        add_experiment(b, f, list->reference);
    if (most > 0 && told > most)
        buffer_format(b, "... and %zu more answers: see `answers` in --format=json.\n",
                      told - most);
    if (f->brief != NULL)
        answers_overall(b, f);
    free(list);
}
