package fit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cupel/verifier/portfolio"
)

// Run is what an engine did on a program, alone.
type Run struct {
	Solved bool
	Ended  bool    // it gave up
	Work   int     // units of package work that it took, or had taken when it was stopped
	CPU    float64 // seconds of processor time, with all that comes before the engine
}

// Program is one that is left to the engines.
type Program struct {
	Name, Family string
	Features     map[string]int
	Before       float64        // seconds of processor time before the workers
	Runs         map[string]Run // by engine
}

// Options of a fit.
type Options struct {
	Features []string
	Engines  []string
	Budget   float64 // seconds of processor time for a program
	Least    int     // programs of a class
	Depth    int     // comparisons that lead to a class
}

// amounts are the work that a step may lead to.
var amounts = []int{100_000, 400_000, 1_600_000, 6_400_000, 25_600_000}

// Score is how a table does on programs.
type Score struct {
	Programs, Solved int
	Seconds          float64 // of processor time on all, the budget where one is not solved
}

func (s Score) cost(budget float64) float64 {
	return s.Seconds + budget*float64(s.Programs-s.Solved) // what is open counts twice
}

// add joins scores.
func (s Score) add(t Score) Score {
	return Score{s.Programs + t.Programs, s.Solved + t.Solved, s.Seconds + t.Seconds}
}

// Table fits a table.
func Table(programs []Program, o Options) *portfolio.Table {
	t := &portfolio.Table{}
	o.divide(t, programs, programs, nil)
	for i := range t.Classes {
		t.Classes[i].Name = fmt.Sprintf("class-%d", i+1)
	}
	return t
}

// divide adds the classes of the programs that meet conditions.
func (o *Options) divide(t *portfolio.Table, all, programs []Program, when []portfolio.Condition) {
	steps := o.steps(all, programs)
	if len(when) < o.Depth {
		best := o.judgeSteps(steps, programs).cost(o.Budget) * worthDividing
		var by *portfolio.Condition
		for _, c := range o.splits(programs) {
			in, out := split(programs, c)
			if min(len(in), len(out)) < o.Least {
				continue
			}
			if cost := o.judgeSteps(o.steps(all, in), in).add(o.judgeSteps(o.steps(all, out), out)).cost(o.Budget); cost < best {
				best, by = cost, &c
			}
		}
		if by != nil {
			in, out := split(programs, *by)
			o.divide(t, all, in, append(slices.Clone(when), *by))
			o.divide(t, all, out, append(slices.Clone(when), portfolio.Condition{Feature: by.Feature, Op: ">", Value: by.Value}))
			return
		}
	}
	t.Classes = append(t.Classes, portfolio.Class{When: when, Steps: steps})
}

// splits are the comparisons to try: of each feature with the values at some ranks.
func (o *Options) splits(programs []Program) []portfolio.Condition {
	var out []portfolio.Condition
	for _, f := range o.Features {
		var values []int
		for _, p := range programs {
			values = append(values, p.Features[f])
		}
		slices.Sort(values)
		last := -1
		for i := range 12 {
			v := values[i*len(values)/12]
			if v != last && v < values[len(values)-1] {
				out = append(out, portfolio.Condition{Feature: f, Op: "<=", Value: v})
			}
			last = v
		}
	}
	return out
}

func split(programs []Program, c portfolio.Condition) (in, out []Program) {
	for _, p := range programs {
		if p.Features[c.Feature] <= c.Value {
			in = append(in, p)
		} else {
			out = append(out, p)
		}
	}
	return in, out
}

// steps are chosen greedily, for programs of a class, which count more than those elsewhere.
func (o *Options) steps(all, programs []Program) []portfolio.Step {
	weight := make(map[string]float64, len(all))
	for _, p := range all {
		weight[p.Name] = elsewhere
	}
	for _, p := range programs {
		weight[p.Name] = 1
	}
	open := slices.Clone(all)
	done := map[string]int{}
	taken := map[string]map[string]float64{} // by engine and program: seconds
	for _, e := range o.Engines {
		taken[e] = map[string]float64{}
	}
	var steps []portfolio.Step
	for len(open) > 0 {
		var best portfolio.Step
		rate := 0.0
		for _, e := range o.Engines {
			for _, n := range amounts {
				if n <= done[e] {
					continue
				}
				solved, seconds := 0.0, 0.0
				for _, p := range open {
					s, ok := turn(p.Runs[e], taken[e][p.Name], n)
					if seconds += weight[p.Name] * s; ok {
						solved += weight[p.Name]
					}
				}
				if r := (solved - chance) / (seconds + 1e-6); r > rate {
					rate, best = r, portfolio.Step{Engine: e, Until: n}
				}
			}
		}
		if rate == 0 {
			break
		}
		done[best.Engine] = best.Until
		at := taken[best.Engine]
		open = slices.DeleteFunc(open, func(p Program) bool {
			s, ok := turn(p.Runs[best.Engine], at[p.Name], best.Until)
			at[p.Name] += s
			return ok
		})
		if n := len(steps); n > 0 && steps[n-1].Engine == best.Engine {
			steps[n-1] = best
		} else {
			steps = append(steps, best)
		}
	}
	for _, e := range o.Engines { // the others may do for programs that are not here
		if done[e] == 0 {
			steps = append(steps, portfolio.Step{Engine: e, Until: amounts[len(amounts)/2]})
		}
	}
	return steps
}

// turn is the processor time of a turn of an engine that has taken from seconds and may do until, and whether
// it solves the program. Like a worker it is halted when it takes more time than its turn stands for.
func turn(r Run, from float64, until int) (seconds float64, solved bool) {
	begin := min(r.CPU, startup)
	rate := float64(r.Work) / max(r.CPU-begin, 1e-6)
	left := float64(until) - rate*max(from-begin, 0)
	if left <= 0 || from >= r.CPU && (r.Solved || r.Ended) {
		return 0, false
	}
	seconds = min(left/max(rate, 1e-6), portfolio.Overrun(int(left)).Seconds())
	if from == 0 {
		seconds += begin
	}
	if (r.Solved || r.Ended) && from+seconds >= r.CPU {
		return r.CPU - from, r.Solved
	}
	return seconds, false
}

// judgeSteps runs steps on programs, then rounds that double.
func (o *Options) judgeSteps(steps []portfolio.Step, programs []Program) Score {
	return total(programs, func(p Program) (float64, bool) { return o.judge(steps, p) })
}

// total is the score of programs, by what judge says of each.
func total(programs []Program, judge func(Program) (seconds float64, solved bool)) Score {
	s := Score{Programs: len(programs)}
	for _, p := range programs {
		seconds, solved := judge(p)
		if s.Seconds += seconds; solved {
			s.Solved++
		}
	}
	return s
}

// judge is the processor time to an answer, and whether there is one within the budget.
func (o *Options) judge(steps []portfolio.Step, p Program) (float64, bool) {
	var names []string
	for _, s := range steps {
		if !slices.Contains(names, s.Engine) {
			names = append(names, s.Engine)
		}
	}
	var first []portfolio.TimeSlice
	for _, s := range steps {
		first = append(first, portfolio.TimeSlice{Member: slices.Index(names, s.Engine), Until: s.Until})
	}
	taken := make([]float64, len(names))
	total := 0.0
	for t := range portfolio.Rounds(len(names), first) {
		seconds, solved := turn(p.Runs[names[t.Member]], taken[t.Member], t.Until)
		taken[t.Member] += seconds
		if total += seconds; total > o.Budget {
			return o.Budget, false
		}
		if solved {
			return total, true
		}
	}
	return o.Budget, false
}

// Judge is how a table does.
func Judge(t *portfolio.Table, programs []Program, o Options) Score {
	s := Score{}
	for _, p := range programs {
		s = s.add(o.judgeSteps(t.For(p.Features).Steps, []Program{p}))
	}
	return s
}

// CrossValidate judges each family by a table that was fitted to the others.
func CrossValidate(programs []Program, o Options) Score {
	return leftOut(programs, func(inside, others []Program) Score {
		if len(others) == 0 {
			return Score{}
		}
		return Judge(Table(others, o), inside, o)
	})
}

// leftOut sums the scores that judge gives each family, beside all programs of others.
func leftOut(programs []Program, judge func(inside, others []Program) Score) Score {
	s := Score{}
	families := map[string][]Program{}
	var names []string
	for _, p := range programs {
		if families[p.Family] == nil {
			names = append(names, p.Family)
		}
		families[p.Family] = append(families[p.Family], p)
	}
	for _, f := range names {
		s = s.add(judge(families[f], slices.DeleteFunc(slices.Clone(programs), func(p Program) bool { return p.Family == f })))
	}
	return s
}

// Best is what a choice of the best engine for each program would solve.
func Best(programs []Program, o Options) Score {
	s := Score{Programs: len(programs)}
	for _, p := range programs {
		least := o.Budget
		solved := false
		for _, r := range p.Runs {
			if r.Solved && r.CPU <= o.Budget {
				solved, least = true, min(least, r.CPU)
			}
		}
		if s.Seconds += least; solved {
			s.Solved++
		}
	}
	return s
}

// Text prints a table in the form that portfolio.ParseTable reads.
func Text(t *portfolio.Table) string {
	var b strings.Builder
	for i, c := range t.Classes {
		b.WriteString(c.Name)
		if i < len(t.Classes)-1 { // the last one is for all others
			for k, w := range c.When {
				b.WriteString([]string{" when ", " and "}[min(k, 1)] + w.String())
			}
		}
		b.WriteString(":")
		for k, s := range c.Steps {
			if k > 0 {
				b.WriteString(",")
			}
			factor := ""
			if s.Factor > 0 {
				factor = fmt.Sprintf("*%g", s.Factor)
			}
			fmt.Fprintf(&b, " %s%s %dk", s.Engine, factor, s.Until/1000)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Sorted are programs by name, so that a fit does not depend on the order of a file.
func Sorted(programs []Program) []Program {
	out := slices.Clone(programs)
	slices.SortFunc(out, func(a, b Program) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
