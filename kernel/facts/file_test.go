package facts

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// shop is a program with a loop at line 3 in which x and y count, with the file it is about.
func shop(t testing.TB) (p *program.Program, head *program.Location) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "shop.c")
	if err := os.WriteFile(name, []byte("int main(void);\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Files: []string{name}}
	x, y := p.NewVar("main::x", logic.BVSort(32)), p.NewVar("main::y", logic.BVSort(32))
	u := p.NewVar("u", logic.BVSort(8))
	x.CName, x.Func, x.Signed = "x", "main", true
	y.CName, y.Func, y.Signed = "y", "main", true
	u.CName = "u"
	for i := range 4 {
		p.NewLocation("main", program.Pos{File: name, Line: i + 1, Col: 2})
	}
	head = p.Locs[2]
	head.LoopPos = head.Pos
	p.Init, p.Error = p.Locs[0], p.Locs[3]
	p.NewEdge(p.Init, p.Locs[1])
	p.NewEdge(p.Locs[1], head)
	p.NewEdge(head, head, program.Assume(f.SLe(x.Sym, y.Sym)), program.Assume(f.ULe(u.Sym, f.BV(3, 8))))
	p.NewEdge(head, p.Error)
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p, head
}

// TestRoundTrip: facts that are written are read back, as claims.
func TestRoundTrip(t *testing.T) {
	p, head := shop(t)
	f := p.Terms
	x, y := p.Vars[0].Sym, p.Vars[1].Sym
	b := New(p)
	b.Publish("gps", Predicate, head, f.SLe(x, y))
	b.Publish("cegar", Relative, head, f.Or(f.Eq(x, f.BV(7, 32)), f.SLt(y, x)))
	b.mark(head, f.SLe(y, f.BV(10, 32)), "check")
	name := filepath.Join(t.TempDir(), "facts.json")
	if err := b.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := New(p)
	if warnings, err := c.Read(name, data); err != nil || len(warnings) > 0 {
		t.Fatal(warnings, err)
	}
	want := map[*logic.Term]Status{}
	for _, x := range b.Facts() {
		want[x.Formula] = min(x.Status, Claimed)
	}
	for _, x := range c.Facts() {
		if s, ok := want[x.Formula]; !ok || s != x.Status || x.At != head {
			t.Errorf("read %+v", x)
		}
		delete(want, x.Formula)
	}
	if len(want) > 0 {
		t.Errorf("not read: %v", want)
	}

	// Another version of the program: what fits is a claim, the rest is dropped with a warning.
	if err := os.WriteFile(p.Files[0], []byte("int main(int);\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	moved := bytes.Replace(data, []byte(`"line": 3`), []byte(`"line": 33`), 1)
	d := New(p)
	warnings, err := d.Read(name, moved)
	if err != nil || d.Len() != 2 || len(warnings) != 2 || !strings.Contains(warnings[0], "another version") || !strings.Contains(warnings[1], "no loop at") {
		t.Errorf("%d facts, %q, %v", d.Len(), warnings, err)
	}
}

// TestPerson: the syntax of facts written by users, and their meaning.
func TestPerson(t *testing.T) {
	p, head := shop(t)
	f := p.Terms
	x, y, u := p.Vars[0].Sym, p.Vars[1].Sym, p.Vars[2].Sym
	wide := func(t *logic.Term) *logic.Term { return f.SignExt(1, t) }
	for text, want := range map[string]*logic.Term{
		"3: x <= y":                       f.SLe(x, y),
		"shop.c:3: x <= y # a comment":    f.SLe(x, y),
		"# nothing\n\n  3: u <= 3\n":      f.ULe(u, f.BV(3, 8)),
		"dir/shop.c:3: main::x == y":      f.Eq(x, y),
		"3: x + 1 <= y":                   f.SLe(f.BVOp(logic.OpBVAdd, wide(x), f.BV(1, 33)), wide(y)), // without overflow
		"3: (long long)x + 1LL <= 0":      nil,
		"3: x < 10 || y == 4 && !(u > 1)": f.Or(f.SLe(x, f.BV(9, 32)), f.And(f.Eq(y, f.BV(4, 32)), f.ULe(u, f.BV(1, 8)))),
		"- entry_type: \"invariant_set\"\n  content:\n  - invariant:\n      type: \"loop_invariant\"\n      location:\n        file_name: \"./shop.c\"\n        line: 3\n        column: 1\n        function: main\n      value: \"x <= y\"\n      format: c_expression\n": f.SLe(x, y),
	} {
		b := New(p)
		_, err := b.Read("facts", []byte(text))
		if want == nil {
			var bad *Error
			if !errors.As(err, &bad) {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if fs := b.Facts(); err != nil || len(fs) != 1 || fs[0].At != head || fs[0].Formula != want || fs[0].Status != Claimed || fs[0].Origin != "user" {
			t.Errorf("%q: %v, %v, want %v", text, fs, err, want)
		}
	}
}

// TestMistakes: every mistake has its place.
func TestMistakes(t *testing.T) {
	p, _ := shop(t)
	hash, err := Hash(p)
	if err != nil {
		t.Fatal(err)
	}
	file := func(formula, more string) string {
		return `{"format": "cupel facts 1", "program": {"file": "shop.c", "sha256": "` + hash + `", "data_model": "ILP32"},
 "facts": [
  {"at": {"file": "shop.c", "line": 3, "column": 2, "function": "main", "kind": "loop"}, "formula": "` + formula + `"` + more + `}]}`
	}
	deep := strings.Repeat("(not ", 2_000_000)
	for text, want := range map[string]string{
		file("(bvsle |main::x| |main::nobody|)", ""):                   "f:3:3: the formula: 1:18: unknown symbol",
		file("(bvsle |main::x| u)", ""):                                "f:3:3: the formula: ",
		file("|main::x|", ""):                                          "f:3:3: the formula has sort (_ BitVec 32)",
		file("(bvsle", ""):                                             "f:3:3: the formula: ",
		file("true", `, "status": "certain"`):                          "f:3:3: unknown status \"certain\"",
		file("(= u u)", `, "variables": 3`):                            "f:3:3: variables cannot be a JSON number",
		file("(bvule u #x01)", `, "variables": {"u": "(_ BitVec 9)"}`): "f:3:3: the variable u has sort (_ BitVec 8)",
		strings.Replace(file("true", ""), `"line": 3`, `"line": 7`, 1): "f:3:3: the program has no loop at shop.c:7:2",
		strings.Replace(file("true", ""), `facts 1`, `facts 9`, 1):     "f:1:",
		file(deep, ""):               "f:3:3: the formula is too long",
		"{":                          "f:1:",
		`{"format": "cupel facts 1"`: "f:1:",
		`{"facts": []}`:              "f:1:",
		`{}`:                         "f:1:",
		`{"format": "cupel facts 1", "facts": 3}`:                              "f:1:",
		`{"format": "cupel facts 1", "facts": ` + strings.Repeat("[", 100_000): "f:1:",
		"3: x <=":                         "f:1:8: ",
		"3: z <= 1":                       "f:1:4: ",
		"nothing":                         "f:1:1: expected FILE:LINE",
		"17: x <= 1":                      "f:1:5: the program has no loop and no statement at line 17",
		"3: " + strings.Repeat("(", 9000): "f:1:",
		"3: " + strings.Repeat("(", 1e6):  "f:1:4: the expression is too long",
		"- entry_type: other\n":           "f:1:1: expected a witness with an invariant_set",
		"- entry_type: invariant_set\n  line: x\n": "f:2:3: \"x\" is no line",
	} {
		b := New(p)
		_, err := b.Read("f", []byte(text))
		var bad *Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.200q: %v, want %s", text, err, want)
		}
	}
}

// FuzzRead: no file brings the reader down, and every mistake has a place.
func FuzzRead(f *testing.F) {
	p, head := shop(f)
	hash, err := Hash(p)
	if err != nil {
		f.Fatal(err)
	}
	b := New(p)
	b.Publish("gps", Claimed, head, p.Terms.SLe(p.Vars[0].Sym, p.Vars[1].Sym))
	var w bytes.Buffer
	if err := b.write(&w, hash, b.Facts()); err != nil {
		f.Fatal(err)
	}
	f.Add(w.Bytes())
	f.Add([]byte("shop.c:3: x + 1 <= y && (u != 2 || !x)\n# nothing\n"))
	f.Add([]byte("- entry_type: invariant_set\n  content:\n  - invariant:\n      location:\n        line: 3\n      value: 'x <= y'\n      format: c_expression\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b := New(p)
		_, err := b.Read("f", data)
		var bad *Error
		if err != nil && (!errors.As(err, &bad) || !bad.Pos.IsValid() || bad.Msg == "") {
			t.Errorf("%v", err)
		}
		for _, x := range b.Facts() {
			if x.Status == Checked || x.At == p.Init {
				t.Errorf("%+v", x)
			}
		}
	})
}
