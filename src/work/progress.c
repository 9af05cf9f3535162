/* progress.c -- see progress.h. */
#include "work/progress.h"
#include "base/clock.h"

#include <stdio.h>

static void print_span(double seconds)
{
    const unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        fprintf(stderr, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(stderr, "%lu min %02lu s", s / 60, s % 60);
    else
        fprintf(stderr, "%lu s", s);
}

void progress_begin(abs_progress *p)
{
    p->began = p->shown = clock_now();
}

bool progress_is_due(abs_progress *p)
{
    const double now = clock_now();
    if (now - p->shown < 0.2)
        return false;
    p->shown = now;
    return true;
}

void progress_show(const abs_progress *p, size_t done, size_t all)
{
    const double seconds = p->shown - p->began;
    if (all == 0) /* what earlier runs have left is read */
        return;
    fprintf(stderr, "\r\033[K%zu of %zu searches (%zu %%), ", done, all, 100 * done / all);
    print_span(seconds);
    if (done > 0) {
        fputs(", about ", stderr);
        print_span(seconds / (double)done * (double)(all - done));
        fputs(" left", stderr);
    }
    fflush(stderr);
}

void progress_end(const abs_progress *p)
{
    if (p->shown > p->began)
        fputs("\r\033[K", stderr);
}
