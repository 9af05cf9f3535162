#!/usr/bin/env bats
# golden.bats -- what pages, tables and messages say, word for word. `make golden` writes the transcripts anew;
# look at the difference.

@test "what cannot be done is refused in one line that says why" { tests/golden/transcript tests/golden/refused.txt; }
