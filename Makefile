# make demo: set up, build, verify the two shipped examples.
# make test: format, build, the tests of all packages with few random programs: minutes.
# make check: vet, staticcheck, more random programs, races, fuzzing, the corpus.
# make ci: both, with nothing done twice: continuous integration.
# make long: the suites as a whole, thousands of random programs and of faulty inputs, long fuzzing, and a trace of the processes started: hours.
# Each prints in the end which steps failed and what they took.
# make install: bin, man pages and completion of shells below PREFIX (/usr/local), or below DESTDIR/PREFIX.
# make man: the pages in man/.
# make archive: dist/cupel-VERSION-linux-ARCH.zip, which runs without anything installed.
.PHONY: demo build man install archive setup setup-tests solc test check ci long format vet staticcheck unit unit-budgets more race fuzz fuzz-long corpus suites random traced bench

demo: setup build
	@scripts/demo.sh

setup:
	@scripts/setup.sh

# What only tests need: without it they are skipped, in continuous integration they fail.
setup-tests:
	@scripts/setup.sh tests

# Compilers of Solidity for the tests of it, which are skipped without.
solc:
	@scripts/solidity-ci.sh

build:
	go build -o bin/cupel ./cmd/cupel

PREFIX ?= /usr/local
install: build man
	install -D -m 755 bin/cupel "$(DESTDIR)$(PREFIX)/bin/cupel"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	bin/cupel completion bash >"$(DESTDIR)$(PREFIX)/share/bash-completion/completions/cupel"
	bin/cupel completion zsh >"$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_cupel"
	bin/cupel completion fish >"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cupel.fish"

man:
	@rm -rf man
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 0) go test -count=1 -run '^TestManPages$$' ./cmd/cupel -args -man "$(CURDIR)/man" >/dev/null
	@echo "man: $$(ls man | wc -l) pages"

archive:
	@scripts/archive.sh

test:
	@scripts/steps.sh format build unit

check:
	@scripts/steps.sh vet staticcheck more race fuzz corpus

# All that make test and make check do, each thing once, within the budgets of processor time.
ci:
	@CUPEL_CHECK=1 scripts/steps.sh solc format build vet staticcheck unit-budgets race fuzz corpus

long:
	@scripts/steps.sh suites random fuzz-long traced

format:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not formatted: $$bad"; exit 1; fi

vet:
	go vet ./...

staticcheck:
	go tool staticcheck ./...

# All packages, whatever fails, and one list of failures at the end. The budgets only say which packages take long and begin.
BUDGETS = -budgets tests/budgets.txt

unit:
	@go run ./tests/runner $(BUDGETS) ./...

# The same, and a package that takes more than its budget of processor time by half fails.
unit-budgets:
	@go run ./tests/runner $(BUDGETS) -column check -enforce ./...

# The tests that do more when they are asked to.
more:
	@CUPEL_CHECK=1 go run ./tests/runner $(BUDGETS) -column check -run "^($$(grep -rl --include='*_test.go' 'effort\.' . | xargs grep -ho '^func Test[A-Za-z0-9_]*' | sed 's/func //' | sort -u | paste -sd'|'))$$" \
	  $$(grep -rl --include='*_test.go' 'effort\.' . | xargs -n1 dirname | sort -u)

race:
	@scripts/race.sh

# Inputs for each fuzz target; their seeds are tried in unit.
fuzz:
	@scripts/fuzz.sh 3000

fuzz-long:
	@scripts/fuzz.sh 100000

corpus: build
	@scripts/corpus.sh

suites:
	CUPEL_LONG=1 go test -v -timeout 12h ./tests/suites

random:
	CUPEL_LONG=1 go test -timeout 12h $$(go list ./tests/... | grep -v /suites) ./verifier/... ./product/petri/... ./core/program/... ./analysis/summary/... ./cmd/...

# What is started besides the program: solvers only.
traced: build
	@scripts/traced.sh bin/cupel 100 examples/*.c $(wildcard tests/arrays/testdata/*/*.c tests/cells/testdata/*/*.c tests/sizes/testdata/*/*.c tests/traps/testdata/*/*.c tests/reporting/testdata/*/*.c tests/language/testdata/*/*.c)

bench:
	go test -run '^$$' -bench . -benchmem ./...
