package translate

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// Inferred invariants are assumed and checked like written ones in their contract, but leave internal calls
// unchanged: public functions without a specification are still inlined. Their clauses have the attribute
// {:candidate "text", contract}, so that they can be removed again.

// propose resolves the invariants proposed for a contract; ill-formed ones are dropped.
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

// expressible drops the proposed invariants that cannot be translated. The variables are declared.
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

// written returns the invariants in the source.
func (x *context) written() []*annotation.Clause {
	var cs []*annotation.Clause
	for _, c := range x.invariants {
		if !c.Inferred {
			cs = append(cs, c)
		}
	}
	return cs
}

// candidate adds the attribute of an inferred invariant.
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
