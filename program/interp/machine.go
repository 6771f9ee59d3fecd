package interp

import (
	"context"
	"fmt"
	"sort"

	"cupel/logic"
	"cupel/program"
)

// Kind says how an execution ended.
type Kind int

// The outcomes.
const (
	ReachedError Kind = iota
	Halted            // no edge can be taken: the program ended or an assumption failed
	Undefined         // undefined behaviour, see Note
	Cut               // the model ends here, see Note
	StepLimit
	Interrupted
	Failed // a term could not be evaluated, see Note
)

// String names the kind.
func (k Kind) String() string {
	return [...]string{"error reached", "halted", "undefined behaviour", "end of the model", "step limit", "interrupted", "evaluation failed"}[k]
}

// Source supplies the values of nondeterministic assignments.
type Source interface {
	// Next returns the value of the havoc op executed now; nil: the default, zero.
	Next(op *program.Op) *logic.Term
}

// Consumed is one executed OpHavoc with an Input.
type Consumed struct {
	Input *program.Input
	Value *logic.Term
}

// Options bound a run.
type Options struct {
	MaxSteps int  // edges; 0: no bound
	Trace    bool // keep the path
}

// Outcome is the end of an execution.
type Outcome struct {
	Kind   Kind
	Note   string
	Pos    program.Pos // of the operation the execution ended in
	Loc    *program.Location
	Steps  int
	Path   []*program.Edge // with Options.Trace
	Inputs []Consumed
}

// region is a live object.
type region struct{ base, size uint64 }

// Machine holds a program compiled for execution. It runs one execution at a time.
type Machine struct {
	p    *program.Program
	f    *logic.Factory
	idx  map[*logic.Term]int
	vars []slot
	code map[*program.Edge][]instr

	words  []uint64      // values of word variables
	arrays []*array      // values of array variables
	terms  []*logic.Term // values of all other variables
	live   []region      // sorted by base
	dead   map[uint64]bool
	fault  string // set by a term that cannot be evaluated
}

// storage tells where a variable's value lives.
type storage uint8

const (
	word storage = iota
	wordArray
	other
)

type slot struct {
	v  *program.Var
	st storage
}

func storageOf(s *logic.Sort) storage {
	switch {
	case isWord(s):
		return word
	case s.IsArray() && isWord(s.Index()) && isWord(s.Elem()):
		return wordArray
	}
	return other
}

// isWord reports whether values of s fit a machine word.
func isWord(s *logic.Sort) bool {
	return s.IsBool() || s.IsBV() && s.Width() <= 64 || s == logic.Float32 || s == logic.Float64
}

// array is a sparse array of words.
type array struct {
	def uint64
	m   map[uint64]uint64
}

func (a *array) get(i uint64) uint64 {
	if v, ok := a.m[i]; ok {
		return v
	}
	return a.def
}

func (a *array) clone() *array {
	b := &array{def: a.def, m: make(map[uint64]uint64, len(a.m))}
	for k, v := range a.m {
		b.m[k] = v
	}
	return b
}

// instr executes one operation; it returns an outcome kind and true when the
// execution ends or the edge cannot be taken.
type instr struct {
	op   *program.Op
	cond func() bool
	run  func()
	addr func() uint64
	size func() uint64
}

// New compiles p. Operations inside choices are not supported: run programs
// before large-block encoding.
func New(p *program.Program) (*Machine, error) {
	m := &Machine{p: p, f: p.Terms, idx: map[*logic.Term]int{}, code: map[*program.Edge][]instr{}}
	for i, v := range p.Vars {
		m.idx[v.Sym] = i
		m.vars = append(m.vars, slot{v, storageOf(v.Sort())})
	}
	m.words = make([]uint64, len(p.Vars))
	m.arrays = make([]*array, len(p.Vars))
	m.terms = make([]*logic.Term, len(p.Vars))
	return m, nil
}

// compile translates an edge on its first execution.
func (m *Machine) compile(e *program.Edge) []instr {
	if c, ok := m.code[e]; ok {
		return c
	}
	out := make([]instr, 0, len(e.Ops))
	for i := range e.Ops {
		op := &e.Ops[i]
		in := instr{op: op}
		switch op.Kind {
		case program.OpAssume, program.OpCheck:
			w := m.word(op.Expr)
			in.cond = func() bool { return w() != 0 }
		case program.OpAssign:
			in.run = m.assign(op)
		case program.OpAccess, program.OpAlloc, program.OpFree:
			in.addr = m.word(op.Expr)
			if op.Size != nil {
				in.size = m.word(op.Size)
			}
		case program.OpChoice, program.OpCall:
			in.run = func() { m.fault = "an operation that cannot be interpreted" }
		}
		out = append(out, in)
	}
	m.code[e] = out
	return out
}

func (m *Machine) reset() {
	for i, s := range m.vars {
		switch s.st {
		case word:
			m.words[i] = 0
		case wordArray:
			m.arrays[i] = &array{m: map[uint64]uint64{}}
		default:
			m.terms[i] = m.f.Zero(s.v.Sort())
		}
	}
	m.live = m.live[:0]
	for _, o := range m.p.Objects {
		if b, ok := o.Base.BVUint64(); ok {
			m.live = append(m.live, region{b, uint64(o.Size)})
		}
	}
	sort.Slice(m.live, func(i, j int) bool { return m.live[i].base < m.live[j].base })
	m.dead = map[uint64]bool{}
	m.fault = ""
}

// find returns the index of the last live object at or below addr, or -1.
func (m *Machine) find(addr uint64) int {
	return sort.Search(len(m.live), func(i int) bool { return m.live[i].base > addr }) - 1
}

func (m *Machine) accessible(addr, size uint64) bool {
	if size == 0 { // an access under a condition that does not hold, or memcpy of nothing
		return true
	}
	i := m.find(addr)
	if i < 0 {
		return false
	}
	off := addr - m.live[i].base
	return off <= m.live[i].size && size <= m.live[i].size-off
}

func (m *Machine) alloc(base, size uint64) {
	i := m.find(base) + 1
	m.live = append(m.live, region{})
	copy(m.live[i+1:], m.live[i:])
	m.live[i] = region{base, size}
	delete(m.dead, base)
}

// free releases the object at base; false: there is none.
func (m *Machine) free(base uint64) bool {
	if base == 0 {
		return true
	}
	i := m.find(base)
	if i < 0 || m.live[i].base != base {
		return false
	}
	m.live = append(m.live[:i], m.live[i+1:]...)
	m.dead[base] = true
	return true
}

// Run executes the program from its initial location.
func (m *Machine) Run(ctx context.Context, src Source, o Options) *Outcome {
	m.reset()
	out := &Outcome{}
	loc := m.p.Init
	end := func(k Kind, note string, pos program.Pos) *Outcome {
		out.Kind, out.Note, out.Pos, out.Loc = k, note, pos, loc
		return out
	}
	for {
		switch {
		case loc == m.p.Error:
			return end(ReachedError, "", loc.Pos)
		case loc.Cut != "":
			return end(Cut, loc.Cut, loc.Pos)
		case o.MaxSteps > 0 && out.Steps >= o.MaxSteps:
			return end(StepLimit, fmt.Sprintf("%d steps", out.Steps), loc.Pos)
		case out.Steps&4095 == 0 && ctx.Err() != nil:
			return end(Interrupted, "", loc.Pos)
		}
		e := m.enabled(loc)
		if m.fault != "" {
			return end(Failed, m.fault, loc.Pos)
		}
		if e == nil {
			return end(Halted, "", loc.Pos)
		}
		out.Steps++
		if o.Trace {
			out.Path = append(out.Path, e)
		}
		for _, in := range m.compile(e) {
			k, note, done := m.step(&in, src, out)
			if m.fault != "" {
				return end(Failed, m.fault, in.op.Pos)
			}
			if done {
				pos := in.op.Pos
				if !pos.IsValid() {
					pos = e.Pos
				}
				return end(k, note, pos)
			}
		}
		loc = e.Dst
	}
}

// enabled returns the first edge whose leading assumptions hold.
func (m *Machine) enabled(loc *program.Location) *program.Edge {
	if len(loc.Out) == 1 {
		return loc.Out[0]
	}
next:
	for _, e := range loc.Out {
		for _, in := range m.compile(e) {
			if in.op.Kind != program.OpAssume {
				break
			}
			if !in.cond() {
				continue next
			}
		}
		return e
	}
	return nil
}

func (m *Machine) step(in *instr, src Source, out *Outcome) (Kind, string, bool) {
	switch op := in.op; op.Kind {
	case program.OpAssume:
		if !in.cond() {
			return Halted, "assumption failed", true
		}
	case program.OpCheck:
		if !in.cond() {
			return Undefined, op.Note, true
		}
	case program.OpAssign:
		in.run()
	case program.OpHavoc:
		v := src.Next(op)
		if v == nil || v.Sort() != op.Var.Sort() {
			v = m.f.Zero(op.Var.Sort())
		}
		if op.Input != nil {
			out.Inputs = append(out.Inputs, Consumed{op.Input, v})
		}
		m.set(m.idx[op.Var.Sym], v)
	case program.OpAccess:
		if a := in.addr(); !m.accessible(a, in.size()) {
			what := "access outside of every live object"
			switch i := m.find(a); {
			case a == 0:
				what = "null pointer dereference"
			case i < 0 && m.dead[a]:
				what = "access to freed memory"
			}
			return Undefined, what, true
		}
	case program.OpAlloc:
		m.alloc(in.addr(), in.size())
	case program.OpFree:
		if !m.free(in.addr()) {
			return Undefined, "free of a pointer that is no live allocation", true
		}
	default:
		in.run()
	}
	return 0, "", false
}
