#!/usr/bin/env bats
# golden.bats -- what pages, tables and messages say, word for word. `make golden` writes the transcripts anew;
# look at the difference.

same() { tests/golden/transcript "tests/golden/$1.txt"; }

@test "commands that cannot be done end with the stored line and exit code" { same refused; }

@test "findings are those of the stored transcript" { same findings; }

@test "tables and pages are those of the stored transcript, at any width" { same pages; }

@test "rows under each option are those of the stored transcript" { same use; }

@test "comparisons are those of the stored transcript" { same compare; }
