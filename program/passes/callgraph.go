package passes

import (
	"cupel/logic"
	"cupel/program"
)

// callGraph says which functions of a module call which, and what they touch.
type callGraph struct {
	globals  map[*logic.Term]*program.Var
	callees  map[*program.Func][]*program.Func
	own      map[*program.Func]*usage
	closable map[*program.Func]bool // recursive, and one instance is enough
}

// usage lists the global variables that code reads and writes.
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

// uses is what a call of fn may touch, directly or not.
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

// components returns the strongly connected components (Tarjan's algorithm with
// a stack of its own).
func (g *callGraph) components(fns []*program.Func) [][]*program.Func {
	type frame struct {
		fn   *program.Func
		next int
	}
	index, low := map[*program.Func]int{}, map[*program.Func]int{}
	on := map[*program.Func]bool{}
	var stack []*program.Func
	var out [][]*program.Func
	for _, root := range fns {
		if index[root] != 0 {
			continue
		}
		var frames []frame
		enter := func(fn *program.Func) {
			index[fn] = len(index) + 1
			low[fn], on[fn] = index[fn], true
			stack = append(stack, fn)
			frames = append(frames, frame{fn: fn})
		}
		enter(root)
		for len(frames) > 0 {
			top := &frames[len(frames)-1]
			if top.next < len(g.callees[top.fn]) {
				c := g.callees[top.fn][top.next]
				top.next++
				switch {
				case index[c] == 0:
					enter(c)
				case on[c]:
					low[top.fn] = min(low[top.fn], index[c])
				}
				continue
			}
			fn := top.fn
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].fn
				low[up] = min(low[up], low[fn])
			}
			if low[fn] == index[fn] {
				var scc []*program.Func
				for last := (*program.Func)(nil); last != fn; {
					last = stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					on[last] = false
					scc = append(scc, last)
				}
				out = append(out, scc)
			}
		}
	}
	return out
}
