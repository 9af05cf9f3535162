/*
 * fuzz_engine.c -- a libFuzzer target for what an engine writes during a search (make fuzz).
 *
 * The input is all that it writes, to its end. Whatever it is, the row that comes of it is one that
 * the reader of reports takes, and writes again as it was.
 */
#define engine_search fuzzed_search /* the program's own are linked, too */
#define engine_let_go fuzzed_let_go
#define engine_meet fuzzed_meet
#include "engine/engine.c"
#define FUZZ_TEXT
#include "fuzz_file.h"
#include "log/fields.h"

static abs_root root;
static abs_config config;
static abs_row row;
static row_texts texts;
static abs_names subjects; /* the one */
static abs_buffer first, second;
static abs_error error;
static int nowhere;

FUZZ_SETUP
{
    const abs_domain *domain = fuzz_domain("game", "chess");
    void *rules = calloc(1, domain->rules_size), *position = calloc(1, domain->position_size);
    static char text[ABS_TEXT_MAX];
    CHECK(domain->parse_rules(rules, "", &error));
    CHECK(domain->parse(rules, "start", position, &error));
    domain->print(rules, position, text, sizeof text);
    static abs_subject subject;
    subject = subject_of(domain, rules, domain->name);
    names_keep(&subjects, subject.spec, &subject);
    root = (abs_root){.subject = &subject,
                      .domain = domain,
                      .rules = rules,
                      .position = position,
                      .spec = domain->name,
                      .text = text,
                      .id = "start"};
    config.depth = 3;
    config.grain = 1;
    CHECK(abs_algo_of_engine(abs_engine_known("x", "n", "a"), "", &config.algo));
    nowhere = open("/dev/null", O_WRONLY);
    CHECK(nowhere >= 0);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* The row of an engine that writes this and ends. */
static void make(const uint8_t *data, size_t size, bool limited)
{
    engine_session s = {.p = {.pid = 1, .to = nowhere, .watch = {never, NULL}}};
    hearing h = {.row = &row, .from = &s.p};
    config.node_limit = limited ? 1000 : 0;
    row = (abs_row){.root = &root,
                    .config = &config,
                    .job = ABS_NO_JOB,
                    .is_limited = limited,
                    .best = ABS_NO_MOVE,
                    .best_move_optimal = ABS_UNKNOWN,
                    .solved = ABS_UNKNOWN,
                    .repeats = 1,
                    .missing = ROW_ENGINE_MISSING,
                    .iterations = row.iterations,
                    .iteration_room = row.iteration_room,
                    .passes = row.passes,
                    .pass_room = row.pass_room};
    s.p.from = open(fuzz_file(0, data, size), O_RDONLY);
    CHECK(s.p.from >= 0);
    const bool ok = search(&s, &h);
    close(s.p.from);
    finish(&h, ok, s.p.fault, s.p.is_own);
    buffer_free(&s.p.heard);
    fuzz_count_accepted();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static json_values values = {.levels = JSON_DEPTH_MAX};
    fields_reader reader = {.subjects = &subjects};
    make(data, size, size % 2 == 0);
    buffer_clear(&first);
    buffer_clear(&second);
    fields_json_row(&first, &row, &texts, true);
    const char *text = buffer_end(&first);
    CHECK(json_check(&text, first.data + first.length, &values) == NULL);
    CHECK(fields_read(&reader, values.of, false, "row", 1, &error));
    fields_json_row(&second, &reader.row, &texts, true);
    CHECK(strcmp(buffer_end(&first), buffer_end(&second)) == 0);
    fields_reader_free(&reader);
    return 0;
}
