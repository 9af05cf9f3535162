# text.jq -- numbers and words for people, and everything foreign made harmless for HTML.

# Reports are untrusted: whatever comes out of one goes through here on its way to the page. What
# HTML forbids or what turns the direction of writing becomes U+FFFD.
def esc:
    tostring | explode
    | map(if (. < 32 and . != 9 and . != 10) or (. >= 127 and . < 160)
              or (. >= 8234 and . <= 8238) or (. >= 8294 and . <= 8297)
              or (. >= 64976 and . <= 65007) or . % 65536 >= 65534
          then 65533 else . end)
    | implode | @html;

# At most $n characters, the last a dot-dot-dot.
def cut($n): if length > $n then .[:$n - 1] + "…" else . end;

# To a whole number as printf does: what is exactly half goes to the even one.
def half_even: floor as $f
    | if . - $f == 0.5 then $f + $f % 2 else round end;

# `.` with $n decimals; null is a dash.
def fixed($n):
    if . == null then "–"
    elif (fabs * pow(10; $n)) >= 1e15 then tostring
    else (fabs * pow(10; $n) | half_even | tostring) as $digits
        | ("0" * ([$n + 1 - ($digits | length), 0] | max) // "") as $zeros
        | ($zeros + $digits) as $d
        | (if . < 0 and ($d | test("[1-9]")) then "-" else "" end)
            + (if $n == 0 then $d else $d[:-$n] + "." + $d[-$n:] end)
    end;

# A whole number in groups of three, which stay on one line.
def whole:
    if . == null then "–"
    elif . >= 1e15 then tostring
    else (floor | tostring) as $d | ($d | length) as $n
        | [range((($n - 1) % 3) + 1; $n + 1; 3)] as $ends
        | [range($ends | length) | $d[(if . == 0 then 0 else $ends[. - 1] end):$ends[.]]]
        | join("\u00a0")
    end;

# 3 significant digits or so, without needless zeros: for the labels of axes.
def short:
    def plain: tostring;
    if . == 0 then "0"
    elif fabs >= 1e12 then "\(. / 1e12 * 100 | round / 100 | plain)T"
    elif fabs >= 1e9 then "\(. / 1e9 * 100 | round / 100 | plain)G"
    elif fabs >= 1e6 then "\(. / 1e6 * 100 | round / 100 | plain)M"
    elif fabs >= 1e4 then "\(. / 1e3 * 100 | round / 100 | plain)k"
    else pow(10; 3 - ([(fabs | log10 | floor), 3] | min)) as $p | . * $p | round / $p | plain
    end;

def percent($n): if . == null then "–" else (. * 100 | fixed($n)) + "\u00a0%" end;

# A binary size: 64M.
def bytes:
    if . == null then "–"
    elif . >= 1073741824 and . % 1073741824 == 0 then "\(. / 1073741824)G"
    elif . >= 1048576 and . % 1048576 == 0 then "\(. / 1048576)M"
    elif . >= 1024 and . % 1024 == 0 then "\(. / 1024)K"
    else tostring end;

def seconds:
    if . == null then "–"
    elif . >= 100 then (fixed(0) + " s")
    elif . >= 1 then (fixed(2) + " s")
    elif . >= 0.001 then (. * 1e3 | fixed(2)) + " ms"
    else (. * 1e6 | fixed(1)) + " µs" end
    | gsub(" "; "\u00a0");

# "a", "a and b", "a, b and c"; of more than $most the rest is counted.
def listed($most):
    if length > $most then (.[:$most] | join(", ")) + " and \(length - $most) more"
    elif length > 1 then (.[:-1] | join(", ")) + " and " + .[-1]
    else .[0] // "" end;
def listed: listed(1000000);

def plural($one; $many): "\(whole) \(if . == 1 then $one else $many end)";
def plural($one): plural($one; $one + "s");

# 3, 4, 5 -> "3 to 5"; 3, 5 -> "3 and 5"
def span:
    unique | if length > 2 and .[-1] - .[0] == length - 1 then "\(.[0]) to \(.[-1])"
             else map(tostring) | listed end;

# A word of the shell, quoted where it needs it.
def shell_word: if test("^[A-Za-z0-9_@%+=:,./-]+$") then . else @sh end;

def window_text: if .[0] == .[1] then "\(.[0])" else "\(.[0]):\(.[1])" end;
