package evidence

import (
	"errors"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/core/program/cexpr"
	"cupel/core/program/measured"
	"cupel/evidence/witness"
	"cupel/frontend/c/library"
)

// Ranked are the measures of the loops of a program, which get smaller in each turn.
type Ranked struct {
	Inlined *program.Program                         // whose loops they are
	Program *program.Program                         // over whose variables they are; the locations have the numbers of those of Inlined
	Tuples  map[*program.Location][]measured.Measure // one of these is smaller than at any visit before since the loop was entered
}

// errNoMeasures: a set without transition invariants is no reason for an execution to end.
var errNoMeasures = errors.New("the proof has no measure of a loop that a witness could say; a set of invariants without one is no reason for executions to end")

// transitions are the measures of loops as transition invariants, and the loops that have none, because the proof has no measure for some copy of it, or C has no expression for it.
func (s *explanation) transitions() (invs []witness.Invariant, without []string) {
	r := s.answer.Ranked
	if r == nil || s.stages.Module == nil {
		return nil, nil
	}
	type row struct {
		point witness.Point
		exprs []string
		lacks bool
	}
	var rows []*row
	scope := witness.NewScope(s.stages.Module, r.Inlined)
	for _, h := range measured.Heads(r.Program) {
		at := r.Inlined.Locs[h.ID]
		if !at.LoopPos.IsValid() || library.Within(at.LoopPos.File) {
			pos := at.LoopPos
			if !pos.IsValid() {
				pos = at.Pos
			}
			if text := pos.String(); !slices.Contains(without, text) {
				without = append(without, text)
			}
			continue
		}
		p := witness.Point{Pos: at.LoopPos, Func: at.Func}
		i := slices.IndexFunc(rows, func(r *row) bool { return r.point == p })
		if i < 0 {
			i, rows = len(rows), append(rows, &row{point: p})
		}
		name := func(v *program.Var) string { return scope.Name(at, v) }
		earlier := func(v *program.Var) string {
			if n := name(v); n != "" {
				return witness.Earlier(n)
			}
			return ""
		}
		rows[i].lacks = rows[i].lacks || len(r.Tuples[h]) == 0
		for _, tuple := range r.Tuples[h] {
			switch e := cexpr.Smaller(r.Program, name, earlier, tuple); {
			case e == "":
				rows[i].lacks = true
			case !slices.Contains(rows[i].exprs, e):
				rows[i].exprs = append(rows[i].exprs, e)
			}
		}
	}
	for _, r := range rows {
		if r.lacks {
			without = append(without, r.point.Pos.String())
			continue
		}
		e := r.exprs[0]
		if len(r.exprs) > 1 {
			e = "(" + strings.Join(r.exprs, ") || (") + ")"
		}
		invs = append(invs, witness.Invariant{Point: r.point, Expr: e, Transition: true})
	}
	return invs, without
}

// writeEnds writes the witness of a proof that every execution ends: the measures of the loops, with the invariants of the proof.
func (s *explanation) writeEnds(invs []witness.Invariant) error {
	own, without := s.transitions()
	if len(own) == 0 {
		s.journal.FailedOutput("--witness", errNoMeasures)
		return nil
	}
	if witness.IsGraphML(s.options.Witness) {
		s.journal.FailedOutput("--witness", errors.New("measures need format 2.1, a name that ends in .yml"))
		return nil
	}
	if len(without) > 0 {
		s.journal.Warn("the witness says nothing of the loop at " + strings.Join(without, ", ") + ": the proof has no measure of it that C can express")
	}
	return s.writeWitness(nil, slices.Concat(invs, own))
}
