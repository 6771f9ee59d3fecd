package execution

import (
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// Source provides the program's text.
type Source struct {
	Module *program.Module            // functions; nil for control-flow automata
	Lines  func(file string) []string // lines of a file; nil if unreadable
	Hidden func(file string) bool     // statements of such files are attributed to the calling statement
}

// A Recorder builds the trace of a single run that it observes.
type Recorder struct {
	p       *program.Program
	src     Source
	m       *interp.Machine
	objects *objects
	entries map[*program.Location]*program.Func
	exits   map[*program.Location]bool
	memory  []*program.Var         // arrays indexed by addresses
	cells   map[*program.Op]*cells // by assignment to an array
	words   map[*logic.Term]func() (uint64, bool)
	names   map[*program.Var]string
	owner   map[*program.Var]*program.Func // functions of local variables

	passed map[*program.Edge]bool
	last   *program.Edge
	stack  []string             // call stack
	step   Step                 // unfinished step
	chars  map[string]byte      // characters among its changes, by name
	enters bool                 // it calls a function of the program
	free   map[*logic.Term]bool // symbols of variables with indeterminate values
	given  Arguments            // of main, in the unfinished step
	head   []Step
	tail   []Step // ring buffer, once head is full
	number int
}

// NewRecorder returns a recorder for a run of p.
func NewRecorder(p *program.Program, src Source) *Recorder {
	r := &Recorder{p: p, src: src, objects: newObjects(p), entries: map[*program.Location]*program.Func{}, exits: map[*program.Location]bool{},
		cells: map[*program.Op]*cells{}, words: map[*logic.Term]func() (uint64, bool){}, names: map[*program.Var]string{}, owner: map[*program.Var]*program.Func{}, free: map[*logic.Term]bool{}, chars: map[string]byte{}, given: Arguments{}, passed: map[*program.Edge]bool{}}
	if src.Module != nil {
		for _, f := range src.Module.Funcs {
			r.entries[f.Entry], r.exits[f.Exit] = f, true
			for _, v := range f.Locals {
				r.owner[v] = f
			}
		}
	}
	seen := map[string]int{}
	for _, v := range p.Vars {
		if p.IsMemory(v) {
			r.memory = append(r.memory, v)
		}
		if name := v.CName; name != "" && !v.Temp {
			key := v.Func + "::" + v.Name[:max(strings.LastIndex(v.Name, "::"), 0)] + "::" + name
			if seen[key]++; seen[key] > 1 { // declared in another block
				name = fmt.Sprintf("%s#%d", name, seen[key])
			}
			r.names[v] = name
		}
	}
	return r
}

// Edge implements interp.Watcher.
func (r *Recorder) Edge(m *interp.Machine, e *program.Edge) {
	r.m = m
	r.passed[e] = true
	switch {
	case r.last == nil:
		r.stack = append(r.stack, e.Src.Func)
	case r.last.Dst != e.Src || r.isExit(e.Src):
		if !r.hidden(r.last.Pos.File) {
			r.flush()
		}
		if len(r.stack) > 1 {
			r.stack = r.stack[:len(r.stack)-1]
		}
	}
	r.last = e
	pos := e.Pos
	if e.Branch != nil && e.Branch.Pos.IsValid() {
		pos = e.Branch.Pos
	}
	if pos.IsValid() && !r.hidden(pos.File) {
		s := Step{File: pos.File, Line: pos.Line, Column: pos.Col, Function: e.Src.Func, Depth: r.depth()}
		if e.Branch != nil {
			s.Branch = e.Branch.Value
		}
		began := s
		began.Branch = ""
		switch {
		case e.Branch != nil && began.same(&r.step): // evaluated before the condition is decided
			r.step.Branch = s.Branch
		case e.Branch != nil || !s.same(&r.step):
			r.flush()
			r.step = s
		}
	}
	if f := r.entries[e.Dst.Origin]; f != nil {
		r.enters = r.enters || !r.hidden(f.Pos.File)
		r.stack = append(r.stack, f.Name)
	}
}

// Passed returns the edges executed: those of the program run, and their originals.
func (r *Recorder) Passed() map[*program.Edge]bool {
	all := map[*program.Edge]bool{}
	for e := range r.passed {
		for ; e != nil && !all[e]; e = e.Origin {
			all[e] = true
		}
	}
	return all
}

func (r *Recorder) isExit(l *program.Location) bool { return l.Origin != nil && r.exits[l.Origin] }

func (r *Recorder) hidden(file string) bool { return r.src.Hidden != nil && r.src.Hidden(file) }

// depth is the number of active calls, without the function that initialises globals.
func (r *Recorder) depth() int {
	n := len(r.stack)
	if n > 0 && strings.HasPrefix(r.stack[0], "#") {
		n--
	}
	return n
}

// depthOf is the depth of the innermost call of a function.
func (r *Recorder) depthOf(fn string) int {
	for i := len(r.stack) - 1; i >= 0 && fn != ""; i-- {
		if r.stack[i] == fn {
			return r.depth() - (len(r.stack) - 1 - i)
		}
	}
	return 0
}

// Before implements interp.Watcher: it determines the cells to be written.
func (r *Recorder) Before(m *interp.Machine, op *program.Op) {
	switch {
	case op.Kind == program.OpAssign && op.Var.Sort().IsArray():
		r.cellsOf(op).look(r)
	case op.Kind == program.OpAlloc && op.Note != program.Automatic:
		base, ok1 := r.word(op.Expr)
		size, ok2 := r.word(op.Size)
		if ok1 && ok2 && base != 0 {
			r.objects.allocate(base, size)
		}
	}
}

// After implements interp.Watcher: it records changes.
func (r *Recorder) After(m *interp.Machine, op *program.Op) {
	v := op.Var
	switch {
	case op.Kind == program.OpHavoc && op.Input != nil:
		delete(r.free, v.Sym)
		if r.hidden(op.Input.Pos.File) {
			return
		}
		name := op.Input.Callee + "()"
		if r.src.Module == nil {
			name = v.Name
		}
		r.step.Inputs = append(r.step.Inputs, Change{Name: name, Value: r.value(inputType(op.Input), m.Value(v), op.Input.Signed)})
	case op.Kind == program.OpHavoc && op.Unknown != nil && op.Unknown.Main != nil && r.given.Take(op.Unknown, m.Value(v)):
	case op.Kind == program.OpHavoc:
		if r.free[v.Sym] = op.Unknown == nil || op.Unknown.Kind == program.Uninitialized; r.free[v.Sym] {
			return // the value is indeterminate
		}
	case op.Kind == program.OpAssign && r.indeterminate(op):
		return
	case op.Kind != program.OpAssign:
		return
	}
	switch {
	case v.Sort().IsArray() && r.p.IsMemory(v):
		r.stored(v, r.cellsOf(op))
	case v.Sort().IsArray():
		r.elements(v, r.cellsOf(op))
	default:
		r.scalar(v)
	}
}

// indeterminate reports whether an assignment only copies an indeterminate value, or stores its bits.
func (r *Recorder) indeterminate(op *program.Op) bool {
	delete(r.free, op.Var.Sym)
	if !op.Var.Sort().IsArray() {
		return r.free[op.Expr]
	}
	for _, x := range r.cellsOf(op).reads {
		if r.free[x] {
			return true
		}
	}
	return false
}

// inputType returns the type of an input that is not printed as a number.
func inputType(in *program.Input) *program.Type {
	t := &program.Type{Kind: program.IntegerType, Name: in.Type, Signed: in.Signed}
	switch in.Type {
	case "char", "signed char", "unsigned char":
		t.Kind = program.CharacterType
	case "_Bool":
		t.Kind = program.BoolType
	}
	return t
}

// scalar records the value of a variable.
func (r *Recorder) scalar(v *program.Var) {
	part := v.Part
	switch {
	case part != nil && v.Temp && strings.HasSuffix(v.Name, "::#result"):
		if r.visible(v) {
			r.change(Change{part.Name, r.value(part.Type, r.m.Value(v), v.Signed), r.depth()})
		}
	case r.names[v] != "" && r.visible(v):
		var t *program.Type
		if part != nil {
			t = part.Type
		}
		r.change(Change{r.names[v], r.value(t, r.m.Value(v), v.Signed), r.frame(v)})
	case r.src.Module == nil && !v.Temp:
		r.change(Change{v.Name, r.value(nil, r.m.Value(v), v.Signed), 0})
	}
}

// function returns the function of a local variable; nil for globals.
func (r *Recorder) function(v *program.Var) *program.Func {
	for v.Origin != nil && r.owner[v] == nil {
		v = v.Origin
	}
	return r.owner[v]
}

// visible reports whether a variable does not belong to a hidden function.
func (r *Recorder) visible(v *program.Var) bool {
	f := r.function(v)
	return f == nil || !r.hidden(f.Pos.File)
}

// frame is the depth of a variable's call; 0 for globals.
func (r *Recorder) frame(v *program.Var) int {
	if f := r.function(v); f != nil {
		return r.depthOf(f.Name)
	}
	return 0
}

// change records a change in the current step; the last value counts. Variables that no text of the program declares are left out.
func (r *Recorder) change(c Change) {
	if strings.HasPrefix(c.Name, "__func__") || strings.HasPrefix(c.Name, "__cupel_") {
		return
	}
	for i := range r.step.Changes {
		if o := &r.step.Changes[i]; o.Name == c.Name && o.Depth == c.Depth {
			o.Value = c.Value
			return
		}
	}
	r.step.Changes = append(r.step.Changes, c)
}

// flush finishes a step. Steps without visible effect are dropped.
func (r *Recorder) flush() {
	s := r.step
	r.step = Step{File: s.File, Line: s.Line, Column: s.Column, Function: s.Function, Depth: s.Depth}
	s.Changes = joined(s.Changes, r.chars)
	clear(r.chars)
	enters := r.enters && !strings.HasPrefix(s.Function, "#")
	r.enters = false
	if len(r.given) > 0 { // in place of the characters that were stored
		s.Inputs = append(s.Inputs, r.given.Changes()...)
		s.Changes = slices.DeleteFunc(s.Changes, r.given.own)
		r.given = Arguments{}
	}
	if s.Line == 0 || s.Branch == "" && len(s.Changes) == 0 && len(s.Inputs) == 0 && !enters {
		return
	}
	if r.src.Lines != nil {
		s.Text = Statement(r.src.Lines(s.File), program.Pos{File: s.File, Line: s.Line, Col: s.Column}, s.Branch != "")
	}
	r.add(s)
}

// add appends a step.
func (r *Recorder) add(s Step) {
	r.number++
	switch {
	case len(r.head) < maxSteps:
		r.head = append(r.head, s)
	case len(r.tail) < maxSteps:
		r.tail = append(r.tail, s)
	default:
		r.tail[(r.number-1-maxSteps)%maxSteps] = s
	}
}

// Trace returns the recorded trace; its last step is at the given position, where the error is reached.
func (r *Recorder) Trace(end program.Pos) *Trace {
	r.flush()
	if n := len(r.head) + len(r.tail); end.IsValid() && n > 0 && !r.hidden(end.File) {
		s := Step{File: end.File, Line: end.Line, Column: end.Col, Depth: r.depth()}
		if len(r.stack) > 0 {
			s.Function = r.stack[len(r.stack)-1]
		}
		if r.src.Lines != nil {
			s.Text = Statement(r.src.Lines(s.File), end, false)
		}
		r.add(s)
	}
	t := &Trace{Steps: r.head}
	if out := r.number - len(r.head) - len(r.tail); out > 0 {
		t.LeftOut, t.LeftOutAfter = out, len(r.head)
		at := (r.number - maxSteps) % maxSteps
		t.Steps = append(append(t.Steps, r.tail[at:]...), r.tail[:at]...)
	} else {
		t.Steps = append(t.Steps, r.tail...)
	}
	return t
}
