/* What the programs in C and C++ read a line with: docs/grade.md has it. */
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int value, children; /* no children: a leaf */
    struct node **child;
} node;

static int seen[1000000], count;

static node *read_tree(char **at)
{
    node *n = (node *)calloc(1, sizeof *n);
    if (**at != '[') {
        n->value = (int)strtol(*at, at, 10);
        return n;
    }
    do {
        ++*at;
        n->child = (node **)realloc(n->child, (size_t)(n->children + 1) * sizeof *n->child);
        n->child[n->children++] = read_tree(at);
    } while (**at == ',');
    ++*at;
    return n;
}

static int leaf(const node *n)
{
    return seen[count++] = n->value;
}

static void answer(int value)
{
    printf("%d", value);
    for (int i = 0; i < count; i++)
        printf(" %d", seen[i]);
    putchar('\n');
    count = 0;
}

static node *next_tree(void)
{
    static char line[100000];
    char *at = line;
    return fgets(line, sizeof line, stdin) != NULL ? read_tree(&at) : NULL;
}
