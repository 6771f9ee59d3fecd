package iteration

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// formula draws a Boolean combination of conditions.
func (g gen) formula(depth int) *logic.Term {
	if depth == 0 || g.n(0, 2) == 0 {
		return g.cond()
	}
	a, b := g.formula(depth-1), g.formula(depth-1)
	switch g.n(0, 4) {
	case 0:
		return g.f.Or(a, b)
	case 1:
		return g.f.Not(g.f.And(a, b))
	case 2:
		return g.f.Eq(a, b)
	case 3:
		return g.f.Le(g.f.Ite(a, g.linear(), g.linear()), g.linear())
	}
	return g.f.And(a, b)
}

// solver opens a solver that the test closes.
func solver(t fataler, f *logic.Factory) *z3.Solver {
	s, err := z3.New(f, smt.Options{TimeoutMS: 500})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t fataler, s *z3.Solver, phi *logic.Term) smt.Result {
	r, err := s.Check(context.Background(), phi)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPurify: a model of a formula can be extended to one of the purified formula, in which opaque symbols have the values of the terms that they
// replace; a state that violates the formula cannot.
func TestPurify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		phi := gen{w, t}.formula(2)
		p := newPurifier(w.f)
		linear := p.conjoin(p.pure(phi))
		s := solver(t, w.f)
		defer s.Close()
		r := rand.New(rand.NewPCG(uint64(rapid.Uint32().Draw(t, "seed")), 1))
		for range 5 {
			at := w.random(r)
			cs := []*logic.Term{w.f.Subst(linear, at)}
			for sym, of := range p.of {
				cs = append(cs, w.f.Eq(sym, w.f.Subst(of, at)))
			}
			want := smt.Unsat
			if w.f.Subst(phi, at).IsTrue() {
				want = smt.Sat
			}
			if got := check(t, s, w.f.And(cs...)); got != want && got != smt.Unknown {
				t.Fatalf("%v\nlinear %v\nat %v: %v, want %v", phi, linear, at, got, want)
			}
		}
	})
}

// TestProject: the projection of a formula is implied by it and does not mention the eliminated variables; the results of reduce and tidy are equivalent
// to their arguments.
func TestProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		g := gen{w, t}
		phi := w.f.And(g.formula(2), g.formula(1), g.formula(1))
		o := Options{CheckWork: 200_000}.withDefaults()
		p := newPool(w.a, o)
		defer p.close()
		l, _ := newLoop(context.Background(), w.a, w.a.Identity(), p, o)
		defer l.p.close()
		s := solver(t, w.f)
		defer s.Close()
		vars := []*logic.Term{w.sym(0), w.sym(g.n(1, 6))}
		r := l.project(context.Background(), vars, phi)
		if mentions(r, set(vars)) {
			t.Fatalf("%v without %v is %v", phi, vars, r)
		}
		if check(t, s, w.f.And(phi, w.f.Not(r))) == smt.Sat {
			t.Fatalf("%v without %v is stronger: %v", phi, vars, r)
		}
		for _, same := range []*logic.Term{l.reduce(context.Background(), phi), w.f.And(logic.Tightest(w.f, []*logic.Term{phi})...)} {
			if check(t, s, w.f.Not(w.f.Eq(phi, same))) == smt.Sat {
				t.Fatalf("%v\nis not %v", phi, same)
			}
		}
		if d := drop(w.f, phi, set(vars)); mentions(d, set(vars)) || check(t, s, w.f.And(phi, w.f.Not(d))) == smt.Sat {
			t.Fatalf("%v without %v dropped to %v", phi, vars, d)
		}
	})
}

// TestThroughout compares the statement about all iterations with trying them.
func TestThroughout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		g := gen{w, t}
		o := Options{}.withDefaults()
		p := newPool(w.a, o)
		defer p.close()
		l, _ := newLoop(context.Background(), w.a, w.a.Identity(), p, o)
		for i := range 3 {
			l.steps[w.sym(i)] = rational.FromInt(int64(g.n(-3, 3)))
		}
		c := g.cond()
		l.throughout(c, l.steps, l.shift)
		fact := w.f.And(l.once...)
		r := rand.New(rand.NewPCG(uint64(rapid.Uint32().Draw(t, "seed")), 1))
		for range 20 {
			at := w.random(r)
			n := int64(r.IntN(6) + 1)
			all := true
			for j := range n {
				all = all && w.f.Subst(l.shift(c, w.f.IntConst(j)), at).IsTrue()
			}
			got := w.f.Subst(fact, at.with(l.k, w.f.IntConst(n)))
			if all && !got.IsTrue() {
				t.Fatalf("%v holds with %v in %d iterations from %v, but not %v", c, l.steps, n, at, fact)
			}
			lit := c
			if lit.Op() == logic.OpNot {
				lit = lit.Arg(0)
			}
			// Exact for comparisons of sums of integers.
			if _, ok := slope(lit, l.steps); ok && !all && lit.Arg(0).Sort().IsInt() && got.IsTrue() {
				t.Fatalf("%v fails with %v within %d iterations from %v: %v", c, l.steps, n, at, fact)
			}
		}
	})
}

// machine is a state machine of n states whose letters are inputs.
func machine(n int) (vars, body string) {
	var b strings.Builder
	b.WriteString("assume (> gas 0); gas := (- gas 1); havoc c; ")
	for i := range n {
		fmt.Fprintf(&b, "if (and (= c %d) (= state %d)) { state := %d }; ", 60+i*7%26, i, i+1)
	}
	return "state c gas", b.String()
}

// TestMachine: a loop with 25 conditionals keeps what section 5.3 of the paper
// needs, without a large formula.
func TestMachine(t *testing.T) {
	vars, body := machine(25)
	var st Statistics
	start := time.Now()
	star, _, miss := missing(t, Default(Options{Statistics: &st}), vars, body,
		[]string{"(<= state state1)", "(<= (- state1 state) (- gas gas1))", "(=> (distinct gas gas1) (>= gas1 0))"})
	t.Logf("%v size %d %+v %v", time.Since(start), star.Size(), st, star)
	if len(miss) > 0 || star.Size() > 80 {
		t.Errorf("size %d, not implied: %v", star.Size(), miss)
	}
}

// many is a body over ten variables.
const (
	manyVars = "a b c d e f g h i n"
	many     = "assume (< i n); i := (+ i 1); a := (+ a 2); b := (- b a); if (> c d) { d := (+ d 1); e := (+ e 1) } else { c := (+ c 1) }; " +
		"if * { f := (+ f 1) } else { f := (+ f 2); g := (- g 1) }; havoc h; assume (and (<= 0 h) (<= h 7))"
)

// TestMany: ten variables.
func TestMany(t *testing.T) {
	var st Statistics
	start := time.Now()
	star, _, miss := missing(t, Default(Options{Statistics: &st}), manyVars, many, []string{"(= (- a1 a) (* 2 (- i1 i)))",
		"(>= (- f1 f) (- i1 i))", "(<= (- f1 f) (* 2 (- i1 i)))", "(= (+ (- f1 f) (- g1 g)) (- i1 i))", "(= (+ (- c1 c) (- d1 d)) (- i1 i))", "(= (- e1 e) (- d1 d))",
		"(=> (distinct i i1) (and (<= i1 n) (<= 0 h1) (<= h1 7)))"})
	t.Logf("%v size %d %+v %v", time.Since(start), star.Size(), st, star)
	for _, m := range miss {
		t.Error("not implied:", m)
	}
}

// TestLimits: without work the facts are few, and they hold; a context that has
// ended is the only error.
func TestLimits(t *testing.T) {
	for _, o := range []Options{{Work: 1}, {CheckWork: 1, Models: 1}, {Size: 1}} {
		vars, body := machine(6)
		for _, d := range domains(o) {
			missing(t, d, vars, body, nil)
			missing(t, d, "x y k", "if * { x := (+ x 1); loop { assume (< x 5); y := (+ y x) } } else { x := (- y) }; k := (+ k 1)", nil)
		}
	}
	w, b := parse(t, manyVars, many, Default(Options{}))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Default(Options{}).Star(ctx, w.a, b); err == nil {
		t.Error("no error after cancellation")
	}
}

// TestDeterministic: the same body gives the same summary.
func TestDeterministic(t *testing.T) {
	for _, c := range cases {
		var texts [2]string
		for i := range texts {
			star, _, _ := missing(t, Strong(Options{}), c.vars, c.body, nil)
			texts[i] = star.String()
		}
		if texts[0] != texts[1] {
			t.Errorf("%s:\n%s\n%s", c.name, texts[0], texts[1])
		}
	}
}

// BenchmarkStar measures the default domain.
func BenchmarkStar(b *testing.B) {
	mv, mb := machine(25)
	for _, c := range []struct{ name, vars, body string }{
		{"count", "i n", "assume (< i n); i := (+ i 1)"},
		{"nested", "i j n m s", "assume (< i n); j := 0; loop { assume (< j m); j := (+ j 1); s := (+ s 1) }; assume (>= j m); i := (+ i 1)"},
		{"doubling", "x k", "x := (* 2 x); k := (+ k 1)"},
		{"ten variables", manyVars, many},
		{"machine", mv, mb},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := Default(Options{})
			w, body := parse(b, c.vars, c.body, d)
			for b.Loop() {
				w.star(b, d, body)
			}
		})
	}
}

// TestByName: the names of domains on the command line give these domains, and unknown ones are rejected.
func TestByName(t *testing.T) {
	for name, want := range map[string]string{
		"coarse": "coarse", "translation": "split(translation)", "translation+guards": "split(translation+guards)",
		"lossy+polyhedral": "split(lossy+polyhedral)", "stratified": "split(stratified)", "default": Default(Options{}).Name(), "strong": Strong(Options{}).Name(),
	} {
		if d, err := ByName(name, Options{}); err != nil || d.Name() != want {
			t.Errorf("%s: %v, %v; want %s", name, d, err, want)
		}
	}
	for _, name := range []string{"", "magic", "translation+", "coarse+guards"} {
		if _, err := ByName(name, Options{}); err == nil {
			t.Errorf("%q is no domain", name)
		}
	}
}
