package vc

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"strings"
	"testing"

	"cupel/product/boogie"
	"cupel/tests/effort"
)

// author writes random programs.
type author struct {
	*rand.Rand
	b        strings.Builder
	messages int
	labels   int
	ints     []string // variables of type int that may be read
	targets  []string // and assigned
	calls    []string
	before   bool // in a precondition: no old
	loops    bool // within a loop: maps must not change there, loops nest seldom
	callee   bool // in a body without maps
	flat     bool // no quantifiers
}

func (a *author) pick(xs ...string) string { return xs[a.Intn(len(xs))] }

func (a *author) int(depth int) string {
	if depth == 0 || a.Intn(3) == 0 {
		if a.Intn(3) == 0 {
			return fmt.Sprint(a.Intn(domain))
		}
		return a.pick(a.ints...)
	}
	x, y := a.int(depth-1), a.int(depth-1)
	switch a.Intn(9) {
	case 0, 1:
		return "(" + x + " + " + y + ")"
	case 2, 3:
		return "(" + x + " - " + y + ")"
	case 4:
		return "(" + x + " * " + y + ")"
	case 5:
		return "(" + x + " " + a.pick("div", "mod") + " " + a.pick("2", "3", "-2", "(-3)") + ")"
	case 6:
		return "(if " + a.bool(depth-1) + " then " + x + " else " + y + ")"
	case 7:
		return "inc(" + x + ")"
	}
	if a.before {
		return x
	}
	return "old(" + a.pick("g", "h", "(g + h)") + ")"
}

func (a *author) bool(depth int) string {
	if depth == 0 || a.Intn(2) == 0 {
		return "(" + a.int(depth) + " " + a.pick("==", "!=", "<", "<=") + " " + a.int(depth) + ")"
	}
	x, y := a.bool(depth-1), a.bool(depth-1)
	switch a.Intn(6) {
	case 4:
		return "(" + x + " " + a.pick("<==>", "<==", "==", "!=") + " " + y + ")"
	case 0:
		return "!" + x
	case 1:
		return "(" + x + " || " + y + ")"
	case 2:
		return "(" + x + " ==> " + y + ")"
	case 3:
		if a.flat {
			break
		}
		saved, k := a.ints, fmt.Sprint("k", depth)
		a.ints = append(append([]string(nil), saved...), k)
		body := a.bool(depth - 1)
		a.ints = saved
		if a.Intn(2) == 0 {
			return "(forall " + k + ": int :: " + within(k) + " ==> " + body + ")"
		}
		return "(exists " + k + ": int :: " + within(k) + " && " + body + ")"
	}
	return "(" + x + " && " + y + ")"
}

func within(vs ...string) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, "0 <= "+v+" && "+v+" < 3")
	}
	return strings.Join(parts, " && ")
}

func (a *author) message() string {
	a.messages++
	return fmt.Sprintf(`{:message "m%d"}`, a.messages)
}

func (a *author) line(format string, args ...any) { fmt.Fprintf(&a.b, format+"\n", args...) }

// simple are assumptions and assertions about a procedure's end that often hold.
func (a *author) goal() string {
	v := a.pick(a.targets...)
	return a.pick(within(v), v+" <= "+fmt.Sprint(a.Intn(5)), a.bool(1))
}

func (a *author) stmts(n, depth int) {
	for range n {
		a.stmt(depth)
	}
}

func (a *author) stmt(depth int) {
	v := a.pick(a.targets...)
	switch k := a.Intn(14); {
	case k < 3:
		a.line("%s := %s;", v, a.int(2))
	case k == 3:
		a.line("%s, %s := %s, %s;", a.targets[0], a.targets[1], a.int(1), a.int(1))
	case k == 4:
		a.line("havoc %s; assume %s;", v, within(v))
	case k == 5:
		a.line("assert %s %s;", a.message(), a.goal())
	case k == 6:
		a.line("assume %s;", a.bool(1))
	case k == 7 && len(a.calls) > 0:
		a.line("call %s := %s(%s);", a.targets[0], a.pick(a.calls...), a.int(1))
	case k == 8 && !a.loops && !a.callee:
		a.line("%s;", a.pick("m["+a.int(1)+"], i := "+a.int(1)+", "+a.int(1), "m["+a.int(1)+"] := "+a.int(1), "m := m["+a.int(1)+" := "+a.int(1)+"]",
			"p := Pair#(l#Pair#(p), "+a.int(1)+")", "p := Pair#("+a.int(1)+", 1)"))
	case k < 11 && depth > 0:
		a.line("if (%s) {", a.pick("*", a.bool(1), a.bool(1)))
		a.stmts(1+a.Intn(2), depth-1)
		if a.Intn(2) == 0 {
			a.line("} else {")
			a.stmts(1+a.Intn(2), depth-1)
		}
		a.line("}")
	case k == 11 && depth > 0 && (!a.loops || a.Intn(3) == 0):
		a.loop(depth)
	case k == 12 && depth > 0:
		a.labels++
		l := fmt.Sprintf("l%d", a.labels)
		a.line("if (%s) { goto %s; }", a.bool(1), l)
		a.stmts(1, depth-1)
		a.line("%s:", l)
	case k == 13 && depth > 0 && a.Intn(3) == 0:
		a.line("if (%s) { return; }", a.bool(1))
	}
}

// free makes some specifications free.
func (a *author) free() string { return a.pick("", "", "", "free ") }

func (a *author) loop(depth int) {
	a.line("while (%s)", a.pick("*", a.bool(1), a.targets[1]+" < 2"))
	a.line("invariant %s %s;", a.message(), within(a.targets...))
	if a.Intn(2) == 0 {
		a.line("%sinvariant %s %s;", a.free(), a.message(), a.bool(1))
	}
	a.line("{")
	within := a.loops
	a.loops = true
	a.stmts(1+a.Intn(3), depth-1)
	if a.Intn(3) == 0 {
		a.line("if (%s) { break; }", a.bool(1))
	}
	a.loops = within
	a.line("}")
}

func (a *author) program() string {
	a.line(`type {:datatype} Pair;
function {:constructor} Pair#(l: int, r: int) returns (Pair);
function {:builtin "((as const (Array Int Int)) 0)"} zeros() returns ([int]int);
function {:inline} inc(x: int) returns (int) { x + 1 }
var g, h: int;`)
	a.ints, a.targets = []string{"g", "r", "a", "old(g)"}, []string{"r", "g"}
	a.line("procedure contract(a: int) returns (r: int);")
	a.ints = []string{"g", "a"}
	a.before = true
	a.line("%srequires %s %s;", a.free(), a.message(), a.bool(1))
	a.before = false
	a.ints = []string{"g", "r", "a", "old(g)"}
	a.line("modifies g; ensures %s; %sensures %s;", within("g", "r"), a.free(), a.bool(1))
	a.line("procedure {:inline %d} body(a: int) returns (r: int)", 1+a.Intn(2))
	a.ints = []string{"g", "a"}
	a.before = true
	a.line("%srequires %s %s;", a.free(), a.message(), a.bool(1))
	a.before = false
	a.ints = []string{"g", "r", "a", "old(g)"}
	a.line("ensures %s %s; %sensures %s %s; {\nr := 0;", a.message(), within("g", "r"), a.free(), a.message(), a.bool(1))
	a.callee = true
	if a.Intn(3) == 0 {
		a.calls = []string{"body", "contract"}
	}
	a.stmts(2, 1)
	a.callee = false
	a.line("}")
	a.ints, a.targets = []string{"g", "h", "x", "z", "i", "m[i]", "m[0]", "l#Pair#(p)", "r#Pair#(p)"}, []string{"z", "i", "g"}
	a.calls = []string{"body", "contract"}
	a.line("procedure main(x: int) returns (z: int)\nrequires %s;", within("x", "g", "h"))
	full := a.ints
	a.ints = []string{"g", "h", "x", "z"}
	a.line("ensures %s %s; ensures %s %s;", a.message(), a.pick(within("z"), "z < 4"), a.message(), a.bool(2))
	a.ints = full
	a.line("{ var i: int; var m: [int]int; var p: Pair;\nz, i, m, p := 0, x, zeros(), Pair#(1, 2);")
	a.stmts(2+a.Intn(5), 2)
	a.line("}")
	return a.b.String()
}

// gotos replaces loops by labels and gotos; a loop with break stays.
func gotos(ss []boogie.Stmt, n *int) []boogie.Stmt {
	var out []boogie.Stmt
	for _, s := range ss {
		w, ok := s.(*boogie.While)
		if i, isIf := s.(*boogie.If); isIf {
			i.Then, i.Else = gotos(i.Then, n), gotos(i.Else, n)
		}
		if !ok || breaks(w) {
			out = append(out, s)
			continue
		}
		*n++
		name := func(x string) string { return fmt.Sprint(x, "$", *n) }
		head, body, done := name("head"), name("body"), name("done")
		out = append(out, &boogie.Label{Name: head})
		for _, i := range w.Invariants {
			if i.Free {
				out = append(out, &boogie.Assume{Attrs: i.Attrs, Cond: i.Cond})
				continue
			}
			out = append(out, &boogie.Assert{Attrs: i.Attrs, Cond: i.Cond})
		}
		out = append(out, &boogie.Goto{Labels: []string{body, done}}, &boogie.Label{Name: body})
		if w.Cond != nil {
			out = append(out, &boogie.Assume{Cond: w.Cond})
		}
		out = append(append(out, w.Body...), &boogie.Goto{Labels: []string{head}}, &boogie.Label{Name: done})
		if w.Cond != nil {
			out = append(out, &boogie.Assume{Cond: boogie.NotOf(w.Cond)})
		}
	}
	return out
}

func breaks(w *boogie.While) bool {
	found := false
	boogie.WalkStmts(w.Body, func(s boogie.Stmt) {
		_, b := s.(*boogie.Break)
		found = found || b
	})
	return found
}

func checked(t *testing.T, src string) *boogie.Checked {
	t.Helper()
	p, err := boogie.Parse("f.bpl", src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	c, err := boogie.Check(p)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return c
}

func procedure(p *boogie.Program, name string) *boogie.Procedure {
	for _, d := range p.Decls {
		if d, ok := d.(*boogie.Procedure); ok && d.Name == name {
			return d
		}
	}
	return nil
}

// answers verifies main and returns what fails, and whether that may not be all.
func answers(t *testing.T, p *boogie.Checked, o Options) (v Verdict, failed map[string]bool, more bool) {
	t.Helper()
	o.Work, o.SecondWork, o.Timeout, o.Second, o.Only = 10_000_000, 10_000_000, lastResort, "cvc5", []string{"main"}
	rs, err := Verify(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	failed = map[string]bool{}
	for _, f := range rs[0].Failures {
		failed[f.Kind.String()+" "+f.Message] = true
	}
	if strings.Contains(rs[0].Reason, "internal") {
		t.Fatal(rs[0].Reason)
	}
	return rs[0].Verdict, failed, len(rs[0].Failures) == maxErrors || rs[0].Reason != ""
}

// TestOracle compares verdicts with the enumeration of all executions: exactly, as far as contracts and invariants replace calls and loops, and for OK
// also with executions in which bodies and loops run.
func TestOracle(t *testing.T) {
	base := effort.Seed(11)
	count := map[string]int{}
	for i := range uint64(effort.Programs(100, 400, 6000)) {
		seed := base*1000003 + i
		a := &author{Rand: rand.New(rand.NewSource(int64(seed)))}
		src := a.program()
		p := checked(t, src)
		main := procedure(p.Program, "main")
		in := &interp{p: newProgram(p), modular: true}
		if !in.enumerate(main) {
			count["too large"]++
			continue
		}
		verdict, failed, more := answers(t, p, Options{NoInference: true})
		switch {
		case verdict == OK && len(in.failed) == 0 || verdict == Error && maps.Equal(failed, in.failed):
		case verdict == Error && more && subset(failed, in.failed):
		case verdict == Unknown || verdict == Timeout:
			count[verdict.String()]++
			continue
		default:
			t.Fatalf("seed %d: %s %v, enumerated %v\n%s", seed, verdict, failed, in.failed, src)
		}
		count[verdict.String()]++
		inferred, fewer, _ := answers(t, p, Options{})
		real := &interp{p: in.p}
		if real.enumerate(main); len(real.failed) > 0 && inferred == OK && in.p.deepCalls(main) == 0 {
			t.Fatalf("seed %d: OK with intervals, but %v fail\n%s", seed, real.failed, src)
		}
		if !more && verdict == Error && !subset(fewer, failed) || verdict == OK && inferred == Error {
			t.Fatalf("seed %d: %v with intervals, %v without\n%s", seed, fewer, failed, src)
		}
		changed := p.Clone()
		n := 0
		body := procedure(changed, "main").Body
		body.Stmts = gotos(body.Stmts, &n)
		if n == 0 {
			continue
		}
		q, err := boogie.Check(changed) // conditions are in two places
		if err != nil {
			t.Fatal(err)
		}
		if v, again, moreGotos := answers(t, q, Options{NoInference: true}); v != Unknown && v != Timeout && v != verdict || !more && !moreGotos && !maps.Equal(failed, again) {
			t.Fatalf("seed %d: %s %v with gotos, %s %v with loops\n%s", seed, v, again, verdict, failed, q)
		}
		count["gotos"]++
	}
	t.Log(count)
	if 10*(count["UNKNOWN"]+count["TIMEOUT"]) > count["OK"]+count["ERROR"] {
		t.Error("too many open")
	}
}

func subset(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

// deepCalls counts the procedures that are verified by themselves although they are
// inlined: errors within them are not the caller's.
func (p *program) deepCalls(d *boogie.Procedure) int {
	n := 0
	for q := range p.bodies {
		if q != d && p.inlineDepth(q) > 0 && p.callsItself(q) {
			n++
		}
	}
	return n
}
