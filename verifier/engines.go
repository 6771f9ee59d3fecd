package verifier

import (
	"fmt"
	"strings"

	"cupel/absint/interval"
	"cupel/engine"
	"cupel/engine/cegar"
	"cupel/engine/gps"
	"cupel/engine/kinduction"
	"cupel/engine/symex"
	"cupel/engine/traceabs"
	"cupel/logic"
	"cupel/program"
	"cupel/program/passes"
	"cupel/summary/iteration"
	"cupel/summary/oracle"
)

// EngineInfo describes an engine the user can choose.
type EngineInfo struct {
	Name string
	Doc  string
	make func(a *attempt) (engine.Engine, error)
}

// Engines lists the engines in the order they are shown.
func Engines() []EngineInfo {
	return []EngineInfo{
		{"symexecia", "symbolic execution with implicit predicate abstraction and CEGAR: proofs and bugs", makeSymexecia},
		{"gps", "summary-guided search: tests directed by loop summaries, dead-end interpolants", makeGPS(gps.GPS)},
		{"gpslite", "gps without interpolation and covering", makeGPS(gps.GPSLite)},
		{"cra", "loop summaries alone: proofs, or UNKNOWN", makeGPS(gps.CRA)},
		{"cegar", "configurable CEGAR: predicates, explicit values or both, see --domain, --search, --refinement", makeCegar},
		{"traceabs", "trace abstraction with abstract interpretation of path programs, see --path-programs", makeTraceabs},
		{"kinduction", "k-induction over large blocks, with the facts of the analyses before it: proofs and bugs", func(*attempt) (engine.Engine, error) { return kinduction.New(), nil }},
		{"symex", "plain symbolic execution: finds bugs, proves programs with finitely many paths", makeSymex},
	}
}

func engineByName(name string) (EngineInfo, error) {
	var names []string
	for _, e := range Engines() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return EngineInfo{}, &InputError{Msg: fmt.Sprintf("--engine: unknown engine %q; choose one of %s", name, strings.Join(names, ", "))}
}

func makeSymex(s *attempt) (engine.Engine, error) {
	return symex.New(s.symexOptions()), nil
}

func makeSymexecia(s *attempt) (engine.Engine, error) {
	o := s.symexOptions()
	o.Abstract = true
	o.Threshold = s.cfg.Threshold
	o.Predicates = symex.PredicateMode(s.cfg.Predicates)
	o.AncestorsOnly = s.cfg.Cover == "ancestors"
	o.Precision = s.precision
	return symex.New(o), nil
}

func makeGPS(mode gps.Mode) func(s *attempt) (engine.Engine, error) {
	return func(s *attempt) (engine.Engine, error) {
		return gps.New(gps.Options{
			Mode:          mode,
			NoGas:         s.cfg.NoGas,
			AncestorsOnly: s.cfg.Cover == "ancestors",
			Summaries:     s.summaries,
		}), nil
	}
}

func makeCegar(s *attempt) (engine.Engine, error) {
	o := s.cfg.CEGAR
	o.Encoding = cegarEncoding(s.encoding)
	o.GraphLimit = s.graphLimit
	if s.cfg.ARG != "" {
		o.Done = func(g *cegar.ARG) { s.graph = g }
	}
	return cegar.New(o), nil
}

func makeTraceabs(s *attempt) (engine.Engine, error) {
	return traceabs.New(s.cfg.Traceabs), nil
}

// summaries makes the oracle of loop summaries.
func (s *attempt) summaries(p *program.Program, checks bool) gps.Summaries {
	if s.cfg.NoSummaries {
		return gps.NewNoSummaries(p)
	}
	s.oracle = oracle.New(p, p.Targets(), oracle.Options{Checks: checks, Invariant: s.headFacts(p), Domain: s.loopDomain})
	return s.oracle
}

// loopDomain makes the domain that the configuration names; Validate knows the name.
func (s *job) loopDomain(o iteration.Options) iteration.Domain {
	d, err := iteration.ByName(s.cfg.Iteration, o)
	if err != nil {
		return iteration.Default(o)
	}
	return d
}

// headFacts are the bounds among the invariants and the ranges of the source types, for
// the loop heads of p, which is the prepared program or derived from it.
func (s *blocks) headFacts(p *program.Program) func(*program.Location) *logic.Term {
	f, live := p.Terms, passes.Live(p)
	return func(l *program.Location) *logic.Term {
		var facts []*logic.Term
		for _, v := range live.At(l) {
			if o := v.Origin; o != nil && v.Sort().IsInt() && o.Sort().IsBV() {
				r := interval.VarRange(o)
				facts = append(facts, f.Le(f.IntBig(r.Lo()), v.Sym), f.Le(v.Sym, f.IntBig(r.Hi())))
			}
		}
		for ; l != nil; l = l.Origin {
			if inv := s.invariants[l]; inv != nil {
				for _, c := range logic.Conjuncts(inv) {
					if len(logic.FreeVars(c)) == 1 { // bounds: relations make bodies large and summaries slow
						facts = append(facts, c)
					}
				}
				break
			}
		}
		return f.And(facts...)
	}
}

func (s *job) symexOptions() symex.Options { return symex.Options{Order: symex.Order(s.cfg.Order)} }
