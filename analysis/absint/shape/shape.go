package shape

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/priority"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// A Task is what is to be proved of a program. Accesses and releases are, too, but for Valid.
type Task struct {
	Program *program.Program // as it was inlined, with symbols for the addresses of objects
	Static  map[*program.Var]bool
	Returns []*program.Location // where main has returned
	Blocks  func(*program.Edge) bool
	Lost    bool // no block is lost before main returns
	Left    bool // no block is left at an end
	Valid   bool // accesses and releases are valid in all executions that matter: others prove that, and Lost is asked for
	Lengths bool // how the lengths of lists change is wanted
	Hasty   bool // graphs are joined from the beginning in ways that are for loops at which many arrive; tests want that
}

// A Result is the outcome of an analysis.
type Result struct {
	Reason string // why nothing is proved; "": everything is
	Graphs int    // at loop heads
	Lists  int    // of them with segments
	Steps  int
	// Lengths are those of the lists at loop heads, if they are wanted and everything is proved.
	Lengths *Lengths
}

// Proved reports whether all goals are proved.
func (r *Result) Proved() bool { return r.Reason == "" }

// Analyse proves the goals of a task, or says why it does not.
func Analyse(ctx context.Context, t Task) *Result {
	a := &analysis{Task: t, p: t.Program, ctx: ctx, f: t.Program.Terms, width: t.Program.Model.PointerWidth(), index: map[*logic.Term]int{}, regions: map[*logic.Term]int{}, named: map[*logic.Term]*program.Object{}, tables: map[*logic.Term]*program.Object{}}
	a.prepare()
	if a.live = a.liveness(); a.live == nil && a.failed == nil {
		a.fail(program.Pos{}, "too many variables")
	}
	if a.failed == nil {
		a.search()
	}
	r := &Result{}
	if a.failed == nil && t.Lengths {
		r.Lengths = a.lengths()
	}
	r.Steps = a.steps
	if a.failed != nil {
		r.Reason = a.failed.text
	}
	for _, l := range a.p.Locs {
		if !l.LoopHead {
			continue
		}
		for _, s := range a.at[l.ID] {
			if !s.replaced {
				r.Graphs++
				for _, o := range s.g.objs {
					if o.seg != nil {
						r.Lists++
						break
					}
				}
			}
		}
	}
	return r
}

type analysis struct {
	Task
	p       *program.Program
	ctx     context.Context
	f       *logic.Factory
	width   int
	scalars []*program.Var
	static  []bool              // by number of the scalar
	index   map[*logic.Term]int // numbers of scalars by symbols
	regions map[*logic.Term]int // numbers of regions of memory by symbols
	bytes   []bool              // by region
	named   map[*logic.Term]*program.Object
	tables  map[*logic.Term]*program.Object // with Valid, by symbols of static arrays of pointers that have no address: objects in which their elements are cells, by index
	indices []bool                          // with Valid, by number of the scalar: it says which pointer in memory is meant

	live     [][]uint64
	doomed   []bool // by location: every execution from there ends soon, and not by the return of main
	rank     []int
	at       [][]*state // by location
	arrivals []int
	queue    *priority.Queue[*state]
	number   int
	steps    int
	failed   *failure
}

// A state is a graph at a location.
type state struct {
	l        *program.Location
	g        *graph
	number   int
	replaced bool // by one that describes its states, too
}

// spend charges work; false: none is left, and the analysis fails.
func (a *analysis) spend(units int) bool {
	a.steps++
	work.Spend(a.ctx, units)
	if a.ctx.Err() != nil {
		a.fail(program.Pos{}, "the work for the analysis is spent")
		return false
	}
	return true
}

func (a *analysis) prepare() {
	for _, v := range a.p.Vars {
		s := v.Sort()
		switch {
		case s.IsArray() && s.Index().IsBV() && s.Index().Width() == a.width && (a.p.IsMemory(v) || v.Name[0] == '#'):
			a.regions[v.Sym] = len(a.bytes)
			a.bytes = append(a.bytes, s.Elem().IsBV() && s.Elem().Width() == 8)
		case a.Valid && a.Static[v] && s.IsArray() && s.Index().IsBV() && s.Elem().IsBV() && s.Elem().Width() == a.width:
			a.regions[v.Sym], a.tables[v.Sym] = len(a.bytes), &program.Object{Name: v.Name}
			a.bytes = append(a.bytes, false)
		case !s.IsArray():
			a.index[v.Sym] = len(a.scalars)
			a.scalars = append(a.scalars, v)
			a.static = append(a.static, a.Static[v])
		}
	}
	for _, o := range a.p.Objects {
		if o.Name != program.HeapStart {
			a.named[o.Base] = o
		}
	}
	if a.Valid {
		a.findIndices()
	}
	order := program.ReversePostorder(a.p)
	a.rank = make([]int, len(a.p.Locs))
	for i, l := range order {
		a.rank[l.ID] = i
	}
	a.at, a.arrivals = make([][]*state, len(a.p.Locs)), make([]int, len(a.p.Locs))
	lasting := slices.Clone(a.Returns)
	for _, l := range order {
		if l.LoopHead {
			lasting = append(lasting, l)
		}
	}
	a.doomed = make([]bool, len(a.p.Locs))
	for i, r := range program.Reaching(a.p, lasting...) {
		a.doomed[i] = !r
	}
	for after := slices.Clone(a.Returns); len(after) > 0; { // what comes after it is not
		l := after[len(after)-1]
		after = after[:len(after)-1]
		a.doomed[l.ID] = false
		for _, e := range l.Out {
			if a.doomed[e.Dst.ID] {
				after = append(after, e.Dst)
			}
		}
	}
	a.queue = priority.New(func(s, t *state) bool {
		if a.rank[s.l.ID] != a.rank[t.l.ID] {
			return a.rank[s.l.ID] < a.rank[t.l.ID]
		}
		return s.number < t.number
	})
}

// search computes the graphs at all locations.
func (a *analysis) search() {
	g := &graph{vars: make([]value, len(a.scalars))}
	for _, o := range a.p.Objects {
		if a.named[o.Base] == o && o.Func == "" {
			g.add(&object{named: o, size: o.Size})
		}
	}
	for _, v := range a.p.Vars {
		if t := a.tables[v.Sym]; t != nil {
			g.add(&object{named: t, size: -1})
		}
	}
	a.arrive(a.p.Init, g)
	for a.queue.Len() > 0 && a.failed == nil {
		s := a.queue.Pop()
		if s.replaced {
			continue
		}
		for _, e := range s.l.Out {
			for _, h := range a.edge(e, s.g.clone()) {
				if a.leave(e, h); a.failed != nil {
					return
				}
			}
		}
	}
}

// leave comes to the end of an edge.
func (a *analysis) leave(e *program.Edge, g *graph) {
	if a.goesOn(e, g) {
		a.arrive(e.Dst, g)
	}
}

// goesOn finishes an edge; false: the execution ends there, or the analysis.
func (a *analysis) goesOn(e *program.Edge, g *graph) bool {
	l := e.Dst
	switch {
	case l == a.p.Error && a.Lengths:
		return false
	case l == a.p.Error:
		a.fail(e.Pos, "the error may be reached")
		return false
	case l.Cut != "":
		a.fail(e.Pos, "%s", l.Cut)
		return false
	}
	a.kill(g, e)
	kept := g.reached(true)
	for _, o := range g.objs {
		if o.heap() && !kept[o.id] && !sabotage.Active(sabotage.ShapeLost) && (a.Left || a.Lost) {
			a.fail(e.Pos, "the block allocated at %s may be lost", o.site)
			return false
		}
	}
	kept = g.reached(false)
	g.delete(func(o *object) bool { return o.heap() && !kept[o.id] })
	if len(l.Out) == 0 {
		if a.Left && !a.Blocks(e) {
			for _, o := range g.objs {
				if o.heap() {
					a.fail(e.Pos, "the block allocated at %s may be left", o.site)
					return false
				}
			}
		}
		return false
	}
	return true
}

// arrive adds a graph to those of a location, unless they describe its states.
func (a *analysis) arrive(l *program.Location, g *graph) {
	a.arrivals[l.ID]++
	if l.LoopHead || len(l.In) > 1 {
		forget := l.LoopHead && (a.Hasty || a.arrivals[l.ID] > patience)
		late, missing := a.Hasty || a.arrivals[l.ID] > guessing, a.Hasty || a.arrivals[l.ID] > 2*guessing
		if l.LoopHead {
			g = a.fold(g, late, missing)
		}
		for again := true; again; {
			again = false
			kept := a.at[l.ID][:0:0]
			for i, s := range a.at[l.ID] {
				m := a.merger(s.g, g)
				m.forget, m.missing = forget, missing
				ok := m.all()
				if !a.spend(pairWork * (1 + m.steps)) {
					return
				}
				var h *graph
				if ok {
					h = m.result()
					ok = h.sound()
				}
				switch {
				case !ok:
				case !m.more[0]: // h is s.g
					a.at[l.ID] = append(kept, a.at[l.ID][i:]...)
					return
				case !m.more[1]: // h is g
					s.replaced = true
					continue
				case l.LoopHead && (late || !m.guesses()):
					s.replaced = true
					g, again = a.fold(h, late, missing), true
					continue
				}
				kept = append(kept, s)
			}
			a.at[l.ID] = kept
		}
	}
	s := &state{l: l, g: g, number: a.number}
	a.number++
	if l.LoopHead || len(l.In) > 1 {
		if a.at[l.ID] = append(a.at[l.ID], s); len(a.at[l.ID]) > maxGraphs {
			a.fail(l.Pos, "more than %d shapes", maxGraphs)
			return
		}
	}
	a.queue.Push(s)
}
