package certify

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
)

// TestPolynomials: for a loop that preserves x = y² or not, the claim that it does is accepted exactly where it is right, and found in the check after
// the assignment of a product.
func TestPolynomials(t *testing.T) {
	ctx := context.Background()
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(least, most int64, name string) int64 { return rapid.Int64Range(least, most).Draw(t, name) }
		f := logic.NewFactory()
		p := &program.Program{Terms: f, Lowered: true}
		x, y, z := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int), p.NewVar("z", logic.Int)
		at := func() *program.Location { return p.NewLocation("main", program.Pos{}) }
		p.Init, p.Error = at(), at()
		head, tested := at(), at()
		first := draw(-3, 3, "first")
		right := true
		wrong := func(name string) *logic.Term {
			e := draw(-1, 8, name)
			if e > 1 {
				e = 0
			}
			right = right && e == 0
			return f.IntConst(e)
		}
		p.NewEdge(p.Init, head, program.Assign(y, f.IntConst(first)), program.Assign(x, f.Add(f.IntConst(first*first), wrong("start"))))
		p.NewEdge(head, tested, program.Assign(z, f.Mul(y.Sym, y.Sym)))
		p.NewEdge(tested, p.Error, program.Assume(f.Not(f.Eq(x.Sym, z.Sym))))
		var ways [][]program.Op
		for range draw(1, 3, "ways") {
			d := draw(-2, 2, "distance")
			// (y + d)² = y² + 2dy + d²
			ways = append(ways, []program.Op{
				program.Assign(x, f.Add(x.Sym, f.Mul(f.IntConst(2*d), y.Sym), f.IntConst(d*d), wrong("step"))),
				program.Assign(y, f.Add(y.Sym, f.IntConst(d))),
			})
		}
		p.NewEdge(tested, head, program.Choice(ways...))
		program.MarkLoopHeads(p)
		c, err := New(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		found := c.Polynomials()
		if n := len(found[head]); n != 1 {
			t.Fatalf("%d polynomials", n)
		}
		kept, err := c.Houdini(ctx, z3.Open, found)
		if err != nil {
			t.Fatal(err)
		}
		if (len(kept[head]) == 1) != right {
			t.Fatalf("right: %v, inductive: %v", right, kept[head])
		}
		c.Claim(map[*program.Location]*logic.Term{head: found[head][0]})
		if slim, err := c.Slim(ctx, z3.Open); err == nil && (slim.Check(ctx, z3.Open) == nil) != right {
			t.Fatalf("right: %v, what is needed of the claim is accepted: %v", right, !right)
		}
		if (c.Check(ctx, z3.Open) == nil) != right {
			t.Fatalf("right: %v, accepted: %v", right, !right)
		}
		if right {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("nothing was accepted")
	}
}
