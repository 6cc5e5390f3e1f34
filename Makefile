# The menu. `make` alone prints it. VENV and PYTHON may be set: make test VENV=/tmp/x PYTHON=python3.12

VENV   ?= .venv
PYTHON ?= python3
ARGS   ?=
JOBS   ?= auto

# full path, so that a target may change directory
BIN := $(abspath $(VENV))/bin
PY  := $(BIN)/python

# what is installed anew when it changes; build_ext --inplace and Python leave the rest there
SOURCES := pyproject.toml setup.py $(shell find src spec -type f ! -name '*.so' ! -name '*.pyc' \
	! -path '*.egg-info/*' 2>/dev/null)

# seat 0's view half way through: its Fox and its 2 lie face down, seat 1's cards are x, and everybody
# has seen that the card on a2 is not seat 1's Fox
DEMO_VIEW := 0F?,1x?,-,14! 123456/xxxxx -/- 0 0 a2=12356

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv install demo test test-release lint types types-installed bench bench-check bench-growth exhaustive verify refine cases
.PHONY: free-threading wheels cibw-local cross mutants spec-mutants fuzz debug-test docs-check clean

help: ## print this menu
	@echo "usage: make TARGET [VENV=$(VENV)] [PYTHON=$(PYTHON)] [ARGS='more arguments for the tool']"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) \
		| awk -F'|' '{ printf "%-17s %s\n", $$1, $$2 }'

# -- set-up: each stamp is redone only when what it stands for has changed ------------------------

$(VENV)/.ready:
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check "setuptools>=77" "Cython>=3.1"
	@touch $@

# the packages of one extra of pyproject.toml, without building the project itself
$(VENV)/.extra-%: pyproject.toml release/cibuildwheel.txt | $(VENV)/.ready
	@$(PY) -c "import sys, tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
		print(*p['optional-dependencies'][sys.argv[1]], sep='\n')" $* > $(VENV)/extra-$*.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(VENV)/extra-$*.txt -c release/cibuildwheel.txt
	@touch $@

# an ordinary install, not an editable one: what is run is what a user gets. Objects are kept in
# build/, so only what changed is compiled again; stale Python files are not kept.
$(VENV)/.installed: $(SOURCES) | $(VENV)/.ready
	@find build -path '*/lib*' -type f ! -name '*.so' -delete 2>/dev/null || true
	$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation .
	@touch $@

venv: $(VENV)/.ready ## make the environment, with the build tools
install: $(VENV)/.installed ## build and install the package into it

# -- main jobs -----------------------------------------------------------------------------------

demo: $(VENV)/.installed ## search a real position and show the ranked moves
	$(BIN)/sly analyse '$(DEMO_VIEW)' --seat 0 --simulations 20000 $(ARGS)

test: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## run the test suite on the installed package
	$(PY) -m pytest -n $(JOBS) --ignore=tests/release $(ARGS)

test-release: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-release ## run the tests of what makes and tries wheels
	$(PY) -m pytest -n $(JOBS) tests/release $(ARGS)

lint: $(VENV)/.extra-dev ## ruff and cython-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(BIN):$$PATH" cython-lint src # it calls pycodestyle by name

types: $(VENV)/.extra-dev $(VENV)/.extra-test $(VENV)/.installed ## mypy --strict
	$(BIN)/mypy src/sly_core spec benchmarks docs tests release

cross: $(VENV)/.ready $(VENV)/.extra-release ## wheels for other processors and systems; aarch64 and a plain x86-64 are run in qemu
	$(PY) -m release --quick sdist wheels
	$(PY) -m release plain-cpu aarch64 linked $(ARGS)

wheels: $(VENV)/.extra-release ## sdist and wheels: made, audited, installed and tried; ARGS=--quick for the part of .ci/run
	$(PY) -m release $(ARGS)

cibw-local: $(VENV)/.extra-release ## cibuildwheel's Linux run, here: root on Debian, podman, runc, debootstrap; ARGS: Pythons
	PATH="$(BIN):$$PATH" $(PY) -m release.local_image $(ARGS)

types-installed: $(VENV)/.installed $(VENV)/.extra-types ## mypy, pyright and stubtest on what is installed, by a user's program
	$(PY) -m release.type_checking

bench: $(VENV)/.installed $(VENV)/.extra-bench ## measure rates beside plain C, OpenSpiel and pgx; build/bench.json has all
	$(PY) -m benchmarks.run --json build/bench.json $(ARGS)

bench-check: $(VENV)/.installed ## count instructions in valgrind; compare them and the signature with those on file
	$(PY) -m benchmarks.instructions $(ARGS)

bench-growth: $(VENV)/.installed $(VENV)/.extra-bench ## measure how cost grows; write docs/growth.md and its plot
	$(PY) -m benchmarks.growth $(ARGS)

# -- longer checks -------------------------------------------------------------------------------

exhaustive: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## specification, reference, core: all reveals, small games whole
	$(PY) -m tests.differential.exhaustive $(ARGS)

verify: $(VENV)/.installed $(VENV)/.extra-verify ## prove the theorems, two solvers, all of 2 to 4 seats
	$(PY) -m sly_spec.check $(ARGS)

refine: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## prove the core's own source equal to the rules, all readings; plant faults
	$(PY) -m tests.refinement.theorems $(ARGS)
	$(PY) -m tests.refinement.faults

cases: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## make the smallest position of every branch anew; 1 if one is not as kept
	$(PY) -m tests.cases --check $(ARGS)

mutants: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## plant faults in copies; the suite must catch each
	$(PY) -m tests.mutants $(ARGS)

spec-mutants: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## plant wrong rules; theorems or cases must see each
	$(PY) -m tests.mutants.spec $(ARGS)

fuzz: $(VENV)/.installed $(VENV)/.extra-test ## the stateful tests, much longer
	HYPOTHESIS_PROFILE=fuzz $(PY) -m pytest -n $(JOBS) tests/stateful $(ARGS)

# The debug build, by GCC, is installed beside the ordinary one and found before it. The sanitizer must be loaded before Python,
# and the C++ library with it, for exceptions of z3 to be seen; what is written as a process ends is not captured.
# Left out is what asks how the rules, the drawings and the reference do, or for strength within a time.
DEBUG_SITE := build/debug/site
DEBUG_TESTS ?= tests/golden tests/stateful tests/differential tests/unit
DEBUG_CHOICE := -k "not [reference" --ignore=tests/differential/test_against_specification.py \
	--ignore=tests/unit/test_search_strength.py --ignore=tests/unit/test_search_endings.py \
	$(foreach room,ask cli reference show,--ignore-glob='tests/unit/test_$(room)_*')
DEBUG_PY = LD_PRELOAD="$(foreach name,asan ubsan stdc++,$(shell $(CC) -print-file-name=lib$(name).so))" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	PYTHONPATH="$(abspath $(DEBUG_SITE))" $(PY)

$(DEBUG_SITE)/.installed: $(SOURCES) | $(VENV)/.ready
	@find build/debug -path '*/lib*' -type f ! -name '*.so' -delete 2>/dev/null || true
	SLY_CORE_DEBUG=1 $(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
		--upgrade --target $(DEBUG_SITE) .
	@touch $@

debug-test: $(VENV)/.installed $(DEBUG_SITE)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## run the suite with bounds, addresses and every state checked
	$(DEBUG_PY) -m tests.leaks
	$(DEBUG_PY) -m pytest -n $(JOBS) --capture=sys $(DEBUG_CHOICE) $(DEBUG_TESTS) $(ARGS)

# Only wheels are taken for what the tests need: some of the extras have none for every free-threaded Python yet.
PYTHON_T ?= python3.14t
STRESS   ?= 20
PY_T     := $(abspath $(VENV))-t/bin/python
NEEDS_T  := "setuptools>=77" "Cython>=3.1" "numpy>=1.26" "typer>=0.29" "pytest>=8.2" "hypothesis>=6.100" \
	"pytest-timeout>=2.3" "pytest-xdist>=3.6"

free-threading: ## build for the free-threaded PYTHON_T, run the tests of a wheel there, and threads for STRESS seconds a test
	$(PYTHON_T) -m venv $(abspath $(VENV))-t
	$(PY_T) -m pip install --quiet --disable-pip-version-check --only-binary :all: $(NEEDS_T)
	@find build -path '*/lib*' -type f ! -name '*.so' -delete 2>/dev/null || true
	$(PY_T) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall .
	$(PY_T) -m pytest @tests/on_a_wheel.txt $(ARGS)
	SLY_STRESS_SECONDS=$(STRESS) $(PY_T) -m pytest -p no:cacheprovider tests/unit/test_free_threading.py $(ARGS)

docs-check: $(VENV)/.installed $(VENV)/.extra-test $(VENV)/.extra-verify ## run every example in the documentation
	$(PY) -m pytest tests/meta/test_examples.py $(ARGS)

clean: ## remove what builds and tools left, but not the environment
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	find src -name '*.so' -delete
	find src spec tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
	rm -f $(VENV)/.installed
