/* line.c -- see line.h. */
#include "log/line.h"
#include "base/memory.h"

#include <stdlib.h>

void line_free(line_walk *walk)
{
    free(walk->here);
    free(walk->next);
    *walk = (line_walk){0};
}

void line_start(line_walk *walk, const abs_root *root)
{
    const size_t size = root->domain->position_size;
    if (walk->room < size) {
        line_free(walk);
        *walk = (line_walk){memory_take(size), memory_take(size), size};
    }
    if (size > 0)
        memcpy(walk->here, root->position, size);
}

void line_advance(line_walk *walk, const abs_root *root, unsigned move)
{
    void *const before = walk->here;
    root->domain->apply(root->rules, before, move, walk->next);
    walk->here = walk->next;
    walk->next = before;
}

void line_write(abs_buffer *b, line_walk *walk, const abs_row *row, line_writer *write,
                const uint16_t *moves, unsigned count, line_form form)
{
    char text[ABS_TEXT_MAX];
    if (form == LINE_JSON)
        buffer_char(b, '[');
    if (count > 0)
        line_start(walk, row->root);
    for (unsigned i = 0; i < count; i++) {
        write(row->root->rules, walk->here, moves[i], text, sizeof text);
        line_advance(walk, row->root, moves[i]);
        if (form == LINE_JSON) {
            buffer_element_text(b, text);
        } else {
            buffer_text(b, i > 0 ? " " : "");
            buffer_text(b, text);
        }
    }
    if (form == LINE_JSON)
        buffer_char(b, ']');
}
