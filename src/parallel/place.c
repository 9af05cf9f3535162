/* place.c -- see place.h. */
#include "parallel/place.h"
#include "base/memory.h"

#include <stdlib.h>

enum { NODE_AT = (sizeof(place) + 63) / 64 * 64 };

static void put_back(place_store *store, place *x)
{
    x->right = store->unused;
    store->unused = x;
}

void place_clear(place_store *store)
{
    store->unused = NULL;
    for (size_t i = 0; i < store->count; i++)
        put_back(store, store->all[i]);
    memset(store->tasks, 0, sizeof store->tasks);
    memset(store->marks, 0, sizeof store->marks);
    store->deepest = -1;
}

void place_free_all(place_store *store)
{
    for (size_t i = 0; i < store->count; i++)
        free(store->all[i]);
    free(store->all);
}

place *place_new(place_store *store, place *parent)
{
    if (store->unused == NULL) {
        memory_grow(&store->all, &store->room, store->count, sizeof *store->all);
        store->all[store->count] = memory_take(NODE_AT + store->node_size);
        put_back(store, store->all[store->count++]);
    }
    place *const x = store->unused;
    store->unused = x->right;
    *x = (place){.parent = parent, .node = (abs_node *)((char *)x + NODE_AT)};
    if (parent != NULL) {
        x->right = parent->first;
        if (parent->first != NULL)
            parent->first->left = x;
        parent->first = x;
        x->again = parent->again;
    }
    return x;
}

static void unmark(place_store *store, place *x)
{
    if (x->mark_after != NULL)
        x->mark_after->mark_before = x->mark_before;
    if (x->mark_before != NULL)
        x->mark_before->mark_after = x->mark_after;
    else
        store->marks[abs_mix64(x->node->key) % PLACE_BUCKETS] = x->mark_after;
    x->marked = false;
}

void place_end(place_store *store, place *x)
{
    if (x->right != NULL)
        x->right->left = x->left;
    if (x->left != NULL)
        x->left->right = x->right;
    else if (x->parent != NULL)
        x->parent->first = x->right;
    if (x->listed)
        place_unlist(store, x);
    if (x->marked)
        unmark(store, x);
    put_back(store, x);
}

uint64_t place_abort(place_store *store, place *x)
{
    uint64_t work = 0;
    while (x->first != NULL) {
        place *const child = x->first;
        work += place_abort(store, child) + child->entered;
        child->dead = true;
        place_end(store, child);
    }
    return work;
}

void place_list(place_store *store, place *x)
{
    place **const head = &store->tasks[x->node->ply];
    x->before = NULL;
    x->after = *head;
    if (*head != NULL)
        (*head)->before = x;
    *head = x;
    x->listed = true;
    if (x->node->ply > store->deepest)
        store->deepest = x->node->ply;
}

void place_unlist(place_store *store, place *x)
{
    if (x->after != NULL)
        x->after->before = x->before;
    if (x->before != NULL)
        x->before->after = x->after;
    else
        store->tasks[x->node->ply] = x->after;
    x->listed = false;
    while (store->deepest >= 0 && store->tasks[store->deepest] == NULL)
        store->deepest--;
}

bool place_is_left(const place *a, const place *b)
{
    while (a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return a->number < b->number;
}

void place_mark(place_store *store, place *x)
{
    place **const head = &store->marks[abs_mix64(x->node->key) % PLACE_BUCKETS];
    x->mark_before = NULL;
    x->mark_after = *head;
    if (*head != NULL)
        (*head)->mark_before = x;
    *head = x;
    x->marked = true;
}

bool place_is_marked(const place_store *store, uint64_t key, int depth)
{
    const place *x = store->marks[abs_mix64(key) % PLACE_BUCKETS];
    while (x != NULL && (x->node->key != key || x->node->depth != depth))
        x = x->mark_after;
    return x != NULL;
}
