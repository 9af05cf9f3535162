/* entry.c -- see entry.h. */
#include "suite/entry.h"

size_t abs_entry_name(const abs_entry *entry, char *text, size_t size)
{
    if (abs_is_tree(entry->domain)) { /* a tree's id begins with its spec */
        snprintf(text, size, "%s", entry->id);
        return 0;
    }
    snprintf(text, size, "%s/%s", entry->spec, entry->id);
    return strlen(entry->spec) + 1;
}

bool abs_entry_is_problem(const abs_entry *entry)
{
    return entry->facts.best_count + entry->facts.avoid_count > 0;
}

/* One of those to be found, if any are named, and none of those to be avoided. */
bool abs_entry_solves(const abs_entry *entry, unsigned move)
{
    const abs_facts *f = &entry->facts;
    const unsigned best = f->best_count, all = best + f->avoid_count;
    unsigned place = 0;
    while (place < all && f->moves[place] != move)
        place++;
    return move != ABS_NO_MOVE && (best > 0 ? place < best : place == all);
}
