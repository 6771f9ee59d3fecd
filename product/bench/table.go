package bench

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"
)

// cell counts solved unsafe and safe tasks.
type cell struct{ u, s int }

// Table is the number of correctly solved tasks per family and configuration,
// unsafe (U) and safe (S), with the virtual best of all configurations.
type Table struct {
	Configs  []string
	Families []string
	Total    map[string]cell
	Solved   map[string]map[string]cell // family, config
	Best     map[string]cell
	Wrong    []Run
	Faults   []Run                     // the verifier's own
	Credit   map[string]map[string]int // config, what decided: solved tasks
	Open     map[string]map[string]int // config, why not solved: tasks
	Only     map[string]int            // config: tasks that no other solves

	deviations map[string][]float64 // config: relative standard deviations of processor times
}

// Why a task is not solved.
const (
	OpenTime, OpenMemory, OpenUnknown, OpenError = "time", "memory", "unknown", "error"
)

// Open tells why a run without a verdict has none.
func (r *Run) Open() string {
	switch r.Verdict {
	case "TIMEOUT":
		return OpenTime
	case "MEMORY":
		return OpenMemory
	case "ERROR":
		return OpenError
	}
	return OpenUnknown
}

// Summarize builds the table of the runs, of which repetitions count as one.
func Summarize(runs []Run) *Table {
	t := &Table{Total: map[string]cell{}, Solved: map[string]map[string]cell{}, Best: map[string]cell{}, Credit: map[string]map[string]int{},
		Open: map[string]map[string]int{}, Only: map[string]int{}, deviations: map[string][]float64{}}
	runs = Merge(runs)
	solvers := map[string][]string{} // of a task
	defer func() {
		for _, by := range solvers {
			if len(by) == 1 && len(t.Configs) > 1 {
				t.Only[by[0]]++
			}
		}
	}()
	seenConfig, seenTask, best := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range runs {
		if !seenConfig[r.Config] {
			seenConfig[r.Config] = true
			t.Configs = append(t.Configs, r.Config)
		}
		if t.Solved[r.Family] == nil {
			t.Families = append(t.Families, r.Family)
			t.Solved[r.Family] = map[string]cell{}
		}
		unsafe := r.Expected == "false"
		count := func(m map[string]cell, k string) {
			c := m[k]
			if unsafe {
				c.u++
			} else {
				c.s++
			}
			m[k] = c
		}
		if !seenTask[r.Task] {
			seenTask[r.Task] = true
			if r.Expected != "" { // else it is neither unsafe nor safe
				count(t.Total, r.Family)
			}
		}
		if r.Solved() {
			count(t.Solved[r.Family], r.Config)
			if by := r.DecidedBy; by != "" {
				if t.Credit[r.Config] == nil {
					t.Credit[r.Config] = map[string]int{}
				}
				t.Credit[r.Config][by]++
			}
			if !best[r.Task] {
				best[r.Task] = true
				count(t.Best, r.Family)
			}
		}
		if r.Deviation > 0 {
			t.deviations[r.Config] = append(t.deviations[r.Config], r.Deviation)
		}
		if r.Solved() {
			solvers[r.Task] = append(solvers[r.Task], r.Config)
		} else if !r.Wrong() {
			if t.Open[r.Config] == nil {
				t.Open[r.Config] = map[string]int{}
			}
			t.Open[r.Config][r.Open()]++
		}
		if r.Wrong() {
			t.Wrong = append(t.Wrong, r)
		}
		if r.Fault {
			t.Faults = append(t.Faults, r)
		}
	}
	sort.Strings(t.Families)
	return t
}

// writeCredit prints what decided the solved tasks of a configuration, by frequency.
func (t *Table) writeCredit(w io.Writer, config string) {
	by := t.Credit[config]
	if len(by) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(by[b], by[a]), cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, by[n])
	}
	fmt.Fprintf(w, "  decided by: %s\n", strings.Join(names, ", "))
}

// writeOpen prints why tasks are not solved, what a configuration alone solves, and how processor times of repetitions differ.
func (t *Table) writeOpen(w io.Writer, config string) {
	if open := t.Open[config]; len(open) > 0 {
		fmt.Fprintf(w, "  not solved: %d %s, %d %s, %d %s, %d %s\n", open[OpenTime], OpenTime, open[OpenMemory], OpenMemory, open[OpenUnknown], OpenUnknown, open[OpenError], OpenError)
	}
	if n := t.Only[config]; n > 0 {
		fmt.Fprintf(w, "  solved by no other: %d\n", n)
	}
	if ds := t.deviations[config]; len(ds) > 0 {
		sum := 0.0
		for _, d := range ds {
			sum += d
		}
		fmt.Fprintf(w, "  relative standard deviation of processor time: %.1f%% in the mean, %.1f%% at most\n", 100*sum/float64(len(ds)), 100*slices.Max(ds))
	}
}

// Write prints the table, the wrong verdicts and the verifier's faults.
func (t *Table) Write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "family\ttotal U\tS\t")
	for _, c := range t.Configs {
		fmt.Fprintf(tw, "%s U\tS\t", c)
	}
	if len(t.Configs) > 1 {
		fmt.Fprint(tw, "virtual best U\tS\t")
	}
	fmt.Fprintln(tw)
	sum := map[string]cell{}
	row := func(name string, total cell, of func(string) cell, best cell) {
		fmt.Fprintf(tw, "%s\t%d\t%d\t", name, total.u, total.s)
		for _, c := range t.Configs {
			fmt.Fprintf(tw, "%d\t%d\t", of(c).u, of(c).s)
		}
		if len(t.Configs) > 1 {
			fmt.Fprintf(tw, "%d\t%d\t", best.u, best.s)
		}
		fmt.Fprintln(tw)
	}
	add := func(k string, c cell) { sum[k] = cell{sum[k].u + c.u, sum[k].s + c.s} }
	for _, f := range t.Families {
		row(f, t.Total[f], func(c string) cell { return t.Solved[f][c] }, t.Best[f])
		add("\x00total", t.Total[f])
		add("\x00best", t.Best[f])
		for _, c := range t.Configs {
			add(c, t.Solved[f][c])
		}
	}
	row("all", sum["\x00total"], func(c string) cell { return sum[c] }, sum["\x00best"])
	if err := tw.Flush(); err != nil {
		return err
	}
	n := sum["\x00total"].u + sum["\x00total"].s
	share := func(name string, c cell) {
		fmt.Fprintf(w, "%s: %d of %d solved (%.1f%%)\n", name, c.u+c.s, n, 100*float64(c.u+c.s)/float64(max(1, n)))
	}
	for _, c := range t.Configs {
		share(c, sum[c])
		t.writeCredit(w, c)
		t.writeOpen(w, c)
	}
	if len(t.Configs) > 1 {
		share("virtual best", sum["\x00best"])
	}
	fmt.Fprintf(w, "wrong verdicts: %d\n", len(t.Wrong))
	for _, r := range t.Wrong {
		fmt.Fprintf(w, "  %s on %s: %s, expected %s\n", r.Config, r.Task, r.Verdict, r.Expected)
	}
	if len(t.Faults) > 0 {
		fmt.Fprintf(w, "faults of the verifier: %d\n", len(t.Faults))
	}
	for _, r := range t.Faults {
		fmt.Fprintf(w, "  %s on %s: %s\n", r.Config, r.Task, r.Reason)
	}
	return nil
}

// notCertified is the kind of a proof without a certificate.
const notCertified = "none"

// WriteEvidence prints the shares of confirmed counterexamples and certified
// proofs, these by the kind of their certificates.
func WriteEvidence(w io.Writer, runs []Run) error {
	var f, confirmed, harness, harnessRun, tr, certified, certifyRun int
	kinds := map[string]int{}
	for _, r := range runs {
		switch r.Verdict {
		case "FALSE":
			f++
			if r.Confirmed != "" {
				confirmed++
			}
			if r.Harness != "" {
				harnessRun++
				if strings.HasPrefix(r.Harness, "hit") {
					harness++
				}
			}
		case "TRUE":
			tr++
			if r.Certified != "" {
				certifyRun++
				if r.Certificate != "" && r.Certificate != notCertified {
					certified++
					kinds[r.Certificate]++
				}
			}
		}
	}
	byKind := ""
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		byKind += fmt.Sprintf(", %s: %d", k, kinds[k])
	}
	if byKind != "" {
		byKind = " (" + strings.TrimPrefix(byKind, ", ") + ")"
	}
	_, err := fmt.Fprintf(w, "FALSE verdicts: %d, replayed in the interpreter: %d, through the compiled harness: %d of %d\n"+
		"TRUE verdicts: %d, certified: %d of %d%s\n", f, confirmed, harness, harnessRun, tr, certified, certifyRun, byKind)
	return err
}
