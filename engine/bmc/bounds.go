package bmc

import "cupel/core/logic"

// Assumptions that only bound an input (program.Op.Bounds) are no part of guards: whatever an
// execution does otherwise, there are inputs within the bounds. The solver is told of them.

// bounded makes an assumption a bound of an input, if it is one of a single input on which no condition has come
// since, and zero is within it, which is what models without it say.
func (x *search) bounded(g *guard, c *logic.Term) bool {
	if c.IsTrue() {
		return true
	}
	if treeSize(c, smallTerm) > smallTerm {
		return false
	}
	syms := logic.FreeVars(c)
	if len(syms) != 1 || x.inputs[syms[0]] != g {
		return false
	}
	sym := syms[0]
	if !x.f.Subst(c, map[*logic.Term]*logic.Term{sym: x.f.Zero(sym.Sort())}).IsTrue() {
		return false
	}
	for _, t := range x.bounds[sym] {
		if t == c {
			return true
		}
	}
	x.bounds[sym] = append(x.bounds[sym], c)
	x.allBounds = append(x.allBounds, c)
	return true
}

// tell tells the solver of new bounds.
func (x *search) tell() error {
	for ; x.told < len(x.allBounds); x.told++ {
		if err := x.s.Assert(x.allBounds[x.told]); err != nil {
			return err
		}
	}
	return nil
}
