package literal

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/need"
)

// sample is a value of a type of C.
type sample struct {
	typ    string
	v      *logic.Term
	signed bool
	expr   string // as a constant of C
	exact  string
	short  string
}

func samples() []sample {
	f := logic.NewFactory()
	word := func(n int64, bits int) *logic.Term { return f.BVInt(n, bits) }
	single := func(x float32) *logic.Term {
		return f.FloatBits(logic.Float32, new(big.Int).SetUint64(uint64(math.Float32bits(x))))
	}
	double := func(x float64) *logic.Term {
		return f.FloatBits(logic.Float64, new(big.Int).SetUint64(math.Float64bits(x)))
	}
	format := func(s *logic.Sort) func(head, fraction uint64) *logic.Term {
		return func(head, fraction uint64) *logic.Term {
			b := new(big.Int).Lsh(new(big.Int).SetUint64(head), uint(s.SigBits()-1))
			return f.FloatBits(s, b.Or(b, new(big.Int).SetUint64(fraction)))
		}
	}
	long, quad := format(X87), format(Float128)
	return []sample{
		{"_Bool", f.True(), false, "1", "1", "1"},
		{"_Bool", f.False(), false, "0", "0", "0"},
		{"signed char", word(-1, 8), true, "-1", "-1", "-1"},
		{"unsigned char", word(-1, 8), false, "255", "255", "255"},
		{"short", word(math.MinInt16, 16), true, "-32768", "-32768", "-32768"},
		{"int", word(math.MaxInt32, 32), true, "2147483647", "2147483647", "2147483647"},
		{"int", word(math.MinInt32, 32), true, "(-2147483647 - 1)", "-2147483648", "-2147483648"},
		{"unsigned", word(-1, 32), false, "4294967295U", "4294967295", "4294967295"},
		{"long long", word(math.MinInt32-1, 64), true, "-2147483649LL", "-2147483649", "-2147483649"},
		{"long long", word(math.MinInt64, 64), true, "(-9223372036854775807LL - 1)", "-9223372036854775808", "-9223372036854775808"},
		{"unsigned long long", word(-1, 64), false, "18446744073709551615ULL", "18446744073709551615", "18446744073709551615"},
		{"__int128", f.BVBig(new(big.Int).Lsh(big.NewInt(1), 127), 128), true,
			"(__int128)((unsigned __int128)9223372036854775808UL << 64 | 0UL)", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"},
		{"unsigned __int128", f.Concat(f.BV(5, 64), f.BV(7, 64)), false,
			"(__int128)((unsigned __int128)5UL << 64 | 7UL)", "92233720368547758087", "92233720368547758087"},
		{"float", single(0.1), false, "0x1.99999ap-04f", "0x1.99999ap-04", "0.1"},
		{"float", single(float32(math.NaN())), false, `__builtin_nanf("")`, "nan", "nan"},
		{"float", single(float32(math.Inf(-1))), false, "-__builtin_inff()", "-inf", "-inf"},
		{"float", single(math.SmallestNonzeroFloat32), false, "0x1p-149f", "0x1p-149", "1e-45"},
		{"float", single(math.MaxFloat32), false, "0x1.fffffep+127f", "0x1.fffffep+127", "3.4028235e+38"},
		{"double", double(2), false, "0x1p+01", "0x1p+01", "2.0"},
		{"double", double(math.Copysign(0, -1)), false, "-0x0p+00", "-0x0p+00", "-0.0"},
		{"double", double(math.NaN()), false, `__builtin_nan("")`, "nan", "nan"},
		{"double", double(math.Inf(1)), false, "__builtin_inf()", "inf", "inf"},
		{"double", double(math.SmallestNonzeroFloat64), false, "0x1p-1074", "0x1p-1074", "5e-324"},
		{"double", double(math.Float64frombits(1<<52 - 1)), false, "0x1.ffffffffffffep-1023", "0x1.ffffffffffffep-1023", "2.225073858507201e-308"},
		{"long double", long(16383, 1), false, "0x1.0000000000000002p+00L", "0x1.0000000000000002p+00", "1.0000000000000000001"},
		{"long double", long(0, 0), false, "0x0p+00L", "0x0p+00", "0.0"},
		{"long double", long(0x8000, 0), false, "-0x0p+00L", "-0x0p+00", "-0.0"},
		{"long double", long(0, 1), false, "0x1p-16445L", "0x1p-16445", "4e-4951"},
		{"long double", long(0x8000, 1<<63-1), false, "-0x1.fffffffffffffffcp-16383L", "-0x1.fffffffffffffffcp-16383", "-3.362103143112093506e-4932"},
		{"long double", long(0x7ffe, 1<<63-1), false, "0x1.fffffffffffffffep+16383L", "0x1.fffffffffffffffep+16383", "1.189731495357231765e+4932"},
		{"long double", long(0x7fff, 1), false, `__builtin_nanl("")`, "nan", "nan"},
		{"long double", long(0xffff, 0), false, "-__builtin_infl()", "-inf", "-inf"},
		{"_Float128", quad(0xbfff, 1), false, "-0x1.0000000000000000000000000001p+00f128", "-0x1.0000000000000000000000000001p+00", "-1.0000000000000000000000000000000002"},
	}
}

// TestTexts: values of all types as C constants, exact and short texts.
func TestTexts(t *testing.T) {
	for _, s := range samples() {
		expr, ok := Expr(s.v, s.signed)
		if exact, short := Exact(s.v, s.signed), Short(s.v, s.signed); !ok || expr != s.expr || exact != s.exact || short != s.short {
			t.Errorf("%s: %s, %s, %s; want %s, %s, %s", s.typ, expr, exact, short, s.expr, s.exact, s.short)
		}
	}
	f := logic.NewFactory()
	for _, v := range []*logic.Term{f.Var("x", logic.BVSort(8)), f.BVBig(new(big.Int).Lsh(big.NewInt(1), 128), 129), f.FloatBits(logic.FloatSort(5, 11), new(big.Int)), f.IntConst(7)} {
		if s, ok := Expr(v, false); ok {
			t.Errorf("%s is no value of C, but %s", v, s)
		}
		_, _ = Exact(v, false), Short(v, false)
	}
}

// TestSuffixes: a constant has the type that it is asked to have.
func TestSuffixes(t *testing.T) {
	for _, c := range []struct {
		n    string
		t    Type
		m    program.DataModel
		want string
		kind Kind
	}{
		{"1", Type{32, true}, program.LP64, "1", Primary},
		{"1", Type{64, false}, program.LP64, "1UL", Primary},
		{"1", Type{64, false}, program.ILP32, "1ULL", Primary},
		{"-5", Type{64, true}, program.LP64, "-5L", Unary},
		{"-2147483648", Type{64, true}, program.ILP32, "-2147483648LL", Unary},
		{"-2147483648", Type{32, true}, program.ILP32, "-2147483647 - 1", Sum},
		{"-9223372036854775808", Type{64, true}, program.LP64, "-9223372036854775807L - 1", Sum},
		{"-9223372036854775808", Type{128, true}, program.LP64, "(__int128)(-9223372036854775807L - 1)", Unary},
		{"18446744073709551616", Type{128, false}, program.LP64, "(unsigned __int128)1UL << 64 | 0UL", Bits},
	} {
		n, _ := new(big.Int).SetString(c.n, 10)
		if got, kind := Integer(n, c.t, c.m); got != c.want || kind != c.kind {
			t.Errorf("%s: %s (%d), want %s (%d)", c.n, got, kind, c.want, c.kind)
		}
	}
	for n, want := range map[int64]Type{0: {32, true}, math.MinInt32: {32, true}, math.MaxInt32 + 1: {32, false}, math.MaxUint32 + 1: {64, true}, math.MinInt32 - 1: {64, true}} {
		if got, ok := TypeOf(big.NewInt(n)); !ok || got != want {
			t.Errorf("%d: %v", n, got)
		}
	}
}

// TestLargest: the largest finite value of each floating-point type.
func TestLargest(t *testing.T) {
	for s, want := range map[*logic.Sort]string{logic.Float32: "0x1.fffffep+127f", logic.Float64: "0x1.fffffffffffffp+1023", X87: "0x1.fffffffffffffffep+16383L"} {
		if got, ok := Largest(s); !ok || got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestStrings: string and character literals with escapes that no following digit extends.
func TestStrings(t *testing.T) {
	if got, want := String([]byte("a\"\x01b\n\\\x000\xff??/?")), `"a\"\001b\n\\\0000\377?\?/?"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for b, want := range map[byte]string{'x': `'x'`, '\'': `'\''`, 0: `'\0'`, '"': `'"'`, '\\': `'\\'`} {
		if got, ok := Character(b); !ok || got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if _, ok := Character(200); ok {
		t.Error("a byte that has no character")
	}
}

// TestMemory: what has no integer bit where it must have one is no long double.
func TestMemory(t *testing.T) {
	for _, s := range samples() {
		if s.v.Sort() != X87 {
			continue
		}
		m, head := ToX87(s.v)
		memory := new(big.Int).Lsh(new(big.Int).SetUint64(head), 64)
		memory.Or(memory, m)
		if b, ok := OfX87(memory); !ok || b.Cmp(s.v.BVBig()) != 0 {
			t.Errorf("%s: %#x", s.exact, memory)
		}
		if _, ok := OfX87(memory.SetBit(memory, 63, 1-memory.Bit(63))); ok {
			t.Errorf("%#x is no number", memory)
		}
	}
}

// TestCompiled: gcc takes a constant for the value, bit by bit, and the exact text too where strtold or scanf reads it.
func TestCompiled(t *testing.T) {
	need.Tool(t, "gcc")
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int bad;\n" +
		"static void same(int k, const void *p, const void *q, unsigned n) { if (memcmp(p, q, n)) bad = 1, printf(\"%d\\n\", k); }\nint main(void) {\n")
	for i, s := range samples() {
		expr, _ := Expr(s.v, s.signed)
		n, size := s.v.BVBig(), (s.v.Sort().Width()+7)/8
		switch {
		case s.v.Sort().IsBool():
			n, size = big.NewInt(0), 1
			if s.v.IsTrue() {
				n.SetInt64(1)
			}
		case s.v.Sort() == X87:
			m, head := ToX87(s.v)
			n, size = m.Or(m, new(big.Int).Lsh(new(big.Int).SetUint64(head), 64)), 10
		}
		var bytes []string
		for k := range size {
			bytes = append(bytes, fmt.Sprint(new(big.Int).Rsh(n, uint(8*k)).Uint64()&0xff))
		}
		fmt.Fprintf(&b, "{ %s x = %s; unsigned char q[] = {%s}; same(%d, &x, q, %d);\n", s.typ, expr, strings.Join(bytes, ","), i, size)
		if read := map[string]string{"float": "strtof", "double": "strtod", "long double": "strtold"}[s.typ]; read != "" {
			for _, text := range []string{s.exact, s.short} {
				fmt.Fprintf(&b, "x = %s(\"%s\", 0); same(%d, &x, q, %d);\n", read, text, i, size)
			}
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "{ const char s[] = %s; unsigned char q[] = {1, 'b', '\"', '?', '?', '/', 0, '0', 255, 0}; same(-1, s, q, sizeof s); }\n", String([]byte("\x01b\"??/\x000\xff")))
	b.WriteString("return bad; }\n")
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(source, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, std := range []string{"-std=gnu11", "-std=c11"} {
		if out, err := exec.Command("gcc", std, "-Wall", "-Werror", "-o", binary, source).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", std, err, out, b.String())
		}
		if out, err := exec.Command(binary).CombinedOutput(); err != nil {
			t.Errorf("%s: of samples %s gcc has other values\n%s", std, out, b.String())
		}
	}
}
