/*
 * explicit -- a tree written down in a JSON file, as in a textbook.
 *
 * `[[3,12,8],[2,4,6],[14,5,2]]`: an array is a node, a whole number a leaf, all from the root
 * player's view. {"value": n, "children": [..]} also gives an interior node an evaluation; "type",
 * "player" and "is_max" must agree with MAX at the root and turns; other members, such as D3's
 * "name", are ignored. If any node has no value, the tree can only be searched to its full height.
 *
 * The whole text is parsed, and then read node by node, breadth first, so that a node's children
 * are neighbours.
 */
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

enum { EXPLICIT_MAX_NODES = 1 << 22, EXPLICIT_MAX_BYTES = 64 << 20 };

/* A ply of objects takes two levels of JSON. */
_Static_assert((int)JSON_DEPTH_MAX > 2 * ABS_MAX_DEPTH + 2, "too little for the highest tree");

typedef struct {
    int32_t value;  /* for the side to move, if known */
    uint32_t first; /* the first child, which the others follow */
    uint16_t count; /* of children; 0 for a leaf */
    bool known;     /* whether the node has a value */
} explicit_entry;

typedef struct {
    abs_rules base;
    explicit_entry *nodes;
    int height;
    int min_depth;
    int largest_leaf, largest; /* the largest |value| of leaves; of all nodes with a value */
} explicit_rules;

typedef struct {
    uint64_t key; /* as that of a drawn tree with seed 0 */
    uint32_t node;
} explicit_position;

typedef tree_cursor explicit_cursor;
typedef unsigned explicit_move;

/* ---- reading --------------------------------------------------------------------------------- */

/* The place in the JSON that a node comes from. */
typedef struct {
    const cJSON *item;
    uint32_t parent;
    uint32_t ply;
} explicit_source;

typedef struct {
    const char *file;
    explicit_entry *nodes;
    explicit_source *sources;
    size_t count, node_room, source_room;
    abs_error *error;
} explicit_loader;

enum { EXPLICIT_PATH_MAX = (ABS_MAX_DEPTH + 1) * (int)sizeof ".children[1023]" + 2 };

/* Sets the error "FILE: $[0].children[2].value: what", for a node and a member of it (or ""). */
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

/* Sets the error "FILE, line L, column C: malformed JSON: what". Columns are bytes, from 1. */
static bool explicit_fail_at(const char *file, const char *text, const char *at, const char *wrong,
                             abs_error *error)
{
    unsigned line = 1;
    const char *start = text;
    for (const char *c = text; c < at; c++) {
        if (*c == '\n') {
            line++;
            start = c + 1;
        }
    }
    return abs_fail(error, ABS_CANNOT_RUN, "%.200s, line %u, column %u: malformed JSON: %s", file,
                    line, (unsigned)(at - start) + 1, wrong);
}

/* Returns the value that the text holds, or NULL with the error set. */
static cJSON *explicit_parse(const char *file, const char *text, size_t length, abs_error *error)
{
    const char *const mark = "\xEF\xBB\xBF"; /* some editors begin a file with it */
    const char *const end = text + length, *const start = text + 3 * (strncmp(text, mark, 3) == 0);
    const char *at = start, *wrong = json_check(&at, end, &(json_values){0});
    cJSON *root = NULL;
    if (wrong != NULL && at == start && *at != '\0')
        wrong = "a tree is a nested list, such as [[3,12],[2,5]]";
    size_t commas = 0; /* each node has at most one before it and one in it */
    for (const char *c = start; c < end; c++)
        commas += *c == ',';
    if (wrong == NULL && commas > 2 * (size_t)EXPLICIT_MAX_NODES) {
        abs_fail(error, ABS_CANNOT_RUN, "%.200s: more than %d nodes; give a smaller tree", file,
                 EXPLICIT_MAX_NODES);
        return NULL;
    }
    if (wrong == NULL && at < end)
        wrong = "something follows the tree";
    if (wrong == NULL && (root = cJSON_ParseWithOpts(start, &at, true)) == NULL)
        wrong = "this number is too long";
    if (wrong != NULL)
        explicit_fail_at(file, text, at, wrong, error);
    return root;
}

/* Appends a node, which is read later. */
static bool explicit_append(explicit_loader *l, const cJSON *item, uint32_t parent, uint32_t ply)
{
    if (l->count == EXPLICIT_MAX_NODES)
        return abs_fail(l->error, ABS_CANNOT_RUN, "%.200s: more than %d nodes; give a smaller tree",
                        l->file, EXPLICIT_MAX_NODES);
    memory_grow(&l->nodes, &l->node_room, l->count, sizeof *l->nodes);
    memory_grow(&l->sources, &l->source_room, l->count, sizeof *l->sources);
    l->nodes[l->count] = (explicit_entry){0};
    l->sources[l->count++] = (explicit_source){item, parent, ply};
    return true;
}

static const char *explicit_kind(const cJSON *item)
{
    return cJSON_IsString(item)   ? "a string"
           : cJSON_IsNull(item)   ? "null"
           : cJSON_IsArray(item)  ? "an array"
           : cJSON_IsObject(item) ? "an object"
           : cJSON_IsNumber(item) ? "a number"
                                  : "true or false";
}

/* Who moves at a node, as a member says it: 1 is MAX, -1 MIN, 0 neither. */
static int explicit_side(const cJSON *item)
{
    const char *const text = cJSON_IsString(item) ? item->valuestring : "";
    if (cJSON_IsBool(item))
        return cJSON_IsTrue(item) ? 1 : -1;
    if (cJSON_IsNumber(item))
        return item->valuedouble == 1                              ? 1
               : item->valuedouble == -1 || item->valuedouble == 2 ? -1
                                                                   : 0;
    return strncasecmp(text, "max", 3) == 0 ? 1 : strncasecmp(text, "min", 3) == 0 ? -1 : 0;
}

/* Whether the node's side, as the member says it, is the one whose turn it is. Players with names
   of their own (0 and 1, A and B) take turns from the root on. */
static bool explicit_turn(const explicit_loader *l, uint32_t node, const cJSON *member)
{
    const bool roots = l->sources[node].ply % 2 == 0;
    const int side = explicit_side(member);
    const cJSON *first = cJSON_GetObjectItemCaseSensitive(l->sources[0].item, member->string);
    if (side == 0 && (first == NULL || strcasestr(member->string, "type") != NULL))
        return true;
    if (first != NULL && explicit_side(first) == 0)
        return (cJSON_Compare(member, first, true) != 0) == roots;
    return side == 0 || (side > 0) == roots;
}

/* Refuses members that say another tree than the one that would be searched. */
static bool explicit_heed(const explicit_loader *l, uint32_t node, const cJSON *member)
{
    static const char *const turns[] = {"type",          "player",      "is_max",  "node_type",
                                        "isMax",         "turn",        "to_move", "maximizing",
                                        "is_maximizing", "isMaximizing"},
                             *const forms[] = {"left",     "right",      "nodes",
                                               "child",    "childs",     "moves",
                                               "branches", "successors", "subtrees", "root"};
    const char *const name = member->string;
    const cJSON *const item = l->sources[node].item;
    char path[64];
    snprintf(path, sizeof path, ".%.60s", name);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcasecmp(name, forms[i]) == 0)
            return explicit_fail(l, node, path,
                                 "this is not read; write {\"children\": [A, B, ..]}, "
                                 "or [A, B, ..]");
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        if (strcasecmp(name, turns[i]) != 0)
            continue;
        if (cJSON_IsString(member) && (strcasestr(member->valuestring, "chance") != NULL ||
                                       strncasecmp(member->valuestring, "exp", 3) == 0))
            return explicit_fail(l, node, path,
                                 "there are no chance nodes; MAX and MIN take turns");
        if (cJSON_GetObjectItemCaseSensitive(item, "children") != NULL &&
            !explicit_turn(l, node, member))
            return explicit_fail(l, node, path,
                                 "here %s moves, since MAX moves at the root and they "
                                 "take turns; to make MIN move first, write the tree "
                                 "as the only child of a root",
                                 l->sources[node].ply % 2 == 0 ? "MAX" : "MIN");
    }
    return true;
}

/* Sets an object's members; one that is missing is not set. */
static bool explicit_members(const explicit_loader *l, uint32_t node, const cJSON **value,
                             const cJSON **children)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, l->sources[node].item)
    {
        const cJSON **found = strcmp(member->string, "value") == 0      ? value
                              : strcmp(member->string, "children") == 0 ? children
                                                                        : NULL;
        if (found == NULL && !explicit_heed(l, node, member))
            return false;
        if (found == NULL)
            continue;
        if (*found != NULL)
            return explicit_fail(l, node, "", "\"%s\" appears twice; remove one", member->string);
        *found = member;
    }
    return true;
}

static bool explicit_take_value(explicit_loader *l, uint32_t node, const cJSON *value)
{
    const bool whole = value == l->sources[node].item; /* the node is a number */
    const char *member = whole ? "" : ".value";
    if (!cJSON_IsNumber(value))
        return explicit_fail(l, node, member, "%s; write a whole number%s", explicit_kind(value),
                             whole ? ", an array or an object" : "");
    const double number = value->valuedouble;
    if (!(number >= -ABS_VALUE_MAX && number <= ABS_VALUE_MAX) || number != (int)number)
        return explicit_fail(l, node, member, "%.15g%s; write a whole number from %d to %d", number,
                             fabs(number) < ABS_VALUE_MAX ? " is a decimal" : "", -ABS_VALUE_MAX,
                             ABS_VALUE_MAX);
    l->nodes[node].value = l->sources[node].ply % 2 == 0 ? (int)number : -(int)number;
    l->nodes[node].known = true;
    return true;
}

static bool explicit_take_children(explicit_loader *l, uint32_t node, const cJSON *children)
{
    const uint32_t ply = l->sources[node].ply + 1;
    const cJSON *child;
    l->nodes[node].first = (uint32_t)l->count;
    cJSON_ArrayForEach(child, children)
    {
        if (ply > ABS_MAX_DEPTH)
            return explicit_fail(l, node, "", "the tree is higher than %d plies; cut it there",
                                 ABS_MAX_DEPTH);
        if (l->nodes[node].count == ABS_MAX_MOVES)
            return explicit_fail(l, node, "", "more than %d children; leave some out",
                                 ABS_MAX_MOVES);
        if (!explicit_append(l, child, node, ply))
            return false;
        l->nodes[node].count++;
    }
    return true;
}

/* Reads a node: a number, an array of nodes, or an object with either or both. */
static bool explicit_take(explicit_loader *l, uint32_t node)
{
    const cJSON *item = l->sources[node].item, *value = NULL, *children = NULL;
    const bool object = cJSON_IsObject(item);
    if (object && !explicit_members(l, node, &value, &children))
        return false;
    if (cJSON_IsNull(value) && children != NULL)
        value = NULL;
    if (cJSON_IsArray(item))
        children = item;
    else if (!object)
        value = item;
    if (children != NULL && !cJSON_IsArray(children))
        return explicit_fail(l, node, ".children", "%s; write an array of nodes",
                             explicit_kind(children));
    if ((value != NULL && !explicit_take_value(l, node, value)) ||
        (children != NULL && !explicit_take_children(l, node, children)))
        return false;
    if (value != NULL || l->nodes[node].count > 0)
        return true;
    return explicit_fail(l, node, "",
                         object ? "a node needs a \"value\" or \"children\""
                                : "an empty array; write a whole number, or nodes in it");
}

/* Sets what the descriptor needs to know of the whole tree. */
static void explicit_measure(explicit_rules *rules, const explicit_loader *l)
{
    int leaves = 0, all = 0; /* the largest |value| of leaves, and of any node */
    bool all_known = true;
    for (size_t i = 0; i < l->count; i++) {
        const explicit_entry *node = &l->nodes[i];
        const int size = abs(node->value);
        all_known &= node->known;
        all = size > all ? size : all;
        if (node->count == 0)
            leaves = size > leaves ? size : leaves;
    }
    rules->nodes = l->nodes;
    rules->height = (int)l->sources[l->count - 1].ply; /* breadth first, the last is the lowest */
    rules->min_depth = all_known ? 0 : rules->height;
    rules->largest_leaf = leaves;
    rules->largest = all;
}

static bool explicit_load(explicit_rules *rules, const char *file, abs_error *error)
{
    size_t length;
    char *text = file_read(file, EXPLICIT_MAX_BYTES, &length, error);
    cJSON *root = text != NULL ? explicit_parse(file, text, length, error) : NULL;
    explicit_loader loader = {.file = file, .error = error};
    bool ok = root != NULL && explicit_append(&loader, root, 0, 0);
    for (uint32_t node = 0; ok && node < loader.count; node++)
        ok = explicit_take(&loader, node);
    if (ok) {
        explicit_measure(rules, &loader);
        rules->base.contents = abs_mix_text(text);
    } else {
        free(loader.nodes);
    }
    free(loader.sources);
    cJSON_Delete(root);
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
    return explicit_load(out, file, error);
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
    *(explicit_position *)out = (explicit_position){.key = tree_root_key(0), .node = 0};
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
    return (explicit_position){.key = tree_child(p->key, move),
                               .node = explicit_at(rules, p)->first + move};
}

static inline int explicit_evaluate(const explicit_rules *rules, const explicit_position *p,
                                    int depth)
{
    (void)depth;
    assert(explicit_at(rules, p)->known);
    return explicit_at(rules, p)->value;
}

#define explicit_next tree_next
#define explicit_key(rules, p) ((p)->key)
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
    .unit = "the file's, for the root's player", .default_depth = ABS_MAX_DEPTH,                   \
    .parse_rules = explicit_parse_rules, .free_rules = explicit_free_rules, .root = explicit_root, \
    .max_depth = explicit_max_depth, .min_depth = explicit_min_depth, .bound = explicit_bound,     \
    .half_pawn = explicit_half_pawn
#include "search/search.inc"
