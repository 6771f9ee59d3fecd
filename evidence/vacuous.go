package evidence

import (
	"context"
	"fmt"
	"strings"

	"cupel/analysis/absint/interval"
	"cupel/core/components"
	"cupel/core/program"
	"cupel/engine"
)

// vacuous takes back a proof about a program of which, by its intervals, every execution is stopped: by assumptions that
// contradict each other, or by undefined behaviour. Its error would not be reached whatever it is.
func (s *explanation) vacuous(ctx context.Context) bool {
	p := s.stages.Original
	if p == nil || s.stages.Closed || len(p.Edges) > maxAccessEdges || !s.mayStop(p) {
		return false
	}
	r := interval.Analyze(ctx, p)
	if !r.Complete() {
		return false
	}
	where := stopsAt(s.stages.Module, p, r)
	if len(where) == 0 {
		return false
	}
	why, assumptions := "every execution ends by undefined behaviour: ", 0
	for _, o := range where {
		if o.Note == fails {
			assumptions++
		}
	}
	switch {
	case assumptions == len(where):
		why = engine.Contradiction
	case assumptions > 0:
		why = "no execution comes to an end, each is stopped before: "
	}
	var places []string
	for _, o := range where[:min(len(where), shownPlaces)] {
		places = append(places, fmt.Sprintf("%s: %s", o.Pos, o.Note))
	}
	if n := len(where) - shownPlaces; n > 0 {
		places = append(places, fmt.Sprintf("%d more places", n))
	}
	s.report.Verdict, s.report.Result, s.report.DecidedBy = engine.Unknown.String(), "unknown", ""
	s.report.Because(engine.Reason{Kind: engine.Vacuous, Text: why + strings.Join(places, "; ")})
	return true
}

// fails is the note of an assumption that no execution satisfies there.
const fails = "an assumption fails"

// mayStop reports whether something in the program may stop all executions.
func (s *explanation) mayStop(p *program.Program) bool {
	if len(s.stages.Module.Assumed) > 0 || s.dead {
		return true
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpCheck && op.Expr.IsFalse() {
				return true
			}
		}
	}
	return false
}

// stopsAt are the places where all executions are stopped; none if one may end, or may go on for ever.
func stopsAt(m *program.Module, p *program.Program, r *interval.Result) []Obligation {
	passes := make([]bool, len(p.Edges))
	var where, some []Obligation // at which all executions that get there are stopped, and some
	for _, l := range p.Locs {
		on, blocked, at := 0, 0, Obligation{}
		for _, e := range l.Out {
			st := r.At(l)
			for i := range e.Ops {
				if st == nil {
					break
				}
				op := &e.Ops[i]
				if st = r.Step(st, op); st == nil && op.Kind == program.OpCheck {
					where = append(where, Obligation{op.Note, op.Pos})
				}
			}
			passes[e.ID] = st != nil
			switch {
			case st == nil:
			case m.Blocks(e):
				blocked, at = blocked+1, Obligation{fails, e.Pos}
			case e.Dst == p.Error || e.Dst.Cut != "": // proven not to be reached
			case len(e.Dst.Out) == 0:
				return nil // an end
			default:
				on++
			}
		}
		switch {
		case blocked > 0 && on == 0:
			where = append(where, at)
		case blocked > 0:
			some = append(some, at)
		}
	}
	if endless(m, p, passes) {
		return nil
	}
	if len(where) == 0 {
		where = some
	}
	return distinct(where)
}

// endless reports whether the edges that may be passed have a cycle that none of them leaves, but for failing assumptions.
func endless(m *program.Module, p *program.Program, passes []bool) bool {
	next := func(v, i int) (int, bool) {
		out := p.Locs[v].Out
		switch {
		case i >= len(out):
			return 0, false
		case !passes[out[i].ID]:
			return -1, true
		}
		return out[i].Dst.ID, true
	}
	for _, c := range components.Of(len(p.Locs), []int{p.Init.ID}, next) {
		in := map[int]bool{}
		for _, v := range c {
			in[v] = true
		}
		cycle, left := false, false
		for _, v := range c {
			for _, e := range p.Locs[v].Out {
				if !passes[e.ID] {
					continue
				}
				if in[e.Dst.ID] {
					cycle = true
				} else if !m.Blocks(e) && e.Dst != p.Error && e.Dst.Cut == "" {
					left = true
				}
			}
		}
		if cycle && !left {
			return true
		}
	}
	return false
}

// distinct are the obligations without repetitions, in their order.
func distinct(all []Obligation) (out []Obligation) {
	seen := map[Obligation]bool{}
	for _, o := range all {
		if !seen[o] {
			seen[o] = true
			out = append(out, o)
		}
	}
	return out
}
