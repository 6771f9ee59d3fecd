package trace

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
)

// External code may call back while it runs. Procedures then have a second copy in which external code does
// nothing; where it runs in the first copy, one function of the contract may be called.

const (
	// backStep is the step number in markers of callbacks, which belong to no step of the driver.
	backStep = 1000
	// backSuffix is the suffix of the copies' names.
	backSuffix = "$back"
	// backEnabled is the variable that tells whether the contract has code: not during its construction.
	backEnabled = "$back.enabled"
)

// backName is the global variable for a callback's parameter.
func backName(e *entry, v *boogie.Variable) string {
	return fmt.Sprintf("$back.%s.%s", e.proc.Name, v.Name)
}

// backSender is the variable for the caller, backValue for the ether.
const (
	backSender = "$back.sender"
	backValue  = "$back.value"
)

// backs returns the entries that may be called back.
func (x *finder) backs(es []*entry) []*entry {
	var out []*entry
	for _, e := range es {
		if (e.changes() || x.inside && x.open([]*entry{e})) && !slices.ContainsFunc(e.params, func(d param) bool { return x.src.fields(d.T) != nil }) && e.proc.Ins[2].Type == boogie.Type(boogie.Int) {
			out = append(out, e)
		}
	}
	return out
}

// copies returns the procedures for callbacks, from a fresh program, and the variables for their arguments.
func copies(fresh *boogie.Checked, back []*entry) []boogie.Decl {
	out := []boogie.Decl{boogie.V("$back.take", boogie.Bool), boogie.V("$back.which", boogie.Int), boogie.V(backEnabled, boogie.Bool), boogie.V(backSender, boogie.Int), boogie.V(backValue, boogie.Int)}
	byName := procedures(fresh.Program)
	seen := map[*boogie.Procedure]bool{}
	for _, e := range back {
		for _, v := range slices.Concat(e.proc.Ins[3:], e.proc.Outs) {
			out = append(out, boogie.V(backName(e, v), v.Type))
		}
		all, _ := closure(byName, byName[e.proc.Name])
		for _, d := range all {
			if seen[d] {
				continue
			}
			seen[d] = true
			inlined(d, &outside{info: fresh.Info, numbers: true})
			boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
				if c, ok := s.(*boogie.Call); ok {
					c.Proc += backSuffix
				}
			})
			out = append(out, d)
		}
	}
	for d := range seen {
		d.Name += backSuffix
	}
	return out
}
