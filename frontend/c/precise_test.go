package c

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/effort"
)

// An integer is a type as C23 describes it, independently of the front end.
type integer struct {
	name    string
	width   int
	signed  bool
	precise bool
	rank    int // of a standard type
}

var standardIntegers = []integer{{"signed char", 8, true, false, 1}, {"unsigned char", 8, false, false, 1}, {"short", 16, true, false, 2}, {"unsigned short", 16, false, false, 2},
	{"int", 32, true, false, 3}, {"unsigned", 32, false, false, 3}, {"long long", 64, true, false, 5}, {"unsigned long long", 64, false, false, 5}}

func bitInt(width int, signed bool) integer {
	name := fmt.Sprintf("_BitInt(%d)", width)
	if !signed {
		name = "unsigned " + name
	}
	return integer{name, width, signed, true, 0}
}

// higher reports whether t has a higher rank than u (6.3.1.1).
func (t integer) higher(u integer) bool {
	switch {
	case t.precise && u.precise:
		return t.width > u.width
	case t.precise:
		return t.width > u.width
	case u.precise:
		return t.width >= u.width
	}
	return t.rank > u.rank
}

func (t integer) promoted() integer {
	if t.precise || t.rank >= 3 {
		return t
	}
	return standardIntegers[4]
}

// common is the type of the usual arithmetic conversions (6.3.1.8).
func common(t, u integer) integer {
	t, u = t.promoted(), u.promoted()
	switch {
	case t.signed == u.signed && u.higher(t):
		return u
	case t.signed == u.signed:
		return t
	case t.signed:
		t, u = u, t
	}
	switch { // u is signed
	case !u.higher(t):
		return t
	case u.width > t.width:
		return u
	case u.precise:
		return bitInt(u.width, false)
	}
	for _, s := range standardIntegers {
		if s.rank == u.rank && !s.signed {
			return s
		}
	}
	panic("no unsigned type")
}

// wrapped is v modulo the range of t, and whether it was in the range.
func (t integer) wrapped(v *big.Int) (*big.Int, bool) {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.width))
	r := new(big.Int).Mod(v, m)
	if t.signed && r.Bit(t.width-1) == 1 {
		r.Sub(r, m)
	}
	return r, r.Cmp(v) == 0
}

func (t integer) size() int {
	for _, n := range []int{1, 2, 4, 8} {
		if t.width <= 8*n {
			return n
		}
	}
	return 16
}

// A preciseExpr is an expression with its type and value; undefined: its evaluation is.
type preciseExpr struct {
	text      string
	t         integer
	v         *big.Int
	undefined bool
}

type preciseGen struct {
	*rand.Rand
	decls strings.Builder
	vars  int
}

func (g *preciseGen) typ() integer {
	if g.IntN(3) == 0 {
		return standardIntegers[g.IntN(len(standardIntegers))]
	}
	signed := g.IntN(2) == 0
	w := []int{1 + g.IntN(20), 1 + g.IntN(70), 8 << g.IntN(5), 1 + g.IntN(128)}[g.IntN(4)]
	if signed {
		w = max(w, 2)
	}
	return bitInt(w, signed)
}

// leaf is a variable, declared with its value, in registers or in memory, or a constant.
func (g *preciseGen) leaf() preciseExpr {
	t := g.typ()
	v := big.NewInt(int64(g.IntN(9) - 4))
	if g.IntN(2) == 0 {
		v = new(big.Int).SetUint64(g.Uint64() >> g.IntN(64))
	}
	if g.IntN(6) == 0 && v.Sign() >= 0 {
		t = bitInt(max(v.BitLen(), 1), false)
		if g.IntN(2) == 0 && v.BitLen() < 60 {
			return preciseExpr{text: v.String() + "wb", t: bitInt(max(v.BitLen()+1, 2), true), v: v}
		}
		return preciseExpr{text: fmt.Sprintf("0x%xuwb", v), t: t, v: v}
	}
	v, _ = t.wrapped(v)
	g.vars++
	name := fmt.Sprintf("v%d", g.vars)
	literal := fmt.Sprintf("%d", v)
	if v.BitLen() > 62 {
		literal = fmt.Sprintf("(unsigned _BitInt(128))%dll", new(big.Int).Rsh(v, 120))
		for at := 60; at >= 0; at -= 60 {
			part := new(big.Int).Rsh(v, uint(at))
			part.Sub(part, new(big.Int).Lsh(new(big.Int).Rsh(part, 60), 60))
			literal = fmt.Sprintf("((%s) << 60) + %dll", literal, part)
		}
	}
	switch g.IntN(4) {
	case 2:
		fmt.Fprintf(&g.decls, "struct { char c; %s x, y[2]; } s%s = {1, 0, {0, %s}}, d%s, *p%s = &d%s; *p%s = s%s; p%s->x = p%s->y[0];\n", t.name, name, literal, name, name, name, name, name, name, name)
		return preciseExpr{text: "p" + name + "->y[1]", t: t, v: v}
	case 0:
		fmt.Fprintf(&g.decls, "struct { char c; %s x; } s%s = {1}, *p%s = &s%s; p%s->x = %s;\n", t.name, name, name, name, name, literal)
		return preciseExpr{text: "p" + name + "->x", t: t, v: v}
	case 1:
		fmt.Fprintf(&g.decls, "typedef %s t%s; t%s %s[2]; t%s *p%s = %s; p%s[1] = %s;\n", t.name, name, name, name, name, name, name, name, literal)
		return preciseExpr{text: "p" + name + "[1]", t: t, v: v}
	}
	fmt.Fprintf(&g.decls, "%s %s = %s;\n", t.name, name, literal)
	return preciseExpr{text: name, t: t, v: v}
}

func (g *preciseGen) expr(depth int) preciseExpr {
	if depth == 0 {
		return g.leaf()
	}
	x := g.expr(depth - 1)
	switch g.IntN(8) {
	case 0:
		t := g.typ()
		v, _ := t.wrapped(x.v)
		return preciseExpr{fmt.Sprintf("(%s)(%s)", t.name, x.text), t, v, x.undefined}
	case 1:
		t := x.t.promoted()
		v, ok := t.wrapped(new(big.Int).Neg(x.v))
		return preciseExpr{fmt.Sprintf("-(%s)", x.text), t, v, x.undefined || t.signed && !ok}
	case 2:
		t := x.t.promoted()
		v, _ := t.wrapped(new(big.Int).Not(x.v))
		return preciseExpr{fmt.Sprintf("~(%s)", x.text), t, v, x.undefined}
	}
	y := g.expr(g.IntN(depth))
	op := []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "=="}[g.IntN(12)]
	text := fmt.Sprintf("(%s) %s (%s)", x.text, op, y.text)
	t := common(x.t, y.t)
	a, _ := t.wrapped(x.v)
	b, _ := t.wrapped(y.v)
	undefined := x.undefined || y.undefined
	truth := func(holds bool) preciseExpr {
		v := big.NewInt(0)
		if holds {
			v.SetInt64(1)
		}
		return preciseExpr{text, standardIntegers[4], v, undefined}
	}
	v := new(big.Int)
	switch op {
	case "+":
		v.Add(a, b)
	case "-":
		v.Sub(a, b)
	case "*":
		v.Mul(a, b)
	case "/", "%":
		if b.Sign() == 0 {
			return preciseExpr{text, t, v, true}
		}
		q, m := new(big.Int).QuoRem(a, b, new(big.Int))
		_, ok := t.wrapped(q)
		if v = q; op == "%" {
			v = m
		}
		undefined = undefined || !ok
	case "&":
		v.And(a, b)
	case "|":
		v.Or(a, b)
	case "^":
		v.Xor(a, b)
	case "<<", ">>":
		t = x.t.promoted()
		if y.v.Sign() < 0 || !y.v.IsInt64() || y.v.Int64() >= int64(t.width) {
			return preciseExpr{text, t, v, true}
		}
		n := uint(y.v.Int64())
		if v.Rsh(x.v, n); op == "<<" {
			v, _ = t.wrapped(v.Lsh(x.v, n)) // as gcc has it
		}
		return preciseExpr{text, t, v, undefined}
	case "<":
		return truth(a.Cmp(b) < 0)
	case "==":
		return truth(a.Cmp(b) == 0)
	}
	r, ok := t.wrapped(v)
	return preciseExpr{text, t, r, undefined || t.signed && !ok}
}

// TestPrecise: bit-precise integers of all widths, in variables and in memory, among themselves and with other types, against C23's rules on numbers without bounds.
func TestPrecise(t *testing.T) {
	defined, word := 0, new(big.Int).SetUint64(^uint64(0))
	for seed := range uint64(effort.Count(150, 500, 20000)) {
		g := &preciseGen{Rand: rand.New(rand.NewPCG(seed, 23))}
		e := g.expr(1 + g.IntN(3))
		low, high := new(big.Int).And(e.v, word), new(big.Int).And(new(big.Int).Rsh(e.v, uint(e.t.width)/2), word)
		src := fmt.Sprintf("int main(void) {\n%s_Static_assert(sizeof(%s) == %d, \"\"); %s r = %s;\nif ((unsigned long long)r != %dull) return 1; if ((unsigned long long)(r >> %d) != %dull) return 2; return 0; }\n",
			g.decls.String(), e.text, e.t.size(), e.t.name, e.text, low, e.t.width/2, high)
		got := lowerAndRun(t, src, Options{Model: program.LP64})
		switch {
		case e.undefined && !strings.HasPrefix(got, "undefined"), !e.undefined && got != "return 0":
			t.Fatalf("seed %d: %s\n%s", seed, got, src)
		case !e.undefined:
			defined++
		}
	}
	t.Logf("%d defined", defined)
}
