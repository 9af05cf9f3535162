/* place.c -- see place.h. */
#include "parallel/place.h"
#include "base/memory.h"

#include <stdlib.h>

enum { NODE_AT = (sizeof(place) + 63) / 64 * 64 };

/* Puts it in front of a list of that kind. */
static void put_in(place **head, place *x, int list)
{
    x->in[list].before = NULL;
    x->in[list].after = *head;
    x->in[list].here = true;
    if (*head != NULL)
        (*head)->in[list].before = x;
    *head = x;
}

static void take_out(place **head, place *x, int list)
{
    place *const before = x->in[list].before, *const after = x->in[list].after;
    if (after != NULL)
        after->in[list].before = before;
    if (before != NULL)
        before->in[list].after = after;
    else
        *head = after;
    x->in[list].here = false;
}

static place **bucket(place_store *store, uint64_t key)
{
    return &store->marks[abs_mix64(key) % PLACE_BUCKETS];
}

void place_clear(place_store *store)
{
    store->unused = NULL;
    for (size_t i = 0; i < store->count; i++)
        put_in(&store->unused, store->all[i], PLACE_SIBLINGS);
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
        put_in(&store->unused, store->all[store->count++], PLACE_SIBLINGS);
    }
    place *const x = store->unused;
    take_out(&store->unused, x, PLACE_SIBLINGS);
    *x = (place){.parent = parent, .node = (abs_node *)((char *)x + NODE_AT)};
    if (parent != NULL) {
        put_in(&parent->first, x, PLACE_SIBLINGS);
        x->again = parent->again;
    }
    return x;
}

void place_end(place_store *store, place *x)
{
    if (x->parent != NULL)
        take_out(&x->parent->first, x, PLACE_SIBLINGS);
    if (x->in[PLACE_TASKS].here)
        place_unlist(store, x);
    if (x->in[PLACE_MARKS].here)
        take_out(bucket(store, x->node->key), x, PLACE_MARKS);
    put_in(&store->unused, x, PLACE_SIBLINGS);
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
    put_in(&store->tasks[x->node->ply], x, PLACE_TASKS);
    if (x->node->ply > store->deepest)
        store->deepest = x->node->ply;
}

void place_unlist(place_store *store, place *x)
{
    take_out(&store->tasks[x->node->ply], x, PLACE_TASKS);
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
    put_in(bucket(store, x->node->key), x, PLACE_MARKS);
}

bool place_is_marked(place_store *store, uint64_t key, int depth)
{
    const place *x = *bucket(store, key);
    while (x != NULL && (x->node->key != key || x->node->depth != depth))
        x = x->in[PLACE_MARKS].after;
    return x != NULL;
}
