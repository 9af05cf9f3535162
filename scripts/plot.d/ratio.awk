# Ratio by depth, with intervals: a line per series, named at its end; the reference is the line
# at 1.
function draw(   i, k, first, last, wide, extra, any) {
    first = last = point[1, 1, 1]
    hold(1)
    for (i = 1; i <= series; i++)
        for (k = 1; k <= size[i]; k++) {
            hold(point[i, k, 2])
            hold(point[i, k, 3])
            hold(point[i, k, 4])
            any = any point[i, k, 3]
            first = min(first, point[i, k, 1])
            last = max(last, point[i, k, 1])
        }
    loosen(1.2)
    extra = text_mode() ? 24 : 8
    wide = text_mode() ? 0.7 : 0.5
    page(112, max(25, series + 6))
    for (i = 1; i <= series; i++) {
        printf "$d%d << EOD\n", i
        for (k = 1; k <= size[i]; k++)
            print point[i, k, 1] + aside(i, wide), point[i, k, 2], either(point[i, k, 3]),
                  either(point[i, k, 4])
        print "EOD"
    }
    panel(9, cols - max(longest_label(), length(about["reference"]) + 4) - extra - 4,
          top + (text_mode() ? 1 : 1.6), bottom - (text_mode() ? 2 : 3),
          "nodes / nodes of " about["reference"] " (log axis" \
          (any == "" ? "; one position, so no intervals)" : "; 95 % intervals)"))
    depth_axis(first, last)
    for (i = 1; i <= series; i++) {
        k = size[i]
        end_label(share_of(point[i, k, 2], range_low, range_high, 1),
                  tagged(i, label[i] " " short(point[i, k, 2]) \
                            (text_mode() ? interval(point[i, k, 3], point[i, k, 4]) : "")),
                  hue(look[i]), depth_column(point[i, k, 1] + aside(i, wide)))
    }
    end_label(share_of(1, range_low, range_high, 1),
              (text_mode() ? ". " : "") about["reference"] " = 1", "#000000", panel_right - 0.6)
    put_labels()
    axis("y", range_low, range_high, 1)
    open_plots()
    printf "plot 1 with %s", reference_line()
    for (i = 1; i <= series && !text_mode(); i++)
        printf ", $d%d using 1:2:3:4 with yerrorbars ps 0 lw 1 %s", i, colour(look[i])
    for (i = 1; i <= series; i++)
        printf ", $d%d using 1:2 with %s %s %s", i, line_style(i), colour(look[i]),
               marker(look[i], variant[i])
    print ""
}
