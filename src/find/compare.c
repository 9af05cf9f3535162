/* compare.c -- see compare.h. */
#include "find/compare.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)COMPARE_FIELDS <= 64, "differences are bits of 64");

/* ---- a row as numbers ------------------------------------------------------------------------ */

uint64_t compare_iterations(const abs_row *row)
{
    const abs_row alone = {.config = row->config,
                           .iterations = row->iterations,
                           .iteration_count = row->iteration_count,
                           .passes = row->passes,
                           .pass_count = row->pass_count};
    return abs_signature_add(0, &alone);
}

/* Sets every field of a row as a number; lines and iterations are hashes. Returns a hash of them
   all, which is the same for rows that do not differ. */
static uint64_t take_values(uint64_t field[COMPARE_FIELDS], const abs_row *row)
{
    uint64_t line = row->line.count, hash = 0;
    const char *text = row->line.texts;
    for (unsigned i = 0; i < row->line.count; i++, text += strlen(text) + 1)
        line = abs_mix64((line ^ abs_mix_text(text)) + ABS_G);
    field[COMPARE_STATUS] = row->status;
    field[COMPARE_VALUE] = row->has_value ? (uint64_t)row->value : UINT64_MAX >> 1;
    field[COMPARE_BEST_MOVE] = row->best_move != NULL ? abs_mix_text(row->best_move) : 0;
    field[COMPARE_PV] = line;
    field[COMPARE_REGRET] =
        row->has_regret ? (uint64_t)row->regret << 2 | row->regret_unit : UINT64_MAX;
    field[COMPARE_ITERATIONS] = compare_iterations(row);
    for (size_t k = 0; k < COUNTS; k++)
        field[COMPARE_COUNTS + k] = row_counted(&row_counts[k], row);
    /* Evaluations measure the program, which may need fewer of them for the same search. */
    field[COMPARE_COUNTS + COUNT_evaluations] = 0;
    for (int k = 0; k < COMPARE_FIELDS; k++)
        hash = abs_mix64(hash ^ field[k]) + ABS_G;
    return hash;
}

const abs_row *compare_row(const abs_comparison *c, const compare_record *record, int side)
{
    return reader_row(c->readers[side], record->row[side] - 1, c->error);
}

/* ---- pairs of configurations ----------------------------------------------------------------- */

/* Whether the configuration's value of a setting was a choice. The depth is always the same, copies
   count as one, and some fields follow from the algorithm. */
static bool is_chosen(const config_field *f, const abs_config *c)
{
    const bool may_vary = f == &config_fields[CONFIG_algo] ||
                          (f != &config_fields[CONFIG_depth] && f->level != CONFIG_ALGORITHM &&
                           f->level != CONFIG_COPY);
    /* A limit of 0 is also a value; engines lack some settings. */
    const bool has = c->algo.engine == NULL || f->kind == CONFIG_COUNT || config_present(f, c);
    return may_vary && has && ((f->kind == CONFIG_COUNT && f->open == NULL) || config_open(f, c));
}

/* The configurations of one spec and depth in both reports. */
typedef struct {
    const abs_config *with[COMPARE_SIDES][CONFIG_FIELDS]; /* the first where it was a choice */
    bool varies[CONFIG_FIELDS]; /* configurations of one side have different values */
} kin;

static void see(kin *k, int side, const abs_config *c)
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const abs_config **with = &k->with[side][i];
        if (!is_chosen(&config_fields[i], c))
            continue;
        *with = *with != NULL ? *with : c;
        k->varies[i] |= config_differ(&config_fields[i], *with, c);
    }
}

/* Finds for each group of B the first group of A with the same values of the settings that vary. */
static void find_partners(abs_comparison *c)
{
    char value[CONFIG_WORD_MAX];
    const abs_tally *const tallies[] = {&c->tally, &c->tally_b};
    abs_names names = {0}, places = {0}; /* places keep a group of A for each key */
    abs_buffer key = {0};
    kin *kins = NULL; /* by number in `names` */
    size_t room = 0;
    c->partner = memory_take((c->tally_b.group_keys.count + 1) * sizeof *c->partner);
    for (int step = 0; step < 4; step++) { /* see A, see B; find A's places, B's */
        const int side = step % COMPARE_SIDES;
        const abs_tally *t = tallies[side];
        for (size_t g = 0; g < t->group_keys.count; g++) {
            const abs_config *config = &t->groups[g].config;
            const size_t before = names.count;
            buffer_clear(&key);
            buffer_format(&key, "%s %d", t->specs.texts[t->groups[g].spec], config->depth);
            memory_grow(&kins, &room, before, sizeof *kins);
            kin *k = &kins[names_add(&names, buffer_end(&key))];
            if (names.count > before)
                *k = (kin){.varies = {false}};
            if (step < COMPARE_SIDES) {
                see(k, side, config);
                continue;
            }
            for (size_t i = 0; i < CONFIG_FIELDS; i++) {
                if (!k->varies[i])
                    continue;
                config_value(&config_fields[i], config, value, sizeof value);
                buffer_format(&key, "/%s", is_chosen(&config_fields[i], config) ? value : "-");
            }
            const abs_tally_group *a = names_thing(&places, buffer_end(&key));
            if (side == COMPARE_A && a == NULL)
                names_keep(&places, buffer_end(&key), &t->groups[g]);
            else if (side == COMPARE_B)
                c->partner[g] = a != NULL ? (uint32_t)(a - c->tally.groups) : UINT32_MAX;
        }
    }
    names_free(&names);
    names_free(&places);
    free(kins);
    buffer_free(&key);
}

/* ---- settings that differ -------------------------------------------------------------------- */

static void add_setting(abs_comparison *c, const compare_setting *setting)
{
    for (compare_setting *s = c->settings; s < c->settings + c->setting_count; s++)
        if (strcmp(s->setting, setting->setting) == 0 &&
            strcmp(s->value[COMPARE_A], setting->value[COMPARE_A]) == 0 &&
            strcmp(s->value[COMPARE_B], setting->value[COMPARE_B]) == 0) {
            s->groups += setting->groups;
            return;
        }
    memory_grow(&c->settings, &c->setting_room, c->setting_count, sizeof *c->settings);
    c->settings[c->setting_count++] = *setting;
}

/* Adds the settings that differ between two configurations that are compared: "tt=64M" and "no
   table", or "no quiescence". */
static void add_settings(abs_comparison *c, const abs_config *const of[COMPARE_SIDES])
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        const char *const label = f->label != NULL ? f->label : f->word;
        compare_setting s = {.setting = f->name, .groups = 1};
        if (!is_chosen(f, of[COMPARE_A]) || !is_chosen(f, of[COMPARE_B]) ||
            !config_differ(f, of[COMPARE_A], of[COMPARE_B]))
            continue;
        for (int side = 0; side < COMPARE_SIDES; side++) {
            config_value(f, of[side], s.value[side], sizeof s.value[side]);
            if (f->kind != CONFIG_COUNT || config_number(f, of[side]) != 0)
                config_say(f, label, of[side], s.words[side], sizeof s.words[side]);
            if (s.words[side][0] == '\0')
                snprintf(s.words[side], sizeof s.words[side], "no %.*s", (int)strcspn(label, "=|"),
                         label);
        }
        add_setting(c, &s);
    }
}

/* Adds the versions of the programs that made the reports, "1.2.0 (4f5a6b7)", if they differ. */
static void add_versions(abs_comparison *c)
{
    compare_setting s = {.setting = "version", .groups = c->matched};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        const cJSON *context = c->readers[side]->context;
        const char *version = json_text(context, "version");
        const char *git = json_text(context, "git");
        if (version == NULL)
            return;
        snprintf(s.value[side], sizeof s.value[side], git != NULL ? "%.40s (%.30s)" : "%.40s",
                 version, git);
        snprintf(s.words[side], sizeof s.words[side],
                 git != NULL ? "version %.40s (%.30s)" : "version %.40s", version, git);
    }
    if (strcmp(s.value[COMPARE_A], s.value[COMPARE_B]) != 0)
        add_setting(c, &s);
}

static void match(abs_comparison *c)
{
    find_partners(c);
    for (uint32_t g = 0; g < c->tally_b.group_keys.count; g++) {
        if (c->partner[g] == UINT32_MAX)
            continue;
        compare_group *group = &c->groups[c->partner[g]];
        const abs_config *a = &c->tally.groups[c->partner[g]].config,
                         *b = &c->tally_b.groups[g].config;
        group->partner = &c->tally_b.groups[g];
        group->same_truth = config_agree(a, b, CONFIG_SETTING) && config_has_sound_value(a) &&
                            config_has_sound_value(b);
        c->matched++;
        add_settings(c, (const abs_config *const[]){a, b});
    }
    add_versions(c);
}

/* ---- pairs of rows --------------------------------------------------------------------------- */

double compare_ratio(const compare_sums *s)
{
    if (s->too_large[COMPARE_A] || s->too_large[COMPARE_B] || s->measure[COMPARE_A] == 0)
        return NAN;
    return (double)s->measure[COMPARE_B] / (double)s->measure[COMPARE_A];
}

static void add_measures(compare_sums *sums, const uint64_t measure[COMPARE_SIDES])
{
    for (int side = 0; side < COMPARE_SIDES; side++) {
        sums->too_large[side] |= measure[side] > UINT64_MAX - sums->measure[side];
        sums->measure[side] += measure[side];
    }
}

/* Compares a row of B with the record of A's row, which is read again if they differ. */
static bool compare_pair(abs_comparison *c, compare_record *r, const abs_row *b, uint64_t measure)
{
    enum {
        BIT_VALUE = 1 << COMPARE_VALUE,
        BIT_STATUS = 1 << COMPARE_STATUS,
        BITS_ANSWER =
            1 << COMPARE_VALUE | 1 << COMPARE_BEST_MOVE | 1 << COMPARE_PV | 1 << COMPARE_REGRET,
    };
    uint64_t of_a[COMPARE_FIELDS], of_b[COMPARE_FIELDS];
    const uint64_t measures[] = {r->measure, measure};
    const bool counts = r->measure > 0 && measure > 0; /* a measure is 0 if there is none */
    compare_group *g = &c->groups[r->group];
    const bool finished = r->ok && b->status == ABS_STATUS_OK;
    /* Whether B's row must have the value of A's. */
    const bool must_agree =
        !c->values_may_differ && (!c->by_position || (g->same_truth && finished));
    g->common++;
    c->judged += must_agree;
    r->paired = finished && counts;
    if (r->paired)
        add_measures(&g->sums, measures);
    c->pairs += r->paired;
    r->log = !counts || r->measure == measure ? 0 : log((double)measure / (double)r->measure);
    if (take_values(of_b, b) == r->values)
        return true;
    const abs_row *a = compare_row(c, r, COMPARE_A);
    if (a == NULL)
        return false;
    take_values(of_a, a);
    compare_change change = {.record = (uint32_t)(r - c->records)};
    for (int k = 0; k < COMPARE_FIELDS; k++)
        change.differs |= (uint64_t)(of_a[k] != of_b[k]) << k;
    /* If either value is only a lower bound, both may be true. */
    const bool both_true =
        c->by_position && ((a->lower && b->lower) || (a->lower && a->value <= b->value) ||
                           (b->lower && b->value <= a->value));
    if (c->values_may_differ ? !finished : !must_agree || both_true)
        change.differs &= ~(uint64_t)BITS_ANSWER;
    if (change.differs == 0)
        return true;
    const bool by_status = !c->by_position && !c->values_may_differ;
    const bool value = (change.differs & (by_status ? BIT_VALUE | BIT_STATUS : BIT_VALUE)) != 0;
    change.size = value && must_agree ? INFINITY : fabs(r->log);
    memory_grow(&c->changes, &c->change_room, c->change_count, sizeof *c->changes);
    c->changes[c->change_count++] = change;
    g->changed++;
    g->values += value;
    return true;
}

/* ---- rows in --------------------------------------------------------------------------------- */

/* The row's group; if matched by position, the group of A with which B's row is compared. */
static uint32_t find_group(abs_comparison *c, int side, const abs_row *row)
{
    if (side == COMPARE_B && c->by_position) {
        const uint32_t partner = c->partner[tally_group(&c->tally_b, row)];
        if (partner != UINT32_MAX)
            return partner;
    }
    const size_t before = c->tally.group_keys.count;
    const uint32_t group = tally_group(&c->tally, row);
    memory_grow(&c->groups, &c->group_room, before, sizeof *c->groups);
    if (c->tally.group_keys.count > before)
        c->groups[group] = (compare_group){0};
    return group;
}

/* Returns the slot that has the key or is free for it. */
static uint32_t *find_slot(const abs_comparison *c, uint64_t key)
{
    const size_t mask = 2 * c->record_room - 1;
    size_t at = key & mask;
    while (c->slots[at] != 0 && c->records[c->slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return &c->slots[at];
}

/* The record of the key, which it adds if it is new: its row numbers are then 0. */
static compare_record *find_record(abs_comparison *c, uint64_t key)
{
    if (c->record_count == c->record_room) {
        memory_grow(&c->records, &c->record_room, c->record_count, sizeof *c->records);
        free(c->slots);
        c->slots = memory_zeros(2 * c->record_room, sizeof *c->slots);
        for (uint32_t i = 0; i < c->record_count; i++)
            *find_slot(c, c->records[i].key) = i + 1;
    }
    uint32_t *const slot = find_slot(c, key);
    if (*slot == 0) {
        c->records[c->record_count] = (compare_record){.key = key};
        *slot = (uint32_t)++c->record_count;
    }
    return &c->records[*slot - 1];
}

static bool take_row(abs_comparison *c, int side, const abs_row *row, size_t number)
{
    char text[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    uint64_t measure = 0, values[COMPARE_FIELDS];
    const row_place *places = c->readers[side]->rows, *places_a = c->readers[COMPARE_A]->rows;
    const uint32_t group = find_group(c, side, row);
    abs_root_name(row->root, text, sizeof text);
    const uint64_t name = abs_mix_text(text);
    const uint64_t root = abs_mix64(name + ABS_G) ^ abs_mix_text(row->root->text);
    /* Rows of both sides that are compared have the same key. */
    const uint64_t key = abs_mix_child(abs_mix_child(name, row->config->shuffle), group);
    compare_record *r = find_record(c, key);
    if (r->row[COMPARE_A] + r->row[COMPARE_B] == 0)
        *r = (compare_record){.key = key,
                              .root = root,
                              .group = group & UINT32_MAX >> 2,
                              .position = names_add(&c->tally.roots, row->root->id)};
    if (r->row[side] != 0) {
        abs_row_id(row, text, sizeof text);
        return abs_fail(c->error, ABS_CANNOT_RUN,
                        "%.300s: row %u: its id appears twice, before in row %u: %.400s",
                        c->readers[side]->name, places[number].number,
                        places[r->row[side] - 1].number, text);
    }
    r->row[side] = (uint32_t)number + 1;
    abs_row_measure(row, c->tally.metric, &measure);
    const bool both = side == COMPARE_B && r->row[COMPARE_A] != 0;
    if (both && r->root != root)
        return abs_fail(c->error, ABS_CANNOT_RUN,
                        "%.300s: row %u: it has the id of row %u of %.300s, but another position; "
                        "these are not the same jobs",
                        c->readers[side]->name, places[number].number,
                        places_a[r->row[COMPARE_A] - 1].number, c->readers[COMPARE_A]->name);
    if (both)
        return compare_pair(c, r, row, measure);
    r->measure = measure;
    r->ok = row->status == ABS_STATUS_OK;
    r->values = side == COMPARE_A ? take_values(values, row) : 0;
    return true;
}

/* Takes all rows of a side; or only their configurations, to match them before B's rows. */
static bool take(abs_comparison *c, int side, bool configs)
{
    abs_reader *reader = c->readers[side];
    for (size_t i = 0; i < reader->count; i++) {
        if (interrupt_pending())
            return abs_fail(c->error, ABS_INTERRUPTED, "interrupted");
        if (c->by_position && reader->rows[i].for_reference)
            continue;
        const abs_row *row = reader_row(reader, i, c->error);
        if (row == NULL || (!configs && !take_row(c, side, row, i)))
            return false;
        if (configs)
            tally_group(&c->tally_b, row);
        c->rows[side] += !configs;
    }
    return configs || reader_verify(reader, c->error);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static int larger_first(const void *x, const void *y)
{
    const compare_change *a = x, *b = y;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->record > b->record) - (a->record < b->record);
}

static uint32_t group_of(const void *records, uint32_t number)
{
    return ((const compare_record *)records)[number].group;
}

/* Judges each group by the logarithms of its positions, with the mean over copies; counts the rows
   that only one side has; and adds up all groups. */
static void judge_groups(abs_comparison *c)
{
    const size_t groups = c->tally.group_keys.count;
    pairs_item *pairs = memory_take((c->pairs + 1) * sizeof *pairs);
    double *logs = memory_take((c->pairs + 1) * sizeof *logs);
    uint32_t *order = memory_take((c->pairs + 1) * sizeof *order); /* those that are paired */
    size_t count = 0, comparisons = 0;
    for (const compare_record *r = c->records; r < c->records + c->record_count; r++) {
        if (r->paired)
            order[count++] = (uint32_t)(r - c->records);
        for (int side = 0; side < COMPARE_SIDES; side++)
            c->groups[r->group].only[side] += r->row[COMPARE_SIDES - 1 - side] == 0;
    }
    stats_order(order, count, groups, c->records, group_of);
    for (size_t i = 0; i < count; i++)
        comparisons +=
            i == 0 || group_of(c->records, order[i]) != group_of(c->records, order[i - 1]);
    for (size_t k = 0, i = 0; k < groups; k++) {
        compare_group *g = &c->groups[k];
        size_t positions = 0;
        for (const compare_record *r; i < count && (r = &c->records[order[i]])->group == k; i++)
            pairs[positions++] = (pairs_item){r->group, 0, r->position, r->log};
        positions = pairs_join(pairs, positions);
        for (size_t at = 0; at < positions; at++)
            logs[at] = pairs[at].number;
        g->judged = judge_ratio(logs, positions, comparisons > 0 ? comparisons : 1);
        if (positions > 0) {
            stats_ratio *r = &g->judged.ratio;
            r->min.position = c->tally.roots.texts[pairs[r->min.at].root];
            r->max.position = c->tally.roots.texts[pairs[r->max.at].root];
        }
        c->common += g->common;
        c->values += g->values;
        for (int side = 0; side < COMPARE_SIDES; side++) {
            c->only[side] += g->only[side];
            c->sums.too_large[side] |= g->sums.too_large[side];
        }
        add_measures(&c->sums, g->sums.measure);
    }
    free(pairs);
    free(logs);
    free(order);
}

/* Lists why the exit code is 1; each sentence ends with a NUL. */
static void find_failures(abs_comparison *c, double above)
{
    abs_buffer *b = &c->failures;
    const char *noun = abs_metric_nouns[c->tally.metric];
    const size_t groups = c->tally.group_keys.count;
    size_t dearer = 0, compared = 0;
    const compare_group *most = NULL;
    if (c->values > 0 && !c->values_may_differ)
        buffer_format(b, "%zu of %zu rows differ in value%s (if that is meant: --values=differ)%c",
                      c->values, c->judged, c->by_position ? "" : " or status", '\0');
    for (const compare_group *g = c->groups; g < c->groups + groups; g++) {
        compared += g->judged.ratio.n;
        if (g->judged.ratio.n == 0 || !(g->judged.ratio.point > 1 + above / 100))
            continue;
        dearer++;
        most = most == NULL || g->judged.ratio.point > most->judged.ratio.point ? g : most;
    }
    if (above >= 0 && compared == 0)
        buffer_format(b, "no position has %s and status ok in both: nothing could be compared%c",
                      noun, '\0');
    if (above >= 0 && most != NULL) {
        const label_rules labels = label_find(&c->tally);
        const abs_tally_group *of = &c->tally.groups[most - c->groups];
        buffer_format(b, "%zu of %zu configurations take over %g %% more %s%s", dearer, groups,
                      above, noun, dearer > 1 ? ", most of all " : ": ");
        label_add(&labels, &of->config, b);
        buffer_text(b, " (");
        label_write_heading(&c->tally, of, &labels, b);
        buffer_format(b, "), %.4g of A's%c", most->judged.ratio.point, '\0');
    }
    if (above >= 0 && c->only[COMPARE_A] > 0)
        buffer_format(b, "%zu of %zu rows of A are not in B%c", c->only[COMPARE_A],
                      c->rows[COMPARE_A], '\0');
}

bool compare_run(abs_comparison *c, double above)
{
    if (!take(c, COMPARE_A, false) || (c->by_position && !take(c, COMPARE_B, true)))
        return false;
    if (c->by_position)
        match(c);
    if (!take(c, COMPARE_B, false))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++)
        if (c->rows[side] == 0)
            return abs_fail(c->error, ABS_CANNOT_RUN, "%.300s has no row", c->readers[side]->name);
    judge_groups(c);
    if (c->change_count > 1)
        qsort(c->changes, c->change_count, sizeof *c->changes, larger_first);
    find_failures(c, above);
    return c->common > 0 ||
           abs_fail(c->error, ABS_CANNOT_RUN,
                    "%.200s and %.200s have no row in common: compare reports of the same %s",
                    c->readers[COMPARE_A]->name, c->readers[COMPARE_B]->name,
                    c->by_position ? "positions and depths; a setting with several values "
                                     "needs one that both have"
                                   : "jobs, or with --match=position of the same positions");
}
