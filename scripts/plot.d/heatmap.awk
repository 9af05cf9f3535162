# The ratio by depth (columns) and window (rows): blue where fewer nodes than the reference, orange
# where more, white at 1. The best window of each depth has a frame.
function draw(   k, x, y, r, most, left, right, ink, data) {
    for (k = 1; k <= size[1]; k++) {
        depths = max(depths, point[1, k, 1])
        windows = max(windows, point[1, k, 2])
        left = max(left, length(about["window " point[1, k, 2]]))
        r = log(point[1, k, 3])
        most = max(most, r < 0 ? -r : r)
    }
    most = max(most, log(1.1))
    page(112, windows * (text_mode() ? 1 : 1.5) + (text_mode() ? 3 : 6), 1)
    left += text_mode() ? 3 : 4
    right = min(cols - (text_mode() ? 15 : 3), left + depths * 14)
    if (text_mode()) panel(left, right, top + 1, top + 1 + windows, "")
    else panel(left, right, top + 3, bottom - 3, "")
    write("window", text_mode() ? 0 : 1, panel_top - (text_mode() ? 1 : 1.3), "left")
    write((text_mode() ? "" : "blue: fewer nodes, orange: more; framed and ") \
          "*: least of its depth; ~: cannot be told from it",
          text_mode() ? 10 : 1, panel_top - (text_mode() ? 1 : 2.6), "left")
    for (k = 1; k <= size[1]; k++) {
        ink = point[1, k, 3] < 1 ? "#0072B2" : "#D55E00"
        r = log(point[1, k, 3]) / most
        r = 0.85 * (r < 0 ? -r : r)
        x = point[1, k, 1]
        y = point[1, k, 2]
        data = data x " " y " " x - 0.5 " " x + 0.5 " " y - 0.5 " " y + 0.5 " 0x" \
               substr(mix(ink, "#FFFFFF", r), 2) "\n"
        cell(x, y, short(point[1, k, 3]) point[1, k, 4])
        if (point[1, k, 4] == "*" && !text_mode())
            printf "set object rectangle from %g, %g to %g, %g front lw 2 fs empty border " \
                   "lc rgb \047#000000\047\n", x - 0.485, y - 0.46, x + 0.485, y + 0.46
    }
    for (k = 1; k <= windows && text_mode(); k++)
        write(about["window " k], left - 2, panel_top + windows - k, "right")
    for (k = 1; k <= depths && text_mode(); k++) cell(k, 0, about["depth " k])
    printf "$cells << EOD\n%sEOD\n", data
    printf "set xrange [0.5:%g]\nset yrange [0.5:%g]\n", depths + 0.5, windows + 0.5
    printf "set xtics scale 0 (%s)\n", names("depth ", depths)
    printf "set ytics scale 0 (%s)\n", names("window ", windows)
    if (text_mode()) write("depth (plies)", right + 2, panel_top + windows, "left")
    else axis_name("depth (plies)")
    print "unset grid\nset border 0"
    open_plots()
    if (text_mode()) {
        print "unset xtics\nunset ytics\nplot $cells using 1:2 with points pt \047 \047"
        return
    }
    print "plot $cells using 1:2:3:4:5:6:7 with boxxyerror fs solid noborder lc rgb variable"
}
function names(what, n,   i, list) {
    for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") quoted(about[what i]) " " i
    return list
}
function cell(x, y, text) {
    write(text, panel_left + (panel_right - panel_left) * (x - 0.5) / depths,
          text_mode() ? panel_top + windows - y : \
          panel_top + panel_rows * (1 - (y - 0.5) / windows) - 0.5, "center",
          "#000000")
}
