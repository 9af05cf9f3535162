# Nodes by depth: a line per series, named at its end.
function draw(   i, k, first, last, wide) {
    first = last = point[1, 1, 1]
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) {
            hold(point[i, k, 2])
            first = min(first, point[i, k, 1])
            last = max(last, point[i, k, 1])
        }
    loosen(4)
    wide = text_mode() ? 0.7 : 0
    page(112, max(25, series + 5))
    for (i = 1; i <= series; i++) {
        printf "$d%d << EOD\n", i
        for (k = 1; k <= size[i]; k++) print point[i, k, 1] + aside(i, wide), point[i, k, 2]
        print "EOD"
    }
    panel(9, cols - longest_label() - 11, top + (text_mode() ? 1 : 1.6),
          bottom - (text_mode() ? 2 : 3), "nodes, geometric mean (log axis)")
    depth_axis(first, last)
    for (i = 1; i <= series; i++)
        end_label(share_of(point[i, size[i], 2], range_low, range_high, 1),
                  tagged(i, label[i] " " si(point[i, size[i], 2])), hue(look[i]),
                  depth_column(point[i, size[i], 1]))
    put_labels()
    axis("y", range_low, range_high, 1, "si")
    open_plots()
    for (i = 1; i <= series; i++)
        printf "%s $d%d using 1:2 with %s %s %s", i == 1 ? "plot" : ",", i,
               line_style(i), colour(look[i]), marker(look[i], variant[i])
    print ""
}
