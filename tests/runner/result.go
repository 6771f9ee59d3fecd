package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// An event is a line of go test -json (cmd/test2json).
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64 // seconds by the clock
}

// keptOutput bounds what is kept of one test's output for the list of failures, in bytes.
const keptOutput = 20_000

// A failure is a test that failed, or a package that was not built or ended outside of a test.
type failure struct{ pkg, test, output string }

// A result is what the events of a run add up to.
type result struct {
	out            io.Writer
	passed, failed int
	skipped        map[string]int // by reason
	failures       []failure
	output         map[[2]string]*strings.Builder // of tests and, with an empty name, of packages
	slow           map[string][]timed             // tests of each package
	seconds        map[string]float64             // processor time of packages
	builds         map[string]*strings.Builder
}

type timed struct {
	test    string
	seconds float64
}

func newResult(out io.Writer) *result {
	return &result{out: out, skipped: map[string]int{}, output: map[[2]string]*strings.Builder{}, slow: map[string][]timed{},
		seconds: map[string]float64{}, builds: map[string]*strings.Builder{}}
}

func (r *result) add(e event, dir string) {
	key := [2]string{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		if r.builds[e.ImportPath] == nil {
			r.builds[e.ImportPath] = &strings.Builder{}
		}
		r.builds[e.ImportPath].WriteString(e.Output)
	case "build-fail":
		r.failed++
		r.failures = append(r.failures, failure{e.ImportPath, "(build)", r.builds[e.ImportPath].String()})
	case "output":
		if r.output[key] == nil {
			r.output[key] = &strings.Builder{}
		}
		if b := r.output[key]; b.Len() < keptOutput {
			b.WriteString(e.Output)
		}
	case "pass", "fail", "skip":
		if e.Test != "" {
			r.ended(e)
			return
		}
		r.packageEnded(e, dir)
	}
}

// ended counts a test. Subtests are told apart in the list of failures only.
func (r *result) ended(e event) {
	key := [2]string{e.Package, e.Test}
	top := !strings.Contains(e.Test, "/")
	switch {
	case e.Action == "fail":
		r.failures = append(r.failures, failure{e.Package, e.Test, r.text(key)})
		if top {
			r.failed++
		}
	case e.Action == "skip":
		r.skipped[reason(r.text(key))]++
	case top:
		r.passed++
	}
	if top {
		r.slow[e.Package] = append(r.slow[e.Package], timed{e.Test, e.Elapsed})
	}
	delete(r.output, key)
}

func (r *result) text(key [2]string) string {
	if b := r.output[key]; b != nil {
		return b.String()
	}
	return ""
}

// reason is the message of a skipped test, behind the place of the call.
func reason(output string) string {
	for _, line := range slices.Backward(strings.Split(strings.TrimSpace(output), "\n")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "--- SKIP") || strings.HasPrefix(line, "===") {
			continue
		}
		if place, message, ok := strings.Cut(line, ": "); ok && strings.Contains(place, ".go:") {
			return message
		}
		return line
	}
	return "no reason given"
}

func (r *result) packageEnded(e event, dir string) {
	if text, err := os.ReadFile(timeFile(dir, e.Package)); err == nil {
		r.seconds[e.Package], _ = strconv.ParseFloat(string(text), 64)
	}
	word := map[string]string{"pass": "ok", "fail": "FAILED", "skip": "no test"}[e.Action]
	fmt.Fprintf(r.out, "%-8s%6.1f s  %s\n", word, r.seconds[e.Package], e.Package)
	if e.Action == "fail" {
		inTest := slices.ContainsFunc(r.failures, func(f failure) bool { return f.pkg == e.Package || strings.HasPrefix(f.pkg, e.Package+" [") })
		if !inTest { // the process ended by itself: the tests that were running and what it printed tell why
			var b strings.Builder
			for _, key := range slices.SortedFunc(maps.Keys(r.output), func(a, b [2]string) int { return strings.Compare(a[1], b[1]) }) {
				if key[0] == e.Package {
					fmt.Fprintf(&b, "%s", r.output[key])
				}
			}
			r.failed++
			r.failures = append(r.failures, failure{e.Package, "(the test process)", b.String()})
		}
	}
	for key := range r.output {
		if key[0] == e.Package {
			delete(r.output, key)
		}
	}
}

// finish prints the summary and returns the exit code.
func (r *result) finish(o options, b *budgets) int {
	code := 0
	for _, f := range r.failures {
		fmt.Fprintf(r.out, "FAILED %s %s\n", f.pkg, f.test)
		for _, line := range strings.Split(strings.TrimRight(f.output, "\n"), "\n") {
			fmt.Fprintf(r.out, "    %s\n", line)
		}
		code = 1
	}
	if o.times != "" {
		if err := r.writeTimes(o.times); err != nil {
			return broken(err)
		}
	}
	if b != nil && o.enforce && !b.kept(r, r.out) {
		r.failed++
		code = 1
	}
	total := 0.0
	for _, s := range r.seconds {
		total += s
	}
	fmt.Fprintf(r.out, "%d packages, %.0f s of processor time\n", len(r.seconds), total)
	all := 0
	for _, why := range slices.Sorted(maps.Keys(r.skipped)) {
		fmt.Fprintf(r.out, "%d skipped: %s\n", r.skipped[why], why)
		all += r.skipped[why]
	}
	fmt.Fprintf(r.out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, all)
	return code
}
