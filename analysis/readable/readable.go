package readable

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// A Printer prints formulas over the variables of one program.
type Printer struct {
	p     *program.Program
	f     *logic.Factory
	names map[*program.Var]string
}

// New returns a printer. Of several variables with one name in the source, as those of calls that were inlined, the first has it; others
// keep their name in the program.
func New(p *program.Program) *Printer {
	r := &Printer{p: p, f: p.Terms, names: map[*program.Var]string{}}
	taken := map[string]bool{}
	for _, v := range p.Vars {
		n := v.Root().CName
		if n == "" || taken[n] {
			n = v.Name
		}
		taken[n] = true
		r.names[v] = n
	}
	return r
}

// Name is how a variable is printed.
func (r *Printer) Name(v *program.Var) string { return r.names[v] }

// Conjuncts prints the conjuncts of a formula. symbols has the names of those that are no variables, and values the variables whose value
// such a symbol is, for its type; both may be nil.
func (r *Printer) Conjuncts(t *logic.Term, symbols map[*logic.Term]string, values map[*logic.Term]*program.Var) []string {
	of := func(s *logic.Term) *program.Var {
		if v := r.p.VarOf(s); v != nil {
			return v
		}
		return values[s]
	}
	t = r.withoutBounds(t, of)
	if t.IsTrue() {
		return nil
	}
	show := r.Terms(symbols)
	var out []string
	for _, c := range logic.Conjuncts(t) {
		out = append(out, show(c))
	}
	return out
}

// Terms returns a function that prints terms, all with the same names of symbols.
func (r *Printer) Terms(symbols map[*logic.Term]string) func(*logic.Term) string {
	shown := map[*logic.Term]*logic.Term{}
	sub := r.f.NewSubst(func(s *logic.Term) *logic.Term {
		if t := shown[s]; t != nil {
			return t
		}
		n := symbols[s]
		if v := r.p.VarOf(s); v != nil {
			n = r.names[v]
		}
		if n == "" {
			return nil
		}
		for v := r.f.LookupVar(n); v != nil && v.Sort() != s.Sort(); v = r.f.LookupVar(n) {
			n += "_"
		}
		shown[s] = r.f.Var(n, s.Sort())
		return shown[s]
	})
	return func(t *logic.Term) string { return sub.Apply(t).String() }
}

// withoutBounds weakens a formula by the literals that are bounds of types.
func (r *Printer) withoutBounds(t *logic.Term, of func(*logic.Term) *program.Var) *logic.Term {
	switch t.Op() {
	case logic.OpAnd, logic.OpOr:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = r.withoutBounds(a, of)
		}
		return r.f.Rebuild(t, args)
	}
	if isBound(t, of) {
		return r.f.True()
	}
	return t
}

// far is where the bounds of 32-bit types begin; sums of a few values of smaller ones stay below it.
var far = rational.New(1<<31-2, 1)

// isBound reports whether a literal follows from the range of a variable's type, or bounds a sum by a number of the size of such a range.
func isBound(t *logic.Term, of func(*logic.Term) *program.Var) bool {
	not := t.Op() == logic.OpNot
	if not {
		t = t.Arg(0)
	}
	if t.Op() != logic.OpLe && t.Op() != logic.OpLt || !t.Arg(0).Sort().IsInt() {
		return false
	}
	// sum + rest <= 0, up to one.
	sign := rational.One
	if not {
		sign = sign.Neg()
	}
	sum := map[*logic.Term]rational.Q{}
	rest := rational.Zero
	for i, side := range t.Args() {
		q := sign
		if i == 1 {
			q = q.Neg()
		}
		prods, coeffs, c := logic.Linear(side)
		for k, x := range prods {
			sum[x] = sum[x].Add(coeffs[k].Mul(q))
		}
		rest = rest.Add(c.Mul(q))
	}
	if len(sum) == 1 {
		for x, q := range sum {
			if v := of(x); v != nil && within(q, rest, interval.VarRange(v.Root())) {
				return true
			}
		}
	}
	for _, q := range sum {
		if q.Abs().Cmp(far) >= 0 {
			return true
		}
	}
	return rest.Neg().Cmp(far) >= 0
}

// within reports whether q*x + rest <= 0 for all x in the range, up to the bound itself.
func within(q, rest rational.Q, r interval.Interval) bool {
	end := r.Hi()
	if q.Sign() < 0 {
		end = r.Lo()
	}
	if end == nil {
		return false
	}
	return q.Mul(rational.FromBig(end)).Add(rest).Sign() <= 0
}
