package c23

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Bits is the beginning of the names of the types that stand for bit-precise integers (6.2.5): the sign, s or u, and the width follow.
const Bits = "__cupel_bits_"

// Precise returns the width of the bit-precise type that a name stands for, and whether it is signed.
func Precise(name string) (width int, signed, ok bool) {
	rest, ok := strings.CutPrefix(name, Bits)
	if !ok || rest == "" || rest[0] != 's' && rest[0] != 'u' {
		return 0, false, false
	}
	width, err := strconv.Atoi(rest[1:])
	return width, rest[0] == 's', err == nil && width > 0 && width <= 128
}

func bits(width int, signed bool) string {
	if signed {
		return Bits + "s" + strconv.Itoa(width)
	}
	return Bits + "u" + strconv.Itoa(width)
}

// bitInt translates _BitInt(N); the sign may stand among the specifiers before and behind it.
func (r *rewriter) bitInt(i int) int {
	width, err := strconv.ParseInt(strings.ReplaceAll(r.word(i+2), "'", ""), 0, 64)
	switch signed := !r.besides(i, "unsigned"); {
	case !r.is(i+1, "(") || r.close(i+1) == 0:
		r.fail(i, "_BitInt needs a width in parentheses")
	case !r.is(i+3, ")") || err != nil:
		r.unsupported(i, "a width of _BitInt that is not written as a number is not supported")
	case width < 1 || signed && width < 2:
		r.fail(i+2, fmt.Sprintf("_BitInt(%d) is too narrow; a signed one has at least 2 bits, an unsigned one 1", width))
	case width > int64(r.widest):
		r.unsupported(i+2, fmt.Sprintf("_BitInt(%d) is wider than %d bits, which is not supported", width, r.widest))
	default:
		return r.put(i, i+4, bits(int(width), signed))
	}
	return i + 1
}

// besides reports whether a word is among the specifiers around the _BitInt at i.
func (r *rewriter) besides(i int, word string) bool {
	specifier := func(k int) bool { return specifiers[r.word(k)] || r.word(k) == "signed" || r.word(k) == "unsigned" }
	for k := i - 1; specifier(k); k-- {
		if r.is(k, word) {
			return true
		}
	}
	for k := i + 4; specifier(k); k++ {
		if r.is(k, word) {
			return true
		}
	}
	return false
}

// signs reports whether the word at i is the sign of a _BitInt.
func (r *rewriter) signs(i int) bool {
	k := i + 1
	for specifiers[r.word(k)] {
		k++
	}
	if r.is(k, "_BitInt") {
		return true
	}
	for k = i - 1; specifiers[r.word(k)]; k-- {
	}
	return r.is(k, ")") && r.is(k-3, "_BitInt")
}

// number translates a bit-precise constant: its type has the least width that holds it (6.4.4.2).
func (r *rewriter) number(i int) int {
	if digits, own := strings.CutPrefix(r.word(i), Spelling); own {
		switch {
		case r.is(i, True):
			return r.put(i, i+1, "((_Bool)1)")
		case len(digits) == len("0ffu"):
			return r.put(i, i+1, "((unsigned char)0x"+digits[1:3]+")")
		}
		return r.put(i, i+1, "((unsigned short)0x"+strings.TrimSuffix(digits, "u")+")")
	}
	text := strings.ToLower(strings.ReplaceAll(r.word(i), "'", ""))
	digits := strings.TrimRight(text, "uwb")
	if strings.HasPrefix(digits, "0x") || !strings.HasPrefix(digits, "0b") {
		digits = text[:strings.IndexAny(text, "wu")] // b may be a digit
	}
	v, ok := new(big.Int).SetString(digits, 0)
	if !ok {
		r.fail(i, "the constant "+r.word(i)+" is no number")
		return i + 1
	}
	width, signed := max(v.BitLen(), 1), !strings.Contains(text, "u")
	if signed {
		width = max(width+1, 2)
	}
	if v.BitLen() > 64 || width > r.widest {
		r.unsupported(i, "the constant "+r.word(i)+" of type _BitInt is too wide, which is not supported")
		return i + 1
	}
	return r.put(i, i+1, "(("+bits(width, signed)+")"+v.String()+"ull)")
}
