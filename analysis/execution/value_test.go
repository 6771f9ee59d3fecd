package execution

import (
	"math"
	"math/big"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// TestValues: values of all types as a trace shows them, pointers by the objects and members that they point to.
func TestValues(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: program.LP64}
	point := &program.Type{Kind: program.RecordType, Size: 8}
	i32 := &program.Type{Kind: program.IntegerType, Size: 4, Signed: true}
	point.Fields = []program.Member{{Name: "x", Type: i32}, {Name: "y", Offset: 4, Type: i32}}
	array := &program.Type{Kind: program.ArrayType, Size: 24, Elem: point, Len: 3}
	p.Objects = []*program.Object{{Name: "&main::a@2", Size: 24, Base: f.BV(4096, 64), Func: "main", Type: array}, {Name: "&f", Size: 1, Base: f.BV(64, 64)}}
	r := NewRecorder(p, Source{})
	pointer := func(elem *program.Type) *program.Type {
		return &program.Type{Kind: program.PointerType, Size: 8, Elem: elem}
	}
	char := &program.Type{Kind: program.CharacterType, Name: "char", Size: 1, Signed: true}
	byteType := &program.Type{Kind: program.CharacterType, Name: "unsigned char", Size: 1}
	for _, c := range []struct {
		t    *program.Type
		v    *logic.Term
		want string
	}{
		{i32, f.BVInt(-7, 32), "-7"},
		{&program.Type{Kind: program.IntegerType}, f.BVInt(-1, 8), "255"},
		{char, f.BV('x', 8), "'x' (120)"},
		{char, f.BV('\'', 8), `'\'' (39)`},
		{char, f.BVInt(-3, 8), "-3"},
		{byteType, f.BV(65, 8), "65 ('A')"},
		{byteType, f.BV(10, 8), "10"},
		{&program.Type{Kind: program.BoolType}, f.BV(1, 8), "true"},
		{nil, f.FloatBits(logic.Float64, f.BV(math.Float64bits(1), 64).BVBig()), "1.0"},
		{&program.Type{Kind: program.FloatType, Size: 4}, f.BV(uint64(math.Float32bits(0.1)), 32), "0.1"},
		{nil, f.FloatBits(logic.Float32, f.BV(0x7fc00000, 32).BVBig()), "nan"},
		{nil, f.FloatBits(literal.X87, new(big.Int).Lsh(f.BV(16383, 16).BVBig(), 63)), "1.0"},
		{&program.Type{Kind: program.FloatType, Size: 10}, f.Concat(f.BV(0x3fff, 16), f.BV(3<<62, 64)), "1.5"},
		{&program.Type{Kind: program.FloatType, Size: 10}, f.Concat(f.BV(0x3fff, 16), f.BV(1, 64)), "0x3fff0000000000000001"},
		{pointer(i32), f.BV(0, 64), "NULL"},
		{pointer(array), f.BV(4096, 64), "&a"},
		{pointer(point), f.BV(4096, 64), "&a[0]"},
		{pointer(i32), f.BV(4096, 64), "&a[0].x"},
		{pointer(point), f.BV(4096+8, 64), "&a[1]"},
		{pointer(i32), f.BV(4096+12, 64), "&a[1].y"},
		{pointer(char), f.BV(4096+13, 64), "&a[1].y + 1 bytes"},
		{pointer(point), f.BV(4096+24, 64), "&a + 24 bytes"},
		{pointer(nil), f.BV(64, 64), "&f"},
		{pointer(i32), f.BV(99, 64), "0x63"},
	} {
		if got := r.value(c.t, c.v, true); got != c.want {
			t.Errorf("%s: %s, want %s", c.v, got, c.want)
		}
	}
}

// TestLiteral: strings are shown as C literals, up to their end.
func TestLiteral(t *testing.T) {
	for in, want := range map[string]string{"bob\x00x": `"bob"`, "a\"\n\x01": `"a\"\n\001"`, "": `""`} {
		if got := stringLiteral([]byte(in)); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
