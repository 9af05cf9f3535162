/* fields_write.c -- rows as JSON and CSV. See fields.h. */
#include "base/memory.h"
#include "base/mix.h"
#include "log/fields_own.h"

#include <stdlib.h>

uint64_t fields_hash(const char *text, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * ABS_G;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, text, length);
    return abs_mix64((hash ^ word) * ABS_G);
}

static const struct row_text *find_text(row_texts *t, const abs_config *config)
{
    struct row_text **place = &t->of[fields_hash((const char *)config, sizeof *config) % ROW_TEXTS];
    struct row_text *text = *place;
    if (text == NULL)
        text = *place = memory_zeros(1, sizeof *text);
    if (text->words[0] != '\0' && memcmp(&text->config, config, sizeof *config) == 0)
        return text;
    memcpy(&text->config, config, sizeof *config);
    config_words(config, text->words, sizeof text->words);
    buffer_clear(&text->json);
    codec f = {.form = CODEC_JSON, .b = &text->json, .prefix = "", .within = ""};
    for (const config_field *field = config_fields; field < config_fields + CONFIG_FIELDS; field++)
        if (field->level <= CONFIG_POLICY)
            fields_setting(&f, field, &text->config);
    buffer_end(&text->json);
    return text;
}

const char *texts_id(row_texts *t, const abs_row *row)
{
    const abs_entry *e = row->entry;
    buffer_clear(&t->id);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : e->spec);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : "/");
    buffer_text(&t->id, e->id);
    buffer_char(&t->id, '/');
    buffer_text(&t->id, find_text(t, row->config)->words);
    return buffer_end(&t->id);
}

void texts_free(row_texts *t)
{
    for (size_t i = 0; i < ROW_TEXTS; i++) {
        if (t->of[i] != NULL)
            buffer_free(&t->of[i]->json);
        free(t->of[i]);
    }
    buffer_free(&t->id);
    line_free(&t->walk);
    *t = (row_texts){0};
}

static void write_row(codec_form form, abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    abs_row copy = *row;
    abs_config settings = *row->config;
    const abs_entry *e = row->entry;
    coding c = {.f = {.form = form, .b = b, .prefix = "", .within = ""},
                .row = &copy,
                .walk = &t->walk,
                .times = times,
                .config = &settings,
                .texts = {[OWN_id] = form != CODEC_CSV_HEADER ? texts_id(t, row) : NULL,
                          [OWN_kind] = e->domain->kind,
                          [OWN_domain] = e->domain->name,
                          [OWN_spec] = e->spec,
                          [OWN_position] = e->text,
                          [OWN_position_id] = e->id},
                .has_seed = e->has_seed,
                .seed = e->seed};
    copy.config = &settings;
    const codec_place outer = codec_enter(&c.f, "", "");
    fields_walk(&c, form == CODEC_JSON ? find_text(t, row->config)->json.data : NULL);
    codec_leave(&c.f, outer);
}

void fields_json_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    write_row(CODEC_JSON, b, row, t, times);
}

void fields_log_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    const size_t start = b->length;
    fields_json_row(b, row, t, times);
    const uint64_t check = fields_hash(b->data + start, b->length - start);
    b->length--; /* its brace */
    buffer_key(b, row_fields[ROW_check].name);
    buffer_hex(b, check);
    buffer_char(b, '}');
}

/* The names that a row of nothing has, so that header and rows cannot differ. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs)
{
    const abs_domain domain = {0};
    const abs_entry entry = {.domain = &domain};
    const abs_config config = {.algo = {.core = abs_core_table}};
    const abs_row row = {
        .entry = &entry, .config = &config, .job = jobs ? 0 : ABS_NO_JOB, .best = ABS_NO_MOVE};
    row_texts none = {0};
    write_row(CODEC_CSV_HEADER, b, &row, &none, times);
    buffer_char(b, '\n');
}

void fields_csv_row(abs_buffer *b, const abs_row *row, row_texts *t, bool times)
{
    write_row(CODEC_CSV, b, row, t, times);
    buffer_char(b, '\n');
}
