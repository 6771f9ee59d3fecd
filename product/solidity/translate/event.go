package translate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// eventModel describes what events track. A tracked variable has two ghosts: its value at the last checkpoint
// (function entry, emit, loop head), and whether it changed since.
type eventModel struct {
	tracked map[int][]*ast.VariableDeclaration // by event
	by      map[int][]*ast.EventDefinition     // by variable
	active  bool                               // emits clauses are checked
}

func oldName(v *ast.VariableDeclaration) string   { return StateName(v) + "#event_old" }
func savedName(v *ast.VariableDeclaration) string { return StateName(v) + "#event_old#saved" }

// prepareEvents determines what events track and checks emits clauses.
func (t *translator) prepareEvents() error {
	m := &eventModel{tracked: map[int][]*ast.VariableDeclaration{}, by: map[int][]*ast.EventDefinition{}, active: t.o.Events}
	t.events = m
	for _, c := range t.p.Contracts {
		for _, n := range c.Nodes {
			switch n := n.(type) {
			case *ast.EventDefinition:
				if err := t.prepareEvent(c, n); err != nil {
					return err
				}
			case *ast.FunctionDefinition:
				for _, s := range t.specs[n.ID] {
					m.active = m.active || s.Kind == annotation.Emits
				}
			}
		}
	}
	if !m.active {
		return nil
	}
	for _, c := range t.p.Contracts {
		x := t.context(c)
		for _, f := range x.running() {
			if err := t.checkEmits(x, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// running returns the functions whose code may run in a contract: its own and inherited ones that are not
// overridden, with those reached by super.
func (x *context) running() []*ast.FunctionDefinition {
	var fs []*ast.FunctionDefinition
	seen := map[int]bool{}
	var add func(f *ast.FunctionDefinition)
	add = func(f *ast.FunctionDefinition) {
		if seen[f.ID] || !slices.Contains(x.contract.Linearized, f.Contract) {
			return
		}
		seen[f.ID] = true
		fs = append(fs, f)
		for _, g := range x.callees(f) {
			if x.dispatch(g) == g || x.bySuper(f, g) {
				add(g)
			}
		}
	}
	for i, c := range x.contract.Linearized {
		for _, n := range c.Nodes {
			if f, ok := n.(*ast.FunctionDefinition); ok && x.dispatch(f) == f && (i == 0 || f.Kind != "constructor") {
				add(f)
			}
		}
	}
	return fs
}

// bySuper reports whether f calls g by super, or as B.g.
func (x *context) bySuper(f, g *ast.FunctionDefinition) bool {
	found := false
	ast.Walk(f, func(n ast.Node) bool {
		if m, ok := n.(*ast.MemberAccess); ok {
			d, ok := m.Decl.(*ast.FunctionDefinition)
			found = found || ok && d.Name == g.Name && (m.X.Type().Kind == ast.Super || d == g)
		}
		return true
	})
	return found
}

func (t *translator) prepareEvent(c *ast.ContractDefinition, e *ast.EventDefinition) error {
	m := t.events
	track := func(v *ast.VariableDeclaration) {
		for _, o := range m.tracked[e.ID] {
			if o == v {
				return
			}
		}
		m.tracked[e.ID] = append(m.tracked[e.ID], v)
		m.by[v.ID] = append(m.by[v.ID], e)
		if t.declared[StateName(v)] {
			t.global(oldName(v), boogie.MapOf(t.storageSort(v, v.T), boogie.Int), nil)
			t.global(savedName(v), boogie.Bool, nil)
		}
	}
	for _, s := range t.specs[e.ID] {
		switch s.Kind {
		case annotation.Tracks:
			m.active = true
			v := stateNamed(c, s.Name)
			if v == nil {
				return &annotation.Error{Pos: s.Pos, Msg: fmt.Sprintf("%s is no state variable", s.Name)}
			}
			track(v)
		case annotation.Precondition, annotation.Postcondition:
			annotation.Walk(s.Expr, func(x ast.Expr) bool {
				if id, ok := x.(*ast.Identifier); ok {
					if v, ok := id.Decl.(*ast.VariableDeclaration); ok && v.State && !v.Constant {
						track(v)
					}
				}
				return true
			})
		}
	}
	return nil
}

func stateNamed(c *ast.ContractDefinition, name string) *ast.VariableDeclaration {
	for _, b := range c.Linearized {
		for _, n := range b.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && v.Name == name {
				return v
			}
		}
	}
	return nil
}

// emits returns the event names in a function's emits clauses.
func (t *translator) emits(f *ast.FunctionDefinition) []string {
	var names []string
	if f != nil {
		for _, s := range t.specs[f.ID] {
			if s.Kind == annotation.Emits {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// checkEmits checks that a function emits only events in its list.
func (t *translator) checkEmits(x *context, f *ast.FunctionDefinition) error {
	c := x.contract
	listed := map[string]bool{}
	for _, s := range t.specs[f.ID] {
		if s.Kind != annotation.Emits {
			continue
		}
		if listed[s.Name] {
			t.warn(f, fmt.Sprintf("Event '%s' already specified.", s.Name))
		}
		listed[s.Name] = true
		if len(eventsNamed(c, s.Name)) == 0 {
			return &annotation.Error{Pos: s.Pos, Msg: fmt.Sprintf("No event found with name '%s'.", s.Name)}
		}
	}
	if f.Body == nil {
		return nil
	}
	used := map[string]bool{}
	var err error
	emitted := func(name, via string) {
		used[name] = true
		if !listed[name] && err == nil {
			err = &annotation.Error{Pos: ast.Pos(f), Msg: fmt.Sprintf("Function possibly emits '%s'%s without specifying", name, via)}
		}
	}
	see := func(n ast.Node, from *ast.ContractDefinition, via string) {
		ast.Walk(n, func(n ast.Node) bool {
			call, ok := n.(*ast.FunctionCall)
			if !ok {
				return true
			}
			switch d := called(call.Func).(type) {
			case *ast.EventDefinition:
				emitted(d.Name, via)
			case *ast.FunctionDefinition:
				if call.Func.Type().Func == "external" {
					break
				}
				for _, e := range t.emits(x.runs(call.Func, from, d)) {
					emitted(e, fmt.Sprintf(" (via calling %s)", d.Name))
				}
			}
			return true
		})
	}
	see(f.Body, f.Contract, "")
	for _, m := range f.Modifiers {
		switch d := m.Decl.(type) {
		case *ast.ModifierDefinition:
			if !strings.Contains(m.Name, ".") {
				d = x.modifier(d)
			}
			if d.Body != nil {
				see(d.Body, d.Contract, fmt.Sprintf(" (via modifier %s)", d.Name))
			}
		case *ast.ContractDefinition:
			for _, e := range t.emits(ownConstructor(d)) {
				emitted(e, fmt.Sprintf(" (via base constructor %s)", d.Name))
			}
		}
	}
	if f.Kind == "constructor" && len(c.Linearized) > 0 && f.Contract == c {
		for _, base := range c.Linearized[1:] { // runs even if nothing mentions it
			for _, e := range t.emits(ownConstructor(base)) {
				emitted(e, fmt.Sprintf(" (via base constructor %s)", base.Name))
			}
		}
	}
	for _, s := range t.specs[f.ID] {
		if s.Kind == annotation.Emits && !used[s.Name] && f.Contract == c {
			t.warn(f, fmt.Sprintf("Function specifies '%s' but never emits.", s.Name))
		}
	}
	return err
}

// runs returns the function that a call of d reaches from code of a contract.
func (x *context) runs(callee ast.Expr, from *ast.ContractDefinition, d *ast.FunctionDefinition) *ast.FunctionDefinition {
	if m, ok := unparen(callee).(*ast.MemberAccess); ok {
		if m.X.Type().Kind != ast.Super {
			return d
		}
		after := false
		for _, c := range x.contract.Linearized {
			if after {
				if g := sameFunction(c, d); g != nil && g.Body != nil {
					return g
				}
			}
			after = after || c == from
		}
		return d
	}
	return x.dispatch(d)
}

// called returns the declaration of the callee.
func called(x ast.Expr) ast.Node {
	switch x := unparen(x).(type) {
	case *ast.Identifier:
		return x.Decl
	case *ast.MemberAccess:
		return x.Decl
	}
	return nil
}

func eventsNamed(c *ast.ContractDefinition, name string) []*ast.EventDefinition {
	var es []*ast.EventDefinition
	for _, b := range c.Linearized {
		for _, n := range b.Nodes {
			if e, ok := n.(*ast.EventDefinition); ok && e.Name == name {
				es = append(es, e)
			}
		}
	}
	return es
}

// specified returns the tracking events that the function declares to emit.
func (b *body) specified() []*ast.EventDefinition {
	var es []*ast.EventDefinition
	for _, name := range b.t.emits(b.fn) {
		for _, e := range eventsNamed(b.c.contract, name) {
			if len(b.t.events.tracked[e.ID]) > 0 {
				es = append(es, e)
			}
		}
	}
	return es
}

// unsaved is the condition that nothing tracked by an event changed since the checkpoint.
func (b *body) unsaved(e *ast.EventDefinition) boogie.Expr {
	var saved []boogie.Expr
	for _, v := range b.t.events.tracked[e.ID] {
		saved = append(saved, boogie.Id(savedName(v)))
	}
	return boogie.NotOf(boogie.OrOf(saved...))
}

func (b *body) eventSpecs(f *ast.FunctionDefinition) {
	b.fn = f
	for _, e := range b.specified() {
		b.requires(e, b.unsaved(e), fmt.Sprintf("Function called without triggering event %s", e.Name))
		b.ensures(e, b.unsaved(e), "Function can end without triggering event")
	}
}

func (b *body) eventInvariants(n ast.Node, add func(boogie.Expr, string)) {
	for _, e := range b.specified() {
		add(b.unsaved(e), fmt.Sprintf("event %s must be triggered if event tracked data was modified", e.Name))
	}
}

// saveForEvents saves a tracked variable before its first change.
func (b *body) saveForEvents(n ast.Node, p *place) {
	if p.root == nil { // in storage passed to a library
		return
	}
	tracking := b.t.events.by[p.root.ID]
	if len(tracking) == 0 || b.inConstructor {
		return
	}
	if id, ok := p.addr.(*boogie.Ident); !ok || id.Name != "this" {
		return
	}
	emits := b.t.emits(b.fn)
	var names []string
	for _, e := range tracking {
		for _, name := range emits {
			if name != e.Name {
				continue
			}
			v := p.root
			b.emit(&boogie.If{Cond: boogie.NotOf(boogie.Id(savedName(v))), Then: []boogie.Stmt{
				boogie.Set(boogie.Id(oldName(v)), boogie.Id(StateName(v))), boogie.Set(boogie.Id(savedName(v)), boogie.B(true))}})
			return
		}
		names = append(names, "'"+e.Name+"'")
	}
	if len(names) == 1 {
		fail(n, "'%s' is tracked by event %s but it is not specified to emit", p.root.Name, names[0])
	}
	fail(n, "'%s' is tracked by events %s but none are specified to emit", p.root.Name, strings.Join(names, ", "))
}

func (b *body) emitEvent(s *ast.Emit) { b.emitCall(s.Call) }

// emitCall checks the specification of an event at its emission.
func (b *body) emitCall(x *ast.FunctionCall) {
	e, ok := called(x.Func).(*ast.EventDefinition)
	if !ok {
		for _, a := range x.Args {
			b.message(a)
		}
		return
	}
	args := arguments(x, e.Params)
	if len(b.t.specs[e.ID]) == 0 && len(args) == len(e.Params) {
		for _, i := range b.eventOrder(x, e.Params, args) {
			b.message(args[i])
		}
		return
	}
	if len(args) != len(e.Params) {
		fail(x, "This event is not supported")
	}
	var fs []func() value
	for i, p := range e.Params {
		t := p.T
		if t.IsReference() {
			t = t.At(ast.Memory, true)
		}
		fs = append(fs, func() value { return b.as(args[i], t) })
	}
	vs := b.evaluate(b.eventOrder(x, e.Params, args), fs...)
	for i, p := range e.Params {
		v := b.temp(vs[i].sort)
		b.emit(boogie.Set(v, vs[i].e))
		b.env[p.ID] = v
	}
	tracked := b.t.events.tracked[e.ID]
	free := false
	for _, s := range b.t.specs[e.ID] {
		free = free || s.Kind == annotation.AllowNoChange
	}
	if len(tracked) > 0 && !free {
		b.emit(&boogie.Assert{Attrs: at(x, "Event triggered without changes to data"), Cond: boogie.NotOf(b.unsaved(e))})
	}
	for _, s := range b.t.specs[e.ID] {
		switch s.Kind {
		case annotation.Precondition:
			b.checkpoint = true
			f := b.formula(s.Expr)
			b.checkpoint = false
			b.emit(&boogie.Assert{Attrs: at(x, fmt.Sprintf("Event precondition '%s' might not hold before emit of %s.", s.Text, e.Name)), Cond: guarded(f.facts, f.e)})
		case annotation.Postcondition:
			f := b.formula(s.Expr)
			b.emit(&boogie.Assert{Attrs: at(x, fmt.Sprintf("Event postcondition '%s' might not hold before emit %s.", s.Text, e.Name)), Cond: guarded(f.facts, f.e)})
		}
	}
	for _, v := range tracked {
		b.emit(boogie.Set(boogie.Id(savedName(v)), boogie.B(false)))
	}
	b.changed()
}

// beforeValue returns the value at the last checkpoint.
func (b *body) beforeValue(x *annotation.Before) value {
	outer := b.checkpoint
	b.checkpoint = true
	v := b.expr(x.X)
	b.checkpoint = outer
	v.place = nil
	return v
}

// atCheckpoint returns a whole state variable at the last checkpoint.
func (b *body) atCheckpoint(v *ast.VariableDeclaration) boogie.Expr {
	now := boogie.Id(StateName(v))
	if len(b.t.events.by[v.ID]) == 0 {
		return now
	}
	return boogie.Cond(boogie.Id(savedName(v)), boogie.Id(oldName(v)), now)
}
