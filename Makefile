# Everything a contributor does, from a fresh Debian machine with Python 3.11, Node 20 and make.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
STATIC := src/grognard/server/static
EXAMPLES := $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml))
WEB_SOURCES := $(shell find web \( -path web/node_modules -o -path web/tests \) -prune -o -type f -print)
BOOKS ?= $(filter-out __pycache__,$(notdir $(patsubst %/,%,$(wildcard tests/rules/*/))))
ARGS ?=

.PHONY: help setup play test lint marks types golden bench fuzz mutants steady screenshots docs coverage hooks wheel release clean

help: ## say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

setup: .venv/workshop $(STATIC)/index.html ## install everything; instant when nothing changed

play: .venv/installed $(STATIC)/index.html ## start a table on this machine and print its address; ARGS="--port 8001"
	@$(BIN)/grognard play $(ARGS)

test: setup lint .venv/laboratory ## run every check: ruff, mypy, svelte-check, then all tests
	@tools/system-packages.sh test
	(cd web && npm test --silent)
	$(BIN)/python tools/run_tests.py $(ARGS)

lint: setup .venv/laboratory ## check style and types, Python and web
	@$(BIN)/ruff check .
	$(BIN)/mypy src tests tools $(EXAMPLES) $(wildcard examples/*.py)
	cd web && npm run --silent check

marks: setup ## run the tests that show rule cases and write down which cases are shown
	@CI= $(BIN)/pytest $$(grep -rlE 'mark\.rule\(' tests --include='test_*.py' --exclude-dir=architecture)

types: setup ## write the web client's types anew after a change of what the server answers
	@$(BIN)/python tools/answer_types.py
	cd web && npm run --silent types

golden: setup ## tell the golden games anew after a change of the rules; read the difference before committing it
	@$(BIN)/grognard golden --write $(ARGS)

bench: setup ## measure decisions a second
	@$(BIN)/grognard bench $(ARGS)

fuzz: setup ## play random games through the public door; ARGS="--games 100"
	@$(BIN)/grognard fuzz $(ARGS)

mutants: setup ## switch off each prohibition and step in turn and list those no test misses; BOOKS=narva
	@$(BIN)/python tools/mutants.py $(ARGS) $(BOOKS)

steady: setup ## run the browser tests 20 times on a busy machine and keep each result; ARGS="--rounds 5"
	@tools/system-packages.sh test
	$(BIN)/python tools/proofs/browser_runs.py $(ARGS)

screenshots: setup ## draw the pictures of the manual
	@tools/system-packages.sh browser
	$(BIN)/python tools/screenshots.py $(ARGS)

docs: setup ## build the site, guides and reference, into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --clean $(ARGS)
	echo "site/index.html"

coverage: setup .venv/laboratory ## run all tests but those in the browser and list the lines nobody ran
	@rm -f .coverage .coverage.*
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report= --ignore tests/browser $(ARGS)
	$(BIN)/coverage report

hooks: setup .venv/laboratory ## check every commit before it is made (pre-commit)
	@$(BIN)/pre-commit install

wheel: setup ## build the wheel, web client included, into dist/
	@$(BIN)/python -m build --wheel

release: setup ## test, tag and build a version; VERSION=0.2.0
	@$(BIN)/python tools/release.py $(VERSION) $(ARGS)

clean: ## remove everything that make made
	@rm -rf .venv web/node_modules $(STATIC) build dist site .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The five files below are what setup is made of: make rebuilds each only when what it is made from changed.
# Each says what it does: the first time takes minutes. Who plays waits for no tool of the workshop.

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.venv/installed: pyproject.toml constraints.txt $(EXAMPLES:%=%/pyproject.toml)
	@tools/system-packages.sh python
	echo "Installing the program (half a minute the first time) ..."
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) -e . $(EXAMPLES:%=-e %)
	touch $@

.venv/workshop: .venv/installed
	@echo "Installing what checks and builds need ..."
	$(PIP) -e '.[test,docs]'
	touch $@

# What only the laboratory and its tests need (640 MB, 240 of it Ray): nobody who plays waits for it.
.venv/laboratory: .venv/workshop
	@echo "Installing the laboratory ..."
	$(PIP) -e '.[lab,ray,research,tune]'
	touch $@

web/node_modules/installed: web/package.json web/package-lock.json web/.npmrc
	@tools/system-packages.sh node
	echo "Fetching what the table is built with (half a minute the first time) ..."
	cd web && npm ci --silent
	touch node_modules/installed

$(STATIC)/index.html: web/node_modules/installed $(WEB_SOURCES)
	@echo "Building the table ..."
	cd web && npm run --silent build -- --logLevel warn
	touch ../$@
