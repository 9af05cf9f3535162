# Nodes of one algorithm against the reference: a point for each position, the diagonal between.
function draw(   k, high, low, left, name) {
    for (k = 1; k <= size[1]; k++) {
        hold(point[1, k, 1])
        hold(point[1, k, 2])
    }
    loosen(4)
    name = label[1]
    page(text_mode() ? width : 76, text_mode() ? 21 : 34)
    print "$d1 << EOD"
    for (k = 1; k <= size[1]; k++) print point[1, k, 1], point[1, k, 2]
    print "EOD"
    panel(9, cols - 3, top + (text_mode() ? 1 : 1.6), bottom - (text_mode() ? 3 : 3),
          "nodes of " name " (log axis)")
    axis("x", range_low, range_high, 1, "si")
    axis("y", range_low, range_high, 1, "si")
    axis_name("nodes of " about["reference"] " (log axis)", 1)
    write("more nodes than " about["reference"] ": " about["more"] " of " size[1], panel_left + 2,
          panel_top + 1, "left")
    write("fewer nodes: " about["fewer"] " of " size[1] \
          (about["same"] ? ", as many: " about["same"] : ""), panel_right - 2,
          panel_top + panel_rows - 3, "right")
    write("geometric mean of the ratio: " short(about["ratio"]) \
          interval(about["low"], about["high"]), panel_right - 2,
          panel_top + panel_rows - 2, "right")
    open_plots()
    printf "plot x with %s, $d1 using 1:2 with points %s %s\n",
           reference_line(), colour(look[1]), marker(look[1], variant[1])
}
