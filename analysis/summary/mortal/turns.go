package mortal

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// Turns is a linear term that bounds the turns of the loop at head whenever an execution is at it, where it is not negative, if there is one that is not only a bound of a type: it gets smaller in each turn and is
// positive before. It is for people.
func (a *Analysis) Turns(ctx context.Context, head *program.Location) (*logic.Term, bool) {
	ctx, cancel := work.Within(ctx, work.Share(ctx, turnsWork, 0.5))
	defer cancel()
	t, err := a.Turn(ctx, head)
	if err != nil {
		return nil, false
	}
	b := *a
	b.o.Typed = false
	r, err := b.rank(ctx, head, t, nil)
	if err != nil || !r.Total || len(r.Tuple) != 1 {
		return nil, false
	}
	turns := a.f.Add(r.Tuple[0], a.f.IntConst(1))
	if _, _, k := logic.Linear(turns); k.Abs().Num().BitLen() > tellingBits {
		return nil, false
	}
	return turns, true
}
