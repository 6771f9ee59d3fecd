package cegar

import (
	"fmt"
	"strings"
	"time"

	"cupel/engine"
)

// statistics of one run of the engine, including a second attempt.
type statistics struct {
	iterations, refinements, candidates, noInterpolants, longest          int
	nodes, covered, transfers                                             int
	transferChecks, coverChecks, traceChecks                              int
	cached, enumerations, fallbacks, undecided                            int
	shape                                                                 Shape
	preds, vars, most                                                     int
	escalations                                                           []string
	firstStuck                                                            string
	abstractTime, transferTime, coverTime, traceTime, refineTime, allTime time.Duration
}

func (s *statistics) report() []engine.Stat {
	n := engine.Count
	d := engine.Duration
	branching := 0.0
	if s.shape.Expanded > 0 {
		branching = float64(s.shape.Nodes-1) / float64(s.shape.Expanded)
	}
	out := []engine.Stat{
		n("iterations", s.iterations), n("counterexamples refuted", s.refinements), n("longest counterexample", s.longest),
		n("counterexample candidates", s.candidates), n("counterexamples without interpolants", s.noInterpolants),
		n("nodes made", s.nodes), n("nodes covered", s.covered), n("nodes of the last graph", s.shape.Nodes),
		n("covered nodes of the last graph", s.shape.Covered), n("depth of the last graph", s.shape.Depth),
		{Name: "mean branching factor", Value: fmt.Sprintf("%.2f", branching)},
		n("predicates", s.preds), n("variables tracked", s.vars), n("largest precision of a location", s.most),
		n("transfers", s.transfers), n("solver checks for transfers", s.transferChecks), n("answers from caches", s.cached),
		n("solver checks for covering", s.coverChecks), n("solver checks of paths", s.traceChecks),
		n("enumerations", s.enumerations), n("enumerations given up", s.fallbacks), n("checks undecided", s.undecided),
		d("time for transfers", s.transferTime), d("time for covering", s.coverTime), d("time for abstraction", s.abstractTime),
		d("time for path checks", s.traceTime), d("time for refinement", s.refineTime), d("time", s.allTime),
	}
	if len(s.escalations) > 0 {
		out = append(out, engine.Stat{Name: "configuration made stronger", Value: strings.Join(s.escalations, ", ")})
	}
	return out
}
