package c

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"

	"modernc.org/cc/v4"
)

// Which object an access is to is decided by the pointer that its address was computed from, not by where the address lies (C11 6.5.6p8): p[4] is undefined
// if p points to an array of four, whatever follows that in memory. A place and the value of an address keep that pointer, their origin, as long as the
// expression goes on. Where a computed pointer becomes a value, an operation says what it was computed from.

// derived is an origin: of was computed from the pointer from. It means nothing for other addresses.
type derived struct{ of, from *logic.Term }

// origin is the pointer that an address was computed from.
func (d derived) origin(addr *logic.Term) *logic.Term {
	if d.of == addr && addr != nil {
		return d.from
	}
	return addr
}

// origin is the pointer that the value was computed from: a pointer to the same object.
func (v val) origin() *logic.Term { return v.derived.origin(v.x) }

// origin is the pointer that the place's address was computed from.
func (p place) origin() *logic.Term {
	if p.from != nil {
		return p.from
	}
	return p.addr
}

// pointer is the address of p as a value.
func (b *builder) pointer(p place, t *ctype) val {
	v := val{t: t, x: p.addr}
	if from := p.origin(); from != p.addr {
		v.derived = derived{p.addr, from}
		if !p.inside {
			b.point(p.addr, from, "")
		}
	}
	return v
}

// point records that the pointer to is computed from the pointer from, in a way that note may tell, unless it clearly is one to the same object.
func (b *builder) point(to, from *logic.Term, note string) {
	if room, named := b.room[from]; named {
		if off, known := b.f.BVOp(logic.OpBVSub, to, from).BVUint64(); known && off <= room {
			return
		}
	}
	b.emit(program.Op{Kind: program.OpAccess, Check: program.PointerRange, Expr: to, Size: b.unlessSkipped(), Origin: from, Note: note})
}

// unlessSkipped is the size of an operation on no bytes: 0 where the guard does not hold.
func (b *builder) unlessSkipped() *logic.Term {
	one := b.f.BV(1, b.tt.ptrW)
	if b.guard != nil {
		return b.f.Ite(b.guard, one, b.f.BV(0, b.tt.ptrW))
	}
	return one
}

// goesOn returns the origin of v for an expression that computes with it: what v says about itself need not hold of a part of an expression.
func (b *builder) goesOn(v val) *logic.Term {
	from := v.origin()
	if n := len(b.ops) - 1; from != v.x && n >= 0 {
		if o := &b.ops[n]; o.Kind == program.OpAccess && o.Check == program.PointerRange && o.Expr == v.x {
			b.ops = b.ops[:n]
		}
	}
	return from
}

// number reports whether a pointer is a constant that may be the address of an object: none has an address near 0 or the end of memory, which serve as marks.
func (b *builder) number(x *logic.Term) bool {
	if !x.IsConst() {
		return false
	}
	n := x.BVSigned()
	return !n.IsInt64() || !alias.Mark(n.Int64())
}

// ordered records that two pointers are ordered or subtracted, which is defined within one object (C11 6.5.6p9, 6.5.8p5).
func (b *builder) ordered(x, y val, at cc.Node) {
	if _, difference := at.(*cc.AdditiveExpression); b.number(x.x) || b.number(y.x) || difference && x.x.IsConst() != y.x.IsConst() {
		b.usesAddress(at) // an address against a number
	}
	if x.t.kind == tPtr && y.t.kind == tPtr && !x.x.IsConst() && !y.x.IsConst() && x.origin() != y.origin() {
		b.emit(program.Op{Kind: program.OpAccess, Check: program.PointerOrder, Expr: x.x, Size: b.unlessSkipped(), Origin: y.x})
	}
}

// equation is a comparison of pointers into two classes.
type equation struct {
	pos  program.Pos
	x, y alias.ClassID
	ends bool // a pointer may be one past the end of an object
}

// equated records that two pointers are compared whose outcome may depend on where objects lie: one may be one past the end of its object (C11 6.5.9p6).
func (b *builder) equated(x, y val, n *cc.EqualityExpression) {
	if x.t.kind != tPtr || y.t.kind != tPtr || x.x == nil || y.x == nil || x.origin() == y.origin() {
		return
	}
	if zero := b.f.BV(0, b.tt.ptrW); x.x == zero || y.x == zero {
		return
	}
	if b.number(x.x) || b.number(y.x) {
		b.usesAddress(n)
	}
	eq := equation{b.posOf(n), b.alias.ClassOfPointee(n.EqualityExpression), b.alias.ClassOfPointee(n.RelationalExpression), false}
	b.compared = append(b.compared, comparison{b.pos, eq.x, eq.y})
	eq.ends = b.alias.Ends(eq.x, pointee(n.EqualityExpression)) || b.alias.Ends(eq.y, pointee(n.RelationalExpression))
	if eq.ends || b.alias.ReadOnly(eq.x) && b.alias.ReadOnly(eq.y) {
		b.equations = append(b.equations, eq)
		b.emit(program.Op{Kind: program.OpAccess, Check: program.PointerEquality, Expr: x.x, Size: b.unlessSkipped(), Origin: y.x, Pos: eq.pos})
	}
}

// pointee is the type that a pointer expression points to; nil: not known.
func pointee(e cc.ExpressionNode) cc.Type {
	if e.Type() == nil {
		return nil
	}
	if p, ok := e.Type().Decay().(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// keepEquations gives the module the comparisons whose operands may point to different objects.
func (l *lowerer) keepEquations() {
	seen := map[program.Pos]bool{}
	for _, eq := range l.equations {
		literals := l.alias.ReadOnly(eq.x) && l.alias.ReadOnly(eq.y)
		if literals && !eq.ends && !l.mayShare(eq.x, eq.y) {
			continue
		}
		if single := eq.x == eq.y && l.extent[eq.x] <= 1 && !l.perCall[eq.x] && !l.alias.FromOutside(eq.x); !single && !seen[eq.pos] {
			seen[eq.pos] = true
			l.mod.Equalities = append(l.mod.Equalities, eq.pos)
		}
	}
}

// mayShare reports whether a string literal of one class and one of another may be the same object.
func (l *lowerer) mayShare(x, y alias.ClassID) bool {
	for _, o := range l.literals[x] {
		if slices.ContainsFunc(l.literals[y], o.MayShare) {
			return true
		}
	}
	return false
}
