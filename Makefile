# absbench: `make run` installs what is missing, builds and runs; `make test` tests; `make help` lists all.
# BUILD=release|debug|asan|tsan|valgrind|v3  PORTABLE=1 (for any processor, not just this one)
# M32=1 (i386, with SSE2)  CC=gcc|clang  V=1

VERSION  := 0.1.0
BUILD    ?= release
PREFIX   ?= /usr/local
CC       := $(if $(filter default,$(origin CC)),gcc,$(CC))
CORES    := $(shell nproc 2>/dev/null || echo 1)
GIT      := $(shell scripts/commit)

WARN     := -Wall -Wextra -Wshadow -Wpedantic $(if $(CI),-Werror)
BITS_32  := -m32 -msse2 -mfpmath=sse -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
MACHINE  := $(if $(PORTABLE)$(M32)$(filter v3,$(BUILD)),,-march=native) $(if $(M32),$(BITS_32))
OPT_release  := -O2 -DNDEBUG
OPT_debug    := -O1 -g -DABS_DEBUG
OPT_asan     := -O1 -g -DABS_DEBUG -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_valgrind := -O1 -g
# For any processor with AVX2: valgrind, which counts instructions, does not know AVX-512.
OPT_v3       := -O2 -DNDEBUG -march=x86-64-v3
OPT_tsan     := -O1 -g -DABS_DEBUG -fsanitize=thread -fno-omit-frame-pointer
OPT      ?= $(OPT_$(BUILD)) $(MACHINE)
INCLUDE  := -I. -Isrc
COMMA    := ,
# _GNU_SOURCE: the C library's whole interface. No fused multiply-add, so that statistics are the same with every
# compiler. Functions are aligned to cache lines, because the place where the linker puts the search would change its
# speed (in chess by a tenth).
FLAGS    := -std=c11 -D_GNU_SOURCE -ffp-contract=off -falign-functions=64 $(OPT) $(WARN) $(EXTRA) $(INCLUDE) $(if $(findstring -fsanitize,$(OPT)$(EXTRA)),-DABS_SANITIZED=1)
# The program's functions and variables that plug-ins use.
EXPORTS  := $(addprefix -Wl$(COMMA)--export-dynamic-symbol=,abs_check_fail abs_spec_parse abs_table_grow interrupt_flag)
LIBS     := -lcjson -lm -ldl -pthread
# Only the file that prints these values gets them, so that a commit does not rebuild everything.
DEFINES   = -DABS_VERSION='"$(VERSION)"' -DABS_GIT='"$(GIT)"' -DABS_BUILD_TYPE='"$(BUILD)"' \
            -DABS_CFLAGS='"$(strip $(OPT))"'
CORE     := $(shell scripts/core id 2>/dev/null)

B        := build/$(BUILD)$(if $(PORTABLE),-portable)$(if $(M32),-m32)$(if $(filter-out gcc,$(CC)),-$(notdir $(CC)))$(TAG)
BIN      := $(if $(filter build/release,$(B)),absbench,$(B)/absbench)
# A game is NAME.c, or NAME/NAME.c beside its headers.
GAMES    := $(filter-out games/examples/%,$(wildcard games/*.c games/*/*.c))
SOURCES  := $(wildcard src/*.c src/*/*.c) $(GAMES) $(wildcard trees/*.c)
# The domains are compiled a second time, for traced searches (src/search/trace.h). Neither they nor the test programs
# are timed: with less optimisation they compile in less than half the time.
CHEAPER   = $(if $(filter -O2 -O3,$(OPT)),$(1))
WATCHED  := -DABS_TRACE $(call CHEAPER,-O0)
TRACED   := $(filter-out trees/tree.c,$(GAMES) $(wildcard trees/*.c))
OBJECTS  := $(SOURCES:%.c=$(B)/%.o) $(TRACED:%.c=$(B)/traced/%.o) $(B)/texts.o
LIBRARY  := $(filter-out $(B)/src/main.o,$(OBJECTS))
SUITES   := $(wildcard games/positions/*.* games/positions/large/*.*)
TEXTS    := scripts/web/trace.html src/verbs/bash.completion src/verbs/zsh.completion games/newgame.template
SCHEMAS  := $(wildcard docs/*.schema.json)
UNITS    := $(patsubst %.c,$(B)/tests/%,$(notdir $(wildcard tests/*/unit_*.c)))
TARBALL  := build/absbench-$(VERSION).tar.gz
# `test` is for whoever uses the program: counts, values, reports, every verb. What only a change of the source can break
# runs with ALL=1, in check-bare and in check-long: scripts, pages, texts word for word, random command lines, how a call
# to the system that fails is met, engines, plug-ins, forms of files, growth, browsers, and what sanitizers find.
MAINTAIN := $(wildcard tests/scripts/*.bats tests/engine/*.bats tests/plugins/*.bats) $(addprefix tests/,docs/docs.bats \
                find/drawn.bats find/reading.bats grade/grade.bats golden/golden.bats suite/formats.bats suite/many.bats \
                $(patsubst %,verbs/%.bats,sanitized pages hints completion trace_page)) $(B)/tests/unit_faults
# The tests that take longest begin first, so that none of them runs alone at the end.
LONGEST  := $(addprefix tests/,scripts/bare.bats scripts/instructions.bats verbs/sanitized.bats scripts/plot.bats scripts/claims.bats \
                scripts/report.bats docs/docs.bats grade/grade.bats engine/faults.bats scripts/match.bats scripts/duel.bats \
                engine/engines.bats plugins/guest.bats plugins/check.bats golden/golden.bats plugins/plugin.bats \
                engine/uci.bats scripts/judge.bats work/interrupt.bats verbs/tune.bats suite/formats.bats work/journal.bats verbs/pages.bats)
FAULTS   := unit_faults unit_first_search unit_stopped
Q        := $(if $(V),,@)
# Quotes a word for the shell, whatever characters it has.
quoted    = '$(subst ','\'',$(1))'

.PHONY: all plugin where run claims test quick units valgrind races faults kills check-bare check-long check-engines check-docs check-web builds cluster-tests mutants simulate speed perft fuzz debug asan bench check-package golden size suites plots shots web install uninstall dist deb help clean
.SECONDARY:
.DELETE_ON_ERROR:

# ---- building ------------------------------------------------------------------------------------

all: $(BIN) # builds ./absbench

$(BIN): $(OBJECTS)
	@echo "  LINK  $@"
	$(Q)$(CC) $(FLAGS) $(EXPORTS) $^ -o $@ $(LIBS)

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(FLAGS) -MMD -MP -c $< -o $@

$(B)/traced/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  CC    $< (traced)"
	$(Q)$(CC) $(FLAGS) $(WATCHED) -MMD -MP -c $< -o $@

$(B)/src/log/context.o: private FLAGS += $(DEFINES)
$(B)/src/log/context.o: $(B)/commit
$(B)/src/search/registry.o: private FLAGS += -DABS_CORE_ID=$(CORE)u
$(B)/src/search/registry.o: $(B)/core

# The suites of positions, the schemas of docs/ and the shells' functions, as C strings.
$(B)/texts.c: games/games.def $(SUITES) $(TEXTS) $(SCHEMAS) scripts/embed
	@mkdir -p $(@D)
	@echo "  EMBED $(SUITES:games/positions/%=%) $(notdir $(TEXTS) $(SCHEMAS))"
	$(Q)(scripts/embed suites games/games.def games/positions && scripts/embed template $(TEXTS) && \
	    scripts/embed schema $(SCHEMAS)) > $@

$(B)/texts.o: $(B)/texts.c
	$(Q)$(CC) $(FLAGS) -Wno-overlength-strings -c $< -o $@

# These files change with the flags, the commit and the core's id, and what depends on them is then rebuilt.
# A machine without compiler or libraries is told so before the compiler says it in its way.
$(B)/flags: WORDS = $(CC) $(FLAGS)
$(B)/flags: FIRST = printf '\#include <%s.h>\n' string cjson/cJSON | $(CC) $(FLAGS) -E -xc - >/dev/null 2>&1 || \
    scripts/bootstrap --missing build
$(B)/commit $(B)/core: FIRST = :
$(B)/commit: WORDS = $(DEFINES)
$(B)/core: WORDS = $(CORE)
$(B)/flags $(B)/commit $(B)/core: force
	@mkdir -p $(@D)
	@printf '%s\n' $(call quoted,$(WORDS)) | cmp -s - $@ || { { $(FIRST); } && printf '%s\n' $(call quoted,$(WORDS)) > $@; }

# It is phony; otherwise .SECONDARY would make it a file that need not exist.
.PHONY: force
force:

$(B)/tests/fuzz_%: FLAGS += -fsanitize=fuzzer

# The test programs of all folders are built into one.
vpath %.c tests $(wildcard tests/*)
$(B)/tests/%: %.c $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  TEST  $@"
	$(Q)$(CC) $(FLAGS) $(call CHEAPER,-O1) -Itests -MMD -MP $< $(LIBRARY) -o $@ -lcmocka $(LIBS)

PLUGIN    = $(CC) $(FLAGS) -shared -fPIC -fvisibility=hidden -DABS_PLUGIN=$(CORE)u
# The file's own folder is searched first for headers, so that a built-in game compiles unchanged.
plugin: # compiles GAME=mygame.c to mygame.so beside it, for --game=./mygame.so
	$(Q)[ -n $(call quoted,$(GAME)) ] || { echo 'make plugin: which file? make plugin GAME=mygame.c' >&2; exit 2; }
	@echo '  CC   ' $(call quoted,$(GAME:.c=.so))
	$(Q)$(PLUGIN) $(WATCHED) -c $(call quoted,$(GAME)) -o $(call quoted,$(GAME:.c=.traced.o))
	$(Q)$(PLUGIN) $(call quoted,$(GAME)) $(call quoted,$(GAME:.c=.traced.o)) -o $(call quoted,$(GAME:.c=.so))
	$(Q)rm $(call quoted,$(GAME:.c=.traced.o))

where: # the program's path, for scripts
	@echo ./$(BIN)

debug: # builds build/debug/absbench, with assertions
	$(Q)$(MAKE) BUILD=debug
asan: # builds build/asan/absbench, with AddressSanitizer and UndefinedBehaviorSanitizer
	$(Q)$(MAKE) BUILD=asan

# ---- using ---------------------------------------------------------------------------------------

run: # installs what is missing, builds, searches the built-in mix, writes results/run.json
	$(Q)scripts/bootstrap build
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)./absbench --output=results/run.json --show
	@if /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then scripts/report results/run.json; \
	else printf '%s\n' "Its page needs python3-matplotlib:" \
	"  scripts/bootstrap plots; scripts/report results/run.json"; fi

bench: $(BIN) # prints the signature of all searches
	$(Q)./$(BIN) bench

golden: $(BIN) # rewrites rows, signature, instructions and pages that `make test` expects; look at the difference
	$(Q)scripts/bootstrap build test valgrind
	$(Q)scripts/golden > $(B)/bench.tsv && mv $(B)/bench.tsv results/reference
	$(Q)./$(BIN) bench | head -n 1 > $(B)/signature && mv $(B)/signature results/reference
	$(Q)cat results/reference/signature
	$(Q)$(MAKE) -s BUILD=v3 && scripts/instructions build/v3/absbench > $(B)/instructions
	$(Q)mv $(B)/instructions results/reference/instructions.tsv
	$(Q)ABSBENCH=./$(BIN) tests/golden/transcript --write tests/golden/*.txt

suites: $(BIN) # rewrites the large suites by seeded play, and judges new positions; look at the difference
	$(Q)scripts/bootstrap build judges
	$(Q)scripts/suites

ifeq ($(origin PORTABLE),undefined)
install: # installs program, scripts, manual pages, completion; PREFIX=/usr/local DESTDIR= PORTABLE= (this processor's)
	$(Q)$(MAKE) PORTABLE=1 install
else
install: $(BIN)
	scripts/lay-out install $(call quoted,$(DESTDIR)$(PREFIX)) ./$(BIN)
endif

uninstall: # removes what install put below DESTDIR and PREFIX
	scripts/lay-out uninstall $(call quoted,$(DESTDIR)$(PREFIX))

dist: # makes build/absbench-VERSION.tar.gz from the last commit; it builds, and knows its commit, without git
	$(Q)git diff --quiet HEAD || echo 'make dist: what is not committed is not in it' >&2
	@mkdir -p build
	$(Q)git archive --prefix=absbench-$(VERSION)/ --output=$(TARBALL) HEAD
	@echo "  DIST  $(TARBALL)"

# It builds from the tarball, as anybody else would: other files here are no part of the package.
deb: # makes build/deb/absbench_VERSION_*.deb of the last commit, for any processor; lintian must find nothing
	$(Q)scripts/bootstrap build deb
	$(Q)$(MAKE) dist
	$(Q)rm -rf build/deb && mkdir build/deb && tar -xzf $(TARBALL) -C build/deb
	$(Q)cd build/deb/absbench-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc -j$(CORES)
	$(Q)lintian --info --pedantic --fail-on=error,warning build/deb/*.changes

help: # prints this list
	$(Q)awk -F ':.*# ' 'NR <= 3 { print substr($$0, 3) } \
	    /^# ---- / { gsub(/^# -* | -*$$/, ""); print "\n" $$0 } \
	    /^[a-z-]+:.*# / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

clean: # removes all that was built
	rm -rf build absbench

plots: # draws Connect Four by depth: installs what is missing, writes results/plots-*.svg
	$(Q)scripts/bootstrap build plots
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)./absbench --game=connectfour --algo=all --depth=3..9 --output=results/plots.json
	$(Q)for kind in depth ratio forest; do scripts/plot $$kind results/plots.json || exit; done

shots: # draws every kind of figure as a PNG, for you to look at
	$(Q)scripts/bootstrap build plots shots
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)scripts/shots

web: # makes build/web/absbench.html: the program in one page that needs no network
	$(Q)scripts/bootstrap web
	$(Q)scripts/build-page

claims: # tests what textbooks say in about a minute; scripts/claims --full tests more
	$(Q)scripts/bootstrap build claims
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)scripts/claims
	@echo "The pages are in results/quick-claims: claims.md has all verdicts."

# ---- testing -------------------------------------------------------------------------------------

test: # tests the program, any build of it (`make test M32=1`), ALL=1: scripts, pages, all; STACK=1024: KiB for main, workers
	$(Q)scripts/bootstrap build test $(if $(M32),m32)
	$(Q)$(MAKE) -j$(CORES) all $(UNITS)
	$(Q)$(if $(STACK),ulimit -s $(STACK);) prove -j$$(($(CORES) + 1)) --timer --failures --comments \
	    --exec 'env -u COLUMNS CMOCKA_MESSAGE_OUTPUT=TAP ABSBENCH=./$(BIN) $(if $(SKIPS),tests/noted)' \
	    $(filter-out $(if $(ALL),,$(MAINTAIN)),$(LONGEST) $(UNITS) $(filter-out tests/cluster/% $(LONGEST),$(wildcard tests/*/*.bats)))

check-bare: # tests ALL with nothing in sight but what tests need, then what was skipped and claims' rows with everything
	$(Q)scripts/check-bare tests/scripts/claims.bats

# All units but those that take long by design.
QUICK    := $(filter-out %/unit_differential %/unit_faults,$(UNITS))
quick: # runs most units, the reference, golden rows and layers in less than a minute
	$(Q)scripts/bootstrap build test
	$(Q)$(MAKE) -j$(CORES) all $(QUICK)
	$(Q)scripts/check-layers
	$(Q)prove -j2 --failures --comments --exec 'env -u COLUMNS CMOCKA_MESSAGE_OUTPUT=TAP ABSBENCH=./$(BIN)' \
	    $(QUICK) tests/reference/reference.bats tests/verbs/bench.bats

# They are built after the program, because two makes at once would write the same objects.
units: all # builds the unit tests
	$(Q)scripts/bootstrap build test
	$(Q)$(MAKE) -j$(CORES) $(UNITS)

valgrind: # checks on a part of the suite that nothing unset is used and nothing leaks
	$(Q)scripts/bootstrap build test valgrind
	$(Q)$(MAKE) -j$(CORES) BUILD=valgrind PORTABLE=1
	$(Q)scripts/check-valgrind

# A race ends the program with a code that no test expects. It is also written to build/races/found.*, because some
# tests accept any code. With ThreadSanitizer the program is many times slower, so that tests have more patience.
races: export ABSBENCH = $(CURDIR)/build/tsan/absbench
races: export PATIENCE = 60
races: export TSAN_OPTIONS = exitcode=66 halt_on_error=1 log_path=$(CURDIR)/build/races/found
races: # checks with ThreadSanitizer that no data race occurs between workers or with signals
	$(Q)scripts/bootstrap build test
	$(Q)$(MAKE) -j$(CORES) BUILD=tsan
	$(Q)rm -rf build/races && mkdir -p build/races
	$(Q)$$ABSBENCH bench --quiet --jobs=4 --expect="$$(cat results/reference/signature)"
	$(Q)$$ABSBENCH --tree=uniform:b=2,range=9 --seed=1..20000 --depth=2 --algo=pvs --jobs=7 --quiet --format=csv >build/races.csv
	$(Q)scripts/check-kills 22 2
	$(Q)bats tests/work/interrupt.bats tests/work/journal.bats tests/work/resume.bats
	$(Q)! cat build/races/found.* 2>/dev/null

kills: all # kills runs at random moments and checks that no row is lost; KILLS="1000 500": in all, by each signal
	$(Q)scripts/check-kills $(KILLS)

check-long: # tests all random trees, games and lines, of which `test` takes a tenth; scripts, pages, figures, sanitizers
	$(Q)scripts/bootstrap build test
	$(Q)$(MAKE) -j$(CORES) all $(UNITS)
	$(Q)ABS_TESTS=long prove --exec 'env -u COLUMNS CMOCKA_MESSAGE_OUTPUT=TAP' -j2 --timer \
	    $(filter %_differential %_conformance %_checkers %_chess %_connectfour %_othello %_xiangqi %_trace %_selection %_theory,$(UNITS)) \
	    tests/games/answers.bats tests/plugins/check.bats tests/reference/reference.bats $(MAINTAIN)
	$(Q)$(MAKE) -s BUILD=asan
	$(Q)build/asan/absbench bench --expect="$$(cat results/reference/signature)"

check-engines: all # tests real engines, polyglot, and runs that are killed
	$(Q)scripts/check-engines

check-docs: # runs every command of the pages and compares its output; `test` takes the quick ones
	$(Q)scripts/bootstrap build test cluster
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)scripts/docs

check-web: # tests that page in a browser: equal rows, no use of a network, memory
	$(Q)scripts/bootstrap build test web shots
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)$(MAKE) web
	$(Q)node tests/web/check.mjs

faults: # makes every system call of every verb fail, once and from then on, under random settings
	$(Q)scripts/bootstrap build test
	$(Q)$(MAKE) -j$(CORES) BUILD=asan $(addprefix build/asan/tests/,$(FAULTS))
	$(Q)seq 0 $$(($(CORES) - 1)) | xargs -P $(CORES) -I {} env ABS_FAULTS='full {}/$(CORES)' build/asan/tests/unit_faults
	$(Q)ABS_EVERY=full build/asan/tests/unit_first_search
	$(Q)ABS_EVERY=full build/asan/tests/unit_stopped

check-package: # builds and tests the tarball without git; searches and compiles a game with the package
	$(Q)scripts/bootstrap build test deb
	$(Q)$(MAKE) deb
	$(Q)scripts/check-package

cluster-tests: # tests with GNU parallel, ssh and Slurm, all on this machine
	$(Q)scripts/bootstrap build test cluster cluster-tests
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)$(MAKE) -j$(CORES) PORTABLE=1 all
	$(Q)prove --timer --failures --comments tests/cluster/cluster.bats

builds: # compares the signatures of all compilers, levels of optimisation, and 32 bits; compiles with musl
	$(Q)scripts/bootstrap build clang m32 musl
	$(Q)scripts/check-builds

mutants: # plants bugs one by one and lists those that no test catches; ONLY=N: one of them
	$(Q)scripts/bootstrap build test
	$(Q)scripts/mutants

simulate: all # prints how often verdicts of reports are wrong: the tables of docs/statistics.md
	$(Q)scripts/bootstrap build test
	$(Q)scripts/simulate

# A line of more than 100 columns counts as the lines that it would be. Corpora, transcripts and suites are data.
size: # prints how many lines and files each room and folder has
	$(Q)find src games trees scripts tests docs -type f ! -path '*/__pycache__/*' ! -path '*/corpus/*' \
	    ! -path '*/golden/*' ! -path '*/positions/*' ! -name '*.svg' -print0 | xargs -0 awk \
	    'function room(path, part) { split(path, part, "/"); return part[1] (part[1] == "src" && part[3] ? "/" part[2] : "") } \
	    FNR == 1 { r = room(FILENAME); files[r]++; if (r ~ /^src/) files["src, all"]++ } \
	    { n = length($$0) > 100 ? int((length($$0) + 99) / 100) : 1; lines[r] += n; if (r ~ /^src/) lines["src, all"] += n } \
	    END { for (r in lines) printf "%7d lines %4d files  %s\n", lines[r], files[r], r }' | LC_ALL=C sort -k 5

perft: all # compares counts with published ones, deeper than `make test` does
	$(Q)scripts/perft

fuzz: # fuzzes each reader of input for a minute; RUNS=N: so many inputs
	$(Q)scripts/bootstrap build clang test
	$(Q)scripts/fuzz

speed: # prints a node's instructions, and speed relative to a plain alpha-beta and other programs
	$(Q)scripts/bootstrap build speed valgrind
	$(Q)$(MAKE) -j$(CORES) all
	$(Q)$(MAKE) -s BUILD=v3 && scripts/instructions build/v3/absbench
	$(Q)scripts/speed

-include $(OBJECTS:.o=.d) $(UNITS:=.d)
