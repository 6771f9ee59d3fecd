package main

import (
	"fmt"
	"slices"
	"strings"

	"cupel/evidence"
	"cupel/product/solidity"
	"cupel/product/solidity/trace"
)

// contractReport is the report about contracts as one about a program, for what is written about all tasks of a project: a
// check for each function, for each error in it and for each check that was asked for.
func contractReport(file string, r *solidity.Report) *evidence.Report {
	out := &evidence.Report{Program: file, Property: "annotations and checks of contracts", Engine: "solidity", Arithmetic: r.Arithmetic}
	switch r.Answer {
	case solidity.AnswerProved:
		out.Verdict, out.Result = "TRUE", "true"
	case solidity.AnswerViolated:
		out.Verdict, out.Result = "FALSE", "false(contracts)"
	default:
		out.Verdict, out.Result = "UNKNOWN", "unknown"
	}
	listed := map[[2]string]bool{}
	add := func(c evidence.Check) {
		if key := [2]string{c.Function, c.At + " " + c.String()}; !listed[key] {
			listed[key] = true
			out.Checks = append(out.Checks, c)
		}
	}
	for i := range r.Functions {
		f := &r.Functions[i]
		for _, e := range f.Errors {
			if slices.ContainsFunc(f.Checks, func(k solidity.Check) bool { return k.Where == e.Where && (k.MayFail || k.Result == solidity.Violated) }) {
				continue // it is among the checks
			}
			c := evidence.Check{At: e.Where, Function: f.Name, Kind: "annotation", Condition: e.Text, State: evidence.CheckOpen, Reason: f.Reason}
			if f.Answer == solidity.AnswerViolated {
				c.State, c.Reason = evidence.CheckViolated, ""
				c.By, c.Inputs = shown(e.Trace)
			}
			add(c)
		}
		if f.Answer != solidity.AnswerViolated && len(f.Errors) == 0 {
			c := evidence.Check{At: f.Where, Function: f.Name, Kind: "function", State: evidence.CheckOpen, Reason: f.Reason}
			if f.Answer == solidity.AnswerProved {
				c.State = evidence.CheckProved
			}
			add(c)
		}
		if out.Verdict == "UNKNOWN" && out.Reason == "" && f.Answer != solidity.AnswerProved {
			out.Reason = f.Name + ": " + f.Verdict + ": " + f.Reason
		}
		for _, k := range f.Checks {
			c := evidence.Check{At: k.Where, Function: f.Name, Kind: k.Kind, Condition: k.Code, State: evidence.CheckOpen, Reason: k.Reason}
			switch k.Result {
			case solidity.Proved:
				c.State = evidence.CheckProved
			case solidity.Violated:
				c.State = evidence.CheckViolated
				c.By, c.Inputs = shown(k.Trace)
			}
			add(c)
		}
	}
	if i := slices.IndexFunc(out.Checks, func(c evidence.Check) bool { return c.State == evidence.CheckViolated }); i >= 0 && out.Verdict == "FALSE" {
		c := &out.Checks[i]
		out.ErrorAt, out.Goal, out.GoalKind, out.Inputs = c.At, c.Condition, c.Kind, c.Inputs
	}
	for _, a := range r.Assumptions {
		out.Assumptions = append(out.Assumptions, evidence.Assumption{Text: a})
	}
	for _, w := range r.Warnings {
		out.Warnings = append(out.Warnings, strings.TrimPrefix(w.Where+": "+w.Text, ": "))
	}
	return out
}

// shown tells by what an error is shown: the transactions that lead to it, as inputs, or the function by itself.
func shown(t *trace.Trace) (by string, out []evidence.InputValue) {
	if t == nil {
		return "the function by itself", nil
	}
	for i := range t.Transactions {
		out = append(out, evidence.InputValue{Variable: fmt.Sprintf("transaction %d", i+1), Value: t.Transactions[i].String(), At: t.Transactions[i].Where})
	}
	return "transactions", out
}
