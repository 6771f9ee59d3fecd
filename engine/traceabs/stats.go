package traceabs

import (
	"time"

	"cupel/engine"
)

// statistics of a run: the four series of Fig. 8 and the work of each part.
type statistics struct {
	iterations, candidates int
	refinements            int // by interpolants
	analysed, useful       int // path programs; those whose fixpoint excluded the error
	repeated               int // path programs met again
	noInterpolants         int
	largest                int // states of the remaining automaton
	longest                int // trace
	tripleChecks           int
	cached, undecided      int

	traceTime, interpolateTime, analysisTime, differenceTime, allTime time.Duration
}

// report lists the statistics.
func (s *statistics) report() []engine.Stat {
	n := engine.Count
	d := engine.Duration
	return []engine.Stat{
		n("iterations", s.iterations),
		n("refinements by interpolants", s.refinements),
		n("refinements by abstract interpretation", s.analysed),
		n("useful refinements by abstract interpretation", s.useful),
		n("path programs met again", s.repeated),
		n("traces without interpolants", s.noInterpolants),
		n("candidate counterexamples", s.candidates),
		n("largest remaining automaton", s.largest),
		n("longest trace", s.longest),
		n("Hoare checks", s.tripleChecks),
		n("Hoare checks remembered", s.cached),
		n("undecided checks", s.undecided),
		d("time for traces", s.traceTime),
		d("time for interpolation", s.interpolateTime),
		d("time for abstract interpretation", s.analysisTime),
		d("time for differences", s.differenceTime),
		d("time of the engine", s.allTime),
	}
}
