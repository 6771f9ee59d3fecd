package link

import (
	"slices"
	"strings"
)

// class is the class of a name declared at file scope.
type class uint8

const (
	typedef class = iota
	enumerator
	internal  // static
	declared  // with external linkage, without a definition
	defined   // with external linkage, with one; a tentative one, too
	inlineDef // a function that is inline without being static
)

// name is a name that a declaration declares.
type name struct {
	text  string
	class class
	fn    bool // a function
	at    int  // its token
	owner int  // an enumeration constant in a type with a tag: the outermost such type; else -1
}

// definition of a tag: the tokens of its body, braces included, and those from its keyword to behind its attributes.
type definition struct {
	tag         string
	kind        string // struct, union or enum
	open, close int
	at          int
	first, last int
}

// declaration is one of file scope: the tokens from first up to last.
type declaration struct {
	first, last int
	names       []name
	tags        []definition
	body        bool // it is a definition of a function
}

// unit is a scanned text.
type unit struct {
	tokens   []token
	packs    packing     // at the end
	pair     map[int]int // brackets
	decls    []*declaration
	typedefs map[string]bool
	fnTypes  map[string]bool   // those of function types
	labels   map[string]string // the assembler's names of names
	inner    map[string]bool   // names with external linkage that are declared in blocks
	called   map[string]bool   // words before an opening parenthesis
	other    map[string]bool   // words, not tags or members, anywhere but before one
	quotes   map[string]bool   // strings in attributes
}

// fault is the error for a text that cannot be scanned.
type fault struct {
	at  int // byte
	msg string
}

// Error implements error.
func (f *fault) Error() string { return f.msg }

var storage = words("typedef extern static inline __inline __inline__ _Noreturn _Thread_local __thread register auto __extension__ const volatile restrict __restrict __restrict__ __const __const__ __volatile__ __volatile")

var basic = words("void char short int long float double signed unsigned _Bool _Complex __complex__ __signed__ __signed __int128 __int128_t __uint128_t _Float16 _Float32 _Float64 _Float128 _Float32x _Float64x __float128 __builtin_va_list")

var others = words("if else while for do switch case default return goto break continue sizeof _Alignof __alignof__ asm __asm __asm__ _Generic")

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

func isAttribute(w string) bool { return w == "__attribute__" || w == "__attribute" }

func isTypeof(w string) bool { return w == "typeof" || w == "__typeof__" || w == "__typeof" }

func isRecord(w string) bool { return w == "struct" || w == "union" || w == "enum" }

func isAsm(w string) bool { return w == "asm" || w == "__asm__" || w == "__asm" }

// survey finds the declarations of a text and the roles of its words.
func survey(src []byte) (u *unit, err error) {
	tokens, packs := tokenize(src)
	u = &unit{tokens: tokens, packs: packs, typedefs: map[string]bool{}, fnTypes: map[string]bool{}, labels: map[string]string{}, inner: map[string]bool{}, called: map[string]bool{}, other: map[string]bool{}, quotes: map[string]bool{}}
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(*fault)
			if !ok {
				panic(r)
			}
			u, err = nil, f
		}
	}()
	u.match()
	u.roles()
	for i := 0; i < len(u.tokens); {
		i = u.external(i)
	}
	u.uses()
	return u, nil
}

func (u *unit) fail(i int, msg string) {
	at := 0
	if len(u.tokens) > 0 {
		at = u.tokens[min(i, len(u.tokens)-1)].start
	}
	panic(&fault{at, msg})
}

// is reports whether token i is the given text, a literal aside.
func (u *unit) is(i int, text string) bool {
	return i >= 0 && i < len(u.tokens) && u.tokens[i].text == text && u.tokens[i].kind != literal
}

// word returns the word at i, "" where there is none.
func (u *unit) word(i int) string {
	if i >= 0 && i < len(u.tokens) && u.tokens[i].kind == word {
		return u.tokens[i].text
	}
	return ""
}

// match pairs brackets.
func (u *unit) match() {
	u.pair = map[int]int{}
	closing := map[string]string{")": "(", "]": "[", "}": "{"}
	var open []int
	for i := range u.tokens {
		t := &u.tokens[i]
		if t.kind != punct {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) == 0 || u.tokens[open[len(open)-1]].text != closing[t.text] {
				u.fail(i, "unbalanced "+t.text)
			}
			u.pair[open[len(open)-1]], u.pair[i] = i, open[len(open)-1]
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		u.fail(open[0], "unbalanced "+u.tokens[open[0]].text)
	}
}

// group returns the token behind the brackets that open at i, if they do.
func (u *unit) group(i int) int {
	if j, ok := u.pair[i]; ok && j > i {
		return j + 1
	}
	return i
}

// attributes skips attributes at i.
func (u *unit) attributes(i int) int {
	for isAttribute(u.word(i)) {
		i = u.group(i + 1)
	}
	return i
}

// roles distinguishes tags, members and attribute words from ordinary names.
func (u *unit) roles() {
	for i := range u.tokens {
		t := &u.tokens[i]
		if t.kind != word {
			continue
		}
		switch {
		case u.is(i-1, ".") || u.is(i-1, "->"):
			t.role = apart
		case isRecord(t.text):
			j := u.attributes(i + 1)
			if w := u.word(j); w != "" {
				u.tokens[j].role = tag
				j = u.attributes(j + 1)
			}
			if t.text != "enum" && u.is(j, "{") {
				u.members(j)
			}
		case isAttribute(t.text):
			u.attribute(i + 1)
		case t.text == "__builtin_offsetof" && u.is(i+1, "("):
			for j := i + 2; j < u.pair[i+1]; j = max(j+1, u.group(j)) {
				if u.is(j, ",") && u.word(j+1) != "" {
					u.tokens[j+1].role = apart
				}
			}
		}
	}
}

// attribute marks the words of attributes; names in their arguments are ordinary.
func (u *unit) attribute(open int) {
	if !u.is(open, "(") || !u.is(open+1, "(") {
		return
	}
	for i := open + 2; i < u.pair[open+1]; i++ {
		if !u.is(i, "(") {
			u.tokens[i].role = apart
			continue
		}
		w := strings.Trim(u.word(i-1), "_")
		for j := i + 1; j < u.pair[i]; j++ {
			t := &u.tokens[j]
			if t.kind == literal {
				u.quotes[strings.Trim(t.text, `"`)] = true
			}
			if w == "mode" || w == "format" {
				t.role = apart
			}
		}
		i = u.pair[i]
	}
}

// members marks the names of the members in the body that opens at i.
func (u *unit) members(open int) {
	for i := open + 1; i < u.pair[open]; {
		if u.is(i, ";") {
			i++
			continue
		}
		if strings.HasPrefix(u.word(i), "_Static_assert") {
			i = u.group(i + 1)
			continue
		}
		i = u.specifiers(i, nil, func(string) bool { return true })
		for i < u.pair[open] && !u.is(i, ";") {
			at, next, _ := u.declarator(i)
			if at >= 0 {
				u.tokens[at].role = apart
			}
			for i = next; i < u.pair[open] && !u.is(i, ",") && !u.is(i, ";"); {
				i = max(i+1, u.group(i))
			}
			if u.is(i, ",") {
				i++
			}
		}
	}
}

// specifiers skips declaration specifiers from i on, and records in d the types they define. isType reports whether a word may be the name of a type.
func (u *unit) specifiers(i int, d *declaration, isType func(string) bool) int {
	for typed := false; ; {
		w := u.word(i)
		switch {
		case w == "":
			return i
		case isAttribute(w):
			i = u.group(i + 1)
		case storage[w]:
			i++
		case w == "_Atomic" || w == "_Alignas":
			typed = typed || w == "_Atomic" && u.is(i+1, "(")
			i = u.group(i + 1)
		case isTypeof(w):
			typed = true
			i = u.group(i + 1)
		case basic[w]:
			typed = true
			i++
		case isRecord(w):
			typed = true
			i = u.record(i, d)
		case typed || !isType(w):
			return i
		default:
			typed = true
			i++
		}
	}
}

// record skips the type that begins with struct, union or enum at i.
func (u *unit) record(i int, d *declaration) int {
	kind, first := u.word(i), i
	i = u.attributes(i + 1)
	label, at := u.word(i), i
	if label != "" {
		i = u.attributes(i + 1)
	}
	if !u.is(i, "{") {
		return i
	}
	if d != nil {
		if label != "" {
			d.tags = append(d.tags, definition{label, kind, i, u.pair[i], at, first, u.attributes(u.group(i))})
		}
		u.within(i, kind, d)
	}
	return u.attributes(u.group(i))
}

// within records the file-scope names defined in the body of a type that opens at i.
func (u *unit) within(open int, kind string, d *declaration) {
	if kind == "enum" {
		for i := open + 1; i < u.pair[open]; {
			if w := u.word(i); w != "" {
				d.names = append(d.names, name{text: w, class: enumerator, at: i, owner: slices.IndexFunc(d.tags, func(t definition) bool { return t.open <= i && i < t.close })})
			}
			for ; i < u.pair[open] && !u.is(i, ","); i = max(i+1, u.group(i)) {
			}
			i++
		}
		return
	}
	for i := open + 1; i < u.pair[open]; {
		if isRecord(u.word(i)) {
			i = u.record(i, d)
			continue
		}
		i++
	}
}

// declarator finds the token of the name that the declarator at i declares (-1: none), the token
// behind the declarator, and whether it is one of a function.
func (u *unit) declarator(i int) (at, next int, fn bool) {
	pointer := false
	for {
		w := u.word(i)
		switch {
		case u.is(i, "*"):
			pointer = true
			i++
		case u.is(i, "("):
			pointer = false // a star within the parentheses counts
			i++
		case isAttribute(w):
			i = u.group(i + 1)
		case storage[w] || w == "_Atomic":
			i++
		default:
			if w == "" || basic[w] || others[w] {
				return -1, i, false
			}
			at, i = i, i+1
			for u.is(i, ")") {
				i++
			}
			inside := i > at+1
			fn = u.is(i, "(") && !(inside && pointer)
			for {
				switch {
				case u.is(i, "("), u.is(i, "["):
					i = u.group(i)
				case u.is(i, ")"):
					i++
				case isAttribute(u.word(i)), isAsm(u.word(i)):
					i = u.group(i + 1)
				default:
					return at, i, fn
				}
			}
		}
	}
}

// external reads the declaration of file scope that begins at i and returns the position after it.
func (u *unit) external(i int) int {
	switch w := u.word(i); {
	case u.is(i, ";"):
		return i + 1
	case isAsm(w), w == "_Static_assert", w == "static_assert":
		for ; i < len(u.tokens) && !u.is(i, ";"); i = max(i+1, u.group(i)) {
		}
		return i + 1
	}
	d := &declaration{first: i}
	next := u.specifiers(i, d, func(w string) bool { return u.typedefs[w] })
	has := func(ws ...string) bool {
		return slices.ContainsFunc(ws, func(w string) bool { return u.among(d.first, next, w) })
	}
	isTypedef, isStatic, isExtern, isInline := has("typedef"), has("static"), has("extern"), has("inline", "__inline", "__inline__")
	fnType := false
	for i := d.first; i < next; i = max(i+1, u.group(i)) {
		fnType = fnType || u.fnTypes[u.word(i)] && u.tokens[i].role == ordinary
	}
	for j := next; ; {
		if u.is(j, ";") {
			next = j + 1
			break
		}
		at, k, fn := u.declarator(j)
		if at < 0 {
			u.fail(j, "a declaration that is not understood")
		}
		fn = fn || k == at+1 && at == j && fnType
		if l := u.label(at, k); l != "" {
			u.labels[u.tokens[at].text] = l
		}
		n := name{text: u.tokens[at].text, fn: fn, at: at, class: declared, owner: -1}
		body := u.is(k, "{")
		if fn && !body && !u.is(k, ",") && !u.is(k, ";") && !u.is(k, "=") { // parameters declared behind them
			for k < len(u.tokens) && !u.is(k, "{") {
				k++
			}
			body = true
		}
		init := u.is(k, "=")
		for ; init && k < len(u.tokens) && !u.is(k, ",") && !u.is(k, ";"); k = max(k+1, u.group(k)) {
		}
		switch {
		case isTypedef:
			n.class = typedef
			u.typedefs[n.text] = true
			u.fnTypes[n.text] = fn
		case isStatic:
			n.class = internal
		case body && isInline:
			n.class = inlineDef
		case body, !fn && (!isExtern || init):
			n.class = defined
		}
		d.names = append(d.names, n)
		if body {
			d.body = true
			next = u.group(k)
			break
		}
		if k >= len(u.tokens) {
			u.fail(k, "a declaration without an end")
		}
		if j = k; u.is(j, ",") {
			j++
		} else if !u.is(j, ";") {
			u.fail(j, "a declaration that is not understood")
		}
	}
	d.last = next
	u.decls = append(u.decls, d)
	return next
}

// label is the assembler's name in a declarator of the tokens from first up to last; "": it has none.
func (u *unit) label(first, last int) string {
	for i := first; i < last; i++ {
		if isAsm(u.word(i)) && u.is(i+1, "(") && i+2 < last {
			return strings.Trim(u.tokens[i+2].text, `"`)
		}
	}
	return ""
}

// among reports whether a word is among the specifiers, outside of brackets.
func (u *unit) among(from, to int, w string) bool {
	for i := from; i < to; i = max(i+1, u.group(i)) {
		if u.word(i) == w {
			return true
		}
	}
	return false
}

// uses records how words are used in the unit.
func (u *unit) uses() {
	for i := range u.tokens {
		t := &u.tokens[i]
		if t.kind != word || t.role != ordinary {
			continue
		}
		if u.is(i+1, "(") {
			u.called[t.text] = true
		} else {
			u.other[t.text] = true
		}
	}
	for _, d := range u.decls {
		if !d.body {
			continue
		}
		for i := d.first; i < d.last; i++ {
			if u.word(i) != "extern" || i == d.first {
				continue
			}
			for ; i < d.last && !u.is(i, ";"); i++ {
				if u.word(i) != "" && u.tokens[i].role == ordinary {
					u.inner[u.word(i)] = true
				}
			}
		}
	}
}
