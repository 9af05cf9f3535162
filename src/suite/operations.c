/* operations.c -- see operations.h. */
#include "suite/operations.h"
#include "base/text.h"
#include "suite/epd.h"
#include "suite/notation.h"

enum { MATE_MAX = (ABS_MAX_DEPTH + 1) / 2 };

_Static_assert(MATE_MAX == 50 && ABS_MAX_DEPTH == 100 && ABS_MOVES_MAX == 64 &&
                   ABS_COUNTED_MAX == 32,
               "the messages say so");

static void know(abs_operations *to, int64_t depth, abs_eval eval, int64_t value)
{
    to->facts.known[to->facts.known_count++] = (abs_known){(int)depth, eval, (int)value};
}

static bool read_id(abs_operations *to, const char *text)
{
    enum { ID_BYTES = 255 };
    to->id = text;
    return *text != '\0' && strlen(text) <= ID_BYTES;
}

static bool read_answer(abs_operations *to, const char *text)
{
    int64_t depth, value;
    char number[32];
    const size_t length = strcspn(text, " \t");
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    if (!text_int(number, 0, ABS_MAX_DEPTH, &depth) ||
        !text_int(text + length + strspn(text + length, " \t"), -ABS_VALUE_MAX, ABS_VALUE_MAX,
                  &value))
        return false;
    know(to, depth, ABS_EVAL_HEURISTIC, value);
    return true;
}

/* Won with the N-th move, that is within 2N - 1 plies, and not with an earlier one. */
static bool read_mate(abs_operations *to, const char *text)
{
    int64_t moves;
    if (!text_int(text, 1, MATE_MAX, &moves))
        return false;
    if (moves > 1)
        know(to, 2 * moves - 3, ABS_EVAL_RESULT, 0);
    know(to, 2 * moves - 1, ABS_EVAL_RESULT, 1);
    return true;
}

static const char between[] = " \t,"; /* moves */

static bool read_best(abs_operations *to, const char *text)
{
    to->best = text;
    return text[strspn(text, between)] != '\0';
}

static bool read_avoid(abs_operations *to, const char *text)
{
    to->avoid = text;
    return text[strspn(text, between)] != '\0';
}

/* The operations that matter here, with those of perft; all others are ignored. */
static const struct {
    const char *name, *form;
    bool (*read)(abs_operations *, const char *text);
} operations[] = {
    {"id", "id NAME, at most 255 bytes", read_id},
    {"answer", "answer DEPTH VALUE", read_answer},
    {"dm", "dm N, a win in 1 to 50 moves", read_mate},
    {"bm", "bm MOVE, or several with blanks between", read_best},
    {"am", "am MOVE, or several with blanks between", read_avoid},
};

enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* D5: the count of perft to depth 5. */
static bool is_counted(const char *name)
{
    return *name == 'D' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
}

static bool read_counted(abs_operations *to, const epd_operation *op, abs_error *error)
{
    abs_facts *f = &to->facts;
    int64_t depth, count;
    if (!text_int(op->name + 1, 0, ABS_MAX_DEPTH, &depth) ||
        !text_int(op->operands, 0, INT64_MAX, &count))
        return abs_fail(error, ABS_USAGE,
                        "%.40s %.200s: write D and a depth up to 100, and a count", op->name,
                        op->operands);
    for (unsigned i = 0; i < f->counted_count; i++)
        if (f->counted[i].depth == (uint64_t)depth)
            return abs_fail(error, ABS_USAGE, "%.40s appears twice; remove one", op->name);
    if (f->counted_count == ABS_COUNTED_MAX)
        return abs_fail(error, ABS_USAGE, "%.40s: these are more than 32 counts; leave some out",
                        op->name);
    f->counted[f->counted_count++] = (abs_counted){(uint64_t)depth, (uint64_t)count};
    return true;
}

bool operations_read(char *text, abs_operations *to, abs_error *error)
{
    bool seen[OPERATIONS] = {false};
    epd_operation op;
    int more;
    while ((more = epd_next(&text, &op, error)) > 0) {
        size_t i = 0;
        while (i < OPERATIONS && strcmp(op.name, operations[i].name) != 0)
            i++;
        if (is_counted(op.name) && !read_counted(to, &op, error))
            return false;
        if (i == OPERATIONS)
            continue;
        if (seen[i])
            return abs_fail(error, ABS_USAGE, "%s appears twice; remove one", op.name);
        seen[i] = true;
        if (!operations[i].read(to, op.operands))
            return abs_fail(error, ABS_USAGE, "%s%s%.200s: write %s", op.name,
                            *op.operands != '\0' ? " " : "", op.operands, operations[i].form);
    }
    return more == 0;
}

/* Adds the moves of bm or am, which `name` is, to those that are known. */
static bool find_moves(abs_facts *f, const char *name, const char *text, const abs_domain *domain,
                       const void *rules, const void *position, abs_error *error)
{
    for (; text != NULL && *(text += strspn(text, between)) != '\0';
         text += strcspn(text, between)) {
        char word[ABS_TEXT_MAX];
        const size_t length = strcspn(text, between), most = sizeof word - 1;
        snprintf(word, sizeof word, "%.*s", (int)(length < most ? length : most), text);
        const unsigned place = f->best_count + f->avoid_count;
        if (place == ABS_MOVES_MAX)
            return abs_fail(error, ABS_USAGE, "%s: more than 64 moves; leave some out", name);
        const unsigned move = notation_move(domain, rules, position, word, error);
        if (move == ABS_NO_MOVE) {
            const abs_error cause = *error;
            return abs_fail(error, ABS_USAGE, "%s: %.900s", name, cause.text);
        }
        f->moves[place] = (uint16_t)move;
        *(strcmp(name, "bm") == 0 ? &f->best_count : &f->avoid_count) += 1;
    }
    return true;
}

bool operations_find_moves(abs_operations *to, const abs_domain *domain, const void *rules,
                           const void *position, abs_error *error)
{
    return find_moves(&to->facts, "bm", to->best, domain, rules, position, error) &&
           find_moves(&to->facts, "am", to->avoid, domain, rules, position, error);
}
