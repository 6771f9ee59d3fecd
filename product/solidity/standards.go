package solidity

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/standard"
	"cupel/product/solidity/translate"
)

// Standard is the result for a standard in a contract: numbers of clauses, each in all functions that it is about.
type Standard struct {
	Contract string `json:"contract"`
	Where    string `json:"where"`
	Name     string `json:"name"`
	Title    string `json:"title"`
	Proved   int    `json:"proved"`
	Violated int    `json:"violated"`
	Unknown  int    `json:"unknown"`
	// Missing are functions that the contract does not have, and clauses that are therefore not checked.
	Missing []string `json:"missing,omitempty"`
}

// auto stands for all standards that fit.
const auto = "auto"

// ParseStandards checks names of standards.
func ParseStandards(names []string) error {
	_, err := standards(names)
	return err
}

func standards(names []string) ([]*standard.Standard, error) {
	if slices.Contains(names, auto) {
		names = standard.Names()
	}
	var all []*standard.Standard
	for _, n := range names {
		s, err := standard.Get(n)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// applyStandards finds the standards in the contracts and adds what they require to the options of the translation.
func applyStandards(p *ast.Program, o *Options) ([]*standard.Applied, error) {
	all, err := standards(o.Standards)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	if !p.Version.AtLeast(0, 5) {
		return nil, fmt.Errorf("standards are checked since Solidity 0.5, where view functions cannot write; this is version %s", p.Version)
	}
	applied := standard.Apply(p, all, slices.Contains(o.Standards, auto))
	for _, s := range all {
		if !slices.Contains(o.Standards, auto) && !slices.ContainsFunc(applied, func(a *standard.Applied) bool { return a.Standard == s }) {
			return nil, fmt.Errorf("no contract that can be deployed has more than half of the functions of %s: %s", s.Name, strings.Join(signatures(s), ", "))
		}
	}
	for _, a := range applied {
		o.Translate.Requirements = append(o.Translate.Requirements, a.Requirements...)
	}
	return applied, nil
}

func signatures(s *standard.Standard) (ss []string) {
	for _, f := range s.Functions {
		if !f.Optional {
			ss = append(ss, f.Signature())
		}
	}
	return ss
}

// stated are the invariants that the standards of a contract state, each once.
func (t *Translation) stated(c *ast.ContractDefinition) (is []string) {
	for _, a := range t.applied {
		if a.Contract != c {
			continue
		}
		for _, i := range a.Invariants {
			if !slices.Contains(is, i) {
				is = append(is, i)
			}
		}
	}
	return is
}

// reads reports whether a function cannot write, whatever it does.
func reads(p *ast.Program, f *translate.Function) bool {
	d, ok := f.Node.(*ast.FunctionDefinition)
	return ok && p.Version.AtLeast(0, 5) && (d.Mutability == "view" || d.Mutability == "pure")
}

// vacuous are the checks of clauses that no execution comes to.
func (t *Translation) vacuous(verdicts map[string]vc.Result) map[int]bool {
	never := map[int]bool{}
	for _, f := range t.Functions {
		r, ok := verdicts[f.Required]
		if !ok || r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 {
			continue
		}
		reached := map[int]bool{}
		for _, x := range slices.Concat(r.Failures, r.Undecided) {
			if _, id, ok := checkOf(&x); ok {
				reached[id] = true
			}
		}
		for _, s := range f.Checks {
			if s.Kind == translate.CheckSpec && s.Problem == "" && !reached[s.Node] {
				never[s.Node] = true
			}
		}
	}
	return never
}

// vacuous marks clauses that hold of no execution.
func (f *Function) vacuous(never map[int]bool) {
	for i := range f.Checks {
		if c := &f.Checks[i]; c.Kind == translate.CheckSpec.String() && c.Result == Proved && never[c.node] {
			c.Result, c.Reason = Open, "vacuous: no call that satisfies its preconditions comes to an end"
		}
	}
}

// undecided marks functions that are proved but for clauses that are not checked, or vacuous.
func (r *Report) undecided() {
	for i := range r.Functions {
		f := &r.Functions[i]
		for _, c := range f.Checks {
			if f.Verdict == OK && c.Kind == translate.CheckSpec.String() && c.Result == Open {
				f.Verdict, f.Reason = Unknown, "'"+c.Code+"': "+c.Reason
			}
		}
	}
}

// standards counts the clauses of standards by contract.
func (r *Report) standards(t *Translation) {
	for _, a := range t.applied {
		s := Standard{Contract: a.Contract.Name, Where: where(ast.Pos(a.Contract)), Name: a.Name, Title: a.Title, Missing: slices.Clone(a.Missing)}
		names := map[int]string{}
		for _, q := range a.Requirements {
			names[q.ID] = q.Name
		}
		worst := map[string]string{}
		for i := range r.Functions {
			for _, c := range r.Functions[i].Checks {
				if n, ok := names[c.node]; ok && (worst[n] == "" || worst[n] == Proved || c.Result == Violated) {
					worst[n] = c.Result
				}
			}
		}
		counted := map[string]bool{}
		for _, q := range a.Requirements {
			if counted[q.Name] {
				continue
			}
			counted[q.Name] = true
			switch worst[q.Name] {
			case Proved:
				s.Proved++
			case Violated:
				s.Violated++
			case Open:
				s.Unknown++
			default:
				s.Missing = append(s.Missing, q.Name)
			}
		}
		r.Standards = append(r.Standards, s)
	}
}

// write prints the result for a standard.
func (s *Standard) write(p *printer) {
	p.f("%s, %s: %d clauses proved, %d violated, %d unknown.\n", s.Contract, s.Name, s.Proved, s.Violated, s.Unknown)
	for _, m := range s.Missing {
		p.f(" - missing: %s\n", m)
	}
}
