package passes

import (
	"cupel/core/components"
	"cupel/core/logic"
	"cupel/core/program"
)

// callGraph is the call graph of a module, with the global variables each function uses.
type callGraph struct {
	globals  map[*logic.Term]*program.Var
	callees  map[*program.Func][]*program.Func
	own      map[*program.Func]*usage
	closable map[*program.Func]bool // recursive, and one instance is enough
}

// usage is the sets of global variables that code reads and writes.
type usage struct {
	read, written map[*program.Var]bool
}

func newUsage() *usage {
	return &usage{read: map[*program.Var]bool{}, written: map[*program.Var]bool{}}
}

func newCallGraph(m *program.Module) *callGraph {
	g := &callGraph{globals: map[*logic.Term]*program.Var{}, callees: map[*program.Func][]*program.Func{},
		own: map[*program.Func]*usage{}, closable: map[*program.Func]bool{}}
	for _, v := range m.Globals {
		g.globals[v.Sym] = v
	}
	for _, fn := range m.Funcs {
		g.scan(fn)
	}
	for _, scc := range g.components(m.Funcs) {
		ok := len(scc) > 1 || g.calls(scc[0], scc[0])
		for _, fn := range scc {
			ok = ok && len(fn.Objects) == 0 && fn != m.Entry
		}
		for _, fn := range scc {
			g.closable[fn] = ok
		}
	}
	return g
}

func (g *callGraph) calls(f, h *program.Func) bool {
	for _, c := range g.callees[f] {
		if c == h {
			return true
		}
	}
	return false
}

// scan records the calls and the global variables of a function's own code.
func (g *callGraph) scan(fn *program.Func) {
	u := newUsage()
	g.own[fn] = u
	for _, l := range fn.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				o := &e.Ops[i]
				o.Terms(func(t *logic.Term) {
					for _, s := range logic.FreeVars(t) {
						if v := g.globals[s]; v != nil {
							u.read[v] = true
						}
					}
				})
				o.Defines(func(v *program.Var) {
					if g.globals[v.Sym] != nil {
						u.written[v] = true
					}
				})
				if o.Kind == program.OpCall && !g.calls(fn, o.Callee) {
					g.callees[fn] = append(g.callees[fn], o.Callee)
				}
			}
		}
	}
}

// uses returns the variables that a call of fn may read or write, calls it makes included.
func (g *callGraph) uses(fn *program.Func) *usage {
	all := newUsage()
	seen := map[*program.Func]bool{fn: true}
	for work := []*program.Func{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for v := range g.own[f].read {
			all.read[v] = true
		}
		for v := range g.own[f].written {
			all.written[v] = true
		}
		for _, c := range g.callees[f] {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return all
}

// components returns the strongly connected components.
func (g *callGraph) components(fns []*program.Func) [][]*program.Func {
	number := map[*program.Func]int{}
	var all []*program.Func
	of := func(fn *program.Func) int {
		n, ok := number[fn]
		if !ok {
			n = len(all)
			number[fn], all = n, append(all, fn)
		}
		return n
	}
	var roots []int
	for _, fn := range fns {
		roots = append(roots, of(fn))
	}
	for i := 0; i < len(all); i++ { // those that are only called
		for _, c := range g.callees[all[i]] {
			of(c)
		}
	}
	var out [][]*program.Func
	for _, c := range components.Of(len(all), roots, func(v, i int) (int, bool) {
		callees := g.callees[all[v]]
		if i == len(callees) {
			return 0, false
		}
		return number[callees[i]], true
	}) {
		var scc []*program.Func
		for _, v := range c {
			scc = append(scc, all[v])
		}
		out = append(out, scc)
	}
	return out
}
