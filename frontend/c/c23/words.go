package c23

import (
	"fmt"
	"strings"
)

// Spelling begins the numbers in the texts of macros on which conditions of directives depend: they have a value there, and another type than it elsewhere.
const Spelling = "0x0000000000000000000000000000000"

// True is the value of true.
const True = Spelling + "1"

// Character is the value of a character constant with the prefix u8, or of one with u.
func Character(value uint16, u8 bool) string {
	if u8 {
		return fmt.Sprintf("%s0%02xu", Spelling, value)
	}
	return fmt.Sprintf("%s0%04xu", Spelling, value)
}

// kind is how a word of C23 is used.
type kind uint8

const (
	typeName   kind = iota + 1 // a type specifier
	value                      // an expression
	call                       // with something in parentheses
	prefix                     // a declaration specifier
	introduces                 // one that makes a declaration of another form
)

// words are the keywords of C23 and those of GNU that need a translation.
var words = map[string]kind{
	"bool": typeName, "true": value, "false": value, "nullptr": value,
	"static_assert": call, "_Static_assert": call, "alignas": call, "alignof": call, "typeof_unqual": call, "__typeof_unqual__": call, "__typeof_unqual": call,
	"thread_local": prefix, "constexpr": introduces, "auto": introduces, "_BitInt": call, "unreachable": call, "typeof": call, "__typeof__": call, "__typeof": call,
}

// old are the words that are keywords in GNU's C17, too.
var old = map[string]bool{"_Static_assert": true, "auto": true, "_BitInt": true, "__typeof_unqual__": true, "__typeof_unqual": true, "typeof": true, "__typeof__": true, "__typeof": true}

// basic are the words of basic types.
var basic = set("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "__int128", "__int128_t", "__uint128_t", "__signed__",
	"_Float16", "_Float32", "_Float64", "_Float128", "_Float32x", "_Float64x", "__float128", "__float80", "_Decimal32", "_Decimal64", "_Decimal128", "__builtin_va_list")

// specifiers are words in front of a declaration's type.
var specifiers = set("static", "extern", "register", "typedef", "inline", "_Noreturn", "_Thread_local", "const", "volatile", "restrict", "_Atomic",
	"__const", "__volatile__", "__volatile", "__inline", "__inline__", "__thread", "__extension__", "__restrict", "__restrict__")

// storage are the storage classes that a compound literal may have.
var storage = set("static", "register", "constexpr", "thread_local", "_Thread_local")

// keywords are the words that are no identifiers in any C.
var keywords = func() map[string]bool {
	m := set("break", "case", "continue", "default", "do", "else", "enum", "for", "goto", "if", "return", "sizeof", "struct", "switch", "union", "while",
		"_Alignas", "_Alignof", "_Generic", "_Static_assert", "asm", "typeof", "auto")
	for _, more := range []map[string]bool{basic, specifiers} {
		for w := range more {
			m[w] = true
		}
	}
	return m
}()

func set(words ...string) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		m[w] = true
	}
	return m
}

// precise reports whether a number has the suffix of a bit-precise integer, or has a spelling of the front end.
func precise(num string) bool {
	s := strings.ToLower(num)
	return strings.HasSuffix(s, "wb") || strings.HasSuffix(s, "wbu") || strings.HasPrefix(num, Spelling)
}

// declared finds the words of C23 that the program declares as its own names.
func (r *rewriter) declared() {
	var enums []bool // for each open brace, whether it is of an enumeration
	for i := range r.toks {
		switch w := r.word(i); {
		case w == "{":
			enums = append(enums, r.opensEnum(i))
		case w == "}":
			enums = enums[:max(0, len(enums)-1)]
		case words[w] != 0 && !old[w] && !r.own[w]:
			r.own[w] = r.declares1(i, words[w], len(enums) > 0 && enums[len(enums)-1])
		}
	}
}

// opensEnum reports whether the brace at i opens the constants of an enumeration.
func (r *rewriter) opensEnum(i int) bool {
	for n := 0; n < 8 && i > 0; n++ { // a tag and a type
		if i--; r.is(i, "enum") {
			return true
		}
		if !r.ident(i) && !r.is(i, ":") {
			return false
		}
	}
	return false
}

// declares1 reports whether the word at i is one that the program declares, or uses where no keyword stands.
func (r *rewriter) declares1(i int, k kind, enum bool) bool {
	before, after := r.word(i-1), r.word(i+1)
	switch before {
	case ".", "->", "goto", "struct", "union", "enum":
		return true
	}
	typed := basic[before] || r.name(i-1) && words[before] == 0
	pointer := before == "*" && (basic[r.word(i-2)] || r.is(i-2, "*"))
	switch k {
	case typeName:
		return after == ";" || after == "=" || typed || pointer
	case value:
		return typed || pointer || enum && (before == "{" || before == ",")
	case call:
		return after != "(" || typed || pointer
	default:
		return !r.ident(i+1) && after != "["
	}
}

// typeNames finds the names that typedefs declare.
func (r *rewriter) typeNames() {
	for i := range r.toks {
		if !r.is(i, "typedef") {
			continue
		}
		for end := i; end < len(r.toks); end++ {
			if end = r.until(end, len(r.toks), ";", ","); end >= len(r.toks) {
				break
			}
			if r.name(end - 1) {
				r.types[r.word(end-1)] = true
			}
			if !r.is(end, ",") {
				break
			}
		}
	}
}

// keyword translates a keyword of C23.
func (r *rewriter) keyword(i int, w string) int {
	if !old[w] {
		r.needs(i, w)
	}
	one := func(text string) int { return r.put(i, i+1, text) }
	switch w {
	case "bool":
		return one("_Bool")
	case "true":
		return one("((_Bool)1)")
	case "false":
		return one("((_Bool)0)")
	case "nullptr":
		return one("((void *)0)")
	case "alignas":
		return one("_Alignas")
	case "alignof":
		return one("_Alignof")
	case "thread_local":
		return one("_Thread_local")
	case "static_assert", "_Static_assert":
		return r.assertion(i)
	case "typeof_unqual", "__typeof_unqual__", "__typeof_unqual":
		return r.unqualified(i)
	case "typeof", "__typeof__", "__typeof":
		if r.is(i+2, "const") || r.is(i+2, "volatile") || r.is(i+2, "_Atomic") && !r.is(i+3, "(") {
			if end := r.close(i + 1); end > 0 {
				return r.put(i, end, "__typeof__("+r.qualified(i+2, end-1)+")")
			}
		}
	case "unreachable":
		if r.strict {
			r.fail(i, "unreachable is not declared; include <stddef.h>")
		}
	case "_BitInt":
		return r.bitInt(i)
	case "constexpr":
		r.fail(i, "constexpr begins no declaration of an object")
	}
	return one(w)
}

// assertion gives a static assertion a message.
func (r *rewriter) assertion(i int) int {
	end := r.close(i + 1)
	if !r.is(i+1, "(") || end == 0 {
		r.fail(i, "a static assertion needs an expression in parentheses")
		return i + 1
	}
	comma := r.until(i+2, end-1, ",")
	if comma == i+2 {
		r.fail(i, "a static assertion needs an expression")
		return i + 1
	}
	return r.put(i, end, "_Static_assert("+r.render(i+2, comma)+`, "")`)
}

// unqualified is typeof_unqual: the qualifiers of a type name go; those of an expression's type are none of the parser's.
func (r *rewriter) unqualified(i int) int {
	end := r.close(i + 1)
	if !r.is(i+1, "(") || end == 0 {
		r.fail(i, "typeof_unqual needs a type or an expression in parentheses")
		return i + 1
	}
	from, to := i+2, end-1
	last := from // behind the last *
	for k := from; k < to; k++ {
		if r.is(k, "*") {
			last = k + 1
		}
	}
	text := ""
	switch {
	case r.isType(from) && last == from:
		for k := from; k < to; k++ {
			if !(r.is(k, "const") || r.is(k, "volatile") || r.is(k, "restrict") || r.is(k, "_Atomic") && !r.is(k+1, "(")) {
				text += " " + r.line(k, k+1)
			}
		}
	case r.isType(from):
		text = r.qualified(from, last)
	default:
		text = r.render(from, to)
	}
	return r.put(i, end, "__typeof__("+text+")")
}

// qualified is a type name with the qualifiers that it begins with behind its first word, where the parser expects them.
func (r *rewriter) qualified(from, to int) string {
	k := from
	for k < to && (r.is(k, "const") || r.is(k, "volatile") || r.is(k, "restrict") || r.is(k, "_Atomic") && !r.is(k+1, "(")) {
		k++
	}
	first := k + 1
	if w := r.word(k); w == "struct" || w == "union" || w == "enum" {
		first++
	}
	first = min(first, to)
	return r.line(k, first) + " " + r.line(from, k) + " " + r.line(first, to)
}

// isType reports whether a type name begins at i.
func (r *rewriter) isType(i int) bool {
	w := r.word(i)
	return basic[w] || specifiers[w] || r.types[w] || w == "struct" || w == "union" || w == "enum" || w == "bool" && !r.own[w] || w == "typeof" || w == "__typeof__" ||
		strings.HasPrefix(w, "typeof_unqual")
}
