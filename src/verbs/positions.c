/* positions.c -- `absbench positions`: a suite of positions, from seeded play. */
#define _POSIX_C_SOURCE 200809L
#include "base/buffer.h"
#include "base/output.h"
#include "suite/epd.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "work/compose.h"
#include "work/guard.h"

#include <inttypes.h>
#include <unistd.h>

/* What the positions found are like. */
typedef struct {
    int64_t count, sharp;
} tally;

static void print_head(abs_buffer *b, const abs_options *o, const abs_entry *start)
{
    buffer_format(
        b,
        "# %s: positions of seeded play, by\n"
        "#     absbench positions --game=%s --count=%" PRId64 " --seed=%" PRId64 "\n"
        "# ply: plies from the start; value: what a search to two plies gives; kind: sharp where "
        "that is\n# more than half a pawn from the evaluation, else quiet. docs/games.md says "
        "how they are found.\n",
        start->domain->name, start->spec, o->count, o->seeds.items[0].low);
}

/* Whether a file of positions can hold the text: a game of one's own may print anything. */
static bool fits_line(const abs_domain *domain, const char *text)
{
    char copy[ABS_TEXT_MAX], plain[ABS_TEXT_MAX];
    snprintf(copy, sizeof copy, "%s", text);
    snprintf(plain, sizeof plain, "%s", text);
    utf8_make_plain(plain);
    epd_split(copy, domain->epd && !epd_is_uci(text));
    return *text != '\0' && *text != '#' && strcmp(plain, text) == 0 &&
           strcmp(epd_trim(copy), text) == 0;
}

/* A line as a position file has it. */
static void print_position(abs_buffer *b, const abs_entry *start, int64_t number,
                           const abs_composed *p)
{
    const bool epd = start->domain->epd;
    const char *const quote = epd ? "\"" : "";
    buffer_text(b, p->text);
    buffer_format(b, "%sid %s%s-%03" PRId64 "%s%sply %d%svalue %d%skind %s%s\n", epd ? " " : " ; ",
                  quote, start->domain->name, number, quote, epd ? "; " : " ; ", p->ply,
                  epd ? "; " : " ; ", p->value, epd ? "; " : " ; ", p->sharp ? "sharp" : "quiet",
                  epd ? ";" : "");
}

static bool write_buffer(abs_buffer *b, abs_output *out, abs_error *error)
{
    const bool ok = output_write(out, b->data, b->length, error);
    buffer_clear(b);
    return ok;
}

/* Says how far it has got, on a terminal. */
static void show_progress(const abs_options *o, const abs_composer *c, int64_t found)
{
    if (!o->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRId64 " of %" PRId64 " positions, %" PRIu64 " games%s", found,
                o->count, composer_games(c), found == o->count ? "\n" : "");
}

typedef struct {
    const abs_options *o;
    const abs_entry *start;
    abs_composer *c;
    abs_output *out;
    tally *t;
    abs_error *error;
} task;

static bool write_all(void *context)
{
    const task *k = context;
    tally *t = k->t;
    abs_buffer b = {0};
    abs_composed found;
    print_head(&b, k->o, k->start);
    bool ok = write_buffer(&b, k->out, k->error);
    for (int more = 1; ok && more > 0 && t->count < k->o->count;) {
        more = composer_next(k->c, &found, k->error);
        ok = more >= 0;
        if (more <= 0)
            continue;
        if (!fits_line(k->start->domain, found.text)) {
            ok = abs_fail(k->error, ABS_CANNOT_RUN,
                          "%s: print() gives '%.200s', which a line of a file of positions cannot "
                          "hold: leave out controls, semicolons and blanks at the ends",
                          k->start->spec, found.text);
            break;
        }
        t->sharp += found.sharp;
        print_position(&b, k->start, ++t->count, &found);
        ok = write_buffer(&b, k->out, k->error);
        show_progress(k->o, k->c, t->count);
    }
    buffer_free(&b);
    return ok;
}

/* What was found goes where it was asked to go; with fewer positions than that, it is said. */
static abs_exit end_output(const abs_options *o, const abs_composer *c, abs_output *out, bool ok,
                           const tally *t, abs_error *error)
{
    if (!ok) {
        output_abandon(out);
        return error->code;
    }
    if (!output_finish(out, error))
        return error->code;
    if (t->count < o->count)
        fprintf(stderr,
                "absbench: only %" PRId64 " positions of %" PRId64 " were found, in %" PRIu64
                " games; the game may not have more that are balanced and open\n",
                t->count, o->count, composer_games(c));
    if (!o->quiet)
        fprintf(stderr,
                "absbench: %" PRId64 " positions from %" PRIu64 " games, %" PRId64 " sharp\n",
                t->count, composer_games(c), t->sharp);
    return ABS_OK;
}

/* The start of the one game that is named, as a suite of one. */
static bool find_start(const abs_options *o, abs_suite *suite, abs_error *error)
{
    abs_position_option position = {0, false, "start"};
    abs_options from_start = *o;
    if (o->domain_count != 1 || !o->domains[0].game || o->seeds.count != 1)
        return abs_fail(error, ABS_USAGE,
                        "positions needs one --game=NAME, and takes one --seed=N");
    from_start.positions = &position;
    from_start.position_count = 1;
    return abs_suite_add(suite, &from_start, error);
}

/* It is not in the first batch where the game ends before its usual depth. */
static const abs_batch *holder(const abs_suite *suite)
{
    size_t i = 0;
    while (i + 1 < suite->count && suite->batches[i].entry_count == 0)
        i++;
    return &suite->batches[i];
}

abs_exit command_positions(const abs_options *o, abs_error *error)
{
    abs_suite suite = {0};
    tally t = {0};
    abs_output *out = NULL;
    abs_composer *c = NULL;
    abs_unpacked unpacked = {.room = 0};
    const abs_entry *start;
    bool ok = find_start(o, &suite, error) && (out = output_open(o->output, error)) != NULL;
    abs_exit result = error->code;
    if (ok) {
        start = batch_entry(holder(&suite), 0, &unpacked);
        c = composer_new(start, (uint64_t)o->seeds.items[0].low);
        ok = c != NULL ? guard_command(write_all, &(task){o, start, c, out, &t, error}, error)
                       : abs_fail(error, ABS_CANNOT_RUN, "no memory to play with");
        result = end_output(o, c, out, ok, &t, error);
    }
    composer_free(c);
    unpacked_free(&unpacked);
    abs_suite_free(&suite);
    return result;
}
