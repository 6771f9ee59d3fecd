package passes

import (
	"context"

	"cupel/core/program"
)

// SliceInsensitive removes the branches and operations that no target depends on by data or by control dependence (Ferrante,
// Ottenstein and Warren, The Program Dependence Graph and Its Use in Optimization, TOPLAS 1987), which is insensitive to
// non-termination: unlike in Slice, loops and assumptions do not stay only because they may keep an execution from going on. An assumption
// stays where it mentions a variable that a target depends on. The result over-approximates the reachability of the targets: a proof carries
// over, a failing path has to be replayed.
var SliceInsensitive = measured("insensitive", "removes what no target depends on by data or control, also loops and assumptions (more executions reach the error)",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		s := &insensitive{p: p, relevance: relevanceOf(p), marked: make([]bool, len(p.Locs)), kept: make([]bool, len(p.Locs))}
		s.d = newDraft(p, func(e *program.Edge) ([]program.Op, bool) { return simplifyOps(e.Ops, len(e.Src.Out) > 1) })
		s.d.prune()
		s.ipdom = s.d.postdominators()
		s.index()
		s.begin()
		if err := s.grow(ctx); err != nil {
			return nil, err
		}
		q := s.rewrite()
		dropUnused(q)
		return q, nil
	})

// insensitive computes what targets depend on.
type insensitive struct {
	p *program.Program
	d *draft
	relevance
	ipdom    []*program.Location // by location ID
	depends  [][]int             // the branches, by ID, whose outcome decides whether a location is visited, by its ID
	assigned [][]int             // the sources of edges that change a variable, by its number
	assumed  [][]assumption      // those that mention a variable, by its number
	marked   []bool              // locations that a target depends on, by ID
	kept     []bool              // branches that stay, by ID
	places   []int               // marked locations whose control dependence is to be followed
	vars     []int               // relevant variables whose assignments are to be followed
}

// An assumption is one that is not a branch's, with all variables it mentions.
type assumption struct {
	at       int // the source of its edge
	mentions []int
}

// index notes where variables are assigned and assumed.
func (s *insensitive) index() {
	s.assigned, s.assumed = make([][]int, len(s.p.Vars)), make([][]assumption, len(s.p.Vars))
	for _, l := range s.p.Locs {
		for _, e := range s.d.out[l.ID] {
			for i, o := range e.ops() {
				if s.leading(l, i, &o) {
					continue
				}
				s.note(l.ID, o)
			}
		}
	}
}

// note adds an operation of an edge from a location to the index. What an alternative of a choice assigns depends on what it assumes.
func (s *insensitive) note(at int, o program.Op) {
	switch o.Kind {
	case program.OpAssign, program.OpHavoc:
		v := s.n.index[o.Var]
		if as := s.assigned[v]; len(as) == 0 || as[len(as)-1] != at {
			s.assigned[v] = append(as, at)
		}
	case program.OpAssume:
		if o.Bounds() {
			return
		}
		vs := s.n.mentions(o.Expr)
		for _, v := range vs {
			s.assumed[v] = append(s.assumed[v], assumption{at, vs})
		}
	case program.OpChoice:
		for _, alt := range o.Alts {
			for _, inner := range alt {
				s.note(at, inner)
			}
		}
	}
}

// leading reports whether an edge's operation is the assumption of the branch at l.
func (s *insensitive) leading(l *program.Location, i int, o *program.Op) bool {
	return i == 0 && o.Kind == program.OpAssume && len(s.d.out[l.ID]) > 1
}

// begin keeps the branches that no location joins before a target, and what the edges into targets assume; it notes what depends on the
// other branches.
func (s *insensitive) begin() {
	s.depends = make([][]int, len(s.p.Locs))
	entries, most := 0, maxDependence*(len(s.p.Edges)+1)
	for _, l := range s.p.Locs {
		out := s.d.out[l.ID]
		for _, e := range out {
			if s.d.isTarget(e.dst) {
				s.place(l.ID)
				for _, o := range e.ops() {
					s.needOp(&o)
				}
			}
		}
		if len(out) < 2 {
			continue
		}
		join := s.ipdom[l.ID]
		if join == nil || s.d.isTarget(join) || entries > most {
			s.keep(l.ID)
			continue
		}
		for _, e := range out {
			for r := e.dst; r != join; r = s.ipdom[r.ID] {
				if r == nil { // no postdominator of l, which cannot be
					s.keep(l.ID)
					break
				}
				s.depends[r.ID] = append(s.depends[r.ID], l.ID)
				entries++
			}
		}
	}
}

func (s *insensitive) place(l int) {
	if !s.marked[l] {
		s.marked[l] = true
		s.places = append(s.places, l)
	}
}

// keep keeps a branch.
func (s *insensitive) keep(l int) {
	if s.kept[l] {
		return
	}
	s.kept[l] = true
	s.place(l)
	for _, e := range s.d.out[l] {
		if ops := e.ops(); len(ops) > 0 && ops[0].Kind == program.OpAssume {
			s.need(s.n.mentions(ops[0].Expr))
		}
	}
}

// at marks a location with an operation that a target depends on.
func (s *insensitive) at(l int) {
	s.place(l)
	if len(s.d.out[l]) > 1 {
		s.keep(l)
	}
}

func (s *insensitive) need(vars []int) {
	for _, v := range vars {
		if !s.relevant[v] {
			s.relevant[v] = true
			s.vars = append(s.vars, v)
		}
	}
}

// needOp makes relevant what an operation assumes.
func (s *insensitive) needOp(o *program.Op) {
	switch o.Kind {
	case program.OpAssume:
		if !o.Bounds() {
			s.need(s.n.mentions(o.Expr))
		}
	case program.OpChoice:
		for _, alt := range o.Alts {
			for _, inner := range alt {
				s.needOp(&inner)
			}
		}
	}
}

// grow computes the smallest sets that are closed under dependence.
func (s *insensitive) grow(ctx context.Context) error {
	for steps := 0; len(s.places)+len(s.vars) > 0; steps++ {
		if steps%charge == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if n := len(s.places); n > 0 {
			l := s.places[n-1]
			s.places = s.places[:n-1]
			for _, b := range s.depends[l] {
				s.keep(b)
			}
			continue
		}
		n := len(s.vars)
		v := s.vars[n-1]
		s.vars = s.vars[:n-1]
		for _, l := range s.assigned[v] {
			s.at(l)
			for _, e := range s.d.out[l] {
				for _, o := range e.ops() {
					s.assignment(&o, v)
				}
			}
		}
		for _, a := range s.assumed[v] {
			s.at(a.at)
			s.need(a.mentions)
		}
	}
	return nil
}

// assignment makes relevant what v is assigned, and the assumptions of a choice that assigns it; it reports whether the operation assigns v.
func (s *insensitive) assignment(o *program.Op, v int) bool {
	switch o.Kind {
	case program.OpAssign:
		if s.n.index[o.Var] == v {
			s.need(s.n.mentions(o.Expr))
			return true
		}
	case program.OpHavoc:
		return s.n.index[o.Var] == v
	case program.OpChoice:
		found := false
		for _, alt := range o.Alts {
			for _, inner := range alt {
				found = s.assignment(&inner, v) || found
			}
		}
		if found {
			s.needOp(o)
		}
		return found
	}
	return false
}

// rewrite builds the slice: a dropped branch becomes one edge to its join, and its place is none of a loop.
func (s *insensitive) rewrite() *program.Program {
	dropped := map[*program.Location]bool{}
	for _, l := range s.p.Locs {
		out := s.d.out[l.ID]
		if len(out) < 2 || s.kept[l.ID] {
			for _, e := range out {
				e.segs[0].ops = s.filter(e.ops(), func(i int, o *program.Op) bool { return i == 0 && len(out) > 1 || s.known(o.Expr) }) // a branch stays with its assumption
				e.size = countOps(e.ops())
			}
			continue
		}
		dropped[l] = true
		first := out[0].first
		for len(s.d.out[l.ID]) > 0 {
			s.d.remove(s.d.out[l.ID][0])
		}
		s.d.add(&draftEdge{src: l, dst: s.ipdom[l.ID], first: first, segs: []*segment{{parts: &program.Parts{Lost: true}}}})
	}
	s.d.prune()
	q := s.d.build()
	for _, l := range q.Locs {
		if dropped[l.Origin] {
			l.LoopPos = program.Pos{}
		}
	}
	return q
}
