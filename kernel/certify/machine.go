package certify

import (
	"context"
	"fmt"

	"cupel/analysis/intlower"
	"cupel/core/program"
)

// ErrOnlyIntegers means that an invariant has no translation to bit-vectors.
var ErrOnlyIntegers = fmt.Errorf("%w: claims about all cells of arrays are over the integers", ErrInconclusive)

// Machine translates a proof about a program over the integers to p, the program over bit-vectors with the same
// origin. Invariants without a translation are left out; quantified array invariants have none, and with any of
// them the result is ErrOnlyIntegers.
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
