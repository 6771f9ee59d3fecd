package inputs

import (
	"cmp"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Source is a place of the program text where a value comes from the environment.
type Source struct {
	Number int    // from 1, in the order of the module
	Name   string // of the C variable that receives the value, or of the source itself
	Call   string // the function that is called; "": it is no call
	Kind   program.UnknownKind
	Type   string // C type; "": not known
	Sort   *logic.Sort
	Signed bool
	Func   string // the C function that contains it
	Pos    program.Pos
	// Once: no execution reaches the source twice.
	Once bool
	// Hidden: an indeterminate value rather than an input, such as that of a variable read before it was written. It has values in an execution and no slots.
	Hidden bool

	place  place
	in     *program.Input
	bounds []program.Op // assumptions that only bound the value
	sym    *logic.Term  // of the variable in them
	truth  bool         // the variable is a _Bool
}

// A Slot is the N-th value, from 1, that an execution receives from a source.
type Slot struct {
	Source int
	N      int
}

// place identifies a source by its operation, in the module and in programs that share its operations.
type place struct {
	input   int // ID, which the copies that inlining makes share; 0: none
	unknown *program.Unknown
	v       *program.Var
}

func placeOf(op *program.Op) place {
	if op.Input != nil {
		return place{input: op.Input.ID}
	}
	return place{unknown: op.Unknown, v: op.Var}
}

// Table lists the sources of a module.
type Table struct {
	Sources []*Source
	terms   *logic.Factory
	at      map[place]*Source
	read    map[string]Slot     // the variables that Restrict reads slots into, by name
	limits  map[*logic.Term]int // the assumptions of Restrict about how often a source is read
}

// Find lists the sources of m. Inputs are numbers and truth values; indeterminate memory contents are hidden sources.
func Find(m *program.Module) *Table {
	t := &Table{terms: m.Terms, at: map[place]*Source{}, read: map[string]Slot{}, limits: map[*logic.Term]int{}}
	once := newActivations(m)
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					op := &e.Ops[i]
					if op.Kind != program.OpHavoc || op.Var == nil {
						continue
					}
					if s := t.at[placeOf(op)]; s != nil { // a copy: an execution may reach both
						s.Once = false
						continue
					}
					s := &Source{Hidden: !comesIn(op), Sort: op.Var.Sort()}
					if !s.Hidden {
						s = describe(e, i)
					}
					if s.Func == "" {
						s.Func = fn.Name
					}
					s.Number, s.Once, s.place = len(t.Sources)+1, once.of(fn, l), placeOf(op)
					t.Sources = append(t.Sources, s)
					t.at[s.place] = s
				}
			}
		}
	}
	return t
}

// comesIn reports whether a havoc is an input.
func comesIn(op *program.Op) bool {
	if s := op.Var.Sort(); !s.IsBV() && !s.IsBool() && !s.IsFloat() {
		return false
	}
	if op.Input != nil {
		return true
	}
	if op.Unknown == nil {
		return false
	}
	switch op.Unknown.Kind {
	case program.Argument, program.Bodiless, program.Undefined, program.Parameter, program.Global, program.Symbolic:
		return true
	}
	return false
}

// describe makes the source of an edge's operation.
func describe(e *program.Edge, i int) *Source {
	op := &e.Ops[i]
	s := &Source{Sort: op.Var.Sort(), Signed: op.Var.Signed, Pos: op.Pos}
	if in := op.Input; in != nil {
		s.in, s.Call, s.Type, s.Signed, s.Pos = in, in.Callee, in.Type, in.Signed, in.Pos
		s.Name = receiver(e, i)
	} else {
		s.Kind, s.Name, s.Pos, s.Type, s.Func = op.Unknown.Kind, op.Unknown.Name, op.Unknown.Pos, op.Unknown.Type, op.Unknown.Func
		if s.Kind == program.Bodiless {
			s.Call = s.Name
			if n := receiver(e, i); n != "" {
				s.Name = n
			}
		}
	}
	if !s.Pos.IsValid() {
		s.Pos = e.Pos
	}
	s.sym, s.truth = op.Var.Sym, op.Var.Bool
	for _, o := range e.Ops[i+1:] {
		// A truth value's assumption has no mark; the next one may be the program's own.
		truth := len(s.bounds) == 0 && op.Var.Bool && o.Kind == program.OpAssume && atMostOne(o.Expr, s.sym)
		if !truth && (!o.Bounds() || !slices.Equal(logic.FreeVars(o.Expr), []*logic.Term{s.sym})) {
			break
		}
		s.bounds = append(s.bounds, o)
	}
	return s
}

// atMostOne reports whether a formula bounds a number to 0 or 1.
func atMostOne(t, sym *logic.Term) bool {
	return t.Op() == logic.OpULe && t.Arg(0) == sym && t.Arg(1).IsConst() && t.Arg(1).BVBig().IsUint64() && t.Arg(1).BVBig().Uint64() == 1
}

// Domain returns the formula for the possible values of a slot.
func (t *Table) Domain(s Slot) *logic.Term {
	src := t.Sources[s.Source-1]
	d := t.terms.True()
	for _, o := range src.bounds {
		d = t.terms.And(d, t.terms.Subst(o.Expr, map[*logic.Term]*logic.Term{src.sym: t.Symbol(s)}))
	}
	return d
}

// receiver is how C denotes the variable that takes the value of an operation, itself or on its way
// through a temporary one; "": it has no name.
func receiver(e *program.Edge, i int) string {
	v := e.Ops[i].Var
	if v.CName != "" {
		return v.CName
	}
	for {
		if e, i = next(e, i); e == nil {
			return ""
		}
		op := &e.Ops[i]
		if op.Kind == program.OpAssign && op.Var != nil && logic.Occurs(v.Sym, op.Expr) {
			return op.Var.CName
		}
		if op.Var == v {
			return ""
		}
	}
}

// next is the operation behind one, as long as there is one way on.
func next(e *program.Edge, i int) (*program.Edge, int) {
	if i++; i < len(e.Ops) {
		return e, i
	}
	for range 4 {
		if len(e.Dst.Out) != 1 {
			break
		}
		if e = e.Dst.Out[0]; len(e.Ops) > 0 {
			return e, 0
		}
	}
	return nil, 0
}

// Of is the source that an operation is, of the module or of a program with its operations; nil: none.
func (t *Table) Of(op *program.Op) *Source {
	if op.Kind != program.OpHavoc {
		return nil
	}
	return t.At(op.Input, op.Unknown, op.Var)
}

// At is the source of an executed havoc; nil: it is none. The variable may be derived from the module's.
func (t *Table) At(in *program.Input, u *program.Unknown, v *program.Var) *Source {
	if in != nil {
		return t.at[place{input: in.ID}]
	}
	for ; v != nil; v = v.Origin {
		if s := t.at[place{unknown: u, v: v}]; s != nil {
			return s
		}
	}
	return nil
}

// Symbol returns the symbol for the value of a slot.
func (t *Table) Symbol(s Slot) *logic.Term {
	return t.terms.Var(symbolName(s), t.Sources[s.Source-1].Sort)
}

func symbolName(s Slot) string { return fmt.Sprintf("#in.%d.%d", s.Source, s.N) }

// Inputs are the sources that are not hidden.
func (t *Table) Inputs() []*Source {
	var in []*Source
	for _, s := range t.Sources {
		if !s.Hidden {
			in = append(in, s)
		}
	}
	return in
}

// SlotOf is the inverse of Symbol; false: the symbol is no slot's.
func (t *Table) SlotOf(sym *logic.Term) (Slot, bool) {
	var s Slot
	if n, err := fmt.Sscanf(sym.Name(), "#in.%d.%d", &s.Source, &s.N); err != nil || n != 2 || s.Source < 1 || s.Source > len(t.Sources) || s.N < 1 {
		return Slot{}, false
	}
	return s, symbolName(s) == sym.Name()
}

// Values returns the slots' values in an execution of the module, or of a program derived from it, given its havocs in order.
func (t *Table) Values(havocs []interp.Consumed) map[Slot]*logic.Term {
	values := map[Slot]*logic.Term{}
	count := map[int]int{}
	for _, h := range havocs {
		if s, ok := t.read[h.Var.Name]; ok {
			values[s] = h.Value
			continue
		}
		src := t.At(h.Input, h.Unknown, h.Var)
		if src == nil {
			continue
		}
		count[src.Number]++
		s := Slot{src.Number, count[src.Number]}
		if values[s] == nil {
			values[s] = h.Value
		}
	}
	return values
}

// Held is the slot whose value a variable holds that Restrict has made; false: it is none.
func (t *Table) Held(v *program.Var) (Slot, bool) {
	s, ok := t.read[v.Name]
	return s, ok
}

// Compare orders slots by source, then by number.
func (s Slot) Compare(t Slot) int {
	if c := cmp.Compare(s.Source, t.Source); c != 0 {
		return c
	}
	return cmp.Compare(s.N, t.N)
}
