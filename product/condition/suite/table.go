package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"cupel/engine"
	"cupel/product/bench"
)

// A Row sums up the runs of one configuration.
type Row struct {
	Config                                       string
	Tasks, Precise, Partial, Nothing, Wrong, Err int
	Limited                                      int // without a precise condition, since a limit of time was met
	Iterations, Before, Size                     []int
	CPU, Memory                                  []float64 // of precise ones
	Inside, Outside                              Count
	CompiledInside, CompiledOutside              Count
}

// Table are the results of all configurations.
type Table struct {
	Rows []Row
	// By has for each set of configurations, joined by commas, the number of tasks whose precise condition exactly these find.
	By            map[string]int
	Tasks, Any    int // Any: with a precise condition of some configuration
	Wrong, Faults []bench.Run
}

// Summarize makes the table of runs.
func Summarize(runs []bench.Run) *Table {
	t := &Table{By: map[string]int{}}
	row := map[string]int{}
	finders := map[string][]string{}
	for _, r := range runs {
		i, ok := row[r.Config]
		if !ok {
			i = len(t.Rows)
			row[r.Config] = i
			t.Rows = append(t.Rows, Row{Config: r.Config})
		}
		t.Rows[i].add(&r)
		if _, ok := finders[r.Task]; !ok {
			finders[r.Task] = nil
		}
		switch {
		case r.Category == Precise:
			finders[r.Task] = append(finders[r.Task], r.Config)
		case r.Category == Wrong:
			t.Wrong = append(t.Wrong, r)
		case r.Fault:
			t.Faults = append(t.Faults, r)
		}
	}
	t.Tasks = len(finders)
	for _, by := range finders {
		if len(by) > 0 {
			t.Any++
			t.By[strings.Join(by, ", ")]++
		}
	}
	return t
}

// Open is why a run has not found a precise condition, as in tables of bench.
func Open(r *bench.Run) string {
	switch l := details(r).Limit; {
	case l == string(engine.TimeLimit) || l == string(engine.CPULimit):
		return bench.OpenTime
	case l == string(engine.MemoryLimit):
		return bench.OpenMemory
	}
	return r.Open()
}

// add counts a run.
func (w *Row) add(r *bench.Run) {
	d := details(r)
	w.Tasks++
	w.Inside.add(d.Inside)
	w.Outside.add(d.Outside)
	w.CompiledInside.add(d.CompiledInside)
	w.CompiledOutside.add(d.CompiledOutside)
	if r.Category != Precise && Open(r) == bench.OpenTime {
		w.Limited++
	}
	switch r.Category {
	case Precise:
		w.Precise++
		w.Iterations, w.Before, w.Size = append(w.Iterations, d.Iterations), append(w.Before, d.Before), append(w.Size, d.Size)
		w.CPU, w.Memory = append(w.CPU, r.CPU), append(w.Memory, r.MemoryMB)
	case Partial:
		w.Partial++
	case Wrong:
		w.Wrong++
	case Failed:
		w.Err++
	default:
		w.Nothing++
	}
}

// number is what can be averaged.
type number interface{ int | float64 }

func mean[T number](xs []T) float64 {
	var sum T
	for _, x := range xs {
		sum += x
	}
	return float64(sum) / float64(max(1, len(xs)))
}

func median[T number](xs []T) (m T) {
	if len(xs) > 0 {
		m = slices.Sorted(slices.Values(xs))[len(xs)/2]
	}
	return m
}

func most[T number](xs []T) (m T) {
	for _, x := range xs {
		m = max(m, x)
	}
	return m
}

func percent(n, of int) string { return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(1, of))) }

// Write prints the tables.
func (t *Table) Write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "run\ttasks\tprecise\t%\tpartial\tnothing\twrong\terror\ttime limit\t")
	for _, r := range t.Rows {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t\n", r.Config, r.Tasks, r.Precise, percent(r.Precise, r.Tasks), r.Partial, r.Nothing, r.Wrong, r.Err, r.Limited)
	}
	if len(t.Rows) > 1 {
		fmt.Fprintf(tw, "any run\t%d\t%d\t%s\t\t\t\t\t\t\n", t.Tasks, t.Any, percent(t.Any, t.Tasks))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nPrecise conditions, comparisons before and after simplification:")
	fmt.Fprintln(tw, "run\titerations mean\tmax\tbefore mean\tmedian\tafter mean\tmedian\tCPU s mean\tmedian\tMB mean\t")
	for _, r := range t.Rows {
		fmt.Fprintf(tw, "%s\t%.1f\t%d\t%.1f\t%d\t%.1f\t%d\t%.2f\t%.2f\t%.0f\t\n", r.Config, mean(r.Iterations), most(r.Iterations),
			mean(r.Before), median(r.Before), mean(r.Size), median(r.Size), mean(r.CPU), median(r.CPU), mean(r.Memory))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	t.writeOverlap(w)
	t.writeSamples(w)
	return t.writeMistakes(w)
}

// writeOverlap says which configurations find which conditions.
func (t *Table) writeOverlap(w io.Writer) {
	if len(t.Rows) < 2 || len(t.By) == 0 {
		return
	}
	fmt.Fprintln(w, "\nPrecise by exactly these runs:")
	for _, by := range slices.Sorted(maps.Keys(t.By)) {
		fmt.Fprintf(w, "  %s: %d\n", by, t.By[by])
	}
}

// writeSamples says how many samples agree with the conditions.
func (t *Table) writeSamples(w io.Writer) {
	say := func(config, where string, in, out Count) {
		if in.Runs+out.Runs > 0 {
			fmt.Fprintf(w, "%s, samples in the %s: %d of %d inside fail, %d of %d outside do not; %d contradict\n",
				config, where, in.Agree, in.Runs, out.Agree, out.Runs, in.Contrary+out.Contrary)
		}
	}
	for _, r := range t.Rows {
		say(r.Config, "interpreter", r.Inside, r.Outside)
		say(r.Config, "compiled program", r.CompiledInside, r.CompiledOutside)
	}
}

// writeMistakes lists wrong conditions and faults.
func (t *Table) writeMistakes(w io.Writer) error {
	_, err := fmt.Fprintf(w, "wrong conditions: %d\n", len(t.Wrong))
	for _, r := range t.Wrong {
		fmt.Fprintf(w, "  %s on %s: %s, expected %s %s\n", r.Config, r.Task, strings.ToLower(r.Verdict), r.Expected, r.Reason)
	}
	if len(t.Faults) > 0 {
		fmt.Fprintf(w, "faults: %d\n", len(t.Faults))
	}
	for _, r := range t.Faults {
		fmt.Fprintf(w, "  %s on %s: %s\n", r.Config, r.Task, r.Reason)
	}
	return err
}

// WriteCSV writes a line per run.
func WriteCSV(w io.Writer, runs []bench.Run) error {
	c := csv.NewWriter(w)
	count := func(c Count) string {
		if c.Runs == 0 {
			return ""
		}
		return fmt.Sprintf("%d/%d", c.Agree, c.Runs)
	}
	num := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	rows := [][]string{{"config", "task", "family", "expected", "verdict", "category", "limit", "iterations", "searches", "size_before", "size", "cpu_s", "wall_s",
		"memory_mb", "inside", "outside", "compiled_inside", "compiled_outside", "proof_by", "reason", "flags", "limits", "version"}}
	for _, r := range runs {
		d := details(&r)
		rows = append(rows, []string{r.Config, r.Task, r.Family, r.Expected, r.Verdict, r.Category, d.Limit, strconv.Itoa(d.Iterations), strconv.Itoa(d.Searches),
			strconv.Itoa(d.Before), strconv.Itoa(d.Size), num(r.CPU), num(r.Wall), num(r.MemoryMB), count(d.Inside), count(d.Outside),
			count(d.CompiledInside), count(d.CompiledOutside), r.DecidedBy, r.Reason, r.Flags, r.Limits, r.Version})
	}
	return c.WriteAll(rows)
}
