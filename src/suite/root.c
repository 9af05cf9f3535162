/* root.c -- see root.h. */
#include "suite/root.h"
#include "base/memory.h"

size_t abs_root_name(const abs_root *root, char *text, size_t size)
{
    if (abs_is_tree(root->domain)) { /* a tree's id begins with its spec */
        snprintf(text, size, "%s", root->id);
        return 0;
    }
    snprintf(text, size, "%s/%s", root->spec, root->id);
    return strlen(root->spec) + 1;
}

bool abs_root_is_problem(const abs_root *root)
{
    return root->facts.best_count + root->facts.avoid_count > 0;
}

/* One of those to be found, if any are named, and none of those to be avoided. */
bool abs_root_solves(const abs_root *root, unsigned move)
{
    const abs_facts *f = &root->facts;
    const unsigned best = f->best_count, all = best + f->avoid_count;
    unsigned place = 0;
    while (place < all && f->moves[place] != move)
        place++;
    return move != ABS_NO_MOVE && (best > 0 ? place < best : place == all);
}

/* ---- positions as they are kept ------------------------------------------------------------- */

abs_stored *stored_new(const char *id, const char *text, const abs_facts *facts)
{
    const size_t ids = strlen(id) + 1, texts = strlen(text) + 1;
    size_t known = sizeof *facts; /* bytes up to the last that is not 0 */
    while (known > 0 && ((const char *)facts)[known - 1] == 0)
        known--;
    abs_stored *stored = memory_take(offsetof(abs_stored, id) + ids + texts + known);
    stored->size = (uint32_t)(ids + texts + known);
    memcpy(stored->id, id, ids);
    memcpy(stored->id + ids, text, texts);
    memcpy(stored->id + ids + texts, facts, known);
    return stored;
}

const char *stored_text(const abs_stored *stored)
{
    return stored->id + strlen(stored->id) + 1;
}

abs_facts stored_facts(const abs_stored *stored)
{
    const char *text = stored_text(stored), *from = text + strlen(text) + 1;
    abs_facts facts = {.known_count = 0};
    memcpy(&facts, from, stored->size - (size_t)(from - stored->id));
    return facts;
}
