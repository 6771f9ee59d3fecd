package cegar

import (
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// LocPrecision is the precision at a location: predicates without outer negation in the order of insertion, and
// variables tracked by value.
type LocPrecision struct {
	Preds   []*logic.Term
	Vars    []*program.Var
	preds   map[*logic.Term]bool
	vars    map[*program.Var]bool
	version int // incremented with every change
}

func newLocPrecision() *LocPrecision {
	return &LocPrecision{preds: map[*logic.Term]bool{}, vars: map[*program.Var]bool{}}
}

// Tracks reports whether v is tracked by value.
func (l *LocPrecision) Tracks(v *program.Var) bool { return l.vars[v] }

// Precision maps locations to what is tracked there (section 2.1.3.1): the same everywhere (global), or per
// location.
type Precision struct {
	f     *logic.Factory
	local bool
	all   *LocPrecision
	at    map[*program.Location]*LocPrecision
}

// NewPrecision returns the empty precision.
func NewPrecision(f *logic.Factory, local bool) *Precision {
	return &Precision{f: f, local: local, all: newLocPrecision(), at: map[*program.Location]*LocPrecision{}}
}

// At returns the precision of a location.
func (p *Precision) At(l *program.Location) *LocPrecision {
	if !p.local {
		return p.all
	}
	lp := p.at[l]
	if lp == nil {
		lp = newLocPrecision()
		p.at[l] = lp
	}
	return lp
}

// AddPredicate adds t at l and reports whether it is new. A predicate and its negation are the same.
func (p *Precision) AddPredicate(l *program.Location, t *logic.Term) bool {
	if t.IsGround() {
		return false
	}
	t = p.f.Positive(t)
	lp := p.At(l)
	if lp.preds[t] {
		return false
	}
	lp.preds[t] = true
	lp.Preds = append(lp.Preds, t)
	lp.version++
	return true
}

// add adds initial predicates.
func (p *Precision) add(of *program.Program, at map[*program.Location][]*logic.Term) {
	for _, l := range of.Locs {
		for _, t := range at[l] {
			p.AddPredicate(l, t)
		}
	}
}

// AddVariable tracks the value of v at l and reports whether that is new.
func (p *Precision) AddVariable(l *program.Location, v *program.Var) bool {
	lp := p.At(l)
	if lp.vars[v] {
		return false
	}
	lp.vars[v] = true
	lp.Vars = append(lp.Vars, v)
	lp.version++
	return true
}

// Size returns the number of predicates and of variables, summed over locations, and the maximum of both at
// one.
func (p *Precision) Size() (preds, vars, most int) {
	count := func(lp *LocPrecision) {
		preds += len(lp.Preds)
		vars += len(lp.Vars)
		most = max(most, len(lp.Preds)+len(lp.Vars))
	}
	count(p.all)
	for _, lp := range p.at {
		count(lp)
	}
	return preds, vars, most
}

// initialise fills the precision according to --initial-precision.
func (p *Precision) initialise(prog *program.Program, how string) {
	switch how {
	case AllVars:
		for _, l := range prog.Locs {
			for _, v := range prog.Vars {
				p.AddVariable(l, v)
			}
			if !p.local {
				return
			}
		}
	case AllAssumes:
		for _, e := range prog.Edges {
			for _, t := range assumptions(e.Ops, nil) {
				for _, a := range interpolation.Atoms(t) {
					p.AddPredicate(e.Dst, a)
					if p.local {
						p.addBefore(prog, e.Src, a)
					}
				}
			}
		}
	}
}

// addBefore adds a predicate at l and along the straight-line code before it.
func (p *Precision) addBefore(prog *program.Program, l *program.Location, t *logic.Term) {
	for range prog.Locs {
		p.AddPredicate(l, t)
		if len(l.In) != 1 || len(l.In[0].Src.Out) != 1 {
			return
		}
		l = l.In[0].Src
	}
}

// assumptions appends the conditions that operations assume.
func assumptions(ops []program.Op, out []*logic.Term) []*logic.Term {
	for i := range ops {
		switch o := &ops[i]; o.Kind {
		case program.OpAssume:
			out = append(out, o.Expr)
		case program.OpChoice:
			for _, alt := range o.Alts {
				out = assumptions(alt, out)
			}
		}
	}
	return out
}
