package distinguished

import (
	"context"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"
)

// random draws a program over integers and arrays of them.
func random(t *rapid.T) *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	s := logic.ArraySort(logic.Int, logic.Int)
	x := []*program.Var{p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)}
	a := []*program.Var{p.NewVar("a", s), p.NewVar("b", s)}
	n := func(most int) int { return rapid.IntRange(0, most).Draw(t, "n") }
	stride := []int64{int64(1 + 3*n(1)), int64(1 + n(1))} // of the arrays
	var element func(depth int) *logic.Term
	var array func(which, depth int) *logic.Term
	index := func(which, depth int) *logic.Term {
		at := f.Add(element(depth*n(1)), f.IntConst(int64(n(2)*n(1))))
		if n(9) == 0 {
			return at // as those of bytes
		}
		return f.Add(f.Mul(f.IntConst(stride[which]), at), f.IntConst(int64(100*which)))
	}
	element = func(depth int) *logic.Term {
		switch {
		case n(4) == 0:
			return f.IntConst(int64(n(3)))
		case depth == 0 || n(2) == 0:
			return x[n(1)].Sym
		}
		which := n(1)
		return f.Select(array(which, depth-1), index(which, depth-1))
	}
	array = func(which, depth int) *logic.Term {
		switch k := n(6); {
		case depth == 0 || k < 2:
			return a[which].Sym
		case k == 2:
			return f.Ite(f.Lt(x[n(1)].Sym, element(depth-1)), array(which, depth-1), array(which, depth-1))
		case k == 3:
			return f.ConstArray(s, element(0))
		case k == 4:
			return a[n(1)].Sym
		}
		return f.Store(array(which, depth-1), index(which, depth-1), element(depth-1))
	}
	cond := func() *logic.Term {
		switch n(6) {
		case 0:
			return f.Eq(array(0, 1), array(1, 0))
		case 3, 4: // neighbours
			which, at := n(1), x[n(1)].Sym
			i := f.Add(f.Mul(f.IntConst(stride[which]), at), f.IntConst(int64(100*which)))
			return f.Lt(f.Select(a[which].Sym, i), f.Select(a[which].Sym, f.Add(i, f.IntConst(stride[which]*int64(1+n(1))))))
		case 1, 2:
			return f.Eq(element(2), element(1))
		}
		return f.Lt(element(2), element(1))
	}
	op := func() program.Op {
		switch n(9) {
		case 0:
			return program.Havoc(a[n(1)], nil)
		case 1:
			return program.Havoc(x[n(1)], nil)
		case 2, 3:
			return program.Assume(cond())
		case 4, 5:
			return program.Assign(x[n(1)], element(2))
		case 6:
			return program.CheckOf(program.OtherCheck, cond(), "check")
		}
		which := n(1)
		return program.Assign(a[which], array(which, 2))
	}
	locs := 2 + n(3)
	for range locs {
		p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.NewLocation("main", program.Pos{})
	for i := range locs {
		for range 1 + n(1) {
			var ops []program.Op
			for range n(5) {
				ops = append(ops, op())
			}
			dst := p.Locs[min(i+1+n(1), locs)]
			if n(3) == 0 {
				dst = p.Locs[n(locs)]
			}
			if dst == p.Error && n(3) > 0 {
				ops = append(ops, program.Assume(cond()))
			}
			p.NewEdge(p.Locs[i], dst, ops...)
		}
	}
	for range n(2) { // loops that write
		which, l, count := n(1), p.Locs[n(locs-1)], x[n(1)]
		at := f.Add(f.Mul(f.IntConst(stride[which]), count.Sym), f.IntConst(int64(100*which)))
		ops := []program.Op{program.Assign(a[which], f.Store(a[which].Sym, at, element(1))), program.Assign(count, f.Add(count.Sym, f.IntConst(int64(1-2*n(1)))))}
		if n(1) == 0 {
			ops = append([]program.Op{program.Assume(f.Lt(count.Sym, f.IntConst(2)))}, ops...)
		}
		p.NewEdge(l, l, ops...)
	}
	program.MarkLoopHeads(p)
	return p
}

// fataler is a test.
type fataler interface{ Fatal(args ...any) }

// execute takes an edge from the values of variables, which become those after it, and returns on what condition that can be done.
func execute(f *logic.Factory, e *program.Edge, now map[*logic.Term]*logic.Term) *logic.Term {
	var conds []*logic.Term
	for _, o := range e.Ops {
		switch o.Kind {
		case program.OpAssume, program.OpCheck:
			conds = append(conds, f.Subst(o.Expr, now))
		case program.OpAssign:
			now[o.Var.Sym] = f.Subst(o.Expr, now)
		case program.OpHavoc:
			now[o.Var.Sym] = f.Fresh("any", o.Var.Sort())
		}
	}
	return f.And(conds...)
}

// feasible reports whether an execution of p takes the edges with these numbers.
func feasible(t fataler, p *program.Program, s smt.Solver, path []int) smt.Result {
	f := p.Terms
	now := map[*logic.Term]*logic.Term{}
	var conds []*logic.Term
	for _, id := range path {
		conds = append(conds, execute(f, p.Edges[id], now))
	}
	r, err := s.Check(context.Background(), f.And(conds...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// feasiblePhases reports whether an execution of r, the result of Phases for q, takes copies of these edges. Infeasible prefixes are not extended, since
// there are many paths through the phases.
func feasiblePhases(t *rapid.T, q, r *program.Program, s smt.Solver, path []int) smt.Result {
	if r == q {
		return feasible(t, q, s, path)
	}
	ok := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	res := smt.Unsat
	var follow func(l *program.Location, left []int, now map[*logic.Term]*logic.Term)
	follow = func(l *program.Location, left []int, now map[*logic.Term]*logic.Term) {
		for _, e := range l.Out {
			if e.Origin.ID != left[0] || res == smt.Sat {
				continue
			}
			next := maps.Clone(now)
			ok(s.Push())
			ok(s.Assert(execute(r.Terms, e, next)))
			got, err := s.Check(context.Background())
			ok(err)
			switch {
			case got == smt.Unsat:
			case len(left) == 1:
				res = got
			default:
				follow(e.Dst, left[1:], next)
			}
			ok(s.Pop(1))
		}
	}
	follow(r.Init, path, map[*logic.Term]*logic.Term{})
	return res
}

// TestSound: every path on which an execution fails is one of the result on which an execution fails.
func TestSound(t *testing.T) {
	effort.Checks(t, 30, 100, 1000)
	failing, impossible, divided, remembering := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := random(t)
		q := Transform(p, 1+rapid.IntRange(0, 1).Draw(t, "indices"))
		if rs := Remember(p); len(rs) > 0 && rapid.Bool().Draw(t, "remember") {
			q = rs[rapid.IntRange(0, len(rs)-1).Draw(t, "which")].Transform()
			remembering++
		}
		if q == nil {
			return
		}
		r := Phases(context.Background(), q.Program)
		if r != q.Program {
			divided++
		}
		for _, e := range q.Edges {
			for _, o := range e.Ops {
				o.Terms(func(u *logic.Term) {
					logic.Walk(func(s *logic.Term) bool {
						if s.Sort().IsArray() {
							t.Fatalf("an array is left in %v", u)
						}
						return true
					}, u)
				})
			}
		}
		s, err := z3.Open(p.Terms, smt.Options{Work: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		left := 8 // paths
		var follow func(l *program.Location, path []int)
		follow = func(l *program.Location, path []int) {
			if l == p.Error {
				left--
				fails := feasible(t, q.Program, s, path)
				if got := feasiblePhases(t, q.Program, r, s, path); fails != smt.Unknown && got != smt.Unknown && got != fails {
					t.Fatalf("the path %v is %v in\n%v\nand with phases %v in\n%v", path, fails, q, got, r)
				}
				switch {
				case feasible(t, p, s, path) != smt.Sat:
					if fails == smt.Unsat {
						impossible++
					}
				case fails == smt.Unsat:
					t.Fatalf("the path %v fails in\n%v\nbut not in\n%v", path, p, q)
				default:
					failing++
				}
				return
			}
			for _, e := range l.Out {
				if left > 0 && len(path) < 6 {
					follow(e.Dst, append(path[:len(path):len(path)], e.ID))
				}
			}
		}
		follow(p.Init, nil)
	})
	t.Logf("%d failing paths, %d that stay impossible, %d programs divided, %d remember reads", failing, impossible, divided, remembering)
	if failing == 0 || impossible == 0 || divided == 0 || remembering == 0 {
		t.Error("one of these is missing")
	}
}

// TestFollow: the paths that fail are those that failed, no more and no less.
func TestFollow(t *testing.T) {
	effort.Checks(t, 25, 100, 1000)
	failing, impossible := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := random(t)
		q := Follow(p)
		if q == p {
			return
		}
		s, err := z3.Open(p.Terms, smt.Options{Work: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		left := 12 // paths
		var follow func(l *program.Location, path []int)
		follow = func(l *program.Location, path []int) {
			if len(path) == 5 || l == p.Error {
				left--
				before, after := feasible(t, p, s, path), feasible(t, q, s, path)
				if before != after && before != smt.Unknown && after != smt.Unknown {
					t.Fatalf("the path %v is %v in\n%v\nand %v in\n%v", path, before, p, after, q)
				}
				if before == smt.Sat {
					failing++
				} else {
					impossible++
				}
				return
			}
			for _, e := range l.Out {
				if left > 0 {
					follow(e.Dst, append(path[:len(path):len(path)], e.ID))
				}
			}
		}
		follow(p.Init, nil)
	})
	t.Logf("%d paths that can be taken, %d that cannot", failing, impossible)
	if failing == 0 || impossible == 0 {
		t.Error("the paths are all alike")
	}
}
