package c

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"cupel/frontend/c/c23"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"
)

// scanned is a source text rewritten for cc: constructs that cc's scanner and grammar lack are replaced, keeping positions where possible.
type scanned struct {
	src     []byte
	defines string // macros for constants that cc cannot read
	refused string // a construct that cannot be rewritten
	packs   []packEvent
	// modern: the text may have constructs of C23, which are rewritten in its expansion. only23 is one that C23 alone has.
	modern bool
	only23 *c23Use
}

// c23Use is a place in a text where it uses a construct of C23.
type c23Use struct {
	line int
	what string
}

// packEvent is a #pragma pack: from the line on, members are aligned to at
// most pack bytes; 0: as they are.
type packEvent struct {
	line int
	pack int64
}

// scanner makes one pass over a source text.
type scanner struct {
	src  []byte
	out  []byte
	last int // everything before is in out
	*constants
	depth int  // of conditional groups
	line  bool // at the beginning of a line, but for blanks
	quote bool // in a directive with text that need not be tokens
	hash  bool // after the stringification operator
	why   string
	first bool // right after [
	packs []packEvent
	stack []int64 // of #pragma pack(push)

	strict    bool   // the text is C23
	condition bool   // in the condition of a directive
	defines   string // the macro whose definition this is; "": none
	closing   []int  // the parentheses that close the texts of __VA_OPT__
	modern    bool
	only23    *c23Use
}

// constants are the macros defined as constants, by value and length.
type constants struct {
	names map[string]string
	defs  strings.Builder
	dependences
}

func newConstants() *constants { return &constants{names: map[string]string{}} }

// rewrite prepares a source text for cc.
func rewrite(src []byte) scanned { return rewriteWith(src, newConstants(), false) }

// rewriteWith rewrites one of several files, which share their macros; strict: they are C23.
func rewriteWith(src []byte, known *constants, strict bool) scanned {
	s := &scanner{src: src, constants: known, line: true, strict: strict}
	for i := 0; i < len(src); {
		i = s.token(i)
	}
	if s.last == 0 {
		return scanned{src: src, refused: s.why, modern: s.modern, only23: s.only23}
	}
	s.out = append(s.out, src[s.last:]...)
	if s.hash && s.defs.Len() > 0 {
		s.why = "character constants of several characters beside macros that make strings of their arguments"
	}
	if s.hash && s.only23 != nil && s.only23.what == separators {
		s.why = "digit separators beside macros that make strings of their arguments"
	}
	return scanned{src: s.out, defines: s.defs.String(), refused: s.why, packs: s.packs, modern: s.modern, only23: s.only23}
}

// put replaces src[from:to].
func (s *scanner) put(from, to int, text string) {
	s.out = append(append(s.out, s.src[s.last:from]...), text...)
	s.last = to
}

// token handles the token at i and returns where the next one starts.
func (s *scanner) token(i int) int {
	src, c := s.src, s.src[i]
	line, first := s.line, s.first
	at := func(t string) bool { return bytes.HasPrefix(src[i:], []byte(t)) }
	switch {
	case c == '\n':
		s.line, s.quote, s.condition, s.defines = true, false, false, ""
		return i + 1
	case scan.Blank(c):
		return i + 1
	}
	if n := scan.Splice(src, i); n > 0 {
		return i + n
	}
	if j := scan.Comment(src, i); j > i {
		return j
	}
	s.line, s.first = false, false
	switch {
	case c == '"' || c == '\'':
		return s.literal(i, i, "")
	case scan.Number(src, i) > i:
		return s.number(i)
	case scan.Letter(c):
		j := scan.Word(src, i)
		word := string(src[i:j])
		if j < len(src) && (src[j] == '"' || src[j] == '\'') && scan.Prefix(word) {
			return s.literal(i, j, word)
		}
		s.mention(word)
		if modernWords[word] {
			return s.modernWord(i, j, word)
		}
		if word == "enum" {
			return s.enumeration(j)
		}
		if first {
			switch word {
			case "static", "const", "volatile", "restrict", "__restrict", "__restrict__", "__const", "__volatile__":
				s.put(i, j, strings.Repeat(" ", j-i)) // has no effect on the values of a parameter
				s.first = true
			}
		}
		return j
	case at("\\u") || at("\\U"):
		s.put(i, i+1, "_") // a universal character name in an identifier
		return i + 1
	case at("%:%:"):
		s.put(i, i+4, "##  ")
		s.joins = true
		return i + 4
	case at("%:"):
		s.put(i, i+2, "# ")
		return s.directive(i+2, line)
	case at("<:"):
		s.put(i, i+2, "[ ")
		s.first = true
		return i + 2
	case at(":>"):
		s.put(i, i+2, "] ")
		return i + 2
	case at("<%"):
		s.put(i, i+2, "{ ")
		return i + 2
	case at("%>"):
		s.put(i, i+2, "} ")
		return i + 2
	case at("##"):
		s.joins = true
		return i + 2
	case c == '#':
		return s.directive(i+1, line)
	case c == '[':
		s.modern = s.modern || first
		s.first = true
		return i + 1
	case c == ')' && len(s.closing) > 0 && s.closing[len(s.closing)-1] == i:
		s.closing = s.closing[:len(s.closing)-1]
		s.put(i, i+1, " "+c23.OptEnd+" ")
		return i + 1
	case c == '*' && first:
		if j := scan.Skip(src, i+1); j < len(src) && src[j] == ']' {
			s.put(i, i+1, s.unknownLength(i))
		}
		return i + 1
	case c == ':':
		if j := scan.Skip(src, i+1); j < len(src) && src[j] == '}' {
			// A label at the end of a block needs a statement.
			if src[i+1] == ' ' || src[i+1] == '\t' {
				s.put(i+1, i+2, ";")
			} else {
				s.put(i+1, i+1, ";")
			}
		} else if k := s.attributes(j); k > j && k < len(src) && src[k] == '}' {
			s.put(k, k, ";")
			return k
		}
		return i + 1
	}
	return i + 1
}

// attributes is where GNU's attributes at i, and white space behind them, end; i: there are none.
func (s *scanner) attributes(i int) int {
	for {
		word := scan.Word(s.src, i)
		if w := string(s.src[i:word]); w != "__attribute__" && w != "__attribute" {
			return i
		}
		_, to := parenthesised(s.src, word)
		if to < 0 {
			return i
		}
		i = scan.Skip(s.src, to)
	}
}

// unknownLength returns the replacement of [*] in the declarator whose * is at i.
func (s *scanner) unknownLength(i int) string {
	j := bytes.LastIndexByte(s.src[:i], '[') - 1
	for j >= 0 && (s.src[j] == ' ' || s.src[j] == '\t' || s.src[j] == '\n') {
		j--
	}
	if j >= 0 && s.src[j] == ']' {
		return "1"
	}
	return " "
}

// plain is a text in which nothing begins a literal or a comment.
func plain(text []byte) string {
	out := bytes.Clone(text)
	for i, c := range out {
		if c == '"' || c == '\'' || c == '/' {
			out[i] = ' '
		}
	}
	return string(out)
}

// directive handles the directive after a #.
func (s *scanner) directive(i int, line bool) int {
	if !line {
		s.hash, s.joins = true, true
		return i
	}
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	j := i
	for j < len(s.src) && scan.Letter(s.src[j]) {
		j++
	}
	switch name := string(s.src[i:j]); name {
	case "if", "ifdef", "ifndef":
		s.depth++
		s.condition = name == "if"
		if end := s.asksBuiltin(i, j, name); end > 0 {
			return end
		}
	case "elif":
		s.condition = true
		if end := s.asksBuiltin(i, j, name); end > 0 {
			return end
		}
	case "elifdef":
		s.put(i, j, "elif defined ")
	case "elifndef":
		s.put(i, j, "elif !defined ")
	case "define":
		if next := scan.Skip(s.src, j); !bytes.Contains(s.src[j:next], []byte("\n")) {
			s.defines = string(s.src[next:scan.Word(s.src, next)])
		}
	case "", "else", "undef", "line", "assert", "unassert", "sccs":
	case "endif":
		s.depth--
	case "error", "warning", "pragma", "ident":
		s.quote = true
		if string(s.src[i:j]) == "pragma" {
			return s.pragma(i, j)
		}
	case "include", "include_next", "import":
		if name == "import" {
			s.put(i, j, "include")
		}
		for j < len(s.src) && s.src[j] != '\n' {
			j++
		}
	default: // the parser would skip it
		msg := "the directive #" + name + " is not one of C"
		if name == "embed" {
			msg = "the directive #embed is not supported"
		}
		s.put(i, j, "error "+msg+":")
		s.quote = true
	}
	return j
}

// builtinQuestion matches the question whether there is __has_builtin.
var builtinQuestion = lazyregexp.New(`^[ \t]*(!?)[ \t]*(defined[ \t]*\([ \t]*__has_builtin[ \t]*\)|defined[ \t]+__has_builtin\b|__has_builtin\b)`)

// asksBuiltin answers a directive that begins with that question: the parser has __has_builtin, but does not say so. It returns the end of the question; 0: it is
// another one.
func (s *scanner) asksBuiltin(i, j int, name string) int {
	m := builtinQuestion().FindSubmatchIndex(s.src[j:min(len(s.src), j+200)])
	if m == nil || (s.src[j+m[4]] == '_') != (name == "ifdef" || name == "ifndef") {
		return 0
	}
	not := m[3] > m[2] != (name == "ifndef")
	text := " 1 "
	if not {
		text = " 0 "
	}
	if name != "elif" {
		name = "if"
	}
	s.put(i, j+m[1], name+text)
	return j + m[1]
}

// number skips a number. gcc's suffix of __float128 is replaced by one that cc accepts.
func (s *scanner) number(i int) int {
	j := scan.Number(s.src, i)
	separate := bytes.Count(s.src[i:j], []byte("'"))
	if separate > 0 {
		s.only(i, separators)
	}
	if digits := s.src[i:j]; separate > 0 || binary(digits) {
		text := strings.ReplaceAll(string(digits), "'", "")
		if s.mention(text); s.evaluated() {
			text = hexadecimal(text)
		}
		if text != string(digits) {
			s.put(i, j, text+strings.Repeat(" ", separate))
		}
		return j
	}
	if t := string(s.src[i:j]); strings.HasSuffix(strings.ToLower(t), "q") && len(t) > 3 && !strings.HasPrefix(t, "0x") && !strings.HasPrefix(t, "0X") {
		s.constant(i, j, t[:len(t)-1]+"F128")
	}
	return j
}

// literal handles the string or character constant whose quote is at q; its
// prefix starts at i.
func (s *scanner) literal(i, q int, prefix string) int {
	c := s.src[q]
	j, closed := scan.Literal(s.src, q)
	if !closed {
		// A quote alone on its line: text that is skipped, also what looks like the beginning of a comment.
		if s.depth > 0 || s.quote {
			s.put(q, j, plain(s.src[q:j]))
			return j
		}
		return q + 1
	}
	switch {
	case c == '"' && prefix == "u8":
		if s.strict && !ascii(s.src[q+1:j-1]) {
			s.why = "characters beyond ASCII in strings of C23 with the prefix u8, whose elements are unsigned,"
		}
		if s.strict && !converted(s.src, i, j) {
			s.why = "strings of C23 with the prefix u8, whose elements are unsigned, elsewhere than as initializers of declared types and operands of casts,"
		}
		s.put(i, q, "  ")
	case c == '"' && (prefix == "u" || prefix == "U"):
		s.why = "strings of char16_t and char32_t"
	case c == '\'':
		us, ok := charUnits(s.src[q+1 : j-1])
		if !ok || len(us) == 0 {
			s.modern = s.modern || prefix == "u8"
			break // cc reports it
		}
		last := us[len(us)-1]
		if s.mention(prefix + "'"); prefix == "u8" {
			s.only(i, "character constants with the prefix u8")
		}
		switch {
		case prefix == "u8" && (len(us) > 1 || last > 0xff):
			// package c23 refuses it
		case !s.condition && s.evaluated() && (prefix == "u8" || prefix == "u"):
			s.put(i, j, c23.Character(uint16(last), prefix == "u8"))
		case s.condition && (prefix == "u8" || prefix == "u"): // unsigned, and no place for a cast
			text := fmt.Sprintf("%du", uint16(last))
			s.put(i, j, text+strings.Repeat(" ", j-i-len(text)))
		case prefix == "L" && (len(us) > 1 || last > 0xff):
			s.constant(i, j, fmt.Sprintf("(%d)", int32(last)))
		case prefix == "u8":
			s.constant(i, j, fmt.Sprintf("((unsigned char)%d)", uint8(last)))
		case prefix == "u":
			s.constant(i, j, fmt.Sprintf("((unsigned short)%d)", uint16(last)))
		case prefix == "U":
			s.constant(i, j, fmt.Sprintf("(%dU)", last))
		case prefix == "" && len(us) > 1:
			v := uint32(0)
			for _, u := range us {
				v = v<<8 | u&0xff
			}
			if int32(v) == -1<<31 {
				s.constant(i, j, "(-2147483647-1)")
			} else {
				s.constant(i, j, fmt.Sprintf("(%d)", int32(v)))
			}
		}
	}
	return j
}

// charUnits returns the values of the characters of a constant, in gcc's encoding of the file's bytes.
func charUnits(s []byte) (us []uint32, ok bool) {
	simple := map[byte]uint32{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27, '\\': '\\', '\'': '\'', '"': '"', '?': '?'}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			if s[i] >= 0x80 {
				return nil, false
			}
			us = append(us, uint32(s[i]))
			continue
		}
		i++
		if i >= len(s) {
			return nil, false
		}
		switch c := s[i]; {
		case c >= '0' && c <= '7':
			j := i
			for j < len(s) && j < i+3 && s[j] >= '0' && s[j] <= '7' {
				j++
			}
			v, _ := strconv.ParseUint(string(s[i:j]), 8, 32)
			us, i = append(us, uint32(v)), j-1
		case c == 'x':
			j := i + 1
			for j < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[j]) >= 0 {
				j++
			}
			v, err := strconv.ParseUint(string(s[i+1:j]), 16, 32)
			if err != nil {
				return nil, false
			}
			us, i = append(us, uint32(v)), j-1
		default:
			v, known := simple[c]
			if !known {
				return nil, false
			}
			us = append(us, v)
		}
	}
	return us, true
}

// constant replaces src[i:j] by a macro of the same length.
func (s *scanner) constant(i, j int, value string) {
	name := s.names[value+strconv.Itoa(j-i)]
	for k := 0; name == "" && k < 36*36; k++ {
		n := strconv.FormatInt(int64(k), 36)
		if len(n)+2 > j-i {
			break
		}
		n = "Q_" + strings.Repeat("0", j-i-2-len(n)) + n
		if !bytes.Contains(s.src, []byte(n)) && !strings.Contains(s.defs.String(), " "+n+" ") {
			name = n
			s.names[value+strconv.Itoa(j-i)] = n
			fmt.Fprintf(&s.defs, "#define %s %s\n", n, value)
		}
	}
	if name == "" {
		s.why = "too many character constants of several characters"
		return
	}
	s.put(i, j, name)
}

var packPragma = lazyregexp.New(`^[ \t]*pack[ \t]*\([ \t]*(?:(push|pop)[ \t]*(?:,[ \t]*[A-Za-z_]\w*[ \t]*)?,?[ \t]*)?(\d*)[ \t]*\)[ \t\r]*(//.*|/\*.*\*/[ \t]*)?$`)

// pragma takes #pragma pack out of the text; its # is before from.
func (s *scanner) pragma(from, i int) int {
	end := bytes.IndexByte(s.src[i:], '\n')
	if end < 0 {
		end = len(s.src) - i
	}
	end += i
	m := packPragma().FindSubmatch(s.src[i:end])
	if m == nil {
		return i // left for cc to reject
	}
	if s.depth > 0 {
		// It may be skipped; only the preprocessor decides.
		return i
	}
	now := int64(0)
	if k := len(s.packs); k > 0 {
		now = s.packs[k-1].pack
	}
	switch string(m[1]) {
	case "push":
		s.stack = append(s.stack, now)
	case "pop":
		now = 0
		if k := len(s.stack); k > 0 {
			now, s.stack = s.stack[k-1], s.stack[:k-1]
		}
	default:
		if len(m[2]) == 0 {
			now = 0
		}
	}
	if len(m[2]) > 0 {
		n, err := strconv.ParseInt(string(m[2]), 10, 32)
		if err != nil || n > 16 || n&(n-1) != 0 {
			return i
		}
		now = n
	}
	s.packs = append(s.packs, packEvent{1 + bytes.Count(s.src[:i], []byte("\n")), now})
	hash := bytes.LastIndexByte(s.src[:from], '#')
	if d := bytes.LastIndex(s.src[:from], []byte("%:")); d > hash {
		hash = d
	}
	if hash < s.last {
		hash = s.last
	}
	s.put(hash, end, strings.Repeat(" ", end-hash))
	return end
}
