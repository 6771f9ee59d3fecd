package certify

import (
	"context"

	"cupel/program"
	"cupel/program/intlower"
)

// Machine makes from a proof about a program over the integers one about the program p in
// machine arithmetic that it was lowered from. Claims that have no translation are left out.
func (c *Proof) Machine(ctx context.Context, p *program.Program) (*Proof, error) {
	n, err := New(ctx, p)
	if err != nil {
		return nil, err
	}
	m := intlower.NewMachine(c.p)
	for l, t := range c.Invariants {
		if l.Origin != nil {
			if t = m.Claim(t); !t.IsTrue() {
				n.Invariants[l.Origin] = t
			}
		}
	}
	return n, nil
}
