package quantified

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
)

// used reads a program and finds its arrays; a variable called top is one that a pass has made.
func used(text string) (*program.Program, *memory) {
	p := programtest.Text(text)
	for _, v := range p.Vars {
		v.Temp = v.Name == "top"
	}
	return p, use(p, true)
}

// TestRows: the rows of cells that indices of a variable are about, by stride and first index.
func TestRows(t *testing.T) {
	loop := func(index ...string) string {
		text := "i j n m top : int\na : cells\nS -> H; input n; input m; i := 0; j := 0\nH -> H; assume (< i n); i := (+ i 1)"
		for _, x := range index {
			text += "; a := (store a " + x + " 0)"
		}
		return text + "\nH -> error; assume (not (< i n)); assume (= i 7)"
	}
	for name, c := range map[string]struct{ text, want string }{
		"elements":            {loop("i", "(+ i 1)"), "a[k]"},
		"singles":             {loop("0", "3"), "singly a[0] a[3]"},
		"a single and others": {loop("0", "i"), "a[k]"},
		"addresses":           {loop("(+ 65536 (* 4 i))"), "a[4*k + 65536]"},
		"neighbours":          {loop("(+ 65540 (* 4 i))", "(+ 65536 (* 4 i))"), "a[4*k + 65536]"},
		"two arrays":          {loop("(+ 65536 (* 4 i))", "(+ 66560 (* 4 i))"), "a[4*k + 65536] a[4*k + 66560]"},
		"fields":              {loop("(+ 65536 (* 8 i))", "(+ 65540 (* 8 i))"), "a[8*k + 65536] a[8*k + 65540]"},
		"a pointer":           {loop("(+ m (* 4 i))"), "a[m + 4*k]"},
		"from the end":        {loop("(+ 65536 (* (- 4) i))"), "a[4*k + 65536] downwards"},
		"bytes":               {loop("(+ 65536 i)", "m"), "a[k + 65536]"},
		"bytes of elements":   {loop("(+ 65536 (* 4 i))", "m"), "a[k + 65536] of 4"},
		"rows of a matrix":    {loop("(+ (* 10 i) j)"), "a[j + 10*k]"},
		"no variable":         {loop("(+ 65536 (* 4 i))", "0", "4"), "a[4*k + 65536] a[4*k]"},
	} {
		_, m := used(c.text)
		var got []string
		if len(m.single) > 0 {
			got = append(got, "singly")
		}
		for _, s := range m.single {
			got = append(got, s.String())
		}
		k := m.f.Var("k", logic.Int)
		for _, a := range m.arrays {
			s := a.cell(m.f, k).String()
			if a.down {
				s += " downwards"
			}
			if a.step > 0 {
				s += " of " + m.f.IntConst(a.step).String()
			}
			got = append(got, s)
			if n := a.number(m.f, a.index(m.f, k)); n != k {
				t.Errorf("%s: the number of %s is %v", name, s, n)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}

// TestFindHeap: memory is taken below a variable that is set to addresses and grows by constants.
func TestFindHeap(t *testing.T) {
	for name, c := range map[string]struct {
		begin, grows string
		start        int64 // 0: no memory is taken
		limits       string
	}{
		"rows":        {"top := 65536", "assume (<= top 99000); top := (+ top 16)", 65536, "99016"},
		"two sizes":   {"top := 65536", "top := (+ top 16); assume (<= top 99000); top := (+ top 24)", 65536, "99024"},
		"never":       {"top := 65536", "i := i", 0, ""},
		"shrinks":     {"top := 65536", "top := (- top 16)", 0, ""},
		"up and down": {"top := 65536", "top := (+ top 16); top := (- top 8)", 0, ""},
		"a counter":   {"top := 0", "top := (+ top 1)", 0, ""},
		"another":     {"top := 65536", "top := (+ top i)", 0, ""},
		"from input":  {"top := 65536", "input top", 0, ""},
		"twice set":   {"top := 66000; top := 65536", "top := (+ top 8)", 65536, ""},
		"no constant": {"top := 65536", "top := (+ i 65536)", 0, ""},
	} {
		_, m := used("i n top : int\nS -> H; input n; i := 0; " + c.begin + "\nH -> H; assume (< i n); i := (+ i 1); " + c.grows + "\n" +
			"H -> error; assume (not (< i n)); assume (= i 7)")
		var limits []string
		for _, l := range m.heap.limits {
			limits = append(limits, l.String())
		}
		if (m.heap.top != nil) != (c.start > 0) || m.heap.start != c.start || strings.Join(limits, " ") != c.limits {
			t.Errorf("%s: %+v, limits %v", name, m.heap, limits)
		}
	}
}

// TestObjects: reads at addresses in variables are recognised as fields of objects.
func TestObjects(t *testing.T) {
	_, m := used("i n top p q : int\nmem : cells\nS -> H; input n; i := 0; top := 65536\n" +
		"H -> H; assume (< i n); i := (+ i 1); p := top; q := (select mem 4096); top := (+ top 16); " +
		"mem := (store mem p 1); mem := (store mem (+ q 8) p)\nH -> error; assume (not (< i n)); assume (= i 7)")
	if len(m.arrays) != 2 || !m.arrays[0].object || m.arrays[0].base.String() != "0" || m.arrays[1].base.String() != "8" || len(m.heap.refs) != 2 {
		t.Errorf("%d rows, references %v", len(m.arrays), m.heap.refs)
	}
}

// TestUsual: an array begins at the roundest index that is seen, or at the one that is seen most often.
func TestUsual(t *testing.T) {
	for _, c := range []struct {
		all  []int64
		want int64
	}{{[]int64{65540, 65536, 65532}, 65536}, {[]int64{4100, 4108, 4108}, 4108}, {[]int64{3, 1}, 1}, {[]int64{5}, 5}, {[]int64{2, 6, 6, 10}, 6}} {
		if got := usual(slices.Clone(c.all)); got != c.want {
			t.Errorf("%v: %d, want %d", c.all, got, c.want)
		}
	}
}

// TestSpan: a number is in a range exactly where the range's formula holds, and a range lies in another one only where all its numbers do.
func TestSpan(t *testing.T) {
	f := logic.NewFactory()
	x, y, k := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("k", logic.Int)
	within := 0
	rapid.Check(t, func(t *rapid.T) {
		n := func(lo, hi int) int64 { return int64(rapid.IntRange(lo, hi).Draw(t, "n")) }
		values := [][]int64{{n(-3, 3), n(-3, 3)}, {n(-3, 3), n(-3, 3)}}
		known := []bool{true, true}
		draw := func() *span {
			lo := scalar{f.IntConst(n(-1, 2)), nil, known}
			v, _ := lo.t.Rational().Int64()
			lo.values = []int64{v, v}
			hi := scalar{x, values[0], known}
			r := &span{lo: &lo, hi: &hi, step: n(0, 1) * n(1, 3)}
			if n(0, 1) == 0 {
				r.hi = &scalar{y, values[1], known}
			}
			if r.step == 0 && n(0, 1) == 0 {
				r.lo = &scalar{y, values[1], known}
			}
			if n(0, 7) == 0 {
				return &span{}
			}
			return r
		}
		r, o := draw(), draw()
		all := true
		for i := range 2 {
			for j := int64(-6); j <= 6; j++ {
				want, ok := absinttest.Eval(r.formula(f, k), absinttest.Env{x: values[0][i], y: values[1][i], k: j})
				if !ok || r.has(i, j) != (want.(int64) != 0) {
					t.Fatalf("%v, state %d, number %d: %v", r.formula(f, k), i, j, want)
				}
				all = all && (!r.has(i, j) || o.has(i, j))
			}
		}
		if r.within(o) {
			within++
			if !all {
				t.Fatalf("%v is within %v in %v", r.formula(f, k), o.formula(f, k), values)
			}
		}
	})
	if within == 0 {
		t.Error("no range is in another one")
	}
}

// TestSets: sets of pairs of numbers, of which there may be more than a word has bits.
func TestSets(t *testing.T) {
	set := func(is ...int) set {
		s := newSet(130)
		for _, i := range is {
			s.add(i)
		}
		return s
	}
	a, b, c := set(0, 63, 64, 129), set(63, 64, 100), set(64)
	if got := a.and(b); !slices.Equal(got, set(63, 64)) || got.size() != 2 {
		t.Errorf("%v, size %d", got, got.size())
	}
	if !a.meets(b, c) || a.meets(b, set(0, 100)) || !c.within(a) || b.within(a) || !set().within(c) {
		t.Error("what sets have in common is wrong")
	}
}

// TestDiffer: the smallest factors with which two scalars differ by a cell, where it is known.
func TestDiffer(t *testing.T) {
	all, every := []int{0, 1, 2, 3, 4}, []bool{true, true, true, true, true}
	of := func(values ...int64) scalar { return scalar{values: values, known: every} }
	zero := of(0, 0, 0, 0, 0)
	for name, c := range map[string]struct {
		x, y, z    scalar
		of, factor int64
	}{
		"equal":       {of(3, 4, 5, 6, 7), zero, of(3, 4, 5, 6, 7), 1, 1},
		"twice":       {of(6, 8, 10, 2, 0), zero, of(3, 4, 5, 1, 0), 1, 2},
		"half":        {of(3, 1, 2, 0, 4), zero, of(6, 2, 4, 0, 8), 2, 1},
		"negative":    {of(0, 1, 1, 1, 1), of(3, 2, 4, 6, 0), of(3, 1, 3, 5, -1), 1, -1},
		"not once":    {of(3, 4, 5, 6, 8), zero, of(3, 4, 5, 6, 7), 0, 0},
		"not at zero": {of(3, 4, 5, 6, 1), zero, of(3, 4, 5, 6, 0), 0, 0},
		"too far":     {of(9, 18, 27, 9, 9), zero, of(1, 2, 3, 1, 1), 0, 0},
		"rarely":      {of(3, 4, 5, 6, 7), zero, scalar{values: []int64{3, 4, 5, 6, 7}, known: []bool{true, true, true, false, false}}, 0, 0},
		"mostly":      {of(3, 4, 5, 6, 9), zero, scalar{values: []int64{3, 4, 5, 6, 7}, known: []bool{true, true, true, true, false}}, 1, 1},
	} {
		if n, factor := differ(all, c.x, c.y, c.z); n != c.of || factor != c.factor {
			t.Errorf("%s: %d and %d, want %d and %d", name, n, factor, c.of, c.factor)
		}
	}
	if d, ok := constantly(all, of(3, 4, 5, 6, 7), of(1, 2, 3, 4, 5)); !ok || d != 2 {
		t.Errorf("the difference is %d, %v", d, ok)
	}
	for _, y := range []scalar{of(1, 2, 3, 4, 4), of(-9, -8, -7, -6, -5)} {
		if d, ok := constantly(all, of(3, 4, 5, 6, 7), y); ok {
			t.Errorf("the difference is %d", d)
		}
	}
}
