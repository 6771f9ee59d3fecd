package readable

import (
	"slices"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestConjuncts: names are those of the source, and bounds of types are left out, but no other facts.
func TestConjuncts(t *testing.T) {
	f := logic.NewFactory()
	q := &program.Program{Terms: f}
	source := func(name, c string, bits int) *program.Var {
		v := q.NewVar(name, logic.BVSort(bits))
		v.CName, v.Func, v.Signed = c, "main", true
		return v
	}
	p := &program.Program{Terms: f}
	for _, o := range []*program.Var{source("main::n", "n", 32), source("main::c", "c", 8), source("f@1::n", "n", 32)} {
		v := p.NewVar(o.Name+"!int", logic.Int)
		v.Origin = o
	}
	p.NewVar("gas", logic.Int)
	later := f.Var("sk!1", logic.Int)
	syms := []*logic.Term{later}
	for _, v := range p.Vars {
		syms = append(syms, v.Sym)
	}
	for _, c := range []struct{ formula, want string }{
		{"(and (<= |main::n!int| 2147483647) (<= (- 2147483648) |main::n!int|) (< |main::c!int| |main::n!int|))", "n > c"},
		{"(<= |main::c!int| 127)", ""},
		{"(<= |main::c!int| 126)", "c <= 126"},
		{"(not (<= |main::n!int| 2147483646))", "n >= 2147483647"},
		{"(or (= |f@1::n!int| gas) (and (<= 0 gas) (<= |main::n!int| 2147483647)))", "f@1::n!int == gas || gas >= 0"},
		{"(and (<= (+ |main::n!int| |main::c!int|) 2147483647) (= gas 5))", "gas == 5"},
		{"(<= |sk!1| 127)", ""},
		{"(<= |sk!1| |main::c!int|)", "c >= c'"},
	} {
		x, err := logic.ParseTerm(f, c.formula, syms...)
		if err != nil {
			t.Fatal(err)
		}
		got := New(p).Conjuncts(x, map[*logic.Term]string{later: "c'"}, map[*logic.Term]*program.Var{later: p.Vars[1]})
		want := slices.DeleteFunc(strings.Split(c.want, " && "), func(s string) bool { return s == "" })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", c.formula, got, want)
		}
	}
}
