package passes

import (
	"fmt"

	"cupel/core/program"
)

// A FlatCall is a call location of a flat program: a run continues at Enter, the entry of the single copy of the
// callee, and after Exit at the target of Return.
type FlatCall struct {
	At     *program.Location
	Enter  *program.Edge
	Exit   *program.Location
	Return *program.Edge
	// Locals are the callee's variables, where activations of it can overlap.
	Locals []*program.Var
	// Into receives the value of Result; nil when it is not used.
	Result, Into *program.Var
	// Alone: the callee allows one activation at a time, because it is recursive and has locals with addresses, of
	// which there is one copy.
	Alone bool
}

// Flat puts all functions of a module into one program without copying any; calls become locations (FlatCall). The
// result is for concrete execution with a stack of calls; it takes time linear in the size of the module, whatever
// the nesting of calls.
func Flat(m *program.Module) (*program.Program, []FlatCall, error) {
	return flatten(m, assignAddresses)
}

// FlatShared is Flat where string literals that may be one object, or the end of another one, are that.
func FlatShared(m *program.Module) (*program.Program, []FlatCall, error) {
	return flatten(m, sharedAddresses)
}

// flatten is Flat with any addresses.
func flatten(m *program.Module, addresses func(*program.Program) error) (*program.Program, []FlatCall, error) {
	p := &program.Program{Terms: m.Terms, Model: m.Model, Files: m.Files, Assumptions: m.Assumptions}
	fl := &flattener{m: m, p: p, locs: map[*program.Location]*program.Location{}, recursive: map[*program.Func]bool{}, results: map[*program.Func]*program.Var{}}
	p.Vars = append(p.Vars, m.Globals...)
	g := newCallGraph(m)
	for _, scc := range g.components(m.Funcs) {
		for _, fn := range scc {
			fl.recursive[fn] = len(scc) > 1 || g.calls(fn, fn)
		}
	}
	for _, o := range m.Objects {
		p.Objects = append(p.Objects, copyObject(o, o.Name, o.Base))
	}
	p.Error, fl.locs[m.Halt] = fl.location(m.Error), fl.location(m.Halt)
	for _, fn := range m.Funcs {
		p.Vars = append(p.Vars, fn.Locals...)
		for _, o := range fn.Objects {
			p.Objects = append(p.Objects, copyObject(o, o.Name, o.Base))
		}
		for _, l := range fn.Locs {
			fl.location(l)
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			if l.Cut != "" {
				continue
			}
			for _, e := range l.Out {
				fl.edge(e)
			}
		}
	}
	p.Init = fl.locs[m.Entry.Entry]
	program.MarkLoopHeads(p)
	if err := addresses(p); err != nil {
		return nil, nil, err
	}
	p.VarOf(nil)
	numberHavocs(p)
	return p, fl.calls, nil
}

// flattener is one run of Flat.
type flattener struct {
	m         *program.Module
	p         *program.Program
	locs      map[*program.Location]*program.Location
	recursive map[*program.Func]bool
	results   map[*program.Func]*program.Var
	calls     []FlatCall
	temps     int
}

func (fl *flattener) location(l *program.Location) *program.Location {
	n := fl.locs[l]
	if n == nil {
		n = fl.p.NewLocation(l.Func, l.Pos)
		n.LoopPos, n.Cut, n.CutByRecursion, n.Origin = l.LoopPos, l.Cut, l.CutByRecursion, l
		fl.locs[l] = n
	}
	return n
}

// variable makes a variable of the program's own like v.
func (fl *flattener) variable(kind string, v *program.Var) *program.Var {
	fl.temps++
	name := fmt.Sprintf("#%s%d.%s", kind, fl.temps, v.Name)
	t := &program.Var{Name: name, Sym: fl.p.Terms.Var(name, v.Sort()), Signed: v.Signed, Temp: true}
	fl.p.Vars = append(fl.p.Vars, t)
	return t
}

// edge copies an edge; its calls become locations.
func (fl *flattener) edge(e *program.Edge) {
	src, branch := fl.location(e.Src), e.Branch
	var ops []program.Op
	finish := func(dst *program.Location) *program.Edge {
		n := fl.p.NewEdge(src, dst, ops...)
		n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, branch, e.Goal, e
		ops, branch = nil, nil
		return n
	}
	for _, o := range e.Ops {
		if o.Kind != program.OpCall {
			ops = append(ops, o)
			continue
		}
		pos := o.Pos
		if !pos.IsValid() {
			pos = e.Pos
		}
		at := fl.p.NewLocation(e.Src.Func, pos)
		finish(at)
		src = at
		ops = fl.arguments(o, pos)
		c := FlatCall{At: at, Enter: finish(fl.location(o.Callee.Entry)), Exit: fl.locs[o.Callee.Exit]}
		after := fl.p.NewLocation(e.Src.Func, pos)
		c.Return = finish(after)
		if fl.recursive[o.Callee] {
			c.Locals, c.Alone = o.Callee.Locals, len(o.Callee.Objects) > 0
		}
		if o.Var != nil {
			r := program.Havoc(o.Var, nil)
			if o.Callee.Result != nil {
				c.Result, c.Into = o.Callee.Result, fl.results[o.Callee]
				if c.Into == nil {
					c.Into = fl.variable("result", c.Result)
					fl.results[o.Callee] = c.Into
				}
				r = program.Assign(o.Var, c.Into.Sym)
			}
			r.Pos = pos
			ops = append(ops, r)
		}
		fl.calls = append(fl.calls, c)
		src = after
	}
	finish(fl.location(e.Dst))
}

// arguments are the operations that pass the arguments of a call, all at once
// when the callee may be the caller.
func (fl *flattener) arguments(call program.Op, pos program.Pos) []program.Op {
	var first, ops []program.Op
	for i, param := range call.Callee.Params {
		a := program.Havoc(param, nil) // a call without a prototype may pass too few arguments
		if i < len(call.Args) {
			x := call.Args[i]
			if fl.recursive[call.Callee] {
				t := fl.variable("arg", param)
				first = append(first, program.Assign(t, x))
				x = t.Sym
			}
			a = program.Assign(param, x)
		}
		ops = append(ops, a)
	}
	ops = append(first, ops...)
	for i := range ops {
		ops[i].Pos = pos
	}
	return ops
}
