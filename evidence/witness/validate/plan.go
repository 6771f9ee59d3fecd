package validate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/evidence/witness/read"
	"cupel/frontend/c"
	"cupel/internal/lazyregexp"
)

// A plan is the instrumentation of the program's text for a witness: variables assigned where the events of the
// witness occur.
type plan struct {
	w    *read.Witness
	text *text
	vars []string // variables inserted
	// remarks are unsupported parts with their positions in the witness.
	remarks []read.Remark

	claims []*claim
	pure   []*claim // expressions of events, which must have no side effects
	events map[*read.Edge]*event

	branches map[*c.Control]string // variable recording the condition
	calls    map[*c.Call]*wrapped
	known    map[read.Event]*event
}

// A claim is an invariant in the instrumented text: the variable begin is assigned right before its evaluation,
// and value its value.
type claim struct {
	read.Invariant
	begin, value string
	ghosts       *ghosts     // of a transition invariant
	loop         program.Pos // position of the keyword; invalid: at no loop
	refused      string      // why it cannot be checked; "": it can
}

// An event is the instrumentation of an event of the automaton.
type event struct {
	vars   map[string]bool // the event is that one of them is assigned value
	value  bool
	always bool // always possible
	// for a switch: the branch at this keyword with the outcome
	keyword program.Pos
	outcome string
	// for a return: the closing parentheses of the calls, and the constant that they return according to the witness; "": none
	closes   []program.Pos
	constant string
}

// wrapped is an instrumented call.
type wrapped struct {
	call           *c.Call
	before, behind []string
	pos            program.Pos
}

// newPlan resolves the places of a witness. Places that do not exist are *read.Error values.
func newPlan(w *read.Witness, t *text) (*plan, error) {
	p := &plan{w: w, text: t, remarks: w.Unsupported, events: map[*read.Edge]*event{}, branches: map[*c.Control]string{}, calls: map[*c.Call]*wrapped{}, known: map[read.Event]*event{}}
	for _, inv := range w.Invariants {
		if err := p.invariant(inv); err != nil {
			return nil, err
		}
	}
	var err error
	if w.Automaton != nil {
		w.Automaton.Events(func(e *read.Edge) {
			if err == nil && e.Kind != read.Target {
				err = p.event(e)
			}
			if err == nil && e.Kind == read.Target {
				err = p.target(e)
			}
		})
	}
	if err != nil {
		return nil, err
	}
	var calls []*wrapped
	calls = slices.AppendSeq(calls, maps.Values(p.calls))
	for _, k := range calls {
		if err := p.wrap(k); err != nil {
			return nil, &read.Error{Pos: k.pos, Msg: err.Error()}
		}
	}
	if len(p.vars) > 0 {
		t.header = "static _Bool " + strings.Join(p.vars, ", ") + ";"
	}
	for _, k := range p.claims {
		if k.ghosts != nil {
			t.header += " extern _Bool " + k.ghosts.choice + "(void);"
		}
	}
	return p, nil
}

func (p *plan) variable(kind string) string {
	v := fmt.Sprintf("%s%s%d", prefix, kind, len(p.vars))
	p.vars = append(p.vars, v)
	return v
}

// watched is code that evaluates an event's expression and assigns its value to variable v.
func (p *plan) watched(v, code string, pos program.Pos) string {
	k := &claim{Invariant: read.Invariant{Pos: pos}, begin: p.variable("b"), value: v}
	p.pure = append(p.pure, k)
	return fmt.Sprintf("%s = 1, %s = !!(%s)", k.begin, v, code)
}

// leaky reports whether an event to be avoided is not instrumented.
func (p *plan) leaky() bool {
	leaks := len(p.w.Unsupported) > 0
	for e, ev := range p.events {
		leaks = leaks || e.To == read.Sink && len(ev.vars) == 0 && !ev.always && ev.outcome == ""
	}
	return leaks
}

// exact reports whether the events have an unambiguous meaning. GraphML gives lines only, and tools interpret
// its assumptions differently.
func (p *plan) exact() bool {
	exact := true
	p.w.Automaton.Events(func(e *read.Edge) {
		if p.w.GraphML && e.Kind != read.Return && e.Kind != read.Branching && e.Kind != read.Target && !p.events[e].always {
			exact = false
		}
	})
	return exact
}

func (p *plan) isType(name string) bool { return p.text.outline.Types[name] }

// expression converts an expression to C. Unsupported ones are recorded.
func (p *plan) expression(expr, result string, pos program.Pos) (code string, supported bool, err error) {
	return p.relation(expr, result, nil, pos)
}

// relation is expression where earlier values of variables may occur.
func (p *plan) relation(expr, result string, earlier func(x string) string, pos program.Pos) (code string, supported bool, err error) {
	code, err = clean(expr, result, earlier, p.isType)
	var un *unsupportedExpr
	switch {
	case errors.As(err, &un):
		p.remarks = append(p.remarks, read.Remark{Pos: pos, Text: "the expression: " + un.msg})
		return "", false, nil
	case err != nil:
		return "", false, &read.Error{Pos: pos, Msg: "the expression: " + err.Error()}
	}
	return code, true, nil
}

func (p *plan) invariant(inv read.Invariant) error {
	if inv.Transition {
		return p.transition(inv)
	}
	code, ok, err := p.expression(inv.Expr, "", inv.Pos)
	if err != nil {
		return err
	}
	k := &claim{Invariant: inv}
	p.claims = append(p.claims, k)
	if !ok {
		k.refused = "the expression is not supported"
		return nil
	}
	refuse := func(err error) error { return &read.Error{Pos: inv.Pos, Msg: err.Error()} }
	k.begin, k.value = p.variable("b"), p.variable("w")
	set := fmt.Sprintf("%s = 1, %s = !!(%s)", k.begin, k.value, code)
	if inv.Loop {
		at, err := p.text.loop(inv.At)
		if err != nil {
			return refuse(err)
		}
		k.loop = at.Keyword
		if p.w.GraphML && (at.Kind == "do" || p.loopsOn(inv.At) > 1) { // tools differ in the position of the head
			k.Everywhere = false
		}
		if err := p.text.condition(at, set+", ", "", "", inv.Pos); err != nil {
			return refuse(err)
		}
		return nil
	}
	at := p.text.statements(inv.At)
	if len(at) == 0 {
		return refuse(fmt.Errorf("no statement begins at %s%s", inv.At, in(inv.At)))
	}
	if err := p.text.before(at[0], set+"; ", inv.Pos); err != nil {
		return refuse(err)
	}
	return nil
}

// loopsOn counts the loops on a line.
func (p *plan) loopsOn(at read.Place) (n int) {
	for _, k := range p.text.outline.Controls {
		if (k.Kind == "while" || k.Kind == "for" || k.Kind == "do") && p.text.means(read.Place{File: at.File, Line: at.Line}, k.Keyword) {
			n++
		}
	}
	return n
}

// event resolves the places of an event.
func (p *plan) event(e *read.Edge) error {
	key := e.Event
	key.Pos = program.Pos{}
	if ev := p.known[key]; ev != nil {
		p.events[e] = ev
		return nil
	}
	ev := &event{vars: map[string]bool{}, value: true}
	p.events[e], p.known[key] = ev, ev
	refuse := func(format string, args ...any) error {
		return &read.Error{Pos: e.Pos, Msg: fmt.Sprintf(format, args...)}
	}
	at := e.At
	if at.Function == "" && e.Scope != "" && e.Kind != read.Return {
		at.Function = e.Scope
	}
	switch e.Kind {
	case read.Branching:
		return p.branching(e, at, ev)
	case read.Enter, read.Return:
		return p.call(e, ev)
	case read.Line:
		if ev.always = at.Line == 0; ev.always {
			return nil
		}
		v := p.variable("l")
		ev.vars[v] = true
		found := p.text.statements(at)
		for _, s := range found {
			if err := p.text.before(s, v+" = 1; ", e.Pos); err != nil {
				return refuse("%v", err)
			}
		}
		ev.always = len(found) == 0 // a line with a brace, or a condition
	case read.Assumption:
		code, ok, err := p.expression(e.Value, "", e.Pos)
		if err != nil || !ok {
			return err
		}
		found := p.text.statements(at)
		if len(found) == 0 {
			return refuse("no statement begins at %s%s", at, in(at))
		}
		v := p.variable("a")
		ev.vars[v] = true
		if err := p.text.before(found[0], p.watched(v, code, e.Pos)+"; ", e.Pos); err != nil {
			return refuse("%v", err)
		}
	case read.After:
		return p.after(e, at, ev)
	}
	return nil
}

// after instruments the positions after the simple statements on a line.
func (p *plan) after(e *read.Edge, at read.Place, ev *event) error {
	code, ok, err := p.expression(e.Value, "", e.Pos)
	if err != nil || !ok {
		return err
	}
	v := p.variable("a")
	some := false
	for _, s := range p.text.statements(at) {
		if from, ok := p.text.offset(s.Last); s.Simple && ok && p.text.src[from] == ';' {
			some = true
			set := " " + p.watched(v, code, e.Pos) + ";"
			if s.Block && s.Pos == s.Body {
				p.text.put(from+1, from+1, set, "", e.Pos)
				continue
			}
			begin, _ := p.text.offset(s.Body)
			if err := p.text.braced(s, begin, "", set, e.Pos); err != nil {
				return &read.Error{Pos: e.Pos, Msg: err.Error()}
			}
		}
	}
	if ev.vars[v] = some; !some {
		p.remarks = append(p.remarks, read.Remark{Pos: e.Pos, Text: fmt.Sprintf("an assumption at line %d, where no simple statement begins", at.Line)})
	}
	return nil
}

func (p *plan) branching(e *read.Edge, at read.Place, ev *event) error {
	var kinds []string
	switch e.Value {
	case "true", "false":
		kinds = []string{"if", "while", "for", "do", "?"}
	default:
		kinds = []string{"switch"}
	}
	var found []*c.Control
	if p.w.GraphML {
		for i := range p.text.outline.Controls {
			k := &p.text.outline.Controls[i]
			here := at
			here.Col = p.text.character(k.Keyword)
			if x, err := p.text.control(here, "", kinds...); err == nil && x == k {
				found = append(found, k)
			}
		}
		if len(found) == 0 { // the condition of a do loop, or a branch generated by the tool
			p.remarks = append(p.remarks, read.Remark{Pos: e.Pos, Text: fmt.Sprintf("a branch at line %d, where no keyword is", at.Line)})
			return nil
		}
	} else {
		k, err := p.text.control(at, "branch", kinds...)
		if err != nil {
			return &read.Error{Pos: e.Pos, Msg: err.Error()}
		}
		found = append(found, k)
	}
	ev.value = e.Value == "true"
	for _, k := range found {
		if k.Kind == "switch" {
			ev.keyword, ev.outcome = k.Keyword, e.Value
			continue
		}
		v := p.branches[k]
		if v == "" {
			v = p.variable("c")
			p.branches[k] = v
			if err := p.text.condition(k, "", "("+v+" = (", ") ? 1 : 0)", e.Pos); err != nil {
				return &read.Error{Pos: e.Pos, Msg: err.Error()}
			}
		}
		ev.vars[v] = true
	}
	return nil
}

var equality = lazyregexp.New(`^\s*\(?\s*\\result\s*==\s*(\(?\s*-?\s*[0-9][\w.+-]*\s*\)?)\s*\)?\s*$`)

// call instruments calls.
func (p *plan) call(e *read.Edge, ev *event) error {
	var found []*c.Call
	for i := range p.text.outline.Calls {
		k := &p.text.outline.Calls[i]
		switch {
		case k.Func == "":
		case p.w.GraphML && (k.Callee != e.Callee && e.Callee != "" || !p.text.means(e.At, k.Pos)):
		case !p.w.GraphML && (!p.text.means(read.Place{File: e.At.File, Line: e.At.Line, Col: e.At.Col}, k.Close) || e.At.Function != "" && e.At.Function != k.Func):
		default:
			if _, ok := p.text.has(k.Close, ")"); ok {
				found = append(found, k)
			}
		}
	}
	if len(found) == 0 {
		return &read.Error{Pos: e.Pos, Msg: fmt.Sprintf("no call ends at %s%s", e.At, in(e.At))}
	}
	if e.At.Col == 0 && !p.w.GraphML {
		slices.SortStableFunc(found, func(a, b *c.Call) int { return a.Close.Col - b.Close.Col })
		found = found[:1]
	}
	for _, k := range found {
		w := p.calls[k]
		if w == nil {
			w = &wrapped{call: k, pos: e.Pos}
			p.calls[k] = w
		}
		ev.closes = append(ev.closes, k.Close)
		if e.Kind == read.Enter {
			if k.Nested {
				p.remarks = append(p.remarks, read.Remark{Pos: e.Pos, Text: "function_enter of a call with calls in its arguments"})
				continue
			}
			v := p.variable("e")
			ev.vars[v] = true
			w.before = append(w.before, v+" = 1")
			continue
		}
		if k.Void {
			return &read.Error{Pos: e.Pos, Msg: fmt.Sprintf("%s returns nothing", k.Callee)}
		}
		code, ok, err := p.expression(e.Value, prefix+"result", e.Pos)
		if err != nil || !ok {
			return err
		}
		if m := equality().FindStringSubmatch(e.Value); m != nil {
			ev.constant = strings.Trim(m[1], "() \t")
		}
		v := p.variable("r")
		ev.vars[v] = true
		w.behind = append(w.behind, p.watched(v, code, e.Pos))
	}
	return nil
}

// wrap inserts the instrumentation of a call.
func (p *plan) wrap(w *wrapped) error {
	from, ok1 := p.text.offset(w.call.Pos)
	to, ok2 := p.text.offset(w.call.Close)
	if !ok1 || !ok2 || from >= to {
		return fmt.Errorf("the call of %s is not in the file itself", w.call.Callee)
	}
	text := string(p.text.src[from : to+1])
	open, closing := "(", ")"
	for _, b := range w.before {
		open += b + ", "
	}
	if len(w.behind) > 0 {
		open += fmt.Sprintf("({ __typeof__(%s) %sresult = ", strings.Join(strings.Fields(text), " "), prefix)
		closing = "; " + strings.Join(w.behind, "; ") + "; " + prefix + "result; })" + closing
	}
	p.text.put(from, to+1, open, closing, w.pos)
	return nil
}

// target refuses a target where nothing is.
func (p *plan) target(e *read.Edge) error {
	if e.At.Line == 0 || p.w.GraphML {
		return nil
	}
	if !slices.ContainsFunc(p.text.candidates(e.At), func(int) bool { return true }) {
		return &read.Error{Pos: e.Pos, Msg: fmt.Sprintf("%s is no line of the program %s", e.At, p.text.file)}
	}
	return nil
}

// violates reports whether a target may denote a goal.
func (p *plan) violates(e *read.Edge, g *program.Goal, pos program.Pos) bool {
	if e.At.Line == 0 {
		return true
	}
	t := p.text
	at := read.Place{File: e.At.File, Line: e.At.Line, Col: e.At.Col}
	if e.At.Function != "" && e.At.Function != g.Func {
		return false
	}
	if t.means(at, pos) {
		return true
	}
	goal, ok := t.offset(pos)
	if !ok {
		return false
	}
	for _, s := range t.statements(at) {
		from, ok1 := t.offset(s.Body)
		to, ok2 := t.offset(s.Last)
		if s.Simple && ok1 && ok2 && from <= goal && goal <= to {
			return true
		}
	}
	for i := range t.outline.Controls { // a controlling expression that starts there
		k := &t.outline.Controls[i]
		from, ok1 := t.offset(k.Begin)
		to, ok2 := t.offset(k.End)
		if !ok1 || !ok2 || goal < from || goal > to {
			continue
		}
		if k.Kind != "?" {
			for from++; from < to && (t.src[from] == ' ' || t.src[from] == '\t' || t.src[from] == '\n'); from++ {
			}
		}
		line := 1
		for line < len(t.starts) && t.starts[line] <= from {
			line++
		}
		if t.means(at, program.Pos{File: t.file, Line: line, Col: from - t.starts[line-1] + 1}) {
			return true
		}
	}
	return false
}
