package interp

import (
	"cmp"
	"maps"
	"slices"

	"cupel/core/program"
	"cupel/core/program/passes"
)

// LiveAt are the variables that matter at the locations of a flat program, for Repeat: along all paths in which a call returns to any place that calls the function.
func LiveAt(p *program.Program, calls map[*program.Location]*Call) func(*program.Location) []*program.Var {
	c := program.Clone(p)
	for _, l := range slices.SortedFunc(maps.Keys(calls), func(a, b *program.Location) int { return cmp.Compare(a.ID, b.ID) }) {
		call := calls[l]
		if call.Exit == nil {
			continue
		}
		var ops []program.Op
		if call.Into != nil {
			ops = append(ops, program.Assign(call.Into, call.Result.Sym))
		}
		c.NewEdge(c.Location(call.Exit), c.Location(call.Return.Dst), ops...)
	}
	live := passes.Live(c.Program)
	return func(l *program.Location) []*program.Var { return live.At(c.Location(l)) }
}
