/*
 * check.h -- debug builds and plug-ins check in every search that a domain has no more moves and
 * slots than it declares; otherwise the search would write beyond the ends of its arrays. A
 * violation is a fault, which ends the program.
 */
#ifndef ABS_CHECK_H
#define ABS_CHECK_H

#include "absbench.h"

/* Prints the domain, the limit that it exceeds and the position on stderr, and faults. Plug-ins
   call the program's function. */
__attribute__((cold)) _Noreturn void abs_check_fail(const abs_domain *domain, const void *rules,
                                                    const void *position, const char *macro,
                                                    unsigned declared, unsigned needed,
                                                    const char *what_else);
/* Where abs_check_fail() leaves its message, without the domain's name, in 2 * ABS_TEXT_MAX bytes;
   NULL: nowhere. Only a single-threaded program sets it. */
extern char *abs_check_said;

#if defined ABS_DEBUG || defined ABS_PLUGIN

/* Is called before the move at `index` is put into a list or searched. */
static inline void abs_check_move(const abs_domain *domain, const void *rules, const void *position,
                                  unsigned index)
{
    if (index >= domain->max_moves)
        abs_check_fail(domain, rules, position, "DOMAIN_MAX_MOVES", domain->max_moves, index + 1,
                       " (or next() has no end)");
}

/* Is called before a slot is used, and returns it. */
static inline unsigned abs_check_slot(const abs_domain *domain, const void *rules,
                                      const void *position, unsigned slot)
{
    if (slot >= domain->slots)
        abs_check_fail(domain, rules, position, "DOMAIN_SLOTS", domain->slots, slot + 1, "");
    return slot;
}

#else

#define abs_check_move(domain, rules, position, index) ((void)(index))
#define abs_check_slot(domain, rules, position, slot) (slot)

#endif

#endif
