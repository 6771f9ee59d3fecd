package relational

import (
	"context"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// Options bounds the analysis.
type Options struct {
	// PackSize is the greatest number of variables in a pack.
	PackSize int
	// Rows bounds the rows of a polyhedron's representations; larger ones are approximated.
	Rows int
	// Work bounds the analysis in units of about a quarter of a microsecond. It
	// does not depend on the machine, so that results are deterministic.
	Work int
	// Shape is the domain of the packs: Polyhedra (the default), Octagons, Zones or NoShape.
	Shape Shape
	// NoResidues leaves residue classes out.
	NoResidues bool
	// Plain is the product of the domains as such: one pack of all integers, residue classes of all variables, no definitions
	// of flags, all constraints at loop heads, and those on dead variables.
	Plain bool
	// Partition keeps executions apart by whether they have iterated the last
	// loops; invariants are then disjunctions.
	Partition bool
}

// A Shape is the relational domain used for packs.
type Shape string

// The shapes.
const (
	Polyhedra Shape = ""
	Octagons  Shape = "octagons"
	Zones     Shape = "zones"
	NoShape   Shape = "none"
)

// A Domain implements absint.Domain: the reduced product of intervals, packs of related variables, congruences and symbolic definitions.
type Domain struct {
	p        *program.Program
	o        Options
	box      *interval.Domain
	vars     []*program.Var
	of       map[*program.Var]int
	bySym    map[*logic.Term]int
	flag     []bool // see classify
	numeric  []bool // may be in packs
	strided  []int  // the variables whose residues are tracked
	packs    []pack
	stops    map[int][]rational.Q // by variable, ascending, see stopAt
	geometry geometry
	places   [][]place // by variable
	live     *passes.Liveness
	dead     [][]deadDims // by location; nil: not computed
	uses     map[*logic.Term][]int

	ctx  context.Context
	stop context.CancelFunc // ends the analysis
	work int
	fuel int
}

// deadDims are the dimensions of a pack whose variables are dead.
type deadDims struct {
	pack int
	dims []int
}

// NewDomain returns the domain for p. Its operations stop at the end of ctx; stop is called when the budget of work is spent. After that, results are
// imprecise but sound.
func NewDomain(ctx context.Context, stop context.CancelFunc, p *program.Program, o Options) *Domain {
	return newBasis(p, o.Plain).domain(ctx, stop, o)
}

// A basis is what the domains for a program with different options have in common: a domain without packs.
type basis struct {
	common    *Domain
	relations []*relation
	guards    []form // comparisons of the program, each at most 0, with their negations and the constraints next to them
}

// newBasis prepares the domains for p; plain is Options.Plain.
func newBasis(p *program.Program, plain bool) *basis {
	d := &Domain{p: p, box: interval.NewDomain(p), vars: p.Vars, of: map[*program.Var]int{},
		bySym: map[*logic.Term]int{}, uses: map[*logic.Term][]int{}, stops: map[int][]rational.Q{}, live: passes.Live(p), places: make([][]place, len(p.Vars)), fuel: unlimited}
	for i, v := range p.Vars {
		d.of[v], d.bySym[v.Sym] = i, i
	}
	d.classify()
	if d.strides(); plain {
		d.flag, d.strided = make([]bool, len(d.vars)), nil
		for i, v := range d.vars {
			if d.numeric[i] = v.Sort().IsInt(); d.numeric[i] {
				d.strided = append(d.strided, i)
			}
		}
	}
	return &basis{common: d, relations: relate(d), guards: d.guards()}
}

// unlimited is fuel for as many terms as there are.
const unlimited = int(^uint(0) >> 1)

// domain is the domain with these options.
func (b *basis) domain(ctx context.Context, stop context.CancelFunc, o Options) *Domain {
	copied := *b.common
	d := &copied
	d.o, d.ctx, d.stop = o, ctx, stop
	d.places, d.dead = make([][]place, len(d.vars)), make([][]deadDims, len(d.p.Locs))
	if o.NoResidues {
		d.strided = nil
	}
	switch o.Shape {
	case Octagons:
		d.geometry = octagonal(d)
	case Zones:
		d.geometry = zonal(d)
	default:
		d.geometry = polyhedral{d}
	}
	switch {
	case o.Shape == NoShape:
	case o.Plain:
		d.packs = wholePack(d)
	default:
		d.packs = makePacks(d, b.relations, o.PackSize)
	}
	for k, p := range d.packs {
		for i, v := range p.vars {
			d.places[v] = append(d.places[v], place{k, i})
		}
	}
	for _, g := range b.guards {
		d.threshold(g)
	}
	return d
}

// classify finds the flags: variables whose assignments all choose between
// constants by a condition, or are conditions. They are described by their
// definitions; the other integers may be in packs.
func (d *Domain) classify() {
	d.numeric, d.flag = make([]bool, len(d.vars)), make([]bool, len(d.vars))
	other := make([]bool, len(d.vars))
	var visit func(ops []program.Op)
	visit = func(ops []program.Op) {
		for i := range ops {
			switch op := &ops[i]; op.Kind {
			case program.OpAssign:
				v := d.of[op.Var]
				switch {
				case op.Expr.IsConst():
				case choosesConstants(op.Expr) || op.Var.Sort().IsBool():
					d.flag[v] = true
				default:
					other[v] = true
				}
			case program.OpHavoc:
				other[d.of[op.Var]] = true
			case program.OpChoice:
				for _, alt := range op.Alts {
					visit(alt)
				}
			}
		}
	}
	for _, e := range d.p.Edges {
		visit(e.Ops)
	}
	for i, v := range d.vars {
		d.flag[i] = d.flag[i] && !other[i]
		d.numeric[i] = v.Sort().IsInt() && !d.flag[i]
	}
}

func choosesConstants(t *logic.Term) bool {
	return t.IsConst() || t.Op() == logic.OpIte && choosesConstants(t.Arg(1)) && choosesConstants(t.Arg(2))
}

// number returns the number of the variable with the symbol, or -1.
func (d *Domain) number(sym *logic.Term) int {
	if v, ok := d.bySym[sym]; ok {
		return v
	}
	return -1
}

// mentions returns the numbers of the variables in t.
func (d *Domain) mentions(t *logic.Term) []int {
	if vs, ok := d.uses[t]; ok {
		return vs
	}
	var vs []int
	for _, x := range d.p.Terms.FreeVars(t) {
		if v := d.number(x); v >= 0 {
			vs = append(vs, v)
		}
	}
	slices.Sort(vs)
	d.uses[t] = vs
	return vs
}

// definable reports whether t is small enough for a definition, with its variables.
func (d *Domain) definable(t *logic.Term) ([]int, bool) {
	n := 0
	logic.Walk(func(*logic.Term) bool { n++; return n <= maxDefSize }, t)
	return d.mentions(t), n <= maxDefSize
}

// burn counts the terms looked at in one operation; false when it is too many.
func (d *Domain) burn() bool {
	d.fuel--
	return d.fuel > 0
}

// Initial returns the state in which all variables are arbitrary.
func (d *Domain) Initial() *State {
	s := &State{box: d.box.Initial()}
	for _, p := range d.packs {
		s.packs = append(s.packs, d.geometry.universe(len(p.vars)))
	}
	return s
}

// Post executes an edge and projects out variables that are dead after it.
func (d *Domain) Post(s *State, e *program.Edge) (*State, bool) {
	if s = d.steps(s, e.Ops); s == nil {
		return nil, false
	}
	if d.o.Plain {
		return s, true
	}
	return d.forgetDead(s, e.Dst), true
}

// Exec executes operations that need not be of the program; false: no state is
// left.
func (d *Domain) Exec(s *State, ops []program.Op) (*State, bool) {
	s = d.steps(s, ops)
	return s, s != nil
}

// forgetDead projects onto the variables that are live at l or that definitions
// of live ones mention.
func (d *Domain) forgetDead(s *State, l *program.Location) *State {
	var kept []int
	if len(s.defs) > 0 {
		alive := slices.DeleteFunc(slices.Clone(s.defs), func(e def) bool { return !d.live.Has(l, d.vars[e.v]) })
		if len(alive) < len(s.defs) {
			s = s.withDefs(alive)
		}
		for _, e := range alive {
			kept = append(kept, e.uses...)
		}
	}
	dead := d.deadAt(l)
	d.spend(len(dead))
	for _, x := range dead {
		dims := x.dims
		if len(kept) > 0 {
			dims = slices.DeleteFunc(slices.Clone(dims), func(i int) bool {
				return slices.Contains(kept, d.packs[x.pack].vars[i])
			})
		}
		s = s.withPack(x.pack, d.drop(s.packs[x.pack], dims))
	}
	return s
}

func (d *Domain) deadAt(l *program.Location) []deadDims {
	if d.dead[l.ID] == nil {
		out := []deadDims{}
		for k, p := range d.packs {
			var dims []int
			for i, v := range p.vars {
				if !d.live.Has(l, d.vars[v]) {
					dims = append(dims, i)
				}
			}
			if dims != nil {
				out = append(out, deadDims{k, dims})
			}
		}
		d.dead[l.ID] = out
	}
	return d.dead[l.ID]
}

// Join joins component by component.
func (d *Domain) Join(s, t *State) *State {
	if s == t || sabotage.Active(sabotage.RelationalJoin) {
		return s
	}
	r := &State{box: d.box.Join(s.box, t.box), packs: s.packs, defs: commonDefs(s.defs, t.defs), residues: d.joinResidues(s, t)}
	for k, p := range s.packs {
		if q := t.packs[k]; p != q {
			r = r.withPack(k, d.hull(p, q))
		}
	}
	return r
}

// Leq compares component by component.
func (d *Domain) Leq(s, t *State) bool {
	if s == t || sabotage.Active(sabotage.RelationalLeq) {
		return true
	}
	if !d.box.Leq(s.box, t.box) || len(commonDefs(t.defs, s.defs)) < len(t.defs) || !d.residuesIn(s, t) {
		return false
	}
	for k, p := range s.packs {
		if q := t.packs[k]; p != q && !d.geometry.contains(q, p) {
			return false
		}
	}
	return true
}

// Close adds the box's bounds to the packs, so that joins and widenings keep relations that bounds imply.
func (d *Domain) Close(s *State) *State {
	for k, p := range d.packs {
		ms := make([]mono, len(p.vars))
		for i, v := range p.vars {
			ms[i] = mono{v: v}
		}
		if cs := d.missingBounds(s, k, ms); len(cs) > 0 {
			s = s.withPack(k, d.addConstraints(s.packs[k], cs))
		}
	}
	return s
}
