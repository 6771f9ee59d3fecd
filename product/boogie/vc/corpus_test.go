package vc

import (
	"context"
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/product/boogie"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// corpusDir is where generated programs are.
func corpusDir() string { return need.CorpusDir("solidity", "bpl") }

// TestCorpus compares the verdicts for the programs that solc-verify made with those
// of its own run, a third of them in make test: nothing that has an error is OK, and at least 98 of 100 are equal.
func TestCorpus(t *testing.T) {
	file, err := os.Open(filepath.Join(corpusDir(), "MANIFEST.csv"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("CUPEL_CORPUS_ONLY")
	total, same, wrong, places := 0, 0, 0, 0
	start := time.Now()
	for i, r := range rows[1:] {
		if only != "" && !strings.Contains(r[0], only) || i%effort.Count(3, 1, 1) != 0 {
			continue
		}
		src, err := os.ReadFile(filepath.Join(corpusDir(), r[0]))
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Parse(r[0], string(src))
		if err != nil {
			t.Fatal(err)
		}
		c, err := boogie.Check(p)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		results, err := Verify(context.Background(), c, Options{Work: 2_000_000, SecondWork: 2_000_000, Timeout: lastResort, Jobs: 2, Second: "cvc5"})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took > 2*time.Second {
			t.Logf("%s: %s", r[0], took.Round(time.Millisecond))
		}
		have := verdicts(p, results)
		places += comparePlaces(t, r[0], results)
		for _, e := range strings.Split(r[3], ";") {
			name, want, ok := strings.Cut(e, "=")
			if !ok {
				continue
			}
			total++
			if have[name] == want {
				same++
				continue
			}
			if have[name] == "OK" {
				wrong++
			}
			t.Logf("%s %s: %s, want %s", r[0], name, have[name], want)
			for _, res := range results {
				if res.Procedure == name {
					t.Logf("   %s", res.Reason)
					for _, f := range res.Failures {
						t.Logf("   %s: %s", f.Where(r[0]), f.Text())
					}
				}
			}
		}
	}
	t.Logf("%d of %d equal, %d wrong OK, %d files with other reports, %s", same, total, wrong, places, time.Since(start).Round(time.Millisecond))
	if wrong > 0 || 100*same < 98*total {
		t.Error("verdicts differ")
	}
}

// comparePlaces compares the places and messages of the errors with what solc-verify
// printed for the Solidity file; 1 when they differ.
func comparePlaces(t *testing.T, file string, results []Result) int {
	t.Helper()
	gold, err := os.ReadFile(filepath.Join(corpusDir(), "..", "solcverify", strings.TrimSuffix(file, ".bpl")+".sol.gold"))
	if err != nil {
		return 0
	}
	want := map[string]bool{}
	for _, l := range strings.Split(string(gold), "\n") {
		if l, ok := strings.CutPrefix(l, " - test/solc-verify/"); ok {
			want[strings.Join(strings.Fields(l), " ")] = true
		}
	}
	have := map[string]bool{}
	for _, r := range results {
		for _, f := range r.Failures {
			have[strings.Join(strings.Fields(f.Where(file)+": "+f.Text()), " ")] = true
		}
	}
	if maps.Equal(want, have) {
		return 0
	}
	t.Logf("%s: %v, solc-verify %v", file, slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
	return 1
}

// verdicts are the answers by procedure; {:skipped} marks one that the generator did not translate.
func verdicts(p *boogie.Program, results []Result) map[string]string {
	out := map[string]string{}
	for _, d := range p.Decls {
		if d, ok := d.(*boogie.Procedure); ok && d.Attrs.Find("skipped") != nil {
			out[d.Name] = "SKIPPED"
		}
	}
	for _, r := range results {
		out[r.Procedure] = r.Verdict.String()
	}
	return out
}
