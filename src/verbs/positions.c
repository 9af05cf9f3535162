/* positions.c -- `absbench positions`: a suite of positions, from seeded play; or, with --judge,
   what every move of positions that there are is worth. */
#define _POSIX_C_SOURCE 200809L
#include "suite/positions.h"
#include "base/buffer.h"
#include "base/file.h"
#include "search/registry.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "work/compose.h"
#include "work/guard.h"
#include "work/pool.h"

#include <inttypes.h>
#include <unistd.h>

typedef struct {
    const abs_options *o;
    const abs_root *start;
    abs_composer *composer;
    abs_output *out;
    int64_t count, sharp; /* positions found so far */
    abs_error *error;
} task;

/* Whether a file of positions can hold the text: a game of one's own may print anything. */
static bool fits_line(const abs_domain *domain, const char *text)
{
    char copy[ABS_TEXT_MAX], plain[ABS_TEXT_MAX], *operations;
    snprintf(copy, sizeof copy, "%s", text);
    snprintf(plain, sizeof plain, "%s", text);
    utf8_make_plain(plain);
    return *text != '\0' && *text != '#' && strcmp(plain, text) == 0 &&
           strcmp(position_cut(domain, copy, &operations), text) == 0;
}

/* A line as a position file has it. */
static void put_position(abs_buffer *b, const task *t, const abs_composed *p)
{
    const bool epd = t->start->domain->epd;
    const char *const quote = epd ? "\"" : "", *const next = epd ? "; " : " ; ";
    buffer_format(b, "%s%sid %s%s-%03" PRId64 "%s%sply %d%svalue %d%skind %s%s\n", p->text,
                  epd ? " " : " ; ", quote, t->start->domain->name, t->count, quote, next, p->ply,
                  next, p->value, next, p->sharp ? "sharp" : "quiet", epd ? ";" : "");
}

/* Writes the head, and each position when it is found. */
static bool write_all(void *context)
{
    task *t = context;
    const abs_options *o = t->o;
    abs_buffer b = {0};
    abs_composed found;
    buffer_format(
        &b,
        "# %s: positions of seeded play, by\n"
        "#     absbench positions --game=%s%s --count=%" PRId64 " --seed=%" PRId64 "\n"
        "# ply: plies from the start; value: what a search to two plies gives; kind: sharp where "
        "that is\n# more than half a pawn from the evaluation, else quiet. docs/games.md says "
        "how they are found.\n",
        t->start->domain->name, abs_registry_word(t->start->domain),
        t->start->spec + strcspn(t->start->spec, ":"), o->count, o->seeds.items[0].low);
    bool ok = output_write(t->out, b.data, b.length, t->error);
    while (ok && t->count < o->count) {
        const int more = composer_next(t->composer, &found, t->error);
        ok = more >= 0;
        if (more <= 0)
            break;
        if (!fits_line(t->start->domain, found.text)) {
            ok = abs_fail(t->error, ABS_CANNOT_RUN,
                          "%s: print() gives '%.200s', which a line of a file of positions cannot "
                          "hold: leave out controls, semicolons and blanks at the ends",
                          t->start->spec, found.text);
            break;
        }
        t->count++;
        t->sharp += found.sharp;
        buffer_clear(&b);
        put_position(&b, t, &found);
        ok = output_write(t->out, b.data, b.length, t->error);
        if (!o->quiet && isatty(STDERR_FILENO))
            fprintf(stderr, "\r%" PRId64 " of %" PRId64 " positions, %" PRIu64 " games%s", t->count,
                    o->count, composer_games(t->composer), t->count == o->count ? "\n" : "");
    }
    buffer_free(&b);
    return ok;
}

/* What was found goes where it was asked to go; with fewer positions than that, it is said. */
static abs_exit end_output(const task *t, bool ok)
{
    const uint64_t games = composer_games(t->composer);
    if (!ok)
        output_abandon(t->out);
    if (!ok || !output_finish(t->out, t->error))
        return t->error->code;
    if (t->count < t->o->count)
        fprintf(stderr,
                "absbench: only %" PRId64 " positions of %" PRId64 " were found, in %" PRIu64
                " games; the game may not have more that are balanced and open\n",
                t->count, t->o->count, games);
    if (!t->o->quiet)
        fprintf(stderr,
                "absbench: %" PRId64 " positions from %" PRIu64 " games, %" PRId64 " sharp\n",
                t->count, games, t->sharp);
    return ABS_OK;
}

/* ---- what moves are worth ------------------------------------------------------------------- */

typedef struct {
    const abs_options *o;
    abs_judge *judge;
    abs_output *out;
    abs_buffer text;
    size_t judged, unjudged, alike; /* positions; alike: no move loses anything */
    abs_error *error;
} judging;

/* False: the error is set. */
static bool put_values(judging *j, const abs_root *e, const abs_judgement *values)
{
    const bool epd = e->domain->epd;
    char move[ABS_TEXT_MAX];
    buffer_format(&j->text, epd ? "%s id \"%s\"; judged %s" : "%s ; id %s ; judged %s", e->text,
                  e->id, abs_regret_units[values->results].name);
    for (unsigned m = 0; m < values->count; m++) {
        e->domain->move_text(e->rules, e->position, m, move, sizeof move);
        if (*move == '\0' || strpbrk(move, " \t;\"") != NULL)
            return abs_fail(j->error, ABS_CANNOT_RUN,
                            "%s: move_text() gives '%.200s', which a line of a file of positions "
                            "cannot hold: leave out blanks, semicolons and quotes",
                            e->spec, move);
        buffer_format(&j->text, " %s=%d", move, (int)values->values[m]);
    }
    buffer_text(&j->text, epd ? ";\n" : "\n");
    return true;
}

static bool take_position(void *context, const abs_row *row)
{
    judging *j = context;
    abs_judgement v;
    bool differ = false;
    if (!judged_moves(j->judge, NULL, row->root, &v)) /* they are known */
        return false;
    for (unsigned m = 1; m < v.count; m++)
        differ |= v.values[m] != v.values[0];
    j->unjudged += v.count == 0;
    j->alike += v.count > 0 && !differ;
    j->judged += differ;
    if (!differ)
        return true;
    buffer_clear(&j->text);
    return put_values(j, row->root, &v) &&
           output_write(j->out, j->text.data, j->text.length, j->error);
}

static bool lose_position(void *context, size_t job, int signal)
{
    const judging *j = context;
    return abs_fail(j->error, ABS_CANNOT_RUN, "a worker died at position %zu: signal %d (%s)",
                    job + 1, signal, strsignal(signal));
}

static bool write_judged_head(judging *j, const char *spec)
{
    buffer_format(&j->text, "# %s: what every move is worth, by\n#     absbench", spec);
    for (int i = 1; i < j->o->argc; i++)
        buffer_format(&j->text, " %s", j->o->argv[i]);
    buffer_text(&j->text, "\n# Without positions that cannot be judged, and those where no move "
                          "loses anything: docs/regret.md.\n");
    return output_write(j->out, j->text.data, j->text.length, j->error);
}

/* A search of each position to depth 1, so that its moves are judged as those of any row are. */
static abs_exit judge_positions(abs_options *o, abs_error *error)
{
    abs_suite suite = {0};
    judging j = {.o = o, .error = error};
    abs_list_set(&o->settings[CONFIG_depth], 1);
    if (o->domain_count != 1 || !o->domains[0].game || abs_options_asked(o, "seed") ||
        abs_options_asked(o, "count")) {
        abs_fail(error, ABS_USAGE,
                 "positions --judge needs one --game=NAME, and takes no --seed or --count; "
                 "--max-positions=N says how many");
        return ABS_USAGE;
    }
    abs_exit result = ABS_CANNOT_RUN;
    if (!abs_suite_add(&suite, o, error) || (j.out = output_open(o->output, error)) == NULL) {
        result = error->code;
    } else {
        j.judge = judged_new(&o->judge);
        const abs_pool_client client = {.workers = crew_size(o, &suite),
                                        .judge = j.judge,
                                        .progress = !o->quiet && isatty(STDERR_FILENO),
                                        .take = take_position,
                                        .lose = lose_position,
                                        .context = &j};
        const bool ok = write_judged_head(&j, suite.batches[0].spec) &&
                        (result = abs_pool_run(&suite, &client, error)) == ABS_OK;
        if (!ok)
            output_abandon(j.out);
        else if (!output_finish(j.out, error))
            result = error->code;
        if (result == ABS_OK && !o->quiet)
            fprintf(stderr,
                    "absbench: %zu positions judged; left out: %zu that cannot be, %zu where no "
                    "move loses anything\n",
                    j.judged, j.unjudged, j.alike);
    }
    judged_free(j.judge);
    buffer_free(&j.text);
    abs_suite_free(&suite);
    return result;
}

/* Whether something was asked for that --judge alone has a use for. */
static bool is_for_judge(const abs_options *o)
{
    return o->position_count > 0 || o->skip_bad || abs_options_asked(o, "suite") ||
           abs_options_asked(o, "max-positions") || abs_options_asked(o, "jobs");
}

abs_exit command_positions(abs_options *o, abs_error *error)
{
    if (o->judge.kind != ABS_JUDGE_NONE)
        return judge_positions(o, error);
    if (is_for_judge(o)) {
        abs_fail(
            error, ABS_USAGE,
            "positions takes --position, --positions, --skip-bad, --suite, --max-positions and "
            "--jobs with --judge alone");
        return ABS_USAGE;
    }
    abs_suite suite = {0};
    abs_parsed parsed = {.room = 0};
    task t = {.o = o, .error = error};
    abs_exit result = ABS_USAGE;
    o->starts = true;
    if (o->domain_count != 1 || !o->domains[0].game || o->seeds.count != 1) {
        abs_fail(error, ABS_USAGE, "positions needs one --game=NAME, and takes one --seed=N");
    } else if (!abs_suite_add(&suite, o, error) ||
               (t.out = output_open(o->output, error)) == NULL) {
        result = error->code;
    } else {
        size_t i = 0; /* not in the first batch where the game ends before its usual depth */
        while (i + 1 < suite.count && suite.batches[i].root_count == 0)
            i++;
        t.start = batch_root(&suite.batches[i], 0, &parsed);
        t.composer = composer_new(t.start, (uint64_t)o->seeds.items[0].low);
        result = end_output(&t, guard_command(write_all, &t, error));
    }
    composer_free(t.composer);
    parsed_free(&parsed);
    abs_suite_free(&suite);
    return result;
}
