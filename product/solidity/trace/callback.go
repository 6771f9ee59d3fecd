package trace

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
)

// While code outside runs it may call back. Procedures then have a second copy, in which code outside does
// nothing, and where it runs in the first one a function of the contract may be called once.

const (
	// backStep is the number in markers of such calls, which belong to no step of the driver.
	backStep = 1000
	// backSuffix makes the names of the copies.
	backSuffix = "$back"
	// backEnabled is the variable that says that the contract has code: not while its constructor runs.
	backEnabled = "$back.enabled"
)

// backName is the global variable for a parameter of a call back.
func backName(e *entry, v *boogie.Variable) string {
	return fmt.Sprintf("$back.%s.%s", e.proc.Name, v.Name)
}

// backSender is the one for who calls, backValue that for the ether.
const (
	backSender = "$back.sender"
	backValue  = "$back.value"
)

// backs are the entries that may be called back.
func (x *finder) backs(es []*entry) []*entry {
	var out []*entry
	for _, e := range es {
		if (e.changes() || x.inside && x.open([]*entry{e})) && !slices.ContainsFunc(e.params, func(d param) bool { return x.src.fields(d.T) != nil }) && e.proc.Ins[2].Type == boogie.Type(boogie.Int) {
			out = append(out, e)
		}
	}
	return out
}

// copies are the procedures that calls back run, of a fresh program, and the variables for their
// arguments.
func copies(fresh *boogie.Program, back []*entry) []boogie.Decl {
	out := []boogie.Decl{boogie.V("$back.take", boogie.Bool), boogie.V("$back.which", boogie.Int), boogie.V(backEnabled, boogie.Bool), boogie.V(backSender, boogie.Int), boogie.V(backValue, boogie.Int)}
	byName := procedures(fresh)
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
			inlined(d, &outside{numbers: true})
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
