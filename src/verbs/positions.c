/* positions.c -- `absbench positions`: writes a suite of positions from seeded play; or, with
   --judge, the values of all moves of given positions. */
#include "search/registry.h"
#include "suite/forms.h"
#include "verbs/commands.h"
#include "work/conform.h"
#include "work/guard.h"
#include "work/pool.h"

#include <unistd.h>

typedef struct {
    const abs_options *o;
    abs_suite suite;
    abs_output *out;
    abs_error *error;
    abs_buffer text;
    /* Without --judge: */
    const abs_root *start;
    abs_composer *composer;
    int64_t count, sharp; /* positions found so far */
    /* With --judge: */
    abs_judge *judge;
    size_t judged, unjudged, alike; /* numbers of positions; alike: all moves are worth the same */
} task;

/* Writes the text to the output and empties it. */
static bool flush(task *t)
{
    const bool ok = output_write(t->out, t->text.data, t->text.length, t->error);
    buffer_clear(&t->text);
    return ok;
}

/* Whether a file of positions can hold the text; a user's game may print anything. */
static bool fits_line(const abs_domain *domain, const char *text)
{
    char copy[ABS_TEXT_MAX], plain[ABS_TEXT_MAX], *operations;
    snprintf(copy, sizeof copy, "%s", text);
    snprintf(plain, sizeof plain, "%s", text);
    utf8_make_plain(plain);
    return *text != '\0' && *text != '#' && strcmp(plain, text) == 0 &&
           strcmp(position_cut(domain, copy, &operations), text) == 0;
}

/* Adds a line as files of positions have it. */
static void put_position(task *t, const abs_composed *p)
{
    const bool epd = t->start->domain->epd;
    const char *const quote = epd ? "\"" : "", *const next = epd ? "; " : " ; ";
    buffer_format(&t->text, "%s%sid %s%s-%03" PRId64 "%s%sply %d%svalue %d%skind %s%s\n", p->text,
                  epd ? " " : " ; ", quote, t->start->domain->name, t->count, quote, next, p->ply,
                  next, p->value, next, p->sharp ? "sharp" : "quiet", epd ? ";" : "");
}

/* Writes the head, and each position as soon as it is found. */
static bool write_all(task *t)
{
    const abs_options *o = t->o;
    const abs_domain *d = t->start->domain;
    abs_composed found;
    buffer_format(
        &t->text,
        "# %s: positions of seeded play, by\n"
        "#     absbench positions --game=%s%s --count=%" PRId64 " --seed=%" PRId64 "\n"
        "# ply: plies from the start; value: what a search to two plies gives; kind: sharp where "
        "that is\n# more than half a pawn from the evaluation, else quiet. docs/games.md says "
        "how they are found.\n",
        d->name, abs_registry_word(d), t->start->spec + strcspn(t->start->spec, ":"), o->count,
        o->seeds.items[0].low);
    while (flush(t)) {
        const int more = t->count < o->count ? composer_next(t->composer, &found, t->error) : 0;
        if (more <= 0)
            return more == 0;
        if (!fits_line(d, found.text))
            return abs_fail(t->error, ABS_CANNOT_RUN,
                            "%s: print() gives '%.200s', which a line of a file of positions "
                            "cannot hold: leave out controls, semicolons and blanks at the ends",
                            t->start->spec, found.text);
        t->count++;
        t->sharp += found.sharp;
        put_position(t, &found);
        if (!o->quiet && isatty(STDERR_FILENO))
            fprintf(stderr, "\r%" PRId64 " of %" PRId64 " positions, %" PRIu64 " games%s", t->count,
                    o->count, composer_games(t->composer), t->count == o->count ? "\n" : "");
    }
    return false;
}

/* Composes positions. stderr says so if there are fewer than asked for. */
static bool compose(task *t)
{
    static abs_root start;
    const abs_options *o = t->o;
    const abs_batch *batch = t->suite.batches;
    while (batch->root_count == 0 && batch + 1 < t->suite.batches + t->suite.count)
        batch++; /* the start is in another batch if the game ends before its default depth */
    t->start = batch_root(batch, 0, &start);
    t->composer = composer_new(t->start, (uint64_t)o->seeds.items[0].low);
    guard_name("seeded play");
    if (!write_all(t))
        return false;
    if (t->count < o->count)
        fprintf(stderr,
                "absbench: only %" PRId64 " positions of %" PRId64 " were found, in %" PRIu64
                " games; the game may not have more that are balanced and open\n",
                t->count, o->count, composer_games(t->composer));
    if (!o->quiet)
        fprintf(stderr,
                "absbench: %" PRId64 " positions from %" PRIu64 " games, %" PRId64 " sharp\n",
                t->count, composer_games(t->composer), t->sharp);
    return true;
}

/* ---- values of moves ------------------------------------------------------------------------ */

/* Adds the line of a position with the values of its moves. Returns false with the error set. */
static bool put_values(task *t, const abs_root *e, const abs_judgement *values)
{
    const bool epd = e->domain->epd;
    char move[ABS_TEXT_MAX];
    buffer_format(&t->text, epd ? "%s id \"%s\"; judged %s" : "%s ; id %s ; judged %s", e->text,
                  e->id, abs_regret_units[values->unit].name);
    for (unsigned m = 0; m < values->count; m++) {
        e->domain->move_text(e->rules, e->position, m, move, sizeof move);
        if (*move == '\0' || strpbrk(move, " \t;\"") != NULL)
            return abs_fail(t->error, ABS_CANNOT_RUN,
                            "%s: move_text() gives '%.200s', which a line of a file of positions "
                            "cannot hold: leave out blanks, semicolons and quotes",
                            e->spec, move);
        buffer_format(&t->text, " %s=%d", move, (int)values->values[m]);
    }
    buffer_text(&t->text, epd ? ";\n" : "\n");
    return true;
}

static bool take_position(void *context, size_t job, const abs_row *row)
{
    task *t = context;
    abs_judgement v;
    bool differ = false;
    (void)job;
    if (!judged_moves(t->judge, NULL, row->root, &v)) /* they are known: no worker is needed */
        return false;
    for (unsigned m = 1; m < v.count; m++)
        differ |= v.values[m] != v.values[0];
    t->unjudged += v.count == 0;
    t->alike += v.count > 0 && !differ;
    t->judged += differ;
    if (!differ)
        return true;
    guard_name("the moves of position '%s'", row->root->text);
    return put_values(t, row->root, &v) && flush(t);
}

/* Searches each position to depth 1, so that its moves are judged as those of any row are. */
static bool judge(task *t)
{
    const abs_options *o = t->o;
    t->judge = judged_by(&o->judge);
    const abs_pool_client client = {.workers = crew_size(o, &t->suite),
                                    .judge = t->judge,
                                    .progress = !o->quiet && isatty(STDERR_FILENO),
                                    .take = take_position,
                                    .context = t};
    buffer_format(&t->text, "# %s: what every move is worth, by\n#     absbench",
                  t->suite.batches[0].spec);
    for (int i = 1; i < o->argc; i++)
        buffer_format(&t->text, " %s", o->argv[i]);
    buffer_text(&t->text, "\n# Without positions that cannot be judged, and those where no move "
                          "loses anything: docs/regret.md.\n");
    const bool ok = flush(t) && abs_pool_run(&t->suite, &client, t->error);
    if (ok && !o->quiet)
        fprintf(stderr,
                "absbench: %zu positions judged; left out: %zu that cannot be, %zu where no "
                "move loses anything\n",
                t->judged, t->unjudged, t->alike);
    return ok;
}

/* ---- the verb -------------------------------------------------------------------------------- */

/* Whether an option is given that only --judge uses. */
static bool is_for_judge(const abs_options *o)
{
    return o->positions.count > 0 || o->skip_bad || abs_options_asked(o, "suite") ||
           abs_options_asked(o, "max-positions") || abs_options_asked(o, "jobs");
}

bool command_positions(abs_options *o, abs_error *error)
{
    static task t; /* never freed */
    const bool judged = o->judge.kind != ABS_JUDGE_NONE;
    if (judged)
        abs_list_set(&o->settings[CONFIG_depth], 1);
    else
        o->starts = true;
    if (o->domains.count != 1 || !repeated_is(&o->domains.items[0], "game") ||
        (judged ? abs_options_asked(o, "seed") || abs_options_asked(o, "count")
                : o->seeds.count != 1 || is_for_judge(o)))
        return abs_fail(
            error, ABS_USAGE,
            "positions needs one --game=NAME, and takes one --seed=N and --count=N; or with "
            "--judge, instead of these, --position, --positions, --skip-bad, --suite, "
            "--max-positions and --jobs");
    t.o = o;
    t.error = error;
    return abs_suite_add(&t.suite, o, error) &&
           (t.out = output_open(o->output, error)) != NULL &&
           output_end(t.out, (judged ? judge : compose)(&t), error);
}
