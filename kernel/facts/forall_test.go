package facts

import (
	"errors"
	"strings"
	"testing"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
)

// pantry is a loop over i with n, an array, one of structs, one of rows, and memory at p.
func pantry() (p *program.Program, head *program.Location) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f}
	w := logic.BVSort(32)
	row := logic.ArraySort(w, w)
	p.Vars = []*program.Var{
		{Name: "a", CName: "a", Sym: f.Var("a", row), Signed: true},
		{Name: "s.x", Sym: f.Var("s.x", row), Signed: true},
		{Name: "m", CName: "m", Sym: f.Var("m", logic.ArraySort(w, row)), Signed: true},
		{Name: "mem1.i32", Sym: f.Var("mem1.i32", row), Signed: true},
		{Name: "main::i", CName: "i", Func: "main", Sym: f.Var("main::i", w), Signed: true},
		{Name: "main::n", CName: "n", Func: "main", Sym: f.Var("main::n", w), Signed: true},
		{Name: "main::p", CName: "p", Func: "main", Sym: f.Var("main::p", w), Pointer: true},
		{Name: "main::q", CName: "q", Func: "main", Sym: f.Var("main::q", w), Pointer: true},
	}
	at := func(line int) program.Pos { return program.Pos{File: "pantry.c", Line: line, Col: 1} }
	p.Init, head, p.Error = p.NewLocation("main", at(1)), p.NewLocation("main", at(3)), p.NewLocation("main", at(9))
	head.LoopPos = at(3)
	i, mem := p.Vars[4], p.Vars[3]
	p.NewEdge(p.Init, head)
	p.NewEdge(head, head, program.Assign(mem, f.Store(mem.Sym, f.BVOp(logic.OpBVAdd, p.Vars[6].Sym, f.BVOp(logic.OpBVMul, f.BV(4, 32), i.Sym)), f.BV(5, 32))))
	p.NewEdge(head, p.Error)
	program.MarkLoopHeads(p)
	return p, head
}

// TestForall: users' facts about all cells.
func TestForall(t *testing.T) {
	p, head := pantry()
	f := p.Terms
	number := func(k int) *logic.Term { return intlower.Symbol(f, p.Vars[k]) }
	k, j := f.Var("k#0", logic.Int), f.Var("k#1", logic.Int)
	c := f.IntConst
	below := f.And(f.Le(c(0), k), f.Lt(k, number(4)))
	for text, want := range map[string]*logic.Term{
		"3: forall k: 0 <= k && k < i ==> a[k] == 42":           f.Forall([]*logic.Term{k}, f.Implies(below, f.Eq(f.Select(number(0), k), c(42)))),
		"pantry.c:3:  forall k :a[k] >= a[k + 1] # sorted":      f.Forall([]*logic.Term{k}, f.Le(f.Select(number(0), f.Add(k, c(1))), f.Select(number(0), k))),
		"3: forall k: 0 <= k && k < i ==> s[k].x == 2 * k":      f.Forall([]*logic.Term{k}, f.Implies(below, f.Eq(f.Select(number(1), k), f.Mul(c(2), k)))),
		"3: forall k, j: m[k][j] == m[j][k]":                    f.Forall([]*logic.Term{k, j}, f.Eq(f.Select(f.Select(number(2), k), j), f.Select(f.Select(number(2), j), k))),
		"3: forall k: 0 <= k && k < i ==> p[k] == 5":            f.Forall([]*logic.Term{k}, f.Implies(below, f.Eq(f.Select(number(3), f.Add(number(6), f.Mul(c(4), k))), c(5)))),
		"3: forall i: a[i] == n":                                f.Forall([]*logic.Term{k}, f.Eq(f.Select(number(0), k), number(5))),
		"3: forall k: 2147483647 + k <= n || a[2 * k + 1] <= 0": f.Forall([]*logic.Term{k}, f.Or(f.Le(f.Add(c(2147483647), k), number(5)), f.Le(f.Select(number(0), f.Add(f.Mul(c(2), k), c(1))), c(0)))),
	} {
		b := New(p)
		_, err := b.Read("f", []byte(text))
		if fs := b.Facts(); err != nil || len(fs) != 1 || fs[0].At != head || fs[0].Formula != want || fs[0].Status != Claimed || fs[0].Origin != "user" {
			t.Errorf("%q: %v, %v, want %v", text, fs, err, want)
		}
	}
	for text, want := range map[string]string{
		"3: forall":                                  "f:1:10: expected forall NAME",
		"3: forall k a[k] == 1":                      "f:1:10: expected forall NAME",
		"3: forall 1: a[1] == 1":                     "f:1:11: \"1\" is no name",
		"3: forall k, k: a[k] == 1":                  "f:1:14: k is said twice",
		"3: forall k, j, l, m: a[k] == 1":            "f:1:20: more than 3 numbers",
		"3: forall k: a[k == 1":                      "f:1:18: expected ]",
		"3: forall k: a[] == 1":                      "f:1:",
		"3: forall k: z[k] == 1":                     "f:1:14: no array or pointer \"z\"",
		"3: forall k: i[k] == 1":                     "f:1:14: no array or pointer \"i\"",
		"3: forall k: q[k] == 1":                     "f:1:14: what q points at is not one array",
		"3: forall k: p[k].x == 1":                   "f:1:14: the fields of what p points at",
		"3: forall k: p[k][k] == 1":                  "f:1:14: what p points at is kept in one row",
		"3: forall k: a[k][k] == 1":                  "f:1:14: the elements of a are kept in one row",
		"3: forall k: m[k] == 1":                     "f:1:14: an element of m is no number",
		"3: forall k: a[k] == 1 ==> k > 0 ==> 1":     "f:1:34: a second ==>",
		"3: forall k: k >= 0 ==> b == 1":             "f:1:25: no variable \"b\"",
		"3: forall k: " + strings.Repeat("a[", 3000): "f:1:",
	} {
		_, err := New(p).Read("f", []byte(text))
		var bad *Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.200q: %v, want %s", text, err, want)
		}
	}
}

// FuzzForall: no line about all cells brings the reader down, and every mistake has a place.
func FuzzForall(f *testing.F) {
	p, _ := pantry()
	for _, text := range []string{"k: 0 <= k && k < i ==> a[k] == 42", "k, j: m[k][j] == s[k].x", "k: p[2 * k + 1] % 3 != n / 2", "k: q[", ": ==> ==>", "k: a[a[k]] == -1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := New(p)
		_, err := b.Read("f", []byte("3: forall "+text))
		var bad *Error
		if err != nil && (!errors.As(err, &bad) || !bad.Pos.IsValid() || bad.Msg == "") {
			t.Errorf("%v", err)
		}
		for _, x := range b.Facts() {
			if x.Status != Claimed || x.At == p.Init {
				t.Errorf("%+v", x)
			}
		}
	})
}
