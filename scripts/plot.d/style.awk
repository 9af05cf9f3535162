# How each algorithm and each widening policy looks, in every figure. Okabe and Ito's colours, which
# colour-blind readers can tell apart (wine for their yellow, which white paper swallows), with a
# marker, a dash and, for terminals, a letter. Two algorithms may share a colour, or a marker,
# but not all of it.

function style(name, ink, shape, pattern, sign) {
    styles[name] = ink " " shape " " pattern " " sign
}

BEGIN {
    style("alphabeta", "#000000", 4, 1, "a");       style("failsoft", "#7F7F7F", 7, 1, "f")
    style("aspiration", "#E69F00", 5, 1, "w");      style("aspiration+pvs", "#D55E00", 6, 1, "q")
    style("mtdf", "#CC79A7", 9, 1, "m");            style("pvs", "#0072B2", 13, 1, "p")
    style("pvs-value", "#56B4E9", 12, 1, "v");      style("negascout", "#009E73", 11, 1, "n")
    style("scout", "#882255", 3, 1, "s");           style("minimax", "#000000", 2, 2, "x")
    style("bisect", "#0072B2", 14, 2, "b");         style("step", "#009E73", 10, 2, "t")
    style("sss", "#D55E00", 8, 2, "S");             style("dual", "#E69F00", 15, 2, "D")
    style("alphabeta-printed", "#56B4E9", 4, 3, "A")
    style("failsoft-printed", "#882255", 7, 3, "F")
    style("pvs-printed", "#0072B2", 13, 3, "P");    style("mtdf-printed", "#CC79A7", 9, 3, "M")
    style("minimal", "#555555", 1, 4, "-");         style("minimal-graph", "#555555", 1, 2, "=")

    style("full", "#E69F00", 5, 1, "f");            style("bound", "#CC79A7", 9, 1, "b")
    style("gradual", "#0072B2", 7, 1, "g");         style("both", "#882255", 11, 1, "o")
    style("recentre", "#009E73", 13, 1, "r")

    combined = "0123456789BCEGHIJKLNORTUVWXYZ"
    split("alphabeta failsoft pvs pvs-value negascout scout", cores, " ")
    split("aspiration mtdf bisect step sss dual", drivers, " ")
}

# Of DRIVER+CORE: the colour of the driver, the marker of the core.
function combine(name,   parts, driver, core, i, place) {
    if (split(name, parts, "+") != 2 || !(parts[1] in styles) || !(parts[2] in styles)) {
        style(name, "#999999", 1, 3, "?")
        return
    }
    split(styles[parts[1]], driver, " ")
    split(styles[parts[2]], core, " ")
    for (i in drivers) if (drivers[i] == parts[1]) place += 6 * (i - 1)
    for (i in cores) if (cores[i] == parts[2]) place += i - 1
    style(name, driver[1], core[2], 4, substr(combined, place % length(combined) + 1, 1))
}

function part(name, n,   parts) {
    if (!(name in styles)) combine(name)
    split(styles[name], parts, " ")
    return parts[n]
}
function hue(name) { return part(name, 1) }
function colour(name) { return "lc rgb \047" hue(name) "\047" }
function letter(name, variant) {
    return variant ? substr("23456789", (variant - 1) % 8 + 1, 1) : part(name, 4)
}
function dash(name, variant,   kinds) {
    split("solid;(12,6);(4,4);(16,4,4,4);(8,4,4,4)", kinds, ";")
    return "dt " kinds[(part(name, 3) - 1 + variant) % 5 + 1]
}

# A series' marker and line: of several configurations of one algorithm, each has its own dash.
function marker(name, variant) {
    return text_mode() ? "pt \047" letter(name, variant) "\047" : "pt " part(name, 2)
}
