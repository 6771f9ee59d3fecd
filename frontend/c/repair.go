package c

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cupel/frontend/c/scan"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// Some valid C that cc refuses is mended where cc reports it, and read again.

var (
	redeclared  = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*redeclaration of '(\w+)'`)
	wantsAssign = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*unexpected .*, expected '='`)
	wantsEnd    = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*unexpected ',', expected ';'`)
	wantsAbstr  = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*unexpected '\(', expected abstract declarator`)
	incomplete  = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*sizeof incomplete type: array of`)
	noMatch     = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*failed to find a matching association for`)
	autoSecond  = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*unexpected '__auto_type', expected direct declarator`)
	typeofType  = lazyregexp.New(`TypeSpecifierTypeofType`)
)

// repair returns the source without the construct that err rejects, or nil.
func repair(path string, src []byte, err error) []byte {
	text := err.Error()
	at := func(re *regexp.Regexp) (int, []string) {
		m := re.FindStringSubmatch(text)
		if m == nil || m[1] != path {
			return 0, nil
		}
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		off, ok := offsetAt(path, src, token.Position{Filename: path, Line: line, Column: col})
		if !ok || off >= len(src) {
			return 0, nil
		}
		return off, m
	}
	if strings.Contains(text, "assertion failed") {
		// cc's sizes are not gcc's everywhere; lowering evaluates the assertions.
		return withoutAsserts(src)
	}
	if strings.Contains(text, "cannot initalize a variable length array") {
		if out := zeroArrays(path, src, text); out != nil {
			return out
		}
	}
	if off, m := at(notEvaluated()); m != nil {
		if out := withoutConstant(src, off, m[4]); out != nil {
			return out
		}
	}
	if off, m := at(redeclared()); m != nil && bytes.HasPrefix(src[off:], []byte(m[4])) {
		// A parameter of the function type that a function returns a pointer to.
		end := off + len(m[4])
		next := bytes.TrimLeft(src[end:], " \t\r\n")
		if len(next) > 0 && (next[0] == ',' || next[0] == ')') {
			out := bytes.Clone(src)
			blank(out, off, end)
			return out
		}
	}
	if off, m := at(wantsAssign()); m != nil {
		// The old form [i] value of a designator.
		before := bytes.TrimRight(src[:off], " \t")
		if len(before) > 0 && before[len(before)-1] == ']' {
			if len(before) < off {
				out := bytes.Clone(src)
				out[off-1] = '='
				return out
			}
			return insert(src, off, "=")
		}
	}
	if off, m := at(wantsEnd()); m != nil {
		if out := splitMembers(src, off); out != nil {
			return out
		}
	}
	if off, m := at(wantsAbstr()); m != nil {
		if out := functionSize(src, off); out != nil {
			return out
		}
	}
	if off, m := at(innerRange()); m != nil {
		if out := withoutInnerRange(src, off); out != nil {
			return out
		}
	}
	if off, m := at(autoSecond()); m != nil { // const only forbids
		if before := bytes.TrimRight(src[:off], " \t\r\n"); constWord().Match(before) {
			out := bytes.Clone(src)
			blank(out, len(before)-len("const"), len(before))
			return out
		}
	}
	if off, m := at(incomplete()); m != nil && sizeofBefore().Match(src[:off]) { // whether it is a parameter, whose type is a pointer, is found out by generics
		return insert(src, off, ofPointer)
	}
	if off, m := at(noMatch()); m != nil { // generics finds out whether there is one
		return insert(src, off, "default:"+noneMatches+",")
	}
	if out := rowsInLine(src, firstLine(path, text)); out != nil {
		return out
	}
	return withoutHarmless(src)
}

func insert(src []byte, off int, text string) []byte {
	return append(append(bytes.Clone(src[:off]), text...), src[off:]...)
}

var assertWord = lazyregexp.New(`\b(_Static_assert|static_assert)\b`)

// ofPointer precedes an operand of sizeof that cc takes for an array of unknown length.
const ofPointer = "/*0x00c15*/&*"

// sizeofBefore matches what ends in the operator sizeof.
var sizeofBefore = lazyregexp.New(`\bsizeof\s*$`)

// noneMatches is the expression of a generic selection that cc finds no association for.
const noneMatches = "0x00c12"

// granted precedes the conditions of static assertions that cc may evaluate wrongly: they hold for cc.
const granted = "0x00c11||"

// withoutAsserts makes the static assertions hold for cc; those that do already, and fail all the same, have no value there, and are blanked.
func withoutAsserts(src []byte) []byte {
	var out []byte
	ms := assertWord().FindAllIndex(src, -1)
	if !bytes.Contains(src, []byte(granted)) {
		for _, m := range slices.Backward(ms) {
			from, end := parenthesised(src, m[1])
			comma := condition(src, from, end)
			if end < 0 || comma < 0 || bytes.Contains(src[bytes.LastIndexByte(src[:m[0]], '\n')+1:m[0]], []byte("define")) {
				continue
			}
			if out == nil {
				out = bytes.Clone(src)
			}
			out = insert(insert(out, comma, ")"), from+1, granted+"(")
		}
		return out
	}
	for _, m := range ms {
		_, end := parenthesised(src, m[1])
		if end < 0 {
			continue
		}
		for end < len(src) && src[end] != ';' {
			end++
		}
		if end == len(src) || bytes.Contains(src[bytes.LastIndexByte(src[:m[0]], '\n')+1:m[0]], []byte("define")) {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		blank(out, m[0], end+1)
	}
	return out
}

// condition is where the condition of a static assertion with the parentheses from and end is followed by its message; -1: there is none.
func condition(src []byte, from, end int) int {
	comma := -1
	for i, depth := from, 0; i >= 0 && i < end; i++ {
		switch src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			to, _ := scan.Literal(src, i)
			i = to - 1
		case ',':
			if depth == 1 {
				comma = i
			}
		}
	}
	return comma
}

// parenthesised finds the parentheses that start at the next token after i:
// the offsets of the first and after the last.
func parenthesised(src []byte, i int) (from, to int) {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\n' || src[i] == '\r') {
		i++
	}
	if i >= len(src) || src[i] != '(' {
		return -1, -1
	}
	depth := 0
	for j := i; j < len(src); j++ {
		switch src[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i, j + 1
			}
		case '"', '\'':
			end, _ := scan.Literal(src, j)
			j = end - 1
		}
	}
	return -1, -1
}

var constWord = lazyregexp.New(`\bconst$`)
var typeofWord = lazyregexp.New(`\b(__typeof__|__typeof|typeof)\b`)
var plainType = lazyregexp.New(`^\s*((const|volatile|signed|unsigned|char|short|int|long|float|double|_Bool|void|struct\s+\w+|union\s+\w+|enum\s+\w+|\w+_t)\s*)+[\s*]*$`)

// memberBefore is a declaration of a member with an attribute behind it, up to the comma that
// cc does not expect: its specifiers, of a type that has a name, and the declarator.
var memberBefore = lazyregexp.New(`[;{}]((?:\s*\b(?:const|volatile|signed|unsigned|char|short|int|long|float|double|_Bool|(?:struct|union|enum)\s+\w+|\w+_t)\b)+|\s*(?:const\s+|volatile\s+)*\w+\s)[\s*]*\w+(?:\s*\[[^][;]*\]|\s*:\s*\w+)*\s*__attribute__\s*\(\([^;]*\)\)\s*$`)

// splitMembers makes a declaration of its own of the members behind the comma at off.
func splitMembers(src []byte, off int) []byte {
	from := bytes.LastIndexAny(src[:off], ";{}")
	if from < 0 || src[off] != ',' {
		return nil
	}
	m := memberBefore().FindSubmatch(src[from:off])
	if m == nil {
		return nil
	}
	out := append(bytes.Clone(src[:off]), ';', ' ')
	out = append(out, bytes.TrimSpace(m[1])...)
	return append(append(out, ' '), src[off+1:]...)
}

var sizeBefore = lazyregexp.New(`\bsizeof\s*\([\w\s*]+$`)

// functionSize blanks the unnamed function type, at its parameters at off, whose size is taken: gcc's size of a function is that of a character.
func functionSize(src []byte, off int) []byte {
	const size = "char"
	_, to := parenthesised(src, off)
	at := sizeBefore().FindIndex(src[:off])
	if to < 0 || at == nil || space(src, to) >= len(src) || src[space(src, to)] != ')' {
		return nil
	}
	open := at[0] + bytes.IndexByte(src[at[0]:], '(') + 1
	if to-open < len(size) {
		return nil
	}
	out := bytes.Clone(src)
	blank(out, open, to)
	copy(out[open:], size)
	return out
}

// harmless are attributes that do not affect the behaviour of a program.
var harmless = set("unused", "used", "noinline", "always_inline", "noclone", "noipa", "nothrow", "leaf", "pure", "const", "malloc", "warn_unused_result",
	"deprecated", "unavailable", "format", "format_arg", "nonnull", "returns_nonnull", "sentinel", "hot", "cold", "artificial", "flatten", "optimize",
	"no_instrument_function", "visibility", "externally_visible", "fallthrough", "may_alias", "no_sanitize", "no_sanitize_address", "no_sanitize_undefined",
	"no_stack_protector", "stack_protect", "alloc_size", "assume_aligned", "alloc_align", "access", "no_reorder", "no_icf", "tls_model", "designated_init",
	"nonstring", "gnu_inline", "no_split_stack", "noplt", "no_profile_instrument_function", "transparent_union_")

var attributeWord = lazyregexp.New(`\b__attribute(__)?\b`)

// withoutHarmless blanks the harmless attributes, which cc's grammar does not allow everywhere; nil when there is none.
func withoutHarmless(src []byte) []byte {
	var out []byte
	for _, m := range attributeWord().FindAllIndex(src, -1) {
		from, to := parenthesised(src, m[1])
		if from < 0 || !onlyHarmless(src[from+1:to-1]) {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		blank(out, m[0], to)
	}
	return out
}

var attributeName = lazyregexp.New(`^\s*(\w+)\s*`)

// onlyHarmless reports whether a list of attributes in parentheses has only
// harmless ones.
func onlyHarmless(list []byte) bool {
	list = bytes.TrimSpace(list)
	if len(list) < 2 || list[0] != '(' || list[len(list)-1] != ')' {
		return false
	}
	list = list[1 : len(list)-1]
	for len(bytes.TrimSpace(list)) > 0 {
		m := attributeName().FindSubmatchIndex(list)
		if m == nil {
			return false
		}
		name := strings.TrimSuffix(strings.TrimPrefix(string(list[m[2]:m[3]]), "__"), "__")
		if !harmless[name] {
			return false
		}
		list = list[m[1]:]
		if _, to := parenthesised(list, 0); to > 0 {
			list = list[to:]
		}
		list = bytes.TrimSpace(list)
		if len(list) > 0 {
			if list[0] != ',' {
				return false
			}
			list = list[1:]
		}
	}
	return true
}

// packedEnum is an enumeration of the smallest type that holds its values.
type packedEnum struct{ word, brace int }

var enumWord = lazyregexp.New(`\benum\b`)
var packedWord = lazyregexp.New(`\b(__)?packed(__)?\b`)

// packedEnums blanks the attributes of packed enumerations, so that cc reads them, and returns their positions.
func packedEnums(src []byte) ([]byte, []packedEnum) {
	if !packedWord().Match(src) {
		return src, nil
	}
	var es []packedEnum
	out := src
	for _, m := range enumWord().FindAllIndex(src, -1) {
		i := m[1]
		var attrs [][2]int
		attributes := func() {
			for {
				i = space(src, i)
				a := attributeWord().FindIndex(src[i:])
				if a == nil || a[0] != 0 {
					return
				}
				_, to := parenthesised(src, i+a[1])
				if to < 0 {
					return
				}
				attrs = append(attrs, [2]int{i, to})
				i = to
			}
		}
		attributes()
		for i < len(src) && (scan.Letter(src[i]) || scan.Digit(src[i])) {
			i++
		}
		attributes()
		if i >= len(src) || src[i] != '{' {
			continue
		}
		brace := i
		if n := bytes.IndexByte(src[i:], '}'); n >= 0 {
			i += n + 1
			attributes()
		}
		packed := false
		for _, a := range attrs {
			packed = packed || packedWord().Match(src[a[0]:a[1]])
		}
		if !packed {
			continue
		}
		es = append(es, packedEnum{m[0], brace})
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for _, a := range attrs {
			blank(out, a[0], a[1])
		}
	}
	return out, es
}

// packedMark precedes the type of a packed enumeration, whose constants are of type int all the same.
const packedMark = "/*cupel packed*/"

// space skips blanks.
func space(src []byte, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\r' || src[i] == '\n') {
		i++
	}
	return i
}

// sizeEnums gives the packed enumerations the underlying types gcc chooses.
func sizeEnums(path string, src []byte, es []packedEnum, ast *cc.AST) ([]byte, error) {
	under := map[int]string{}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		s, ok := n.(*cc.EnumSpecifier)
		if !ok || s.Case != cc.EnumSpecifierDef {
			return true
		}
		off, ok := offsetAt(path, src, s.Position())
		if !ok {
			return true
		}
		var lo int64
		var hi uint64
		for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
			switch v := l.Enumerator.Value().(type) {
			case cc.Int64Value:
				if v < 0 {
					lo = min(lo, int64(v))
				} else {
					hi = max(hi, uint64(v))
				}
			case cc.UInt64Value:
				hi = max(hi, uint64(v))
			}
		}
		for bits, name := range map[int]string{8: "char", 16: "short", 32: "int"} {
			half := uint64(1) << (bits - 1)
			fits := lo == 0 && hi < 2*half || lo < 0 && uint64(-lo) <= half && hi < half
			if fits && (under[off] == "" || bits < enumBits[under[off]]) {
				if lo == 0 {
					name = "unsigned " + name
				} else if name == "char" {
					name = "signed char"
				}
				under[off] = name
			}
		}
		return true
	})
	// From the last to the first, so that offsets stay.
	for i := len(es) - 1; i >= 0; i-- {
		u := under[es[i].word]
		if u == "" {
			return nil, fmt.Errorf("packed enumeration with values beyond int")
		}
		src = insert(src, es[i].brace, packedMark+":"+u+" ")
	}
	return src, nil
}

var enumBits = map[string]int{"unsigned char": 8, "signed char": 8, "unsigned short": 16, "short": 16, "unsigned int": 32, "int": 32}
