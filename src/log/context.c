/* context.c -- see context.h. */
#include "log/context.h"
#include "base/memory.h"
#include "search/registry.h"

#include <fcntl.h>
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

/* Adds a text, or null if it is empty because the system does not know it. */
static void add(cJSON *to, const char *name, const char *text)
{
    json_put(to, name, text[0] != '\0' ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static cJSON *hex(uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016" PRIx64, number);
    return cJSON_CreateString(text);
}

/* Sets the model of the first processor. */
static void cpu_model(char *text, size_t size)
{
    static const char name[] = "\nmodel name";
    char page[4096]; /* enough for the first processor; a stream would need memory */
    const int in = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    const ssize_t length = in >= 0 ? read(in, page, sizeof page - 1) : 0;
    if (in >= 0)
        close(in);
    page[length > 0 ? length : 0] = '\0';
    const char *found = strstr(page, name);
    const char *model = found != NULL ? found + sizeof name - 1 : "";
    model += strspn(model, "\t :");
    snprintf(text, size, "%.*s", (int)strcspn(model, "\n"), model);
}

/* The compiler's version, without the blank with which clang's may end. */
static const char *compiler(void)
{
    static char text[] = COMPILER;
    for (size_t end = sizeof text - 1; text[end - 1] == ' '; end--)
        text[end - 1] = '\0';
    return text;
}

static void add_date(cJSON *to)
{
    char text[32] = "";
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    add(to, "date", text);
}

static void add_machine(cJSON *to)
{
    char text[ABS_TEXT_MAX] = "";
    struct utsname system;
    add(to, "host_name", gethostname(text, sizeof text - 1) == 0 ? text : "");
    text[0] = '\0';
    if (uname(&system) == 0)
        snprintf(text, sizeof text, "%.100s %.100s %.100s", system.sysname, system.release,
                 system.machine);
    add(to, "os", text);
    cpu_model(text, sizeof text);
    add(to, "cpu_model", text);
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    json_put(to, "num_cpus", cpus > 0 ? cJSON_CreateNumber((double)cpus) : cJSON_CreateNull());
}

abs_context context_of(const abs_options *o)
{
    return (abs_context){
        .times = o->times, .options = abs_options_echo(o), .argc = o->argc, .argv = o->argv};
}

void context_print_version(void)
{
    puts("absbench " ABS_VERSION " (" ABS_GIT ", " ABS_BUILD_TYPE ": " ABS_CFLAGS ")");
    printf("compiler: %s\n", compiler());
    puts("reports: " ABS_REPORT_SCHEMA);
    printf("plug-ins: ABI %u, core %u\n", ABS_ABI, (unsigned)plugin_core);
}

/* The hash of a file; "null" if it could not be read. */
static const char *hash_of(const cJSON *file)
{
    return cJSON_IsString(file) ? file->valuestring : "null";
}

void context_changes(abs_buffer *b, const cJSON *one, const cJSON *other)
{
    static const char *const kinds[] = {"plugins", "inputs"}, *const what[] = {"plug-in", "file"};
    static const char *const how[] = {"compiled again", "changed"};
    for (size_t i = 0; i < 2; i++) {
        const cJSON *files = json_find(one, kinds[i]);
        const cJSON *others = json_find(other, kinds[i]);
        const cJSON *a;
        cJSON_ArrayForEach(a, files)
        {
            const cJSON *now = json_find(others, a->string);
            const char *const was = hash_of(a), *const is = hash_of(now);
            if (now != NULL && strcmp(was, is) != 0)
                buffer_format(b, "%sthe %s %.80s was %s, from %.20s to %.20s or back",
                              b->length > 0 ? "; " : "", what[i], a->string, how[i], was, is);
        }
    }
}

/* ---- what specs are of -------------------------------------------------------------------- */

void context_add_subject(cJSON *specs, const abs_subject *s)
{
    char orders[CONFIG_WORD_MAX], usual[CONFIG_WORD_MAX];
    cJSON *one = cJSON_CreateObject();
    abs_flags_text(abs_order_names, s->orders, orders, sizeof orders);
    abs_flags_text(abs_order_names, s->usual_orders, usual, sizeof usual);
    add(one, "spec", s->spec);
    add(one, "kind", s->kind);
    add(one, "domain", s->domain);
    add(one, "option", s->option != NULL ? s->option : "");
    add(one, "unit", s->points);
    json_put(one, "half_pawn", cJSON_CreateNumber(s->half_pawn));
    add(one, "orders", orders);
    add(one, "usual_orders", usual);
    json_put(one, "null", cJSON_CreateBool(s->selects & ABS_SELECT_NULL));
    json_put(one, "check", cJSON_CreateBool(s->selects & ABS_SELECT_CHECK));
    json_put(one, "lmr", cJSON_CreateBool(s->selects & ABS_SELECT_LMR));
    json_put(one, "iir", cJSON_CreateBool(s->selects & ABS_SELECT_IIR));
    json_put(one, "quiescence", cJSON_CreateBool(s->quiescence));
    json_put(one, "seeds", cJSON_CreateBool(s->seeds));
    cJSON_AddItemToArray(specs, one);
}

static unsigned read_orders(const char *text)
{
    unsigned orders = 0;
    for (unsigned i = 0; text != NULL && abs_order_names[i].name != NULL; i++)
        orders |= strstr(text, abs_order_names[i].name) != NULL ? 1u << i : 0;
    return orders;
}

bool context_subjects(const cJSON *specs, abs_names *subjects)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, specs)
    {
        const double half_pawn = cJSON_GetNumberValue(json_find(one, "half_pawn"));
        abs_subject s = {.kind = json_text(one, "kind"),
                         .domain = json_text(one, "domain"),
                         .spec = json_text(one, "spec"),
                         .option = json_text(one, "option"),
                         .points = json_text(one, "unit"),
                         .orders = read_orders(json_text(one, "orders")),
                         .usual_orders = read_orders(json_text(one, "usual_orders")),
                         .quiescence = cJSON_IsTrue(json_find(one, "quiescence")),
                         .seeds = cJSON_IsTrue(json_find(one, "seeds"))};
        s.selects = (cJSON_IsTrue(json_find(one, "null")) ? ABS_SELECT_NULL : 0u) |
                    (cJSON_IsTrue(json_find(one, "check")) ? ABS_SELECT_CHECK : 0u) |
                    (cJSON_IsTrue(json_find(one, "lmr")) ? ABS_SELECT_LMR : 0u) |
                    (cJSON_IsTrue(json_find(one, "iir")) ? ABS_SELECT_IIR : 0u);
        if (s.kind == NULL || s.domain == NULL || s.spec == NULL || s.points == NULL ||
            !(half_pawn >= 1 && half_pawn <= ABS_VALUE_MAX) ||
            names_find(subjects, s.spec) != UINT32_MAX)
            return false;
        s.half_pawn = (int)half_pawn;
        abs_subject *kept = memory_take(sizeof *kept);
        *kept = s;
        names_keep(subjects, s.spec, kept);
    }
    return specs == NULL || cJSON_IsArray(specs);
}

/* The plan as an object, or null if it is not known. */
static cJSON *plan_json(const abs_plan *plan)
{
    const int shard[] = {(int)plan->shard, (int)plan->shards};
    if (!plan->known)
        return cJSON_CreateNull();
    cJSON *json = cJSON_CreateObject();
    json_put(json, "hash", hex(plan->hash));
    json_put(json, "jobs", cJSON_CreateNumber((double)plan->jobs));
    json_put(json, "shard", plan->shards > 0 ? cJSON_CreateIntArray(shard, 2) : cJSON_CreateNull());
    return json;
}

/* The hashes of the context's files or, if it has none, of the plug-ins that are loaded. */
static cJSON *hashes(const cJSON *files, const abs_registered *loaded)
{
    cJSON *json = files != NULL ? cJSON_Duplicate(files, true) : cJSON_CreateObject();
    for (; files == NULL && loaded != NULL && loaded->domain != NULL; loaded++)
        json_put(json, loaded->domain->name, hex(loaded->hash));
    return json;
}

void context_json(abs_buffer *b, const abs_context *c)
{
    cJSON *json = cJSON_CreateObject(), *command = cJSON_CreateArray();
    cJSON *plugins = hashes(c->plugins, abs_registry_loaded());
    if (c->times)
        add_date(json);
    add(json, "version", ABS_VERSION);
    add(json, "git", ABS_GIT);
    add(json, "build_type", ABS_BUILD_TYPE);
    add(json, "compiler", compiler());
    add(json, "cflags", ABS_CFLAGS);
    if (c->times)
        add_machine(json);
    if (c->times && c->jobs > 0)
        json_put(json, "jobs", cJSON_CreateNumber(c->jobs));
    for (int i = 0; i < c->argc; i++)
        if (strcmp(c->argv[i], "--resume") != 0) /* as in an uninterrupted run */
            cJSON_AddItemToArray(command, cJSON_CreateString(c->argv[i]));
    json_put(json, "command", command);
    json_put(json, "options",
             c->options != NULL ? cJSON_Duplicate(c->options, true) : cJSON_CreateObject());
    if (c->skipped_lines > 0)
        json_put(json, "skipped_lines", cJSON_CreateNumber((double)c->skipped_lines));
    if (plugins->child != NULL)
        json_put(json, "plugins", cJSON_Duplicate(plugins, true));
    json_put(json, "inputs", hashes(c->inputs, NULL));
    json_put(json, "specs",
             c->specs != NULL ? cJSON_Duplicate(c->specs, true) : cJSON_CreateArray());
    json_put(json, "plan", plan_json(&c->plan));
    char *text = cJSON_PrintUnformatted(json);
    buffer_json(b, text);
    cJSON_free(text);
    cJSON_Delete(json);
    cJSON_Delete(plugins);
}

void context_head_line(abs_buffer *b, const abs_context *context)
{
    buffer_text(b, "{\"schema\":\"" ABS_REPORT_SCHEMA "\",\"context\":");
    context_json(b, context);
    buffer_text(b, "}\n");
}

void context_seal(abs_buffer *b, size_t start)
{
    b->length--;
    const uint64_t check = abs_mix_words(b->data + start, b->length - start);
    b->length--;
    buffer_key(b, "check");
    buffer_hex(b, check);
    buffer_text(b, "}\n");
}

bool context_seal_holds(const char *line, size_t length)
{
    static const char mark[] = ",\"check\":\"";
    const size_t tail = sizeof mark - 1 + 18 + 2; /* 0x and digits, a quote and a brace */
    if (length < tail || memcmp(line + length - tail, mark, sizeof mark - 1) != 0)
        return true;
    abs_buffer again = {0};
    buffer_bytes(&again, line, length - tail);
    buffer_text(&again, "}\n");
    context_seal(&again, 0);
    const bool holds = again.length == length + 1 && memcmp(again.data, line, length) == 0;
    buffer_free(&again);
    return holds;
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
