package intlower

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// ToIntegers maps a formula over the machine-typed variables that those of a lowered program p
// were derived from to one over p's: the two agree where the values are those of one state, each
// in the range of its type, and so are the elements of arrays that the formula reads. It is false
// when an operation has no integer meaning, or a variable has none in p. NSW operators are read as
// mathematical operations, as Lower does.
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
