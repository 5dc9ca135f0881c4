# What there is to make:
#
#   make release   the command, statically linked: .build/release/replog
#   make test      all tests
#   make lint      format and layering, without changing anything
#   make format    format the sources
#   make check     what has to pass before anything lands: build without warnings, lint, tests,
#                  and the package in Examples/embed
#   make embed     build and run the package in Examples/embed, as an app would use the libraries
#   make bench     how long the command takes beside other programs: Tests/Benchmarks
#   make bench-small  only whether it and they agree, on a short log
#   make bench-library  the same for what it asks of the libraries, which takes a build of its own
#   make reliability  every row of the reliability table, full counts; an hour: Tests/Reliability
#   make reliability-small  the same with the counts of CI
#   make record    rewrite the expected output of transcripts from what the command prints now

RELEASE = swift build -c release --static-swift-stdlib --product replog
# The Python that measures, and what it is told: BENCH='--rows pbs --pairs 9'.
PYTHON = python3
BENCH =
# What the reliability table is told: RELIABILITY='--rows power*'.
RELIABILITY =
# Where warnings are errors: other flags, other objects. CI builds no others, and says 'STRICT='.
STRICT = --scratch-path .build/strict

.PHONY: release test lint format check record embed bench bench-small bench-library \
  reliability reliability-small

release:
	$(RELEASE)

test:
	swift test

lint:
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	@! grep -rnE '^(import|@testable import) ' Sources/Events Sources/Projections \
	  | grep -vE 'import (Events|Glibc|Musl|Darwin)$$' || (echo 'lint: only Events and the C library may be imported here' && false)
	@! grep -rln 'unsafe ' Sources | grep -vE 'JSON/Bytes|Log/Memory|Log/System' \
	  || (echo 'lint: unsafe memory belongs to Bytes, Memory and System' && false)
	@! grep -rnE '\b(LineReader|Appender|Memory|System)\b' Sources/Events/Areas \
	  || (echo 'lint: Areas/ must not mention Log/' && false)

format:
	swift format --in-place --recursive Sources Tests Examples Package.swift

embed:
	cd Examples/embed && swift run embed

check: lint embed release
	REPLOG_STRICT=1 swift build --build-tests $(STRICT)
	REPLOG_STRICT=1 swift test $(STRICT) --skip-build

record:
	REPLOG_RECORD=1 swift test --filter Transcript

bench:
	$(PYTHON) -B Tests/Benchmarks/bench.py $(BENCH)

bench-small:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small $(BENCH)

bench-library:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small --rows 'views*,decode'

reliability: release
	$(PYTHON) -B Tests/Reliability/reliability.py --full $(RELIABILITY)

reliability-small: release
	$(PYTHON) -B Tests/Reliability/reliability.py $(RELIABILITY)
