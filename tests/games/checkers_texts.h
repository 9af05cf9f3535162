/*
 * checkers_texts.h -- what unit_checkers.c tests about positions' texts. Included by it alone,
 * after its helpers.
 */
#ifndef CHECKERS_TEXTS_H
#define CHECKERS_TEXTS_H

static void test_texts(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"start", "B:B1-12:W21-32"},
        {"start", "B:W21-32:B1-12."},
        {"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
         "B:BK29,K25,K22,20,16,12:WK15,K10,28,27,24,18."},
        {"W:WK1-4,29:BK30-K32,5", "W:WK1,K2,K3,K4,29:B5,K31,K32,K30"},
        {"W:W:B1", "W:B01:W"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const position a = parsed(same[i][0]), b = parsed(same[i][1]);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static const game_refusal malformed[] = {
    {"", "begins with the side"},
    {"Start", "begins with the side"},
    {"start ", "begins with the side"},
    {"b:W1:B2", "begins with the side"},
    {" B:W1:B2", "begins with the side"},
    {"B", "character 2"},
    {"B:", "character 2"},
    {"BW21:B1", "character 2"},
    {"B:w21:b1", "character 2"},
    {"B:W21", "character 6"},
    {"B:W21:", "character 6"},
    {"B:W21.", "character 6"},
    {"B:W21:R1", "character 6"},
    {"B:W21:W22", "white's pieces appear twice"},
    {"B:B1:B2:W3", "black's pieces appear twice"},
    {"B:W21 :B1", "character 6"},
    {"B:W21:B1 ", "character 9"},
    {"B:W21:B1..", "character 10"},
    {"B:W21:B1:W3", "character 9"},
    {"B:W21:B1\n", "character 9"},
    {"B:W21,:B1", "character 7"},
    {"B:W21,,22:B1", "character 7"},
    {"B:W21:B1,", "character 10"},
    {"B:WK:B1", "character 5"},
    {"B:WKK5:B1", "character 5"},
    {"B:W21:Bk1", "character 8"},
    {"B:W21:B-1", "character 8"},
    {"B:W21-:B1", "character 7"},
    {"B:W21--23:B1", "character 7"},
    {"B:W0:B1", "character 4"},
    {"B:W33:B1", "character 4"},
    {"B:W99999999999999999999999:B1", "character 4"},
    {"B:WK00:B1", "character 4"},
    {"B:W4294967317:B1", "character 4"},
    {"B:W21-33:B1", "character 7"},
    {"B:W24-21:B1", "ends before character 9"},
    {"B:W21-K24:B1", "ends before character 10"},
    {"B:W21,21:B1", "square 21 appears twice"},
    {"B:W21,K21:B1", "square 21 appears twice"},
    {"B:W21:B21", "square 21 appears twice"},
    {"B:W21-24,23-26:B1", "square 23 appears twice"},
    {"B:W4:B1", "the white man on 4"},
    {"B:W21:B29", "the black man on 29"},
    {"B:W1-12:B21", "the white man on 1"},
    {"W:W1:B", "the white man on 1"},
    {"W:W31-50:B1-20", "character 7"},
    {"B:W21:B\xC3\x84", "character 8"},
};

static void test_malformed_texts(void **state)
{
    (void)state;
    game_check_refusals(D, &result, malformed, ROWS(malformed));
}

/* Texts with random changes are read or refused; what is read prints as itself. */
static void test_random_texts(void **state)
{
    (void)state;
    static const char letters[] = ":WB,K-.0123456789 x\xFF";
    uint64_t random = 3;
    unsigned accepted = 0;
    for (int i = 0; i < 100000; i++) {
        char text[64] = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", again[ABS_TEXT_MAX];
        position p, q;
        abs_error error = {.text = ""};
        for (unsigned changes = 1 + game_draw(&random, 3); changes > 0; changes--)
            text[game_draw(&random, 45)] = letters[game_draw(&random, sizeof letters)];
        if (!D->parse(&result, text, &p, &error)) {
            assert_int_equal(error.code, ABS_USAGE);
            continue;
        }
        accepted++;
        D->print(&result, &p, again, sizeof again);
        q = parsed(again);
        assert_memory_equal(&p, &q, sizeof p);
    }
    assert_true(accepted > 1000);
}

#endif
