# Targets:
#
#   make release   the command, statically linked throughout: .build/release/replog
#   make install   the command in PREFIX/bin, ~/.local unless it is given: make install PREFIX=/usr/local
#   make test      all tests
#   make lint      format, layering and the language of doc comments, without changing anything
#   make format    format the sources
#   make check     all that has to pass before a merge: build without warnings, lint, tests, and
#                  the package in Examples/embed
#   make embed     build and run the package in Examples/embed, as an app would use the libraries
#   make bench     the times of the command next to those of other programs: Tests/Benchmarks
#   make bench-small  only whether it and they agree, on a short log
#   make bench-library  the same for the rows of the libraries, which takes a build of its own
#   make reliability  every row of the reliability table, full counts; an hour: Tests/Reliability
#   make reliability-small  the same with the counts of CI
#   make browser  what the command draws, looked at in headless Chromium: Tests/Browser; skipped without one
#   make record    rewrite the expected output of transcripts from the output of the command

# Nothing is left to load or relocate at start-up; Darwin has no static executables.
STATIC = $(if $(filter Darwin,$(shell uname)),,-Xswiftc -static-executable)
RELEASE = swift build -c release --static-swift-stdlib $(STATIC) --product replog
# The Python that measures, and its arguments: BENCH='--rows pbs --pairs 9'.
PYTHON = python3
BENCH =
# The arguments of the look in a browser: BROWSER='--pictures shots --require'.
BROWSER =
# The arguments of the reliability table: RELIABILITY='--rows power*'.
RELIABILITY =
# A folder of its own for objects of other flags: warnings are errors there. CI, which builds no
# others, sets 'STRICT='.
STRICT = --scratch-path .build/strict
# The sources whose doc comments keep to the rules of Tests/Lint/summaries.py.
SUMMARIES = Package.swift Sources Tests/Support

# Where 'make install' puts things; DESTDIR is for packagers.
PREFIX = $(HOME)/.local
DESTDIR =

.PHONY: release install preloadable test lint format check record embed bench bench-small bench-library \
  reliability reliability-small browser

release:
	$(RELEASE)

install: release
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 .build/release/replog '$(DESTDIR)$(PREFIX)/bin/replog'
	@case ":$$PATH:" in *':$(PREFIX)/bin:'*) ;; \
	  *) echo "note: $(PREFIX)/bin is not in your PATH: export PATH=\"$(PREFIX)/bin:\$$PATH\"" ;; esac

# What the reliability table runs: with a C library of the system's, so that a fault can be put between.
preloadable:
	swift build -c release --static-swift-stdlib --product replog --scratch-path .build/preloadable

test:
	swift test --quiet

lint:
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	@! grep -rnE '^ *(public |@testable )?import ' Sources/Events Sources/Projections \
	  | grep -vE '^Sources/(Events/Values/Timestamp[+]Date.swift|Projections/Testing/.*):' \
	  | grep -vE 'import (Events|Glibc|Musl|Darwin)$$' || (echo 'lint: only Events and the C library may be imported here' && false)
	@! grep -rln 'unsafe ' Sources | grep -vE 'Events/System/' \
	  || (echo 'lint: unsafe memory belongs to Events/System' && false)
	@! grep -rnE '\b(LineReader|Appender|Memory|System)\b' Sources/Events/Areas \
	  || (echo 'lint: Areas/ must not mention Log/' && false)
	$(PYTHON) -B Tests/Lint/summaries.py --self-test
	$(PYTHON) -B Tests/Lint/summaries.py $(SUMMARIES)
	@! grep -rnE '\.(remove\(at|insert\(.*at:|removeFirst\(\)|removeAll( \{|\(where))' Sources/Projections/Views \
	  || (echo 'lint: folds move elements by take, put and drop, which count them' && false)

format:
	swift format --in-place --recursive Sources Tests Examples Package.swift

embed:
	cd Examples/embed && swift run embed

check: lint embed release
	REPLOG_STRICT=1 swift build --build-tests $(STRICT)
	REPLOG_STRICT=1 swift test $(STRICT) --skip-build --quiet

record:
	REPLOG_RECORD=1 swift test --filter Transcript

browser: release
	$(PYTHON) -B Tests/Browser/check.py $(BROWSER)

bench:
	$(PYTHON) -B Tests/Benchmarks/bench.py $(BENCH)

bench-small:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small $(BENCH)

bench-library:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small --rows 'views*,decode,feed-memory'

reliability: preloadable
	$(PYTHON) -B Tests/Reliability/reliability.py --full $(RELIABILITY)

reliability-small: preloadable
	$(PYTHON) -B Tests/Reliability/reliability.py $(RELIABILITY)
