package c23

import (
	"maps"
	"math"
	"strings"

	"cupel/frontend/c/scan"
)

// A member of a struct that constexpr declares is a constant (6.6p7): where its name is used, its value takes its place.

// initial finds out which values an initializer gives to the numbers in an object, by their paths (6.7.11).
type initial struct {
	r    *rewriter
	into map[string]expr
	// whole are the paths of structs and unions that are copies of others: where an initializer of a member follows, compilers do not agree on the other members.
	whole map[string]bool
}

// frame is a struct, union or array whose members are initialized in order.
type frame struct {
	in   *shape
	path string
	next int
}

// part is what an initializer is for.
type part struct {
	shape *shape
	path  string
}

// zero notes the values of what has no initializer.
func (n *initial) zero(s *shape, path string) {
	n.clear(s, path)
	switch {
	case s.class == number:
		n.into[path] = expr{text: "0"}
	case s.rec != nil:
		for _, m := range s.rec.members {
			n.zero(m.shape, m.under(path))
			if s.rec.union {
				break
			}
		}
	}
}

// clear forgets values.
func (n *initial) clear(s *shape, path string) {
	delete(n.into, path)
	delete(n.whole, path)
	if s.rec != nil {
		for _, m := range s.rec.members {
			n.clear(m.shape, m.under(path))
		}
	}
}

func (m *member) under(path string) string {
	if m.name == "" {
		return path
	}
	return path + "." + m.name
}

// done reports whether all of a frame has been initialized.
func (f *frame) done() bool {
	if f.in.rec != nil {
		return f.next >= len(f.in.rec.members)
	}
	return f.in.size >= 0 && f.next >= f.in.size
}

// take is the next part of a frame. Of a union only one member has a value.
func (n *initial) take(f *frame) part {
	if f.in.rec == nil {
		f.next++
		return part{f.in.elem, f.path + "[]"}
	}
	m := &f.in.rec.members[f.next]
	if f.next++; f.in.rec.union {
		for i := range f.in.rec.members {
			if other := &f.in.rec.members[i]; other != m {
				n.clear(other.shape, other.under(f.path))
			}
		}
		f.next = math.MaxInt
	}
	return part{m.shape, m.under(f.path)}
}

// list reads an initializer in the braces at open; false: it is not understood.
func (n *initial) list(s *shape, open int, path string) bool {
	r := n.r
	if s.rec == nil || r.nested >= maxNested {
		return false
	}
	r.nested++
	defer func() { r.nested-- }()
	n.zero(s, path)
	frames := []frame{{s, path, 0}}
	end := r.close(open) - 1
	for k := open + 1; k < end; {
		to := r.until(k, end, ",")
		p, value, ok := n.designated(&frames, k)
		switch {
		case !ok || value >= to:
			return false
		case p == nil:
			for len(frames) > 1 && frames[len(frames)-1].done() {
				frames = frames[:len(frames)-1]
			}
			if frames[len(frames)-1].done() {
				return false
			}
			next := n.take(&frames[len(frames)-1])
			p = &next
		}
		if !n.item(&frames, *p, value, to) {
			return false
		}
		k = to + 1
	}
	return true
}

// designated reads the designators at k; nil: there are none. The value begins at next.
func (n *initial) designated(frames *[]frame, k int) (p *part, next int, ok bool) {
	r := n.r
	for ; r.is(k, ".") && r.ident(k+1) || r.is(k, "["); k = next {
		if p == nil {
			*frames = (*frames)[:1]
		} else if n.whole[p.path] {
			return nil, k, false
		} else {
			*frames = append(*frames, frame{in: p.shape, path: p.path})
		}
		f := &(*frames)[len(*frames)-1]
		if r.is(k, "[") {
			f.next = r.literal(k + 1)
			if f.in.class != array || f.next < 0 || !r.is(k+2, "]") || f.done() {
				return nil, k, false
			}
			one := n.take(f)
			p, next = &one, k+3
			continue
		}
		if next = k + 2; f.in.rec == nil {
			return nil, k, false
		}
		_, way := f.in.rec.find(r.word(k + 1))
		if way == nil {
			return nil, k, false
		}
		for i, at := range way {
			if i > 0 {
				*frames = append(*frames, frame{in: p.shape, path: p.path})
				f = &(*frames)[len(*frames)-1]
			}
			f.next = at
			one := n.take(f)
			p = &one
		}
	}
	if p == nil {
		return nil, k, !(r.ident(k) && r.is(k+1, ":"))
	}
	return p, k + 1, r.is(k, "=")
}

// item reads the initializer of a part, the tokens from k up to to; without braces it may be the one of the first in it.
func (n *initial) item(frames *[]frame, p part, k, to int) bool {
	r := n.r
	braced := r.is(k, "{")
	for {
		switch s := p.shape; {
		case s.class == pointer || s.class == function || braced && s.class == array:
			return true
		case s.class == number:
			if braced {
				k, to = r.single(k, to)
			}
			n.into[p.path] = expr{text: "0"}
			if k < to {
				n.into[p.path] = expr{r.line(k, to), r.mentioned(k, to)}
				if r.unresolved(k, to) {
					delete(n.into, p.path)
				}
			}
			return !braced || !r.is(k, "{")
		case s.class == unknown:
			return braced
		case braced:
			return n.list(s, k, p.path)
		case s.class == array && r.quoted(k, to) && s.elem.class == number:
			return true
		case s.class == aggregate && s.rec == nil, s.class == array && s.size <= 0:
			return false
		case s.class == aggregate:
			in, values, known := r.structure(k, to)
			switch {
			case known && in == s.rec:
				n.clear(s, p.path)
				for path, v := range values {
					n.into[p.path+path] = v
				}
				n.whole[p.path] = true
				return true
			case !known && !r.scalar(k, to):
				return false
			}
		}
		*frames = append(*frames, frame{in: p.shape, path: p.path})
		f := &(*frames)[len(*frames)-1]
		if f.done() || n.whole[p.path] {
			return false
		}
		p = n.take(f)
	}
}

// single are the tokens of the initializer of a number in the braces from k up to to.
func (r *rewriter) single(k, to int) (from, end int) {
	k, to = k+1, to-1
	if r.is(to-1, ",") {
		to--
	}
	return k, to
}

// quoted reports whether the tokens from k up to to are strings.
func (r *rewriter) quoted(k, to int) bool {
	for ; k < to; k++ {
		if t := r.toks[k]; t.Kind != scan.Quoted || r.text[t.Quote] != '"' {
			return false
		}
	}
	return true
}

// structure reads an expression of a struct or union, the tokens from k up to to, whose values are known.
func (r *rewriter) structure(k, to int) (in *record, values map[string]expr, known bool) {
	k, to = r.inside(k, to)
	if r.scopes.literals[k] {
		open := r.skip(k)
		if r.close(open) != to || r.declaresWithin(open, to) {
			return nil, nil, false
		}
		s := r.shapeOf(r.scopes.named[k])
		n := &initial{r, map[string]expr{}, map[string]bool{}}
		if s.rec == nil || !n.list(s, open, "") {
			return nil, nil, false
		}
		return s.rec, n.into, true
	}
	if k >= to || !r.scopes.ident(k) {
		return nil, nil, false
	}
	c := r.constants[r.scopes.to[k]]
	if c == nil || c.shape.rec == nil || c.members == nil {
		return nil, nil, false
	}
	s, path := c.shape, ""
	for k++; k < to && r.is(k, ".") && s.rec != nil; k += 2 {
		m, _ := s.rec.find(r.word(k + 1))
		if m == nil {
			return nil, nil, false
		}
		s, path = m.shape, path+"."+m.name
	}
	if k != to || s.rec == nil {
		return nil, nil, false
	}
	values = map[string]expr{}
	for p, v := range maps.All(c.members) {
		if rest, ok := strings.CutPrefix(p, path); ok && strings.HasPrefix(rest, ".") {
			values[rest] = v
		}
	}
	return s.rec, values, true
}

// initialized are the values that the initializer of an object, the tokens from k up to to, gives to the numbers in it; nil: they are not known.
func (r *rewriter) initialized(s *shape, k, to int) map[string]expr {
	if s.rec == nil || r.declaresWithin(k, to) {
		return nil
	}
	if !r.is(k, "{") {
		if in, values, known := r.structure(k, to); known && in == s.rec {
			return values
		}
		return nil
	}
	n := &initial{r, map[string]expr{}, map[string]bool{}}
	if r.close(k) != to || !n.list(s, k, "") {
		return nil
	}
	return n.into
}
