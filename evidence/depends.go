package evidence

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// A Dependence is a value other than an input that a counterexample depends on and the program does not
// determine.
type Dependence struct {
	Kind  string `json:"kind"`           // see program.UnknownKind; "memory", "value"
	Name  string `json:"name,omitempty"` // of the variable, function or object
	Value string `json:"value,omitempty"`
	At    string `json:"at,omitempty"`
}

// chosen reports whether a caller of the program's function chooses the value: it is an input.
func (d Dependence) chosen() bool {
	switch program.UnknownKind(d.Kind) {
	case program.Parameter, program.Global, program.Contents:
		return true
	}
	return false
}

// String describes it in one line.
func (d Dependence) String() string {
	var what string
	switch program.UnknownKind(d.Kind) {
	case program.Uninitialized:
		what = d.Name + ", which is not initialised"
	case program.Padding:
		what = "padding of " + d.Name
	case program.Undefined:
		what = d.Name + ", which is declared but not defined"
	case program.Bodiless:
		what = d.Name + ", a function without a body"
	case program.Argument:
		what = d.Name + ", an argument"
	case program.LibraryValue:
		what = d.Name + ", a library function"
	case program.Allocation:
		what = "whether " + d.Name + " fails"
	case program.NoResult:
		what = "the result of " + d.Name + ", which ends without one"
	case program.Parameter, program.Global, program.Symbolic:
		what = d.Name + ", a " + d.Kind
	case program.Contents:
		what = "contents of " + d.Name
	case unknownMemory:
		what = "memory of " + d.Name + ", read before it is written"
	default:
		what = "an unknown value"
		if d.Name != "" {
			what = d.Name + ", " + what
		}
	}
	if d.Value != "" {
		what += ": " + d.Value
	}
	if d.At != "" {
		what += "   at " + d.At
	}
	return what
}

const (
	unknownMemory program.UnknownKind = "memory"
	unknownValue  program.UnknownKind = "value"
)

// dependences repeats the confirmed execution with dependence tracking. For very long executions it returns all
// unknown values that occur, with exact false.
func (s *explanation) dependences(ctx context.Context) (ds []Dependence, exact bool) {
	out := s.answer.Proven.Execution
	if s.answer.Ran && len(out.Arguments) == 0 { // with every value that decides something known
		return nil, true
	}
	if out.Steps <= DependSteps && s.answer.Proven.Again != nil {
		o := s.answer.Proven.Again(ctx, interp.Options{Depend: true, MaxSteps: DependSteps + 1})
		if o != nil && o.Kind == interp.ReachedError {
			return s.describe(s.tellArguments(out, o.Depends)), true
		}
	}
	var all []interp.Dependence
	for _, h := range out.Havocs {
		if h.Input == nil && h.Unknown != nil {
			all = append(all, interp.Dependence{Op: &program.Op{Unknown: h.Unknown, Pos: h.Unknown.Pos}, Var: h.Var, Value: h.Value})
		}
	}
	return s.describe(s.tellArguments(out, all)), false
}

// describe names the sources and groups the values of each.
func (s *explanation) describe(deps []interp.Dependence) []Dependence {
	var ds []Dependence
	var values [][]string
	at := map[Dependence]int{}
	for _, x := range deps {
		if x.Op != nil && x.Op.Note == program.OrderNote {
			continue // a confirmed counterexample fails in all orders
		}
		d := s.source(x)
		i, ok := at[d]
		if !ok {
			i = len(ds)
			at[d] = i
			ds, values = append(ds, d), append(values, nil)
		}
		if v := valueText(x); v != "" {
			values[i] = append(values[i], v)
		}
	}
	for i := range ds {
		vs := values[i]
		if n := len(vs); n > maxValues {
			vs = append(slices.Clone(vs[:maxValues]), fmt.Sprintf("... (%d values)", n))
		}
		ds[i].Value = strings.Join(vs, ", ")
	}
	return ds
}

// source names the origin of a value.
func (s *explanation) source(x interp.Dependence) Dependence {
	if x.Op != nil && x.Op.Unknown != nil {
		u := x.Op.Unknown
		if u.Kind == program.Uninitialized && u.Name == "" { // a block
			return Dependence{Kind: string(unknownMemory), Name: allocated, At: place(u.Pos)}
		}
		return Dependence{Kind: string(u.Kind), Name: u.Name, At: place(u.Pos)}
	}
	d := Dependence{Kind: string(unknownValue)}
	if x.Op != nil {
		d.At = place(x.Op.Pos)
	}
	switch {
	case x.Cell != nil && x.Cell.Sort().IsBV() && x.Cell.Sort().Width() == s.stages.Original.Model.PointerWidth():
		d.Kind, d.Name, d.At = string(unknownMemory), objectAt(s.stages.Original, x.Cell), ""
	case !x.Var.Temp && x.Var.CName != "":
		d.Kind, d.Name = string(program.Uninitialized), x.Var.CName
	}
	return d
}

// place prints a position; "" for none.
func place(p program.Pos) string {
	if !p.IsValid() {
		return ""
	}
	return p.String()
}

// allocated is the name of a block.
const allocated = "an allocated object"

// objectAt names the object that contains an address.
func objectAt(p *program.Program, addr *logic.Term) string {
	a := addr.BVBig()
	off := new(big.Int)
	for _, o := range p.Objects {
		if !o.Base.IsConst() {
			continue
		}
		switch off.Sub(a, o.Base.BVBig()); {
		case off.Sign() < 0 || !off.IsInt64() || off.Int64() >= o.Size:
		case strings.Contains(o.Name, "#argv"):
			return "argv"
		case o.Func != "":
			return fmt.Sprintf("%s of %s", o.Name, o.Func)
		default:
			return o.Name
		}
	}
	return allocated
}

// valueText prints a value; "" for a whole array.
func valueText(x interp.Dependence) string {
	if x.Value == nil || x.Value.Sort().IsArray() {
		return ""
	}
	if x.Value.Sort().IsBool() { // a statement, as "p is null": its value is no number
		return x.Value.String()
	}
	return literal.Exact(x.Value, x.Var.Signed)
}
