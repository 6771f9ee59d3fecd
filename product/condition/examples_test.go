package condition

import (
	"path/filepath"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/tests/need"
	"cupel/verifier"
)

// TestThesisExamples compares the conditions of the thesis's examples with those that were derived by hand, by a
// solver.
func TestThesisExamples(t *testing.T) {
	dir := need.Corpus(t, "c", "seeds-examples")
	type terms struct {
		f    *logic.Factory
		x, y *logic.Term
	}
	number := func(t terms, v int64) *logic.Term { return t.f.BVInt(v, 32) }
	between := func(t terms, lo int64, x *logic.Term, hi int64) *logic.Term {
		return t.f.And(t.f.SLe(number(t, lo), x), t.f.SLe(x, number(t, hi)))
	}
	for name, want := range map[string]func(terms) *logic.Term{
		"seed004_ec_infinite": func(t terms) *logic.Term {
			return t.f.And(between(t, -1000000, t.x, 1000000), between(t, -1000000, t.y, 1000000),
				t.f.SLt(number(t, 100), t.f.BVOp(logic.OpBVAdd, t.x, t.y)))
		},
		"seed004_ec_path": func(t terms) *logic.Term {
			return t.f.And(between(t, 1, t.x, 4), t.f.Eq(t.y, t.f.BVOp(logic.OpBVAdd, t.x, number(t, 1))))
		},
		"seed004_fig1_2": func(t terms) *logic.Term {
			return t.f.Or(t.f.SLt(t.x, number(t, 0)), t.f.Eq(t.f.BVOp(logic.OpBVSRem, t.x, number(t, 2)), number(t, 0)))
		},
		"seed004_fig3_1_unsafe": func(t terms) *logic.Term { return between(t, 6, t.x, 1073741825) },
		"seed004_fig3_3": func(t terms) *logic.Term {
			return t.f.Or(t.f.Eq(t.x, number(t, 1)), t.f.Eq(t.x, number(t, -1)))
		},
		"seed004_fig3_5": func(t terms) *logic.Term {
			return t.f.Or(t.f.Eq(t.x, number(t, 0)), t.f.Eq(t.x, number(t, 1)))
		},
		"seed000_fig1": func(t terms) *logic.Term { return t.f.False() },
		"seed003_p1":   func(t terms) *logic.Term { return t.f.False() },
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Find(t.Context(), &verifier.Task{File: filepath.Join(dir, name+".c")}, Defaults(), engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Status != Precise {
				t.Fatalf("%s: %s", res.Status, res.Reason.Text)
			}
			f := res.subject.Flat.Terms
			is := terms{f, f.BV(0, 32), f.BV(0, 32)}
			for _, in := range res.inputsOf(res.Term, res.Simple.Term) {
				switch in.Name {
				case "x":
					is.x = in.sym
				case "y":
					is.y = in.sym
				default:
					t.Errorf("input %s", in.Name)
				}
			}
			s, err := z3.Open(f, smt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for _, got := range []*logic.Term{res.Term, res.Simple.Term} {
				if r, err := s.Check(t.Context(), f.Not(f.Eq(got, want(is)))); r != smt.Unsat || err != nil {
					t.Errorf("%v is not %v: %v %v", got, want(is), r, err)
				}
			}
		})
	}
}
