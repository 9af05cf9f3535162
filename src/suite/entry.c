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

/* The lists of the facts, each as long as it is. */
typedef struct {
    size_t known, moves, counted; /* in bytes */
} sizes;

static sizes sizes_of(const abs_facts *f)
{
    return (sizes){f->known_count * sizeof f->known[0],
                   (size_t)(f->best_count + f->avoid_count) * sizeof f->moves[0],
                   f->counted_count * sizeof f->counted[0]};
}

abs_kept *kept_new(const char *id, const char *text, const abs_facts *facts)
{
    const size_t ids = strlen(id) + 1, texts = strlen(text) + 1;
    const sizes s = sizes_of(facts);
    const size_t size = ids + texts + s.known + s.moves + s.counted;
    abs_kept *kept = memory_take(offsetof(abs_kept, id) + size);
    kept->size = (uint32_t)size;
    kept->known_count = facts->known_count;
    kept->best_count = facts->best_count;
    kept->avoid_count = facts->avoid_count;
    kept->counted_count = facts->counted_count;
    char *to = kept->id;
    memcpy(to, id, ids);
    memcpy(to += ids, text, texts);
    memcpy(to += texts, facts->known, s.known);
    memcpy(to += s.known, facts->moves, s.moves);
    memcpy(to + s.moves, facts->counted, s.counted);
    return kept;
}

const char *kept_text(const abs_kept *kept)
{
    return kept->id + strlen(kept->id) + 1;
}

abs_facts kept_facts(const abs_kept *kept)
{
    abs_facts facts = {.known_count = kept->known_count,
                       .best_count = kept->best_count,
                       .avoid_count = kept->avoid_count,
                       .counted_count = kept->counted_count};
    const sizes s = sizes_of(&facts);
    const char *text = kept_text(kept), *from = text + strlen(text) + 1;
    memcpy(facts.known, from, s.known);
    memcpy(facts.moves, from + s.known, s.moves);
    memcpy(facts.counted, from + s.known + s.moves, s.counted);
    return facts;
}
