/* context.c -- see context.h. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* _SC_NPROCESSORS_ONLN */
#include "log/context.h"
#include "base/json.h"
#include "search/registry.h"

#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__clang_version__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

/* null where the text is empty: the system does not say. */
static void member(abs_buffer *b, const char *name, const char *text)
{
    buffer_member_text(b, name, text[0] != '\0' ? text : NULL);
}

static void trim(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n'))
        text[--length] = '\0';
}

/* That of the first processor. */
static void cpu_model(char *text, size_t size)
{
    static char line[ABS_TEXT_MAX];
    FILE *in = fopen("/proc/cpuinfo", "re");
    *text = '\0';
    while (in != NULL && *text == '\0' && fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, "model name", 10) == 0)
            snprintf(text, size, "%s", line + 10 + strspn(line + 10, "\t :"));
    if (in != NULL)
        fclose(in);
    trim(text);
}

/* clang's version may end with a blank. */
static const char *compiler(void)
{
    static char text[] = COMPILER;
    trim(text);
    return text;
}

/* What differs between machines and moments. */
static void write_machine(abs_buffer *b)
{
    char text[ABS_TEXT_MAX] = "";
    struct utsname system;
    member(b, "host_name", gethostname(text, sizeof text - 1) == 0 ? text : "");
    text[0] = '\0';
    if (uname(&system) == 0)
        snprintf(text, sizeof text, "%.100s %.100s %.100s", system.sysname, system.release,
                 system.machine);
    member(b, "os", text);
    cpu_model(text, sizeof text);
    member(b, "cpu_model", text);
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    buffer_member_if(b, "num_cpus", cpus > 0, cpus);
}

static void write_date(abs_buffer *b)
{
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    member(b, "date", text);
}

void context_print_version(void)
{
    puts("absbench " ABS_VERSION " (" ABS_GIT ", " ABS_BUILD_TYPE ": " ABS_CFLAGS ")");
    printf("compiler: %s\n", compiler());
    puts("reports: " ABS_REPORT_SCHEMA);
    printf("plug-ins: ABI %u, core %u\n", ABS_ABI, (unsigned)plugin_core);
}

void context_changes(abs_buffer *b, const cJSON *one, const cJSON *other)
{
    static const char *const kinds[] = {"plugins", "inputs"}, *const what[] = {"plug-in", "file"};
    static const char *const how[] = {"compiled anew", "changed"};
    for (size_t i = 0; i < 2; i++) {
        const cJSON *files = cJSON_GetObjectItemCaseSensitive(one, kinds[i]);
        const cJSON *others = cJSON_GetObjectItemCaseSensitive(other, kinds[i]);
        for (const cJSON *a = NULL; (a = json_next_change(files, others, a)) != NULL;)
            buffer_format(b, "%sthe %s %.80s was %s, from %.20s to %.20s or back",
                          b->length > 0 ? "; " : "", what[i], a->string, how[i], a->valuestring,
                          cJSON_GetObjectItemCaseSensitive(others, a->string)->valuestring);
    }
}

/* Each by its name: the hash of its file. */
static void write_hashes(abs_buffer *b, const char *name, const cJSON *files,
                         const abs_registered *loaded)
{
    const cJSON *item;
    buffer_member(b, name, "{");
    cJSON_ArrayForEach(item, files)
    {
        buffer_comma(b);
        buffer_string(b, item->string);
        buffer_char(b, ':');
        buffer_string(b, item->valuestring);
    }
    for (; loaded != NULL && loaded->domain != NULL; loaded++) {
        buffer_key(b, loaded->domain->name);
        buffer_hex(b, loaded->hash);
    }
    buffer_char(b, '}');
}

/* An object, or null. */
static void plan_json(abs_buffer *b, const abs_plan *plan)
{
    if (!plan->known) {
        buffer_text(b, "null");
        return;
    }
    buffer_char(b, '{');
    buffer_key(b, "hash");
    buffer_hex(b, plan->hash);
    buffer_member_if(b, "jobs", plan->jobs != ABS_NO_JOB, (int64_t)plan->jobs);
    buffer_key(b, "shard");
    if (plan->shards > 0)
        buffer_format(b, "[%u,%u]", plan->shard, plan->shards);
    else
        buffer_text(b, "null");
    buffer_char(b, '}');
}

void context_json(abs_buffer *b, const abs_context *context)
{
    buffer_char(b, '{');
    if (context->times)
        write_date(b);
    member(b, "version", ABS_VERSION);
    member(b, "git", ABS_GIT);
    member(b, "build_type", ABS_BUILD_TYPE);
    member(b, "compiler", compiler());
    member(b, "cflags", ABS_CFLAGS);
    if (context->times)
        write_machine(b);
    buffer_member(b, "command", "[");
    for (int i = 0; i < context->argc; i++)
        if (strcmp(context->argv[i], "--resume") != 0) /* a report is as if never interrupted */
            buffer_element_text(b, context->argv[i]);
    buffer_char(b, ']');
    buffer_key(b, "options");
    char *echo = context->options != NULL ? cJSON_PrintUnformatted(context->options) : NULL;
    buffer_json(b, echo != NULL ? echo : "{}");
    cJSON_free(echo);
    if (context->skipped_lines > 0)
        buffer_member(b, "skipped_lines", "%zu", context->skipped_lines);
    const abs_registered *loaded = context->plugins == NULL ? abs_registry_loaded() : NULL;
    if ((loaded != NULL && loaded->domain != NULL) ||
        (context->plugins != NULL && context->plugins->child != NULL))
        write_hashes(b, "plugins", context->plugins, loaded);
    write_hashes(b, "inputs", context->inputs, NULL);
    buffer_key(b, "plan");
    plan_json(b, &context->plan);
    buffer_char(b, '}');
}

void context_head_line(abs_buffer *b, const abs_context *context)
{
    buffer_text(b, "{\"schema\":\"" ABS_REPORT_SCHEMA "\",\"context\":");
    context_json(b, context);
    buffer_text(b, "}\n");
}

void context_end_line(abs_buffer *b, const abs_end *end)
{
    buffer_text(b, "{\"end\":{");
    buffer_member(b, "rows", "%" PRIu64, end->rows);
    buffer_member(b, "reference_rows", "%" PRIu64, end->reference_rows);
    buffer_member(b, "left_out", "%" PRIu64, end->left_out);
    buffer_key(b, "signature");
    buffer_hex(b, end->signature);
    buffer_text(b, "}}\n");
}
