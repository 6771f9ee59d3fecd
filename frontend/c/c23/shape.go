package c23

import (
	"slices"
	"strconv"
	"strings"

	"cupel/frontend/c/scan"
)

// class is what kind of type an object has.
type class uint8

const (
	unknown class = iota
	number
	pointer
	function
	array
	aggregate // a struct or union
)

// shape is what is known of a type.
type shape struct {
	class
	from, to int     // the specifiers of a number
	rec      *record // of an aggregate
	size     int     // how many elements an array has; negative: it is not known
	elem     *shape  // of an array
}

// record is what is known of a struct or union.
type record struct {
	brace   int
	union   bool
	members []member
	total   int // members of members counted
}

// member is one of a record.
type member struct {
	name  string // "": its members are those of the record
	shape *shape
	bits  int // the width of a bit-field; 0: it is none, negative: it is not known
}

var unclear = &shape{}

// shapeOf finds out what is known of a type.
func (r *rewriter) shapeOf(t typedef) *shape {
	if r.nested >= maxNested {
		return unclear
	}
	r.nested++
	defer func() { r.nested-- }()
	if t.auto {
		return r.shapeOfValue(t.value, t.end)
	}
	if len(t.derived) == 0 {
		return r.specified(t.from, t.to)
	}
	switch d := t.derived[0]; d.by {
	case '*':
		return &shape{class: pointer}
	case '(':
		return &shape{class: function}
	case '[':
		n := -1
		if d.to == d.from+1 {
			n = r.literal(d.from)
		}
		t.derived = t.derived[1:]
		return &shape{class: array, size: n, elem: r.shapeOf(t)}
	}
	return unclear
}

// literal is the value of the number at i; negative: it is none, or too large.
func (r *rewriter) literal(i int) int {
	n, err := strconv.ParseInt(strings.TrimRight(strings.ReplaceAll(r.word(i), "'", ""), "uUlL"), 0, 32)
	if err != nil || n < 0 {
		return -1
	}
	return int(n)
}

// specified is the shape that the specifiers from i up to j denote.
func (r *rewriter) specified(i, j int) *shape {
	found := unclear
	for k := i; k < j; {
		switch w := r.word(k); {
		case r.scopes.isAttribute(k):
			to := r.skip(k)
			for ; k < to; k++ {
				if decides[plain(r.word(k))] {
					return unclear // the type is another one
				}
			}
			continue
		case (w == "alignas" || w == "_Alignas") && r.is(k+1, "("):
			k = r.skip(k)
			continue
		case w == "struct" || w == "union":
			k++
			for k < j && r.scopes.isAttribute(k) {
				k = r.skip(k)
			}
			brace := k
			if r.ident(k) {
				brace = r.scopes.defined[r.scopes.to[k]]
				if brace == 0 || r.scopes.to[k] == nowhere {
					brace = k + 1
				}
			}
			return &shape{class: aggregate, rec: r.recordAt(brace, w == "union")}
		case w == "enum":
			return &shape{class: number, from: i, to: j}
		case w == "_Atomic" && r.is(k+1, "("), w == "_Complex", w == "void", w == "__builtin_va_list":
			return unclear
		case r.scopes.isTypeof(k):
			if t, ok := r.scopes.named[k+1]; ok {
				found = r.shapeOf(t)
			} else {
				found = r.shapeOfValue(k+2, r.skip(k)-1)
			}
			if found.class != number {
				return found
			}
			return &shape{class: number, from: i, to: j}
		case w == "_BitInt" && r.is(k+1, "("):
			found = &shape{class: number, from: i, to: j}
			k = r.skip(k)
			continue
		case basic[w] || w == "bool" && !r.own[w]:
			found = &shape{class: number, from: i, to: j}
		case r.name(k) && r.scopes.to[k] != nowhere:
			t, ok := r.scopes.typedefs[r.scopes.to[k]]
			for l := k + 1; l < j; l++ {
				ok = ok && !decides[plain(r.word(l))]
			}
			if !ok {
				return unclear
			}
			if found = r.shapeOf(t); found.class != number {
				return found
			}
			return &shape{class: number, from: i, to: j}
		}
		k++
	}
	return found
}

// skip is the token behind the brackets at i, or behind the word at i and the brackets that follow it.
func (r *rewriter) skip(i int) int {
	if r.ident(i) {
		i++
	}
	return max(r.close(i), i+1)
}

// textOf is a number's type as one can write it elsewhere, and what it names; "": none.
func (r *rewriter) textOf(s *shape) expr {
	var e expr
	if r.declaresWithin(s.from, s.to) {
		return e
	}
	for k := s.from; k < s.to; {
		to := k + 1
		switch w := r.word(k); {
		case r.scopes.isAttribute(k) || w == "alignas" || w == "_Alignas":
			k = r.skip(k)
			continue
		case w == "enum":
			for r.scopes.isAttribute(to) {
				to = r.skip(to)
			}
			if !r.ident(to) {
				return expr{}
			}
			e.text += "enum " + r.word(to) + " "
			e.named = append(e.named, r.mentioned(to, to+1)...)
			k = s.to
			continue
		case w == "const" || specifiers[w]:
			k++
			continue
		case r.scopes.isTypeof(k) || w == "_BitInt":
			to = r.skip(k)
		}
		e.text += strings.TrimSpace(r.line(k, to)) + " "
		e.named = append(e.named, r.mentioned(k, to)...)
		k = to
	}
	e.text = strings.TrimSpace(e.text)
	return e
}

// recordAt reads the members in the braces at brace; nil: nothing is known.
func (r *rewriter) recordAt(brace int, union bool) *record {
	if rec, ok := r.records[brace]; ok {
		return rec
	}
	r.records[brace] = nil // while it is read
	if !r.is(brace, "{") {
		return nil
	}
	rec := &record{brace: brace, union: union}
	for _, f := range r.scopes.fields[brace] {
		m := member{shape: r.shapeOf(f.typedef)}
		switch anonymous := r.anonymous(f.typedef); {
		case f.name != nowhere:
			m.name = r.word(f.name)
		case f.bits || !anonymous:
			continue // it has no value
		case m.shape.rec == nil:
			return nil
		}
		if f.bits {
			if m.bits = r.literal(f.width); m.bits == 0 || f.wend != f.width+1 {
				m.bits = -1
			}
		}
		if rec.total++; m.shape.rec != nil {
			rec.total += m.shape.rec.total
		}
		if rec.members = append(rec.members, m); rec.total > maxMembers {
			return nil
		}
	}
	r.records[brace] = rec
	return rec
}

// anonymous reports whether the specifiers of a member without a name are a struct or union that has none.
func (r *rewriter) anonymous(t typedef) bool {
	for k := t.from; k < t.to; k++ {
		if r.is(k, "struct") || r.is(k, "union") {
			for k++; r.scopes.isAttribute(k); {
				k = r.skip(k)
			}
			return r.is(k, "{")
		}
	}
	return false
}

// find is the member with a name, also of one without; the indices lead to it.
func (rec *record) find(name string) (m *member, way []int) {
	for i := range rec.members {
		switch m := &rec.members[i]; {
		case m.name == name:
			return m, []int{i}
		case m.name == "":
			if in, way := m.shape.rec.find(name); in != nil {
				return in, append([]int{i}, way...)
			}
		}
	}
	return nil, nil
}

// shapeOfValue is the shape of the type of an expression, the tokens from i up to j.
func (r *rewriter) shapeOfValue(i, j int) *shape {
	i, j = r.inside(i, j)
	if i >= j || j > len(r.toks) {
		return unclear
	}
	if r.scopes.literals[i] {
		if r.close(r.skip(i)) == j {
			return r.shapeOf(r.scopes.named[i])
		}
		return unclear
	}
	if s, end := r.selected(i, j); end == j {
		return s
	}
	if r.scalar(i, j) {
		return &shape{class: number, from: i, to: i} // it has no specifiers
	}
	return unclear
}

// selected is the shape of the object whose name is at i, or of its member that is selected, with the token behind it; i: it is not known.
func (r *rewriter) selected(i, j int) (s *shape, end int) {
	if !r.scopes.ident(i) {
		return unclear, i
	}
	t, ok := r.scopes.objects[r.scopes.to[i]]
	if !ok {
		return unclear, i
	}
	s, end = r.shapeOf(t), i+1
	for end+1 < j && r.is(end, ".") && s.rec != nil {
		m, _ := s.rec.find(r.word(end + 1))
		if m == nil {
			return unclear, i
		}
		if s = m.shape; m.bits != 0 {
			s = &shape{class: number}
		}
		end += 2
	}
	return s, end
}

// inside are the tokens within parentheses around the tokens from i up to j.
func (r *rewriter) inside(i, j int) (from, to int) {
	for i < j && r.is(i, "(") && r.close(i) == j && r.scopes.named[i].to == 0 {
		i, j = i+1, j-1
	}
	return i, j
}

// scalar reports whether the tokens from i up to j are certainly an expression of a number or a pointer.
func (r *rewriter) scalar(i, j int) bool {
	for k := i; k < j; k++ {
		switch w := r.word(k); {
		case w == "{" || w == "_Generic":
			return false
		case w == "sizeof" || w == "alignof" || w == "_Alignof":
			if r.is(k+1, "(") {
				k = r.skip(k) - 1
			}
		case r.is(k, "(") && r.scopes.named[k].to != 0:
			k = max(r.close(k)-1, k)
		case r.scopes.ident(k) && !r.scopes.constant[r.scopes.to[k]]:
			of, end := r.selected(k, j)
			if of.class != number {
				return false
			}
			k = end - 1
		}
	}
	return i < j
}

// declaresWithin reports whether there may be declarations of constants in the tokens from i up to j, which are to be translated once.
func (r *rewriter) declaresWithin(i, j int) bool {
	return slices.ContainsFunc(r.toks[i:max(i, j)], func(t scan.Token) bool { return words[string(r.text[t.Start:t.End])] == introduces })
}
