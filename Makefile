# Foreshock's front: make run, make test; make help lists the rest.
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
FUZZ_JOBS ?= 1
STORIES ?= ../shared/gauntlet
SEEDS ?= 1
# So that another clone finds what this one has compiled.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
# compile PRESET,TARGET…
compile = cmake --preset $(1) >/dev/null && cmake --build --preset $(1) --parallel $(JOBS) --target $(2)

.PHONY: help run demo build test test-engine check asan tsan bench bench-gateway bench-fail-open bench-import soak gauntlet fuzz format lint clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## install what is missing, build, start; BACKEND=http://host:8000 puts your server behind it, ARGS=… adds flags
	exec build/release/foreshock up $(if $(BACKEND),--backend '$(BACKEND)') $(ARGS)

demo: build ## see it at work: simulated replicas go wrong after a minute; found, explained, answered, judged
	exec build/release/foreshock demo $(ARGS)

build: ## build/release/foreshock
	@scripts/setup run
	@$(call compile,release,foreshock)

test: ## build and run all tests and checks
	@scripts/setup test
	@python3 tools/run_tests.py --jobs $(JOBS)

check: ## the checks that need no build: layers, sizes, rooms, faults, format
	@python3 tools/check_layers.py && python3 tools/check_sizes.py && python3 tools/room_table.py --check && python3 tools/check_faults.py && tools/check_format

asan tsan: ## the C++ tests under the address and undefined-behaviour, or the thread sanitizer
	@scripts/setup test
	@$(call compile,$@,all)
	ctest --preset $@

bench: ## the micro-benchmarks
	@scripts/setup bench
	@$(call compile,bench,all)
	@for program in build/bench/*_bench; do echo "== $$program"; $$program || exit 1; done

bench-gateway: build ## processor time a streamed chunk against HAProxy, and memory a stream; ARGS="--rounds 9 c100" (tools/bench_gateway.py --help)
	@scripts/setup bench-gateway
	@tools/bench_gateway.py $(ARGS)

soak: build ## 90 minutes of every sort of load: memory, descriptors and requests in flight stay what they were; ARGS="--minutes 90"
	@tools/soak $(ARGS)

bench-import: build ## 30 days of 200 series from VictoriaMetrics into a store; ARGS="--runs 5 --histograms" (tools/bench_import.py --help)
	@scripts/setup test
	@tools/bench_import.py $(ARGS)

bench-fail-open: build ## tokens flow as fast with the observer or the analysis stopped, or no room on the disk
	@scripts/setup bench-gateway
	@tools/bench_fail_open.py $(ARGS)

gauntlet: build ## play the stories of STORIES=../shared/gauntlet with SEEDS=1 and hold each against its truth
	@python3 tools/gauntlet --jobs $(JOBS) --seeds $(SEEDS) $(STORIES)

fuzz: ## each fuzz target for FUZZ_SECONDS=600 of processor time, FUZZ_JOBS=1 at once (docs/fuzzing.md); TARGETS=… some of them
	@scripts/setup fuzz
	@$(call compile,fuzz,foreshock_fuzzers)
	@fuzz/run --seconds $(FUZZ_SECONDS) --jobs $(FUZZ_JOBS) $(TARGETS)

test-engine: ## the gateway before a real engine, LLAMA_SERVER=/path/to/llama-server (docs/engine.md); no part of CI
	@scripts/setup test
	@$(call compile,release,foreshock)
	web/run --test --test-concurrency=1 tests/engine/*.test.mjs

format: ## format all C++ files
	@scripts/setup test
	@tools/check_format --fix

lint: ## clang-tidy 19 on the files changed since BASE=HEAD; ALL=1: on all
	@scripts/setup lint
	@cmake --preset dev >/dev/null
	@BASE='$(BASE)' ALL='$(ALL)' scripts/lint

clean: ## remove what was built
	rm -rf build
