/* unit_mix.c -- hashes that reports hold: the same whatever a machine's order of bytes. */
#include "base/mix.h"
#include "test.h"

TEST(the_first_byte_of_a_word_is_its_lowest)
{
    assert_true(abs_mix_word("", 0) == 0);
    assert_true(abs_mix_word("\xff", 1) == 0xff);
    assert_true(abs_mix_word("\x01\x02\x03", 3) == 0x030201);
    assert_true(abs_mix_word("\x01\x02\x03\x04\x05\x06\x07\x88", 8) ==
                UINT64_C(0x8807060504030201));
}

/* The values of x86-64. A text of one byte, of a whole word, and of a word and a part; and bytes
   that are negative where char is signed. */
TEST(known_hashes)
{
    static const struct {
        const char *text;
        uint64_t words, bytes;
    } known[] = {
        {"a", UINT64_C(0x12f6436ac376cc66), UINT64_C(0x6e65d20e2a315fa6)},
        {"12345678", UINT64_C(0x1f145e2c43f47dc9), UINT64_C(0x1705c74927cad141)},
        {"123456789", UINT64_C(0x352a78315231e698), UINT64_C(0xe4b58cb9b6cde7e3)},
        {"\xe6\xa3\x8b\xff", UINT64_C(0x4ec6efafb1110301), UINT64_C(0x48394e5b03d182a9)},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const char *const text = known[i].text;
        assert_true(abs_mix_words(text, strlen(text)) == known[i].words);
        assert_true(abs_mix_text(text) == known[i].bytes);
    }
}

RUN_TESTS(NULL, NULL, NULL)
