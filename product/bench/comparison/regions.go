package comparison

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Region of a Venn diagram is the tasks that exactly some of the chosen configurations solve.
type Region struct {
	Configs []string // that solve them, in the order chosen; none: the tasks that nobody solves
	Tasks   []string
}

// places finds configurations by name.
func (c *Comparison) places(names []string) ([]int, error) {
	var at []int
	for _, name := range names {
		i := slices.IndexFunc(c.Configs, func(o Config) bool { return o.Name == name })
		if i < 0 {
			var have []string
			for _, o := range c.Configs {
				have = append(have, o.Name)
			}
			return nil, fmt.Errorf("no configuration is called %q; there are %s", name, strings.Join(have, ", "))
		}
		if slices.Contains(at, i) {
			return nil, fmt.Errorf("the configuration %q is named twice", name)
		}
		at = append(at, i)
	}
	if len(at) == 0 {
		return nil, fmt.Errorf("no configuration is named")
	}
	return at, nil
}

// Regions divides the tasks by which of the named configurations solve them, two to six of them. Regions without tasks are left out;
// those of few configurations come first.
func (c *Comparison) Regions(names []string) ([]Region, error) {
	at, err := c.places(names)
	if err != nil {
		return nil, err
	}
	if len(at) < 2 || len(at) > maxRegions {
		return nil, fmt.Errorf("a diagram has from 2 to %d configurations, these are %d", maxRegions, len(at))
	}
	regions := make([]Region, 1<<len(at))
	for i := range c.Tasks {
		set := 0
		for k, column := range at {
			if r := c.Tasks[i].Runs[column]; r != nil && r.Solved() {
				set |= 1 << k
			}
		}
		regions[set].Tasks = append(regions[set].Tasks, c.Tasks[i].Name)
	}
	var out []Region
	for set := range regions {
		r := &regions[set]
		for k, name := range names {
			if set&(1<<k) != 0 {
				r.Configs = append(r.Configs, name)
			}
		}
		if len(r.Tasks) > 0 {
			out = append(out, *r)
		}
	}
	slices.SortStableFunc(out, func(a, b Region) int { return cmp.Compare(len(a.Configs), len(b.Configs)) })
	return out, nil
}

// WriteRegions prints the regions with their numbers of tasks, and the tasks of those that one configuration alone solves.
func WriteRegions(w io.Writer, regions []Region) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "tasks\tsolved by exactly")
	for _, r := range regions {
		by := strings.Join(r.Configs, ", ")
		if by == "" {
			by = "none"
		}
		fmt.Fprintf(tw, "%d\t%s\n", len(r.Tasks), by)
		if len(r.Configs) == 1 {
			for _, t := range r.Tasks {
				fmt.Fprintf(tw, "\t  %s\n", t)
			}
		}
	}
	return tw.Flush()
}

// AddBest adds a virtual best of some configurations as one more: on each task the fastest of their correct answers, otherwise
// that of the first one.
func (c *Comparison) AddBest(name string, of []string) error {
	if slices.ContainsFunc(c.Configs, func(o Config) bool { return o.Name == name }) || name == VirtualBest || name == "" {
		return fmt.Errorf("%q is no name for another configuration", name)
	}
	at, err := c.places(of)
	if err != nil {
		return err
	}
	c.Configs = append(c.Configs, Config{Name: name, Virtual: true})
	for i := range c.Tasks {
		t := &c.Tasks[i]
		best := t.Runs[at[0]]
		for _, k := range at {
			if r := t.Runs[k]; r != nil && r.Solved() && (best == nil || !best.Solved() || r.CPU < best.CPU) {
				best = r
			}
		}
		t.Runs = append(t.Runs, best)
	}
	return nil
}
