package vc

import (
	"context"
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"cupel/product/boogie"
	"cupel/tests/effort"
)

// flowAuthor writes random programs of blocks and gotos, with loops of all forms.
type flowAuthor struct {
	author
	vars []string
}

func (a *flowAuthor) cond() string {
	x, y := a.pick(a.vars...), a.pick(append([]string{"0", "1", "2", "3", "5", "-1", "old(g)"}, a.vars...)...)
	c := "(" + x + " " + a.pick("<", "<=", ">", ">=", "==", "!=") + " " + y + ")"
	switch a.Intn(7) {
	case 0:
		return "!" + c
	case 1:
		return "(" + c + " " + a.pick("&&", "||", "==>", "<==", "<==>") + " " + a.cond() + ")"
	}
	return c
}

func (a *flowAuthor) value() string {
	x, y := a.pick(a.vars...), a.pick(a.vars...)
	switch a.Intn(12) {
	case 0, 1, 2:
		return fmt.Sprint(a.Intn(5) - 1)
	case 3, 4:
		return x + " + 1"
	case 5:
		return x + " - 1"
	case 6:
		return x + " " + a.pick("div", "mod") + " " + a.pick("2", "3", "-2", "(-3)")
	case 7:
		return a.pick("-"+x, x+" * "+y, x+" - "+y, x+" + "+y, "2 * "+x)
	case 8:
		return "(if " + a.cond() + " then " + x + " else " + y + ")"
	case 9:
		return "old(g)"
	}
	return x
}

func (a *flowAuthor) step(depth int) {
	v, w := a.pick(a.vars...), a.pick(a.vars...)
	switch k := a.Intn(14); {
	case k < 5:
		a.line("  %s := %s;", v, a.value())
	case k == 5 && v != w:
		a.line("  %s, %s := %s, %s;", v, w, a.value(), a.value())
	case k == 6:
		a.line("  havoc %s; assume %s;", v, within(v))
	case k < 9:
		a.line("  assert %s;", a.cond())
	case k < 11:
		a.line("  assume %s;", a.cond())
	case k == 11 && len(a.calls) > 0:
		if v != w {
			a.line("  call %s, %s := %s(%s, %s);", v, w, a.pick(a.calls...), a.value(), w)
		}
	case k == 12 && depth > 0:
		a.line("  if (%s) {", a.pick("*", a.cond()))
		a.step(depth - 1)
		a.line("  } else {")
		a.step(depth - 1)
		a.line("  }")
	}
}

// blocks writes a body: labels from B0, gotos mostly to later blocks, and some back.
func (a *flowAuthor) blocks(n int) {
	for i := range n {
		a.line("  B%d:", i)
		for range a.Intn(4) {
			a.step(1)
		}
		if i == n-1 || a.Intn(9) == 0 {
			a.line("  return;")
			continue
		}
		targets := []string{fmt.Sprintf("B%d", i+1)}
		for range a.Intn(3) {
			targets = append(targets, fmt.Sprintf("B%d", a.Intn(n)))
		}
		if a.Intn(4) == 0 && i+2 < n {
			targets = targets[1:]
			targets = append(targets, fmt.Sprintf("B%d", i+2))
		}
		a.line("  goto %s;", strings.Join(targets, ", "))
	}
}

func (a *flowAuthor) program() string {
	a.line("var g: int;")
	for i, name := range []string{"p", "q"} {
		a.vars = []string{"g", "r", "s"}
		a.line("procedure {:inline 1} %s(x: int, y: int) returns (r: int, s: int) {\n  var t: int;\n  r, s, t := x, y, 0;", name)
		a.calls = []string{"p", "q"}[:i]
		a.vars = append(a.vars, "t")
		a.blocks(1 + a.Intn(3))
		a.line("}")
	}
	a.line("procedure main(x: int) returns (z: int)\nrequires %s;\n{\n  var i, j: int;\n  z, i, j := 0, %d, x;", within("x", "g"), a.Intn(6))
	a.vars = []string{"g", "z", "i", "j"}
	a.calls = []string{"p", "q"}
	a.blocks(2 + a.Intn(5))
	a.line("}")
	return a.b.String()
}

// reach explores the states of a body whose labels and gotos are at its top level.
type reach struct {
	in     *interp
	states int
	full   bool
}

const maxStates = 3000

// body runs a procedure's body from a state and continues after it from every final state.
func (r *reach) body(d *boogie.Procedure, s store, end func(store)) {
	labels := map[string]int{}
	for i, t := range d.Body.Stmts {
		if l, ok := t.(*boogie.Label); ok {
			labels[l.Name] = i
		}
	}
	type place struct {
		at int
		s  store
	}
	key := func(p place) string {
		var b strings.Builder
		fmt.Fprint(&b, p.at)
		for _, v := range append(append(append(append([]*boogie.Variable(nil), r.in.p.globals...), d.Ins...), d.Outs...), d.Body.Locals...) {
			fmt.Fprint(&b, " ", p.s.vars[v].n)
		}
		return b.String()
	}
	seen := map[string]bool{}
	ends := map[string]bool{}
	work := []place{{0, s}}
	for len(work) > 0 {
		p := work[0]
		work = work[1:]
		if r.states > maxStates {
			r.full = true
			return
		}
		r.states++
		if p.at == len(d.Body.Stmts) {
			if k := key(p); !ends[k] {
				ends[k] = true
				end(p.s)
			}
			continue
		}
		push := func(q place) {
			for _, v := range q.s.vars {
				if v.n > 1<<20 || v.n < -1<<20 {
					r.full = true
					return
				}
			}
			if k := key(q); !seen[k] {
				seen[k] = true
				work = append(work, q)
			}
		}
		switch t := d.Body.Stmts[p.at].(type) {
		case *boogie.Goto:
			for _, l := range t.Labels {
				push(place{labels[l], p.s})
			}
		case *boogie.Return:
			push(place{len(d.Body.Stmts), p.s})
		default:
			r.stmt(t, p.s, func(s store) { push(place{p.at + 1, s}) })
		}
	}
}

func (r *reach) stmt(t boogie.Stmt, s store, on func(store)) {
	switch t := t.(type) {
	case *boogie.Call:
		inner := store{vars: map[*boogie.Variable]val{}, old: map[*boogie.Variable]val{}}
		for _, g := range r.in.p.globals {
			inner.vars[g], inner.old[g] = s.vars[g], s.vars[g]
		}
		d := r.in.p.ast.Called(t).Proc
		for i, v := range d.Ins {
			inner.vars[v] = r.in.eval(t.Args[i], s)
		}
		r.body(d, inner, func(e store) {
			after := s
			for _, g := range r.in.p.globals {
				after = after.with(g, e.vars[g])
			}
			for i, o := range t.Outs {
				after = after.with(r.in.p.ast.Var(o), e.vars[d.Outs[i]])
			}
			on(after)
		})
	case *boogie.If:
		if t.Cond == nil || r.in.bool(t.Cond, s) {
			r.list(t.Then, s, on)
		}
		if t.Cond == nil || !r.in.bool(t.Cond, s) {
			r.list(t.Else, s, on)
		}
	default:
		r.in.stmt(t, s, func(s store, _ signal) { on(s) })
	}
}

func (r *reach) list(ss []boogie.Stmt, s store, on func(store)) {
	if len(ss) == 0 {
		on(s)
		return
	}
	r.stmt(ss[0], s, func(s store) { r.list(ss[1:], s, on) })
}

// numbered gives assertions messages of their own.
func numbered(src string) string {
	n := 0
	return assertion.ReplaceAllStringFunc(src, func(s string) string {
		n++
		return fmt.Sprintf("%s{:message \"assertion %d.\"} ", s, n)
	})
}

var assertion = regexp.MustCompile(`\bassert `)

// failed reports whether the assertion with a message fails, in any of the forms in which it may be reported.
func (r *reach) failed(message string) bool {
	for k := range r.in.failed {
		if strings.HasSuffix(k, " "+message) {
			return true
		}
	}
	return false
}

// TestGotos: when a program of blocks and gotos is OK, no execution fails.
func TestGotos(t *testing.T) {
	base := effort.Seed(5)
	count := map[string]int{}
	for i := range uint64(effort.Programs(150, 800, 20000)) {
		seed := base*1000003 + i
		a := &flowAuthor{author: author{Rand: rand.New(rand.NewSource(int64(seed)))}}
		src := numbered(a.program())
		p := checked(t, src)
		main := procedure(p.Program, "main")
		r := &reach{in: &interp{p: newProgram(p), failed: map[string]bool{}, depth: map[*boogie.Procedure]int{}}}
		r.in.any(append(append([]*boogie.Variable(nil), r.in.p.globals...), main.Ins...), store{vars: map[*boogie.Variable]val{}}, func(s store) {
			if !r.in.bool(main.Requires[0].Cond, s) {
				return
			}
			s.old = map[*boogie.Variable]val{}
			for _, g := range r.in.p.globals {
				s.old[g] = s.vars[g]
			}
			r.states = 0
			r.body(main, s, func(store) {})
		})
		rs, err := Verify(context.Background(), p, Options{Work: 10_000_000, Timeout: lastResort, Only: []string{"main"}})
		if err != nil {
			t.Fatal(err)
		}
		v, fails := rs[0].Verdict, len(r.in.failed) > 0
		if strings.Contains(rs[0].Reason, "internal") || v == OK && fails {
			t.Fatalf("seed %d: %s %s, fails: %v\n%s", seed, v, rs[0].Reason, fails, src)
		}
		again := newProgram(p)
		loops := len(buildGraph(again, again.bodies[main][0]).loops()) > 0
		if v == Error && !fails && !r.full && !loops {
			t.Fatalf("seed %d: an error in a program without loops, but nothing fails\n%s", seed, src)
		}
		count[fmt.Sprint(v, " fails ", fails, " loops ", loops)]++
		// With rounds of loops by themselves, and with counterexamples that are executions.
		q := checked(t, strings.ReplaceAll(src, "\nvar ", "\nvar {:any} "))
		rs, err = Verify(context.Background(), q, Options{Work: 10_000_000, Timeout: lastResort, Only: []string{"main"}, Unroll: 2, MaxErrors: 100})
		if err != nil {
			t.Fatal(err)
		}
		u := rs[0].Verdict
		if strings.Contains(rs[0].Reason, "internal") || u == OK && fails || v == OK && u == Error {
			t.Fatalf("seed %d: %s %s with loops unrolled, %s without, fails: %v\n%s", seed, u, rs[0].Reason, v, fails, src)
		}
		for _, f := range rs[0].Failures {
			if !f.Exact || r.full {
				continue
			}
			count["exact"]++
			if !r.failed(f.Message) {
				t.Fatalf("seed %d: %s is said to fail in an execution, but only %v do\n%s", seed, f.Message, r.in.failed, src)
			}
		}
	}
	t.Log(count)
}
