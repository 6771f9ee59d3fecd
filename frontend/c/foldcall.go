package c

import (
	"math/big"
	"math/bits"
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// call is the value of a call of a built-in function that gcc evaluates in constant expressions. Arguments of 0 have the results that it gives there.
func (f *folder) call(n *cc.PostfixExpression) (none folded, known bool) {
	name, called := tree.CalleeName(n.PostfixExpression)
	es := tree.Args(n)
	if !called || len(es) == 0 {
		return none, false
	}
	intT := f.tt.kind(cc.Int)
	switch name {
	case "__builtin_constant_p", "__ccgo__types_compatible_p":
		if !f.needsTypes() {
			return none, false
		}
		return f.literal(n.Value(), intT)
	case "__builtin_choose_expr":
		c, ok := f.eval(es[0])
		switch {
		case !ok || len(es) != 3:
			return none, false
		case f.truth(c):
			return f.eval(es[1])
		}
		return f.eval(es[2])
	case "__builtin_expect", "__builtin_expect_with_probability":
		return f.argument(es[0], f.tt.kind(cc.Long))
	case "strlen", "__builtin_strlen":
		s, ok := tree.Strip(es[0]).Value().(cc.StringValue)
		if !ok {
			return none, false
		}
		length := strings.IndexByte(string(s), 0)
		if length < 0 {
			return none, false
		}
		return f.int(int64(length), f.tt.sizeT())
	case "abs", "__builtin_abs", "labs", "__builtin_labs", "llabs", "__builtin_llabs":
		kinds := map[string]cc.Kind{"abs": cc.Int, "labs": cc.Long, "llabs": cc.LongLong}
		v, ok := f.argument(es[0], f.tt.kind(kinds[strings.TrimPrefix(name, "__builtin_")]))
		if !ok {
			return none, false
		}
		return f.integer(new(big.Int).Abs(v.i), v.t), true
	}
	base, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return none, false
	}
	if swapped := map[string]cc.Kind{"bswap16": cc.UShort, "bswap32": cc.UInt, "bswap64": cc.ULongLong}[base]; swapped != cc.InvalidKind {
		t := f.tt.kind(swapped)
		if base == "bswap64" && f.tt.ptrW == 64 {
			t = f.tt.kind(cc.ULong)
		}
		v, ok := f.argument(es[0], t)
		if !ok {
			return none, false
		}
		return f.integer(new(big.Int).SetUint64(bits.ReverseBytes64(v.i.Uint64())>>(64-t.width)), t), true
	}
	t := f.tt.kind(cc.UInt)
	if short, ok := strings.CutSuffix(base, "ll"); ok {
		base, t = short, f.tt.kind(cc.ULongLong)
	} else if short, ok := strings.CutSuffix(base, "l"); ok {
		base, t = short, f.tt.kind(cc.ULong)
	}
	count := counts[base]
	if count == nil {
		return none, false
	}
	v, ok := f.argument(es[0], t)
	if !ok {
		return none, false
	}
	return f.int(int64(count(v.i.Uint64(), t.width)), intT)
}

// argument is an argument, converted to the parameter's type.
func (f *folder) argument(e cc.ExpressionNode, t *ctype) (none folded, known bool) {
	v, ok := f.eval(e)
	if !ok {
		return none, false
	}
	return f.convert(v, t)
}

// counts are the built-in functions that count bits.
var counts = map[string]func(x uint64, width int) int{
	"popcount": func(x uint64, _ int) int { return bits.OnesCount64(x) },
	"parity":   func(x uint64, _ int) int { return bits.OnesCount64(x) % 2 },
	"clz":      func(x uint64, width int) int { return bits.LeadingZeros64(x) - 64 + width },
	"ctz":      func(x uint64, width int) int { return min(bits.TrailingZeros64(x), width) },
	"ffs": func(x uint64, width int) int {
		if x == 0 {
			return 0
		}
		return bits.TrailingZeros64(x) + 1
	},
	"clrsb": func(x uint64, width int) int {
		x <<= 64 - width // the sign is the first bit
		if x>>63 == 1 {
			x = ^x >> (64 - width) << (64 - width)
		}
		return min(bits.LeadingZeros64(x), width) - 1
	},
}
