package translate

import (
	"fmt"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// A Lock is a candidate two-state invariant of a contract: while a condition on its state holds, calls change
// neither the condition nor some state variable. It is a postcondition of every public function, and holds
// across unknown code, since that changes the state only by calling these functions.
type Lock struct {
	While string
	Keeps int // ID of the state variable
}

// Text describes the lock.
func (l Lock) Text(p *ast.Program) string {
	v, _ := p.Node(l.Keeps).(*ast.VariableDeclaration)
	return fmt.Sprintf("while %s, calls keep that and %s", l.While, v.Name)
}

// lock is a resolved Lock.
type lock struct {
	clause *annotation.Clause // the condition
	keeps  *ast.VariableDeclaration
}

// proposeLocks resolves the locks proposed for a contract; ill-formed ones are dropped.
func (t *translator) proposeLocks(c *ast.ContractDefinition) {
	s := &annotation.Scope{Program: t.p, Contract: c}
	for _, l := range t.o.Locks[c.ID] {
		i, err := annotation.ParseInvariant(l.While)
		v, ok := t.p.Node(l.Keeps).(*ast.VariableDeclaration)
		if err != nil || !ok || s.Resolve(i) != nil || t.lastingClause(c, i) != nil || mentionsEther(i.Expr) {
			continue // ether may arrive without a call
		}
		i.Text = l.Text(t.p)
		t.locks[c.ID] = append(t.locks[c.ID], &lock{i, v})
	}
}

// mentionsEther reports whether a condition mentions balances.
func mentionsEther(x ast.Expr) bool {
	found := false
	annotation.Walk(x, func(x ast.Expr) bool {
		m, ok := x.(*ast.MemberAccess)
		found = found || ok && isBalance(m)
		return true
	})
	return found
}

// keepsLocks generates the postconditions of a public function.
func (b *body) keepsLocks(n ast.Node) {
	for _, l := range b.c.locks {
		b.inOld = true
		before := b.formula(l.clause.Expr)
		b.inOld = false
		after := b.formula(l.clause.Expr)
		for _, e := range append(before.facts, after.facts...) {
			b.proc.Ensures = append(b.proc.Ensures, &boogie.Spec{Free: true, Cond: e})
		}
		v := b.stateVar(n, l.keeps, boogie.Id("this")).read()
		kept := boogie.Bin(boogie.Implies, boogie.OldOf(before.e), boogie.AndOf(after.e, boogie.Bin(boogie.Eq, v, boogie.OldOf(v))))
		as := b.c.candidate(at(n, fmt.Sprintf("'%s' might not hold at end of function.", l.clause.Text)), l.clause)
		b.proc.Ensures = append(b.proc.Ensures, &boogie.Spec{Attrs: as, Cond: kept})
	}
}

// now evaluates a condition on the state, after the facts about its values.
func (b *body) now(x ast.Expr) boogie.Expr {
	f := b.formula(x)
	for _, e := range f.facts {
		b.emit(&boogie.Assume{Cond: e})
	}
	return f.e
}

// locked records which locks hold before unknown code runs; the result assumes afterwards that they were kept.
func (b *body) locked(n ast.Node) func() {
	var held, old []boogie.Expr
	for i, l := range b.c.locks {
		held, old = append(held, b.temp(boogie.Bool)), append(old, b.temp(b.t.storageSort(n, l.keeps.T)))
		b.emit(boogie.Set(held[i], b.now(l.clause.Expr)))
		b.emit(boogie.Set(old[i], b.stateVar(n, l.keeps, boogie.Id("this")).read()))
	}
	return func() {
		for i, l := range b.c.locks {
			same := boogie.Bin(boogie.Eq, b.stateVar(n, l.keeps, boogie.Id("this")).read(), old[i])
			b.emit(&boogie.Assume{Attrs: b.c.candidate(nil, l.clause), Cond: boogie.Bin(boogie.Implies, held[i], boogie.AndOf(b.now(l.clause.Expr), same))})
		}
	}
}
