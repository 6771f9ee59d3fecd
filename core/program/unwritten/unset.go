package unwritten

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Unset are the variables that a function may read before any of its operations gives them a value: a jump may pass by their declarations. The sources are named by the place of the function.
func Unset(m *program.Module) map[*program.Var]Source {
	out := map[*program.Var]Source{}
	for _, fn := range m.Funcs {
		if fn.Entry == nil {
			continue
		}
		bound := map[*program.Var]bool{fn.Result: true}
		for _, v := range fn.Params {
			bound[v] = true
		}
		reads := mentions(fn)
		for _, v := range fn.Locals {
			if !v.Temp && v.CName != "" && !bound[v] && readFirst(fn, v, reads) {
				out[v] = Source{fn.Pos, v.CName}
			}
		}
	}
	return out
}

// mentions are the variables that each edge's operations mention, by symbols.
func mentions(fn *program.Func) map[*program.Edge][]map[*logic.Term]bool {
	out := map[*program.Edge][]map[*logic.Term]bool{}
	for _, l := range fn.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				in := map[*logic.Term]bool{}
				e.Ops[i].Terms(func(t *logic.Term) {
					for _, s := range logic.FreeVars(t) {
						in[s] = true
					}
				})
				out[e] = append(out[e], in)
			}
		}
	}
	return out
}

// readFirst reports whether a way from the function's entry leads to an operation that reads the variable, past none that gives it a value.
func readFirst(fn *program.Func, v *program.Var, reads map[*program.Edge][]map[*logic.Term]bool) bool {
	seen := map[*program.Location]bool{fn.Entry: true}
	todo := []*program.Location{fn.Entry}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			set := false
			for i := range e.Ops {
				if reads[e][i][v.Sym] {
					return true
				}
				if e.Ops[i].Defines(func(w *program.Var) { set = set || w == v }); set {
					break
				}
			}
			if !set && !seen[e.Dst] {
				seen[e.Dst] = true
				todo = append(todo, e.Dst)
			}
		}
	}
	return false
}
