/* format.c -- see format.h. */
#include "suite/format.h"

const abs_named abs_format_names[] = {
    [ABS_FORMAT_TABLE] = {"table", "for a person: one line per algorithm (default on a terminal)",
                          NULL},
    [ABS_FORMAT_JSON] = {"json", "the whole report as one object (default in a pipe or file)",
                         NULL},
    [ABS_FORMAT_JSONL] = {"jsonl", "JSON Lines: the context, then a row a line", NULL},
    [ABS_FORMAT_CSV] = {"csv", "a header, then a row a line", NULL},
    [ABS_FORMAT_MARKDOWN] = {"markdown", "the table for a web page", NULL},
    [ABS_FORMAT_DOT] = {"dot", "trace: the tree that was searched, for Graphviz", NULL},
    [ABS_FORMAT_SVG] = {"svg", "trace: the same, drawn", NULL},
    [ABS_FORMAT_HTML] = {"html", "trace: a page that steps through the search", NULL},
    [ABS_FORMATS] = {NULL, NULL, NULL},
};
