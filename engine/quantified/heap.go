package quantified

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/rational"
)

// heap describes allocation: objects are placed consecutively below a variable that only grows (bump
// allocation).
type heap struct {
	top    *program.Var  // the bump pointer; nil: no allocation
	start  int64         // the least address
	limits []*logic.Term // upper bounds of top, from the comparisons before it grows
	refs   []*logic.Term // addresses of objects: terms to which field offsets are added
}

// findHeap recognises the bump pointer: a variable that is initialised with constants and grows by constants.
func findHeap(p *program.Program) heap {
	for _, v := range p.Vars {
		if v.Sort() != logic.Int || !v.Temp {
			continue
		}
		h := heap{top: v}
		var grows int64
		fine := true
		for _, e := range p.Edges {
			for op := range program.AllOps(e.Ops) {
				switch {
				case op.Kind == program.OpAssign && op.Var == v:
					factor, rest := instances.Split(p.Terms, op.Expr, v.Sym)
					c, ok := int64(0), rest != nil && rest.IsConst()
					if ok {
						c, ok = rest.Rational().Int64()
					}
					switch {
					case ok && factor == 0 && c >= lowAddress && (h.start == 0 || c < h.start):
						h.start = c
					case ok && factor == 1 && c > 0:
						grows = max(grows, c)
					default:
						fine = fine && ok && factor == 0 && c >= lowAddress
					}
				case op.Var == v:
					fine = false
				}
			}
		}
		if !fine || h.start == 0 || grows == 0 {
			continue
		}
		h.limit(p, grows)
		return h
	}
	return heap{}
}

// limit collects the upper bounds.
func (h *heap) limit(p *program.Program, grows int64) {
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpAssume {
				continue
			}
			for _, t := range logic.Conjuncts(op.Expr) {
				if t.Op() != logic.OpLe || t.Arg(0) != h.top.Sym || !t.Arg(1).IsConst() {
					continue
				}
				if end := p.Terms.Add(t.Arg(1), p.Terms.IntConst(grows)); !slices.Contains(h.limits, end) && len(h.limits) < maxSizes {
					h.limits = append(h.limits, end)
				}
			}
		}
	}
}

// objects returns the arrays of a region indexed by object addresses plus field offsets: element k of each is
// that field of the object at address k. nil if the indices have another form.
func (m *memory) objects(v *program.Var) []*array {
	if m.heap.top == nil || !memoryOf(v) {
		return nil
	}
	var out []*array
	var places []int64
	for _, t := range m.indices[v] {
		prods, coeffs, constant := logic.Linear(t)
		c, ok := constant.Int64()
		if ok && len(prods) == 0 {
			continue // a statically allocated object
		}
		if !ok || len(prods) != 1 || !coeffs[0].Equal(rational.FromInt(1)) || c < 0 || c >= lowAddress {
			return nil
		}
		if !slices.Contains(m.heap.refs, prods[0]) {
			m.heap.refs = append(m.heap.refs, prods[0])
		}
		if !slices.Contains(places, c) {
			places = append(places, c)
			out = append(out, &array{v: v, stride: 1, base: m.f.IntConst(c), object: true})
		}
	}
	return out
}

// A kind is a set of addresses where objects of one kind appear to lie: low plus multiples of step, below top.
type kind struct{ low, step int64 }

// is states that an address is of a kind.
func (g *guesser) is(t *logic.Term, x kind) *logic.Term {
	low := g.f.IntConst(x.low)
	return g.f.And(g.f.Le(low, t), g.f.Lt(t, g.mem.heap.top.Sym), x.aligned(g.f, t))
}

// objectAt reports whether an address is of some kind, or no kind is known.
func (g *guesser) objectAt(n int64) bool {
	return len(g.kinds) == 0 || slices.ContainsFunc(g.kinds, func(x kind) bool { return n >= x.low && (n-x.low)%x.step == 0 })
}

// aligned states that an address is a multiple of the object size from the first object.
func (x kind) aligned(f *logic.Factory, t *logic.Term) *logic.Term {
	return f.Eq(f.Mod(f.Sub(t, f.IntConst(x.low)), f.IntConst(x.step)), f.IntConst(0))
}

// findKinds determines the kinds by the residue classes of observed addresses, per reference and of all
// together.
func (g *guesser) findKinds() {
	if g.mem.heap.top == nil {
		return
	}
	var all []int64
	for _, t := range g.mem.heap.refs {
		var seen []int64
		for _, l := range g.lb.LoopHeads() {
			states := g.data.States[g.data.Program.Nearest(l)]
			x, _ := g.evaluate(states, t)
			top, ok := g.evaluate(states, g.mem.heap.top.Sym)
			if x.t == nil || !ok {
				continue
			}
			for i, n := range x.values {
				if x.known[i] && n >= lowAddress && n < top.values[i] {
					seen = append(seen, n)
				}
			}
		}
		g.kind(seen)
		all = append(all, seen...)
	}
	g.kind(all)
}

// kind adds the residue class of observed addresses.
func (g *guesser) kind(seen []int64) {
	if len(seen) == 0 {
		return
	}
	x := kind{low: slices.Min(seen)}
	for _, n := range seen {
		x.step = rational.GCD64(x.step, n-x.low)
	}
	if x.step > 1 && !slices.Contains(g.kinds, x) && len(g.kinds) < maxKinds {
		g.kinds = append(g.kinds, x)
	}
}

// references adds claims about the targets of references and the bounds of the heap.
func (g *guesser) references(v *view, add func(*logic.Term)) {
	h := &g.mem.heap
	if h.top == nil {
		return
	}
	for _, end := range h.limits {
		add(g.f.Le(h.top.Sym, end))
	}
	refs := slices.Clone(h.refs)
	for _, s := range v.scalars {
		if !slices.Contains(refs, s.t) && s.t != h.top.Sym && !s.constant() {
			refs = append(refs, s.t)
		}
	}
	for _, x := range g.kinds {
		g.where(v, g.f.Le(g.f.IntConst(x.low), h.top.Sym), add)
		g.where(v, g.f.Lt(g.f.IntConst(x.low), h.top.Sym), add)
		g.where(v, x.aligned(g.f, h.top.Sym), add)
		for _, t := range refs {
			g.where(v, g.f.Or(g.f.Eq(t, g.f.IntConst(0)), g.is(t, x)), add)
			g.where(v, g.is(t, x), add)
		}
	}
}

// pointers adds predicates that cells hold addresses of objects.
func (g *guesser) pointers(a *array, add func(*logic.Term)) {
	cell := a.cell(g.f, g.k)
	for _, x := range g.kinds {
		add(g.is(cell, x))
		add(g.f.Or(g.f.Eq(cell, g.f.IntConst(0)), g.is(cell, x)))
	}
}

// followed adds predicates that a cell that the program dereferences holds an object's address.
func (g *guesser) followed() {
	for _, e := range g.p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpAssign || !slices.Contains(g.mem.heap.refs, op.Var.Sym) || op.Expr.Op() == logic.OpSelect {
				continue
			}
			for _, x := range g.kinds {
				in := g.is(op.Expr, x)
				for _, t := range []*logic.Term{in, g.f.Or(g.f.Eq(op.Expr, g.f.IntConst(0)), in)} {
					for _, p := range g.lifted(t, g.k) {
						p.bound = []*logic.Term{g.k}
						g.cell(p)
					}
				}
			}
		}
	}
}
