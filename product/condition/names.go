package condition

import (
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
)

// An Input is an input in a condition.
type Input struct {
	Name   string `json:"name"`   // in the condition
	Symbol string `json:"symbol"` // in the condition in SMT-LIB
	// The N-th value, counted from 1, of a call.
	Call string `json:"call,omitempty"`
	Kind string `json:"kind,omitempty"` // if it is no call of an input function
	Type string `json:"type,omitempty"`
	N    int    `json:"n"`
	// Repeated: the call may be executed more than once.
	Repeated bool   `json:"repeated,omitempty"`
	Function string `json:"function,omitempty"`
	At       string `json:"at"`

	slot inputs.Slot
	sym  *logic.Term
	src  *inputs.Source
}

// inputsOf names the inputs in terms, in source order.
func (r *Result) inputsOf(ts ...*logic.Term) []Input {
	var ins []Input
	for _, sym := range logic.FreeVars(ts...) {
		s, ok := r.subject.Inputs.SlotOf(sym)
		if !ok {
			continue
		}
		src := r.subject.Inputs.Sources[s.Source-1]
		ins = append(ins, Input{Symbol: sym.SMTLIB(), Call: src.Call, Kind: string(src.Kind), Type: src.Type, N: s.N, Repeated: !src.Once,
			Function: src.Func, At: src.Pos.String(), slot: s, sym: sym, src: src})
	}
	slices.SortFunc(ins, func(a, b Input) int { return a.slot.Compare(b.slot) })
	used := map[string]int{} // number of sources with a name
	for _, src := range r.subject.Inputs.Inputs() {
		used[plainName(src)]++
	}
	taken := map[string]bool{}
	for i := range ins {
		in := &ins[i]
		name := plainName(in.src)
		if used[name] > 1 {
			name += fmt.Sprintf("_%d", in.src.Pos.Line)
		}
		if !in.src.Once {
			name += fmt.Sprintf("_%d", in.N)
		}
		for base, n := name, 2; taken[name]; n++ {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		taken[name] = true
		in.Name = name
	}
	return ins
}

// domain constrains inputs to the values of their types.
func (r *Result) domain(ins []Input) *logic.Term {
	f := r.subject.Flat.Terms
	d := f.True()
	for _, in := range ins {
		d = f.And(d, r.subject.Inputs.Domain(in.slot))
	}
	return d
}

// plainName derives a C identifier for a source.
func plainName(s *inputs.Source) string {
	name := s.Name
	if name == "" {
		name = strings.TrimPrefix(s.Call, "__VERIFIER_nondet_")
		if name != s.Call || name == "" {
			name = "in_" + name
		}
	}
	var b strings.Builder
	for _, r := range name {
		switch {
		case r < 128 && (r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	name = strings.Trim(b.String(), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' || keywords[name] {
		name = "in_" + name
	}
	return name
}

// keywords are reserved words and identifiers of C.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if inline int long
		register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex _Imaginary`) {
		m[w] = true
	}
	return m
}()
