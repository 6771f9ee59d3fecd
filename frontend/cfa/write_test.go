package cfa

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/cfa/cfatest"

	"pgregory.net/rapid"
)

// again writes a program and reads it.
func again(p *program.Program) (*program.Program, string, error) {
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		return nil, "", err
	}
	q, err := Parse("again.cfa", b.Bytes())
	return q, b.String(), err
}

// TestWriteRandom: what is written of random models means the same.
func TestWriteRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, reachable := cfatest.Model(t)
		p, err := Parse("random.cfa", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		q, out, err := again(p)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		// The written program begins with the havocs of its own.
		if got := explore(t, q, q.Init.Out[0].Dst); got != reachable {
			t.Fatalf("error reachable: %v, want %v\n%s\n%s", got, reachable, text, out)
		}
	})
}

// TestWriteTerms: the terms that are read back are the terms that were written,
// up to names. The models of the corpus take part when it is there.
func TestWriteTerms(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.cfa")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"theta/*.cfa", "plc/*.theta", "chc/*0.cfa"} {
		more, err := filepath.Glob(filepath.Join(corpusDir(), pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		p, err := Read(file)
		if err != nil {
			t.Fatal(err)
		}
		q, text, err := again(p)
		if err != nil {
			t.Errorf("%s: %v\n%s", file, err, text)
			continue
		}
		// The variables come in order, and every location is behind the new one.
		names := map[*logic.Term]*logic.Term{}
		for i, v := range q.Vars[:len(p.Vars)] {
			names[v.Sym] = p.Terms.Var(p.Vars[i].Name, v.Sort())
		}
		for i, e := range p.Edges {
			d := q.Edges[i+1]
			if len(d.Ops) < len(e.Ops) {
				t.Errorf("%s: edge %d has %d operations, not %d", file, i, len(d.Ops), len(e.Ops))
				continue
			}
			ops := d.Ops[len(d.Ops)-len(e.Ops):] // behind a guard when the branching is new
			for k := range e.Ops {
				want, got := e.Ops[k].Expr, ops[k].Expr
				if e.Ops[k].Kind != ops[k].Kind {
					t.Errorf("%s: %v instead of %v", file, ops[k].Kind, e.Ops[k].Kind)
				}
				if want == nil || quantified(want) {
					continue
				}
				if got = p.Terms.Subst(p.Terms.Import(got), imported(p.Terms, names)); got != want {
					t.Errorf("%s: %v instead of %v", file, got, want)
				}
			}
		}
	}
}

func imported(f *logic.Factory, names map[*logic.Term]*logic.Term) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for from, to := range names {
		m[f.Import(from)] = to
	}
	return m
}

func quantified(t *logic.Term) bool {
	found := false
	logic.Walk(func(x *logic.Term) bool {
		found = found || x.Op() == logic.OpForall || x.Op() == logic.OpExists
		return !found
	}, t)
	return found
}

// TestWriteGolden shows what is written.
func TestWriteGolden(t *testing.T) {
	p, err := Parse("m.cfa", []byte(`main process not_a_keyword {
	var x : int var a : [int] -> bool var f : fp[3:4] var r : rat
	init loc A error loc E
	A -> E { havoc x assume exists (x : int) (a[x] and x * x = 2) f := f fpadd[RTZ] -3'd1.3'd5 r := -1%3 * r }
}`))
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := again(p)
	if err != nil {
		t.Fatal(err)
	}
	want := `main process not_a_keyword {
	var x : int
	var a : [int] -> bool
	var f : fp[3:4]
	var r : rat
	init loc L0
	loc L1
	error loc L2
	L0 -> L1 {
		havoc x
		havoc a
		havoc f
		havoc r
	}
	L1 -> L2 {
		havoc x
		assume (exists (bound : int) (a[bound] and ((bound * bound) = 2)))
		f := (f fpadd[RTZ] (-3'd1.3'd5))
		r := ((-1%3) * r)
	}
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWriteErrors: what the language lacks is refused.
func TestWriteErrors(t *testing.T) {
	f := logic.NewFactory()
	build := func(ops func(p *program.Program, x *program.Var) []program.Op) *program.Program {
		p := &program.Program{Terms: f}
		p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
		x := p.NewVar("main::if", logic.Int)
		p.NewEdge(p.Init, p.Error, ops(p, x)...).Pos = program.Pos{File: "m.c", Line: 3, Col: 4}
		return p
	}
	deep := f.Var("main::if", logic.Int)
	wide := deep
	for i := range int64(3000) {
		deep = f.Ite(f.Eq(deep, f.IntConst(i)), f.Mul(deep, deep), f.IntConst(1))
		if i < 40 {
			wide = f.Ite(f.Le(wide, f.IntConst(i)), f.Mod(wide, f.IntConst(7)), wide)
		}
	}
	tests := []struct {
		name, want string
		ops        func(p *program.Program, x *program.Var) []program.Op
	}{
		{"fine", "", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Check(f.Le(x.Sym, f.IntConst(3)), "range"), program.Havoc(x, nil)}
		}},
		{"choice", "m.c:3:4: the CFA language does not support the operation choice", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Choice(nil, nil)}
		}},
		{"operator", "does not support", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Assume(f.Eq(f.Int2BV(8, x.Sym), f.BV(1, 8)))}
		}},
		{"symbol", "the symbol other is no variable", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Assume(f.Var("other", logic.Bool))}
		}},
		{"deep", "too large", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Assign(x, deep)}
		}},
		{"shared", "too large", func(p *program.Program, x *program.Var) []program.Op {
			return []program.Op{program.Assign(x, wide)}
		}},
		{"cut", "is the end of the model (recursion)", func(p *program.Program, x *program.Var) []program.Op {
			p.NewLocation("main", program.Pos{}).Cut = "recursion"
			return nil
		}},
	}
	for _, test := range tests {
		var b strings.Builder
		err := Write(&b, build(test.ops))
		var e *Error
		switch {
		case test.want == "" && err == nil:
			if !strings.Contains(b.String(), "var main__if : int") {
				t.Errorf("%s: %s", test.name, b.String())
			}
		case !errors.As(err, &e) || !e.Unsupported || !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	if err := Write(failing{}, build(tests[0].ops)); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }
