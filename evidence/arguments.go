package evidence

import (
	"fmt"
	"slices"

	"cupel/analysis/execution"
	"cupel/analysis/execution/interp"
	"cupel/evidence/harness"
	"cupel/frontend/c/literal"
)

// argumentsOf are the arguments that main is called with in an execution; empty where it does not use them.
func argumentsOf(out *interp.Outcome) execution.Arguments {
	a := execution.Arguments{}
	for _, h := range out.Havocs {
		a.Take(h.Unknown, h.Value)
	}
	return a
}

// isArgument reports whether a value is part of the arguments of main.
func isArgument(d interp.Dependence) bool {
	return d.Op != nil && d.Op.Unknown.OfMain()
}

// tellArguments lists the arguments of main as inputs, if the execution depends on any, and returns the other dependences.
func (s *explanation) tellArguments(out *interp.Outcome, deps []interp.Dependence) []interp.Dependence {
	if !slices.ContainsFunc(deps, isArgument) {
		return deps
	}
	all := argumentsOf(out)
	var given []InputValue
	for param := 1; param <= 2; param++ {
		v := all[param]
		if v == nil {
			continue
		}
		given = append(given, InputValue{Variable: v.CountName, Type: v.Type, Value: fmt.Sprint(v.Count), At: v.CountAt.String()})
		for i, text := range v.Strings() {
			given = append(given, InputValue{Variable: fmt.Sprintf("%s[%d]", v.Name, i), Type: "char *", Value: literal.String([]byte(text)), At: v.At.String()})
		}
	}
	s.report.Inputs = slices.Concat(given, s.report.Inputs)
	return slices.DeleteFunc(slices.Clone(deps), isArgument)
}

// startedWith are the arguments for a compiled program; nil: main does not use them.
func startedWith(out *interp.Outcome) *harness.Arguments {
	all := argumentsOf(out)
	if len(all) == 0 {
		return nil
	}
	a := &harness.Arguments{Count: 1}
	if v := all[1]; v != nil {
		a.Count, a.Strings = v.Count, v.Strings()
	}
	if v := all[2]; v != nil {
		a.Environment = v.Strings()
	}
	return a
}
