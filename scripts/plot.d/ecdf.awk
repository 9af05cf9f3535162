# Distribution of the ratio over positions: a step line per algorithm. Each line's name stands at a
# height of its own, in the order of medians, with a thin line from where the curve has that height.
function draw(   i, k, n, height_of, order, t) {
    hold(1)
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) hold(point[i, k, 1])
    loosen(1.2)
    page(112, max(27, series + 6))
    for (i = 1; i <= series; i++) {
        printf "$d%d << EOD\n%.6g 0\n", i, range_low
        for (k = 1; k <= size[i]; k++)
            print point[i, k, 1], (k == 1 ? 0 : point[i, k - 1, 2]) "\n" point[i, k, 1],
                  point[i, k, 2]
        printf "%.6g 1\nEOD\n", range_high
    }
    panel(9, cols - longest_label() - (text_mode() ? 19 : 16), top + (text_mode() ? 1 : 1.6),
          bottom - (text_mode() ? 2 : 3), "share of positions with that ratio or a smaller one")
    axis("x", range_low, range_high, 1)
    axis("y", -0.02, 1.03, 0, "%")
    axis_name(text_mode() ? "ratio (log)" : "nodes / nodes of " about["reference"] " (log axis)")
    line_at_one()
    for (i = 1; i <= series; i++) order[i] = i
    for (i = 2; i <= series; i++)
        for (k = i; k > 1 && median(order[k]) < median(order[k - 1]); k--) {
            t = order[k]; order[k] = order[k - 1]; order[k - 1] = t
        }
    for (i = 1; i <= series; i++) name_at(order[i], 1 - (i - 0.5) / series)
    put_labels()
    open_plots()
    for (i = 1; i <= series; i++)
        printf "%s $d%d using 1:2 with %s %s %s", i == 1 ? "plot" : ",", i,
               text_mode() ? "points" : "lines lw 1.8 " dash(look[i], variant[i]), colour(look[i]),
               text_mode() ? marker(look[i], variant[i]) : ""
    for (i = 1; i <= series && !text_mode(); i++)
        printf ", $m%d using 1:2 with points %s %s", i, colour(look[i]), marker(look[i], variant[i])
    print ""
}

function median(i) { return about["median " i] + 0 }

# The label of series i at that height of the panel, and where its curve gets there.
function name_at(i, at,   k) {
    for (k = 1; k < size[i] && point[i, k, 2] < at; k++) ;
    printf "$m%d << EOD\n%s %.6f\nEOD\n", i, point[i, k, 1], at
    end_label(share_of(at, -0.02, 1.03, 0), tagged(i, label[i] ", median " short(median(i))),
              hue(look[i]), column_of(point[i, k, 1]))
}
