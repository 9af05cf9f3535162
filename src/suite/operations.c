/* operations.c -- what a line of a file of positions says about its position. See line.h. */
#include "search/registry.h"
#include "suite/line.h"

#include <ctype.h>
#include <limits.h>
#include <strings.h>

void line_add_result(abs_facts *f, int64_t depth, int result)
{
    f->known[f->known_count++] = (abs_known){(int)depth, ABS_EVAL_RESULT, result};
}

/* ---- operations ---------------------------------------------------------------------------- */

enum { ID, ANSWER, MATE, BEST, AVOID, JUDGED, COUNTED, OPERATIONS };

/* The operations that have an effect. */
static const struct {
    const char *name, *form;
} operations[OPERATIONS] = {
    [ID] = {"id", "id NAME, at most 255 bytes"},
    [ANSWER] = {"answer", "answer DEPTH VALUE"},
    [MATE] = {"dm", "dm N (or bm #N), a win in 1 to 999 moves, or with -N a loss"},
    [BEST] = {"bm", "bm MOVE, or several with blanks between, at most 64; or bm #N, a mate in N"},
    [AVOID] = {"am", "am MOVE, or several with blanks between, at most 64"},
    [JUDGED] = {"judged",
                "judged points, or judged results (1, 0, -1), and MOVE=VALUE once for every move"},
    [COUNTED] = {"", "D and a depth up to 100, and a count: of at most 32 depths, each once"},
};

enum { ID_BYTES = 255, MATE_MAX = 999 };

_Static_assert(ABS_MAX_DEPTH == 100 && ABS_MOVES_MAX == 64 && ABS_COUNTED_MAX == 32,
               "the messages say so");

/* Adds the moves of bm, or of am, to r->facts. Those of bm come before those of am. */
static bool read_moves(line_reader *r, bool avoid, const char *text, abs_error *error)
{
    abs_facts *f = &r->facts;
    const unsigned before = f->best_count + f->avoid_count;
    char word[ABS_TEXT_MAX];
    while (text_word(&text, BETWEEN ",", word)) {
        const unsigned place = f->best_count + f->avoid_count;
        if (place > before && strcasecmp(word, "e.p.") == 0) /* of the move before it */
            continue;
        const unsigned move = place < ABS_MOVES_MAX
                                  ? position_move(r->domain, r->rules, r->position, word, error)
                                  : ABS_NO_MOVE;
        if (move == ABS_NO_MOVE)
            return false;
        f->moves[place] = (uint16_t)move;
        if (avoid) {
            f->avoid_count++;
        } else {
            f->moves[place] = f->moves[f->best_count];
            f->moves[f->best_count++] = (uint16_t)move;
        }
    }
    return f->best_count + f->avoid_count > before;
}

/* Sets the value of a move, once. */
static bool set_judged(line_reader *r, bool *seen, const char *text, int64_t value,
                       abs_error *error)
{
    const unsigned move = position_move(r->domain, r->rules, r->position, text, error);
    if (move == ABS_NO_MOVE || seen[move])
        return false;
    seen[move] = true;
    r->facts.judged.values[move] = (int32_t)value;
    return true;
}

/* Reads what every move is worth. */
static bool read_judged(line_reader *r, const char *text, abs_error *error)
{
    const unsigned moves = r->domain->count_moves(r->rules, r->position);
    abs_judgement *judged = &r->facts.judged;
    bool seen[ABS_JUDGED_MAX] = {false};
    char word[ABS_TEXT_MAX] = "";
    text_word(&text, BETWEEN, word);
    judged->unit = strcmp(word, "results") == 0 ? ABS_UNIT_RESULTS : ABS_UNIT_POINTS;
    const int64_t most = judged->unit == ABS_UNIT_RESULTS ? 1 : ABS_VALUE_MAX;
    if ((judged->unit == ABS_UNIT_POINTS && strcmp(word, "points") != 0) || moves > ABS_JUDGED_MAX)
        return false;
    while (text_word(&text, BETWEEN, word)) {
        char *const equals = strrchr(word, '=');
        int64_t value;
        if (equals == NULL || !text_int(equals + 1, -most, most, &value))
            return false;
        *equals = '\0';
        if (!set_judged(r, seen, word, value, error))
            return false;
        judged->count++;
    }
    return judged->count > 0 && judged->count == moves;
}

/* Reads the points of STS, the strategic test suite: moves as in "f5=10, Be5=4", or moves and
   scores apart. A move that is not listed is worth 0. Returns false if the texts are something
   else. */
static bool read_points(line_reader *r, const char *moves, const char *scores)
{
    abs_judgement *judged = &r->facts.judged;
    const unsigned count = r->domain->count_moves(r->rules, r->position);
    bool seen[ABS_JUDGED_MAX] = {false}, ok = count <= ABS_JUDGED_MAX;
    char word[ABS_TEXT_MAX], score[ABS_TEXT_MAX];
    abs_error error;
    int64_t value;
    unsigned listed = 0;
    for (; ok && text_word(&moves, BETWEEN ",", word); listed++) {
        char *const equals = strrchr(word, '=');
        if (scores != NULL)
            ok = text_word(&scores, BETWEEN ",", score) && text_int(score, 0, 1000, &value);
        else if ((ok = equals != NULL && text_int(equals + 1, 0, 1000, &value)))
            *equals = '\0';
        ok = ok && set_judged(r, seen, word, value, &error);
    }
    ok = ok && listed > 0 && (scores == NULL || !text_word(&scores, BETWEEN ",", score));
    judged->count = ok ? count : 0;
    if (!ok)
        *judged = (abs_judgement){.count = 0};
    return ok;
}

/* Reads a score in discs, A2:+38, as Edax writes it; the value of a move without one is unknown. */
static bool read_discs(line_reader *r, const char *name)
{
    abs_judgement *judged = &r->facts.judged;
    const unsigned count = r->domain->count_moves(r->rules, r->position);
    const char *const colon = strchr(name, ':');
    char move[ABS_TEXT_MAX];
    abs_error error;
    int64_t value;
    if (colon == NULL || !text_int(colon + 1, -64, 64, &value) || count > ABS_JUDGED_MAX ||
        (judged->count > 0 && judged->unit != ABS_UNIT_DISCS))
        return false;
    snprintf(move, sizeof move, "%.*s", (int)(colon - name), name);
    const unsigned place = position_move(r->domain, r->rules, r->position, move, &error);
    if (place == ABS_NO_MOVE)
        return false;
    for (; judged->count < count; judged->count++)
        judged->values[judged->count] = ABS_UNJUDGED;
    judged->unit = ABS_UNIT_DISCS;
    judged->values[place] = (int32_t)value;
    return true;
}

/* Reads D5 and the like: the count of perft to depth 5. */
static bool read_counted(abs_facts *f, const char *name, const char *text)
{
    int64_t depth, count;
    if (!text_int(name + 1, 0, ABS_MAX_DEPTH, &depth) || !text_int(text, 0, INT64_MAX, &count) ||
        f->counted_count == ABS_COUNTED_MAX)
        return false;
    for (unsigned i = 0; i < f->counted_count; i++)
        if (f->counted[i].depth == (uint64_t)depth)
            return false;
    f->counted[f->counted_count++] = (abs_counted){(uint64_t)depth, (uint64_t)count};
    return true;
}

/* Reads the operands of an operation. Returns false if they do not have its form; the error may say
   more. */
static bool read_operands(line_reader *r, int operation, const char *name, const char *text,
                          abs_error *error)
{
    char first[32], second[32], more[2];
    int64_t depth, value, moves, last;
    abs_facts *f = &r->facts;
    switch (operation) {
    case ID:
        r->id = text;
        return *text != '\0' && strlen(text) <= ID_BYTES;
    case ANSWER:
        if (sscanf(text, "%31s %31s %1s", first, second, more) != 2 ||
            !text_int(first, 0, ABS_MAX_DEPTH, &depth) ||
            !text_int(second, -ABS_VALUE_MAX, ABS_VALUE_MAX, &value))
            return false;
        f->known[f->known_count++] = (abs_known){(int)depth, ABS_EVAL_HEURISTIC, (int)value};
        return true;
    case MATE: /* a side's N-th move wins, and no earlier one does: the other's is 2N plies away */
        if (!text_int(text, -MATE_MAX, MATE_MAX, &moves) || moves == 0)
            return false;
        last = moves > 0 ? 2 * moves - 1 : -2 * moves;
        if (last > 2)
            line_add_result(f, last - 2 < ABS_MAX_DEPTH ? last - 2 : ABS_MAX_DEPTH, 0);
        if (last <= ABS_MAX_DEPTH)
            line_add_result(f, last, moves > 0 ? 1 : -1);
        return true;
    case JUDGED:
        return read_judged(r, text, error);
    case COUNTED:
        return read_counted(&r->facts, name, text);
    default:
        return read_moves(r, operation == AVOID, text, error);
    }
}

/* Whether an operation that matters begins here: after moves it may lack the ; before it. */
static bool begins_operation(const char *text)
{
    for (int i = 0; i < COUNTED; i++) {
        const size_t length = strlen(operations[i].name);
        if (strncasecmp(text, operations[i].name, length) == 0 && text[length] == ' ')
            return true;
    }
    return false;
}

/* Cuts the operands off the text in place, and returns what follows; `moves` says whether they are
   moves. Sets *operands without blanks or quotes around them. Returns NULL if a quote is not
   closed. */
static char *end_operands(char *text, bool moves, char **operands)
{
    bool between = true; /* whether c is between operands: only there a quote begins a string */
    char *c = text;
    for (; *c != '\0' && *c != ';' && !(moves && between && begins_operation(c)); c++) {
        if (*c == '"' && between && (c = strchr(c + 1, '"')) == NULL)
            return NULL;
        between = strchr(BLANKS, *c) != NULL;
    }
    char *const rest = c + (*c == ';');
    text += strspn(text, BLANKS);
    while (c > text && strchr(BLANKS, c[-1]) != NULL)
        c--;
    const bool quoted = c - text > 1 && *text == '"' && c[-1] == '"';
    *(quoted ? c - 1 : c) = '\0';
    *operands = text + quoted;
    return rest;
}

/* ---- operations without effect ------------------------------------------------------------- */

bool line_is_bare_move(const line_reader *r, const char *word, abs_error *error)
{
    const abs_domain *d = r->domain;
    abs_error other;
    char from[2], to[2], more[2];
    const bool comment = *word == 'c' && isdigit((unsigned char)word[1]) && word[2] == '\0';
    if (position_fields(d) == 0 || comment || strpbrk(word, "0123456789") == NULL)
        return false;
    if (sscanf(word, "%1[a-i]%*2[0-9]%1[a-i]%*2[0-9]%1[^nbrq]", from, to, more) != 2 &&
        (d == &foreign_domain ||
         position_move(d, r->rules, r->position, word, &other) == ABS_NO_MOVE))
        return false;
    abs_fail(error, ABS_USAGE,
             "'%.40s' follows the FEN: write `moves` before moves that lead to the position (a "
             "puzzle of Lichess's begins after its first), or bm before those to find",
             word);
    return true;
}

/* Operations of the suites here, which say nothing that a search could use. */
static const char *const remarks[] = {"ply",     "value", "kind", "phase", "game", "name",
                                      "empties", "win",   "loss", "draw",  "play"};

/* What people write, and the operation with that effect. */
static const struct {
    const char *word;
    int operation;
} elsewhere[] = {{"best", BEST},     {"bestmove", BEST}, {"avoid", AVOID}, {"mate", MATE},
                 {"perft", COUNTED}, {"name", ID},       {"eval", ANSWER}, {"depth", COUNTED}};

/* Names an operation without effect on stderr, once a file. */
static void tell_unused(line_reader *r, const char *name, const char *operands)
{
    enum { MOST = 20 };
    char word[ABS_TEXT_MAX], bare[41];
    const char *form = NULL;
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
        if (strcmp(name, remarks[i]) == 0)
            return;
    snprintf(word, sizeof word, "%.900s\n%s", r->file != NULL ? r->file : "", name);
    if (r->told == NULL || names_find(r->told, word) != UINT32_MAX || r->unused > MOST)
        return;
    names_add(r->told, word);
    if (r->unused++ == MOST) {
        fprintf(stderr, "absbench: %s: more operations have no effect\n", r->file);
        return;
    }
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, ":="), name);
    for (int i = 0; i < COUNTED; i++)
        form = strcasecmp(bare, operations[i].name) == 0 ? operations[i].form : form;
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        form = strcasecmp(bare, elsewhere[i].word) == 0 ? operations[elsewhere[i].operation].form
                                                        : form;
    if (*bare == 'D' && isdigit((unsigned char)bare[1]) && strchr(name, '=') != NULL)
        form = operations[COUNTED].form;
    fprintf(stderr, "absbench: %s:%zu: the operation %s%s%.40s has no effect%s%s\n", r->file,
            r->number, name, *operands != '\0' ? " " : "", operands, form != NULL ? "; write " : "",
            form != NULL ? form : "");
}

/* ---- all of them --------------------------------------------------------------------------- */

/* Reads an operation without effect here, unless it is a form of values that others write. */
static bool pass_over(line_reader *r, const char *name, const char *operands, const char **sts,
                      abs_error *error)
{
    const bool known = r->domain != &foreign_domain;
    if (line_is_bare_move(r, name, error))
        return false;
    if (known && name[0] == 'c' && strchr("789", name[1]) != NULL && name[2] == '\0')
        sts[name[1] - '7'] = operands;
    else if (!known || r->facts.judged.count > 0 || strcmp(name, "c0") != 0 ||
             !read_points(r, operands, NULL))
        if (!known || !read_discs(r, name))
            tell_unused(r, name, operands);
    return true;
}

bool line_operations(line_reader *r, char *text, abs_error *error)
{
    unsigned seen = 0;
    const char *sts[3] = {NULL}; /* c7, c8 and c9: moves, their points, and the moves again */
    char *operands;
    for (text += strspn(text, BLANKS ";"); *text != '\0'; text += strspn(text, BLANKS ";")) {
        char name[41]; /* messages show no more of it */
        const int length = (int)strcspn(text, BLANKS ";");
        int i = 0;
        snprintf(name, sizeof name, "%.*s", length, text);
        if (!isalpha((unsigned char)*text) &&
            strchr(name, ':') != NULL) { /* 00:41, a solver's time */
            text += strcspn(text, ";");
            tell_unused(r, "(a time)", name);
            continue;
        }
        if (!isalpha((unsigned char)*text))
            return abs_fail(error, ABS_USAGE,
                            "'%.40s' is not an operation; write NAME OPERANDS and a ; after each",
                            text);
        while (i < COUNTED && strcasecmp(name, operations[i].name) != 0)
            i++;
        if ((text = end_operands(text + length, i == BEST || i == AVOID, &operands)) == NULL)
            return abs_fail(error, ABS_USAGE, "a quote is left open after %s; close it", name);
        if (i == BEST && *operands == '#') {
            i = MATE;
            operands++;
        }
        const bool counted =
            *name == 'D' && name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")] == '\0';
        if ((i == COUNTED && !counted) ||
            (i != ID && r->domain == &foreign_domain)) { /* its moves and values are not known */
            if (!pass_over(r, name, operands, sts, error))
                return false;
            continue;
        }
        if (i != COUNTED && (seen >> i & 1) != 0)
            return abs_fail(error, ABS_USAGE, "%s appears twice; remove one", name);
        seen |= 1u << i;
        error->text[0] = '\0';
        if (read_operands(r, i, name, operands, error))
            continue;
        if (error->text[0] != '\0')
            return abs_fail(error, ABS_USAGE, "%s: %.900s", name, error->text);
        return abs_fail(error, ABS_USAGE, "%s%s%.200s: write %s", name,
                        *operands != '\0' ? " " : "", operands, operations[i].form);
    }
    if (r->facts.judged.count > 0 ||
        (sts[1] != NULL && (read_points(r, sts[2] != NULL ? sts[2] : "", sts[1]) ||
                            read_points(r, sts[0] != NULL ? sts[0] : "", sts[1]))))
        return true;
    for (int k = 0; k < 3; k++)
        if (sts[k] != NULL)
            tell_unused(r, (const char *[]){"c7", "c8", "c9"}[k], sts[k]);
    return true;
}
