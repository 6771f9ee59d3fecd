package passes

import (
	"slices"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Descending returns the program of a module in which a call of a recursive function is either stepped over, with any effect that the function may have, or entered
// for good: there is no way back to the caller (InlineClosed with summaries that say nothing). If each execution of it ends, so does each of the module: one that does
// not either has a deepest activation in which it stays for ever while all calls from it return, or comes into deeper activations again and again that do not return.
// The other way round this does not hold.
func Descending(m *program.Module, o InlineOptions) (*program.Program, error) {
	return unreturned(m, o, true)
}

// Entering is Descending without the executions in which a call is stepped over: each execution of it is one of the module, in which calls of recursive functions beyond
// the bound never return.
func Entering(m *program.Module, o InlineOptions) (*program.Program, error) {
	return unreturned(m, o, false)
}

// unreturned is the program in which calls that are entered do not return.
func unreturned(m *program.Module, o InlineOptions, over bool) (*program.Program, error) {
	p, closure, err := InlineClosed(m, o)
	if err != nil {
		return nil, err
	}
	c := program.NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l)
	}
	steps := map[*program.Edge]bool{}
	for _, a := range closure.Functions {
		for _, c := range a.Calls {
			steps[c.Return] = true
		}
	}
	for _, e := range p.Edges {
		var ops []program.Op
		dead := steps[e] && !over
		for _, op := range e.Ops {
			switch fn, kind := closure.MarkOf(&op); {
			case fn == nil:
				ops = append(ops, op)
			case kind != MarkCall:
				dead = true // where the summaries are made
			}
		}
		dead = dead || sabotage.Active(sabotage.DescendOver) && slices.ContainsFunc(closure.Functions, func(a *AbstractFunc) bool { return a.gate == e.Dst })
		if !dead {
			c.Edge(e, ops)
		}
	}
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	for _, l := range c.Locs {
		l.Origin = nil
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program, program.SanityProgram(c.Program)
}
