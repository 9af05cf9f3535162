/* positions.c -- `absbench positions`: a suite of positions, from seeded play; or, with --judge,
   what every move of positions that there are is worth. */
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
    const abs_domain *d = t->start->domain;
    abs_buffer b = {0};
    abs_composed found;
    int more;
    buffer_format(
        &b,
        "# %s: positions of seeded play, by\n"
        "#     absbench positions --game=%s%s --count=%" PRId64 " --seed=%" PRId64 "\n"
        "# ply: plies from the start; value: what a search to two plies gives; kind: sharp where "
        "that is\n# more than half a pawn from the evaluation, else quiet. docs/games.md says "
        "how they are found.\n",
        d->name, abs_registry_word(d), t->start->spec + strcspn(t->start->spec, ":"), o->count,
        o->seeds.items[0].low);
    bool ok = output_write(t->out, b.data, b.length, t->error);
    while (ok && t->count < o->count &&
           (more = composer_next(t->composer, &found, t->error)) != 0) {
        if (more < 0) {
            ok = false;
        } else if (!fits_line(d, found.text)) {
            ok = abs_fail(t->error, ABS_CANNOT_RUN,
                          "%s: print() gives '%.200s', which a line of a file of positions cannot "
                          "hold: leave out controls, semicolons and blanks at the ends",
                          t->start->spec, found.text);
        } else {
            t->count++;
            t->sharp += found.sharp;
            buffer_clear(&b);
            put_position(&b, t, &found);
            ok = output_write(t->out, b.data, b.length, t->error);
        }
        if (ok && !o->quiet && isatty(STDERR_FILENO))
            fprintf(stderr, "\r%" PRId64 " of %" PRId64 " positions, %" PRIu64 " games%s", t->count,
                    o->count, composer_games(t->composer), t->count == o->count ? "\n" : "");
    }
    buffer_free(&b);
    return ok;
}

/* With fewer positions than were asked for, it is said. */
static abs_exit compose(const abs_suite *suite, const abs_options *o, abs_output *out,
                        abs_error *error)
{
    static task t; /* lives as long as the program, as its composer does */
    abs_parsed parsed = {.room = 0};
    size_t i = 0; /* not in the first batch where the game ends before its usual depth */
    while (i + 1 < suite->count && suite->batches[i].root_count == 0)
        i++;
    const abs_root *start = batch_root(&suite->batches[i], 0, &parsed);
    t = (task){.o = o,
               .out = out,
               .start = start,
               .composer = composer_new(start, (uint64_t)o->seeds.items[0].low),
               .error = error};
    abs_exit result = guard_command(write_all, &t, error) ? ABS_OK : error->code;
    if (result == ABS_OK && t.count < o->count)
        fprintf(stderr,
                "absbench: only %" PRId64 " positions of %" PRId64 " were found, in %" PRIu64
                " games; the game may not have more that are balanced and open\n",
                t.count, o->count, composer_games(t.composer));
    if (result == ABS_OK && !o->quiet)
        fprintf(stderr,
                "absbench: %" PRId64 " positions from %" PRIu64 " games, %" PRId64 " sharp\n",
                t.count, composer_games(t.composer), t.sharp);
    parsed_free(&parsed);
    return result;
}

/* ---- what moves are worth ------------------------------------------------------------------- */

typedef struct {
    const abs_options *o;
    const abs_suite *suite;
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

static bool take_position(void *context, size_t job, const abs_row *row, int signal)
{
    judging *j = context;
    if (row == NULL)
        return pool_fail_lost(j->suite, job, signal, j->error);
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

/* A search of each position to depth 1, so that its moves are judged as those of any row are. */
static abs_exit judge(const abs_suite *suite, const abs_options *o, abs_output *out,
                      abs_error *error)
{
    judging j = {.o = o, .suite = suite, .judge = judged_by(&o->judge), .out = out, .error = error};
    const abs_pool_client client = {.workers = crew_size(o, suite),
                                    .judge = j.judge,
                                    .progress = !o->quiet && isatty(STDERR_FILENO),
                                    .take = take_position,
                                    .context = &j};
    abs_exit result = ABS_CANNOT_RUN;
    buffer_format(&j.text, "# %s: what every move is worth, by\n#     absbench",
                  suite->batches[0].spec);
    for (int i = 1; i < o->argc; i++)
        buffer_format(&j.text, " %s", o->argv[i]);
    buffer_text(&j.text, "\n# Without positions that cannot be judged, and those where no move "
                         "loses anything: docs/regret.md.\n");
    if (output_write(out, j.text.data, j.text.length, error))
        result = abs_pool_run(suite, &client, error);
    if (result == ABS_OK && !o->quiet)
        fprintf(stderr,
                "absbench: %zu positions judged; left out: %zu that cannot be, %zu where no "
                "move loses anything\n",
                j.judged, j.unjudged, j.alike);
    buffer_free(&j.text);
    return result;
}

/* ---- the verb -------------------------------------------------------------------------------- */

/* Whether something was asked for that --judge alone has a use for. */
static bool is_for_judge(const abs_options *o)
{
    return o->positions.count > 0 || o->skip_bad || abs_options_asked(o, "suite") ||
           abs_options_asked(o, "max-positions") || abs_options_asked(o, "jobs");
}

abs_exit command_positions(abs_options *o, abs_error *error)
{
    const bool judged = o->judge.kind != ABS_JUDGE_NONE;
    abs_suite suite = {0};
    abs_output *out = NULL;
    abs_exit result = ABS_CANNOT_RUN;
    if (judged)
        abs_list_set(&o->settings[CONFIG_depth], 1);
    else
        o->starts = true;
    if (o->domains.count != 1 || o->domains.items[0].kind != READ_GAME ||
        (judged ? abs_options_asked(o, "seed") || abs_options_asked(o, "count")
                : o->seeds.count != 1 || is_for_judge(o))) {
        abs_fail(error, ABS_USAGE,
                 "positions needs one --game=NAME, and takes one --seed=N and --count=N; or with "
                 "--judge, instead of these, --position, --positions, --skip-bad, --suite, "
                 "--max-positions and --jobs");
        return error->code;
    }
    if (abs_suite_add(&suite, o, error))
        out = output_open(o->output, error);
    if (out == NULL)
        result = error->code;
    else if ((result = (judged ? judge : compose)(&suite, o, out, error)) != ABS_OK)
        output_abandon(out);
    else if (!output_finish(out, error))
        result = error->code;
    abs_suite_free(&suite);
    return result;
}
