package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// tryStmt translates a call that may fail for unknown reasons: then it changes nothing, and some clause runs
// with arbitrary data, unless no clause matches and the transaction reverts.
func (b *body) tryStmt(s *ast.Try) {
	call, ok := unparen(s.Call).(*ast.FunctionCall)
	if !ok || len(s.Clauses) == 0 {
		fail(s, "This try is not supported")
	}
	for _, a := range append([]ast.Expr{call.Func}, call.Args...) { // evaluated even if the call fails
		if hasEffects(a) {
			fail(a, "An argument with effects in try is not supported")
		}
	}
	if b.underConstruction(call) {
		b.emit(&boogie.Assume{Cond: boogie.B(false)}) // no clause matches
	}
	succeeds := b.some()
	then := b.block(func() {
		b.changed()
		v := b.expr(call)
		c := s.Clauses[0]
		if len(c.Params) > 0 {
			parts := []value{v}
			if v.parts != nil {
				parts = v.parts
			}
			if len(parts) != len(c.Params) {
				fail(c, "The results of this try are not supported")
			}
			for i, p := range c.Params {
				b.bindNode(call, p, parts[i])
			}
		}
		b.stmt(c.Body)
	})
	els := []boogie.Stmt{&boogie.Assume{Cond: boogie.B(false)}}
	for i := len(s.Clauses) - 1; i > 0; i-- {
		c := s.Clauses[i]
		inner := els
		els = b.block(func() {
			b.changed()
			this := b.some()
			clause := b.block(func() {
				for _, p := range c.Params {
					e := b.arbitrary(p, p.T).e
					b.set(b.declare(p), e)
				}
				b.stmt(c.Body)
			})
			b.emit(&boogie.If{Cond: this, Then: clause, Else: inner})
		})
	}
	b.emit(&boogie.If{Cond: succeeds, Then: then, Else: els})
	b.changed()
}

// some is an arbitrary truth value.
func (b *body) some() boogie.Expr {
	v := b.temp(boogie.Bool)
	b.emit(&boogie.Havoc{Vars: []*boogie.Ident{v}})
	return v
}
