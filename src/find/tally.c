/* tally.c -- see tally.h. */
#include "find/tally.h"
#include "base/memory.h"
#include "base/stats.h"
#include "search/drivers.h"

#include <math.h>
#include <stdlib.h>

_Static_assert(sizeof(abs_record) == 48, "a row more is 48 bytes more");
_Static_assert(ABS_STATUSES <= 16, "a status is 4 bits");

/* ---- rows ---------------------------------------------------------------------------------- */

enum { KEY_MAX = CONFIG_WORDS_MAX + 16 }; /* with a spec's number before the words */

/* The number of the frame, family or block: of groups of one spec that agree up to a level. */
static uint32_t find_share(abs_names *names, uint32_t spec, const abs_config *c, config_level level)
{
    char text[KEY_MAX];
    const int length = snprintf(text, sizeof text, "%" PRIu32, spec);
    config_key(c, level, text + length, sizeof text - (size_t)length);
    return names_add(names, text);
}

/* Without a table a search has none of its settings. */
static uint32_t find_frame(abs_names *frames, uint32_t spec, abs_config c)
{
    c.tt_bytes = 0;
    return find_share(frames, spec, &c, CONFIG_FRAME);
}

/* The number of the block: groups of one setting and limit of work, except a limit's own.
   --verify's minimax, which is searched once for all limits, joins the first block. */
static uint32_t find_block(abs_tally *t, uint32_t spec, const abs_config *c, size_t groups)
{
    char text[64];
    const uint32_t setting = find_share(&t->settings, spec, c, CONFIG_SETTING);
    for (size_t g = 0; g < groups && config_verifies(c); g++)
        if (t->groups[g].setting == setting)
            return t->groups[g].block;
    snprintf(text, sizeof text, "%u/%" PRIu64, setting, config_block_limit(c));
    return names_add(&t->blocks, text);
}

/* Writes a group's key, and returns the configuration's words in it. */
static const char *group_key(uint32_t spec, const abs_config *config, char key[KEY_MAX])
{
    const int length = snprintf(key, KEY_MAX, "%" PRIu32 "/", spec);
    const abs_config first = config_first_copy(config);
    config_words(&first, key + length, KEY_MAX - (size_t)length);
    return key + length;
}

uint32_t tally_find_group(const abs_tally *t, uint32_t spec, const abs_config *config)
{
    char key[KEY_MAX];
    group_key(spec, config, key);
    return names_find(&t->group_keys, key);
}

uint32_t tally_group(abs_tally *t, const abs_row *row)
{
    char key[KEY_MAX];
    const abs_config *c = row->config;
    const abs_subject *subject = row->root->subject;
    const uint32_t spec = names_add(&t->specs, row->root->spec);
    const size_t before = t->group_keys.count;
    abs_tally_memo *memo = &t->memos[(abs_mix_words(c, sizeof *c) + spec) % (TALLY_MEMOS - 1)];
    if (memo->used && (memo->spec != spec || memcmp(&memo->config, c, sizeof *c) != 0))
        memo++; /* another configuration is stored in the first place */
    if (!memo->used || memo->spec != spec || memcmp(&memo->config, c, sizeof *c) != 0) {
        const char *words = group_key(spec, c, key);
        memory_grow(&t->groups, &t->group_room, before, sizeof *t->groups);
        *memo = (abs_tally_memo){true, *c, spec, names_add(&t->group_keys, key)};
        if (t->group_keys.count > before)
            t->groups[memo->group] = (abs_tally_group){
                .spec = spec,
                .setting = find_share(&t->settings, spec, c, CONFIG_SETTING),
                .block = find_block(t, spec, c, before),
                .frame = find_frame(&t->frames, spec, *c),
                .family = find_share(&t->families, spec, c, CONFIG_ALGORITHM),
                .config = config_first_copy(c),
                .subject = subject,
                .points = c->eval.kind != ABS_EVAL_RESULT ? subject->points : ABS_POINTS,
                .for_reference = true,
                .config_text = memory_text(words)};
    }
    t->groups[memo->group].for_reference &= c->for_reference;
    return memo->group;
}

static void sum_up(abs_tally_group *g, const abs_row *row)
{
    const bool ok = row->status == ABS_STATUS_OK;
    if (row->solved != ABS_UNKNOWN) { /* the position is a problem */
        if (g->solved_at == NULL)
            g->solved_at = memory_zeros(ABS_MAX_DEPTH + 1, sizeof *g->solved_at);
        g->judged++;
        g->solved += row->solved == ABS_YES;
        g->solved_at[row->solved_depth] += row->solved == ABS_YES;
    }
    g->ok += ok;
    g->others += !ok;
    if (!ok)
        return;
    g->iterations += row->iteration_count;
    for (size_t i = 0; i < row->iteration_count; i++)
        g->failed_iterations += row->iterations[i].passes > 1;
    for (size_t k = 0; k < COUNTS; k++)
        g->sums[k] += row_counted(&row_counts[k], row);
    g->missing |= row->missing;
    g->lacking = g->ok == 1 ? row->missing : g->lacking & row->missing;
    g->nodes += (double)row->n.nodes;
    g->work += (double)abs_row_work(row);
    g->real_s += row->real_s;
    g->cpu_s += row->cpu_s;
    g->repeats = g->ok == 1 || row->repeats < g->repeats ? row->repeats : g->repeats;
    if (row->min_s > 0)
        g->apart_log += log(row->max_s / row->min_s);
}

/* Whether the row has the known value of its position. */
static abs_answer judge_answer(const abs_row *row)
{
    if (!row->knows_value || !row->has_value || row->value == row->known_value)
        return row->knows_value && row->has_value && !row->lower ? ABS_YES : ABS_UNKNOWN;
    return row->lower && row->value < row->known_value ? ABS_UNKNOWN : ABS_NO;
}

/* A hash of all counts and of what the search found, without its windows and times. */
static uint64_t hash_counts(uint32_t root, const abs_row *row)
{
    const uint64_t found[] = {root,
                              row->config->shuffle,
                              row->status,
                              row->has_value ? (uint64_t)row->value : 0,
                              row->best_move != NULL ? abs_mix_text(row->best_move) : 0,
                              row->solved,
                              (uint64_t)row->solved_depth};
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
        hash = abs_mix64(hash + found[i]) + ABS_G;
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++) {
        const bool lacks = row_holds_count(k, row) && !row_has_count(k, row);
        hash = abs_mix64(hash + (lacks ? UINT64_MAX : row_counted(k, row))) + ABS_G;
    }
    return hash;
}

/* Whether a second search that ended in the same way found another value or mate. */
static bool has_other_value(const abs_row *row)
{
    const abs_completed *c = &row->completed;
    const bool whole = row->status == ABS_STATUS_OK;
    return row->has_value_again != (whole ? row->has_value : c->has_value) ||
           row->value_again != (whole ? row->value : c->value) ||
           row->has_mate_again != (whole ? row->has_mate : c->has_mate) ||
           row->mate_again != (whole ? row->mate : c->mate);
}

static bool has_other_move(const abs_row *row)
{
    const char *const move =
        row->status == ABS_STATUS_OK ? row->best_move : row->completed.best_move;
    return move == NULL || row->best_move_again == NULL
               ? move != row->best_move_again
               : strcmp(move, row->best_move_again) != 0;
}

static void add_loss(abs_tally_group *g, const abs_row *row)
{
    if (!row->has_regret)
        return;
    g->losses++;
    g->faultless += row->regret == 0;
    if (row->regret_unit != ABS_UNIT_POINTS)
        g->of_results = true;
    else
        g->loss_most = LOSS_MOST * g->subject->half_pawn;
    g->loss_sum +=
        row->regret_unit != ABS_UNIT_POINTS ? row->regret : fmin(row->regret, g->loss_most);
}

static uint16_t number_move(abs_tally *t, const char *move)
{
    const uint32_t number = move != NULL ? names_add(&t->moves, move) : TALLY_NO_MOVE;
    return number < TALLY_NO_MOVE ? (uint16_t)number : TALLY_NO_MOVE;
}

void tally_add(abs_tally *t, const abs_row *row)
{
    char name[2 * ABS_TEXT_MAX];
    uint64_t measure = 0;
    const uint32_t group = tally_group(t, row);
    const size_t id_at = abs_root_name(row->root, name, sizeof name);
    const uint32_t root = names_add(&t->roots, name);
    memory_grow(&t->records, &t->room, t->count, sizeof *t->records);
    memory_grow(&t->root_info, &t->root_room, root, sizeof *t->root_info);
    t->root_info[root] = (abs_tally_root){t->groups[group].spec, (uint32_t)id_at};
    const bool has_measure = abs_row_measure(row, t->metric, &measure);
    t->records[t->count++] = (abs_record){
        .root = root,
        .group = group & 0xffffff,
        .value = row->has_value  ? row->value
                 : row->has_mate ? row->mate
                                 : 0,
        .status = (unsigned)row->status & 15,
        .has_mate = row->has_mate,
        .best = number_move(t, row->best_move),
        .has_value = row->has_value,
        .lower = row->lower,
        .again = row->has_again,
        .again_failed = abs_row_has_failed(row) && row->has_status_again,
        .differs = row->has_again && row->again != row->n.nodes,
        .other_end = row->has_status_again,
        .other_value = row->has_again && has_other_value(row),
        .other_move = row->has_again && has_other_move(row),
        .answer_right = (uint8_t)judge_answer(row) & 3,
        .best_move_optimal =
            (row->best_move != NULL ? (unsigned)row->best_move_optimal : ABS_UNKNOWN) & 3,
        .contradiction = row->n.tt_contradictions > 0,
        .nodes = row->n.nodes,
        .work = abs_row_work(row),
        .has_measure = has_measure,
        .gave_up = row->status == ABS_STATUS_INCONSISTENT && row->pass_count >= ABS_PASSES_MAX,
        .for_reference = row->config->for_reference,
        .measure = measure,
        .shuffle = row->config->shuffle,
    };
    t->groups[group].counts += hash_counts(root, row);
    sum_up(&t->groups[group], row);
    add_loss(&t->groups[group], row);
    t->losses += row->has_regret;
}

uint32_t *tally_order(const abs_tally *t, bool references_first)
{
    const size_t groups = t->group_keys.count;
    uint32_t *order = memory_take((groups + 1) * sizeof *order);
    size_t *first = memory_zeros(t->blocks.count + 1, sizeof *first);
    for (size_t g = 0; g < groups; g++)
        first[t->groups[g].block + 1]++;
    for (size_t k = 0; k < t->blocks.count; k++)
        first[k + 1] += first[k];
    for (int along = references_first; along >= 0; along--)
        for (uint32_t g = 0; g < groups; g++)
            if (!references_first || t->groups[g].for_reference == along)
                order[first[t->groups[g].block]++] = g;
    free(first);
    return order;
}

static uint32_t root_of(const void *tally, uint32_t number)
{
    return ((const abs_tally *)tally)->records[number].root;
}

static uint32_t group_of(const void *tally, uint32_t number)
{
    return ((const abs_tally *)tally)->records[number].group;
}

static uint32_t setting_of(const void *tally, uint32_t number)
{
    return ((const abs_tally *)tally)->groups[group_of(tally, number)].setting;
}

uint32_t *tally_sorted(const abs_tally *t, bool by_setting)
{
    uint32_t *order = memory_take(t->count * sizeof *order);
    for (uint32_t i = 0; i < t->count; i++)
        order[i] = i;
    stats_order(order, t->count, t->roots.count, t, root_of);
    stats_order(order, t->count, t->group_keys.count, t, by_setting ? setting_of : group_of);
    return order;
}

void tally_row_id(const abs_tally *t, const abs_record *record, abs_buffer *b)
{
    buffer_text(b, t->roots.texts[record->root]);
    buffer_char(b, '/');
    abs_config config = t->groups[record->group].config;
    char words[CONFIG_WORDS_MAX];
    config.shuffle = record->shuffle;
    config_words(&config, words, sizeof words);
    buffer_text(b, record->shuffle != 0 ? words : t->groups[record->group].config_text);
}

/* ---- positions whose games end before the depth that was asked for --------------------------- */

/* A setting's records in the sorted list. Those of one kin differ only in depth. */
typedef struct {
    size_t first, end, positions;
    uint32_t kin;
    int depth;
} setting_rows;

static bool share_position(const abs_tally *t, const uint32_t *sorted, const setting_rows *a,
                           const setting_rows *b)
{
    for (size_t i = a->first, k = b->first; i < a->end && k < b->end;) {
        const uint32_t x = root_of(t, sorted[i]), y = root_of(t, sorted[k]);
        if (x == y)
            return true;
        i += x < y;
        k += x > y;
    }
    return false;
}

static uint32_t find_host(const abs_tally *t, const uint32_t *sorted, const setting_rows *all,
                          uint32_t of)
{
    enum { FEW = 10 };
    const setting_rows *s = &all[of];
    uint32_t host = of;
    for (uint32_t k = 0; k < t->settings.count && s->positions < FEW; k++) {
        const setting_rows *deeper = &all[k];
        if (deeper->kin != s->kin || deeper->depth <= s->depth)
            continue;
        if (share_position(t, sorted, s, deeper))
            return of;
        if (deeper->positions > s->positions && deeper->depth > all[host].depth)
            host = k;
    }
    return host;
}

uint32_t *tally_hosts(const abs_tally *t, const uint32_t *sorted)
{
    const size_t settings = t->settings.count;
    uint32_t *hosts = memory_take((settings + 1) * sizeof *hosts);
    setting_rows *all = memory_zeros(settings + 1, sizeof *all);
    abs_names kins = {0};
    for (size_t g = 0; g < t->group_keys.count; g++) {
        abs_config c = t->groups[g].config;
        setting_rows *s = &all[t->groups[g].setting];
        s->depth = c.depth;
        c.depth = 0;
        s->kin = find_share(&kins, t->groups[g].spec, &c, CONFIG_SETTING);
    }
    for (size_t i = 0; i < t->count; i++) {
        setting_rows *s = &all[setting_of(t, sorted[i])];
        if (s->end == 0)
            s->first = i;
        s->positions += s->end == 0 || root_of(t, sorted[i]) != root_of(t, sorted[i - 1]);
        s->end = i + 1;
    }
    for (uint32_t k = 0; k < settings; k++)
        hosts[k] = find_host(t, sorted, all, k);
    names_free(&kins);
    free(all);
    return hosts;
}
