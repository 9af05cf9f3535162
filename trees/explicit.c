/*
 * explicit -- a tree written down in a JSON file, as in a textbook.
 *
 * `[[3,12,8],[2,4,6],[14,5,2]]`: an array is a node, a whole number a leaf, all from the root
 * player's view. {"value": n, "children": [..]} gives an interior node an evaluation as well.
 * Where one has none, the tree can only be searched to its full height.
 *
 * Reading: the file becomes JSON in explicit_json.h, and is then laid out breadth first, so that a
 * node's children are neighbours.
 */
#include "explicit_json.h"
#include "text.h"
#include "tree.h"

typedef struct {
    int32_t value;  /* for the side to move, if known */
    uint32_t first; /* child; the others follow it */
    uint16_t count; /* of children; 0: a leaf */
    bool known;     /* it has a value */
} explicit_entry;

typedef struct {
    abs_rules base;
    explicit_entry *nodes;
    int height;
    int min_depth;
    int largest_leaf, largest; /* |value|; of leaves, and of all nodes that have one */
} explicit_rules;

typedef struct {
    uint32_t node;
} explicit_position;

typedef tree_cursor explicit_cursor;
typedef unsigned explicit_move;

/* ---- from JSON to nodes ---------------------------------------------------------------------- */

/* Where a node came from. */
typedef struct {
    const cJSON *item;
    uint32_t parent;
    uint32_t ply;
} explicit_source;

typedef struct {
    const char *file;
    explicit_entry *nodes;
    explicit_source *sources;
    uint32_t count, room;
    abs_error *error;
} explicit_loader;

enum { EXPLICIT_PATH_MAX = (ABS_MAX_DEPTH + 1) * (int)sizeof ".children[1023]" + 2 };

/* "FILE: $[0].children[2].value: what", for a node and a member of it (or ""). */
__attribute__((format(printf, 4, 5))) static bool
explicit_fail(const explicit_loader *l, uint32_t node, const char *member, const char *format, ...)
{
    enum { SHOWN = 160 };
    char what[160];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);

    uint32_t line[ABS_MAX_DEPTH + 1];
    unsigned length = 0;
    for (; node != 0; node = l->sources[node].parent)
        line[length++] = node;
    char path[EXPLICIT_PATH_MAX] = "$";
    size_t used = 1;
    while (length-- > 0) {
        const uint32_t child = line[length], parent = l->sources[child].parent;
        used += (size_t)snprintf(path + used, sizeof path - used, "%s[%u]",
                                 cJSON_IsObject(l->sources[parent].item) ? ".children" : "",
                                 (unsigned)(child - l->nodes[parent].first));
    }
    const bool cut = used > SHOWN;
    return abs_fail(l->error, ABS_CANNOT_RUN, "%.160s: %s%s%s: %s", l->file, cut ? "$..." : "",
                    cut ? path + used - SHOWN : path, member, what);
}

/* Appends a node, still to be read. */
static bool explicit_append(explicit_loader *l, const cJSON *item, uint32_t parent, uint32_t ply)
{
    if (l->count == l->room) {
        const uint32_t room = l->room > 0 ? 2 * l->room : 64;
        explicit_entry *nodes = realloc(l->nodes, room * sizeof *nodes);
        l->nodes = nodes != NULL ? nodes : l->nodes;
        explicit_source *sources = realloc(l->sources, room * sizeof *sources);
        l->sources = sources != NULL ? sources : l->sources;
        if (nodes == NULL || sources == NULL)
            return abs_fail(l->error, ABS_CANNOT_RUN, "%.200s: no memory; give a smaller tree",
                            l->file);
        l->room = room;
    }
    l->nodes[l->count] = (explicit_entry){0};
    l->sources[l->count++] = (explicit_source){item, parent, ply};
    return true;
}

/* Finds an object's members; NULL for one that is not there. */
static bool explicit_members(const explicit_loader *l, uint32_t node, const cJSON **value,
                             const cJSON **children)
{
    static const char *const names[] = {"value", "children", NULL};
    const cJSON *member;
    *value = *children = NULL;
    cJSON_ArrayForEach(member, l->sources[node].item)
    {
        const char *name = member->string;
        const cJSON **found = strcmp(name, names[0]) == 0   ? value
                              : strcmp(name, names[1]) == 0 ? children
                                                            : NULL;
        if (found == NULL) {
            const char *near = strlen(name) < 16 ? text_nearest(name, names) : NULL;
            return explicit_fail(l, node, "",
                                 near ? "unknown member \"%.40s\"; did you mean \"%s\"?"
                                      : "unknown member \"%.40s\"; a node has \"value\" and "
                                        "\"children\"",
                                 name, near);
        }
        if (*found != NULL)
            return explicit_fail(l, node, "", "\"%s\" stands there twice; remove one", name);
        *found = member;
    }
    return true;
}

static const char *explicit_kind(const cJSON *item)
{
    return cJSON_IsString(item)  ? "a string"
           : cJSON_IsNull(item)  ? "null"
           : cJSON_IsArray(item) ? "an array"
           : cJSON_IsBool(item)  ? "true or false"
                                 : "an object";
}

static bool explicit_take_value(explicit_loader *l, uint32_t node, const cJSON *value)
{
    const bool whole = value == l->sources[node].item; /* the node is nothing but its value */
    const char *member = whole ? "" : ".value";
    const double number = value->valuedouble;
    if (!cJSON_IsNumber(value))
        return explicit_fail(l, node, member, "%s; write a whole number%s", explicit_kind(value),
                             whole ? ", an array or an object" : "");
    if (!(number >= -ABS_VALUE_MAX && number <= ABS_VALUE_MAX) || number != (int)number)
        return explicit_fail(l, node, member, "%.15g; write a whole number from %d to %d", number,
                             -ABS_VALUE_MAX, ABS_VALUE_MAX);
    l->nodes[node].value = l->sources[node].ply % 2 == 0 ? (int)number : -(int)number;
    l->nodes[node].known = true;
    return true;
}

static bool explicit_take_children(explicit_loader *l, uint32_t node, const cJSON *children)
{
    const uint32_t ply = l->sources[node].ply + 1;
    const cJSON *child;
    if (ply > ABS_MAX_DEPTH && children->child != NULL)
        return explicit_fail(l, node, "", EXPLICIT_TOO_HIGH, ABS_MAX_DEPTH);
    l->nodes[node].first = l->count;
    cJSON_ArrayForEach(child, children)
    {
        if (l->nodes[node].count == ABS_MAX_MOVES)
            return explicit_fail(l, node, "", "more than %d children; leave some out",
                                 ABS_MAX_MOVES);
        if (!explicit_append(l, child, node, ply))
            return false;
        l->nodes[node].count++;
    }
    return true;
}

static bool explicit_take(explicit_loader *l, uint32_t node)
{
    const cJSON *item = l->sources[node].item, *value = item, *children = NULL;
    if (cJSON_IsObject(item)) {
        if (!explicit_members(l, node, &value, &children))
            return false;
        if (children != NULL && !cJSON_IsArray(children))
            return explicit_fail(l, node, ".children", "%s; write an array of nodes",
                                 explicit_kind(children));
        if (value == NULL && (children == NULL || children->child == NULL))
            return explicit_fail(l, node, "", "a node needs a \"value\" or \"children\"");
    } else if (cJSON_IsArray(item)) {
        if (item->child == NULL)
            return explicit_fail(l, node, "",
                                 "an empty array; write a whole number, or nodes in it");
        value = NULL;
        children = item;
    }
    return (value == NULL || explicit_take_value(l, node, value)) &&
           (children == NULL || explicit_take_children(l, node, children));
}

/* What the search is told about the tree as a whole. */
static void explicit_measure(explicit_rules *rules, const explicit_loader *l)
{
    int leaves = 0, all = 0; /* the largest |value| of leaves, and of any node */
    bool all_known = true;
    for (uint32_t i = 0; i < l->count; i++) {
        const explicit_entry *node = &l->nodes[i];
        const int size = abs(node->value);
        all_known &= node->known;
        all = size > all ? size : all;
        if (node->count == 0)
            leaves = size > leaves ? size : leaves;
    }
    rules->nodes = l->nodes;
    rules->height = (int)l->sources[l->count - 1].ply; /* breadth first: the last is lowest */
    rules->min_depth = all_known ? 0 : rules->height;
    rules->largest_leaf = leaves;
    rules->largest = all;
}

static bool explicit_load(explicit_rules *rules, const char *file, abs_error *error)
{
    size_t length;
    char *text = explicit_read(file, &length, error);
    cJSON *json = text != NULL ? explicit_json(file, text, length, error) : NULL;
    explicit_loader loader = {.file = file, .error = error};
    bool ok = json != NULL && explicit_append(&loader, json, 0, 0);
    for (uint32_t node = 0; ok && node < loader.count; node++)
        ok = explicit_take(&loader, node);
    if (ok)
        explicit_measure(rules, &loader);
    else
        free(loader.nodes);
    free(loader.sources);
    cJSON_Delete(json);
    free(text);
    return ok;
}

/* ---- the domain ------------------------------------------------------------------------------ */

static bool explicit_parse_rules(void *out, const char *options, abs_error *error)
{
    char file[ABS_TEXT_MAX] = "";
    const abs_spec_option table[] = {{.name = "file", .text = file}, {.name = NULL}};
    *(explicit_rules *)out = (explicit_rules){.nodes = NULL};
    if (!abs_spec_parse(options, table, error))
        return false;
    if (file[0] == '\0')
        return abs_fail(error, ABS_USAGE, "explicit needs a file: write explicit:file=TREE.json");
    if (explicit_load(out, file, error))
        return true;
    for (char *c = error->text; *c != '\0'; c++) /* one line, whatever the file holds */
        *c = (unsigned char)*c < ' ' || *c == 0x7F ? '?' : *c;
    return false;
}

static void explicit_free_rules(void *rules)
{
    free(((explicit_rules *)rules)->nodes);
    ((explicit_rules *)rules)->nodes = NULL;
}

static void explicit_root(const void *rules, uint64_t seed, void *out)
{
    (void)rules;
    (void)seed;
    *(explicit_position *)out = (explicit_position){.node = 0};
}

static int explicit_max_depth(const void *rules)
{
    return ((const explicit_rules *)rules)->height;
}

static int explicit_min_depth(const void *rules)
{
    return ((const explicit_rules *)rules)->min_depth;
}

static int explicit_bound(const void *rules, int depth)
{
    const explicit_rules *r = rules;
    return depth >= r->height ? r->largest_leaf : r->largest;
}

static int explicit_half_pawn(const void *rules)
{
    const int largest = ((const explicit_rules *)rules)->largest_leaf;
    return largest < 20 ? 1 : largest / 20;
}

static inline const explicit_entry *explicit_at(const explicit_rules *rules,
                                                const explicit_position *p)
{
    return &rules->nodes[p->node];
}

static inline tree_cursor explicit_moves(const explicit_rules *rules, const explicit_position *p)
{
    return (tree_cursor){.count = explicit_at(rules, p)->count};
}

static inline explicit_position explicit_apply(const explicit_rules *rules,
                                               const explicit_position *p, unsigned move)
{
    return (explicit_position){.node = explicit_at(rules, p)->first + move};
}

static inline int explicit_evaluate(const explicit_rules *rules, const explicit_position *p,
                                    int depth)
{
    (void)depth;
    assert(explicit_at(rules, p)->known);
    return explicit_at(rules, p)->value;
}

#define explicit_next tree_next
#define explicit_key(rules, p) abs_mix64(((p)->node + UINT64_C(1)) * TREE_G)
#define explicit_slot(p, move) (move)
#define explicit_move_text tree_move_text

#define DOMAIN explicit
#define DOMAIN_MAX_MOVES ABS_MAX_MOVES
#define DOMAIN_SLOTS ABS_MAX_MOVES
#define DOMAIN_COUNT(rules, p) explicit_at(rules, p)->count
#define DOMAIN_EVALUABLE(rules, p) explicit_at(rules, p)->known
#define DOMAIN_INFO                                                                                \
    .kind = "tree", .name = "explicit", .seedless = true, .aliases = "json file",                  \
    .summary = "a tree you write down in a JSON file", .options = "file=TREE.json",                \
    .example = "explicit:file=trees/examples/aima.json",                                           \
    .unit = "that of the file, for the root's player", .default_depth = ABS_MAX_DEPTH,             \
    .parse_rules = explicit_parse_rules, .free_rules = explicit_free_rules, .root = explicit_root, \
    .max_depth = explicit_max_depth, .min_depth = explicit_min_depth, .bound = explicit_bound,     \
    .half_pawn = explicit_half_pawn
#include "search.inc"
