package cexpr

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
)

// machineProgram has C variables of several types, and earlier values of them.
func machineProgram(model program.DataModel) (p *program.Program, now, earlier map[string]*program.Var) {
	p = &program.Program{Terms: logic.NewFactory(), Model: model}
	now, earlier = map[string]*program.Var{}, map[string]*program.Var{}
	for _, d := range []struct {
		name   string
		width  int
		signed bool
	}{{"x", 32, true}, {"y", 32, true}, {"u", 32, false}, {"c", 8, false}, {"l", 64, true}, {"ul", 64, false}} {
		for _, of := range []map[string]*program.Var{now, earlier} {
			name := d.name
			if now[name] != nil {
				name += "_0"
			}
			of[d.name] = &program.Var{Name: name, CName: name, Sym: p.Terms.Var(name, logic.BVSort(d.width)), Signed: d.signed}
			p.Vars = append(p.Vars, of[d.name])
		}
	}
	return p, now, earlier
}

// smaller prints a tuple, with the names of the variables for earlier values of machineProgram.
func smaller(p *program.Program, earlier map[string]*program.Var, tuple ...*logic.Term) string {
	return Smaller(p, func(v *program.Var) string { return v.CName }, func(v *program.Var) string { return earlier[v.CName].CName }, tuple)
}

// TestSmaller prints measures, or nothing where a type would overflow.
func TestSmaller(t *testing.T) {
	p, v, earlier := machineProgram(program.LP64)
	q, v32, earlier32 := machineProgram(program.ILP32)
	wide := func(p *program.Program, x *program.Var, w int) *logic.Term {
		if x.Signed {
			return p.Terms.SignExt(w-x.Sort().Width(), x.Sym)
		}
		return p.Terms.ZeroExt(w-x.Sort().Width(), x.Sym)
	}
	minus := func(p *program.Program, a, b *logic.Term) *logic.Term { return p.Terms.BVOp(logic.OpBVSub, a, b) }
	for _, tt := range []struct{ got, want string }{
		{smaller(p, earlier), "0"},
		{smaller(p, earlier, v["x"].Sym), "x_0 > x"},
		{smaller(p, earlier, v["ul"].Sym), ""}, // compared as signed numbers
		{smaller(p, earlier, wide(p, v["ul"], 65)), "ul_0 > ul"},
		{smaller(p, earlier, minus(p, v["x"].Sym, v["y"].Sym)), ""}, // wraps around
		{smaller(p, earlier, minus(p, wide(p, v["x"], 40), wide(p, v["u"], 40))), "(long long)x_0 - (long long)u_0 > (long long)x - (long long)u"},
		{smaller(p, earlier, minus(p, wide(p, v["l"], 70), wide(p, v["ul"], 70))), "(__int128)l_0 - (__int128)ul_0 > (__int128)l - (__int128)ul"},
		{smaller(q, earlier32, minus(q, wide(q, v32["l"], 70), wide(q, v32["ul"], 70))), ""},
		{smaller(p, earlier, v["x"].Sym, v["y"].Sym), "x_0 > x || (x_0 == x && (y_0 > y))"},
		{smaller(p, earlier, p.Terms.Ite(p.Terms.SLe(v["x"].Sym, p.Terms.BV(0, 32)), p.Terms.BV(1, 8), p.Terms.BV(0, 8))),
			"(((long long)x_0 <= 0) ? 1 : 0) > (((long long)x <= 0) ? 1 : 0)"},
	} {
		if tt.got != tt.want {
			t.Errorf("got  %q\nwant %q", tt.got, tt.want)
		}
	}
}

// TestSmallerRandom: what is printed of a random tuple of sums means, where it is parsed again, that the tuple is smaller.
func TestSmallerRandom(t *testing.T) {
	p, now, earlier := machineProgram(program.LP64)
	f, printed := p.Terms, 0
	names := []string{"x", "y", "u", "c", "l", "ul"}
	vars := map[string]*program.Var{}
	for _, v := range p.Vars {
		vars[v.CName] = v
	}
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.SampledFrom([]int{32, 40, 66, 70, 80}).Draw(t, "width")
		var tuple []*logic.Term
		for range rapid.IntRange(1, 2).Draw(t, "components") {
			sum := f.BVInt(rapid.SampledFrom(corners).Draw(t, "constant"), w)
			for range rapid.IntRange(1, 3).Draw(t, "summands") {
				v := now[rapid.SampledFrom(names).Draw(t, "variable")]
				if v.Sort().Width() > w {
					continue
				}
				x := v.Sym
				switch d := w - v.Sort().Width(); {
				case v.Signed:
					x = f.SignExt(d, x)
				default:
					x = f.ZeroExt(d, x)
				}
				sum = f.BVOp(logic.OpBVAdd, sum, f.BVOp(logic.OpBVMul, f.BVInt(rapid.Int64Range(-3, 3).Draw(t, "coefficient"), w), x))
			}
			tuple = append(tuple, sum)
		}
		text := smaller(p, earlier, tuple...)
		if text == "" || text == "0" {
			return
		}
		parsed, err := Parse(p, vars, text)
		if err != nil {
			t.Skip(err) // of its language, not of C's
		}
		printed++
		for range 20 {
			at := map[*logic.Term]*logic.Term{}
			for _, v := range p.Vars {
				at[v.Sym] = f.BVInt(rapid.SampledFrom(corners).Draw(t, v.Name), v.Sort().Width())
			}
			want := f.False()
			for i := len(tuple) - 1; i >= 0; i-- {
				before := map[*logic.Term]*logic.Term{}
				for n, v := range now {
					before[v.Sym] = at[earlier[n].Sym]
				}
				a, b := f.Subst(tuple[i], before), f.Subst(tuple[i], at)
				want = f.Or(f.SLt(b, a), f.And(f.Eq(b, a), want))
			}
			if got := f.Subst(parsed, at); got != want {
				t.Fatalf("%s is %s, want %s at %v", text, got, want, at)
			}
		}
	})
	if printed == 0 {
		t.Error("nothing is printed")
	}
}
