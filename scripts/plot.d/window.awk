# The U-curve: ratio by window with interval bands, a line per widening policy; below it the share
# of iterations whose first search failed, and the share of nodes in re-searches. The best window
# and those that cannot be told from it are shaded.
function draw(   i, k, x, labels) {
    hold(1)
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) {
            hold(point[i, k, 2])
            hold(point[i, k, 3])
            hold(point[i, k, 4])
        }
    loosen(1.2)
    sort_windows()
    lead = wrap(sentence(), text_mode() ? width - 1 : 122)
    for (i = 1; i <= lead; i++) lead_line[i] = wrapped[i]
    page(112, lead + (text_mode() ? 17 + 3 * series : 37.5))
    for (i = 1; i <= lead; i++)
        write(lead_line[i], text_mode() ? 0 : 1, top + i - 1, "left", "", form == "png" ? 9 : 12)
    top += lead
    labels = max(longest_label() + 8, 19)
    data()
    if (text_mode()) { terminal(); return }
    right = cols - labels - 4
    open_plots()
    curve(top + 2, top + 16)
    fails(top + 19, top + 26)
    again(top + 29, top + 34.6)
}

# The windows in order, what they are called, and the part of the axis that belongs to each: half
# way, on the logarithmic axis, to the next.
function sort_windows(   i, k, j, t, x, seen) {
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) {
            x = point[i, k, 1] + 0
            if (x in seen) continue
            seen[x] = 1
            sorted[++windows] = x
            named[windows] = point[i, k, 8]
            for (j = windows; j > 1 && sorted[j] < sorted[j - 1]; j--) {
                t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t
                t = named[j]; named[j] = named[j - 1]; named[j - 1] = t
            }
        }
    for (j = 2; j <= windows; j++)
        right_edge[sorted[j - 1]] = left_edge[sorted[j]] = sqrt(sorted[j - 1] * sorted[j])
    x = sorted[1] # it and the last have as much on their other side
    low_x = left_edge[x] = windows > 1 ? x ^ 2 / right_edge[x] : x / 2
    x = sorted[windows]
    high_x = right_edge[x] = windows > 1 ? x ^ 2 / left_edge[x] : x * 2
}

function sentence(   text) {
    if (about["best"] == "") return "The report's best configuration is not among those shown."
    text = about["best"] ", ratio " short(about["best_ratio"]) \
           interval(about["best_low"], about["best_high"])
    text = text "; " about["worse"] " are worse"
    if (about["tied"] == 0) return text "."
    return text ", " about["tied"] " cannot be told from it: " about["tied_names"] "."
}

function data(   i, k, a, b, x) {
    for (i = 1; i <= series; i++) {
        printf "$d%d << EOD\n", i
        for (k = 1; k <= size[i]; k++)
            print point[i, k, 1], point[i, k, 2], either(point[i, k, 3]), either(point[i, k, 4]),
                  point[i, k, 7]
        printf "EOD\n$b%d << EOD\n", i
        for (k = 1; k <= size[i]; k++) {
            x = point[i, k, 1] + 0
            a = left_edge[x] * (right_edge[x] / left_edge[x]) ^ (0.1 + 0.8 * (i - 1) / series)
            b = left_edge[x] * (right_edge[x] / left_edge[x]) ^ (0.1 + 0.8 * i / series)
            printf "%g %g %g %g %g %g\n", point[i, k, 1], 0, a, b, point[i, k, 5],
                   point[i, k, 5] + point[i, k, 6]
        }
        print "EOD"
    }
}

# Shaded: the best window, and lighter those that cannot be told from it.
function shades(   i, k, x, mark) {
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) {
            x = point[i, k, 1] + 0
            if (point[i, k, 9] == "*" || (point[i, k, 9] == "~" && mark[x] == ""))
                mark[x] = point[i, k, 9]
        }
    for (k = 1; k <= windows; k++) {
        x = sorted[k]
        if (mark[x] != "")
            printf "set object rectangle from %.6g, graph 0 to %.6g, graph 1 behind " \
                   "fs solid noborder fc rgb \047%s\047\n", left_edge[x], right_edge[x],
                   mark[x] == "*" ? "#F5EC9A" : "#FBF8DC"
    }
}

# The horizontal axis: a tick for every window, named where there is room.
function window_axis(   i, list, column, last, name) {
    last = -99
    for (i = 1; i <= windows; i++) {
        column = window_column(sorted[i])
        name = column - length(named[i]) / 2 > last + 0.8 ? named[i] : ""
        if (name != "") last = column + length(name) / 2
        list = list (i > 1 ? ", " : "") quoted(name) " " sorted[i]
    }
    print "set logscale x\nset xrange [" low_x ":" high_x "]\nset xtics (" list ")"
}
function window_column(x) {
    return panel_left + (panel_right - panel_left) * share_of(x, low_x, high_x, 1)
}

function curve(r0, r1,   i) {
    panel(9, right, r0, r1,
          "nodes / nodes of " about["reference"] " (log axis; bands: 95 % intervals)")
    shades()
    window_axis()
    axis("y", range_low, range_high, 1)
    for (i = 1; i <= series; i++)
        end_label(share_of(point[i, size[i], 2], range_low, range_high, 1),
                  label[i] " " short(point[i, size[i], 2]), hue(look[i]),
                  window_column(point[i, size[i], 1]))
    end_label(share_of(1, range_low, range_high, 1), about["reference"] " = 1", "#000000",
              right - 0.6)
    put_labels()
    printf "plot 1 with %s", reference_line()
    for (i = 1; i <= series; i++)
        printf ", $d%d using 1:3:4 with filledcurves fs transparent solid 0.15 noborder %s", i,
               colour(look[i])
    for (i = 1; i <= series; i++)
        printf ", $d%d using 1:2 with linespoints lw 1.5 %s %s %s", i, dash(look[i], variant[i]),
               colour(look[i]), marker(look[i], variant[i])
    print ""
    next_panel()
}

function fails(r0, r1,   i, k, most) {
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) most = max(most, point[i, k, 5] + point[i, k, 6])
    panel(9, right, r0, r1, "iterations whose first search failed" \
          (series > 1 ? " (bars from the left: " names() ")" : ""))
    shades()
    window_axis()
    axis("y", 0, max(most * 1.08, 0.05), 0, "%")
    write("strong: failed high", right + 3, r0 + 0.5, "left")
    write("pale: failed low", right + 3, r0 + 1.5, "left")
    for (i = 1; i <= series; i++) {
        printf "%s $b%d using 1:2:3:4:2:5 with boxxyerror fs solid noborder lc rgb \047%s\047",
               i == 1 ? "plot" : ",", i, mix(hue(look[i]), "#FFFFFF", 0.45)
        printf ", $b%d using 1:5:3:4:5:6 with boxxyerror fs solid noborder %s", i, colour(look[i])
    }
    print ""
    next_panel()
}
function names(   i, text) {
    for (i = 1; i <= series; i++) text = text (i > 1 ? ", " : "") label[i]
    return text
}

function again(r0, r1,   i, k, most) {
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) most = max(most, point[i, k, 7])
    most = max(most * 1.08, 0.05)
    panel(9, right, r0, r1, "nodes in re-searches")
    shades()
    window_axis()
    axis("y", 0, most, 0, "%")
    axis_name("window: half of its width, in points (log axis)")
    for (i = 1; i <= series; i++)
        end_label(share_of(point[i, size[i], 7], 0, most, 0),
                  label[i] sprintf(" %.1f %%", 100 * point[i, size[i], 7]), hue(look[i]),
                  window_column(point[i, size[i], 1]))
    put_labels()
    for (i = 1; i <= series; i++)
        printf "%s $d%d using 1:5 with linespoints lw 1.5 %s %s %s", i == 1 ? "plot" : ",", i,
               dash(look[i], variant[i]), colour(look[i]), marker(look[i], variant[i])
    print ""
}

# In a terminal the curve alone, and under each window the shares as numbers.
function terminal(   i, k, row, what) {
    right = cols - max(longest_label(), length(about["reference"])) - 12
    panel(6, right, top + 1, bottom - 2 - 3 * series,
          "nodes / nodes of " about["reference"] " (log axis)")
    window_axis()
    axis("y", range_low, range_high, 1)
    axis_name("window (log)")
    for (i = 1; i <= series; i++)
        end_label(share_of(point[i, size[i], 2], range_low, range_high, 1),
                  tagged(i, label[i] " " short(point[i, size[i], 2])), "", 0)
    end_label(share_of(1, range_low, range_high, 1), ". " about["reference"] " = 1", "", 0)
    put_labels()
    row = panel_top + panel_rows + 2
    for (i = 1; i <= series; i++)
        for (what = 5; what <= 7; what++) {
            write(label[i] (what == 5 ? " low %" : what == 6 ? " high %" : " again %"), right + 2,
                  row, "left")
            for (k = 1; k <= size[i]; k++)
                write(sprintf("%.0f", 100 * point[i, k, what]), window_column(point[i, k, 1]),
                      row, "center")
            row++
        }
    open_plots()
    printf "plot 1 with %s", reference_line()
    for (i = 1; i <= series; i++)
        printf ", $d%d using 1:2 with points %s", i, marker(look[i], variant[i])
    print ""
}
