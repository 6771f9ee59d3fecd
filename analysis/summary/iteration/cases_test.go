package iteration

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// lang parses loop bodies: statements separated by semicolons, "assume TERM",
// "VAR := TERM", "havoc VAR", "if TERM { ... } else { ... }", "loop { ... }";
// a condition * is nondeterministic. Terms are SMT-LIB.
type lang struct {
	*world
	t    testing.TB
	toks []string
	syms []*logic.Term
	d    Domain
}

func parse(t testing.TB, decls, src string, d Domain) (*world, *summary.Transition) {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	for _, n := range strings.Fields(decls) {
		name, sort, _ := strings.Cut(n, ":")
		switch sort {
		case "":
			p.NewVar(name, logic.Int)
		case "Bool":
			p.NewVar(name, logic.Bool)
		case "Real":
			p.NewVar(name, logic.Real)
		}
	}
	w := &world{p, p.Terms, summary.NewAlgebra(p, summary.Options{Eliminate: z3.EliminateSyntactic})}
	l := &lang{world: w, t: t, d: d}
	for _, v := range p.Vars {
		l.syms = append(l.syms, v.Sym)
	}
	for _, s := range []string{"{", "}", ";"} {
		src = strings.ReplaceAll(src, s, " "+s+" ")
	}
	l.toks = strings.Fields(src)
	return w, l.block()
}

func (l *lang) peek() string {
	if len(l.toks) == 0 {
		return "}"
	}
	return l.toks[0]
}

func (l *lang) next() string {
	s := l.peek()
	l.toks = l.toks[1:]
	return s
}

// term reads up to ; or a brace.
func (l *lang) term() *logic.Term {
	var ts []string
	for s := l.peek(); s != ";" && s != "{" && s != "}"; s = l.peek() {
		ts = append(ts, l.next())
	}
	t, err := logic.ParseTerm(l.f, strings.Join(ts, " "), l.syms...)
	if err != nil {
		l.t.Fatal(ts, err)
	}
	return t
}

func (l *lang) variable(name string) *program.Var {
	for _, v := range l.p.Vars {
		if v.Name == name {
			return v
		}
	}
	l.t.Fatal("no variable ", name)
	return nil
}

func (l *lang) braces() *summary.Transition {
	l.next()
	t := l.block()
	l.next()
	return t
}

func (l *lang) block() *summary.Transition {
	t := l.a.Identity()
	for l.peek() != "}" {
		t = l.a.Compose(t, l.statement())
	}
	return t
}

func (l *lang) statement() *summary.Transition {
	ops := func(op program.Op) *summary.Transition { return l.a.Ops([]program.Op{op}) }
	switch s := l.next(); s {
	case ";":
		return l.a.Identity()
	case "assume":
		return ops(program.Assume(l.term()))
	case "havoc":
		return ops(program.Havoc(l.variable(l.next()), nil))
	case "loop":
		star, err := l.d.Star(context.Background(), l.a, l.braces())
		if err != nil {
			l.t.Fatal(err)
		}
		return star
	case "if":
		yes, no := l.f.True(), l.f.True()
		if l.peek() == "*" {
			l.next()
		} else {
			yes = l.term()
			no = l.f.Not(yes)
		}
		then := l.a.Compose(ops(program.Assume(yes)), l.braces())
		other := ops(program.Assume(no))
		if l.peek() == "else" {
			l.next()
			other = l.a.Compose(other, l.braces())
		}
		return l.a.Choice(then, other)
	default:
		l.next() // :=
		return ops(program.Assign(l.variable(s), l.term()))
	}
}

// consequence is the relation with primed symbols for the values afterwards.
func (w *world) relation(tr *summary.Transition) (*logic.Term, []*logic.Term) {
	var vars, syms []*logic.Term
	for _, v := range w.p.Vars {
		vars = append(vars, v.Sym)
		syms = append(syms, v.Sym, w.f.Var(v.Name+"1", v.Sort()))
	}
	return w.a.Formula(tr, vars, func(v *logic.Term) *logic.Term { return w.f.Var(v.Name()+"1", v.Sort()) }), syms
}

// cases are loop bodies with facts that their summaries imply; x1 is x afterwards.
var cases = []struct {
	name, vars, body string
	strong           bool // only with Strong
	facts            []string
}{
	{"count", "i n", "assume (< i n); i := (+ i 1)", false, []string{"(=> (distinct i1 i) (<= i1 n))", "(<= i i1)", "(= n1 n)"}},
	{"count up to", "i n", "assume (distinct i n); i := (+ i 1)", false, []string{"(=> (and (<= i n) (distinct i i1)) (<= i1 n))"}},
	{"count by two", "i n", "assume (distinct i n); i := (+ i 2)", false,
		[]string{"(=> (and (<= i n) (= (mod (- n i) 2) 0)) (<= i1 n))", "(= (mod (- i1 i) 2) 0)"}},
	{"two counters", "i j n", "assume (< i n); i := (+ i 1); j := (+ j 3)", false, []string{"(= (- j1 j) (* 3 (- i1 i)))", "(=> (<= i n) (<= i1 n))"}},
	{"gas", "gas", "gas := (- gas 1); assume (>= gas 0)", false, []string{"(<= gas1 gas)", "(=> (distinct gas gas1) (>= gas1 0))"}},
	{"gas before", "gas", "assume (>= gas 0); gas := (- gas 1)", false, []string{"(<= gas1 gas)", "(=> (distinct gas gas1) (>= gas1 (- 1)))"}},
	{"EX-2", "r n gas", "assume (>= gas 0); gas := (- gas 1); assume (> n 0); r := (+ r n); n := (- n 1)", false,
		[]string{"(>= (- r1 r) (- gas gas1))", "(= (- n n1) (- gas gas1))", "(=> (distinct n n1) (>= n1 0))"}},
	{"doubling", "x k", "x := (* 2 x); k := (+ k 1)", false,
		[]string{"(=> (>= x 1) (>= x1 (+ x (- k1 k))))", "(=> (= x 0) (= x1 0))", "(=> (<= x (- 1)) (<= x1 (- x (- k1 k))))"}},
	{"choice", "x y k", "if * { x := (+ x 1) } else { y := (+ y 1) }; k := (+ k 1)", false,
		[]string{"(= (+ (- x1 x) (- y1 y)) (- k1 k))", "(>= x1 x)", "(>= y1 y)"}},
	{"ordered", "x y k", "if * { x := (+ x 1); if * { y := (+ y 1) } }; k := (+ k 1)", false,
		[]string{"(<= (- x1 x) (- k1 k))", "(<= (- y1 y) (- x1 x))", "(<= y y1)"}},
	{"reset", "x y i", "x := 5; y := i; i := (+ i 1)", false,
		[]string{"(=> (distinct i i1) (= x1 5))", "(=> (distinct i i1) (= y1 (- i1 1)))", "(=> (= i i1) (= x x1))"}},
	{"toggle", "x i", "x := (- 1 x); i := (+ i 1)", false,
		[]string{"(=> (= (mod (- i1 i) 2) 0) (= x1 x))", "(=> (= (mod (- i1 i) 2) 1) (= x1 (- 1 x)))"}},
	{"swap", "x y t i", "t := x; x := y; y := t; i := (+ i 1)", false, []string{"(= (+ x1 y1) (+ x y))", "(=> (= i1 (+ i 2)) (= x1 x))"}},
	{"flag", "b:Bool i", "b := (not b); i := (+ i 1)", false, []string{"(=> (= i1 (+ i 2)) (= b1 b))", "(=> (= i1 (+ i 3)) (= b1 (not b)))"}},
	{"phases", "x y", "assume (< x 100); if (< x 50) { } else { y := (+ y 1) }; x := (+ x 1)", false,
		[]string{"(=> (and (= x 0) (= y 50) (= x1 100)) (= y1 100))"}},
	{"parameter", "x p i", "if (> p 0) { x := (+ x 1) } else { x := (- x 1) }; i := (+ i 1)", false,
		[]string{"(=> (> p 0) (= (- x1 x) (- i1 i)))", "(=> (<= p 0) (= (- x x1) (- i1 i)))"}},
	{"ranges", "x y", "assume (and (<= 0 x) (< x 10)); havoc y; assume (and (<= 0 y) (<= y 3)); x := (+ x y)", false,
		[]string{"(<= x x1)", "(=> (distinct x x1) (and (<= 0 y1) (<= y1 3) (<= x1 12)))"}},
	{"real", "x:Real i", "assume (<= x 10.0); x := (+ x 0.5); i := (+ i 1)", false,
		[]string{"(= (- x1 x) (* 0.5 (to_real (- i1 i))))", "(=> (distinct i i1) (<= x1 10.5))"}},
	{"division", "x y k", "assume (> x 0); y := (mod x 2); x := (div x 2); k := (+ k 1)", false,
		[]string{"(<= x1 x)", "(=> (distinct k k1) (and (<= 0 y1) (<= y1 1) (>= x1 0)))", "(<= (- k1 k) (- x x1))"}},
	{"nested", "i j n m", "assume (< i n); j := 0; loop { assume (< j m); j := (+ j 1) }; assume (>= j m); i := (+ i 1)", false,
		[]string{"(=> (<= i n) (<= i1 n))", "(=> (and (distinct i i1) (>= m 0)) (= j1 m))"}},
	{"nested sum", "i j s n", "assume (< i n); j := 0; loop { assume (< j 3); j := (+ j 1); s := (+ s 1) }; assume (>= j 3); i := (+ i 1)", false,
		[]string{"(= (- s1 s) (* 3 (- i1 i)))"}},
	{"turning", "x d k", "assume (>= x 0); x := (+ x d); d := (- d 1); k := (+ k 1)", false,
		[]string{"(= (- d d1) (- k1 k))", "(=> (<= d 0) (<= x1 x))"}},
	{"wrap around", "x k", "assume (and (<= 0 x) (<= x 255)); x := (ite (= x 255) 0 (+ x 1)); k := (+ k 1)", false,
		[]string{"(= (mod (- x1 x (- k1 k)) 256) 0)", "(=> (distinct k k1) (and (<= 0 x1) (<= x1 255)))"}},
	{"latch", "b:Bool x k", "if b { x := (- x 1) } else { x := (+ x 1); if * { b := true } }; k := (+ k 1)", true,
		[]string{"(=> b (= (- x x1) (- k1 k)))", "(=> (not b1) (= (- x1 x) (- k1 k)))"}},
	{"second sum", "r n k", "assume (> n 0); r := (+ r n); n := (- n 1); k := (+ k 1)", true,
		[]string{"(>= (- r1 r) (- k1 k))", "(>= (- r1 r) (- (* 2 (- k1 k)) 1))", "(>= (- r1 r) (- (* 3 (- k1 k)) 3))"}},
	{"growing step", "x y k", "x := (+ x y); y := (+ y 2); k := (+ k 1)", true,
		[]string{"(=> (>= y 0) (>= x1 x))", "(=> (>= y 1) (>= (- x1 x) (- (* 5 (- k1 k)) 6)))", "(=> (<= y1 2) (<= x1 x))"}},
	{"by a parameter", "x p k", "x := (+ x p); k := (+ k 1)", true,
		[]string{"(=> (>= p 1) (>= (- x1 x) (- k1 k)))", "(=> (<= p 0) (<= x1 x))"}},
	{"mirror", "x p k", "x := (- p x); k := (+ k 1)", true,
		[]string{"(=> (= (mod (- k1 k) 2) 0) (= x1 x))", "(=> (= (mod (- k1 k) 2) 1) (= (+ x1 x) p))"}},
	{"directions", "x y", "if (>= x 10) { y := (+ y 1) } else { if * { x := (+ x 1) } }", true, []string{"(=> (< y y1) (>= x1 10))"}},
}

// check reports the facts of a case that a domain misses.
func missing(t testing.TB, d Domain, vars, body string, facts []string) (*summary.Transition, *world, []string) {
	w, b := parse(t, vars, body, d)
	star := w.star(t, d, b)
	rel, syms := w.relation(star)
	s, err := z3.New(w.f, smt.Options{TimeoutMS: 2000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_ = s.Assert(rel)
	var miss []string
	for _, src := range facts {
		fact, err := logic.ParseTerm(w.f, src, syms...)
		if err != nil {
			t.Fatal(src, err)
		}
		r, err := s.Check(context.Background(), w.f.Not(fact))
		if err != nil {
			t.Fatal(err)
		}
		if r != smt.Unsat {
			miss = append(miss, fmt.Sprint(src, " ", r))
		}
	}
	return star, w, miss
}

// TestPrecise checks what summaries imply.
func TestPrecise(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var st Statistics
			d := Default(Options{Statistics: &st})
			if c.strong {
				d = Strong(Options{Statistics: &st})
			}
			start := time.Now()
			star, _, miss := missing(t, d, c.vars, c.body, c.facts)
			t.Logf("%v size %d %+v\n%v", time.Since(start), star.Size(), st, star)
			for _, m := range miss {
				t.Error("not implied:", m)
			}
		})
	}
}

// TestParts checks what single recurrences imply, without phases.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		r          Recurrence
		vars, body string
		facts      []string
		not        string // what it does not imply
	}{
		{Polyhedral, "x n", "assume (< x n); x := (* 2 x)", []string{"(=> (distinct x x1) (< x n))", "(= n n1)"}, "(=> (distinct x x1) (= (mod x1 2) 0))"},
		{Guards, "x n", "assume (< x n); x := (* 2 x)", []string{"(=> (distinct x x1) (= (mod x1 2) 0))"}, "(<= x x1)"},
		{Stratified, "x y k", "x := (+ x y); y := (+ y 2); k := (+ k 1)", []string{"(=> (>= y 0) (>= (- x1 x) (* 2 (- (- k1 k) 1))))"}, "(<= x x1)"},
		{Stratified, "x i", "x := (* 2 i); i := (+ i 3)", []string{"(=> (distinct i i1) (= x1 (- (* 2 i1) 6)))"}, "(= x x1)"},
	} {
		d := New(Options{}, c.r)
		if _, _, miss := missing(t, d, c.vars, c.body, c.facts); len(miss) > 0 {
			t.Errorf("%s: %s: not implied: %v", d.Name(), c.body, miss)
		}
		if _, _, miss := missing(t, d, c.vars, c.body, []string{c.not}); len(miss) == 0 {
			t.Errorf("%s: %s: implied: %s", d.Name(), c.body, c.not)
		}
	}
}
