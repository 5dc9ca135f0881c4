# Targets:
#
#   make release   the command, statically linked throughout: .build/release/replog
#   make install   installs the command, its completions and its manual page under PREFIX (default: ~/.local):
#                  make install PREFIX=/usr/local; 'make uninstall' removes them
#   make dist      a reproducible tarball of the installed files: .build/dist
#   make dist-check  builds the tarball in two folders, compares them, and runs the command in an empty root: Tests/Dist
#   make docs      the articles and the reference of the two libraries: .build/docs
#   make test      all tests, about five minutes after the build: TESTS='--filter Codec'; prints one line if they
#                  pass, otherwise their whole output
#   make lint      format, layering and the language of doc comments, without changing anything
#   make format    format the sources
#   make check     every check that must pass before a merge: build without warnings, lint, tests, and
#                  the package in Examples/embed
#   make embed     build and run the package in Examples/embed, as an app would use the libraries
#   make bench     compares the times of the command with those of other programs: Tests/Benchmarks
#   make bench-small  only checks on a short log that all outputs match
#   make bench-library  the same for the rows of the libraries, with a separate build
#   make reliability  every row of the reliability table, full counts; an hour: Tests/Reliability
#   make reliability-small  the same with the CI counts
#   make serve-check  tests `replog serve` with the official Python client of its protocol; skipped if it is missing
#   make browser  checks the pages of the command in headless Chromium: Tests/Browser; skipped if it is missing
#   make record    rewrite the expected output of transcripts from the output of the command

# A static executable loads and relocates nothing at start-up; Darwin has no static executables.
# REPLOG_STATIC replaces functions of the language's runtime that slow the start (System/StaticStart.swift). If a later
# runtime needs more of their files, the linker takes the first of two functions with one name.
# With one section for each function, the linker merges equal functions and drops unused ones: 1.1 of 20.5 MB. The
# tables for unwinding the stack take 2 MB; they serve only backtraces, which a static program does not print.
STATIC = $(if $(filter Darwin,$(shell uname)),,-Xswiftc -static-executable -Xswiftc -DREPLOG_STATIC \
  -Xlinker -z -Xlinker muldefs -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -T -Xlinker '$(CURDIR)/$(UNWINDING)')
UNWINDING = .build/unwinding.ld
# The code gets each type by a function instead of a name. The runtime reads and looks up a name at its first use, which
# took half of the instructions of a start and of a short append. The compiler does not list the option, so a build uses
# it only if the compiler accepts it; otherwise 'make lint' fails.
DIRECT = -disable-concrete-type-metadata-mangled-name-accessors
TAKES_DIRECT = printf '' | swiftc -frontend -parse $(DIRECT) - 2>/dev/null
BUILD = swift build -c release --static-swift-stdlib \
  $(shell $(TAKES_DIRECT) && echo -Xswiftc -Xfrontend -Xswiftc $(DIRECT))
# Debug information is left out: it was half of the binary. Function names stay until 'make install' strips them.
# The string processing module is a megabyte of regular expressions, and any use of it is an error.
RELEASE = REPLOG_RELEASE=1 $(BUILD) $(STATIC) --product replog \
  -Xswiftc -gnone -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
# The binary contains no paths of the machine, and no symbols, because some contain paths. It also contains no hashes
# of paths: neither the linker's build id nor the compiler's hashes for incremental builds.
UNPLACED = -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
  -Xlinker -s -Xlinker --build-id=none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# The Python that runs the scripts, and the arguments of the benchmark: BENCH='--rows pbs --pairs 9'.
PYTHON = python3
BENCH =
# The arguments of the browser check: BROWSER='--pictures shots --require'.
BROWSER =
# The code under test is optimized, and the tests are not: see Package.swift. The build has its own folder, so that
# 'swift build' and 'swift test --filter' stay quick after a change.
OPTIMIZED = .build/optimized
# Each module is compiled in as many pieces as there are processors. By default a piece has 25 files, and each piece
# expands the macros of all tests of its module: compiling EventsTests took twice the processor time.
# Without debug information, which takes a fifth of the time of a build.
PIECES = -Xswiftc -gnone -Xswiftc -driver-batch-count -Xswiftc $(shell getconf _NPROCESSORS_ONLN)
# The arguments of the tests.
TESTS =
# The arguments of the reliability table: RELIABILITY='--rows power*'.
RELIABILITY =
# The folder of a build in which warnings are errors. CI already has such a build: that of 'make test'.
STRICT = .build/strict
STRICTLY = REPLOG_STRICT=1 $(if $(filter $(OPTIMIZED),$(STRICT)),REPLOG_OPTIMIZED=1)
# A file with the state of the repository for which all tests have passed (default: none).
PASSED =
# Prints that state: the committed files, and the differences from them.
STATE = git rev-parse 'HEAD:' && git status --porcelain --untracked-files=all
# The sources whose doc comments must follow the rules of Tests/Lint/summaries.py.
SUMMARIES = Package.swift Sources Tests/Support

# The folder of 'make install'; DESTDIR is for packagers.
PREFIX = $(HOME)/.local
DESTDIR =

# The name of the tarball contains the version, the system and the processor.
VERSION = $(shell sed -n 's/.*let version = "\(.*\)"/\1/p' Sources/CLI/Shell/Release.swift)
DIST = replog-$(VERSION)-$(shell uname -s | tr A-Z a-z)-$(shell uname -m)
# Its files have the time of the last commit.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)

MAN = share/man/man1/replog.1
COMPLETIONS = share/bash-completion/completions/replog share/zsh/site-functions/_replog \
  share/fish/vendor_completions.d/replog.fish

# Installs the command $(1), its manual page and its completions under $(2).
define place
	install -d $(foreach file,bin/replog $(MAN) $(COMPLETIONS),'$(2)/$(dir $(file))')
	install -s -m 755 '$(1)' '$(2)/bin/replog'
	'$(1)' man > '$(2)/$(MAN)'
	'$(1)' completions bash > '$(2)/$(word 1,$(COMPLETIONS))'
	'$(1)' completions zsh > '$(2)/$(word 2,$(COMPLETIONS))'
	'$(1)' completions fish > '$(2)/$(word 3,$(COMPLETIONS))'
	chmod 644 $(foreach file,$(MAN) $(COMPLETIONS),'$(2)/$(file)')
endef

.PHONY: release install uninstall dist dist-check docs preloadable test lint format check record embed \
  bench bench-small bench-library library reliability reliability-small browser serve-check state

release: $(UNWINDING)
	$(RELEASE)

$(UNWINDING): Makefile
	mkdir -p .build
	echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;' > $@

install: release
	$(call place,.build/release/replog,$(DESTDIR)$(PREFIX))
	@case ":$$PATH:" in *':$(PREFIX)/bin:'*) ;; \
	  *) echo "note: $(PREFIX)/bin is not in your PATH: export PATH=\"$(PREFIX)/bin:\$$PATH\"" ;; esac

uninstall:
	rm -f $(foreach file,bin/replog $(MAN) $(COMPLETIONS),'$(DESTDIR)$(PREFIX)/$(file)')

dist: $(UNWINDING)
	$(RELEASE) $(UNPLACED) --scratch-path .build/unplaced
	rm -rf .build/dist
	$(call place,.build/unplaced/release/replog,.build/dist/$(DIST))
	install -m 644 README.md CHANGELOG.md LICENSE '.build/dist/$(DIST)'
	cd .build/dist && tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
	  --mtime='@$(SOURCE_DATE_EPOCH)' -cf - '$(DIST)' | gzip -9n > '$(DIST).tar.gz'
	cd .build/dist && sha256sum '$(DIST).tar.gz' > '$(DIST).tar.gz.sha256'

docs:
	swift build
	$(PYTHON) -B Tests/Docs/docs.py

dist-check:
	Tests/Dist/check.sh

# The build that the reliability table runs. It uses the system's C library, so that a fault can be injected. It is
# linked from the objects of the release, which takes seconds; the package manager chose the name of its main function.
# If the release is not static, it is copied.
preloadable: release
	mkdir -p .build/preloadable/release
	$(if $(STATIC),swiftc -static-stdlib -Xlinker -z -Xlinker muldefs @.build/release/replog.product/Objects.LinkFileList \
	  -Xlinker --defsym=main=CLI_main -o,cp .build/release/replog) .build/preloadable/release/replog

test:
	REPLOG_OPTIMIZED=1 swift build --build-tests --quiet --scratch-path $(OPTIMIZED) $(PIECES)
	@REPLOG_OPTIMIZED=1 swift test --skip-build --quiet --disable-xctest --scratch-path $(OPTIMIZED) $(TESTS) \
	  > $(OPTIMIZED)/tests.txt 2>&1 || (cat $(OPTIMIZED)/tests.txt; false)
	@grep 'Test run with' $(OPTIMIZED)/tests.txt | tail -n 1

lint:
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	@! grep -rnE --include='*.swift' '^ *(public |@testable )?import ' Sources/Events Sources/Projections \
	  | grep -vE '^Sources/(Events/Values/Timestamp[+]Date.swift|Projections/Testing/.*):' \
	  | grep -vE 'import (Events|Glibc|Musl|Darwin)$$' || (echo 'lint: only Events and the C library may be imported here' && false)
	@! grep -rln 'unsafe ' Sources | grep -vE 'Events/System/' \
	  || (echo 'lint: unsafe memory belongs to Events/System' && false)
	@! grep -rn 'withoutActuallyEscaping(' Sources \
	  || (echo 'lint: it puts the length of the path of a file into the binary, which dist-check finds' && false)
	@! grep -rnE 'import Synchronization|NSLock' Sources Tests \
	  || (echo 'lint: threads share by Monitor, which the thread sanitizer sees' && false)
	@! grep -rnE --include='*.swift' "replog [a-z]|'--" Sources/Events Sources/Projections \
	  | grep -vE '^[^:]*:[0-9]+: *//|/(Export|Golden)/' \
	  || (echo 'lint: a library names no command: a step of Remedy does, which the command words' && false)
	@! grep -rnE '\b(LineReader|Appender|Memory|System)\b' Sources/Events/Areas \
	  || (echo 'lint: Areas/ must not mention Log/' && false)
	@$(TAKES_DIRECT) \
	  || (echo 'lint: the compiler no longer takes $(DIRECT): measure a start without it' && false)
	$(PYTHON) -B Tests/Lint/summaries.py --self-test
	$(PYTHON) -B Tests/Lint/summaries.py $(SUMMARIES)
	$(PYTHON) -B Tests/Docs/links.py
	$(PYTHON) -B Tests/Docs/public.py
	@! grep -rnE '\.(remove\(at|insert\(.*at:|removeFirst\(\)|removeAll( \{|\(where))' --exclude='*Decisions.swift' \
	  --exclude=PlanEditing.swift Sources/Projections/Areas \
	  || (echo 'lint: folds move elements by take, put and drop, which count them' && false)

format:
	swift format --in-place --recursive Sources Tests Examples Package.swift

embed:
	cd Examples/embed && swift run embed

# If the tests passed for the committed files, they are not run again: see .ci/run.
check: lint embed release
	$(STRICTLY) swift build --build-tests --scratch-path $(STRICT) $(PIECES)
	@if [ -n '$(PASSED)' ] && [ "$$(cat '$(PASSED)' 2>/dev/null)" = "$$($(STATE))" ]; then \
	  echo "tests: these passed before: $$(cat '$(PASSED).words')"; \
	else $(STRICTLY) swift test --scratch-path $(STRICT) --skip-build --quiet --disable-xctest; fi

# Records the state of the repository after the tests passed: make -s state > FILE.
state:
	@$(STATE)

record:
	REPLOG_RECORD=1 swift test --filter Transcript

serve-check: release
	$(PYTHON) -B Tests/Serve/client.py .build/release/replog 1000000 || [ $$? = 77 ]

browser: release
	$(PYTHON) -B Tests/Browser/check.py $(BROWSER)

bench:
	$(PYTHON) -B Tests/Benchmarks/bench.py $(BENCH)

# The programs that the rows of the libraries run.
library:
	$(BUILD) --package-path Tests/Benchmarks/Library --scratch-path .build/bench/library

bench-small:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small $(BENCH)

bench-library:
	$(PYTHON) -B Tests/Benchmarks/bench.py --small --rows 'views*,decode,own-*,feed-memory' $(BENCH)

reliability: preloadable
	$(PYTHON) -B Tests/Reliability/reliability.py --full $(RELIABILITY)

reliability-small: preloadable
	$(PYTHON) -B Tests/Reliability/reliability.py $(RELIABILITY)
