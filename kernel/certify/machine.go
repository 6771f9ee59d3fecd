package certify

import (
	"context"
	"fmt"

	"cupel/analysis/intlower"
	"cupel/core/program"
)

// ErrOnlyIntegers: what is claimed has no translation to machine arithmetic.
var ErrOnlyIntegers = fmt.Errorf("%w: claims about all cells of arrays are over the integers", ErrInconclusive)

// Machine makes from a proof about a program over the integers one about the program p in
// machine arithmetic that has the same origin. Claims that have no translation are left out. What is claimed of all cells of an
// array has none, and nothing is said of the machine without it.
func (c *Proof) Machine(ctx context.Context, p *program.Program) (*Proof, error) {
	if c.Quantifies() {
		return nil, ErrOnlyIntegers
	}
	n, err := New(ctx, p)
	if err != nil {
		return nil, err
	}
	at := map[*program.Location]*program.Location{}
	for _, l := range p.Locs {
		for o := l; o != nil; o = o.Origin {
			at[o] = l
		}
	}
	m := intlower.NewMachine(c.p)
	for l, t := range c.Invariants {
		o := origin(l, func(o *program.Location) bool { return at[o] != nil })
		if t = m.Claim(t); o != nil && !t.IsTrue() {
			n.Invariants[at[o]] = t
		}
	}
	return n, nil
}
