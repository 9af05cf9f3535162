/* variants.c -- the table of algorithms. See variants.h; docs/searches.md explains each. */
#include "search/variants.h"
#include "base/memory.h"
#include "search/hints.h"

const abs_core_info abs_core_table[] = {
    {{"minimax", "every child, no window: the reference", "Shannon 1950"},
     .core = {.minimax = true},
     .alone = true},
    {{"alphabeta", "fail-hard alpha-beta: returns a value within the window",
      "Knuth & Moore 1975 (F2)"},
     .core = {.hard_low = true, .hard_high = true}},
    {.about = {"failsoft", "fail-soft alpha-beta: returns the best bound it has proved",
               "Fishburn 1983"}},
    {{"failsoft-low", "fail-soft below alpha, fail-hard above: a cutoff returns beta",
      "Eppstein 1999, a remark"},
     .core = {.hard_high = true}},
    {{"failsoft-high", "fail-hard below, fail-soft above: a cutoff returns the score",
      "Eppstein 1999, a remark"},
     .core = {.hard_low = true}},
    {{"pvs", "later moves by null window, searched again with (alpha, beta) if they beat alpha",
      "Marsland & Campbell 1982"},
     .core = {.null_window = true, .second = ABS_FROM_ALPHA}},
    {{"pvs-hard", "pvs that fails hard: returns a value within the window",
      "Marsland & Campbell 1982; Knuth & Moore 1975 (F2)"},
     .core = {.hard_low = true, .hard_high = true, .null_window = true, .second = ABS_FROM_ALPHA}},
    {{"pvs-value", "pvs whose second search starts at the score; none at remaining depth 1",
      "Marsland & Campbell 1982; as in Othello programs"},
     .core = {.null_window = true, .second = ABS_FROM_SCORE, .exact_depth = 1}},
    {{"negascout", "pvs-value that trusts the null window's score at remaining depth 2 or less",
      "Reinefeld 1983"},
     .core = {.null_window = true, .second = ABS_FROM_SCORE, .exact_depth = 2}},
    {{"scout", "TESTs each later move against the best so far, then EVALs it without bounds",
      "Pearl 1980"},
     .core = {.null_window = true, .second = ABS_FROM_NOTHING},
     .alone = true},
    {{"alphabeta-printed", "the notes' listing: >= lets a later move replace the best one",
      "Eppstein 1999, to the letter"},
     .core = {.hard_low = true, .ties = true},
     .alone = true},
    {{"failsoft-printed", "the notes' listing: >= lets a later move replace the best one",
      "Eppstein 1999, to the letter"},
     .core = {.ties = true},
     .alone = true},
    {{"pvs-printed", "the notes' listing: the first move neither raises alpha nor cuts off",
      "Eppstein 1999, to the letter"},
     .core = {.ties = true, .first_idle = true, .null_window = true, .second = ABS_FROM_ALPHA},
     .alone = true},
    {.about = {"minimal", "a limit: the smallest tree that proves the value without a table",
               "Knuth & Moore 1975; by expansion"},
     .limit = ABS_LIMIT_TREE,
     .alone = true},
    {.about = {"minimal-graph", "a limit: fail-soft again with every best reply known; needs --tt",
               "Plaat, Schaeffer, Pijls & de Bruin 1996: left-first minimal graph"},
     .limit = ABS_LIMIT_GRAPH,
     .alone = true},
};

const unsigned abs_core_count = sizeof abs_core_table / sizeof abs_core_table[0];

const abs_driver_info abs_driver_table[ABS_DRIVERS] = {
    {.about = {"open", "one pass with (-infinity, +infinity)", NULL}},
    {{"aspiration", "a window around a guess, widened when the value is outside",
      "Brudno 1963; Gillogly 1978; Baudet 1978"},
     ABS_USES_GUESS | ABS_USES_WINDOW},
    {{"mtdf", "null windows from a guess until both bounds meet",
      "Plaat, Schaeffer, Pijls & de Bruin 1995"},
     ABS_USES_GUESS},
    {{"mtdf-printed", "the notes' loop: stops when a score repeats; UNSOUND",
      "Eppstein 1999, to the letter"},
     ABS_USES_GUESS},
    {.about = {"bisect", "null windows that halve [-M, M]",
               "Coplan 1982 (C*); Weill 1991 (NegaC*); Eppstein 1999"}},
    {{"step", "null windows that come down from M by --step", "Plaat et al. 1995, MTD(step)"},
     ABS_USES_STEP},
    {.about = {"sss", "MTD(+infinity): SSS* reformulated", "Stockman 1979; Plaat et al. 1995"}},
    {.about = {"dual", "MTD(-infinity): DUAL* reformulated",
               "Marsland, Reinefeld & Schaeffer 1987; Plaat et al. 1995"}},
    {.about = {"bns", "null windows for all root moves, until one of them is known to be the best",
               "Rutko 2011"}},
};

const abs_group abs_groups[] = {
    {"all",
     "alphabeta,failsoft,aspiration,aspiration+pvs,mtdf,pvs,pvs-hard,pvs-value,negascout,scout"},
    {"mtd", "mtdf,bisect,step,sss,dual"},
    {"printed", "alphabeta-printed,failsoft-printed,pvs-printed,mtdf-printed"},
    {"limits", "minimal,minimal-graph"},
    {NULL, NULL},
};

const abs_named abs_widen_names[] = {
    {"full", "the failed side opens to infinity, the other stays", NULL},
    {"bound", "fail-low: (-infinity, s); fail-high: (s, +infinity)", NULL},
    {"gradual", "the failed side moves to g -+ w * f^k, k its fails; the other stays", NULL},
    {"both", "both sides move to g -+ w * f^k, k the fails so far", NULL},
    {"recentre", "around the failed score s, at a distance that grows by f", NULL},
    {NULL, NULL, NULL},
};

const abs_named abs_guess_names[] = {
    {"previous", "the value one iteration ago (default with deepening)", NULL},
    {"parity", "the value two iterations ago", NULL},
    {"mean", "the mean of both, rounded down; if there is only one, that one", NULL},
    {"shallow", "a search one ply less deep, counted (default without deepening)", NULL},
    {"static", "the root's static evaluation", NULL},
    {"exact+K", "the true value plus K, found outside the counts (also exact, exact-K)", NULL},
    {"NUMBER", "that number", NULL},
    {NULL, NULL, NULL},
};

unsigned abs_usual_orders(const abs_domain *domain)
{
    const unsigned slow = ABS_ORDER_EVAL; /* it costs more time than it saves */
    return domain->orders & ~(slow | domain->unusual_orders);
}

const abs_named abs_order_names[] = {
    {"tt", "the table's best move first", "Slate & Atkin 1977"},
    {"capture", "then captures that lose nothing by exchange, best victim first; losing ones last",
     "Slate & Atkin 1977"},
    {"killer", "then two moves that cut off at this ply", "Akl & Newborn 1977"},
    {"eval", "then by static evaluation of the child (remaining depth 2 or more)", NULL},
    {"history", "then by a move's cutoffs, weighted by the remaining depth squared",
     "Schaeffer 1983"},
    {"game", "and by what the game's strong programs use (docs/games.md)", NULL},
    {NULL, NULL, NULL},
};
const abs_named abs_eval_names[] = {
    {"heuristic", "the game's evaluation", NULL},
    {"result", "+1, 0 or -1 when the game is over, 0 before", NULL},
    {"material", "the game's simplest one: material, discs", NULL},
    {NULL, NULL, NULL},
};

const abs_named abs_tt_mode_names[] = {
    {"exact", "answers only at equal depth: every search keeps the minimax value", NULL},
    {"deeper", "answers at its depth or less, as playing programs do; values may differ", NULL},
    {NULL, NULL, NULL},
};

const abs_named abs_tt_replace_names[] = {
    {"depth", "in a full bucket, the entry with the least remaining depth is replaced", NULL},
    {"always", "in a full bucket, the oldest entry is replaced", NULL},
    {NULL, NULL, NULL},
};

void abs_flags_text(const abs_named *names, unsigned flags, char *text, size_t size)
{
    snprintf(text, size, "%s", flags == 0 ? "none" : "");
    for (size_t i = 0; names[i].name != NULL; i++)
        if (flags & 1u << i) {
            text_add(text, size, *text != '\0' ? "," : "");
            text_add(text, size, names[i].name);
        }
}

static bool is_driver(const char *text, size_t length)
{
    bool found = false;
    for (int i = 0; i < ABS_DRIVERS; i++)
        found |= strlen(abs_driver_table[i].about.name) == length &&
                 strncmp(abs_driver_table[i].about.name, text, length) == 0;
    return found;
}

static bool fail_unknown(const char *option, const char *text, const char *part, abs_error *error)
{
    const char *names[ABS_ALGOS_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < abs_core_count; i++)
        names[n++] = abs_core_table[i].about.name;
    for (int i = 0; i < ABS_DRIVERS; i++)
        names[n++] = abs_driver_table[i].about.name;
    for (const abs_group *g = abs_groups; g->name != NULL; g++)
        names[n++] = g->name;
    names[n] = NULL;
    text_hint hint = hint_of("algo", text, names + n); /* what the table has for all of it */
    if (*hint.text == '\0')
        hint = hint_of("algo", part, names);
    if (strstr(part, ".json") != NULL)
        hint = text_say("; `absbench compare OLD.json NEW.json` compares reports");
    const char *kind = "";
    for (unsigned i = 0; i < abs_core_count && *hint.text == '\0'; i++)
        if (strcmp(names[i], part) == 0) {
            kind = "driver ";
            hint =
                hint_of("core", text + strcspn(text, "+") + (strchr(text, '+') != NULL), names + n);
            if (*hint.text == '\0')
                hint = text_say("; write DRIVER+CORE, as in aspiration+pvs");
        }
    const char *const dash = strchr(part, '-');
    for (unsigned i = 0; i < n && dash != NULL && *hint.text == '\0'; i++)
        if (strcmp(names[i], dash + 1) == 0 && is_driver(part, (size_t)(dash - part)))
            hint = text_say("; did you mean '%.*s+%s'?", (int)(dash - part), part, names[i]);
    return abs_fail(error, ABS_USAGE,
                    "--%s=%.60s: there is no %s'%.60s'; `absbench list` shows them%s", option, text,
                    kind, part, hint.text);
}

/* Whether the driver can be combined with the core. */
static bool check_joined(const char *option, const char *text, const abs_algo *algo,
                         abs_error *error)
{
    const char *const driver = abs_driver_table[algo->driver].about.name;
    const char *const core = algo->core->about.name;
    if (algo->core->alone && algo->driver != ABS_OPEN)
        return abs_fail(error, ABS_USAGE, "--%s=%s: %s runs without a driver; use --%s=%s", option,
                        text, core, option, core);
    if ((algo->driver == ABS_SSS || algo->driver == ABS_DUAL) && algo->core->core.hard_low &&
        algo->core->core.hard_high)
        return abs_fail(error, ABS_USAGE,
                        "--%s=%s: a fail-hard core moves %s one point a pass, from infinity; use "
                        "%s+failsoft",
                        option, text, driver, driver);
    return algo->driver != ABS_MTDF_PRINTED || strcmp(core, "failsoft") == 0 ||
           abs_fail(error, ABS_USAGE, "--%s=%s: mtdf-printed is always failsoft; leave out +%s",
                    option, text, core);
}

/* Reads CORE, DRIVER or DRIVER+CORE. The bytes after the name are zeros, because configurations are
   compared as blocks of memory. */
static bool read_algo(const char *option, const char *text, abs_algo *algo, abs_error *error)
{
    char name[sizeof algo->name];
    const char *const plus = strchr(text, '+');
    memset(algo, 0, sizeof *algo);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "+"), text);
    snprintf(algo->name, sizeof algo->name, "%s", text);
    int driver = 0;
    while (driver < ABS_DRIVERS && strcmp(abs_driver_table[driver].about.name, name) != 0)
        driver++;
    const bool driven = driver < ABS_DRIVERS;
    const char *const core = plus != NULL ? plus + 1 : driven ? "failsoft" : name;
    for (unsigned i = 0; i < abs_core_count; i++)
        if (strcmp(abs_core_table[i].about.name, core) == 0)
            algo->core = &abs_core_table[i];
    if (algo->core == NULL || (plus != NULL && !driven))
        return fail_unknown(option, text, plus != NULL && !driven ? name : core, error);
    algo->driver = driven ? (abs_driver)driver : ABS_OPEN;
    return check_joined(option, text, algo, error);
}

bool abs_algo_parse(const char *option, const char *text, abs_algo *algos, unsigned *count,
                    abs_error *error)
{
    const abs_group *g = abs_groups;
    while (g->name != NULL && strcmp(text, g->name) != 0)
        g++;
    const char *m = g->name != NULL ? g->members : text;
    for (size_t length;; m += length + 1) {
        char member[sizeof algos->name];
        unsigned i = 0;
        length = g->name != NULL ? strcspn(m, ",") : strlen(m);
        snprintf(member, sizeof member, "%.*s", (int)length, m);
        while (i < *count && strcmp(algos[i].name, member) != 0)
            i++;
        if (i == ABS_ALGOS_MAX)
            return abs_fail(error, ABS_USAGE, "--%s: at most %d algorithms in one run", option,
                            ABS_ALGOS_MAX);
        if (i == *count && !read_algo(option, member, &algos[i], error))
            return false;
        algos[i].grouped = g->name != NULL && (i == *count || algos[i].grouped);
        *count += i == *count;
        if (m[length] == '\0')
            return true;
    }
}

abs_algo abs_algo_named(const char *name)
{
    abs_algo algo;
    abs_error unsaid;
    read_algo("algo", name, &algo, &unsaid);
    return algo;
}

/* ---- metrics ------------------------------------------------------------------------------ */

const abs_named abs_metric_names[] = {
#define METRIC(member, noun, text) {.name = #member, .help = text},
    METRICS_OF(METRIC, METRIC)
#undef METRIC
        {.name = NULL},
};

const char *const abs_metric_nouns[METRICS] = {
#define METRIC(name, noun, help) noun,
    METRICS_OF(METRIC, METRIC)
#undef METRIC
};

/* ---- engines ------------------------------------------------------------------------------ */

const abs_engine *abs_engine_known(const char *command, const char *name, const char *author)
{
    static const abs_engine *known;
    for (const abs_engine *e = known; e != NULL; e = e->next)
        if (strcmp(e->command, command) == 0 && strcmp(e->name, name) == 0 &&
            strcmp(e->author, author) == 0)
            return e;
    abs_engine *new = memory_take(sizeof *new);
    *new = (abs_engine){known, memory_text(command), memory_text(name), memory_text(author)};
    return known = new;
}

const char *engine_value_read(const char *from, char until, char *value, size_t size)
{
    bool within = false;
    size_t length = 0;
    for (; *from != '\0' && (within || *from != until); from++) {
        if (*from == '"' && !(within && from[1] == '"')) {
            within = !within;
            continue;
        }
        from += *from == '"';
        if (length + 1 == size)
            return NULL;
        value[length++] = *from;
    }
    value[length] = '\0';
    return within ? NULL : from;
}

bool engine_value_add(char *set, size_t size, const char *name, const char *value)
{
    const bool quoted = value != NULL && strpbrk(value, ",;\"") != NULL;
    size_t length = strlen(set);
    length += (size_t)snprintf(set + length, size - length, "%s%s%s%s", length > 0 ? ";" : "", name,
                               value != NULL ? "=" : "", quoted ? "\"" : "");
    for (const char *c = value != NULL ? value : ""; length < size && *c != '\0'; c++)
        length +=
            (size_t)snprintf(set + length, size - length, quoted && *c == '"' ? "%c\"" : "%c", *c);
    length +=
        length < size ? (size_t)snprintf(set + length, size - length, "%s", quoted ? "\"" : "") : 0;
    return length < size;
}

bool abs_algo_of_engine(const abs_engine *engine, const char *set, abs_algo *algo)
{
    static const abs_core_info core = {.about = {.name = "engine"}, .alone = true};
    memset(algo, 0, sizeof *algo);
    algo->core = &core;
    algo->engine = engine;
    return (size_t)snprintf(algo->name, sizeof algo->name, "%s%s%s", engine->command,
                            *set != '\0' ? ":" : "", set) < sizeof algo->name;
}
