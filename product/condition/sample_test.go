package condition

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/engine"
	"cupel/evidence"
	"cupel/product/condition/simplify"
	"cupel/tests/need"
	"cupel/verifier"
)

const sampleHead = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void); extern _Bool __VERIFIER_nondet_bool(void); extern void __VERIFIER_assume(int); extern void abort(void);
void reach_error(void) {}
`

// found is the condition of a program.
func found(t *testing.T, body string, set func(*Options)) (*Result, *verifier.Task) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(sampleHead+body), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Verifier.Engine, o.Verifier.Timeout, o.Verifier.CPUTime = "symex", lastResort, 0
	if set != nil {
		set(&o)
	}
	task := &verifier.Task{File: file}
	r, err := Find(t.Context(), task, o, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return r, task
}

// symbols are those of the first values of a result's inputs, by name.
func symbols(r *Result) map[string]*logic.Term {
	v := map[string]*logic.Term{}
	for _, s := range r.subject.Inputs.Inputs() {
		v[s.Name] = r.subject.Inputs.Symbol(inputs.Slot{Source: s.Number, N: 1})
	}
	return v
}

// TestSampleContrary: executions contradict a condition that is too weak, too strong, or shifted, and it is withdrawn.
func TestSampleContrary(t *testing.T) {
	const body = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > 3 && y == x) reach_error(); return 0; }"
	right, _ := found(t, body, func(o *Options) { o.Samples = 0 })
	if right.Status != Precise {
		t.Fatal(right.Status, right.Reason)
	}
	for _, test := range []struct {
		name            string
		wrong           func(f *logic.Factory, x, y *logic.Term) *logic.Term
		inside, outside bool
	}{
		{"right", func(f *logic.Factory, x, y *logic.Term) *logic.Term {
			return f.And(f.SLt(f.BVInt(3, 32), x), f.Eq(x, y))
		}, false, false},
		{"too weak", func(f *logic.Factory, x, y *logic.Term) *logic.Term {
			return f.And(f.SLt(f.BVInt(2, 32), x), f.Eq(x, y))
		}, true, false},
		{"too strong", func(f *logic.Factory, x, y *logic.Term) *logic.Term {
			return f.And(f.SLt(f.BVInt(4, 32), x), f.Eq(x, y))
		}, false, true},
		{"unsigned", func(f *logic.Factory, x, y *logic.Term) *logic.Term {
			return f.And(f.ULt(f.BVInt(3, 32), x), f.Eq(x, y))
		}, true, false},
		{"never", func(f *logic.Factory, x, y *logic.Term) *logic.Term { return f.False() }, false, false},
		{"negated", func(f *logic.Factory, x, y *logic.Term) *logic.Term {
			return f.Not(f.And(f.SLt(f.BVInt(3, 32), x), f.Eq(x, y)))
		}, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, f := symbols(right), right.subject.Flat.Terms
			changed := *right
			r := &changed
			r.Simple = &simplify.Result{Term: test.wrong(f, v["x"], v["y"])}
			var err error
			if r.Samples, err = r.sample(t.Context(), 200, 1); err != nil {
				t.Fatal(err)
			}
			in, out := r.Samples.Inside, r.Samples.Outside
			if in.Contrary > 0 != test.inside || out.Contrary > 0 != test.outside || in.Undecided+out.Undecided > 0 || in.Runs != in.Agree+in.Contrary || out.Runs != out.Agree+out.Contrary {
				t.Errorf("inside %s, outside %s", in, out)
			}
			if out.Runs == 0 || in.Runs == 0 && test.name != "never" {
				t.Error("nothing was run")
			}
			r.believe()
			if withdrawn := r.Status == Partial && r.Reason.Kind == engine.Fault; withdrawn != (test.inside || test.outside) {
				t.Errorf("%s: %s", r.Status, r.Reason)
			}
		})
	}
}

// TestBelieve: outside of a condition that is not precise there may be failing inputs, inside there are no others.
func TestBelieve(t *testing.T) {
	for _, test := range []struct {
		status          Status
		inside, outside int
		fault           bool
	}{{Precise, 0, 0, false}, {Precise, 1, 0, true}, {Precise, 0, 1, true}, {Partial, 0, 1, false}, {Partial, 1, 0, true}} {
		r := &Result{Status: test.status, Reason: engine.Reason{Kind: engine.TimeLimit}, Samples: &Samples{Inside: Sampled{Contrary: test.inside}, Outside: Sampled{Contrary: test.outside}}}
		if r.believe(); (r.Reason.Kind == engine.Fault) != test.fault || test.fault && r.Status != Partial {
			t.Errorf("%+v: %s, %s", test, r.Status, r.Reason)
		}
	}
}

// TestSampleUndecided: an execution that does not end in time counts on neither side.
func TestSampleUndecided(t *testing.T) {
	r, _ := found(t, "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) reach_error(); if (x > 1) for (;;) ; return 0; }", func(o *Options) { o.Samples = 20 })
	if s := r.Samples.Outside; s.Undecided == 0 || s.Contrary > 0 || s.Agree == 0 {
		t.Errorf("outside: %s", s)
	}
}

// TestShare: shares are exact where values can be counted, and estimates as reported otherwise.
func TestShare(t *testing.T) {
	for _, test := range []struct {
		name, body   string
		failing, all string
		percent      float64 // where it is sampled
	}{
		{"byte", "unsigned char x = __VERIFIER_nondet_uchar(); if (x % 3 == 1) reach_error();", "85", "256", 0},
		{"signed byte", "signed char x = __VERIFIER_nondet_char(); if (x < -100 || x > 120) reach_error();", "35", "256", 0},
		{"two bytes", "unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar(); if (x < y) reach_error();", "32640", "65536", 0},
		{"truth values", "_Bool x = __VERIFIER_nondet_bool(), y = __VERIFIER_nondet_bool(); if (x && !y) reach_error();", "1", "4", 0},
		{"signed interval", "int x = __VERIFIER_nondet_int(); if (x < 0 && x != -7) reach_error();", "2147483647", "4294967296", 0},
		{"across zero", "int x = __VERIFIER_nondet_int(); if (x >= -3 && x <= 3) reach_error();", "7", "4294967296", 0},
		{"unsigned interval", "unsigned x = __VERIFIER_nondet_uint(); if (x > 2147483640u && x < 2147483655u || x == 4294967295u) reach_error();", "15", "4294967296", 0},
		{"all but one", "unsigned x = __VERIFIER_nondet_uint(); if (x != 0) reach_error();", "4294967295", "4294967296", 0},
		{"sum", "int x = __VERIFIER_nondet_int(); if (x + 100 > 50) reach_error();", "", "", 50},
		{"sampled half", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > y) reach_error();", "", "", 50},
		{"sampled rare", "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); if (x < 4294967u && y < 4294967295u) reach_error();", "", "", 0.1},
		{"sampled hardly", "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == y) reach_error();", "", "", 100.0 / (1 << 32)},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := found(t, "int main(void) { "+test.body+" return 0; }", func(o *Options) { o.Samples = 0 })
			s := r.Share
			if s == nil || r.Status != Precise {
				t.Fatalf("%v, %s (%s)", s, r.Status, r.Simple.Term)
			}
			if s.Failing != test.failing || s.All != test.all {
				t.Fatalf("%s: %s", s, r.Simple.Term)
			}
			if test.failing == "" && (s.Samples == 0 || math.Abs(s.Percent-test.percent) > s.Error || s.Error > 2) {
				t.Errorf("%s", s)
			}
		})
	}
}

// TestShareOverflow: where a sum of the input overflows is no comparison of the input itself.
func TestShareOverflow(t *testing.T) {
	r, _ := found(t, "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) reach_error(); return 0; }", func(o *Options) { o.Samples = 0 })
	x, f := symbols(r)["x"], r.subject.Flat.Terms
	hundred := f.BVInt(100, 32)
	for _, op := range []logic.Op{logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK} {
		ok := f.SignedOK(op, x, hundred)
		s := &simplify.Result{Term: ok}
		fails := 0.0 // per cent, of values that do not overflow
		switch op {
		case logic.OpSAddOK, logic.OpSSubOK:
			fails = 100 * (1 - 100/float64(1<<32))
		default:
			fails = 1
		}
		if r.Simple = s; r.share(t.Context(), 1) == nil || math.Abs(r.share(t.Context(), 1).Percent-fails) > 0.5 {
			t.Errorf("%s: %s", ok, r.share(t.Context(), 1))
		}
	}
}

// inside is a value of an input that fails, of the first counterexample.
func inside(t *testing.T, r *Result, sym *logic.Term) *logic.Term {
	t.Helper()
	s, _ := r.subject.Inputs.SlotOf(sym)
	if v := r.failing[0].values[s]; v != nil {
		return v
	}
	return r.subject.Flat.Terms.Zero(sym.Sort())
}

// TestCertify: a correct condition is proven again in both directions, and a simplified term that is not equivalent to the condition is not.
func TestCertify(t *testing.T) {
	need.Tool(t, "cvc5")
	for _, body := range []string{
		"int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0) { reach_error(); return 1; } if (x % 2 == 0) reach_error(); return 0; }",
		"int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > 0 && y > x && y < 10) reach_error(); return 0; }",
		"int main(void) { int s = 0; for (int i = 0; i < 2; i++) s += __VERIFIER_nondet_uchar(); if (s == 510) reach_error(); return 0; }",
	} {
		certified := func(o *Options) { o.Verifier.Certify = true }
		r, task := found(t, body, certified)
		if c := r.Certified; r.Status != Precise || c == nil || !c.InsideOK || !c.OutsideOK {
			t.Errorf("%s\n%s (%s): %+v", body, r.Status, r.Reason, r.Certified)
			continue
		}
		f := r.subject.Flat.Terms
		right := r.Simple.Term
		var pick *logic.Term
		for _, v := range logic.FreeVars(right) {
			pick = v
		}
		one := f.Eq(pick, f.BVInt(5, pick.Sort().Width()))
		for what, wrong := range map[string]*logic.Term{"more": f.Or(right, one), "less": f.And(right, f.Not(f.Eq(pick, inside(t, r, pick)))), "all": f.True(), "none": f.False()} {
			if wrong == right {
				continue
			}
			o := Defaults()
			o.Verifier.Engine, o.Verifier.Timeout, o.Verifier.CPUTime, o.Journal = "symex", lastResort, 0, &evidence.Journal{}
			bad := *r
			bad.Certified, bad.Simple = nil, &simplify.Result{Term: wrong}
			l := &loop{task: task, o: o, obs: engine.Quiet{}, subject: r.subject, f: f, res: &bad}
			if err := l.certify(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c := bad.Certified; c.InsideOK {
				t.Errorf("%s: %s is certified, inside: %s", what, wrong, c.Inside)
			}
			if c := bad.Certified; c.OutsideOK && (what == "less" || what == "none") {
				t.Errorf("%s: %s is certified, outside: %s", what, wrong, c.Outside)
			}
		}
	}
}
