package property

import (
	"fmt"
	"slices"
	"strings"
)

// Parse reads the properties of a file; name is used in errors, which are
// *Error values.
func Parse(name string, data []byte) (File, error) {
	var f File
	text := strings.TrimPrefix(string(data), "\ufeff")
	for i, line := range strings.Split(text, "\n") {
		p := parser{file: name, line: i + 1, text: line}
		p.blanks()
		if rest := p.text[p.pos:]; rest == "" || rest[0] == '#' || strings.HasPrefix(rest, "//") {
			continue
		}
		start := p.pos
		prop := p.specification()
		if p.err != nil {
			return nil, p.err
		}
		if len(f) > 0 && f[0].Entry != prop.Entry {
			p.pos = start
			p.fail("the file starts the program in %s and in %s; give each entry function a file of its own", f[0].Entry, prop.Entry)
			return nil, p.err
		}
		f = append(f, prop)
	}
	if len(f) == 0 {
		return nil, &Error{name, 1, 1, "the file has no property; add a line such as " + example}
	}
	return f, nil
}

const example = "CHECK( init(main()), LTL(G ! call(reach_error())) )"

// parser reads one line. After the first fault it accepts nothing more.
type parser struct {
	file string
	line int
	text string
	pos  int
	err  *Error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &Error{p.file, p.line, p.pos + 1, fmt.Sprintf(format, args...)}
	}
}

func (p *parser) blanks() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\v\f", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// next returns the token at the position: a word of letters, digits, _ and -,
// or one other character; "" at the end of the line.
func (p *parser) next() string {
	p.blanks()
	end := p.pos
	for end < len(p.text) && isWord(p.text[end]) {
		end++
	}
	if end == p.pos && end < len(p.text) {
		for end++; end < len(p.text) && p.text[end]&0xC0 == 0x80; end++ { // the rest of a UTF-8 character
		}
	}
	return p.text[p.pos:end]
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c == '@' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// take reads one of the tokens in want and returns it.
func (p *parser) take(want ...string) string {
	t := p.next()
	if slices.Contains(want, t) && p.err == nil {
		p.pos += len(t)
		return t
	}
	found := fmt.Sprintf("%q", t)
	if t == "" {
		found = "the end of the line"
	}
	list := strings.Join(want, ", ")
	if i := strings.LastIndex(list, ", "); i >= 0 {
		list = list[:i] + " or" + list[i+1:]
	}
	p.fail("%s where %s must stand; the form is %s", found, list, example)
	return ""
}

func (p *parser) all(tokens ...string) {
	for _, t := range tokens {
		p.take(t)
	}
}

// name reads the name of a C function or label.
func (p *parser) name(what string) string {
	t := p.next()
	if t == "" || !isWord(t[0]) || strings.ContainsAny(t, "-@") || t[0] >= '0' && t[0] <= '9' {
		p.fail("%q is not the name of a %s; write a C identifier", t, what)
		return ""
	}
	p.pos += len(t)
	return t
}

// specification reads
//
//	("CHECK" "(" init "," "LTL" "(" formula ")" | "COVER" "(" init "," "FQL" "(" "COVER" "EDGES" "(" goal ")" ")") ")"
//	init = "init" "(" NAME "(" ")" ")"
func (p *parser) specification() Property {
	prop := Property{Line: p.line}
	cover := p.take("CHECK", "COVER") == "COVER"
	p.all("(", "init", "(")
	prop.Entry = p.name("function")
	p.all("(", ")", ")", ",")
	if cover {
		p.all("FQL", "(", "COVER", "EDGES", "(")
		prop.Kind, prop.Name = Coverage, p.goal()
		p.all(")", ")")
	} else {
		p.all("LTL", "(")
		p.formula(&prop)
		p.take(")")
	}
	p.take(")")
	if t := p.next(); t != "" {
		p.fail("%q follows the property; write one property a line", t)
	}
	return prop
}

// formula reads
//
//	"G" "!" ("call" "(" NAME "(" ")" ")" | "label" "(" NAME ")")
//
// or the Formula of another kind, such as
//
//	"G" "!" "overflow"    "G" "valid-free"    "F" "end"
func (p *parser) formula(prop *Property) {
	prefix := p.take("G", "F")
	words, kinds := fixed(prefix)
	if prefix == "G" {
		words = append([]string{"!"}, words...)
	}
	word := p.take(words...)
	if word == "!" {
		words, kinds = fixed("G !")
		word = p.take(append([]string{"call", "label"}, words...)...)
	}
	switch word {
	case "call":
		p.take("(")
		prop.Kind, prop.Name = UnreachCall, p.name("function")
		p.all("(", ")", ")")
	case "label":
		p.take("(")
		prop.Kind, prop.Name = UnreachLabel, p.name("label")
		p.take(")")
	default:
		prop.Kind = kinds[word]
	}
}

// goal reads
//
//	"@CALL" "(" NAME ")" | "@DECISIONEDGE" | "@CONDITIONEDGE" | "@BASICBLOCKENTRY"
func (p *parser) goal() string {
	t := p.take("@CALL", "@DECISIONEDGE", "@CONDITIONEDGE", "@BASICBLOCKENTRY")
	if t != "@CALL" {
		return t
	}
	p.take("(")
	n := p.name("function")
	p.take(")")
	return "@CALL(" + n + ")"
}
