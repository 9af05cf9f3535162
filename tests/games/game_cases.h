/*
 * game_cases.h -- the rows of cases.tsv of one game: GAME, KIND, a position's text, and
 *     figures   aliases, then the greatest depth, half a pawn, and the bound at depth 9
 *     options   .. that are refused, with blanks between
 *     perft     DEPTH:COUNT ..
 *     moves     those that begin so, without it, in order
 *     legal     a move; illegal
 *     same      a text of the same position; other: of one that has another key
 *     images    texts, "; " between
 *     value     heuristic or result, the depth, the value and the best move, if it is told
 *     san       a move, and its standard algebraic notation
 *     read      what a user writes, and the move; unread: and what is said of it
 *     refused   a part of the message
 * and perhaps what it is about. \n and \xHH stand for bytes.
 */
#ifndef GAME_CASES_H
#define GAME_CASES_H

/* Cuts a line at its tabs, and makes bytes of what stands for them. */
static void cut_line(char *line, char *cells[8])
{
    char *to = line;
    line[strcspn(line, "\n")] = '\0';
    cells[0] = line;
    for (int i = 1; i < 8; i++)
        cells[i] = NULL;
    for (int i = 0; *line != '\0'; to++) {
        if (strncmp(line, "\\x", 2) == 0) {
            const char digits[] = {line[2], line[3], '\0'};
            *to = (char)strtol(digits, NULL, 16);
            line += 4;
        } else if (strncmp(line, "\\n", 2) == 0) {
            *to = '\n';
            line += 2;
        } else {
            *to = *line++;
        }
        if (*to == '\t') {
            *to = '\0';
            cells[++i] = to + 1;
        }
    }
    *to = '\0';
}

/* The move with this text; ABS_NO_MOVE: there is none. */
static unsigned move_of(const game_position *p, const char *wanted)
{
    for (unsigned i = 0; i < D->count_moves(heuristic, p); i++) {
        char text[ABS_TEXT_MAX];
        D->move_text(heuristic, p, i, text, sizeof text);
        if (strcmp(text, wanted) == 0)
            return i;
    }
    return ABS_NO_MOVE;
}

/* The value from the open window, under every ordering alike, and the first best move's text. */
static int searched(const void *rules, const game_position *p, int depth, char best[16])
{
    static const unsigned orders[] = {ABS_ORDER_KILLER | ABS_ORDER_HISTORY, ABS_ORDER_EVAL, 0};
    static abs_search s;
    int values[3];
    for (int i = 0; i < 3; i++) {
        memset(&s, 0, sizeof s);
        s.rules = rules;
        s.order = orders[i];
        s.grain = 1;
        s.poll_at = UINT64_MAX;
        s.slots = D->slots;
        s.history = calloc(2 * (size_t)D->slots, sizeof *s.history);
        s.arena = malloc(D->arena_size);
        values[i] = D->search(&s, p, -ABS_INFINITY, ABS_INFINITY, depth);
        assert_int_equal(values[i], values[0]);
        free(s.arena);
        free(s.history);
    }
    if (s.best != ABS_NO_MOVE)
        D->move_text(heuristic, p, s.best, best, 16);
    return values[0];
}

static void check_figures(char *const *cells)
{
    char figures[64];
    snprintf(figures, sizeof figures, "%d %d %d", D->max_depth(heuristic), D->half_pawn(heuristic),
             D->bound(heuristic, 9));
    assert_string_equal(figures, cells[3]);
    assert_string_equal(D->aliases != NULL ? D->aliases : "", cells[2]);
    assert_true(D->half_pawn(result) == 1 && D->bound(result, 9) == 1);
    parsed(D->forms[0].example);
}

static void check_options(char *options)
{
    static _Alignas(max_align_t) unsigned char rules[256];
    for (char *option = strtok(options, " "); option != NULL; option = strtok(NULL, " ")) {
        abs_error error = {.text = ""};
        assert_false(D->parse_rules(rules, option, &error));
        assert_int_equal(error.code, ABS_USAGE);
    }
}

enum { PERFT_MOST = 1000000 }; /* greater counts are for make check-long */

/* The counts; the slow game's too, and those of images, as far as there are few. */
static void check_perft(const naive *n, const game_position *p, char *counts)
{
    const bool all = test_amount(10) == 10;
    naive image;
    int depth = 0;
    for (char *word = strtok(counts, " "); word != NULL; word = strtok(NULL, " ")) {
        const uint64_t count = strtoull(strchr(word, ':') + 1, NULL, 10);
        depth = atoi(word);
        if (all || count < PERFT_MOST)
            assert_int_equal(D->perft(heuristic, p, depth), count);
    }
    for (int d = 1; d <= depth; d++) {
        const uint64_t count = D->perft(heuristic, p, d);
        if (count >= (all ? 100000 : 2000))
            break;
        assert_int_equal(naive_perft(n, d), count);
        for (int i = 0; game_image(n, i, &image); i++) {
            const game_position other = parsed_naive(&image);
            assert_int_equal(D->perft(heuristic, &other, d), count);
        }
    }
}

static void check_moves(const game_position *p, const char *from, const char *wanted)
{
    char moves[8 * ABS_TEXT_MAX] = "";
    for (unsigned i = 0; i < D->count_moves(heuristic, p); i++) {
        char text[ABS_TEXT_MAX];
        D->move_text(heuristic, p, i, text, sizeof text);
        if (strncmp(text, from, strlen(from)) == 0)
            strcat(strcat(moves, moves[0] != '\0' ? " " : ""), text + strlen(from));
    }
    assert_string_equal(moves, wanted);
}

static void check_images(const game_position *p, const char *wanted)
{
    char texts[8 * ABS_TEXT_MAX] = "";
    game_position image = {{0}};
    for (unsigned i = 0; D->image(heuristic, p, i, &image); i++) {
        char text[ABS_TEXT_MAX];
        D->print(heuristic, &image, text, sizeof text);
        strcat(strcat(texts, i > 0 ? "; " : ""), text);
    }
    assert_string_equal(texts, wanted);
}

static void check_value(const game_position *p, char *const *cells)
{
    char best[16] = "";
    const void *rules = strcmp(cells[3], "result") == 0 ? result : heuristic;
    const int value = searched(rules, p, atoi(cells[4]), best);
    if (value != atoi(cells[5]))
        fail_msg("%s, depth %s: %d, not %s", cells[2], cells[4], value, cells[5]);
    if (cells[6] != NULL)
        assert_string_equal(best, cells[6]);
}

/* A text is refused, or a move: in one line, for that reason. */
static void check_refusal(const char *text, const abs_error *error, const char *reason)
{
    assert_int_equal(error->code, ABS_USAGE);
    if (strchr(error->text, '\n') != NULL || strstr(error->text, reason) == NULL)
        fail_msg("'%s' is refused with: %s", text, error->text);
}

static void check_row(char *const *cells)
{
    static naive_child list[GAME_MOVES + 1];
    const char *kind = cells[1], *text = cells[2];
    char written[ABS_TEXT_MAX];
    game_position p = {{0}};
    abs_error error = {.text = ""};
    if (strcmp(kind, "figures") == 0 || strcmp(kind, "options") == 0) {
        *kind == 'f' ? check_figures(cells) : check_options(cells[2]);
        return;
    }
    if (strcmp(kind, "refused") == 0) {
        assert_false(D->parse(heuristic, text, &p, &error));
        check_refusal(text, &error, cells[3]);
        return;
    }
    p = parsed(text);
    const naive n = printed(&p);
    compare(&n, &p, list, true);
    if (strcmp(kind, "perft") == 0) {
        check_perft(&n, &p, cells[3]);
    } else if (strcmp(kind, "moves") == 0) {
        check_moves(&p, cells[3], cells[4]);
    } else if (strcmp(kind, "legal") == 0 || strcmp(kind, "illegal") == 0) {
        assert_int_equal(move_of(&p, cells[3]) != ABS_NO_MOVE, *kind == 'l');
    } else if (strcmp(kind, "same") == 0 || strcmp(kind, "other") == 0) {
        const game_position q = parsed(cells[3]);
        assert_int_equal(game_same(&p, &q), *kind == 's');
        assert_int_equal(D->key(heuristic, &p) == D->key(heuristic, &q), *kind == 's');
    } else if (strcmp(kind, "images") == 0) {
        check_images(&p, cells[3]);
    } else if (strcmp(kind, "value") == 0) {
        check_value(&p, cells);
    } else if (strcmp(kind, "san") == 0) {
        D->san(heuristic, &p, move_of(&p, cells[3]), written, sizeof written);
        assert_string_equal(written, cells[4]);
    } else if (strcmp(kind, "read") == 0) {
        assert_int_equal(D->read_move(heuristic, &p, cells[3], &error), move_of(&p, cells[4]));
    } else if (strcmp(kind, "unread") == 0) {
        assert_int_equal(D->read_move(heuristic, &p, cells[3], &error), ABS_NO_MOVE);
        check_refusal(cells[3], &error, cells[4]);
    } else {
        fail_msg("%s is no kind of case", kind);
    }
}

TEST(test_cases)
{
    char line[ABS_TEXT_MAX], *cells[8];
    unsigned rows = 0;
    FILE *file = fopen("tests/games/cases.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        cut_line(line, cells);
        if (strcmp(cells[0], D->name) != 0)
            continue;
        check_row(cells);
        rows++;
    }
    fclose(file);
    assert_true(rows >= 20);
}

#endif
