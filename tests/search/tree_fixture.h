/*
 * tree_fixture.h -- opens and searches a tree by its spec, below everything the program adds.
 * For the unit tests of the tree models.
 */
#ifndef ABS_TREE_FIXTURE_H
#define ABS_TREE_FIXTURE_H

#include "tests/helpers.h"
#include "trees/tree.h"

enum { BLOCK = 512 };

/* A tree, opened by its spec. */
typedef struct {
    const abs_domain *parsed; /* the one that read the spec, and frees the rules */
    const abs_domain *domain; /* the one that plays */
    _Alignas(max_align_t) unsigned char rules[BLOCK], position[BLOCK];
} tree;

static abs_search search;
static abs_error error;

static inline bool tree_open(tree *t, const char *spec, uint64_t seed)
{
    const size_t length = strcspn(spec, ":");
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, spec);
    t->parsed = abs_registry_find("tree", name, &error)->domain;
    assert_true(t->parsed->rules_size <= BLOCK && t->parsed->position_size <= BLOCK);
    error = (abs_error){.text = ""};
    if (!t->parsed->parse_rules(t->rules, spec[length] == ':' ? spec + length + 1 : "", &error))
        return false;
    const abs_domain *chosen = t->parsed->choose ? t->parsed->choose(t->rules) : NULL;
    t->domain = chosen != NULL ? chosen : t->parsed;
    t->domain->root(t->rules, seed, t->position);
    search.arena = realloc(search.arena, t->domain->arena_size);
    assert_non_null(search.arena);
    return true;
}

static inline void tree_close(tree *t)
{
    if (t->parsed->free_rules != NULL)
        t->parsed->free_rules(t->rules);
}

/* One search with the open window; counts are in search.n. */
static inline int tree_search(const tree *t, const char *core, int depth)
{
    search.core = test_algo(core).core->core;
    search.rules = t->rules;
    memset(&search.n, 0, sizeof search.n);
    return search.core.minimax
               ? t->domain->minimax(&search, t->position, depth)
               : t->domain->search(&search, t->position, -ABS_INFINITY, ABS_INFINITY, depth);
}

static inline int tree_evaluate(const tree *t)
{
    return t->domain->evaluate(t->rules, t->position, 0);
}

static inline unsigned tree_moves_of(const tree *t)
{
    return t->domain->count_moves(t->rules, t->position);
}

static inline void tree_play(tree *t, unsigned move)
{
    unsigned char child[BLOCK];
    t->domain->apply(t->rules, t->position, move, child);
    memcpy(t->position, child, t->domain->position_size);
}

static inline uint64_t tree_key_of(const tree *t)
{
    return t->domain->key(t->rules, t->position);
}

/* What a search needs besides the tree. For cmocka's group set-up. */
static inline int fixture_setup(void **state)
{
    (void)state;
    search.grain = 1;
    search.poll_at = UINT64_MAX;
    search.slots = ABS_MAX_MOVES;
    search.history = calloc(2 * (size_t)search.slots, sizeof *search.history);
    return search.history == NULL;
}

static inline int fixture_teardown(void **state)
{
    (void)state;
    free(search.history);
    free(search.arena);
    return 0;
}

#endif
