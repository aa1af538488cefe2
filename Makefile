# sensorlab: `make help` lists the targets.
SHELL := /bin/bash
BUILD ?= .build
# One build is shared by tool, C library, wheel, tests and checks, so tests may see what is internal. It has no debug
# information, which takes a tenth of the compiler's time. Packages for users are built without these flags: `make release`.
SWIFT_FLAGS ?= -Xswiftc -enable-testing -Xswiftc -gnone
SWIFT_BUILD = swift build -c release --scratch-path $(BUILD) $(SWIFT_FLAGS)
TOOL = $(BUILD)/release/sensorlab
# The same program with Swift's own libraries linked in: it runs where no Swift is.
STATIC_TOOL = $(BUILD)/static/sensorlab
SHARED ?= ../shared
PYTHON ?= python3
# Of `make fuzz`: how long for each target, how many at a time.
SECONDS ?= 60
# Of `make sanitize`: address or thread.
SANITIZER ?= address
JOBS ?= 1

.PHONY: $(shell grep -oE '^[a-z-]+:' $(firstword $(MAKEFILE_LIST)) | tr -d :)

help: ## What each target does
	@awk -F ':.*## ' '/^##@ /{print "\n" substr($$0, 5)} /^[a-z-]+:.*## /{printf "  %-26s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

##@ Build and use

setup: ## Installs the system libraries that are missing (apt)
	@scripts/setup/system

build: setup ## The command-line tool, release mode
	$(SWIFT_BUILD) --product sensorlab

static: build
	scripts/release/link $(BUILD) $(STATIC_TOOL)

demo: build ## Analyses the demo recording into demo-report/
	rm -rf demo-report
	$(TOOL) analyze datasets/ar-panning-barcelona.csv.gz --out demo-report

c-library: setup ## libsensorlab for C: header, shared and static library, pkg-config file, into $(BUILD)/c-library/
	@# SwiftPM adds to an archive that is there, and leaves what is no longer part of it.
	rm -f $(BUILD)/release/libCSensorLab.a
	$(SWIFT_BUILD) --product CSensorLab
	scripts/release/c-library $(BUILD)/release/libCSensorLab.a $(BUILD)/c-library

wheel: static c-library ## The Python package with tool and library, into dist/
	scripts/release/wheel $(STATIC_TOOL) $(BUILD)/c-library dist

runtime-wheel: ## The Python package sensorlab-runtime: WebAssembly, for every platform, into dist/
	scripts/web/build .build-web/runtime.wasm
	scripts/release/runtime-wheel .build-web/runtime.wasm dist

release: ## Binary, Debian package, wheels and browser page, built for users, with notes, bill of materials and SHA256SUMS, into dist/
	rm -rf dist
	$(MAKE) package wheel BUILD=.build-release SWIFT_FLAGS=
	$(MAKE) wasm runtime-wheel
	cp web/index.html dist/sensorlab.html
	$(PYTHON) scripts/release/finish dist

package: static manual completions
	@scripts/setup/packages dpkg-dev binutils
	scripts/release/package $(STATIC_TOOL) $(BUILD)/man/man1 $(BUILD)/completions dist

##@ Check a change

build-tests: setup
	$(SWIFT_BUILD) --build-tests

test: build-tests ## All tests, release mode; FILTER=Name: those whose names match
	scripts/checks/run-tests $(BUILD) $(FILTER)

try: setup ## One module after a change: builds what its tests need and runs them; MODULE=Calibration, FILTER=Name
	SWIFT_BUILD='$(SWIFT_BUILD)' scripts/checks/try $(BUILD) $(MODULE) $(FILTER)

lint: ## Style of Swift (swift-format), shell (shellcheck), Python (ruff), CSS and JavaScript (biome); generated files; no module imports upwards
	@scripts/setup/linters
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Plugins Fuzzing
	@scripts/checks/lint
	@$(PYTHON) scripts/checks/conversions
	@$(PYTHON) scripts/checks/widths
	@$(PYTHON) scripts/documentation/architecture --check
	@$(PYTHON) scripts/studies/benchmarks --page --check
	@scripts/checks/pages

format: ## Rewrites the Swift sources and style sheets in the code style
	@scripts/setup/linters
	.build-lint/bin/biome check --write Sources/*/Resources/*.css
	swift format --in-place --recursive --parallel Package.swift Sources Tests Plugins Fuzzing

embedded: ## The runtime modules compile under Embedded Swift, for WebAssembly and the host; no linking
	@scripts/checks/embedded

check-links: ## Links between the Markdown pages, and to headings; no network
	$(PYTHON) scripts/documentation/check-links

check-guides: build ## The command blocks of README and docs/guide, in a folder with the files that they name (ARGUMENTS=--third: by date)
	$(PYTHON) scripts/checks/guides $(TOOL) $(ARGUMENTS)

check-schemas: build ## The keys of every JSON document against docs/reference/schemas.md
	$(PYTHON) scripts/checks/schemas $(TOOL) $(wildcard $(SHARED))

check-advice: build ## Follows the advice that messages give (ARGUMENTS=--list: which texts did not appear)
	$(PYTHON) scripts/checks/advice $(TOOL) $(ARGUMENTS)

check-formulas: build runtime-wheel ## Homebrew's formula and conda's recipe, without brew and conda's channels
	PYTHON=$(PYTHON) scripts/checks/formulas $(TOOL) dist

check-claims: build ## Runs every command that reports print as an action, and compares its numbers (ARGUMENTS=--all: every phone)
	$(PYTHON) scripts/checks/claims $(TOOL) $(wildcard $(SHARED)) $(ARGUMENTS)

check-recipes: build-tests ## The recipes of CONTRIBUTING.md, each as a small change in a copy, type-checked (5 minutes; ARGUMENTS=--files: not)
	$(PYTHON) scripts/checks/recipes $(BUILD) $(ARGUMENTS)

test-notebooks: build c-library ## Validates and runs the notebooks of notebooks-export/ and python/examples/ (installs Jupyter into .build-notebooks)
	scripts/checks/notebooks $(TOOL) $(BUILD)/c-library

test-browser: build ## The page of serve and the report in a headless Chromium (installed if missing); PICTURES=folder
	scripts/checks/browser $(TOOL) $(PICTURES)

check-fleet: build ## batch on simulated logs: kills, shards, a hang, poisoned logs (ARGUMENTS="--logs 2000 --seconds 60 --measure")
	scripts/checks/fleet $(TOOL) $(ARGUMENTS)

check-viewers: build ## What export mcap, rerun, track and calibrate export write, read by PyPI's packages (into .build-viewers)
	scripts/checks/viewers $(TOOL)

check-spark: build ## The same manifest through Spark, two workers, beside one machine (installs PySpark into .build-spark)
	scripts/checks/spark $(TOOL)

test-c: c-library ## The example in C, built by CMake against the shared and the static library
	scripts/checks/c-example $(BUILD)/c-library

test-python: wheel runtime-wheel ## The wheels in empty environments with numpy 1.26 and 2: python/tests and python/runtime/tests (ARGUMENTS=...)
	scripts/checks/python dist $(ARGUMENTS)

test-packaging: release ## Binary, Debian package and wheel have the same bytes when the same binaries are packed again
	scripts/checks/packaging .build-release/static/sensorlab .build-release/c-library .build-release/man/man1 .build-release/completions

test-clean-root: release ## Package and wheels in empty Debians without Swift (root, debootstrap, a few minutes; RELEASES=bookworm)
	scripts/checks/clean-root dist $(RELEASES)

test-pythons: release ## The wheels in every Python from 3.9 on that is here
	scripts/checks/pythons dist

test-examples: ## The tests of an app that depends on this package, and the command plug-in
	scripts/checks/examples

examples-of-the-seeds: build ## Runs the apps of Examples/seeds and compares their pictures and tables (ARGUMENTS=--update accepts what is new)
	$(PYTHON) scripts/checks/examples-of-the-seeds $(TOOL) $(ARGUMENTS)

##@ The browser

wasm: ## The runtime as WebAssembly (web/sensorlab.wasm) and the page (web/index.html), by Embedded Swift and wasi-libc
	@scripts/web/build

test-web: build wasm ## The readers and the module in Node beside the command-line tool, on the demo and on recordings in SHARED
	node --test web/test/readers.test.mjs
	node scripts/web/check.mjs $(TOOL) datasets/ar-panning-barcelona.csv.gz \
	  $(firstword $(wildcard $(SHARED)/datasets/broad/21_*.csv.gz)) $(wildcard $(SHARED)/datasets/phones/iphone5-jakob-dist-ar)

check-web-browser: wasm ## The page web/index.html from file:// in a headless Chromium (installed if missing), beside Node
	@scripts/checks/web-browser

##@ Search for defects (docs/studies/reliability.md)

fuzz: setup ## Fuzz targets, each for SECONDS (default 60), JOBS at a time, SEED=1: the same changes again; TARGET="zip camera": some; LOG=FILE: their figures as CSV
	swift build -c release --package-path Fuzzing --scratch-path .build-fuzz --product Fuzzer \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld -Xswiftc -enable-testing
	SENSORLAB_SHARED=$(abspath $(SHARED)) $(PYTHON) scripts/checks/fuzz .build-fuzz/release/Fuzzer $(SECONDS) $(TARGET) --jobs $(JOBS) $(if $(IN_ALL),--in-all) $(if $(SEED),--seed $(SEED)) $(if $(LOG),--log $(LOG))

fuzz-long: ## Every fuzz target for an hour of the clock in all, with a summary; what it finds new is kept in .build-fuzz/corpus
	$(MAKE) fuzz SECONDS=3600 IN_ALL=yes

sanitize: setup ## All tests under a sanitizer of memory (SANITIZER=thread: of threads, longer); an hour
	swift build -c release --sanitize=$(SANITIZER) --scratch-path .build-$(SANITIZER) $(SWIFT_FLAGS) --build-tests
	SENSORLAB_SANITIZER=$(SANITIZER) ASAN_OPTIONS=detect_leaks=0 scripts/checks/run-tests .build-$(SANITIZER)

mutants: setup ## Damages the numerics in the places of scripts/checks/mutants.csv, one at a time: which tests notice; MUTANTS="3 17": some
	$(PYTHON) scripts/checks/mutants $(MUTANTS)

##@ Recorded values: accept what changed on purpose

update-baseline: build ## Accepts what the filters now reach on datasets/ (datasets/baseline.json)
	$(TOOL) compare --manifest datasets/manifest.csv --filters all --calibration none --baseline datasets/baseline.json --update-baseline

update-change-indicator: build-tests ## Accepts what the filters now say of datasets/ (datasets/change-indicator/)
	SENSORLAB_UPDATE_CHANGE_INDICATOR=1 scripts/checks/run-tests $(BUILD) ChangeIndicatorTests

datasets: build ## Makes the recordings of datasets/ anew
	scripts/golden/datasets $(TOOL)

notebooks: build ## Exports the notebooks of notebooks-export/ anew
	scripts/documentation/notebooks $(TOOL) .build-notebook-reports
	cp .build-notebook-reports/notebooks-export/*.ipynb notebooks-export/

pictures: build ## Makes the screenshots of README and docs anew (docs/images, docs/guide/images/serve.png), from SHARED
	scripts/documentation/pictures $(TOOL) $(SHARED)

##@ Other implementations

compare-vqf: build ## vqf against the PyPI package on the recordings in SHARED
	scripts/checks/vqf $(TOOL) $(SHARED)

compare-calibration: build ## The magnetometer fit beside PyPI's magyc, navlib and magcal, where they install
	scripts/benchmarks/calibration $(TOOL)

compare-simulation: build ## Simulated motions beside the recordings of phones in SHARED (PYTHON=... has numpy and scipy)
	$(PYTHON) scripts/studies/simulation $(TOOL) $(SHARED)/datasets/phones

cross-check: build ## compare --preset beside the independent scorers in SHARED, trial by trial
	$(PYTHON) scripts/checks/comparison $(TOOL) $(SHARED)

##@ Speed and memory

build-times: setup ## Processor seconds of each module in a build from nothing; ARGUMENTS="--tests --check" or --update
	scripts/benchmarks/build-times $(ARGUMENTS)

bench-filters: build ## Speed of the filters against PyPI's C++ packages; fails where a ratio is below its bar
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product FilterBenchmark
	scripts/benchmarks/filters .build-bench/release/FilterBenchmark $(TOOL) $(firstword $(wildcard $(SHARED)/datasets/broad/21_*.csv.gz))

bench-python: wheel ## The Python package's filters beside the PyPI packages vqf, ahrs and imufusion
	$(PYTHON) scripts/benchmarks/python dist/sensorlab-*.whl

bench-csv: build ## Reading a wide CSV of 100 MB, beside polars and pyarrow on one thread (PYTHON=... has them)
	$(PYTHON) scripts/benchmarks/csv $(TOOL)

bench-memory: build ## Memory of info and convert on wide CSVs of 100 and 400 MB and their .gz
	$(PYTHON) scripts/benchmarks/csv $(TOOL) --memory

bench-long: build ## Memory and time of logs of 1, 6 and 24 hours (HOURS="1 6")
	$(PYTHON) scripts/benchmarks/long $(TOOL) $(HOURS)

bench-calibration: ## The magnetometer fits on simulated recordings against their bars (ARGUMENTS=--fresh: another seed)
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product CalibrationBenchmark
	.build-bench/release/CalibrationBenchmark $(ARGUMENTS)

bench-projection: ## 10,000 places on the screen: a frame and a new position of the observer, one core
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product ProjectionBenchmark
	.build-bench/release/ProjectionBenchmark

bench-geomagnetism: ## Speed of the geomagnetic models beside NOAA's calculator, one core
	scripts/geomagnetism/benchmark

##@ Studies: the tables of docs/studies (SHARED: the public recordings)

scoreboard: build ## Every filter on the public recordings in SHARED, scored by independent scripts
	scripts/benchmarks/scoreboard $(TOOL) $(SHARED)

benchmarks: build ## The table of the field (docs/studies/benchmarks.md): every filter and PyPI's packages on SHARED; an hour
	$(PYTHON) scripts/studies/benchmarks $(TOOL) $(SHARED) .build-benchmarks/work

study-filters: build ## How the scores of sensorlab depend on its parameters (SHARED), and what a choice is worth on other recordings
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product FilterStudy
	scripts/studies/filter $(TOOL) .build-bench/release/FilterStudy $(SHARED) scores --work .build-bench/study
	scripts/studies/filter $(TOOL) .build-bench/release/FilterStudy $(SHARED) perturb --work .build-bench/study
	scripts/studies/filter $(TOOL) .build-bench/release/FilterStudy $(SHARED) leave-out --work .build-bench/study

study-recommendation: build ## What analyze says of the phone trials without their references, against these (SHARED)
	scripts/studies/recommendation $(TOOL) $(SHARED)

sbc: ## Simulation-based calibration of every sigma: the tables and the picture of docs/studies/estimators.md
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product SigmaCalibration
	.build-bench/release/SigmaCalibration docs/studies/images/sigmas.svg

efficiency: build ## Errors on simulated logs over the posterior Cramer-Rao bound: the tables of docs/studies/estimators.md
	$(PYTHON) scripts/studies/efficiency --check
	$(PYTHON) scripts/studies/efficiency $(TOOL)

zoo: build ## Filters on the motions, sensor sets and fields of simulate (docs/reference/simulation.md)
	$(PYTHON) scripts/studies/zoo $(TOOL) $(ARGUMENTS)

reading: build ## How well logs are read, and what the stated probabilities are worth, with SHARED (docs/reference/reading.md)
	$(PYTHON) scripts/studies/reading $(TOOL) $(SHARED) $(ARGUMENTS)

alignment: build ## How many intervals of align hold on 500 simulated AR sessions
	scripts/studies/alignment $(TOOL)

projection-table: build ## The error of labels in pixels on the phones in SHARED, every filter with every projection model
	scripts/studies/projection $(TOOL) $(SHARED)

tune-subjects: build ## Tunes filters on one subject of the phones in SHARED and scores the other; jitter against lag
	scripts/studies/tune-subjects $(TOOL) $(SHARED) --curve docs/studies/images/lowpass-trade-off.svg

geodesy-errors: ## The table and the picture of docs/reference/geodesy.md
	swift build -c release --package-path Benchmarks --scratch-path .build-bench --product GeodesyErrors
	.build-bench/release/GeodesyErrors docs/reference/images/geodesy-errors.svg

##@ Documentation

docs: ## The libraries' reference, built by DocC into .build-reference/
	scripts/documentation/build .build-reference

formats-page: build ## The table of docs/reference/formats.md from the list of formats
	$(TOOL) formats-page docs/reference/formats.md

warnings-page: build ## docs/reference/warnings.md from the list of codes
	$(TOOL) warnings-page --out docs/reference/warnings.md

manual: build ## Manual pages into .build/man/man1/
	$(PYTHON) scripts/documentation/manual $(TOOL) $(BUILD)/man/man1

architecture: ## The picture of docs/reference/architecture.md
	$(PYTHON) scripts/documentation/architecture

completions: build ## Completions for bash, zsh and fish into .build/completions/
	scripts/documentation/completions $(TOOL) $(BUILD)/completions
