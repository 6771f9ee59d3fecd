package recurrence

import (
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A turn is a way as a formula: the variables themselves are the state at its beginning.
type turn struct {
	p    *program.Program
	f    *logic.Factory
	name string
	// values are those at the end of the variables that change, by their symbols.
	values map[*logic.Term]*logic.Term
	// needs are the conditions under which the execution goes on, along the path and without undefined behaviour.
	needs []*logic.Term
	// given are conditions that some values satisfy, and all that come in: of values that are no inputs.
	given []*logic.Term
	// unknown are the symbols of values that are no inputs.
	unknown map[*logic.Term]bool
	live    []interp.Span
	blocks  []block // of the heap that the way allocates
	inputs  []*logic.Term
	used    int
	// lost are objects of the beginning that are not live at the end.
	lost  map[uint64]bool
	reads map[*program.Var]bool
	*normaliser
	// stem: the path begins a run, and is not repeated.
	stem bool
}

// newTurn executes a way symbolically from states in which the objects are live. The name tells its symbols from those of other ways.
func newTurn(p *program.Program, name string, w Way, live []interp.Span) (*turn, error) {
	t := &turn{p: p, f: p.Terms, normaliser: newNormaliser(p.Terms), name: name, values: map[*logic.Term]*logic.Term{}, unknown: map[*logic.Term]bool{},
		live: slices.Clone(live), inputs: w.Inputs, lost: map[uint64]bool{}, reads: map[*program.Var]bool{}}
	for _, e := range w.Path {
		for i := range e.Ops {
			for _, x := range []*logic.Term{e.Ops[i].Expr, e.Ops[i].Size, e.Ops[i].Origin} {
				if x == nil {
					continue
				}
				for _, s := range logic.FreeVars(x) {
					if v := p.VarOf(s); v != nil && v.Sort().IsArray() {
						t.reads[v] = true
					}
				}
			}
		}
	}
	for _, e := range w.Path {
		for i := range e.Ops {
			if err := t.op(e.Ops, i); err != nil {
				return nil, fmt.Errorf("%w: %s: %s", errUnfit, e.Ops[i].At(e), err)
			}
		}
	}
	if t.used != len(w.Inputs) {
		return nil, fmt.Errorf("%w: %d inputs for %d", errUnfit, len(w.Inputs), t.used)
	}
	for _, o := range live {
		if !slices.Contains(t.live, o) {
			t.lost[o.Base] = true
		}
	}
	return t, nil
}

// at is the value of a term over variables at the present place.
func (t *turn) at(x *logic.Term) *logic.Term {
	if len(t.values) == 0 {
		return x
	}
	return t.f.Subst(x, t.values)
}

// any is a new symbol for a value that nobody chooses.
func (t *turn) any(s *logic.Sort) *logic.Term {
	sym := t.f.Var(fmt.Sprintf("#any.%s.%d.%s", t.name, len(t.unknown), s), s)
	t.unknown[sym] = true
	return sym
}

// mentions reports whether a term contains an unknown value.
func (t *turn) mentions(x *logic.Term) bool {
	if len(t.unknown) == 0 {
		return false
	}
	return slices.ContainsFunc(logic.FreeVars(x), func(s *logic.Term) bool { return t.unknown[s] })
}

func (t *turn) need(c *logic.Term) {
	c = t.normal(c)
	if !c.IsTrue() && !slices.Contains(t.needs, c) {
		t.needs = append(t.needs, logic.Conjuncts(c)...)
	}
}

// op executes operation i of an edge.
func (t *turn) op(ops []program.Op, i int) error {
	op := &ops[i]
	switch op.Kind {
	case program.OpAssume:
		c := t.at(op.Expr)
		if t.mentions(c) && (op.Bounds() || defines(ops, i) || t.room(ops, i)) {
			t.given = append(t.given, c)
		} else {
			t.need(c)
		}
	case program.OpCheck:
		t.need(t.at(op.Expr))
	case program.OpAssign:
		if t.values[op.Var.Sym] = t.at(op.Expr); t.place(op) {
			t.values[op.Var.Sym] = t.any(op.Var.Sort())
		}
	case program.OpHavoc:
		if op.Input == nil {
			x := t.any(op.Var.Sort())
			if a := argument(t.f, op); a != nil && t.stem {
				x = a
			}
			t.values[op.Var.Sym] = x
			return nil
		}
		if t.used == len(t.inputs) || t.inputs[t.used].Sort() != op.Var.Sort() {
			return fmt.Errorf("no value for input %d", t.used)
		}
		t.values[op.Var.Sym] = t.inputs[t.used]
		t.used++
	case program.OpAccess:
		c, err := t.access(op)
		if err != nil {
			return err
		}
		t.need(c)
	case program.OpAlloc:
		return t.alloc(op)
	case program.OpFree:
		return t.free(op)
	default:
		return fmt.Errorf("an operation of kind %d", op.Kind)
	}
	return nil
}

// defines reports whether an assumption determines the bits of a float, which the operation before it made unknown: every float has bits.
func defines(ops []program.Op, i int) bool {
	if i == 0 || ops[i-1].Kind != program.OpHavoc || ops[i-1].Input != nil || ops[i].Expr.Op() != logic.OpEq {
		return false
	}
	v := ops[i-1].Var.Sym
	for k, a := range ops[i].Expr.Args() {
		if a.Op() == logic.OpFPFromBits && a.Arg(0) == v && !logic.Occurs(v, ops[i].Expr.Arg(1-k)) {
			return true
		}
	}
	return false
}
