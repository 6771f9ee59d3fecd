package translate

import (
	"fmt"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// loopLabels are the targets of break and continue.
type loopLabels struct {
	breakTo, continueTo     string
	breakUsed, continueUsed bool
}

func (b *body) loopLabel(s *ast.Jump, kind string) string {
	if len(b.loops) == 0 || b.loops[len(b.loops)-1] == nil {
		fail(s, "%s outside of a loop", kind)
	}
	l := b.loops[len(b.loops)-1]
	if kind == "break" {
		l.breakUsed = true
		return l.breakTo
	}
	l.continueUsed = true
	return l.continueTo
}

func (b *body) whileLoop(s *ast.WhileStmt) {
	if s.Do {
		b.loop(s, nil, func() { b.stmt(s.Body) }, nil, s.Cond)
		return
	}
	b.loop(s, s.Cond, func() { b.stmt(s.Body) }, nil, nil)
}

func (b *body) forLoop(s *ast.ForStmt) {
	if s.Init != nil {
		b.stmt(s.Init)
	}
	b.loop(s, s.Cond, func() { b.stmt(s.Body) }, func() {
		if s.Post != nil {
			b.stmt(s.Post)
		}
	}, nil)
}

// loop generates while (true) { leave unless before; body; continue: post; leave unless after }. The condition
// is evaluated inside, so that its facts are assumed after the loop's variables are havocked.
func (b *body) loop(n ast.Node, before ast.Expr, inner, post func(), after ast.Expr) {
	b.foresee(n, func() {
		inner()
		if post != nil {
			post()
		}
	})
	l := &loopLabels{breakTo: b.label("break"), continueTo: b.label("continue")}
	first := b.conditionBefore(before)
	invariants := b.loopInvariants(n)
	b.changed()
	leave := func(cond ast.Expr) {
		if cond == nil {
			return
		}
		c := b.boolean(cond)
		l.breakUsed = true
		b.emit(&boogie.If{Cond: boogie.NotOf(c), Then: []boogie.Stmt{&boogie.Goto{Labels: []string{l.breakTo}}}})
	}
	b.loops = append(b.loops, l)
	body := b.block(func() {
		b.changed() // facts from before the loop do not hold inside
		if first != nil {
			l.breakUsed = true
			b.emit(&boogie.If{Cond: boogie.NotOf(first), Then: []boogie.Stmt{&boogie.Goto{Labels: []string{l.breakTo}}}})
		} else {
			leave(before)
		}
		inner()
		if l.continueUsed {
			b.emit(&boogie.Label{Name: l.continueTo})
			b.changed()
		}
		if post != nil {
			post()
		}
		leave(after)
		if first != nil {
			again := b.boolean(before)
			if text(again) != text(first) {
				fail(before, "This condition of a loop is not supported")
			}
			b.changed()
		}
	})
	b.loops = b.loops[:len(b.loops)-1]
	b.emit(&boogie.Assume{Attrs: at(n, ""), Cond: boogie.B(true)}) // carries the loop's position
	b.emit(&boogie.While{Cond: boogie.B(true), Invariants: invariants, Body: body})
	if l.breakUsed {
		b.emit(&boogie.Label{Name: l.breakTo})
	}
	b.changed()
}

// conditionBefore evaluates a condition with side effects before the loop, and again at the end of each
// iteration: invariants refer to the state after it. It returns nil without side effects, or if the value is no
// function of the state after it; then the condition is evaluated inside the loop.
func (b *body) conditionBefore(cond ast.Expr) boogie.Expr {
	if cond == nil || !hasEffects(cond) {
		return nil
	}
	temps := len(b.locals)
	saved := b.out
	e := b.boolean(cond)
	for _, v := range b.locals[temps:] {
		if mentions(e, v.Name) { // a variable local to this evaluation
			b.out = saved
			b.changed()
			return nil
		}
	}
	return e
}

// mentions reports whether an expression contains a variable.
func mentions(e boogie.Expr, name string) bool {
	s := " " + strings.NewReplacer("(", " ", ")", " ").Replace(text(e)) + " "
	return strings.Contains(s, " "+name+" ")
}

// loopInvariants returns the annotated invariants and those that the mode adds.
func (b *body) loopInvariants(n ast.Node) []*boogie.Spec {
	var specs []*boogie.Spec
	add := func(e boogie.Expr, message string) {
		specs = append(specs, &boogie.Spec{Attrs: at(n, message), Cond: e})
	}
	free := func(es []boogie.Expr) {
		for _, e := range es {
			specs = append(specs, &boogie.Spec{Free: true, Cond: e})
		}
	}
	if b.t.o.Mode == ModOverflow {
		add(boogie.NotOf(boogie.Id(overflowVar)), "No overflow")
	}
	b.eventInvariants(n, add)
	one := func(f formula, text string) {
		free(f.facts)
		for _, e := range f.exact {
			add(guarded(f.facts, e), fmt.Sprintf("Overflow in computation of invariant '%s'", text))
		}
		add(guarded(f.facts, f.e), text)
	}
	for _, c := range b.t.specs[n.Base().ID] {
		switch c.Kind {
		case annotation.ContractInvariants:
			for _, i := range b.c.invariants {
				from := len(specs)
				one(b.formula(i.Expr), i.Text)
				b.c.mark(specs[from:], i)
			}
		case annotation.Invariant:
			one(b.formula(c.Expr), c.Text)
		}
	}
	// Quantified candidate invariants are invariants of loops, too, or are dropped there.
	if b.c.contract.Deployable() && !b.spec {
		for _, i := range b.c.invariants {
			if _, ok := i.Expr.(*annotation.Quantifier); ok && i.Inferred {
				from := len(specs)
				one(b.formula(i.Expr), i.Text)
				for _, s := range specs[from:] {
					if !s.Free {
						s.Attrs = append(s.Attrs, boogie.Attr("candidate", boogie.Str(i.Text), boogie.N(int64(b.c.contract.ID)), boogie.N(int64(n.Base().ID))))
					}
				}
			}
		}
	}
	return specs
}

// guarded is the proof obligation e under the assumption of facts.
func guarded(facts []boogie.Expr, e boogie.Expr) boogie.Expr {
	if len(facts) == 0 {
		return e
	}
	return boogie.Bin(boogie.Implies, boogie.AndOf(facts...), e)
}
