# Everything a newcomer needs: `make run` and `make test` set up whatever is missing first.
# Only Python 3.11 or newer and make are needed.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
ARGS ?=

# Python keeps what it compiled, whatever the shell says: a run of the tests starts some two hundred processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run quick test soak lint bench shots fonts manual clean help

run: $(VENV)/host.stamp  ## host a table; options: make run ARGS="--port 8600"
	@$(BIN)/metsuke $(ARGS)

test: $(VENV)/test.stamp $(VENV)/browser.path  ## run all tests, those in a real browser included
	@METSUKE_BROWSER="$$(cat $(VENV)/browser.path)" $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

quick: lint  ## check style and types, then run every test that needs neither a browser nor a host
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not browser and not host and not soak" $(ARGS)

soak: $(VENV)/test.stamp $(VENV)/browser.path  ## do all of the long tests, of which `make test` does a share
	@METSUKE_SOAK=1 METSUKE_BROWSER="$$(cat $(VENV)/browser.path)" \
	  $(BIN)/python -m pytest -n auto --dist worksteal --timeout 0 -m soak $(ARGS)

lint: $(VENV)/test.stamp  ## check style, types, the floors, and that nothing lies unused
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/python -m vulture

bench: $(VENV)/test.stamp $(VENV)/browser.path  ## measure, in JSON lines
	@METSUKE_BROWSER="$$(cat $(VENV)/browser.path)" $(BIN)/python -m tests.bench $(ARGS)

shots: $(VENV)/test.stamp $(VENV)/browser.path  ## photograph every screen
	@METSUKE_BROWSER="$$(cat $(VENV)/browser.path)" $(BIN)/python -m tests.shots $(ARGS)

fonts: $(VENV)/test.stamp  ## cut the bundled fonts again, after changing words or icons
	@$(BIN)/python -m tools.subset_fonts

manual: $(VENV)/test.stamp  ## write the pages of docs again, after changing one
	@$(BIN)/python -m tools.manual

clean:  ## remove what can be made again
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## show this
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort

$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "Metsuke needs Python 3.11 or newer: https://www.python.org/downloads/" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing (Debian: apt-get install python3-venv)." >&2; exit 1; }

$(VENV)/host.stamp: pyproject.toml constraints.txt | $(BIN)/pip
	@echo "Setting up Metsuke in $(VENV) …"
	@$(BIN)/python -m pip uninstall -qq -y metsuke  # as the distribution was called
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[host]"
	@touch $@

$(VENV)/test.stamp: pyproject.toml constraints.txt tests/toy_game/pyproject.toml examples/liars_dice/pyproject.toml | $(BIN)/pip
	@echo "Setting up Metsuke and its tests in $(VENV) …"
	@$(BIN)/python -m pip uninstall -qq -y metsuke
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[test]" -e tests/toy_game -e examples/liars_dice
	@touch $@ $(VENV)/host.stamp

$(VENV)/browser.path: $(VENV)/test.stamp tools/find_browser.py
	@$(BIN)/python tools/find_browser.py --install > $@.new && mv $@.new $@
