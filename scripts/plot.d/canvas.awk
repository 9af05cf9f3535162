# What every figure is drawn with. Reads the figure's data (see select.jq), then calls draw(), which
# the kind's own file defines, and writes a gnuplot program. Everything is placed on a grid of
# characters: `cols` x `rows` cells, which are 8 x 17 points in a picture and one character each
# in a terminal. Variables from outside: form (svg, png, txt), width (of a terminal).

function text_mode() { return form == "txt" }
function quoted(text) { gsub(/\047/, "\047\047", text); return "\047" text "\047" }
function log10(x) { return log(x) / log(10) }
function min(a, b) { return a < b ? a : b }
function max(a, b) { return a > b ? a : b }

# ---- the data ------------------------------------------------------------------------------------

$1 == "M" && $2 == "note" { note[++notes] = $3; next }
$1 == "M" { about[$2] = $3; next }
$1 == "S" { label[$2] = $3; look[$2] = $4; variant[$2] = $5; series = $2; next }
$1 == "P" { size[$2]++; for (i = 3; i <= NF; i++) point[$2, size[$2], i - 2] = $i; next }
END {
    complete()
    draw()
    print "unset multiplot\nset output"
}

# No figure with a series that has no points.
function complete(   i) {
    for (i = 1; i <= series; i++)
        if (!size[i]) { print "empty series: " label[i] | "cat 1>&2"; exit 2 }
}

# ---- numbers as text -----------------------------------------------------------------------------

function si(x,   unit) {
    unit = x >= 999.5e9 ? "T" : x >= 999.5e6 ? "G" : x >= 999.5e3 ? "M" : x >= 999.5 ? "k" : ""
    x /= unit == "T" ? 1e12 : unit == "G" ? 1e9 : unit == "M" ? 1e6 : unit == "k" ? 1e3 : 1
    return sprintf("%.3g", x) (unit == "" ? "" : " " unit)
}
function short(x) { return sprintf(x < 10 ? "%.3f" : x < 100 ? "%.2f" : "%.1f", x) }
function interval(low, high) { return low == "" ? "" : " [" short(low) ", " short(high) "]" }

# ---- the page ------------------------------------------------------------------------------------

function across(c) { return text_mode() ? c / (cols - 1) : c / cols }
function down(r) { return text_mode() ? 1 - r / (rows - 1) : 1 - r / rows }

# Usage: write(text, column, row, "left", ink, points): text in that row of the grid.
function write(text, c, r, side, ink, points) {
    printf "set label %s at screen %.5f, screen %.5f %s front", quoted(text), across(c),
           down(text_mode() ? r : r + 0.5), side
    if (!text_mode()) printf " tc rgb \047%s\047%s", ink == "" ? "#222222" : ink,
                             points ? " font \"," points "\"" : ""
    print ""
}

# Usage: line(column, row, column, row, "lw 2 dt 3"): a straight one, on the grid.
function line(c0, r0, c1, r1, how) {
    printf "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead %s\n",
           across(c0), down(r0), across(c1), down(r1), how
}

# Words of the text in lines of at most `room` characters.
function wrap(text, room,   words, n, i, lines) {
    n = split(text, words, " ")
    lines = 1
    wrapped[1] = words[1]
    for (i = 2; i <= n; i++)
        if (length(wrapped[lines]) + 1 + length(words[i]) <= room)
            wrapped[lines] = wrapped[lines] " " words[i]
        else
            wrapped[++lines] = words[i]
    return lines
}

# The caption's lines, before the page's height is known. Returns how many.
function caption(   i, k, lines, room) {
    room = text_mode() ? cols - 1 : int(cols * 1.15)
    captions = 0
    lines = wrap(about["n"] "; " about["signature"], room)
    for (i = 1; i <= lines; i++) caption_line[++captions] = wrapped[i]
    lines = wrap("$ " about["command"], room - 4)
    for (i = 1; i <= lines; i++) caption_line[++captions] = (i > 1 ? "    " : "") wrapped[i]
    for (k = 1; k <= notes; k++) {
        lines = wrap(note[k], room)
        for (i = 1; i <= lines; i++) caption_line[++captions] = wrapped[i]
    }
    return captions
}

# Usage: page(columns, rows for panels with their titles and axes); title and caption are added.
# The panels' part is from row `top` to row `bottom`; a terminal's gets what height there is, if not
# `exact`.
function page(columns, body, exact,   i, titles, size, scale) {
    cols = text_mode() ? width : columns
    caption()
    titles = wrap(about["title"], text_mode() ? cols - 1 : int(cols * 0.83))
    top = titles * (text_mode() ? 1 : 1.3) + (text_mode() ? 0 : 0.2)
    if (text_mode() && !exact) body = max(body, height - captions - top)
    rows = top + body + captions + (text_mode() ? 0 : 0.7)
    bottom = top + body
    if (text_mode())
        printf "set terminal dumb size %d,%d noenhanced mono\n", cols, rows
    else {
        scale = form == "png" ? 2 : 1
        size = sprintf("size %d,%d", scale * cols * 8, scale * rows * 17)
        if (form == "png")
            print "set terminal pngcairo " size " font \"sans,10\" fontscale 2 linewidth 2 " \
                  "pointscale 2 noenhanced"
        else
            print "set terminal svg " size " font \"sans-serif,13\" background \"white\" noenhanced"
    }
    print "set output " quoted(file) "\nset encoding utf8\nunset key"
    print "set datafile missing \047?\047"
    for (i = 1; i <= titles; i++)
        write(wrapped[i], text_mode() ? 0 : 1, text_mode() ? i - 1 : 1.3 * i - 0.9, "left",
              "#000000", form == "png" ? 12 : 16)
    for (i = 1; i <= captions; i++)
        write(caption_line[i], text_mode() ? 0 : 1,
              rows - captions + i - 1 - (text_mode() ? 0 : 0.3), "left", "#666666",
              form == "png" ? 8 : 11)
    print "set border 3 lc rgb \047#555555\047\nset tics nomirror scale 0.5"
    if (!text_mode()) print "set grid lc rgb \047#E4E4E4\047 lt 1 lw 0.7"
    print "set pointsize 0.9"
}

# Usage: panel(first column, last column, first row, last row, what is drawn).
# The page's labels are written with the first panel only.
function panel(c0, c1, r0, r1, title) {
    if (title != "") write(title, text_mode() ? c0 : c0 - 4, r0 - (text_mode() ? 1 : 1.4), "left")
    printf "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", across(c0), across(c1)
    printf "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", down(r0), down(r1)
    panel_rows = r1 - r0
    panel_top = r0
    panel_left = c0
    panel_right = c1
}
function open_plots() { print "set multiplot" }
function next_panel() { print "unset label\nunset arrow\nunset object" }

# ---- axes ----------------------------------------------------------------------------------------

# The name of the panel's horizontal axis: under its numbers, in terminals beside them if not
# `under`.
function axis_name(text, under) {
    if (text_mode() && !under)
        write(text, panel_right + 2, panel_top + panel_rows + 1, "left")
    else
        write(text, (panel_left + panel_right) / 2,
              panel_top + panel_rows + (text_mode() ? 2 : 1.65), "center")
}

# An axis of depths with a little room at both ends, and where a depth is on it. Series that share
# depths stand a little apart: `wide` is how much of a depth's room they take.
function depth_axis(first, last) {
    depth_low = first - 0.35
    depth_high = last + 0.35
    printf "set xrange [%g:%g]\nset xtics %d,%d\nset format x \047%%g\047\n", depth_low, depth_high,
           first, int((last - first) / 12) + 1
    axis_name("depth (plies)")
}
function aside(i, wide) { return series == 1 ? 0 : wide * ((i - 1) / (series - 1) - 0.5) }
function depth_column(depth) {
    return panel_left + (panel_right - panel_left) * share_of(depth, depth_low, depth_high, 0)
}

# Where a ratio is on a horizontal axis of the range.
function column_of(x) {
    return panel_left + (panel_right - panel_left) * share_of(x, range_low, range_high, 1)
}

# Usage: axis("y", low, high, is it logarithmic, kind of text): range and ticks.
function axis(which, low, high, logs, text) {
    print (logs ? "set" : "unset") " logscale " which
    printf "set %srange [%.6g:%.6g]\nset %stics (%s)\n", which, low, high, which,
           logs ? log_ticks(low, high, text) : even_ticks(low, high, text)
}
function tick(x, text) {
    return sprintf("%s %.6g", quoted(text == "si" ? si(x) : sprintf(text == "%" ? "%g %%%%" : "%g",
                                                               text == "%" ? 100 * x : x)), x)
}
# The least of 1, 2, 5, 10, 20, .. that is no smaller.
function nice(step,   unit) {
    unit = exp(log(10) * floor(log10(step)))
    step /= unit
    return (step <= 1 ? 1 : step <= 2 ? 2 : step <= 5 ? 5 : 10) * unit
}
function floor(x,   i) { i = int(x); return i > x ? i - 1 : i }
function even_ticks(low, high, text,   step, i, list) {
    step = nice((high - low) / 8)
    for (i = floor(low / step); i * step <= high * 1.000001; i++)
        if (i * step >= low - step * 1e-6) list = list (list == "" ? "" : ", ") tick(i * step, text)
    return list
}
# Few decades get ticks within them; 1 always has one where it is in range.
function log_ticks(low, high, text,   wide, marks, n, k, i, list, step, x) {
    wide = high / low
    if (wide < 4) {
        step = nice((high - low) / 8)
        for (i = floor(low / step); i * step <= high * 1.000001; i++)
            if (i > 0 && i * step >= low * 0.999999 && (i * step - 1) ^ 2 > 1e-12)
                if (step <= 1 || (i * step - 1) > step / 2)
                    list = list (list == "" ? "" : ", ") tick(i * step, text)
        if (low <= 1 && high >= 1) list = list (list == "" ? "" : ", ") tick(1, text)
        return list
    }
    n = split(wide < 20 ? "1 1.5 2 3 5 7" : wide < 200 ? "1 2 5" : wide < 3000 ? "1 3" : "1",
              marks, " ")
    for (k = floor(log10(low)); k <= log10(high); k++)
        for (i = 1; i <= n; i++) {
            x = marks[i] * exp(log(10) * k)
            if (x >= low * 0.999999 && x <= high * 1.000001)
                list = list (list == "" ? "" : ", ") tick(x, text)
        }
    return list
}

# Grows the range (range_low, range_high) to hold x; begin with 0, 0.
function hold(x) {
    if (x == "") return
    x += 0
    if (!range_low || x < range_low) range_low = x
    if (!range_high || x > range_high) range_high = x
}
# Room at both ends of a logarithmic range, at least `least` times around the middle.
function loosen(least,   room) {
    if (range_high / range_low < least) {
        room = sqrt(least * range_low / range_high)
        range_low /= room
        range_high *= room
    }
    room = exp(0.05 * log(range_high / range_low))
    range_low /= room
    range_high *= room
}
function share_of(y, low, high, logs) {
    return logs ? log(y / low) / log(high / low) : (y - low) / (high - low)
}

# ---- labels at the ends of lines -----------------------------------------------------------------

# Usage: end_label(share of the panel's height, text, ink, column): collected until put_labels.
# The column is where the line ends; in terminals the series' letter stands before the text.
function end_label(at, text, ink, column) {
    ends++
    end_at[ends] = at
    end_text[ends] = text
    end_ink[ends] = ink
    end_column[ends] = column
}
function tagged(i, text) { return (text_mode() ? letter(look[i], variant[i]) " " : "") text }

# Writes what was collected to the right of the panel, from the top down, each at its own height or
# as near as the others let it (least squares: blocks of labels that would overlap move as one),
# with a thin line from where its own line ends.
function put_labels(   i, k, t, gap, blocks, sum, count, last, spot, y, rowof) {
    gap = 1 / panel_rows
    for (i = 1; i <= ends; i++) order_of[i] = i
    for (i = 2; i <= ends; i++)
        for (k = i; k > 1 && end_at[order_of[k]] > end_at[order_of[k - 1]]; k--) {
            t = order_of[k]; order_of[k] = order_of[k - 1]; order_of[k - 1] = t
        }
    for (i = 1; i <= ends; i++) { # how far down, less what those above take
        blocks++
        sum[blocks] = 1 - min(1, max(0, end_at[order_of[i]])) - (i - 1) * gap
        count[blocks] = 1
        while (blocks > 1 && sum[blocks] / count[blocks] < sum[blocks - 1] / count[blocks - 1]) {
            sum[blocks - 1] += sum[blocks]
            count[blocks - 1] += count[blocks]
            blocks--
        }
    }
    i = 0
    for (k = 1; k <= blocks; k++)
        for (t = 1; t <= count[k]; t++) {
            spot = min(max(0, sum[k] / count[k]), max(0, 1 - (ends - 1) * gap)) + i * gap
            put_label(order_of[++i], panel_top + spot * panel_rows)
        }
    ends = 0
}
function put_label(i, row) {
    if (text_mode()) {
        write(end_text[i], panel_right + 2, int(row + 0.5), "left")
        return
    }
    write(end_text[i], panel_right + 3, row - 0.5, "left", end_ink[i])
    line(end_column[i] + 0.7, panel_top + (1 - min(1, max(0, end_at[i]))) * panel_rows,
         panel_right + 2.6, row, "lw 0.7 lc rgb \047" end_ink[i] "\047")
}
function longest_label(   i, most) {
    for (i = 1; i <= series; i++) most = max(most, length(label[i]))
    return most
}

# ---- pieces that several kinds share -------------------------------------------------------------

function line_style(i) {
    return text_mode() ? "points" : "linespoints lw 1.5 " dash(look[i], variant[i])
}
function black() { return "lc rgb \047#000000\047" }
function reference_line() { return text_mode() ? "points pt \047.\047" : "lines lw 1.2 " black() }
function either(x) { return x == "" ? "?" : x }

# That weight of ink, the rest of the other; "#RRGGBB".
function mix(ink, other, weight,   i, text) {
    for (i = 2; i <= 6; i += 2)
        text = text sprintf("%02X", weight * hex(substr(ink, i, 2)) + \
                                    (1 - weight) * hex(substr(other, i, 2)) + 0.5)
    return "#" text
}
function hex(two) {
    return 16 * (index("0123456789ABCDEF", substr(two, 1, 1)) - 1) + \
           index("0123456789ABCDEF", substr(two, 2, 1)) - 1
}

# A vertical line where the ratio is 1.
function line_at_one(   column, k) {
    column = column_of(1)
    if (!text_mode())
        line(column, panel_top, column, panel_top + panel_rows, "back lw 1.2 " black())
    else
        for (k = 0; k < int(panel_rows); k++) write(".", column, panel_top + k, "left")
}
