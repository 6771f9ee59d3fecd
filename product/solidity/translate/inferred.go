package translate

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// Inferred invariants are assumed and checked like written ones in the contract that they are for, but
// leave calls within it as they are: bodies stand for public functions that have no specification. What
// says them in the Boogie program has the attribute {:candidate "text", contract}, so that it can be
// taken out again.

// propose resolves the invariants proposed for a contract; what is no condition there is left out.
func (t *translator) propose(c *ast.ContractDefinition) {
	s := &annotation.Scope{Program: t.p, Contract: c}
	for _, text := range t.o.Invariants[c.ID] {
		i, err := annotation.ParseInvariant(text)
		if err != nil || s.Resolve(i) != nil || t.lastingClause(c, i) != nil {
			continue
		}
		t.registerSums(i)
		t.proposed[c.ID] = append(t.proposed[c.ID], i)
	}
}

// expressible leaves out the proposed invariants that cannot be said in Boogie. The variables are
// declared.
func (t *translator) expressible(c *ast.ContractDefinition) {
	t.proposed[c.ID] = slices.DeleteFunc(t.proposed[c.ID], func(i *annotation.Clause) bool {
		b := (&context{t: t, contract: c}).newBody("")
		return attempt(func() { b.formula(i.Expr) }) != nil
	})
	t.locks[c.ID] = slices.DeleteFunc(t.locks[c.ID], func(l *lock) bool {
		b := (&context{t: t, contract: c}).newBody("")
		return attempt(func() {
			b.formula(l.clause.Expr)
			b.stateVar(c, l.keeps, boogie.Id("this"))
		}) != nil
	})
}

// written are the invariants that the source has.
func (x *context) written() []*annotation.Clause {
	var cs []*annotation.Clause
	for _, c := range x.invariants {
		if !c.Inferred {
			cs = append(cs, c)
		}
	}
	return cs
}

// candidate marks what says an inferred invariant.
func (x *context) candidate(as boogie.Attributes, c *annotation.Clause) boogie.Attributes {
	if !c.Inferred {
		return as
	}
	return append(as, boogie.Attr("candidate", boogie.Str(c.Text), boogie.N(int64(x.contract.ID))))
}

// mark marks specifications.
func (x *context) mark(specs []*boogie.Spec, c *annotation.Clause) {
	for _, s := range specs {
		s.Attrs = x.candidate(s.Attrs, c)
	}
}
