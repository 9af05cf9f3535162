# For bats files: load refused

# Usage: refused CODE COMMAND.. : that code, one line on stderr, nothing on stdout.
refused() {
    local code=$1
    shift
    run --separate-stderr -"$code" "$@"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
}
