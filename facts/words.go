package facts

import (
	"fmt"
	"regexp"
	"strings"

	"cupel/logic"
	"cupel/logic/instances"
	"cupel/program"
)

// numbered are symbols of the integer lowering.
var numbered = regexp.MustCompile(`[^\s()\[\]*+!-]+!int\b`)

// Words says a formula about p for people: "for all k: k >= 0 && i > k ==> a[k] == 42". Variables have the names that
// the source gives them, of which there may be several.
func Words(p *program.Program, t *logic.Term) string {
	names := map[string]string{}
	for _, v := range p.Vars {
		if v.CName != "" {
			names[v.Sym.Name()] = v.CName
		}
	}
	said := func(ts []*logic.Term) string {
		var parts []string
		for _, t := range ts {
			parts = append(parts, numbered.ReplaceAllStringFunc(t.String(), func(s string) string {
				if name := names[s]; name != "" {
					return name
				}
				return strings.TrimSuffix(s, "!int")
			}))
		}
		return strings.Join(parts, " && ")
	}
	bound, body := instances.Parts(t)
	if bound == nil {
		return said([]*logic.Term{t})
	}
	f := p.Terms
	var ks []string
	short := map[*logic.Term]*logic.Term{}
	for i, b := range bound {
		k := string(rune('k' + i))
		ks = append(ks, k)
		short[b] = f.Var(k+"!int", logic.Int)
	}
	var when, then []*logic.Term
	parts := []*logic.Term{body}
	if body.Op() == logic.OpOr {
		parts = body.Args()
	}
	for _, c := range parts {
		if n := f.Not(c); c.Op() == logic.OpNot && !reads(n) {
			when = append(when, logic.Conjuncts(f.Subst(n, short))...)
		} else {
			then = append(then, f.Subst(c, short))
		}
	}
	text := said([]*logic.Term{f.Or(then...)})
	if len(when) > 0 {
		text = said(when) + " ==> " + text
	}
	return fmt.Sprintf("for all %s: %s", strings.Join(ks, ", "), text)
}

// reads reports whether a formula speaks of cells.
func reads(t *logic.Term) bool {
	found := false
	instances.Accesses(func(_, _ *logic.Term) { found = true }, t)
	return found
}
