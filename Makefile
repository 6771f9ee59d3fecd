# make demo: set up, build, verify the two shipped examples.
# make test: everything the continuous integration checks.
.PHONY: demo build setup test short fmt lint unit race fuzz corpus bench long

demo: setup build
	@scripts/demo.sh

setup:
	@scripts/setup.sh

build:
	go build -o bin/cupel ./cmd/cupel

test: lint unit race fuzz build corpus

lint:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not formatted: $$bad"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...

unit:
	@scripts/test.sh -timeout 60m ./...

race:
	@scripts/test.sh -timeout 60m -race -short ./verifier/... ./bench/... ./engine/... ./smt/smtlib ./petri/...
	@scripts/test.sh -timeout 60m -race -short -run 'Basics|Interrupt|Parallel' ./smt/z3

fuzz:
	@scripts/fuzz.sh 5s

corpus: build
	@scripts/corpus.sh

# Minutes of random programs instead of seconds.
long:
	CUPEL_LONG=1 go test -timeout 60m ./internal/oracle/... ./verifier/...

bench:
	go test -run '^$$' -bench . -benchmem ./...
