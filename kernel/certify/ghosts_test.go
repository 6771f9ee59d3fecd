package certify

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// chase is x and y inputs that are equal; while (x < n) { x++; y += step; } error if x != y. What
// proves it relates x and y with the values that they had before the loop.
func chase(step int64) (p *program.Program, ghosts []Ghost, head *program.Location) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Lowered: true}
	x, y, n := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int), p.NewVar("n", logic.Int)
	for range 3 {
		p.NewLocation("main", program.Pos{Line: len(p.Locs) + 1})
	}
	p.Init, head, p.Error = p.Locs[0], p.Locs[1], p.Locs[2]
	p.NewEdge(p.Init, head, program.Havoc(x, nil), program.Havoc(n, nil), program.Assign(y, x.Sym))
	p.NewEdge(head, head, program.Assume(f.Lt(x.Sym, n.Sym)), program.Assign(x, f.Add(x.Sym, f.IntConst(1))), program.Assign(y, f.Add(y.Sym, f.IntConst(step))))
	p.NewEdge(head, p.Error, program.Assume(f.Le(n.Sym, x.Sym)), program.Assume(f.Ne(x.Sym, y.Sym)))
	program.MarkLoopHeads(p)
	for _, v := range []*program.Var{x, y} {
		ghosts = append(ghosts, Ghost{Head: head, Of: v, Copy: &program.Var{Name: v.Name + "0", Sym: f.Var(v.Name+"0", logic.Int)}})
	}
	return p, ghosts, head
}

func eliminate(f *logic.Factory) func([]*logic.Term, *logic.Term) *logic.Term {
	return func(vars []*logic.Term, t *logic.Term) *logic.Term {
		t, _ = z3.Eliminate(context.Background(), f, vars, t, 16, smt.Options{})
		return t
	}
}

// TestGhosts: a summary that holds for a loop proves what it implies; one that does not hold is dropped even if it would prove the program, and so is
// one that holds for the iterations but not for none.
func TestGhosts(t *testing.T) {
	ctx := context.Background()
	type terms struct{ x, y, x0, y0 *logic.Term }
	for name, c := range map[string]struct {
		step     int64
		relation func(f *logic.Factory, v terms) *logic.Term
		ok       bool
		parts    int // of the relation that are left
	}{
		"right": {1, func(f *logic.Factory, v terms) *logic.Term {
			return f.And(f.Eq(f.Sub(v.x, v.x0), f.Sub(v.y, v.y0)), f.Le(v.x0, v.x))
		}, true, 2},
		"nothing":              {1, func(f *logic.Factory, v terms) *logic.Term { return f.True() }, false, 0},
		"not of the loop":      {2, func(f *logic.Factory, v terms) *logic.Term { return f.Eq(f.Sub(v.x, v.x0), f.Sub(v.y, v.y0)) }, false, 0},
		"too weak":             {1, func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.x0, v.x) }, false, 1},
		"of a program unlike":  {2, func(f *logic.Factory, v terms) *logic.Term { return f.Eq(v.x, v.y) }, false, 0},
		"contradiction":        {2, func(f *logic.Factory, v terms) *logic.Term { return f.False() }, false, 0},
		"not of no iterations": {1, func(f *logic.Factory, v terms) *logic.Term { return f.Lt(v.x0, v.x) }, false, 0},
		"one iteration":        {1, func(f *logic.Factory, v terms) *logic.Term { return f.Le(v.x, f.Add(v.x0, f.IntConst(1))) }, false, 0},
		"right, twice as fast": {2, func(f *logic.Factory, v terms) *logic.Term {
			return f.Eq(f.Mul(f.IntConst(2), f.Sub(v.x, v.x0)), f.Sub(v.y, v.y0))
		}, false, 1},
	} {
		p, ghosts, head := chase(c.step)
		f := p.Terms
		q := WithGhosts(p, ghosts)
		h := q.Locs[head.ID]
		proof, err := New(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		relation := c.relation(f, terms{ghosts[0].Of.Sym, ghosts[1].Of.Sym, ghosts[0].Copy.Sym, ghosts[1].Copy.Sym})
		claims := proof.Entered(ctx, map[*program.Location]*logic.Term{h: relation}, nil, eliminate(f))
		proof.Claim(claims)
		if err := proof.Weaken(ctx, z3.Open); err != nil {
			t.Fatal(err)
		}
		left := map[*logic.Term]bool{}
		for _, u := range logic.Conjuncts(proof.at(h)) {
			left[u] = true
		}
		parts := 0
		for _, u := range logic.Conjuncts(relation) {
			if left[u] && !u.IsTrue() {
				parts++
			}
		}
		x0, y0 := ghosts[0].Copy.Sym, ghosts[1].Copy.Sym
		if logic.Occurs(x0, relation) && logic.Occurs(y0, relation) && !left[f.Eq(x0, y0)] {
			t.Errorf("%s: that the loop is entered with equal values is not found: %v", name, claims[h])
		}
		if err := proof.Check(ctx, second(t)); c.ok != (err == nil) || parts != c.parts {
			t.Errorf("%s: %v, %d parts are left", name, err, parts)
		}
	}
}

// ghostsOf are ghosts of all variables for all loops of a program.
func ghostsOf(p *program.Program) (out []Ghost) {
	for _, l := range p.LoopHeads() {
		for _, v := range p.Vars {
			name := fmt.Sprintf("%s@%d", v.Name, l.ID)
			out = append(out, Ghost{Head: l, Of: v, Copy: &program.Var{Name: name, Sym: p.Terms.Var(name, v.Sort()), Signed: v.Signed}})
		}
	}
	return out
}

// TestGhostsChangeNothing: a program with ghost variables preserves reachability and the operations of the program.
func TestGhostsChangeNothing(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		ghosts := ghostsOf(p)
		if len(ghosts) > 2 {
			ghosts = ghosts[:2] // what is enumerated has all values of all variables
		}
		anywhere := rapid.Bool().Draw(t, "anywhere")
		for i := range ghosts {
			ghosts[i].Anywhere = anywhere
		}
		q := WithGhosts(p, ghosts)
		for i, e := range q.Edges {
			own := p.Edges[i].Ops
			for j, o := range e.Ops {
				if j < len(own) && (o.Kind != own[j].Kind || o.Var != own[j].Var || o.Expr != own[j].Expr) || j >= len(own) && o.Kind != program.OpChoice && p.VarOf(o.Var.Sym) != nil {
					t.Fatalf("edge %d: operation %d is changed", i, j)
				}
			}
		}
		want, err := programtest.Explore(p, programtest.Options{})
		if err != nil {
			t.Skip(err)
		}
		got, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			t.Skip(err)
		}
		compared++
		if got.Error != want.Error || len(got.Cuts) != len(want.Cuts) {
			t.Fatalf("%v, without ghosts %v", got, want)
		}
	})
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// TestGhostsSound: a program whose error is reachable is not certified by any claims about ghost variables.
func TestGhostsSound(t *testing.T) {
	ctx := context.Background()
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		f, ghosts := p.Terms, ghostsOf(p)
		anywhere := rapid.Bool().Draw(t, "anywhere")
		for i := range ghosts {
			ghosts[i].Anywhere = anywhere
		}
		q := WithGhosts(p, ghosts)
		proof, err := New(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		relations := map[*program.Location]*logic.Term{}
		for _, g := range ghosts {
			r := f.True()
			switch rapid.IntRange(0, 3).Draw(t, "relation") {
			case 0:
				r = f.Eq(g.Of.Sym, g.Copy.Sym)
			case 1:
				r = f.ULe(g.Copy.Sym, g.Of.Sym)
			case 2:
				r = f.Eq(f.Extract(0, 0, g.Of.Sym), f.Extract(0, 0, g.Copy.Sym))
			}
			l := q.Locs[g.Head.ID]
			if relations[l] != nil {
				r = f.And(relations[l], r)
			}
			relations[l] = r
		}
		proof.Claim(proof.Entered(ctx, relations, nil, eliminate(f)))
		if rapid.Bool().Draw(t, "weaken") {
			if err := proof.Weaken(ctx, z3.Open); err != nil {
				t.Fatal(err)
			}
		}
		if accepts(t, proof, p) {
			accepted++
		}
	})
	if accepted == 0 {
		t.Error("nothing was accepted")
	}
}

// TestGhostsAnywhere: what holds of the states in which a loop is entered need not hold of those in
// which it is gone round.
func TestGhostsAnywhere(t *testing.T) {
	ctx := context.Background()
	for _, anywhere := range []bool{false, true} {
		p, ghosts, head := chase(1)
		f := p.Terms
		for i := range ghosts {
			ghosts[i].Anywhere = anywhere
		}
		x, y, x0, y0 := ghosts[0].Of.Sym, ghosts[1].Of.Sym, ghosts[0].Copy.Sym, ghosts[1].Copy.Sym
		n := p.Vars[2].Sym
		q := WithGhosts(p, ghosts)
		// The second one is wrong for a loop that is not left at once when its condition fails.
		always, once := f.Eq(f.Sub(x, x0), f.Sub(y, y0)), f.Or(f.Lt(x0, n), f.Eq(n, f.IntConst(7)))
		for _, e := range q.Init.Out {
			e.Ops = append(e.Ops, program.Assume(once))
		}
		proof, err := New(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		proof.Claim(map[*program.Location]*logic.Term{q.Locs[head.ID]: f.And(always, once)})
		if err := proof.Weaken(ctx, z3.Open); err != nil {
			t.Fatal(err)
		}
		left := logic.Conjuncts(proof.at(q.Locs[head.ID]))
		if got := slices.Contains(left, once); !slices.Contains(left, always) || got == anywhere {
			t.Errorf("anywhere %v: %v are left", anywhere, left)
		}
	}
}
