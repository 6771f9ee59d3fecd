package gps

import (
	"time"

	"cupel/engine"
)

// statistics of one run of the engine, including a search with checks.
type statistics struct {
	checks, deadEnds, tests, steps, choices, candidates, diverged                      int
	refinements, sequences, fromKnown, noInterpolants, coverChecks, covered, uncovered int
	raised                                                                             int
	nodes, asserted                                                                    int
	sumTime, checkTime, exploreTime, refineTime, coverTime                             time.Duration
}

// work is the number of solver queries of tests and paths, with asserted levels converted.
func (s *statistics) work() int { return s.checks + s.choices + s.asserted/levelsPerCheck }

func (s *statistics) report() []engine.Stat {
	n := engine.Count
	d := engine.Duration
	return []engine.Stat{
		n("tree nodes", s.nodes), n("path checks", s.checks), n("dead ends", s.deadEnds),
		n("tests", s.tests), n("test steps", s.steps), n("choices in tests", s.choices), n("counterexample candidates", s.candidates),
		n("refinements", s.refinements), n("interpolations", s.sequences), n("labels from known predicates", s.fromKnown), n("dead ends without interpolants", s.noInterpolants),
		n("covering checks", s.coverChecks), n("covered", s.covered), n("uncovered", s.uncovered),
		d("time for summaries", s.sumTime), d("time for path checks", s.checkTime), d("time for tests", s.exploreTime),
		d("time for interpolation", s.refineTime), d("time for covering", s.coverTime),
	}
}
