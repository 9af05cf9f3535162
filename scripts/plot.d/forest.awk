# All configurations, a row each: name, ratio with its interval, and both in figures.
function draw(   i, k, extra, names, mark, reference) {
    hold(1)
    for (i = 1; i <= series; i++) {
        hold(point[i, 1, 1])
        hold(point[i, 1, 2])
        hold(point[i, 1, 3])
        if (point[i, 1, 4] != point[1, 1, 4]) several = 1
    }
    loosen(1.2)
    reference = about["reference_series"]
    names = longest_label() + (text_mode() ? 4 : 3)
    extra = several ? 32 : 24
    page(112, series * (text_mode() ? 1 : 1.3) + (text_mode() ? 2 : 4), 1)
    panel(names, cols - extra - 2, top + (text_mode() ? 1 : 1.8),
          text_mode() ? top + series + 1 : bottom - 1.8, "")
    write("nodes / nodes of " about["reference"] " (log axis)", panel_left,
          panel_top - (text_mode() ? 1 : 1.3), "left")
    write("ratio [95 % interval]" (several ? "   n" : ""), panel_right + 2,
          panel_top - (text_mode() ? 1 : 1.3), "left")
    for (i = 1; i <= series; i++) {
        k = text_mode() ? panel_top + i - 1 : panel_top + (i - 0.5) * panel_rows / series - 0.5
        mark = text_mode() ? letter(look[i], variant[i]) " " : ""
        write(mark label[i], text_mode() ? 0 : 1, k, "left", hue(look[i]))
        write(i == reference ? "1 (reference)" : \
              short(point[i, 1, 1]) interval(point[i, 1, 2], point[i, 1, 3]) \
              (several ? "   " point[i, 1, 4] : ""), panel_right + 2, k, "left")
        if (text_mode()) write(drawn(i), panel_left, k, "left")
        printf "$d%d << EOD\n%s %g %s %s\nEOD\n", i, point[i, 1, 1], series - i + 0.5,
               either(point[i, 1, 2]), either(point[i, 1, 3])
    }
    axis("x", range_low, range_high, 1)
    printf "set yrange [0:%d]\nunset ytics\nset border 1\n", series
    open_plots()
    if (text_mode()) {
        print "plot $d1 using 1:2 with points pt \047 \047"
        return
    }
    line_at_one()
    for (i = 1; i <= series; i++) {
        printf "%s", i == 1 ? "plot" : ","
        if (i != reference && point[i, 1, 2] != "")
            printf " $d%d using 1:2:3:4 with xerrorbars ps 0 lw 1.6 %s,", i, colour(look[i])
        printf " $d%d using 1:2 with points %s %s", i, colour(look[i]), marker(look[i], variant[i])
    }
    print ""
}

# A row in a terminal: the interval from [ to ], the ratio as a letter, a dot where it would be 1.
function drawn(i,   ratio, low, high, c, text) {
    ratio = point[i, 1, 1]
    low = int(column_of(point[i, 1, 2] == "" ? ratio : point[i, 1, 2]))
    high = int(column_of(point[i, 1, 3] == "" ? ratio : point[i, 1, 3]))
    for (c = panel_left; c < panel_right; c++)
        text = text (c == int(column_of(ratio)) ? letter(look[i], variant[i]) : \
                     c == low ? "[" : c == high ? "]" : c > low && c < high ? "-" : \
                     c == int(column_of(1)) ? "." : " ")
    return text
}
