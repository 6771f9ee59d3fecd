package intlower

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// ToIntegers translates a formula over the machine-typed variables that a lowered program p was derived from to one over p's variables. The two agree on
// corresponding states in which each value is in the range of its type, array elements that the formula reads included. It is false when an operation has no
// integer meaning, or a variable none in p. NSW operators are read as mathematical operations, as in Lower.
func ToIntegers(p *program.Program, t *logic.Term) (*logic.Term, bool) {
	vars := map[*logic.Term]*program.Var{}
	for _, v := range p.Vars {
		if o := v.Origin; o != nil && o.Sort() != v.Sort() {
			vars[o.Sym] = v
		} else {
			vars[v.Sym] = v
		}
	}
	for _, sym := range logic.FreeVars(t) {
		if vars[sym] == nil {
			return nil, false
		}
	}
	x := newTranslator(p.Terms, vars, false, &Stats{})
	x.reset(program.Pos{}, interval.VarRange)
	r := x.boolean(t)
	return r, x.err == nil
}
