package quantified

import (
	"fmt"
	"strings"

	"cupel/logic"
	"cupel/program"
)

// A claim says that a formula holds for all values of its bound symbols whenever a location is reached.
type claim struct {
	at    *program.Location
	bound []*logic.Term // symbols of sort Int that are no variables; none: the formula is about the state alone
	body  *logic.Term
}

// formula is the claim as one formula.
func (c *claim) formula(f *logic.Factory) *logic.Term {
	if len(c.bound) == 0 {
		return c.body
	}
	return f.Forall(c.bound, c.body)
}

// String says it for people.
func (c *claim) String() string {
	if len(c.bound) == 0 {
		return c.body.String()
	}
	var names []string
	for _, b := range c.bound {
		names = append(names, b.Name())
	}
	return fmt.Sprintf("for all %s: %s", strings.Join(names, ", "), c.body)
}

// instances calls visit with the body for each choice of values of the bound symbols by which a cell that the claim is about has
// one of the accessed indices: E-matching of the selections in the body.
func (c *claim) instances(f *logic.Factory, p *program.Program, pool []access, visit func(key, t *logic.Term)) {
	if len(c.bound) == 0 {
		visit(f.True(), c.body)
		return
	}
	values := make([][]*logic.Term, len(c.bound))
	for i, b := range c.bound {
		seen := map[*logic.Term]bool{}
		accesses(p, func(v *program.Var, index *logic.Term) {
			factor, rest := split(f, index, b)
			if factor == 0 || mentionsAny(rest, c.bound) {
				return
			}
			for _, a := range pool {
				if a.v != v {
					continue
				}
				k := divided(f, f.Sub(a.index, rest), factor)
				if k != nil && !seen[k] && len(values[i]) < maxInstances {
					seen[k] = true
					values[i] = append(values[i], k)
				}
			}
		}, c.body)
	}
	n := 0
	choice := make([]*logic.Term, len(c.bound))
	var choose func(i int)
	choose = func(i int) {
		if i == len(c.bound) {
			if n++; n <= maxProduct {
				m := map[*logic.Term]*logic.Term{}
				key := make([]*logic.Term, 0, len(choice))
				for j, b := range c.bound {
					m[b] = choice[j]
					key = append(key, f.Eq(b, choice[j]))
				}
				visit(f.And(key...), f.Subst(c.body, m))
			}
			return
		}
		for _, k := range values[i] {
			choice[i] = k
			choose(i + 1)
		}
	}
	choose(0)
}

// split divides a linear term into a multiple of a symbol and the rest; 0: the symbol does not occur in that way.
func split(f *logic.Factory, t, b *logic.Term) (factor int64, rest *logic.Term) {
	prods, coeffs, constant := logic.Linear(t)
	rest = f.Num(logic.Int, constant)
	for i, p := range prods {
		if p == b {
			n, ok := coeffs[i].Int64()
			if !ok {
				return 0, nil
			}
			factor = n
			continue
		}
		if logic.Occurs(b, p) {
			return 0, nil
		}
		rest = f.Add(rest, f.Mul(f.Num(logic.Int, coeffs[i]), p))
	}
	return factor, rest
}

func mentionsAny(t *logic.Term, symbols []*logic.Term) bool {
	for _, s := range symbols {
		if logic.Occurs(s, t) {
			return true
		}
	}
	return false
}
