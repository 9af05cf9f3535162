/*
 * fuzz_journal.c -- a libFuzzer target for the reader of journals and reports (make fuzz).
 *
 * Every row of what is accepted has an id, a status, and moves that can be written; a row that was
 * read is the same when it is read again. Rows come in ascending order of job, and what is not torn
 * is whole lines to its end.
 */
#include "base/buffer.h"
#include "fuzz_file.h"
#include "log/fields.h"
#include "log/reader.h"

static row_texts texts;
static abs_buffer text;

/* A hash of the row as it would be written. */
static uint64_t hash_row(const abs_row *row)
{
    uint64_t hash = 0;
    buffer_clear(&text);
    fields_json_row(&text, row, &texts, true);
    CHECK(text.length > 0);
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static void read_rows(abs_reader *reader, abs_error *error)
{
    uint64_t first = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const abs_row *row = reader_row(reader, i, error);
        if (row == NULL) {
            fuzz_check_error(error);
            return;
        }
        const uint64_t hash = hash_row(row);
        CHECK(i == 0 || reader->rows[i].job >= reader->rows[i - 1].job);
        CHECK(row->config->for_reference == reader->rows[i].for_reference);
        first = i == 0 ? hash : first;
    }
    if (reader->count > 0) {
        fuzz_count_accepted();
        CHECK(hash_row(reader_row(reader, 0, error)) == first);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    abs_error error = {.text = ""};
    abs_reader *reader = reader_open(fuzz_file(0, data, size), &error);
    if (reader == NULL) {
        fuzz_check_error(&error);
        return 0;
    }
    read_rows(reader, &error);
    CHECK(reader->whole + reader->torn <= size);
    if (!reader_verify(reader, &error))
        fuzz_check_error(&error);
    for (const char *said = NULL; (said = buffer_next(&reader->messages, said)) != NULL;)
        CHECK(memchr(said, '\0', size + 1) != NULL);
    reader_close(reader);
    return 0;
}
