package evidence

import (
	"cupel/analysis/execution/interp"
	"cupel/evidence/witness"
	"cupel/frontend/c/literal"
	"cupel/kernel/certify"
)

// modelInputs lists the havoc values of an execution.
func (s *explanation) modelInputs(out *interp.Outcome) []InputValue {
	var vs []InputValue
	for _, c := range out.Inputs {
		vs = append(vs, InputValue{Variable: c.Input.Callee, Type: c.Input.Type, Value: literal.Exact(c.Value, c.Input.Signed), At: c.Input.Pos.String()})
	}
	return vs
}

// modelInvariants lists the invariants at loop heads as SMT-LIB terms.
func (s *explanation) modelInvariants(c *certify.Proof) []witness.Invariant {
	var out []witness.Invariant
	for _, l := range c.Program().Locs {
		if !l.LoopHead {
			continue
		}
		if t := c.At(l); t != nil && !t.IsTrue() {
			out = append(out, witness.Invariant{Point: witness.Point{Pos: l.Pos, Func: l.Func}, Expr: t.StringN(maxFormula)})
		}
	}
	return out
}
