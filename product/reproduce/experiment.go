package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/bench"
	"cupel/product/condition/suite"
)

// An Experiment is a table of a text.
//
// Invariants: labels of runs are unique; orders and published rows name runs of it.
type Experiment struct {
	Name    string // PAPER-TABLE
	Paper   string // short name of the text
	Title   string
	Source  string      // of the published figures
	Command string      // of cupel that its runs call, see package preset
	Tool    *bench.Tool // of that command; nil: verify
	Runs    []Setting
	Sets    []string // of tasks, files below the folder of tasks; those that are missing are left out
	// Solves is what counts as solved; nil: the verdict that is expected.
	Solves func(*bench.Run) bool
	// Open is why a run has not solved its task, one of bench's names; nil: as bench says.
	Open func(*bench.Run) string
	// Expected selects the tasks with this verdict, true or false; "": all.
	Expected string
	// Generate makes the tasks in a directory; nil: they are those of Sets.
	Generate func(dir string) ([]bench.Task, error)
	From     string // what generated tasks are, for readers
	// Answer is what a table by tasks says of a run that has solved its task; nil: its time.
	Answer      func(*bench.Run) string
	ByTask      []TaskFigures // figures of tasks in the text: another table has these, task by task
	TaskColumns []string
	Iterations  bool     // only tasks for which a run needs at least one iteration
	Statistics  []string // of engines, by name with unit, whose medians over solved tasks are shown
	Columns     []string // of Published
	Published   []Published
	Orders      []Order
	Differences []string // of tasks, machine and limits, sentences
}

// A Setting is one configuration of an experiment.
type Setting struct {
	Label  string // as the text calls it
	Preset string
	Flags  []string // more
}

// Published is a row of figures as printed in the text.
type Published struct {
	Label string // of a run, or what else the text compares with
	Cells []string
}

// TaskFigures are figures of a task as printed in the text.
type TaskFigures struct {
	Task  string
	Cells []string
}

// An Order is a relation of the text between two of its runs.
type Order struct {
	Text          string // what the text says
	Better, Worse string // labels
	By            Measure
}

// A Measure is what an order compares.
type Measure struct {
	Name  string
	Of    func(*Row) float64
	Lower bool // less is better
}

// The measures.
var (
	Solved   = Measure{"solved", func(r *Row) float64 { return float64(r.Solved()) }, false}
	Safe     = Measure{"safe tasks solved", func(r *Row) float64 { return float64(r.Safe) }, false}
	Unsafe   = Measure{"unsafe tasks solved", func(r *Row) float64 { return float64(r.Unsafe) }, false}
	Time     = Measure{"processor time of tasks that all runs solve (s)", func(r *Row) float64 { return r.CommonCPU }, true}
	Timeouts = Measure{"runs that met the time limit", func(r *Row) float64 { return float64(r.Timeout) }, true}
)

// FewerOf is the sum of a statistic over the tasks that all runs solve.
func FewerOf(statistic string) Measure {
	return Measure{statistic + " over the tasks that all runs solve", func(r *Row) float64 { return r.Common[statistic] }, true}
}

// all lists the experiments in the order of the texts.
func all() []*Experiment {
	return slices.Concat(symexecia, gps, cegar, traceabs, petri, errcond, solidity, termination)
}

// Papers are the short names of the texts with experiments.
func Papers() []string {
	var out []string
	for _, e := range all() {
		if !slices.Contains(out, e.Paper) {
			out = append(out, e.Paper)
		}
	}
	return out
}

// Select returns the experiments of a text, or the one of a name; "" selects all.
func Select(name string) ([]*Experiment, error) {
	var out []*Experiment
	var names []string
	for _, e := range all() {
		if name == "" || e.Paper == name || e.Name == name {
			out = append(out, e)
		}
		names = append(names, e.Name)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no experiment is called %q; there are %s, and all of %s", name, strings.Join(names, ", "), strings.Join(Papers(), ", "))
	}
	return out, nil
}

// A Row is what a run gave.
type Row struct {
	Label                        string
	Tasks                        int
	Safe, Unsafe, Other          int // solved; Other: where no verdict is expected
	Wrong, Only                  int // Only: solved by no other
	Timeout, Memory, Open, Error int
	CPU                          float64            // of solved tasks, in seconds
	CommonCPU                    float64            // of tasks that all runs solve
	Common                       map[string]float64 // statistics summed over these
	Medians                      map[string]float64 // statistics over the solved tasks
}

// Solved is the number of tasks with the right verdict.
func (r *Row) Solved() int { return r.Safe + r.Unsafe + r.Other }

// A Verdict on an order.
type Verdict struct {
	Order         *Order
	Better, Worse float64
}

// String is holds, tie or does not hold.
func (v Verdict) String() string {
	a, b := v.Better, v.Worse
	if v.Order.By.Lower {
		a, b = b, a
	}
	switch {
	case a > b:
		return "holds"
	case a == b:
		return "tie"
	}
	return "does not hold"
}

// A Result is an experiment that was run.
type Result struct {
	Experiment *Experiment
	Rows       []Row // in the order of the settings
	Tasks      int
	Left       int      // tasks that no run needed an iteration for
	Common     int      // tasks that all runs solve
	Best       int      // tasks that any run solves
	Missing    []string // sets of the experiment that were not found
	Sets       []string // that were run; nil: those of the experiment
	Wrong      []bench.Run
	Orders     []Verdict
	Limits     string
	Machine    string
	Runs       []bench.Run
}

// solved reports whether a run counts as solved.
func (e *Experiment) solved(r *bench.Run) bool {
	if e.Solves != nil {
		return e.Solves(r)
	}
	return r.Solved()
}

// open is why a run has not solved its task.
func (e *Experiment) open(r *bench.Run) string {
	if e.Open != nil {
		return e.Open(r)
	}
	return r.Open()
}

// wrong reports whether what a run says is not so: a verdict, or a condition.
func wrong(r *bench.Run) bool { return r.Wrong() || r.Category == suite.Wrong }

// evaluate counts runs.
func evaluate(e *Experiment, runs []bench.Run) *Result {
	res := &Result{Experiment: e}
	byTask := map[string]map[string]*bench.Run{}
	var tasks []string
	for i := range runs {
		r := &runs[i]
		if byTask[r.Task] == nil {
			byTask[r.Task] = map[string]*bench.Run{}
			tasks = append(tasks, r.Task)
		}
		byTask[r.Task][r.Config] = r
	}
	if e.Iterations {
		before := len(tasks)
		tasks = slices.DeleteFunc(tasks, func(t string) bool { return !e.needsIterations(byTask[t]) })
		res.Left = before - len(tasks)
	}
	res.Tasks = len(tasks)
	var common []string
	rows := make([]Row, len(e.Runs))
	for i, s := range e.Runs {
		rows[i] = Row{Label: s.Label, Common: map[string]float64{}, Medians: map[string]float64{}}
	}
	for _, t := range tasks {
		solvers := 0
		last := 0
		for i, s := range e.Runs {
			r := byTask[t][s.Label]
			if r == nil {
				continue
			}
			rows[i].count(e, r)
			if e.solved(r) {
				solvers, last = solvers+1, i
			}
			if wrong(r) {
				res.Wrong = append(res.Wrong, *r)
			}
		}
		if solvers == 1 && len(e.Runs) > 1 {
			rows[last].Only++
		}
		if solvers > 0 {
			res.Best++
		}
		if solvers == len(e.Runs) {
			common = append(common, t)
		}
	}
	res.Common = len(common)
	for i, s := range e.Runs {
		for _, t := range common {
			r := byTask[t][s.Label]
			rows[i].CommonCPU += r.CPU
			for name, x := range r.Stats {
				rows[i].Common[name] += x
			}
		}
		for _, name := range e.Statistics {
			var of []bench.Run
			for _, t := range tasks {
				if r := byTask[t][s.Label]; r != nil {
					of = append(of, *r)
				}
			}
			if a := bench.Aggregated(of, name, e.solved); a.Runs > 0 {
				rows[i].Medians[name] = a.Median
			}
		}
	}
	res.Rows = rows
	row := func(label string) *Row {
		return &rows[slices.IndexFunc(rows, func(r Row) bool { return r.Label == label })]
	}
	for i := range e.Orders {
		o := &e.Orders[i]
		res.Orders = append(res.Orders, Verdict{o, o.By.Of(row(o.Better)), o.By.Of(row(o.Worse))})
	}
	res.Runs = runs
	return res
}

// needsIterations reports whether a run of a task made an iteration, or gave no verdict.
func (e *Experiment) needsIterations(runs map[string]*bench.Run) bool {
	for _, r := range runs {
		if !e.solved(r) || r.Stats["iterations"] >= 1 {
			return true
		}
	}
	return false
}

// count adds a run of a task.
func (row *Row) count(e *Experiment, r *bench.Run) {
	row.Tasks++
	switch solved := e.solved(r); {
	case wrong(r):
		row.Wrong++
	case solved && e.Solves != nil:
		row.Other++
	case solved && r.Expected == "true":
		row.Safe++
	case solved:
		row.Unsafe++
	default:
		switch e.open(r) {
		case bench.OpenTime:
			row.Timeout++
		case bench.OpenMemory:
			row.Memory++
		case bench.OpenError:
			row.Error++
		default:
			row.Open++
		}
	}
	if e.solved(r) {
		row.CPU += r.CPU
	}
}
