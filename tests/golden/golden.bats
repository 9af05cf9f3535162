#!/usr/bin/env bats
# golden.bats -- what pages, tables and messages say, word for word. `make golden` writes the transcripts anew;
# look at the difference.

same() { tests/golden/transcript "tests/golden/$1.txt"; }

@test "what cannot be done is refused in one line that says why" { same refused; }

@test "rows, who must agree with whom, means, and what is missing" { same findings; }

@test "tables and pages, on terminals of any width" { same pages; }

@test "what options make of rows, and which have no effect" { same use; }

@test "comparisons, by id and by position" { same compare; }
