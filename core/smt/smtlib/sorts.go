package smtlib

import (
	"strings"

	"cupel/core/logic"
)

// declareSorts declares the uninterpreted sorts and datatypes in the terms that are not declared yet.
func declareSorts(declared map[*logic.Sort]bool, ts ...*logic.Term) string {
	var b strings.Builder
	var names, bodies []string
	var visit func(s *logic.Sort)
	visit = func(s *logic.Sort) {
		switch {
		case s.IsArray():
			visit(s.Index())
			visit(s.Elem())
		case declared[s]:
		case s.IsUninterpreted():
			declared[s] = true
			b.WriteString("(declare-sort " + s.String() + " 0)\n")
		case s.IsDatatype():
			declared[s] = true
			names = append(names, "("+s.String()+" 0)")
			at := len(bodies)
			bodies = append(bodies, "")
			var ks []string
			for _, k := range s.Constructors() {
				text := "(" + logic.QuoteSymbol(k.Name)
				for _, f := range k.Fields {
					visit(f.Sort)
					text += " (" + logic.QuoteSymbol(f.Name) + " " + f.Sort.String() + ")"
				}
				ks = append(ks, text+")")
			}
			bodies[at] = "(" + strings.Join(ks, " ") + ")"
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		visit(t.Sort())
		return true
	}, ts...)
	if len(names) > 0 {
		b.WriteString("(declare-datatypes (" + strings.Join(names, " ") + ") (" + strings.Join(bodies, " ") + "))\n")
	}
	return b.String()
}
