package verifier

import (
	"context"
	"errors"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// solveHorn lets libz3's Spacer engine serve the interpolation method of that
// name. The portfolio goes without: in libz3 4.8.12 the engine ends the process on
// some clauses.
func solveHorn(ctx context.Context, f *logic.Factory, clauses []*logic.Term) (map[string]interpolation.HornSolution, error) {
	m, err := z3.SolveHornTerms(ctx, f, clauses, smt.Options{})
	if errors.Is(err, z3.ErrNoSolution) {
		return nil, interpolation.ErrSat
	}
	if err != nil {
		return nil, err
	}
	out := make(map[string]interpolation.HornSolution, len(m))
	for name, i := range m {
		out[name] = interpolation.HornSolution{Params: i.Params, Body: i.Body}
	}
	return out, nil
}
