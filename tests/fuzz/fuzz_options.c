/*
 * fuzz_options.c -- a libFuzzer target for the command line and the specs on it (make fuzz).
 *
 * The input's words are the arguments. What is accepted can be echoed as JSON; the domains it names
 * take their options or say what is wrong with them, and a tree's root has moves and a value within
 * the limits that the model declares. No file is opened.
 */
#include "fuzz.h"
#include "suite/options.h"

enum { WORDS = 32 };

static void check_root(const abs_domain *domain, void *rules)
{
    if (domain->choose != NULL && domain->choose(rules) != NULL)
        domain = domain->choose(rules);
    void *position = calloc(1, domain->position_size);
    domain->root(rules, 1, position);
    const unsigned moves = domain->count_moves(rules, position);
    CHECK(moves > 0 && moves <= domain->max_moves);
    const int value = domain->evaluate(rules, position, 2), bound = domain->bound(rules, 2);
    CHECK(bound <= ABS_VALUE_MAX && value >= -bound && value <= bound);
    CHECK(domain->half_pawn(rules) > 0);
    free(position);
}

static void check_domain(const abs_repeated *option)
{
    abs_error error = {.text = ""};
    char name[64];
    const size_t length = strcspn(option->text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < 64 ? length : 63), option->text);
    const abs_registered *found = abs_registry_find(option->option, name, &error);
    if (found == NULL) {
        fuzz_check_error(&error);
        return;
    }
    const abs_domain *domain = found->domain;
    if (domain->free_rules != NULL) /* it would read a file */
        return;
    void *rules = calloc(1, domain->rules_size);
    if (!domain->parse_rules(rules, option->text + length + (option->text[length] == ':'), &error))
        fuzz_check_error(&error);
    else if (abs_is_tree(domain))
        check_root(domain, rules);
    free(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const line = fuzz_text(data, size);
    char *argv[WORDS + 2] = {"absbench"};
    int argc = 1;
    if (line == NULL || fuzz_takes_long(line, 4))
        return 0;
    for (char *word = strtok(line, " "); word != NULL && argc <= WORDS; word = strtok(NULL, " "))
        argv[argc++] = word;
    abs_options options;
    abs_error error = {.text = ""};
    abs_options_init(&options);
    if (abs_options_parse(&options, argc, argv, &error)) {
        fuzz_count_accepted();
        cJSON *echo = abs_options_echo(&options);
        CHECK(echo != NULL);
        cJSON_Delete(echo);
        for (size_t i = 0; i < options.domains.count; i++)
            check_domain(&options.domains.items[i]);
    } else {
        fuzz_check_error(&error);
    }
    abs_options_free(&options);
    return 0;
}
