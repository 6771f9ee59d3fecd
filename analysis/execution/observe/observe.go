package observe

import (
	"context"
	"math/rand/v2"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Data is the collected states of a program, with the constant that was scaled.
type Data struct {
	Program *program.Program
	// Unit is the constant that was replaced by smaller ones; 0: none.
	Unit   int64
	States map[*program.Location][]*State
	Runs   int // that came to a loop head
	slots  map[*logic.Term]int
	scale  scale
}

// State is a state at a location.
type State struct {
	Run    int
	Unit   int64 // the value that replaced Data.Unit; 0: none was
	values []value
}

// value is the value of a variable.
type value struct {
	known bool
	n     int64           // of an integer or a truth value
	cells map[int64]int64 // of an array of integers, those that were observed
}

// Loops runs a program over the integers, without large blocks, and collects states at its loop heads. touched are the index terms of the array
// accesses of interest: cells at their values are recorded.
func Loops(ctx context.Context, p *program.Program, touched map[*program.Var][]*logic.Term, seed uint64) (*Data, error) {
	d := &Data{Program: p, States: map[*program.Location][]*State{}, slots: map[*logic.Term]int{}}
	for i, v := range p.Vars {
		d.slots[v.Sym] = i
	}
	d.scale = scaling(p)
	d.Unit = d.scale.unit
	sizes := []int64{0}
	if d.Unit != 0 {
		sizes = []int64{6, 2, 4, 8, 2, 10}
	}
	var machines []*interp.Machine
	for _, s := range sizes {
		m, err := interp.New(scaled(p, &d.scale, s))
		if err != nil {
			return nil, err
		}
		machines = append(machines, m)
	}
	starts := addresses(touched)
	r := &recorder{Data: d, indices: d.indices(touched)}
	barren := 0
	for run := 0; run < runs && barren < patience && ctx.Err() == nil; run++ {
		k := run % len(sizes)
		rng := rand.New(rand.NewPCG(seed, uint64(run)))
		src := &dice{f: p.Terms, Rand: rng, kind: rng.IntN(kinds), stick: sticky[rng.IntN(len(sticky))], starts: starts}
		for try := 0; ; try++ {
			r.begin(machines[k], run, sizes[k])
			out := r.machine.Run(ctx, src, interp.Options{MaxSteps: runSteps, Visit: r.visit})
			work.Spend(ctx, out.Steps/stepsPerUnit)
			if try == retries || out.Kind != interp.Halted || out.Loc == nil || len(out.Loc.Out) == 0 || len(src.drawn) == 0 {
				break
			}
			src.past, src.drawn = src.drawn[:max(0, len(src.drawn)-1-rng.IntN(undone))], nil
		}
		if r.flush() {
			barren = 0
		} else {
			barren++
		}
	}
	return d, nil
}

// addresses returns the likely base addresses of arrays: large constants in their indices.
func addresses(touched map[*program.Var][]*logic.Term) map[*program.Var][]int64 {
	out := map[*program.Var][]int64{}
	for v, ts := range touched {
		for _, t := range ts {
			_, _, c := logic.Linear(t)
			if n, ok := c.Int64(); ok && n >= lowStart && len(out[v]) < maxStarts && !slices.Contains(out[v], n) {
				out[v] = append(out[v], n)
			}
		}
	}
	return out
}

// sticky are the chances by which a number does not follow the one before, one in so many.
var sticky = []int{1, 1, 10, 1000}

// recorder collects the states of runs.
type recorder struct {
	*Data
	indices map[*program.Var][]eval
	machine *interp.Machine
	run     int
	unit    int64
	count   map[*program.Location]int
	cells   map[*program.Var]map[int64]bool // of the present run
	pending []pending
}

// A pending state waits for the end of its run, when the cells of interest are known.
type pending struct {
	at    *program.Location
	state *interp.State
	ints  []value
}

// begin resets the recorder for a run.
func (r *recorder) begin(m *interp.Machine, run int, unit int64) {
	r.machine, r.run, r.unit, r.count = m, run, unit, map[*program.Location]int{}
	r.cells, r.pending = map[*program.Var]map[int64]bool{}, nil
}

// visit is called at every location of a run.
func (r *recorder) visit(l *program.Location) bool {
	if !l.LoopHead || r.count[l] >= touchVisits*perVisit {
		return true
	}
	r.count[l]++
	keep := r.count[l] <= perVisit/2 || r.count[l] <= touchVisits*perVisit && r.count[l]%(2*touchVisits-1) == 0
	at := l.Origin
	s := pending{at: at, ints: make([]value, len(r.Program.Vars))}
	for i, v := range r.Program.Vars {
		if v.Sort() == logic.Int || v.Sort().IsBool() {
			s.ints[i] = scalar(r.machine.Value(v))
		}
	}
	e := &Env{State: &State{Run: r.run, Unit: r.unit, values: s.ints}, cell: func(v int, n int64) (int64, bool) {
		x := scalar(r.machine.Cell(r.Program.Vars[v], uint64(n)))
		return x.n, x.known
	}}
	for v, is := range r.indices {
		if r.cells[v] == nil {
			r.cells[v] = map[int64]bool{}
		}
		for _, index := range is {
			if n, ok := index(e); ok && len(r.cells[v]) < maxCells {
				r.cells[v][n] = true
			}
		}
	}
	if keep {
		s.state = r.machine.Snapshot()
		r.pending = append(r.pending, s)
	}
	return true
}

// flush reads the cells of the states of a run, and reports whether there was a new one at a location with few.
func (r *recorder) flush() bool {
	fresh := false
	for _, s := range r.pending {
		if len(r.States[s.at]) >= perHead {
			continue
		}
		fresh = true
		r.machine.Begin(s.state)
		for i, v := range r.Program.Vars {
			if !isArray(v) {
				continue
			}
			cells := map[int64]int64{}
			for _, n := range sortedKeys(r.cells[v]) {
				if x := scalar(r.machine.Cell(v, uint64(n))); x.known {
					cells[n] = x.n
				}
			}
			s.ints[i] = value{known: true, cells: cells}
		}
		r.States[s.at] = append(r.States[s.at], &State{Run: r.run, Unit: r.unit, values: s.ints})
	}
	if len(r.pending) > 0 {
		r.Runs++
	}
	return fresh
}

func sortedKeys(m map[int64]bool) []int64 {
	var out []int64
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func isArray(v *program.Var) bool {
	s := v.Sort()
	return s.IsArray() && s.Index() == logic.Int && s.Elem() == logic.Int
}

// scalar is the value of a constant.
func scalar(t *logic.Term) value {
	if t == nil || !t.IsConst() {
		return value{}
	}
	if t.Sort().IsBool() {
		if t.IsTrue() {
			return value{known: true, n: 1}
		}
		return value{known: true}
	}
	n, ok := t.Rational().Int64()
	return value{known: ok, n: n}
}

// indices compiles the index terms of the accesses of interest.
func (d *Data) indices(touched map[*program.Var][]*logic.Term) map[*program.Var][]eval {
	out := map[*program.Var][]eval{}
	for v, ts := range touched {
		for _, t := range ts {
			if e := d.compile(t, nil); e != nil {
				out[v] = append(out[v], e)
			}
		}
	}
	return out
}
