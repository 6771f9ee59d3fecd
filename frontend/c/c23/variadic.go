package c23

import (
	"bytes"

	"cupel/frontend/c/scan"
)

// The marks that preprocessing leaves of __VA_OPT__(x): OptArgs(arguments)OptThen x OptEnd.
const (
	OptArgs = "QV_A_"
	OptThen = "QV_T_"
	OptEnd  = "QV_E_"
)

// variadic resolves the marks of __VA_OPT__: x stays where there are arguments.
func variadic(text []byte) ([]byte, *Error) {
	if !bytes.Contains(text, []byte(OptEnd)) {
		return text, nil
	}
	v := &options{text: text}
	for t := range scan.Tokens(text) {
		if t.Kind != scan.Space && t.Kind != scan.Remark {
			v.toks = append(v.toks, t)
		}
	}
	v.out = bytes.Clone(text)
	for k := 0; k < len(v.toks) && v.err == nil; {
		last := v.optional(k)
		if v.err == nil && last == k && v.is(k, OptEnd, OptThen) {
			v.fail(k)
		}
		k = last + 1
	}
	if v.err != nil {
		return nil, v.err
	}
	return v.out, nil
}

// options blanks the marks, and what is not there, in a copy of the text.
type options struct {
	text, out []byte
	toks      []scan.Token
	err       *Error
}

func (v *options) is(k int, words ...string) bool {
	for _, w := range words {
		if k < len(v.toks) && string(v.text[v.toks[k].Start:v.toks[k].End]) == w {
			return true
		}
	}
	return false
}

func (v *options) fail(k int) {
	v.err = &Error{At: v.toks[min(k, len(v.toks)-1)].Start, Unsupported: true, Msg: "__VA_OPT__ is not supported where the macro's text is the argument of another one"}
}

func (v *options) blank(i, j int) {
	for k := i; k < j; k++ {
		if v.out[k] != '\n' {
			v.out[k] = ' '
		}
	}
}

// optional resolves what begins at token k, if it is a mark, and returns its last token.
func (v *options) optional(k int) int {
	if !v.is(k, OptArgs) {
		return k
	}
	begin, depth, there := k, 0, false
	for k++; k < len(v.toks); k++ {
		switch {
		case v.is(k, "("):
			depth++
		case v.is(k, ")"):
			depth--
		case v.is(k, OptArgs):
			from := k
			if k = v.optional(k); v.err != nil {
				return k
			}
			there = there || len(bytes.TrimSpace(v.out[v.toks[from].Start:v.toks[k].End])) > 0
			continue
		case v.is(k, OptThen, OptEnd, "__VA_ARGS__"):
			v.fail(k)
			return k
		}
		if depth == 0 {
			break
		}
		there = there || depth > 1 || !v.is(k, "(")
	}
	if !v.is(k+1, OptThen) {
		v.fail(k)
		return k
	}
	then := k + 1
	for k = then + 1; k < len(v.toks) && !v.is(k, OptEnd); k++ {
		if k = v.optional(k); v.err != nil {
			return k
		}
	}
	if k >= len(v.toks) {
		v.fail(k)
		return k
	}
	if there {
		v.blank(v.toks[begin].Start, v.toks[then].End)
		v.blank(v.toks[k].Start, v.toks[k].End)
	} else {
		v.blank(v.toks[begin].Start, v.toks[k].End)
	}
	return k
}
