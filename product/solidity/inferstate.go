package solidity

import (
	"context"
	"slices"

	"cupel/core/work"
	"cupel/engine"
	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/loop"
	"cupel/product/solidity/translate"
	"cupel/verifier"
)

// Engines are the default engines that search for contract invariants, in order.
func Engines() []string { return slices.Clone(defaultEngines) }

// claimed returns candidates for contracts with open goals: the claims of engines for the contract as a loop,
// given the inductive candidates.
func (x *inferrer) claimed(ctx context.Context, p *proposal) (map[int][]string, error) {
	if p.Mode == translate.BV {
		return nil, nil // claims about bit-vectors cannot be expressed
	}
	if len(x.engines) == 0 {
		return nil, nil
	}
	left, err := infer.Without(p.program, p.out)
	if err != nil {
		return nil, err
	}
	found := map[int][]string{}
	more := false
	for _, c := range x.p.Contracts {
		if p.found[c.ID] == nil {
			continue
		}
		l := &loop.Contract{Source: x.p, Contract: c, Program: left}
		var goals []loop.Goal
		for _, f := range p.Functions {
			if f.Contract == c.ID {
				l.Functions = append(l.Functions, f)
				goals = append(goals, goalsOf(p.merged[f.Procedure])...)
			}
		}
		found[c.ID] = []string{undeployable}
		if len(goals) > 0 {
			sub, cancel := work.Within(ctx, inferWork)
			says, err := l.Find(sub, x.engines, goals)
			ended := sub.Err() != nil && ctx.Err() == nil
			cancel()
			if err != nil && !ended {
				return nil, err
			}
			for i := range goals {
				if says.Fails[i] != nil {
					x.fails[c.ID] = append(x.fails[c.ID], says.Fails[i]...)
				}
			}
			found[c.ID] = append(found[c.ID], says.Invariants...)
			more = more || len(says.Invariants) > 0
		}
		found[c.ID] = append(found[c.ID], x.texts(p, c)...)
	}
	if !more {
		return nil, nil
	}
	return found, nil
}

// named returns engines by name.
func named(names []string) ([]*engine.Info, error) {
	var out []*engine.Info
	all := verifier.Engines()
	for _, n := range names {
		i := slices.IndexFunc(all, func(e *engine.Info) bool { return e.Name == n && e.New != nil })
		if i < 0 {
			return nil, &engineError{n}
		}
		out = append(out, all[i])
	}
	return out, nil
}

// engineError is an unknown engine.
type engineError struct{ name string }

func (e *engineError) Error() string {
	return "there is no engine " + e.name + " to be asked for invariants"
}

// goalsOf returns the unproved assertions of a function.
func goalsOf(r vc.Result) []loop.Goal {
	var out []loop.Goal
	if r.Verdict == vc.OK {
		return nil
	}
	for _, f := range slices.Concat(r.Failures, r.Undecided) {
		id := identity(&f)
		out = append(out, func(g *vc.Failure) bool { return identity(g) == id })
	}
	return out
}

// texts returns the remaining invariants of a contract, without locks.
func (x *inferrer) texts(p *proposal, c *ast.ContractDefinition) []string {
	var out []string
	for _, n := range p.names {
		if text, id, loop := candidateOf(n); id == c.ID && loop == 0 && !x.isLock(text, p.locks[c.ID]) {
			out = append(out, text)
		}
	}
	return out
}
