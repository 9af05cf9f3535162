/* advice.c -- see advice.h. */
#include "find/advice.h"
#include "search/registry.h"
#include "suite/options.h"

#include <math.h>

/* In per cent, to a tenth, without a sign of nothing. */
static double per_cent(double share)
{
    const double tenths = round(1000 * share) / 10;
    return tenths == 0 ? 0 : tenths;
}

void advice_saving(abs_buffer *b, const stats_ratio *r, abs_metric metric, const char *reference)
{
    const bool less = r->point <= 1;
    if (per_cent(r->point - 1) == 0 && per_cent(r->lower - 1) == 0 && per_cent(r->upper - 1) == 0) {
        buffer_format(b, "the same %s as %s", abs_metric_nouns[metric], reference);
        return;
    }
    const double sign = less ? -1 : 1;
    buffer_format(b, "%.1f %% %s %s than %s [%.1f, %.1f]", per_cent(sign * (r->point - 1)),
                  less ? "less" : "more", abs_metric_nouns[metric], reference,
                  per_cent(sign * ((less ? r->upper : r->lower) - 1)),
                  per_cent(sign * ((less ? r->lower : r->upper) - 1)));
}

/* Whether a search has it without being asked. Windows and depths are said all the same: what they
   are by default depends on the domain's rules. */
static bool is_preset(const config_field *f, const abs_config *c, const abs_domain *domain)
{
    abs_config preset = *c;
    return config_preset(f, domain, NULL, &preset) && !config_differ(f, c, &preset);
}

void advice_options(abs_buffer *b, const char *spec, const abs_config *config)
{
    char value[CONFIG_WORD_MAX], name[CONFIG_WORD_MAX];
    abs_error error;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    const abs_registered *game = abs_registry_find("game", name, &error);
    const abs_registered *found = game != NULL ? game : abs_registry_find("tree", name, &error);
    buffer_text(b, game != NULL ? "--game=" : "--tree=");
    buffer_plain(b, found != NULL ? abs_registry_word(found->domain) : name);
    buffer_plain(b, spec + strlen(name));
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_option *option =
            f->kind == CONFIG_ALGO ? option_find("algo") : option_of_setting(i);
        if (option == NULL || f->level == CONFIG_COPY || i == CONFIG_node_limit ||
            !config_present(f, config) ||
            is_preset(f, config, found != NULL ? found->domain : NULL))
            continue;
        config_value(f, config, value, sizeof value);
        buffer_format(b, " --%s=%s", option->name, value);
    }
}
