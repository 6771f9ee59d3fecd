package vc

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/smt/smtlib"
)

// dump gives the verification condition to Options.Dump, as a script of SMT-LIB for any solver: unsatisfiable where all
// assertions hold. about says which one of the procedure's it is.
func (c *condition) dump(o *Options, procedure, about string) {
	if o.Dump == nil {
		return
	}
	fails := make([]*logic.Term, len(c.obligations))
	for i, b := range c.obligations {
		fails[i] = b.fails
	}
	var b strings.Builder
	fmt.Fprintf(&b, "; verification condition of %s%s: unsatisfiable if all assertions hold\n", oneLine(procedure), about)
	for _, k := range c.obligations {
		r := k.check.report()
		fmt.Fprintf(&b, "; %s: %s\n", oneLine(r.Where("?")), oneLine(r.Text()))
	}
	b.WriteString(smtlib.Script(append(c.facts[:len(c.facts):len(c.facts)], c.tr.f.Or(fails...))))
	o.Dump(procedure, b.String())
}

// oneLine is a text for a comment.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
