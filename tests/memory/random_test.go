package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cupel/frontend/property"
	"cupel/tests/need"
)

// violates are the properties that an execution with an ending violates.
func (e Ending) violates(k property.Kind) bool {
	switch e {
	case Access:
		return k == property.ValidDeref
	case Release:
		return k == property.ValidFree
	case Lost:
		return k == property.ValidTrack || k == property.ValidCleanup
	case Left, ExitLeft:
		return k == property.ValidCleanup
	}
	return false
}

// judged compares a result about a property with the endings of all executions: "right", "open" or "wrong".
func judged(result string, about property.Kind, ends []Ending) string {
	violated := func(k property.Kind) bool {
		return slices.ContainsFunc(ends, func(e Ending) bool { return e.violates(k) })
	}
	switch k, false_ := strings.CutPrefix(strings.TrimSuffix(result, ")"), "false("); {
	case result == "unknown":
		return "open"
	case false_ && slices.Contains(about.Info().Memory, property.Kind(k)) && violated(property.Kind(k)):
		return "right"
	case result == "true" && !slices.ContainsFunc(about.Info().Memory, violated):
		return "right"
	}
	return "wrong"
}

// number is that of an environment variable, or the default.
func number(t *testing.T, name string, otherwise int) int {
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatal(name, err)
	}
	return n
}

// prologue declares what random programs use.
const prologue = "#include <stdlib.h>\n#include <string.h>\n_Bool __VERIFIER_nondet_bool(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n"

// TestRandom: of random programs no verdict is contradicted by the compiled program, run on all inputs with the address and leak sanitizers. CUPEL_PROGRAMS and CUPEL_SEED
// choose how many and which; engines have little work for each. What the compiled program violates may stay open: where a block was lost before another fault, which of the two is the first is arguable.
func TestRandom(t *testing.T) {
	need.Tool(t, "gcc")
	const batch = 100
	dir := t.TempDir()
	count, seed := number(t, "CUPEL_PROGRAMS", 40), number(t, "CUPEL_SEED", 0)
	tally := map[string]int{}
	for first := seed; first < seed+count; first += batch {
		var ps []Program
		for i := first; i < min(first+batch, seed+count); i++ {
			ps = append(ps, Generate(uint64(i)))
		}
		ends, err := Endings(t.Context(), ps)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range ps {
			file := filepath.Join(dir, "p.c")
			if err := os.WriteFile(file, []byte(prologue+p.Source()), 0o644); err != nil {
				t.Fatal(err)
			}
			about := []property.Kind{property.ValidMemory, property.ValidCleanup}
			if i%4 == 0 {
				about = append(about, property.ValidDeref, property.ValidFree, property.ValidTrack)
			}
			for _, k := range about {
				rep := verifyWithin(t, 400_000, file, string(k), nil)
				j := judged(rep.Result, k, ends[i])
				tally[fmt.Sprintf("%s %s %s", k, j, rep.Result)]++
				if j == "open" && truth(k, ends[i]) != "holds" {
					t.Logf("program %d, %s is open, %s: %s", first+i, k, truth(k, ends[i]), rep.Reason)
				}
				if j == "open" {
					tally[fmt.Sprintf("open %s: %s: %s", k, truth(k, ends[i]), rep.Reason)]++
				}
				if j == "wrong" || slices.Contains(ends[i], Strange) {
					t.Errorf("program %d, %s: %s at %s, %s; compiled %q", first+i, k, rep.Result, rep.ErrorAt, rep.Reason, string(ends[i]))
				}
			}
		}
	}
	var lines []string
	for k, n := range tally {
		lines = append(lines, fmt.Sprintf("%6d %s", n, k))
	}
	slices.Sort(lines)
	t.Log("\n" + strings.Join(lines, "\n"))
}

// truth is the result that the endings of all executions imply.
func truth(about property.Kind, ends []Ending) string {
	var names []string
	for _, k := range about.Info().Memory {
		if slices.ContainsFunc(ends, func(e Ending) bool { return e.violates(k) }) {
			names = append(names, string(k))
		}
	}
	if len(names) == 0 {
		return "holds"
	}
	return "violated: " + strings.Join(names, ", ")
}
