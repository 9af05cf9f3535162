/* options.c -- the table of options, and reading the command line by it. */
#define _GNU_SOURCE
#include "options.h"
#include "text.h"

#include <getopt.h>
#include <stdlib.h>

const abs_named abs_tt_mode_names[] = {
    {"exact", "answers only at equal depth: every search keeps the minimax value", NULL},
    {"deeper", "answers at its depth or less, as playing programs do; values may differ", NULL},
    {NULL, NULL, NULL},
};
const abs_named abs_tt_replace_names[] = {
    {"depth", "of a full bucket, the entry with the least remaining depth goes", NULL},
    {"always", "of a full bucket, the entry that has stood longest goes", NULL},
    {NULL, NULL, NULL},
};
const abs_named abs_eval_names[] = {
    {"heuristic", "the game's evaluation", NULL},
    {"result", "+1, 0 or -1 when the game is over, 0 before", NULL},
    {NULL, NULL, NULL},
};
const abs_named abs_order_names[] = {
    {"tt", "the table's best move first", "Slate & Atkin 1977"},
    {"killer", "then two moves that cut off at this ply", "Akl & Newborn 1977"},
    {"eval", "then by static evaluation of the child (remaining depth 2 or more)", NULL},
    {"history", "then by how often and how high a move cut off", "Schaeffer 1983"},
    {NULL, NULL, NULL},
};
static const unsigned order_flags[] = {ABS_ORDER_TT, ABS_ORDER_KILLER, ABS_ORDER_EVAL,
                                       ABS_ORDER_HISTORY};

static const abs_named switch_names[] = {
    {"off", NULL, NULL}, {"on", NULL, NULL}, {NULL, NULL, NULL}};
static const abs_named off_names[] = {{"off", NULL, NULL}, {NULL, NULL, NULL}};

typedef struct option_info option_info;

/* Reads `value` (NULL for a switch) into the options. */
typedef bool option_reader(abs_options *, const option_info *, const char *value, abs_error *);

static option_reader read_list, read_names, read_algo, read_guess, read_factor, read_order,
    read_domain, read_position, read_text, read_flag, read_off, read_plain, read_format, read_jobs,
    read_reference, read_verb;

enum { RUN = 1 << ABS_VERB_RUN, BENCH = 1 << ABS_VERB_BENCH, PERFT = 1 << ABS_VERB_PERFT };

struct option_info {
    const char *name, *argument, *preset;
    unsigned verbs; /* those it goes with */
    option_reader *read;
    size_t field; /* within abs_options */
    const abs_named *names;
    abs_list_form form;
    const char *help;
};

#define FIELD(name) offsetof(abs_options, name)
#define NUMBERS(...) .read = read_list, .form = {__VA_ARGS__}

static const struct {
    const char *title;
    option_info options[16];
} sections[] = {
    {"What is searched",
     {
         {"game",
          "NAME",
          NULL,
          RUN | PERFT,
          read_domain,
          0,
          NULL,
          {0},
          "a game, with its own suite of positions; repeat for more (default: a built-in mix)"},
         {"position",
          "TEXT",
          NULL,
          RUN | PERFT,
          read_position,
          0,
          NULL,
          {0},
          "a position of the game before it, or `start`; repeat for more"},
         {"positions",
          "FILE",
          NULL,
          RUN | PERFT,
          read_position,
          1,
          NULL,
          {0},
          "a file of positions, one a line"},
         {"tree",
          "SPEC",
          NULL,
          RUN | PERFT,
          read_domain,
          1,
          NULL,
          {0},
          "a synthetic tree, such as uniform:b=4,range=100; repeat for more"},
         {"seed", "LIST", "1", RUN | PERFT, .field = FIELD(seeds),
          NUMBERS(0, (INT64_C(1) << 53) - 1), .help = "seeds of the trees"},
         {"depth", "LIST", NULL, RUN | PERFT, .field = FIELD(depths), NUMBERS(0, ABS_MAX_DEPTH),
          .help = "plies (default: each domain's own)"},
         {"eval",
          "LIST",
          "heuristic",
          RUN,
          read_names,
          FIELD(evals),
          abs_eval_names,
          {0},
          "games are evaluated by heuristic, or by result only"},
         {"grain", "LIST", "1", RUN, .field = FIELD(grains), NUMBERS(1, ABS_VALUE_MAX),
          .help = "round evaluations to a multiple of it"},
         {"quiescence",
          "off",
          "off",
          RUN,
          read_names,
          FIELD(quiescences),
          off_names,
          {0},
          "no built-in game has a quiescence search yet"},
     }},
    {"How",
     {
         {"algo",
          "LIST",
          "alphabeta",
          RUN,
          read_algo,
          0,
          NULL,
          {0},
          "CORE, DRIVER, DRIVER+CORE, or a group: all, mtd, printed"},
         {"window", "LIST", NULL, RUN, .field = FIELD(windows),
          NUMBERS(1, ABS_VALUE_MAX, .pairs = true),
          .help =
              "aspiration: W for (g-W, g+W), LOW:HIGH for (g-LOW, g+HIGH) (default: half a pawn)"},
         {"widen",
          "LIST",
          "full",
          RUN,
          read_names,
          FIELD(widens),
          abs_widen_names,
          {0},
          "aspiration: full, bound, gradual, both, recentre"},
         {"widen-factor",
          "LIST",
          "2",
          RUN,
          read_factor,
          0,
          NULL,
          {0},
          "growth of gradual, both and recentre, more than 1"},
         {"guess",
          "LIST",
          NULL,
          RUN,
          read_guess,
          0,
          NULL,
          {0},
          "previous, parity, shallow, static, exact+K, or a number (default: previous; without "
          "deepening shallow)"},
         {"step", "LIST", NULL, RUN, .field = FIELD(steps), NUMBERS(1, ABS_VALUE_MAX),
          .help = "MTD(step)'s step (default: the window)"},
         {"deepening",
          "on|off",
          "on",
          RUN,
          read_names,
          FIELD(deepenings),
          switch_names,
          {0},
          "iterative deepening from depth 1"},
         {"tt", "LIST", "64M", RUN, .field = FIELD(tt_bytes),
          NUMBERS(0, INT64_C(1) << 40, .sizes = true),
          .help = "bytes of transposition table, with K, M or G; 0: none"},
         {"tt-mode",
          "LIST",
          "exact",
          RUN,
          read_names,
          FIELD(tt_modes),
          abs_tt_mode_names,
          {0},
          "exact: equal depth only; deeper: as playing programs do"},
         {"tt-replace",
          "LIST",
          "depth",
          RUN,
          read_names,
          FIELD(tt_replaces),
          abs_tt_replace_names,
          {0},
          "which entry of a full bucket goes: depth, always"},
         {"order",
          "LIST",
          "tt,killer,history",
          RUN,
          read_order,
          0,
          NULL,
          {0},
          "none, or any of tt, killer, eval, history (one combination)"},
         {"plain",
          NULL,
          NULL,
          RUN,
          read_plain,
          0,
          NULL,
          {0},
          "the textbook form: --tt=0 --order=none --deepening=off"},
     }},
    {"What comes out",
     {
         {"format",
          "NAME",
          NULL,
          RUN | BENCH | PERFT,
          read_format,
          0,
          NULL,
          {0},
          "table, json, jsonl, csv, markdown (default: table on a terminal, else json)"},
         {"output",
          "FILE",
          NULL,
          RUN | BENCH | PERFT,
          read_text,
          FIELD(output),
          NULL,
          {0},
          "write there; nothing half done is ever left"},
         {"show",
          NULL,
          NULL,
          RUN,
          read_flag,
          FIELD(show),
          NULL,
          {0},
          "with --output: the table too, on stdout"},
         {"reference",
          "ALGO",
          "alphabeta",
          RUN,
          read_reference,
          0,
          NULL,
          {0},
          "what ratios are against"},
         {"no-time",
          NULL,
          NULL,
          RUN | BENCH,
          read_off,
          FIELD(times),
          NULL,
          {0},
          "leave out all that differs from run to run"},
         {"verify",
          NULL,
          NULL,
          RUN,
          read_flag,
          FIELD(verify),
          NULL,
          {0},
          "add a naive minimax row where it is affordable"},
         {"no-check-moves",
          NULL,
          NULL,
          RUN,
          read_off,
          FIELD(check_moves),
          NULL,
          {0},
          "do not find out whether best moves are best"},
         {"jobs",
          "N",
          "1",
          RUN | BENCH,
          read_jobs,
          0,
          NULL,
          {0},
          "searches at a time; counts do not depend on it"},
         {"quiet", NULL, NULL, RUN | BENCH, read_flag, FIELD(quiet), NULL, {0}, "no progress"},
         {"expect",
          "SIGNATURE",
          NULL,
          BENCH,
          read_text,
          FIELD(expect),
          NULL,
          {0},
          "bench: exit 1 if the signature is another"},
         {"help", NULL, NULL, ~0u, read_verb, ABS_VERB_HELP, NULL, {0}, "this page"},
         {"version", NULL, NULL, ~0u, read_verb, ABS_VERB_VERSION, NULL, {0}, "the version"},
     }},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static const struct {
    const char *name, *help;
} verbs[ABS_VERBS] = {
    [ABS_VERB_RUN] = {"run", "search and report (the default)"},
    [ABS_VERB_LIST] = {"list", "show algorithms, domains, policies, guesses, orderings"},
    [ABS_VERB_BENCH] = {"bench", "a fixed suite over all domains, and its one signature"},
    [ABS_VERB_PERFT] = {"perft", "count the move sequences of exactly --depth plies"},
    [ABS_VERB_HELP] = {"help", "this page"},
    [ABS_VERB_VERSION] = {"version", "the version"},
    [ABS_VERB_MAN] = {"man", "the manual page, as troff"},
};

/* The table as one list: option number i, or NULL past the end. */
static const option_info *option_at(unsigned i)
{
    for (unsigned s = 0; s < SECTIONS; s++)
        for (unsigned k = 0; k < 16 && sections[s].options[k].name != NULL; k++)
            if (i-- == 0)
                return &sections[s].options[k];
    return NULL;
}

static unsigned option_number(const char *name)
{
    unsigned i = 0;
    while (strcmp(option_at(i)->name, name) != 0)
        i++;
    return i;
}

static bool set(abs_options *o, const char *name, const char *value, abs_error *error)
{
    const unsigned i = option_number(name);
    if (!option_at(i)->read(o, option_at(i), value, error))
        return false;
    o->given[i] = value != NULL ? value : "on";
    return true;
}

/* ---- readers ------------------------------------------------------------------------------ */

static void *field(abs_options *o, const option_info *info)
{
    return (char *)o + info->field;
}

static bool read_list(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    return abs_list_parse(info->name, value, &info->form, field(o, info), error);
}

/* Calls `take` with each item of a comma list. */
static bool each_item(const option_info *info, const char *value, abs_error *error,
                      bool (*take)(void *to, const option_info *, const char *, abs_error *),
                      void *to)
{
    char item[256];
    for (const char *start = value;; start++) {
        const size_t length = strcspn(start, ",");
        if (length == 0)
            return abs_fail(error, ABS_USAGE, "--%s=%s: an item of the list is empty", info->name,
                            value);
        if (length >= sizeof item)
            return abs_fail(error, ABS_USAGE, "--%s: '%.40s...' is too long to be a name",
                            info->name, start);
        memcpy(item, start, length);
        item[length] = '\0';
        if (!take(to, info, item, error))
            return false;
        start += length;
        if (*start == '\0')
            return true;
    }
}

/* The place of `text` in a table of names; -1 with the error set if it is not there. */
static int find_name(const char *option, const char *text, const abs_named *names, abs_error *error)
{
    const char *list[16];
    char all[160] = "";
    size_t used = 0;
    int n = 0;
    for (; names[n].name != NULL; n++) {
        if (strcmp(names[n].name, text) == 0)
            return n;
        list[n] = names[n].name;
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", n > 0 ? ", " : "",
                                 names[n].name);
    }
    list[n] = NULL;
    const char *near = text_nearest(text, list);
    abs_fail(error, ABS_USAGE, "--%s: there is no '%s'%s%s%s; it takes %s", option, text,
             near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "", all);
    return -1;
}

static bool append(abs_list *list, int64_t low, int64_t high, abs_error *error)
{
    abs_pair *items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (items == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    list->items = items;
    items[list->count++] = (abs_pair){low, high};
    return true;
}

static bool take_name(void *to, const option_info *info, const char *item, abs_error *error)
{
    const int place = find_name(info->name, item, info->names, error);
    return place >= 0 && append(to, place, place, error);
}

static bool read_names(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    abs_list *list = field(o, info);
    list->count = 0;
    return each_item(info, value, error, take_name, list);
}

static bool take_algo(void *to, const option_info *info, const char *item, abs_error *error)
{
    (void)info;
    abs_options *o = to;
    return abs_algo_parse(item, o->algos, &o->algo_count, error);
}

static bool read_algo(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    o->algo_count = 0;
    return each_item(info, value, error, take_algo, o);
}

static bool take_guess(void *to, const option_info *info, const char *item, abs_error *error)
{
    static const abs_list_form form = {-ABS_VALUE_MAX, ABS_VALUE_MAX, false, false};
    int64_t error_k = 0;
    if (strncmp(item, "exact", 5) == 0) {
        if (item[5] == '\0' || ((item[5] == '+' || item[5] == '-') &&
                                text_int(item + 5, form.low, form.high, &error_k)))
            return append(to, ABS_GUESS_EXACT, error_k, error);
        return abs_fail(error, ABS_USAGE, "--guess=%s: write exact, exact+K or exact-K", item);
    }
    if (strchr("0123456789+-", item[0]) != NULL) {
        abs_list numbers = {0};
        bool ok = abs_list_parse(info->name, item, &form, &numbers, error);
        for (size_t i = 0; ok && i < numbers.count; i++)
            ok = append(to, ABS_GUESS_NUMBER, numbers.items[i].low, error);
        abs_list_free(&numbers);
        return ok;
    }
    const int place = find_name(info->name, item, abs_guess_names, error);
    if (place >= 0 && place > ABS_GUESS_STATIC)
        return abs_fail(error, ABS_USAGE, "--guess=%s: write the number itself", item);
    return place >= 0 && append(to, place, 0, error);
}

static bool read_guess(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    o->guesses.count = 0;
    return each_item(info, value, error, take_guess, &o->guesses);
}

static bool take_factor(void *to, const option_info *info, const char *item, abs_error *error)
{
    abs_options *o = to;
    char *end;
    const double factor = strtod(item, &end);
    if (*end != '\0' || end == item || !(factor > 1) || factor > 1e6)
        return abs_fail(error, ABS_USAGE, "--%s=%s: give a number greater than 1 (to 1000000)",
                        info->name, item);
    if (o->factor_count == ABS_FACTORS_MAX)
        return abs_fail(error, ABS_USAGE, "--%s: at most %d factors", info->name, ABS_FACTORS_MAX);
    o->factors[o->factor_count++] = factor;
    return true;
}

static bool read_factor(abs_options *o, const option_info *info, const char *value,
                        abs_error *error)
{
    o->factor_count = 0;
    return each_item(info, value, error, take_factor, o);
}

static bool take_order(void *to, const option_info *info, const char *item, abs_error *error)
{
    const int place = find_name(info->name, item, abs_order_names, error);
    if (place >= 0)
        *(unsigned *)to |= order_flags[place];
    return place >= 0;
}

static bool read_order(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    o->order = 0;
    return strcmp(value, "none") == 0 || each_item(info, value, error, take_order, &o->order);
}

void abs_order_text(unsigned order, char *text, size_t size)
{
    snprintf(text, size, "none");
    for (size_t i = 0, used = 0; abs_order_names[i].name != NULL; i++)
        if (order & order_flags[i])
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "," : "",
                                     abs_order_names[i].name);
}

/* info->field: 1 for a tree. */
static bool read_domain(abs_options *o, const option_info *info, const char *value,
                        abs_error *error)
{
    abs_domain_option *larger = realloc(o->domains, (o->domain_count + 1) * sizeof *larger);
    if (larger == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    o->domains = larger;
    o->domains[o->domain_count++] = (abs_domain_option){info->field == 0, value};
    return true;
}

/* info->field: 1 for a file. A position before any --game belongs to the first. */
static bool read_position(abs_options *o, const option_info *info, const char *value,
                          abs_error *error)
{
    abs_position_option *larger = realloc(o->positions, (o->position_count + 1) * sizeof *larger);
    if (larger == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for the options");
    o->positions = larger;
    o->positions[o->position_count++] = (abs_position_option){
        o->domain_count > 0 ? o->domain_count - 1 : 0, info->field == 1, value};
    return true;
}

static bool read_text(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    if (*value == '\0')
        return abs_fail(error, ABS_USAGE, "--%s is empty; write --%s=%s", info->name, info->name,
                        info->argument);
    memcpy(field(o, info), &value, sizeof value);
    return true;
}

static bool read_flag(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    *(bool *)field(o, info) = true;
    return true;
}

static bool read_off(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    *(bool *)field(o, info) = false;
    return true;
}

static bool read_plain(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    (void)info;
    (void)value;
    return set(o, "tt", "0", error) && set(o, "order", "none", error) &&
           set(o, "deepening", "off", error);
}

static bool read_format(abs_options *o, const option_info *info, const char *value,
                        abs_error *error)
{
    const int place = find_name(info->name, value, abs_format_names, error);
    if (place < 0)
        return false;
    o->format = (abs_format)place;
    o->format_given = true;
    return true;
}

static bool read_jobs(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    int64_t jobs;
    if (!text_int(value, 1, 256, &jobs))
        return abs_fail(error, ABS_USAGE, "--%s=%s: give a whole number from 1 to 256", info->name,
                        value);
    o->jobs = (int)jobs;
    return true;
}

static bool read_reference(abs_options *o, const option_info *info, const char *value,
                           abs_error *error)
{
    (void)info;
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    if (!abs_algo_parse(value, algos, &count, error))
        return false;
    if (count != 1)
        return abs_fail(error, ABS_USAGE, "--reference=%s is a group; give one algorithm", value);
    o->reference = value;
    return true;
}

/* info->field: the verb. */
static bool read_verb(abs_options *o, const option_info *info, const char *value, abs_error *error)
{
    (void)value;
    (void)error;
    o->verb = (abs_verb)info->field;
    return true;
}

/* ---- the command line --------------------------------------------------------------------- */

bool abs_options_init(abs_options *o, abs_error *error)
{
    *o = (abs_options){.times = true, .check_moves = true};
    const option_info *info;
    for (unsigned i = 0; (info = option_at(i)) != NULL; i++)
        if (info->preset != NULL && !set(o, info->name, info->preset, error))
            return false;
    return true;
}

void abs_options_free(abs_options *o)
{
    free(o->domains);
    free(o->positions);
    abs_list *const lists[] = {&o->depths,   &o->seeds,       &o->windows,    &o->steps,
                               &o->grains,   &o->tt_bytes,    &o->widens,     &o->evals,
                               &o->tt_modes, &o->tt_replaces, &o->deepenings, &o->quiescences,
                               &o->guesses};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        abs_list_free(lists[i]);
}

static bool fail_unknown_option(const char *text, abs_error *error)
{
    const char *names[ABS_OPTIONS_MAX + 1];
    char name[64];
    unsigned n = 0;
    for (; option_at(n) != NULL; n++)
        names[n] = option_at(n)->name;
    names[n] = NULL;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
    const char *bare = name + strspn(name, "-");
    const char *near = text_nearest(bare, names);
    return abs_fail(error, ABS_USAGE, "there is no option '%s'%s%s%s `absbench --help` shows them",
                    name, near ? "; did you mean --" : ";", near ? near : "", near ? "?" : "");
}

static bool read_operand(abs_options *o, const char *text, bool first, abs_error *error)
{
    const char *names[ABS_VERBS + 1];
    for (int v = 0; v < ABS_VERBS; v++)
        names[v] = verbs[v].name;
    names[ABS_VERBS] = NULL;
    if (first) {
        for (int v = 0; v < ABS_VERBS; v++)
            if (strcmp(text, verbs[v].name) == 0) {
                o->verb = (abs_verb)v;
                return true;
            }
        const char *near = text_nearest(text, names);
        return abs_fail(error, ABS_USAGE,
                        "there is no command '%s'%s%s%s `absbench help` shows them", text,
                        near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "");
    }
    if (o->verb == ABS_VERB_LIST && o->section == NULL) {
        o->section = text;
        return true;
    }
    return abs_fail(error, ABS_USAGE, "'%s' is one word too many; options begin with --", text);
}

/* Options that stand on the command line must go with the verb. */
static bool check_verb(const abs_options *o, const bool *seen, abs_error *error)
{
    if (o->verb == ABS_VERB_HELP || o->verb == ABS_VERB_VERSION)
        return true;
    for (unsigned i = 0; option_at(i) != NULL; i++)
        if (seen[i] && !(option_at(i)->verbs & 1u << o->verb))
            return abs_fail(error, ABS_USAGE, "--%s does not go with `absbench %s`; leave it out",
                            option_at(i)->name, verbs[o->verb].name);
    if (o->position_count > 0 && (o->domain_count == 0 || !o->domains[o->positions[0].domain].game))
        return abs_fail(error, ABS_USAGE, "--position needs its game: write --game=NAME before it");
    for (size_t i = 0; i < o->position_count; i++)
        if (!o->domains[o->positions[i].domain].game)
            return abs_fail(error, ABS_USAGE,
                            "--position=%s follows a --tree; write it after its --game",
                            o->positions[i].text);
    return true;
}

bool abs_options_parse(abs_options *o, int argc, char **argv, abs_error *error)
{
    struct option longs[ABS_OPTIONS_MAX + 1] = {0};
    bool seen[ABS_OPTIONS_MAX] = {false};
    for (int i = 0; option_at((unsigned)i) != NULL; i++)
        longs[i] = (struct option){
            option_at((unsigned)i)->name,
            option_at((unsigned)i)->argument ? required_argument : no_argument, NULL, 256 + i};
    opterr = 0;
    optind = 0; /* glibc: start afresh */
    bool first = true;
    for (int code; (code = getopt_long(argc, argv, "-:hVo:j:", longs, NULL)) != -1;) {
        const char *name = code == 'h'   ? "help"
                           : code == 'V' ? "version"
                           : code == 'o' ? "output"
                           : code == 'j' ? "jobs"
                           : code >= 256 ? longs[code - 256].name
                                         : NULL;
        if (code == 1) {
            if (!read_operand(o, optarg, first, error))
                return false;
            first = false;
        } else if (code == ':') {
            const char *text = argv[optind - 1];
            return abs_fail(error, ABS_USAGE, "%s needs a value: write %s=...", text, text);
        } else if (name == NULL) {
            const char *text = argv[optind - 1];
            if (optopt >= 256) /* a switch with a value */
                return abs_fail(error, ABS_USAGE, "--%s takes no value; write --%s",
                                longs[optopt - 256].name, longs[optopt - 256].name);
            return fail_unknown_option(text, error);
        } else {
            if (!set(o, name, optarg, error))
                return false;
            seen[option_number(name)] = true;
        }
    }
    if (optind < argc && !read_operand(o, argv[optind], first, error))
        return false;
    o->seeds_given = seen[option_number("seed")];
    return check_verb(o, seen, error);
}

cJSON *abs_options_echo(const abs_options *o)
{
    cJSON *object = cJSON_CreateObject();
    for (unsigned i = 0; option_at(i) != NULL; i++) {
        const option_info *info = option_at(i);
        if (info->read == read_verb || info->read == read_plain)
            continue; /* an action; and a word for three options that stand here themselves */
        if (info->read == read_domain || info->read == read_position) {
            cJSON *list = cJSON_AddArrayToObject(object, info->name);
            for (size_t d = 0; info->read == read_domain && d < o->domain_count; d++)
                if (o->domains[d].game == (info->field == 0))
                    cJSON_AddItemToArray(list, cJSON_CreateString(o->domains[d].spec));
            for (size_t p = 0; info->read == read_position && p < o->position_count; p++)
                if (o->positions[p].file == (info->field == 1))
                    cJSON_AddItemToArray(list, cJSON_CreateString(o->positions[p].text));
        } else if (info->argument == NULL) {
            cJSON_AddBoolToObject(object, info->name, o->given[i] != NULL);
        } else if (o->given[i] != NULL) {
            cJSON_AddStringToObject(object, info->name, o->given[i]);
        } else {
            cJSON_AddNullToObject(object, info->name);
        }
    }
    return object;
}

/* ---- pages -------------------------------------------------------------------------------- */

void abs_options_help(FILE *out)
{
    fputs(
        "absbench -- which minimax search, with which window, for this game?\n\n"
        "  absbench --algo=pvs --depth=8                    a built-in mix of trees and games\n"
        "  absbench --game=othello --algo=all               a game's suite, ratios to alpha-beta\n"
        "  absbench --game=connectfour --position=4455 --algo=aspiration --window=5,25,100\n"
        "  absbench --tree=uniform:b=4,range=100 --seed=1..20 --algo=all,mtd --depth=6\n\n"
        "Commands (absbench COMMAND [OPTIONS])\n",
        out);
    for (int v = 0; v < ABS_VERBS; v++)
        fprintf(out, "  %-10s %s\n", verbs[v].name, verbs[v].help);
    for (unsigned s = 0; s < SECTIONS; s++) {
        fprintf(out, "\n%s\n", sections[s].title);
        for (unsigned k = 0; k < 16 && sections[s].options[k].name != NULL; k++) {
            const option_info *info = &sections[s].options[k];
            char left[64];
            snprintf(left, sizeof left, "--%s%s%s", info->name, info->argument ? "=" : "",
                     info->argument ? info->argument : "");
            fprintf(out, "  %-20s %s", left, info->help);
            if (info->preset != NULL)
                fprintf(out, " (default: %s)", info->preset);
            fputc('\n', out);
        }
    }
    fputs("\nLists: a,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply. A later option\n"
          "overrides an earlier one. -o FILE is --output, -j N is --jobs.\n"
          "Exit: 0 ok, 1 values disagree, 2 could not run, 64 wrong usage, 130 interrupted.\n",
          out);
}

void abs_options_man(FILE *out)
{
    fputs(".TH ABSBENCH 1\n.SH NAME\nabsbench \\- compare minimax searches by exact node counts\n"
          ".SH SYNOPSIS\n.B absbench\n[\\fICOMMAND\\fR] [\\fIOPTION\\fR]...\n.SH COMMANDS\n",
          out);
    for (int v = 0; v < ABS_VERBS; v++)
        fprintf(out, ".TP\n.B %s\n%s\n", verbs[v].name, verbs[v].help);
    fputs(".SH OPTIONS\n", out);
    for (unsigned s = 0; s < SECTIONS; s++) {
        fprintf(out, ".SS %s\n", sections[s].title);
        for (unsigned k = 0; k < 16 && sections[s].options[k].name != NULL; k++) {
            const option_info *info = &sections[s].options[k];
            fprintf(out, ".TP\n\\fB\\-\\-%s\\fR%s\\fI%s\\fR\n%s", info->name,
                    info->argument ? "=" : "", info->argument ? info->argument : "", info->help);
            if (info->preset != NULL)
                fprintf(out, " (default: %s)", info->preset);
            fputc('\n', out);
        }
    }
    fputs(
        ".SH LISTS\na,b,c or LO..HI, LO..HI:STEP, LO..HI*FACTOR; lists multiply.\n"
        ".SH EXIT STATUS\n0 ok, 1 the values disagree or a figure is not the expected one, 2 could "
        "not run, 64 wrong usage, 130 interrupted (what was finished is kept).\n",
        out);
}
