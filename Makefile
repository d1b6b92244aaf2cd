# `make play` and `make test` each do all the set-up on a machine that has Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAME ?= tantan
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup play test check format layers golden docs bench soak clean

help: ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1|/' | column -t -s '|'

setup: $(READY) ## virtual environment and dependencies; done once

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing what is needed into $(VENV) (once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

play: setup ## play in the terminal: make play [GAME=tantan] [ARGS="--lang fr"]
	@$(BIN)/caravanserai play $(GAME) $(ARGS)

test: check layers ## everything that must pass

layers: setup
	$(BIN)/caravanserai warm
	$(BIN)/pytest -q -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n 2 tests/layers tests/games
	NUMBA_BOUNDSCHECK=1 $(BIN)/caravanserai warm
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n 2 tests/layers/test_play.py tests/layers/test_secrets.py tests/games

check: setup ## format, lint and types, under a minute
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: setup ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: setup ## write the golden files anew: make golden [ARGS="tantan"]
	$(BIN)/python -m tests.golden $(ARGS)

docs: setup ## write the generated pages in docs/ anew
	$(BIN)/caravanserai docs docs/games

bench: setup ## measure speed
	$(BIN)/caravanserai bench $(ARGS)

soak: setup ## hundreds of millions of decisions with every invariant checked: make soak [ARGS="tantan --millions 200"]
	$(BIN)/caravanserai soak $(ARGS)

clean: ## remove what the other commands made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
