/*
 * game_cases.h -- the rows of cases.tsv of one game: GAME, KIND, a position's text, and
 *     figures   aliases, then the greatest depth, half a pawn, and the bound at depth 9
 *     perft     DEPTH:COUNT ..
 *     moves     those that begin so, without it, in order
 *     same      a text of the same position; other: of one that has another key
 *     images    texts, "; " between
 *     value     heuristic or result, the depth, the value and the best move, if it is told
 *     san       a move, and its standard algebraic notation
 *     read      what a user writes, and the move; unread: and what is said of it
 *     refused   a part of the message; tests/golden/refused.txt has more
 * and perhaps what it is about.
 */
#ifndef GAME_CASES_H
#define GAME_CASES_H

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

static void add_text(char *texts, const char *between, const char *text)
{
    strcat(strcat(texts, texts[0] != '\0' ? between : ""), text);
}

static void check_moves(const game_position *p, const char *from, const char *wanted)
{
    char moves[8 * ABS_TEXT_MAX] = "", text[ABS_TEXT_MAX];
    for (unsigned i = 0; i < D->count_moves(heuristic, p); i++) {
        D->move_text(heuristic, p, i, text, sizeof text);
        if (strncmp(text, from, strlen(from)) == 0)
            add_text(moves, " ", text + strlen(from));
    }
    assert_string_equal(moves, wanted);
}

static void check_images(const game_position *p, const char *wanted)
{
    char texts[8 * ABS_TEXT_MAX] = "", text[ABS_TEXT_MAX];
    game_position image = {{0}};
    for (unsigned i = 0; D->image(heuristic, p, i, &image); i++) {
        D->print(heuristic, &image, text, sizeof text);
        add_text(texts, "; ", text);
    }
    assert_string_equal(texts, wanted);
}

/* The value under every ordering alike, and the first best move. */
static void check_value(const game_position *p, char *const *cells)
{
    static const unsigned orders[] = {ABS_ORDER_KILLER | ABS_ORDER_HISTORY, ABS_ORDER_EVAL, 0};
    abs_config c = test_plain("failsoft", atoi(cells[4]));
    c.eval.kind = strcmp(cells[3], "result") == 0 ? ABS_EVAL_RESULT : ABS_EVAL_HEURISTIC;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        c.order = orders[i];
        const abs_row *row = search_of(p, &c);
        if (row->value != atoi(cells[5]))
            fail_msg("%s, depth %s: %d, not %s", cells[2], cells[4], row->value, cells[5]);
        if (c.order == 0 && cells[6] != NULL)
            assert_int_equal(row->best, move_of(p, cells[6]));
    }
}

/* A text is refused, or a move: in one line, for that reason. */
static void check_refusal(const char *text, const abs_error *error, const char *reason)
{
    assert_int_equal(error->code, ABS_USAGE);
    if (strchr(error->text, '\n') != NULL || strstr(error->text, reason) == NULL)
        fail_msg("'%s' is refused with: %s", text, error->text);
}

static void check_row(char *const *cells, uint64_t *random)
{
    const char *kind = cells[1], *text = cells[2];
    char written[ABS_TEXT_MAX];
    game_position p = {{0}};
    abs_error error = {.text = ""};
    if (strcmp(kind, "figures") == 0) {
        check_figures(cells);
        return;
    }
    if (strcmp(kind, "refused") == 0) {
        assert_false(D->parse(heuristic, text, &p, &error));
        check_refusal(text, &error, cells[3]);
        return;
    }
    p = parsed(text);
    const naive n = printed(&p);
    play(n, random, 20, NULL);
    if (strcmp(kind, "perft") == 0) {
        check_perft(&n, &p, cells[3]);
    } else if (strcmp(kind, "moves") == 0) {
        check_moves(&p, cells[3], cells[4]);
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

TEST(cases_have_the_stored_moves)
{
    char line[ABS_TEXT_MAX], *cells[8];
    uint64_t random = 9;
    unsigned rows = 0;
    FILE *file = fopen("tests/games/cases.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = line;
        line[strcspn(line, "\n")] = '\0';
        for (size_t i = 0; i < COUNT_OF(cells); i++)
            cells[i] = strsep(&rest, "\t");
        if (strcmp(cells[0], D->name) != 0)
            continue;
        check_row(cells, &random);
        rows++;
    }
    fclose(file);
    assert_true(rows >= 10);
}

#endif
