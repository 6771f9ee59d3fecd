package passes_test

import (
	"context"
	"fmt"
	"os"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/ssa"
)

// branching is: x = input; y = 0; if (x < 5) y = 1; z = x; if (y == 2) error.
func branching() *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	s := logic.BVSort(8)
	x, y, z := p.NewVar("x", s), p.NewVar("y", s), p.NewVar("z", s)
	var l []*program.Location
	for range 6 {
		l = append(l, p.NewLocation("main", program.Pos{}))
	}
	p.Init, p.Error = l[0], l[5]
	less := f.ULt(x.Sym, f.BV(5, 8))
	p.NewEdge(l[0], l[1], program.Havoc(x, &program.Input{ID: 1, Callee: "input"}), program.Assign(y, f.BV(0, 8)))
	p.NewEdge(l[1], l[2], program.Assume(less))
	p.NewEdge(l[2], l[3], program.Assign(y, f.BV(1, 8)))
	p.NewEdge(l[1], l[3], program.Assume(f.Not(less)))
	p.NewEdge(l[3], l[4], program.Assign(z, x.Sym))
	p.NewEdge(l[4], l[5], program.Assume(f.Eq(y.Sym, f.BV(2, 8))))
	program.MarkLoopHeads(p)
	return p
}

// A pipeline shrinks a program; the path of the result leads back to the first.
func ExamplePipeline_Run() {
	p, stats, err := passes.Pipeline{passes.Simplify, passes.DeadCode, passes.LargeBlocks}.Run(context.Background(), branching())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	for _, s := range stats {
		fmt.Printf("%s: %d -> %d locations, %d -> %d variables\n", s.Pass, s.Before.Locations, s.After.Locations, s.Before.Vars, s.After.Vars)
	}
	e := ssa.Encode(p, p.Init.Out, ssa.Options{})
	_, choices := e.Resolve(func(*logic.Term) bool { return true })
	path := program.Path(p.Init.Out).Back(ssa.Chooser(choices))
	fmt.Println(path)
	// Output:
	// simplify: 6 -> 4 locations, 3 -> 3 variables
	// deadcode: 4 -> 4 locations, 3 -> 2 variables
	// largeblocks: 4 -> 2 locations, 2 -> 2 variables
	// L0 L1 L2 L3
}
