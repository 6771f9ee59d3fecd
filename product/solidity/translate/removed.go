package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A reference to storage remains valid when its element is removed from the array: the machine clears the element,
// and what is written through the reference afterwards stays there. push() without a value only makes the array
// longer, so that the element appears with what was written; mappings in it are never cleared.
//
// Usually nothing is written to removed elements. That is asserted at each write, and push() gives default values on
// the strength of it. Where an assertion does not hold, the program is translated again with Options.Dangling: a ghost
// variable says whether something was written to a removed element. Then elements behind the end are arbitrary at the
// beginning of a transaction, and keep their content.

// danglingVar maps contracts to whether removed elements may have content.
const danglingVar = "dangling"

// declareDangling declares the ghost variable. Its message makes it last, like state variables.
func (t *translator) declareDangling() {
	if len(t.o.Dangling) > 0 {
		t.global(danglingVar, boogie.MapOf(boogie.Bool, boogie.Int), boogie.Attributes{boogie.Attr("message", boogie.Str(danglingVar))})
	}
}

// dangles reports whether removed elements may be written in the contract.
func (b *body) dangles() bool { return b.t.o.Dangling[b.c.contract.ID] }

// dangling is the ghost variable of the contract at an address.
func dangling(addr boogie.Expr) *place {
	if addr == nil { // in storage passed to a library
		addr = boogie.Id("this")
	}
	return variable(danglingVar, nil).element(addr, nil)
}

// notRemoved handles a write to a part of an array element that was perhaps removed before, if push() could reveal
// that.
func (b *body) notRemoved(n ast.Node, p *place) {
	if b.pushing || b.inConstructor || !b.t.revealsRemoved() {
		return
	}
	for q := p; q.of != nil; q = q.of {
		array := q.of.of
		if q.of.rec == nil || array == nil || array.t == nil || array.t.Kind != ast.Array || array.t.Len != nil || !array.t.Elem.IsReference() {
			continue
		}
		in := b.uintOp("<", q.index, array.part(q.of.rec, 1, uint256).read())
		if !b.dangles() {
			b.emit(&boogie.Assert{Attrs: append(at(n, "The element might have been removed from its array"), boogie.Attr(RemovedAttr)), Cond: in})
			continue
		}
		if p.root != nil && len(b.t.sums[p.root.ID]) > 0 {
			fail(n, "A sum over an array whose removed elements are written is not supported")
		}
		d := dangling(p.addr)
		b.change(d.store(boogie.OrOf(d.read(), boogie.NotOf(in))))
	}
}

// RemovedAttr marks the assertions that elements are not removed.
const RemovedAttr = "removed"

// cleared is the value that an element of a type has after its removal; now is the one before.
func (b *body) cleared(n ast.Node, ty *ast.Type, now boogie.Expr, addr boogie.Expr) boogie.Expr {
	if !b.t.hasMapping(n, ty) && !(b.dangles() && hidesRemoved(b.t, n, ty)) {
		return b.t.zero(n, ty).e
	}
	switch ty.Kind {
	case ast.Mapping:
		return now
	case ast.Struct:
		rec := b.t.storageRecord(n, ty)
		var fields []boogie.Expr
		s := b.t.structOf(n, ty)
		for i, m := range s.Members {
			if b.t.leadsBack(s, m) { // not followed
				fields = append(fields, boogie.N(0))
				continue
			}
			fields = append(fields, b.cleared(n, m.T, rec.sel(i, now), addr))
		}
		return boogie.App(rec.constr, fields...)
	case ast.Array:
		if ty.Len != nil || b.t.hasMapping(n, ty) {
			break
		}
		rec := b.t.storageRecord(n, ty)
		rest := b.temp(rec.sorts[0]) // what is behind the end stays
		b.emit(b.unknown(false, rest))
		zero := b.t.constArray(rec.sorts[0].(*boogie.MapType), b.t.zero(n, ty.Elem)).e
		return boogie.App(rec.constr, boogie.Cond(dangling(addr).read(), rest, zero), b.t.uintConst(new(big.Int)).e)
	}
	fail(n, "Removing elements of type %s is not supported", ty.Text)
	return nil
}

// hidesRemoved reports whether a value may have removed elements behind the end of arrays in it.
func hidesRemoved(t *translator, n ast.Node, ty *ast.Type) bool {
	switch ty.Kind {
	case ast.Array:
		return ty.Len == nil && ty.Elem.IsReference() || hidesRemoved(t, n, ty.Elem)
	case ast.Struct:
		for _, m := range t.structOf(n, ty).Members {
			if hidesRemoved(t, n, m.T) {
				return true
			}
		}
	}
	return false
}

// replaced is the value that a place has after v is assigned to it, with the removed elements in it.
func (b *body) replaced(n ast.Node, p *place, v boogie.Expr) boogie.Expr {
	if !b.dangles() || b.pushing || b.removing || b.inConstructor || p.length || p.pointer || p.root == nil || !hidesRemoved(b.t, n, p.t) {
		return v
	}
	if text(v) != text(b.t.zero(n, p.t).e) {
		fail(n, "The assignment of an array is not supported where removed elements of arrays are written")
	}
	return b.cleared(n, p.t, p.read(), p.addr)
}

// exposed is the value of the element that push() without a value makes.
func (b *body) exposed(n ast.Node, p *place) boogie.Expr {
	if !p.t.IsReference() {
		if p.of.of.t.Kind == ast.Bytes && b.t.p.Version.Less([3]int{0, 8, 15}) { // copies left bytes behind the end
			b.t.warn(n, "Compilers before 0.8.15 may leave something in the byte that push() makes: it is arbitrary")
			return b.arbitrary(n, p.t).e
		}
		return b.t.zero(n, p.t).e
	}
	e := b.cleared(n, p.t, p.read(), p.addr)
	if b.dangles() {
		return boogie.Cond(dangling(p.addr).read(), p.read(), e)
	}
	return e
}

// revealsRemoved reports whether the program may remove an element and push one without a value later.
func (t *translator) revealsRemoved() bool {
	if t.reveals == nil {
		pushes, removes := false, false
		visit := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FunctionCall:
				if n.Kind == "functionCall" {
					pushes = pushes || len(n.Args) == 0 && n.Func.Type().Func == "arraypush"
					removes = removes || n.Func.Type().Func == "arraypop"
				}
			case *ast.Unary:
				removes = removes || n.Op == "delete" && n.X.Type().IsReference()
			case *ast.Assignment:
				if ty := n.X.Type(); ty.IsReference() || ty.Kind == ast.TupleOf {
					removes = true
				} else if m, ok := unparen(n.X).(*ast.MemberAccess); ok {
					removes = removes || m.Member == "length"
				}
			case *ast.Assembly, *ast.Unknown:
				removes = true
			}
			return true
		}
		t.p.Walk(visit)
		reveals := pushes && removes
		t.reveals = &reveals
	}
	return *t.reveals
}

// mayDangle returns the contracts in which code that is not translated, or not exactly, may write to removed elements.
func (t *translator) mayDangle() map[int]bool {
	if !t.revealsRemoved() {
		return nil
	}
	if t.writers().unknown {
		for _, c := range t.p.Contracts {
			t.untranslated[c.ID] = true
		}
	}
	return t.untranslated
}

// notAfterRemoval refuses a tuple assignment whose left sides may remove an element that another one denotes.
func (b *body) notAfterRemoval(x *ast.Assignment, t *ast.Tuple) {
	if !b.t.revealsRemoved() {
		return
	}
	elements, effects := 0, 0
	for _, i := range t.Items {
		if i == nil {
			continue
		}
		switch y := unparen(i).(type) {
		case *ast.IndexAccess:
			elements++
		case *ast.FunctionCall:
			elements++
			if y.Func.Type().Func == "arraypush" && !hasEffects(y.Func) {
				continue // makes the array longer
			}
		}
		if hasEffects(i) {
			effects++
		}
	}
	if elements > 0 && effects > 0 && len(t.Items) > 1 {
		fail(x, "An assignment to elements while their array may change is not supported")
	}
}
