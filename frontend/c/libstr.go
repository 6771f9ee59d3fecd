package c

import (
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// bytesOf returns the region with the bytes a char pointer points to.
func (b *builder) bytesOf(e cc.ExpressionNode) *program.Var {
	return b.region(b.alias.ClassOfPointee(e), logic.BVSort(8), true)
}

// charPointer reports whether the memory that e points to has byte cells.
func (b *builder) charPointer(e cc.ExpressionNode) bool {
	class := b.alias.ClassOfPointee(e)
	if b.alias.ByteLevel(class) {
		return true
	}
	bytes := true
	for _, c := range b.alias.Cells(class) {
		bytes = bytes && c == alias.Cell{Bits: 8}
	}
	if bytes {
		return true
	}
	e = tree.Uncast(e)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		t := b.tt.of(operandType(u.CastExpression))
		for t.kind == tArray {
			t = t.elem
		}
		return t.kind == tInt && t.width == 8
	}
	pt, ok := e.Type().(*cc.PointerType)
	if !ok {
		return false
	}
	t := b.tt.of(pt.Elem())
	return t.kind == tInt && t.width == 8
}

// stringFunc lowers the string functions to loops over bytes.
func (b *builder) stringFunc(name string, es []cc.ExpressionNode, n *cc.PostfixExpression, ft *cc.FunctionType) (val, bool) {
	pointers := map[string]int{"strlen": 1, "strnlen": 1, "strchr": 1, "strrchr": 1, "memchr": 1}[name]
	if pointers == 0 {
		pointers = 2
	}
	want := map[string]int{"strlen": 1, "strcmp": 2, "strcpy": 2, "stpcpy": 2, "strcat": 2, "strchr": 2, "strrchr": 2}[name]
	if want == 0 {
		want = 3
	}
	if name == "strnlen" {
		want = 2
	}
	if len(es) < want {
		return val{}, false
	}
	if name == "strlen" {
		if s, ok := tree.Strip(es[0]).Value().(cc.StringValue); ok {
			k := int64(0)
			for k < int64(len(s)) && s[k] != 0 {
				k++
			}
			return b.intVal(k, b.tt.sizeT()), true
		}
	}
	for _, e := range es[:pointers] {
		if !b.charPointer(e) {
			b.cut(name+" of memory that is not made of characters", b.pos)
			return b.anyVal(b.typeOf(n)), true
		}
	}
	for _, e := range es[:pointers] {
		if class := b.alias.ClassOfPointee(e); strings.HasPrefix(name, "mem") || name == "bcmp" || b.alias.Mixed(class) {
			b.readsPointers(class)
		}
	}
	args := b.args(n, ft)
	w := b.tt.ptrW
	p := make([]*logic.Term, len(args))
	for i, a := range args {
		switch {
		case a.x == nil:
			return val{}, false
		case i < pointers:
			p[i] = b.pinTerm(b.convert(a, b.tt.ptrs, n))
		case i == 2 || name == "strnlen":
			p[i] = b.pinTerm(b.size(a, n))
		default:
			p[i] = b.pinTerm(b.resize(a.x, 8, true))
		}
	}
	s := &stringLoop{b: b, one: b.f.BV(1, w), zero: b.f.BV(0, w)}
	switch name {
	case "strlen":
		i := s.length(es[0], p[0], nil)
		return val{t: b.tt.sizeT(), x: i}, true
	case "strnlen":
		return val{t: b.tt.sizeT(), x: s.length(es[0], p[0], p[1])}, true
	case "strcmp":
		return s.compare(es, p, nil, true), true
	case "strncmp":
		return s.compare(es, p, p[2], true), true
	case "memcmp", "bcmp":
		return s.compare(es, p, p[2], false), true
	case "strcpy", "stpcpy":
		i := s.copy(es, p[0], p[1], nil, false)
		if name == "stpcpy" {
			return val{t: b.tt.ptrs, x: s.add(p[0], i)}, true
		}
	case "strncpy":
		s.copy(es, p[0], p[1], p[2], true)
	case "strcat":
		end := s.length(es[0], p[0], nil)
		s.copy(es, s.add(p[0], end), p[1], nil, false)
	case "strncat":
		end := s.length(es[0], p[0], nil)
		i := s.copy(es, s.add(p[0], end), p[1], p[2], false)
		s.put(es[0], s.add(p[0], end), i, b.f.BV(0, 8))
	case "strchr":
		return s.find(es[0], p[0], p[1], nil, true), true
	case "memchr":
		return s.find(es[0], p[0], p[1], p[2], false), true
	case "strrchr":
		return s.findLast(es[0], p[0], p[1]), true
	}
	return val{t: b.tt.ptrs, x: p[0]}, true
}

// pinTerm keeps the value of a term that reads memory.
func (b *builder) pinTerm(x *logic.Term) *logic.Term {
	if reads(x) {
		return b.snapshot(x, false)
	}
	return x
}

// stringLoop builds loops over the bytes of strings.
type stringLoop struct {
	b         *builder
	one, zero *logic.Term
}

func (s *stringLoop) add(x, y *logic.Term) *logic.Term { return s.b.f.BVOp(logic.OpBVAdd, x, y) }

func (s *stringLoop) index() *program.Var {
	i := s.b.temp(logic.BVSort(s.b.tt.ptrW), false)
	s.b.assign(i, s.zero)
	return i
}

// at reads the byte of e's memory at p + i.
func (s *stringLoop) at(e cc.ExpressionNode, p, i *logic.Term) *logic.Term {
	addr := s.add(p, i)
	s.b.access(addr, s.one, p)
	return s.b.f.Select(s.b.bytesOf(e).Sym, addr)
}

// put writes the byte of e's memory at p + i.
func (s *stringLoop) put(e cc.ExpressionNode, p, i, c *logic.Term) {
	addr := s.add(p, i)
	s.b.writes(s.b.alias.ClassOfPointee(e), addr, s.one, p)
	r := s.b.bytesOf(e)
	s.b.assign(r, s.b.f.Store(r.Sym, addr, c))
}

// head starts a loop and stops it at i == limit when there is a limit.
func (s *stringLoop) head(i *program.Var, limit *logic.Term, done *program.Location) (head *program.Location) {
	b := s.b
	head = b.newLoc()
	b.goTo(head)
	if limit != nil {
		in := b.newLoc()
		b.split(b.f.Ne(i.Sym, limit), branchTo{loc: in}, branchTo{loc: done})
		b.cur = in
	}
	return head
}

// length is strlen, at most limit.
func (s *stringLoop) length(e cc.ExpressionNode, p, limit *logic.Term) *logic.Term {
	b := s.b
	i, done := s.index(), b.newLoc()
	head := s.head(i, limit, done)
	c := s.at(e, p, i.Sym)
	s.goOn(i, head, c, done)
	return i.Sym
}

// goOn goes to the next character unless c (nil: any) is the end of a string, and on at done.
func (s *stringLoop) goOn(i *program.Var, head *program.Location, c *logic.Term, done *program.Location) {
	b := s.b
	if c != nil {
		more := b.newLoc()
		b.split(b.f.Ne(c, b.f.BV(0, 8)), branchTo{loc: more}, branchTo{loc: done})
		b.cur = more
	}
	b.assign(i, s.add(i.Sym, s.one))
	b.goTo(head)
	b.cur = done
}

// compare is strcmp, strncmp and memcmp: glibc's result, the difference of the
// first bytes that differ.
func (s *stringLoop) compare(es []cc.ExpressionNode, p []*logic.Term, limit *logic.Term, str bool) val {
	b := s.b
	r := b.temp(logic.BVSort(32), true)
	b.assign(r, b.f.BV(0, 32))
	i, done := s.index(), b.newLoc()
	head := s.head(i, limit, done)
	x, y := s.at(es[0], p[0], i.Sym), s.at(es[1], p[1], i.Sym)
	same, differ := b.newLoc(), b.newLoc()
	b.split(b.f.Eq(x, y), branchTo{loc: same}, branchTo{loc: differ})
	b.cur = differ
	b.assign(r, b.f.BVOp(logic.OpBVSub, b.f.ZeroExt(24, x), b.f.ZeroExt(24, y)))
	b.goTo(done)
	b.cur = same
	if !str {
		x = nil
	}
	s.goOn(i, head, x, done)
	return val{t: b.intT(), x: r.Sym}
}

// copy copies the string at q to p, at most limit bytes, and the final zero
// unless the limit ends it; pad fills the rest up to the limit with zeros. It
// returns how many characters other than zeros it copied.
func (s *stringLoop) copy(es []cc.ExpressionNode, p, q, limit *logic.Term, pad bool) *logic.Term {
	b := s.b
	i, done, rest := s.index(), b.newLoc(), b.newLoc()
	head := s.head(i, limit, done)
	c := b.temp(logic.BVSort(8), true)
	b.assign(c, s.at(es[1], q, i.Sym))
	s.put(es[0], p, i.Sym, c.Sym)
	s.goOn(i, head, c.Sym, rest)
	if pad {
		fill := s.head(i, limit, done)
		s.put(es[0], p, i.Sym, b.f.BV(0, 8))
		b.assign(i, s.add(i.Sym, s.one))
		b.goTo(fill)
	} else {
		b.goTo(done)
	}
	b.cur = done
	// Source and destination must not overlap, the final zero included.
	n := s.add(i.Sym, s.one)
	if limit != nil {
		n = b.f.Ite(b.f.Eq(i.Sym, limit), limit, n)
	}
	b.check(b.disjoint(p, q, n), program.LibraryUse, "overlapping strings")
	return i.Sym
}

// find is strchr and memchr.
func (s *stringLoop) find(e cc.ExpressionNode, p, c, limit *logic.Term, str bool) val {
	b := s.b
	r := b.temp(logic.BVSort(b.tt.ptrW), false)
	b.assign(r, s.zero)
	i, done, found := s.index(), b.newLoc(), b.newLoc()
	head := s.head(i, limit, done)
	x := s.at(e, p, i.Sym)
	next := b.newLoc()
	b.split(b.f.Eq(x, c), branchTo{loc: found}, branchTo{loc: next})
	b.cur = found
	b.assign(r, s.add(p, i.Sym))
	b.goTo(done)
	b.cur = next
	if !str {
		x = nil
	}
	s.goOn(i, head, x, done)
	return val{t: b.tt.ptrs, x: r.Sym}
}

// findLast is strrchr.
func (s *stringLoop) findLast(e cc.ExpressionNode, p, c *logic.Term) val {
	b := s.b
	r := b.temp(logic.BVSort(b.tt.ptrW), false)
	b.assign(r, s.zero)
	i, done := s.index(), b.newLoc()
	head := s.head(i, nil, done)
	x := s.at(e, p, i.Sym)
	b.assign(r, b.f.Ite(b.f.Eq(x, c), s.add(p, i.Sym), r.Sym))
	s.goOn(i, head, x, done)
	return val{t: b.tt.ptrs, x: r.Sym}
}
