package lower

import (
	"fmt"
	"math/big"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/product/boogie"
)

// Expr translates a formula over the program's variables to an expression over the procedure's own variables,
// globals and constants; false if it contains others.
func (p *Procedure) Expr(t *logic.Term) (boogie.Expr, bool) {
	b := &back{p: p}
	e := b.expr(t)
	if b.failed {
		return nil, false
	}
	return e, true
}

// back is one translation; failed tells that something cannot be expressed.
type back struct {
	p      *Procedure
	failed bool
}

func (b *back) no() boogie.Expr {
	b.failed = true
	return boogie.B(false)
}

var backOps = map[logic.Op]boogie.BinaryOp{
	logic.OpAdd: boogie.Add, logic.OpMul: boogie.Mul, logic.OpDiv: boogie.Div, logic.OpMod: boogie.Mod,
	logic.OpAnd: boogie.And, logic.OpOr: boogie.Or,
}

func (b *back) expr(t *logic.Term) boogie.Expr {
	switch t.Op() {
	case logic.OpConst:
		return b.constant(t)
	case logic.OpVar, logic.OpSelect:
		return b.place(t)
	case logic.OpNot:
		if x := t.Arg(0); x.Op() == logic.OpEq && !x.Arg(0).Sort().IsBool() {
			return b.compare(boogie.Ne, x.Arg(0), x.Arg(1))
		}
		return boogie.NotOf(b.expr(t.Arg(0)))
	case logic.OpLe:
		return b.compare(boogie.Le, t.Arg(0), t.Arg(1))
	case logic.OpLt:
		return b.compare(boogie.Lt, t.Arg(0), t.Arg(1))
	case logic.OpEq:
		if t.Arg(0).Sort().IsBool() {
			return boogie.Bin(boogie.Iff, b.expr(t.Arg(0)), b.expr(t.Arg(1)))
		}
		return b.compare(boogie.Eq, t.Arg(0), t.Arg(1))
	case logic.OpIte:
		return &boogie.Ite{Cond: b.expr(t.Arg(0)), Then: b.expr(t.Arg(1)), Else: b.expr(t.Arg(2))}
	}
	op, ok := backOps[t.Op()]
	if !ok || t.NumArgs() < 2 || t.Sort().IsBV() {
		return b.no()
	}
	e := b.expr(t.Arg(0))
	for _, a := range t.Args()[1:] {
		e = boogie.Bin(op, e, b.expr(a))
	}
	return e
}

func (b *back) constant(t *logic.Term) boogie.Expr {
	switch {
	case t.Sort().IsBool():
		return boogie.B(t.IsTrue())
	case t.Sort().IsBV():
		return boogie.Bits(t.BVBig(), t.Sort().Width())
	}
	return number(t.Rational())
}

func number(q rational.Q) boogie.Expr {
	n := q.Num()
	if n.Sign() < 0 {
		return boogie.NegOf(boogie.Big(new(big.Int).Neg(n)))
	}
	return boogie.Big(n)
}

// compare translates a comparison such that no summand is negative.
func (b *back) compare(op boogie.BinaryOp, x, y *logic.Term) boogie.Expr {
	if !x.Sort().IsInt() {
		return boogie.Bin(op, b.expr(x), b.expr(y))
	}
	prods, coeffs, c := logic.Linear(b.p.Program.Terms.Sub(x, y))
	var left, right []boogie.Expr
	for i, p := range prods {
		k := coeffs[i]
		if !k.IsInt() {
			return b.no()
		}
		e := b.expr(p)
		side := &left
		if k.Sign() < 0 {
			side, k = &right, k.Neg()
		}
		if k.Cmp(rational.FromInt(1)) != 0 {
			e = boogie.Bin(boogie.Mul, number(k), e)
		}
		*side = append(*side, e)
	}
	if !c.IsInt() {
		return b.no()
	}
	switch {
	case c.Sign() > 0:
		left = append(left, number(c))
	case c.Sign() < 0:
		right = append(right, number(c.Neg()))
	}
	return boogie.Bin(op, sum(left), sum(right))
}

func sum(es []boogie.Expr) boogie.Expr {
	if len(es) == 0 {
		return boogie.N(0)
	}
	e := es[0]
	for _, x := range es[1:] {
		e = boogie.Bin(boogie.Add, e, x)
	}
	return e
}

// place translates a variable, or an element or member of one.
func (b *back) place(t *logic.Term) boogie.Expr {
	var index []*logic.Term
	root := t
	for ; root.Op() == logic.OpSelect; root = root.Arg(0) {
		index = append([]*logic.Term{root.Arg(1)}, index...)
	}
	if root.Op() != logic.OpVar {
		return b.no()
	}
	v := b.p.Program.VarOf(root)
	if v == nil {
		return b.no()
	}
	i, ok := b.p.cells[v]
	if !ok {
		return b.no()
	}
	c := &b.p.Flow.Cells[i]
	if !c.Own {
		return b.no()
	}
	var e boogie.Expr = &boogie.Ident{Name: c.Decl.Name}
	if c.Saved {
		e = boogie.OldOf(e)
	}
	path := c.Path
	info := b.p.Flow.Info
	typ := boogie.Expand(info.VarType(c.Decl))
	for {
		switch x := typ.(type) {
		case *boogie.MapType:
			if len(index) == 0 {
				if len(path) > 0 {
					return b.no() // a member's map alone is no expression
				}
				return e
			}
			var args []boogie.Expr
			for _, a := range x.Args {
				if n, isNamed := boogie.Expand(a).(*boogie.ResolvedType); len(index) == 0 || isNamed && n.Datatype != nil {
					return b.no()
				}
				args = append(args, b.expr(index[0]))
				index = index[1:]
			}
			e, typ = &boogie.Select{Map: e, Index: args}, boogie.Expand(x.Result)
			continue
		case *boogie.ResolvedType:
			if x.Datatype != nil {
				if len(path) == 0 {
					return b.no()
				}
				k := x.Datatype.Constructors[0]
				f := k.Fields[path[0]]
				e, typ = member(info, k, f, e), boogie.Expand(boogie.Instantiate(info.VarType(f), x.Datatype.Params, x.Args))
				path = path[1:]
				continue
			}
		}
		if len(index) > 0 || len(path) > 0 {
			return b.no()
		}
		return e
	}
}

// member returns the selection of a field in the notation of the datatype.
func member(info *boogie.Info, k *boogie.Constructor, f *boogie.Variable, e boogie.Expr) boogie.Expr {
	if info.Old(k) {
		return boogie.App(fmt.Sprintf("%s#%s", f.Name, k.Name), e)
	}
	return &boogie.Field{X: e, Name: f.Name}
}
