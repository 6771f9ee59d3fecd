package bench

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// statNames are the names of the statistics that runs have, sorted.
func statNames(runs []Run) []string {
	all := map[string]bool{}
	for _, r := range runs {
		for name := range r.Stats {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Merge makes one run of the repetitions of a configuration on a task, where they were first. A wrong verdict or a fault among them is that of the
// merged run; otherwise repetitions that do not agree are UNKNOWN. Times, memory and statistics are means.
func Merge(runs []Run) []Run {
	type place struct{ config, task, flags, limits, version string }
	at := map[place]int{}
	var groups [][]Run
	for _, r := range runs {
		k := place{r.Config, r.Task, r.Flags, r.Limits, r.Version}
		i, ok := at[k]
		if !ok || r.Repetition == 0 { // not one of several
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	var out []Run
	for _, g := range groups {
		if len(g) == 1 {
			out = append(out, g[0])
			continue
		}
		out = append(out, merged(g))
	}
	return out
}

// merged is one run of several.
func merged(g []Run) Run {
	worst := slices.MaxFunc(g, func(a, b Run) int { return cmp.Compare(a.severity(), b.severity()) })
	m := worst
	if worst.severity() == 0 && slices.ContainsFunc(g, func(r Run) bool { return r.Verdict != worst.Verdict }) {
		m.Verdict, m.Category, m.Reason = "UNKNOWN", Undecided, "repetitions have different verdicts"
	}
	m.Repetition = 0
	mean := func(of func(Run) float64) float64 {
		sum := 0.0
		for _, r := range g {
			sum += of(r)
		}
		return sum / float64(len(g))
	}
	m.CPU, m.Wall, m.MemoryMB = mean(func(r Run) float64 { return r.CPU }), mean(func(r Run) float64 { return r.Wall }), mean(func(r Run) float64 { return r.MemoryMB })
	if m.CPU > 0 {
		variance := 0.0
		for _, r := range g {
			variance += (r.CPU - m.CPU) * (r.CPU - m.CPU)
		}
		m.Deviation = math.Sqrt(variance/float64(len(g)-1)) / m.CPU
	}
	m.Stats = nil
	for _, name := range statNames(g) {
		if m.Stats == nil {
			m.Stats = map[string]float64{}
		}
		m.Stats[name] = mean(func(r Run) float64 { return r.Stats[name] })
	}
	return m
}

// severity orders runs by what must not be lost.
func (r *Run) severity() int {
	switch {
	case r.Wrong():
		return 2
	case r.Fault:
		return 1
	}
	return 0
}

// Aggregate is a statistic over runs.
type Aggregate struct {
	Runs                   int // that have it
	Sum, Mean, Median, Max float64
}

// Aggregated is a statistic, by its name with unit, over the runs that satisfy a condition.
func Aggregated(runs []Run, name string, where func(*Run) bool) Aggregate {
	var xs []float64
	for i := range runs {
		if x, ok := runs[i].Stats[name]; ok && where(&runs[i]) {
			xs = append(xs, x)
		}
	}
	a := Aggregate{Runs: len(xs)}
	if len(xs) == 0 {
		return a
	}
	slices.Sort(xs)
	for _, x := range xs {
		a.Sum += x
	}
	a.Mean, a.Median, a.Max = a.Sum/float64(len(xs)), (xs[(len(xs)-1)/2]+xs[len(xs)/2])/2, xs[len(xs)-1]
	return a
}

// WriteStatistics prints statistics by configuration over the solved tasks.
func WriteStatistics(w io.Writer, runs []Run, names []string) error {
	if len(names) == 0 {
		return nil
	}
	runs = Merge(runs)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "of solved tasks\tstatistic\truns\tsum\tmean\tmedian\tlargest\t")
	for _, config := range configNames(runs) {
		for _, name := range names {
			a := Aggregated(runs, name, func(r *Run) bool { return r.Config == config && r.Solved() })
			fmt.Fprintf(tw, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t\n", config, name, a.Runs, short(a.Sum), short(a.Mean), short(a.Median), short(a.Max))
		}
	}
	return tw.Flush()
}

// short prints a number with three decimals at most.
func short(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", x), "0"), ".")
}

// configNames are the configurations in the order of their first runs.
func configNames(runs []Run) []string {
	var names []string
	for _, r := range runs {
		if !slices.Contains(names, r.Config) {
			names = append(names, r.Config)
		}
	}
	return names
}

// CheckStatistics returns the first name that no run has, as an error that lists those there are.
func CheckStatistics(runs []Run, names []string) error {
	have := statNames(runs)
	for _, name := range names {
		if !slices.Contains(have, name) {
			return fmt.Errorf("no run has a statistic %q; there are %s", name, strings.Join(have, ", "))
		}
	}
	return nil
}
