package c

import (
	"slices"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// initStep selects a part of an aggregate: a member, or the elements lo to hi
// of an array.
type initStep struct {
	f      *field
	union  bool // f is a member of a union
	lo, hi int64
}

// initEntry is one initialiser with the part of the object it is for. An entry
// without an expression sets the part to zero.
type initEntry struct {
	path []initStep
	t    *ctype
	expr cc.ExpressionNode
	node *cc.Initializer
}

// initWalk assigns the expressions of an initialiser to parts of the object, by C11 6.7.9 with gcc's ranges. Later initialisers override earlier ones for the
// same part, and a list in braces overrides all earlier ones for its part; overridden expressions are not evaluated, as with gcc.
type initWalk struct {
	b       *builder
	entries []initEntry
	out     bool       // designators may come back to earlier parts
	last    []initStep // the farthest part so far
	depth   int        // steps to the object of the innermost list in braces
	fault   string
}

// initEntries lists the initialisers of an object of type t.
func (b *builder) initEntries(t *ctype, n *cc.Initializer) ([]initEntry, string) {
	w := &initWalk{b: b}
	if n.Case == cc.InitializerInitList {
		w.braced(t, nil, n)
	} else {
		w.whole(t, nil, n)
	}
	return w.entries, w.fault
}

// whole adds an initialiser without braces for all of t.
func (w *initWalk) whole(t *ctype, path []initStep, n *cc.Initializer) {
	e := n.AssignmentExpression
	if t.kind != tArray || w.fits(t, e) {
		w.add(initEntry{path: path, t: t, expr: e, node: n})
		return
	}
	w.fault = "array initialiser " + short(cc.NodeSource(e))
}

// braced adds the initialisers in braces n for the part at path.
func (w *initWalk) braced(t *ctype, path []initStep, n *cc.Initializer) {
	l := n.InitializerList
	if len(path) > 0 {
		w.reset(t, path)
	}
	if l == nil {
		return
	}
	if t.kind != tArray && t.kind != tRecord {
		if in := l.Initializer; in.Case == cc.InitializerInitList {
			w.braced(t, path, in)
		} else {
			w.whole(t, path, in)
		}
		return
	}
	if in := l.Initializer; t.kind == tArray && l.InitializerList == nil && l.Designation == nil && in.Case == cc.InitializerExpr && isString(in.AssignmentExpression) && w.fits(t, in.AssignmentExpression) {
		w.whole(t, path, in)
		return
	}
	outer := w.depth
	w.depth = len(path)
	w.fill(t, path, l, initStep{lo: -1, hi: -1}, true)
	w.depth = outer
}

// onwards is path for the initialisers that follow the first one behind a designation: with gcc they are for the last element of a range.
func (w *initWalk) onwards(path []initStep) []initStep {
	out := slices.Clone(path)
	for i := w.depth; i < len(out); i++ {
		if out[i].f == nil {
			out[i].lo = out[i].hi
		}
	}
	return out
}

// fill initialises the parts of the aggregate t after the part prev, one after the other, and returns the rest of the list. top: the list is in t's own braces,
// so that designators refer to t.
func (w *initWalk) fill(t *ctype, path []initStep, l *cc.InitializerList, prev initStep, top bool) *cc.InitializerList {
	for l != nil && w.fault == "" {
		if l.Designation != nil {
			if !top {
				return l
			}
			l, prev = w.designated(t, path, l)
			continue
		}
		next, pt, ok := w.next(t, prev)
		if !ok {
			if !top {
				return l
			}
			return nil // excess initialisers: gcc warns and drops them
		}
		prev = next
		l = w.item(pt, with(path, next), l)
	}
	return l
}

// next returns the part after prev.
func (w *initWalk) next(t *ctype, prev initStep) (initStep, *ctype, bool) {
	if t.kind == tArray {
		i := prev.lo + 1
		if prev.hi > prev.lo {
			i = prev.hi + 1
		}
		return initStep{lo: i, hi: i}, t.elem, t.n < 0 || i < t.n
	}
	first := 0
	if prev.f != nil {
		if t.union {
			return initStep{}, nil, false
		}
		first = prev.f.idx + 1
	}
	for _, f := range t.fields[first:] {
		if f.bits != 0 && f.name == "" {
			continue
		}
		return initStep{f: f, union: t.union}, f.typ, true
	}
	return initStep{}, nil, false
}

// item initialises the part at path with the next initialiser of the list, or
// with as many as it takes when the braces around them are left out.
func (w *initWalk) item(t *ctype, path []initStep, l *cc.InitializerList) *cc.InitializerList {
	in := l.Initializer
	if in.Case == cc.InitializerInitList {
		w.braced(t, path, in)
		return l.InitializerList
	}
	if t.kind != tArray && t.kind != tRecord || w.fits(t, in.AssignmentExpression) {
		w.whole(t, path, in)
		return l.InitializerList
	}
	first, pt, ok := w.next(t, initStep{lo: -1, hi: -1})
	if !ok {
		if t.kind == tRecord && l.Designation == nil {
			return l // an empty record takes none
		}
		return l.InitializerList
	}
	rest := w.item(pt, with(path, first), l)
	return w.fill(t, w.onwards(path), rest, first, false)
}

// designated initialises the part of t named by the designators before the first initialiser, and the following parts of the aggregates below t. It returns the
// rest of the list and the part of t.
func (w *initWalk) designated(t *ctype, path []initStep, l *cc.InitializerList) (*cc.InitializerList, initStep) {
	type level struct {
		t    *ctype
		path []initStep
		step initStep
	}
	var levels []level
	down := func(s initStep, to *ctype) {
		levels = append(levels, level{t, path, s})
		path, t = with(path, s), to
	}
	for d := l.Designation.DesignatorList; d != nil; d = d.DesignatorList {
		switch d.Designator.Case {
		case cc.DesignatorField, cc.DesignatorField2:
			name := d.Designator.Token2.SrcStr()
			if d.Designator.Case == cc.DesignatorField2 {
				name = d.Designator.Token.SrcStr()
			}
			fs := findField(t, name)
			if fs == nil {
				w.fault = "designator ." + name
				return nil, initStep{}
			}
			for _, f := range fs {
				down(initStep{f: f, union: t.union}, f.typ)
			}
		default:
			lo, ok := w.b.constInt(d.Designator.ConstantExpression)
			hi, ok2 := lo, true
			if d.Designator.Case == cc.DesignatorIndex2 {
				hi, ok2 = w.b.constInt(d.Designator.ConstantExpression2)
			}
			if !ok || !ok2 || t.kind != tArray || lo < 0 || hi < lo || t.n >= 0 && hi >= t.n || hi-lo >= maxRange {
				w.fault = "designator " + short(cc.NodeSource(d.Designator))
				return nil, initStep{}
			}
			down(initStep{lo: lo, hi: hi}, t.elem)
		}
	}
	w.out = true
	l = w.item(t, path, l)
	for i := len(levels) - 1; i > 0; i-- {
		v := levels[i]
		l = w.fill(v.t, w.onwards(v.path), l, v.step, false)
	}
	return l, levels[0].step
}

func with(path []initStep, s initStep) []initStep {
	return append(path[:len(path):len(path)], s)
}

// fits reports whether the expression e initialises all of the aggregate t:
// a string or compound literal, or a record of the same type.
func (w *initWalk) fits(t *ctype, e cc.ExpressionNode) bool {
	et := e.Type()
	if et == nil {
		return false
	}
	switch t.kind {
	case tArray:
		if isString(e) {
			s := w.b.tt.of(et.Undecay())
			return t.elem.kind == tInt && s.kind == tArray && s.elem.size == t.elem.size
		}
		c, ok := tree.Strip(e).(*cc.PostfixExpression)
		if !ok || c.Case != cc.PostfixExpressionComplit {
			return false
		}
		s := w.b.tt.of(et.Undecay())
		return s.kind == tArray && sameShape(t, s)
	case tRecord:
		s := w.b.tt.of(et)
		return s == t || s.kind == tRecord && s.size == t.size && sameRecord(s, t) && t.cc != nil && (t.cc.IsCompatible(et) || et.IsCompatible(t.cc))
	}
	return false
}

// isString reports whether e is a string literal.
func isString(e cc.ExpressionNode) bool {
	if e == nil {
		return false
	}
	p, ok := tree.Strip(e).(*cc.PrimaryExpression)
	return ok && (p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString)
}

// add appends an initialiser and drops those it overrides.
func (w *initWalk) add(e initEntry) {
	if w.out && !w.forget(e.path) && !e.t.isScalar() {
		w.entries = append(w.entries, initEntry{path: e.path, t: e.t})
	}
	w.entries = append(w.entries, e)
	w.last = farther(w.last, e.path)
}

// reset removes the entries for the part at path.
func (w *initWalk) reset(t *ctype, path []initStep) {
	if w.out && !w.forget(path) {
		w.entries = append(w.entries, initEntry{path: path, t: t})
	}
}

// forget removes the initialisers of parts of path, and of other members of
// the unions on the way. It reports whether none is left for any part of it.
func (w *initWalk) forget(path []initStep) (clean bool) {
	if len(w.last) > 0 && after(path, w.last) {
		return true
	}
	clean = true
	kept := w.entries[:0]
	for _, o := range w.entries {
		switch relate(o.path, path) {
		case within:
			continue
		case around:
			if o.expr != nil && !isString(o.expr) && o.t.kind != tInt && o.t.kind != tFloat && o.t.kind != tPtr {
				w.fault = "initialiser of a part of what was initialised as a whole"
			}
			clean = false
		case partly:
			clean = false
		}
		kept = append(kept, o)
	}
	w.entries = kept
	return clean
}

type relation uint8

const (
	apart  relation = iota
	within          // the old part is covered by the new one, or in another member of a union
	around          // the new part is in the old one
	partly          // some elements of a range are covered
)

// relate compares an old part with a new one.
func relate(old, new []initStep) relation {
	r := within
	for i := 0; i < len(old) && i < len(new); i++ {
		o, n := old[i], new[i]
		if o.f != nil || n.f != nil {
			if o.f == n.f {
				continue
			}
			if o.union && n.union {
				return r
			}
			return apart
		}
		if o.hi < n.lo || n.hi < o.lo {
			return apart
		}
		if o.lo < n.lo || o.hi > n.hi {
			r = partly
		}
	}
	if r == within && len(old) < len(new) {
		return around
	}
	return r
}

// disjoint reports whether no two initialisers are for the same part.
func disjoint(entries []initEntry) bool {
	for i, a := range entries {
		for _, b := range entries[:i] {
			if relate(a.path, b.path) != apart {
				return false
			}
		}
	}
	return true
}

// after reports whether the part new comes after old in the order of members
// and elements, so that it is apart from all parts not after old.
func after(new, old []initStep) bool {
	for i := 0; i < len(old) && i < len(new); i++ {
		o, n := old[i], new[i]
		if o.f != nil && n.f != nil {
			if o.f != n.f {
				return !o.union && n.f.idx > o.f.idx
			}
			continue
		}
		if n.lo > o.hi {
			return true
		}
		if o.lo != o.hi || n.lo != o.lo || n.hi != n.lo {
			return false
		}
	}
	return false
}

func farther(old, new []initStep) []initStep {
	if len(old) == 0 || after(new, old) {
		return new
	}
	return old
}

// literalEntries lists the initialisers of a compound literal of type t.
func (b *builder) literalEntries(t *ctype, l *cc.InitializerList) ([]initEntry, string) {
	return b.initEntries(t, &cc.Initializer{Case: cc.InitializerInitList, InitializerList: l})
}
