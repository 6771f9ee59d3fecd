package cegar

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/pnml"
	needs "cupel/tests/need"
)

// A task is a row of the corpus' manifest.
type task struct {
	model, file, properties, id string
	reachable, core             bool
}

func corpusTasks(t testing.TB) []task {
	dir := needs.CorpusDir()
	f, err := os.Open(filepath.Join(dir, "petri", "MANIFEST.csv"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []task
	for _, r := range rows[1:] {
		out = append(out, task{r[0], filepath.Join(dir, "petri", r[5]), filepath.Join(dir, "petri", r[6]), r[7], r[10] == "yes", r[11] == "1"})
	}
	return out
}

func (k task) load(t testing.TB) (*petri.Net, *petri.Predicate) {
	f, err := os.Open(k.file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	net, err := pnml.Read(f, k.file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := os.Open(k.properties)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	ps, err := pnml.ReadProperties(g, k.properties, net)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ps {
		if p.ID == k.id {
			return net, p.Goal()
		}
	}
	t.Fatalf("no property %s", k.id)
	return nil, nil
}

// TestSmallNets: the test nets of the original implementation, among them those on which
// its estimates are too high, and the thesis's examples, except for figure 1.13b.
func TestSmallNets(t *testing.T) {
	for _, k := range corpusTasks(t) {
		small := strings.HasPrefix(k.model, "sara-") || strings.HasPrefix(k.model, "thesis-")
		if !small || strings.HasPrefix(k.model, "thesis-fig1.13b") {
			continue
		}
		net, goal := k.load(t)
		ctx, cancel := work.Within(t.Context(), 20_000_000)
		r, err := CheckPredicate(ctx, net, net.Initial(), goal, Options{})
		cancel()
		want := NotReachable
		if k.reachable {
			want = Reachable
		}
		if err != nil || r.Verdict != want {
			t.Errorf("%s: %v %s %v, want %v", k.id, r.Verdict, r.Reason, err, want)
		}
	}
}

// TestCorpus compares with the known answers. CUPEL_PETRI_LIMIT is the work for one
// property (default 300,000 units), CUPEL_PETRI_MATCH a part of the properties' names,
// CUPEL_PETRI_EVERY n looks at every n-th only, CUPEL_PETRI_TABLE a file for the results,
// CUPEL_PETRI_ALL takes the properties outside the core, too.
func TestCorpus(t *testing.T) {
	limit, every := 300_000, 37
	if v, err := strconv.Atoi(os.Getenv("CUPEL_PETRI_LIMIT")); err == nil {
		limit, every = v, 1
	}
	fmt.Sscan(os.Getenv("CUPEL_PETRI_EVERY"), &every)
	var table *os.File
	if name := os.Getenv("CUPEL_PETRI_TABLE"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		table = f
	}
	tasks := slices.DeleteFunc(corpusTasks(t), func(k task) bool {
		return !k.core && os.Getenv("CUPEL_PETRI_ALL") == "" || !strings.Contains(k.id, os.Getenv("CUPEL_PETRI_MATCH"))
	})
	done, conclusive := 0, 0
	for i, k := range tasks {
		if i%every != 0 {
			continue
		}
		net, goal := k.load(t)
		ctx, cancel := work.Within(t.Context(), limit)
		begin := time.Now()
		r, err := CheckPredicate(ctx, net, net.Initial(), goal, Options{})
		cancel()
		if err != nil {
			t.Fatalf("%s: %v", k.id, err)
		}
		done++
		if r.Verdict != Inconclusive {
			conclusive++
			if (r.Verdict == Reachable) != k.reachable {
				t.Errorf("%s: %v, which is wrong", k.id, r.Verdict)
			}
		}
		if table != nil {
			fmt.Fprintf(table, "%s\t%v\t%v\t%.2f\t%v\t%s\n", k.id, k.reachable, r.Verdict, time.Since(begin).Seconds(), r.Stats, r.Reason)
		}
	}
	t.Logf("%d of %d conclusive within %d units", conclusive, done, limit)
	if done > 0 && conclusive*3 < done {
		t.Errorf("only %d of %d conclusive", conclusive, done)
	}
}
