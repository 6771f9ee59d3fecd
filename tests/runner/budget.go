package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// budgets are processor seconds that the tests of packages may take on the reference machine. A package may take half as much again,
// factor times that on this machine, and each may take leastBudget.
type budgets struct {
	seconds   map[string]float64
	file      string
	reference machine
	factor    float64
}

// leastBudget is the budget of packages that the file does not list, in processor seconds.
const leastBudget = 4

// readBudgets reads lines "package test check", sorted by package, and "machine compute starts"; # begins a comment.
func readBudgets(file, column string) (*budgets, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	at, ok := map[string]int{"test": 1, "check": 2}[column]
	if !ok {
		return nil, fmt.Errorf("-column %s: test or check", column)
	}
	b := &budgets{seconds: map[string]float64{}, file: file, factor: 1}
	line := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		line++
		text, _, _ := strings.Cut(s.Text(), "#")
		parts := strings.Fields(text)
		if len(parts) == 0 {
			continue
		}
		if len(parts) != 3 {
			return nil, fmt.Errorf("%s:%d: three columns are needed: package, seconds in make test, seconds in make ci", file, line)
		}
		if parts[0] == "machine" {
			if _, err := fmt.Sscan(parts[1]+" "+parts[2], &b.reference.compute, &b.reference.starts); err != nil {
				return nil, fmt.Errorf("%s:%d: seconds for computing and for starts of the compiler are needed: %w", file, line, err)
			}
			continue
		}
		if b.seconds[parts[0]], err = strconv.ParseFloat(parts[at], 64); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
	}
	return b, nil
}

func (b *budgets) of(pkg string) float64 {
	return max(b.seconds[strings.TrimPrefix(pkg, "cupel/")], leastBudget)
}

// sort puts the packages first that take longest, so that none of them is left alone at the end.
func (b *budgets) sort(l *list) {
	slices.SortStableFunc(l.packages, func(x, y string) int { return int(b.of(y)) - int(b.of(x)) })
}

// slowest is how many tests are named of a package beyond its budget.
const slowest = 5

// kept reports whether all packages kept their budgets, and names those that did not.
func (b *budgets) kept(r *result, w io.Writer) bool {
	kept := true
	for _, pkg := range slices.Sorted(maps.Keys(r.seconds)) {
		used, allowed := r.seconds[pkg], b.factor*b.of(pkg)
		if used <= 1.5*allowed {
			continue
		}
		kept = false
		fmt.Fprintf(w, "FAILED %s: %.0f s of processor time, the budget in %s is %.0f, on this machine %.0f; the slowest tests, in seconds by the clock:\n",
			pkg, used, b.file, b.of(pkg), allowed)
		r.writeSlowest(pkg, w)
	}
	return kept
}

// writeSlowest names the slowest tests of a package.
func (r *result) writeSlowest(pkg string, w io.Writer) {
	tests := r.slow[pkg]
	slices.SortFunc(tests, func(x, y timed) int { return int(1000*y.seconds) - int(1000*x.seconds) })
	for _, t := range tests[:min(slowest, len(tests))] {
		fmt.Fprintf(w, "    %6.1f  %s\n", t.seconds, t.test)
	}
}

// writeTimes writes the processor seconds of packages, those that took most first, with the slowest tests, by the clock, of those that
// took more than leastBudget.
func (r *result) writeTimes(file string) error {
	var b strings.Builder
	for _, pkg := range slices.SortedFunc(maps.Keys(r.seconds), func(x, y string) int { return int(1000*r.seconds[y]) - int(1000*r.seconds[x]) }) {
		fmt.Fprintf(&b, "%8.1f %s\n", r.seconds[pkg], strings.TrimPrefix(pkg, "cupel/"))
		if r.seconds[pkg] > leastBudget {
			r.writeSlowest(pkg, &b)
		}
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
