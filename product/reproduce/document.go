package reproduce

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/product/bench"
)

// A document is a result for readers, before it has a format.
type document struct {
	title string
	notes []string
	table table
	after []string // paragraphs
	tasks table    // task by task, where the text has such figures
	order table
}

// A table has a head and rows of equal length.
type table struct {
	head []string
	rows [][]string
}

// number prints a figure of ours.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// document puts the figures of a result beside the published ones.
func (res *Result) document() document {
	e := res.Experiment
	d := document{title: e.Title}
	sets := res.Sets
	if sets == nil {
		sets = slices.DeleteFunc(slices.Clone(e.Sets), func(s string) bool { return slices.Contains(res.Missing, s) })
	}
	d.notes = append(d.notes, fmt.Sprintf("Published figures: %s. Ours: %d tasks of %s, %s a run, %s.", e.Source, res.Tasks, res.of(sets), res.Limits, res.Machine))
	d.notes = append(d.notes, e.Differences...)
	if e.Iterations {
		d.notes = append(d.notes, fmt.Sprintf("Only tasks for which a run needs an iteration or gives no verdict: %d others are left out.", res.Left))
	}
	if len(res.Missing) > 0 {
		d.notes = append(d.notes, "Sets that were not found are left out: "+strings.Join(res.Missing, ", ")+".")
	}
	d.table.head = []string{"configuration"}
	for _, c := range e.Columns {
		d.table.head = append(d.table.head, "published: "+c)
	}
	d.table.head = append(d.table.head, "solved")
	d.table.head = append(d.table.head, e.kinds()...)
	d.table.head = append(d.table.head, "time", "memory", "unknown", "error", "only this", "CPU s", fmt.Sprintf("CPU s of %d solved by all", res.Common))
	for _, s := range e.Statistics {
		d.table.head = append(d.table.head, "median "+s)
	}
	for i := range res.Rows {
		r := &res.Rows[i]
		cells := append([]string{r.Label}, e.published(r.Label)...)
		counts := []int{r.Solved()}
		if e.kinds() != nil {
			counts = append(counts, r.Safe, r.Unsafe)
		}
		for _, n := range append(counts, r.Timeout, r.Memory, r.Open, r.Error, r.Only) {
			cells = append(cells, strconv.Itoa(n))
		}
		cells = append(cells, number(r.CPU), number(r.CommonCPU))
		for _, s := range e.Statistics {
			x, ok := r.Medians[s]
			if !ok {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, number(x))
		}
		d.table.rows = append(d.table.rows, cells)
	}
	for _, p := range e.Published {
		if !slices.ContainsFunc(e.Runs, func(s Setting) bool { return s.Label == p.Label }) {
			cells := append([]string{p.Label + " (not run here)"}, e.published(p.Label)...)
			d.table.rows = append(d.table.rows, append(cells, make([]string, len(d.table.head)-len(cells))...))
		}
	}
	if len(e.ByTask) > 0 {
		d.tasks = res.byTask()
	}
	d.after = append(d.after, fmt.Sprintf("Any of them solves %d. Wrong verdicts: %d.", res.Best, len(res.Wrong)))
	for _, w := range res.Wrong {
		d.after = append(d.after, fmt.Sprintf("Wrong: %s on %s says %s, expected is %s.", w.Config, w.Task, w.Verdict, w.Expected))
	}
	d.order.head = []string{"relation in the text", "measure", "ours", "verdict"}
	for _, v := range res.Orders {
		d.order.rows = append(d.order.rows, []string{v.Order.Text, v.Order.By.Name, fmt.Sprintf("%s %s, %s %s", v.Order.Better, number(v.Better), v.Order.Worse, number(v.Worse)), v.String()})
	}
	return d
}

// kinds are the kinds of solved tasks that are counted by themselves.
func (e *Experiment) kinds() []string {
	switch {
	case e.Solves != nil:
		return nil
	case e.Generate != nil:
		return []string{"true", "false"}
	}
	return []string{"safe", "unsafe"}
}

// of says where the tasks are from.
func (res *Result) of(sets []string) string {
	if res.Experiment.Generate != nil {
		return res.Experiment.From
	}
	return strings.Join(sets, ", ")
}

// byTask puts the published figures of tasks beside the answers and times of the runs.
func (res *Result) byTask() table {
	e := res.Experiment
	t := table{head: []string{"task"}}
	t.head = append(t.head, e.TaskColumns...)
	for _, s := range e.Runs {
		t.head = append(t.head, s.Label)
	}
	for _, f := range e.ByTask {
		row := append([]string{f.Task}, f.Cells...)
		for _, s := range e.Runs {
			cell := ""
			for i := range res.Runs {
				if r := &res.Runs[i]; r.Task == f.Task && r.Config == s.Label {
					cell = answer(e, r)
				}
			}
			row = append(row, cell)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// answer is what a run says in a table by tasks: its processor time in seconds, with the length of a firing sequence, or why there is no answer.
func answer(e *Experiment, r *bench.Run) string {
	switch {
	case wrong(r):
		return "wrong: " + r.Verdict
	case !e.solved(r):
		if why := r.Open(); why != bench.OpenUnknown {
			return why
		}
		return "no answer"
	}
	if e.Answer != nil {
		return e.Answer(r)
	}
	text := number(r.CPU)
	if n, ok := r.Stats[sequenceLength]; ok {
		text += fmt.Sprintf(" (%g)", n)
	}
	return text
}

// published are the figures of a label, empty where there are none.
func (e *Experiment) published(label string) []string {
	for _, p := range e.Published {
		if p.Label == label {
			return p.Cells
		}
	}
	return make([]string, len(e.Columns))
}
