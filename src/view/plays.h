/* plays.h -- what single searches have found, and their passes, on a page. */
#ifndef ABS_VIEW_PLAYS_H
#define ABS_VIEW_PLAYS_H

#include "view/findings.h"

/* What each search has found, of specs with one position; with --passes, its passes. */
void plays_write(abs_buffer *b, findings_view *view);

enum { PLAYS_BOUND = 16 };
/* "-inf", "+inf", or a value; SSS* and DUAL* search one point beside infinity. */
const char *plays_bound(int bound, char text[PLAYS_BOUND]);

#endif
