/* entry.c -- see entry.h. */
#include "suite/entry.h"
#include "base/memory.h"

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

/* ---- positions as they are kept ------------------------------------------------------------- */

abs_kept *kept_new(const char *id, const char *text, const abs_facts *facts)
{
    const size_t ids = strlen(id) + 1, texts = strlen(text) + 1;
    size_t known = sizeof *facts; /* bytes up to the last that is not 0 */
    while (known > 0 && ((const char *)facts)[known - 1] == 0)
        known--;
    abs_kept *kept = memory_take(offsetof(abs_kept, id) + ids + texts + known);
    kept->size = (uint32_t)(ids + texts + known);
    memcpy(kept->id, id, ids);
    memcpy(kept->id + ids, text, texts);
    memcpy(kept->id + ids + texts, facts, known);
    return kept;
}

const char *kept_text(const abs_kept *kept)
{
    return kept->id + strlen(kept->id) + 1;
}

abs_facts kept_facts(const abs_kept *kept)
{
    const char *text = kept_text(kept), *from = text + strlen(text) + 1;
    abs_facts facts = {.known_count = 0};
    memcpy(&facts, from, kept->size - (size_t)(from - kept->id));
    return facts;
}
