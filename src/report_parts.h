/*
 * report_parts.h -- what the files of the report share and nobody else needs.
 *
 * report.c takes the rows in and keeps the order of things; report_words.c puts configurations into
 * words; report_fields.c writes a row's fields as JSON or CSV; report_json.c what follows the rows;
 * report_table.c the tables for people; report_theory.c closed forms beside the means;
 * report_context.c says where the numbers come from.
 */
#ifndef ABS_REPORT_PARTS_H
#define ABS_REPORT_PARTS_H

#include "aggregate.h"
#include "best.h"
#include "buffer.h"
#include "report.h"
#include "verify.h"

#define ABS_REPORT_SCHEMA "absbench.report/1"

/* ---- report_words.c: a configuration in words; texts of at most WORDS_MAX bytes ------------- */

enum { WORDS_MAX = 256 };

extern const char *const words_eval[], *const words_tt_mode[], *const words_tt_replace[];

static inline bool words_uses(const abs_config *c, unsigned use)
{
    return (abs_driver_table[c->algo.driver].uses & use) != 0;
}

/* Whether the policy's windows grow by the factor. */
bool words_uses_factor(const abs_config *config);
/* "previous", "exact+3", "-12". */
void words_guess(const abs_config *config, char *text, size_t size);
/* "50", or "25:100" where the sides differ. */
void words_window(const abs_config *config, char *text, size_t size);
/* "64M", "1000". */
void words_bytes(size_t bytes, char *text, size_t size);
/* A position's name, unique within a run: its id, for a game after its spec. Returns where the id
   begins. */
size_t words_position(const abs_entry *entry, char *text, size_t size);
/* Everything that defines a configuration: a row's id after its position. */
void words_config(const abs_config *config, char *text, size_t size);

/* ---- report_fields.c: the same fields as JSON members and as CSV cells ---------------------- */

/* Two positions to walk along a line with, and the line. Start with zeros. */
typedef struct {
    void *here, *next;
    size_t room;
    abs_buffer line;
} fields_walk;

void fields_walk_free(fields_walk *walk);

/* A row as a JSON object, without a newline. `id`: abs_row_id(), which the tally has; `config`:
 what fields_json_config() writes into an empty buffer, the same for all rows of a group. `times`:
 with
 * the fields that differ between runs. */
void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     fields_walk *walk, bool times);
/* The members that say which configuration it is, into the object under way. */
void fields_json_config(abs_buffer *b, const abs_config *config);
void fields_csv_header(abs_buffer *b, bool times);
void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, fields_walk *walk,
                    bool times);
/* {"real_s":..,"cpu_s":..,"nodes_per_s":..} */
void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes);

/* ---- what is known when all rows are in ----------------------------------------------------- */

typedef struct {
    const abs_tally *tally;
    const abs_verification *verification;
    const abs_aggregate *aggregates;
    size_t aggregate_count;
    const abs_bests *bests;
    const char *reference;
    uint64_t signature;
    char *const *errors; /* from abs_report_error() */
    size_t error_count;
    bool times, theory, interrupted;
    bool milliseconds; /* no group took a second: the table counts in ms */
} abs_findings;

/* ---- report_context.c ----------------------------------------------------------------------- */

/* The context as a JSON object on one line. */
void context_json(abs_buffer *b, const abs_report_options *options);

/* ---- report_json.c -------------------------------------------------------------------------- */

/* "aggregates" and all that follows it in the report's object, which it closes. */
void json_findings(abs_buffer *b, const abs_findings *findings);

/* ---- report_theory.c: closed forms beside the means (--theory) ------------------------------- */

/* The array "theory", with an element for each aggregate. */
void theory_json(abs_buffer *b, const abs_findings *findings);
/* A table of what closed forms cover, and sentences on what they do not. */
void theory_terminal(abs_buffer *b, const abs_findings *findings);
void theory_markdown(abs_buffer *b, const abs_findings *findings);
/* Says on stderr where --theory shows nothing. */
void theory_complain(const abs_findings *findings, abs_format format);

/* ---- report_label.c: how tables name configurations ----------------------------------------- */

typedef enum {
    LABEL_WINDOW,
    LABEL_WIDEN,
    LABEL_FACTOR,
    LABEL_GUESS,
    LABEL_STEP,
    LABEL_TABLE,
    LABEL_MODE,
    LABEL_REPLACE,
    LABEL_ORDER,
    LABEL_DEEPENING,
    LABEL_LIMIT,
    LABEL_FEATURES
} label_feature;

typedef struct {
    bool used[LABEL_FEATURES], varies[LABEL_FEATURES];
    bool evals, grains;                   /* the headings must name them */
    const abs_config *of[LABEL_FEATURES]; /* the first configuration that uses it */
} label_rules;

/* Which features differ between configurations: only these are in a label. */
label_rules label_find(const abs_tally *tally);
/* "aspiration w=50"; replaces what is in the buffer. */
void label_write(const label_rules *rules, const abs_config *config, abs_buffer *b);
/* The features that all configurations share, in one sentence on a line; or nothing. */
void label_write_common(const label_rules *rules, abs_buffer *b);
/* What the groups of a block share: spec, depth, evaluation. */
void label_write_heading(const abs_tally *tally, const abs_tally_group *group,
                         const label_rules *rules, abs_buffer *b);

/* ---- report_cells.c: the cells of a table ---------------------------------------------------- */

typedef enum {
    CELLS_N,
    CELLS_NODES,
    CELLS_RATIO,
    CELLS_ROOT,
    CELLS_INTERIOR,
    CELLS_FIRST,
    CELLS_TIME,
    CELLS_WRONG_VALUES,
    CELLS_WRONG_MOVES,
    CELLS_COLUMNS
} cells_column;

enum { CELLS_SIZE = 80, CELLS_HEADER_LINES = 3 };

/* One line of a column's header, which has CELLS_HEADER_LINES. */
const char *cells_header(const abs_findings *findings, cells_column column, int line);
/* `compact`: 1.23 M for 1 234 567. CELLS_SIZE bytes are enough. */
void cells_text(const abs_findings *findings, const abs_aggregate *aggregate, bool compact,
                cells_column column, char *text, size_t size);
/* Whether the run has anything to say in the column. */
bool cells_shown(const abs_findings *findings, cells_column column);

/* ---- report_table.c, report_sentences.c ----------------------------------------------------- */

void table_terminal(abs_buffer *b, const abs_findings *findings);
void table_markdown(abs_buffer *b, const abs_findings *findings);

/* What the table says in words: one sentence a line, on verification and on what is unsound. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* Whether nothing but the table's mode keeps the configuration from being sound. */
bool sentences_only_deeper(const abs_config *config);
/* Why a row has no value. */
const char *sentences_status(abs_status status);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
