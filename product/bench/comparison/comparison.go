package comparison

import (
	"cmp"
	"slices"

	"cupel/product/bench"
)

// Source is a file of results.
type Source struct {
	Label string // added where names would be the same
	Runs  []bench.Run
}

// Config is a column of a comparison.
type Config struct {
	Name    string
	Flags   string // of all runs; "": they differ, or there are none
	Limits  string
	Version string
	Virtual bool // the best of others
}

// Task is a row; Runs has a run for each configuration, nil where there is none.
type Task struct {
	Name, Family, Expected string
	Runs                   []*bench.Run
}

// Comparison is a table of results: a row per task, a column per configuration.
type Comparison struct {
	Configs []Config
	Tasks   []Task
	// Conflicts are tasks with different expected verdicts in the files; each run is judged by the one of its
	// own file.
	Conflicts []string
}

// group is the runs of a configuration in a file.
type group struct {
	label, name string
	runs        []*bench.Run
	tasks       map[string]bool
}

// New merges results. Tasks are ordered as in the first file, then those only in later ones.
func New(sources []Source) *Comparison {
	sources = slices.Clone(sources)
	for i := range sources {
		sources[i].Runs = bench.Merge(sources[i].Runs)
	}
	merged := merge(split(sources))
	names := map[string]int{}
	for _, g := range merged {
		names[g.name]++
	}
	c := &Comparison{}
	at := map[string]int{}
	taken := map[string]bool{}
	for i, g := range merged {
		name := g.name
		if names[name] > 1 {
			name += " (" + g.label + ")"
		}
		for n := 2; taken[name]; n++ {
			name = g.name + " (" + g.label + ", " + number(n) + ")"
		}
		taken[name] = true
		c.Configs = append(c.Configs, Config{name, common(g.runs, func(r *bench.Run) string { return r.Flags }),
			common(g.runs, func(r *bench.Run) string { return r.Limits }), common(g.runs, func(r *bench.Run) string { return r.Version }), false})
		for _, r := range g.runs {
			k, ok := at[r.Task]
			if !ok {
				k = len(c.Tasks)
				at[r.Task] = k
				c.Tasks = append(c.Tasks, Task{Name: r.Task, Family: r.Family, Runs: make([]*bench.Run, len(merged))})
			}
			t := &c.Tasks[k]
			t.Expected = cmp.Or(t.Expected, r.Expected)
			t.Runs[i] = r
		}
	}
	c.complete()
	return c
}

// complete judges runs by expected verdicts given only in another file, and finds conflicting ones.
func (c *Comparison) complete() {
	for i := range c.Tasks {
		t := &c.Tasks[i]
		if slices.ContainsFunc(t.Runs, func(r *bench.Run) bool { return r != nil && r.Expected != "" && r.Expected != t.Expected }) {
			c.Conflicts = append(c.Conflicts, t.Name)
		}
		for k, r := range t.Runs {
			if r != nil && r.Expected == "" && t.Expected != "" {
				own := *r
				own.Expected = t.Expected
				own.Category = bench.Categorize(r.Verdict, bench.Task{Expected: t.Expected})
				t.Runs[k] = &own
			}
		}
	}
}

// split finds the configurations of the files. Of a task that a file has twice for one configuration the last row counts.
func split(sources []Source) []*group {
	var groups []*group
	for _, s := range sources {
		at := map[string]*group{}
		place := map[*group]map[string]int{}
		for i := range s.Runs {
			r := &s.Runs[i]
			name := cmp.Or(r.Config, s.Label)
			g := at[name]
			if g == nil {
				g = &group{label: s.Label, name: name, tasks: map[string]bool{}}
				at[name], place[g] = g, map[string]int{}
				groups = append(groups, g)
			}
			if k, twice := place[g][r.Task]; twice {
				g.runs[k] = r
				continue
			}
			place[g][r.Task] = len(g.runs)
			g.tasks[r.Task] = true
			g.runs = append(g.runs, r)
		}
	}
	return groups
}

// merge joins groups that are parts of one run: of the same name, version and limits, without a task in common.
func merge(groups []*group) []*group {
	var out []*group
	for _, g := range groups {
		i := slices.IndexFunc(out, func(o *group) bool { return o.partOf(g) })
		if i < 0 {
			out = append(out, g)
			continue
		}
		out[i].runs = append(out[i].runs, g.runs...)
		for t := range g.tasks {
			out[i].tasks[t] = true
		}
	}
	return out
}

func (g *group) partOf(o *group) bool {
	same := func(of func(*bench.Run) string) bool { return common(g.runs, of) == common(o.runs, of) }
	if g.name != o.name || !same(func(r *bench.Run) string { return r.Version }) || !same(func(r *bench.Run) string { return r.Limits }) {
		return false
	}
	for t := range o.tasks {
		if g.tasks[t] {
			return false
		}
	}
	return true
}

// common is what all runs have in common, or "".
func common(runs []*bench.Run, of func(*bench.Run) string) string {
	for i, r := range runs {
		if of(r) != of(runs[0]) {
			return ""
		} else if i == len(runs)-1 {
			return of(r)
		}
	}
	return ""
}
