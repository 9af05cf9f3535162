# regret.bash -- for the tests of what chosen moves lose and of the script that reads it (`load regret`).

load ../common

setup() {
    here || return 1
    JUDGED=$(linked "$ROOT/games/positions/judged")
}

regret() { "$ROOT/scripts/regret" "$@"; }

run_it() {
    "$BIN" --no-time --quiet --jobs=2 "$@"
}
