/* root.c -- see root.h. */
#include "suite/root.h"

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
