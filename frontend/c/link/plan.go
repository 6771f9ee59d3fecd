package link

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cupel/frontend/c/scan"
)

// A Unit is a preprocessed translation unit.
type Unit struct {
	Name string // of its file
	Text []byte
}

// Error is the reason why units cannot be linked.
type Error struct {
	Unit int // of the place
	At   int // byte in its text
	Msg  string
	// Also is another place that the message is about; AlsoUnit is -1 where there is none.
	AlsoUnit, Also int
	// Unsupported: the program may be correct.
	Unsupported bool
}

// Error implements error.
func (e *Error) Error() string { return e.Msg }

// A Renaming is of a static function that has another name in the text of its unit.
type Renaming struct {
	Unit     int
	At       int // byte in the unit's text where the function is first declared
	Old, New string
}

// Texts returns texts of the units whose concatenation is one translation unit. Each has the number of lines of the original, and the remaining
// tokens of a line stay on it. The renamings are of functions, in the order of the units and their declarations: a caller that gives function names
// a meaning needs them, too.
func Texts(units []Unit) ([][]byte, []Renaming, error) {
	p := &plan{in: units, taken: map[string]bool{}, said: map[string]bool{}}
	for k, u := range units {
		s, err := survey(u.Text)
		if err != nil {
			return nil, nil, &Error{Unit: k, At: err.(*fault).at, Msg: err.Error() + " when linking several files", AlsoUnit: -1, Unsupported: true}
		}
		p.units = append(p.units, s)
		p.plain, p.tags = append(p.plain, map[string]string{}), append(p.tags, map[string]string{})
		p.scopes, p.texts = append(p.scopes, scopeOf(s)), append(p.texts, map[*declaration]string{})
		for i := range s.tokens {
			if t := &s.tokens[i]; t.kind == word {
				p.taken[t.text] = true
			}
		}
	}
	for k, s := range p.units[:len(p.units)-1] {
		if s.packs.open() {
			return nil, nil, &Error{Unit: k, At: len(units[k].Text), AlsoUnit: -1, Unsupported: true,
				Msg: "#pragma pack that holds at the end of a file, when linking several files, is not supported"}
		}
	}
	if err := p.labelled(); err != nil {
		return nil, nil, err
	}
	if err := p.definedOnce(); err != nil {
		return nil, nil, err
	}
	for p.round() {
	}
	if err := p.definedAlike(); err != nil {
		return nil, nil, err
	}
	var out [][]byte
	for k := range units {
		text, err := p.text(k)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, text)
	}
	return out, p.renamings(), nil
}

// plan decides which names of which unit are renamed.
type plan struct {
	in     []Unit
	units  []*unit
	scopes []*scope
	plain  []map[string]string // new names by old, for each unit
	tags   []map[string]string

	texts []map[*declaration]string // texts of declarations under the new names, for each unit, cached
	taken map[string]bool           // words that are somewhere
	said  map[string]bool           // declarations of the units whose texts are made
}

// scope is the file scope of a unit.
type scope struct {
	names map[string]*entry
	tags  map[string]*definition
}

// entry is the declarations of a name in a unit.
type entry struct {
	class class
	decls []*declaration
	at    int
}

func scopeOf(u *unit) *scope {
	s := &scope{map[string]*entry{}, map[string]*definition{}}
	for _, d := range u.decls {
		for _, n := range d.names {
			e := s.names[n.text]
			if e == nil {
				e = &entry{class: n.class, at: n.at}
				s.names[n.text] = e
			}
			switch {
			case n.class == internal && e.class > internal: // it was declared in a block of the same file before; not C
				e.class = internal
			case e.class == internal: // declared again without static
			case n.class == defined, n.class == inlineDef && e.class == declared:
				e.class, e.at = n.class, n.at
			}
			e.decls = append(e.decls, d)
		}
		for i := range d.tags {
			s.tags[d.tags[i].tag] = &d.tags[i]
		}
	}
	return s
}

// words are the tokens from first up to last, with the names they will have.
func (p *plan) words(k, first, last int) string {
	var b strings.Builder
	for i := first; i < last; i++ {
		b.WriteString(p.renamed(k, i))
		b.WriteByte(' ')
		if t := &p.units[k].tokens[i]; t.pack != 0 && t.text == "}" {
			fmt.Fprintf(&b, "pack %d ", t.pack) // of a type that ends here
		}
	}
	return b.String()
}

func (p *plan) renamed(k, i int) string {
	t := &p.units[k].tokens[i]
	if t.kind == word {
		m := p.plain[k]
		if t.role == tag {
			m = p.tags[k]
		}
		if n, ok := m[t.text]; ok && t.role != apart {
			return n
		}
	}
	return t.text
}

// reads is a declaration of unit k as it will be.
func (p *plan) reads(k int, d *declaration) string {
	s, ok := p.texts[k][d]
	if !ok {
		s = p.words(k, d.first, d.last)
		p.texts[k][d] = s
	}
	return s
}

// owner is the first unit that has the name and keeps it; -1: none.
func (p *plan) owner(text string) int {
	for k, s := range p.scopes {
		if s.names[text] != nil && p.plain[k][text] == "" {
			return k
		}
	}
	return -1
}

// tagOwner is owner of a tag.
func (p *plan) tagOwner(text string) int {
	for k, s := range p.scopes {
		if s.tags[text] != nil && p.tags[k][text] == "" {
			return k
		}
	}
	return -1
}

// sameTag reports whether the type that unit k defines is the one of its owner.
func (p *plan) sameTag(k int, text string) bool {
	o := p.tagOwner(text)
	if o == k || o < 0 {
		return o == k
	}
	a, b := p.scopes[o].tags[text], p.scopes[k].tags[text]
	return p.words(o, a.first, a.last) == p.words(k, b.first, b.last)
}

// same reports whether unit k's declarations of a name equal those of the owner of the name.
func (p *plan) same(k int, text string) bool {
	o := p.owner(text)
	if o == k || o < 0 {
		return o == k
	}
	a, b := p.scopes[o].names[text], p.scopes[k].names[text]
	for _, d := range b.decls {
		if n := d.name(text); n.class == enumerator && n.owner >= 0 && p.tags[k][d.tags[n.owner].tag] == "" && p.tagOwner(d.tags[n.owner].tag) == o && p.sameTag(k, d.tags[n.owner].tag) {
			continue
		}
		if !slices.ContainsFunc(a.decls, func(c *declaration) bool { return p.reads(o, c) == p.reads(k, d) }) {
			return false
		}
	}
	return true
}

func (d *declaration) name(text string) *name {
	for i := range d.names {
		if d.names[i].text == text {
			return &d.names[i]
		}
	}
	return nil
}

// round renames names in conflict, and reports whether there were any.
func (p *plan) round() bool {
	changed := false
	for k, s := range p.scopes {
		for _, d := range p.units[k].decls {
			for _, n := range d.names {
				if e := s.names[n.text]; e.class <= internal && p.plain[k][n.text] == "" && p.clashes(k, n.text, e) {
					p.rename(k, p.plain[k], n.text)
					changed = true
				}
			}
			for _, t := range d.tags {
				if o := p.tagOwner(t.tag); p.tags[k][t.tag] == "" && o < k && !p.sameTag(k, t.tag) {
					p.rename(k, p.tags[k], t.tag)
					changed = true
				}
			}
		}
	}
	return changed
}

// clashes reports whether a name of unit k that is its own means something else in another unit.
func (p *plan) clashes(k int, text string, e *entry) bool {
	for j, s := range p.scopes {
		if j == k || p.plain[j][text] != "" {
			continue
		}
		f, u := s.names[text], p.units[j]
		switch {
		case f == nil:
			if u.inner[text] || u.called[text] { // of the linked program
				return true
			}
		case f.class > internal:
			return true
		case f.class == e.class:
			if j < k && (!p.same(k, text) || e.class == internal && !p.mayShare(j, k, text, e)) {
				return true
			}
		case e.class == internal, f.class != internal && j < k:
			return true
		}
	}
	return false
}

// mayShare reports whether a static function that two units define identically can be one: it has no static variables, and its address is not taken.
func (p *plan) mayShare(j, k int, text string, e *entry) bool {
	for _, d := range e.decls {
		if n := d.name(text); !n.fn || len(d.names) != 1 {
			return false
		}
		for i := d.first; d.body && i < d.last; i++ {
			if p.units[k].word(i) == "static" && i > d.name(text).at {
				return false
			}
		}
	}
	return !p.units[j].other[text] && !p.units[k].other[text]
}

// rename gives unit k's name text a fresh name derived from the file's.
func (p *plan) rename(k int, names map[string]string, text string) {
	file := filepath.Base(p.in[k].Name)
	stem := strings.Map(func(r rune) rune {
		if r < 0x80 && (scan.Letter(byte(r)) || scan.Digit(byte(r))) && r != '$' {
			return r
		}
		return '_'
	}, strings.TrimSuffix(file, filepath.Ext(file)))
	n := text + "__" + stem
	for i := 2; p.taken[n]; i++ {
		n = fmt.Sprintf("%s__%s_%d", text, stem, i)
	}
	p.taken[n], names[text] = true, n
	clear(p.texts[k])
}

// renamings lists the functions that have got another name.
func (p *plan) renamings() []Renaming {
	var out []Renaming
	for k, u := range p.units {
		seen := map[string]bool{}
		for _, d := range u.decls {
			for _, n := range d.names {
				if to := p.plain[k][n.text]; to != "" && n.fn && p.scopes[k].names[n.text].class == internal && !seen[n.text] {
					seen[n.text] = true
					out = append(out, Renaming{Unit: k, At: u.tokens[n.at].start, Old: n.text, New: to})
				}
			}
		}
	}
	return out
}

// labelled refuses a name that has another one for the assembler where a file has either for something of its own.
func (p *plan) labelled() error {
	for k, u := range p.units {
		for _, old := range slices.Sorted(maps.Keys(u.labels)) {
			label := u.labels[old]
			if old == label {
				continue
			}
			for _, s := range p.scopes {
				for _, n := range []string{old, label} {
					if e := s.names[n]; e != nil && (e.class == internal || e.class >= defined) {
						return &Error{Unit: k, At: u.tokens[p.scopes[k].names[old].at].start, AlsoUnit: -1, Unsupported: true,
							Msg: fmt.Sprintf("%s, which is %s for the assembler, when linking several files, is not supported", old, label)}
					}
				}
			}
		}
	}
	return nil
}

// definedOnce refuses a second definition, as a linker does.
func (p *plan) definedOnce() error {
	first := map[string]int{}
	for k, s := range p.scopes {
		for _, d := range p.units[k].decls {
			for _, n := range d.names {
				if s.names[n.text].class != defined || n.class != defined {
					continue
				}
				if o, ok := first[n.text]; ok && o != k {
					if p.weak(k, n.text) || p.weak(o, n.text) {
						return p.twice(k, n.at, o, p.scopes[o].names[n.text].at, n.text, ", weak in one; that is not supported")
					}
					return p.twice(k, n.at, o, p.scopes[o].names[n.text].at, n.text, "")
				}
				first[n.text] = k
			}
		}
	}
	return nil
}

// weak reports whether a declaration of unit k makes a name weak.
func (p *plan) weak(k int, text string) bool {
	u := p.units[k]
	for _, d := range p.scopes[k].names[text].decls {
		for i := d.first; i < d.last && !(d.body && u.is(i, "{")); i++ {
			if w := u.word(i); w == "weak" || w == "__weak__" {
				return true
			}
		}
	}
	return false
}

func (p *plan) twice(k, at, o, also int, text, why string) error {
	return &Error{Unit: k, At: p.units[k].tokens[at].start, AlsoUnit: o, Also: p.units[o].tokens[also].start, Unsupported: why != "",
		Msg: text + " is defined in two files" + why}
}

// definedAlike refuses inline functions that are not the same everywhere.
func (p *plan) definedAlike() error {
	for k, s := range p.scopes {
		for _, d := range p.units[k].decls {
			for _, n := range d.names {
				if n.class != inlineDef || s.names[n.text].class == internal {
					continue
				}
				for j, t := range p.scopes {
					if e := t.names[n.text]; j < k && e != nil && (e.class == defined || e.class == inlineDef) && !p.among(j, e, p.reads(k, d)) {
						return p.twice(k, n.at, j, e.at, n.text, ", inline and in different ways")
					} else if j > k && e != nil && e.class == defined && !p.among(j, e, p.reads(k, d)) {
						return p.twice(k, n.at, j, e.at, n.text, ", inline and in different ways")
					}
				}
			}
		}
	}
	return nil
}

// among reports whether one of the declarations of unit j reads so.
func (p *plan) among(j int, e *entry, words string) bool {
	return slices.ContainsFunc(e.decls, func(c *declaration) bool { return p.reads(j, c) == words })
}
