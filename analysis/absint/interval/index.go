package interval

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// index numbers the variables of a program.
type index struct {
	vars  []*program.Var
	of    map[*program.Var]int
	bySym []int32 // by ID of the symbol's term: number + 1
	types []Interval
	top   *State
}

func newIndex(p *program.Program) *index {
	x := &index{vars: p.Vars, of: make(map[*program.Var]int, len(p.Vars)), types: make([]Interval, len(p.Vars))}
	last := uint32(0)
	for _, v := range p.Vars {
		last = max(last, v.Sym.ID())
	}
	x.bySym = make([]int32, last+1)
	for i, v := range p.Vars {
		x.of[v] = i
		x.bySym[v.Sym.ID()] = int32(i) + 1
		x.types[i] = VarRange(v)
	}
	x.top = newState(x, x.types)
	return x
}

// number returns the number of the variable with the symbol, or -1.
func (x *index) number(sym *logic.Term) int {
	if id := sym.ID(); int(id) < len(x.bySym) {
		return int(x.bySym[id]) - 1
	}
	return -1
}

// VarRange returns the values that a variable's type allows, in the variable's
// own view; for an array, those of its elements. Booleans are 0 and 1.
func VarRange(v *program.Var) Interval {
	s := v.Sort()
	if s.IsArray() {
		s = s.Elem()
	}
	switch {
	case s.IsBool() || s.IsBV() && v.Bool:
		return Bit
	case s.IsBV():
		return TypeRange(s.Width(), v.Signed)
	}
	return Top
}
