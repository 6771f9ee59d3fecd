package mortal

import (
	"context"
	"math/big"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
)

// Pool looks for a lexicographic ranking function of the loop at head among finitely many candidates over bit-vectors: the variables that a turn writes, the
// differences that its conditions compare, and their opposites, as signed and as unsigned numbers, and lowest bits. The error is that of ctx.
func (a *Analysis) Pool(ctx context.Context, head *program.Location) (Ranking, error) {
	whole := ctx
	ctx, cancel := work.Within(ctx, work.Share(ctx, rankWork, 0.5))
	defer cancel()
	t, err := a.Turn(ctx, head)
	var r Ranking
	if err == nil {
		r, err = a.pool(ctx, head, t)
	}
	if err != nil && whole.Err() == nil {
		return r, nil
	}
	return r, whole.Err()
}

func (a *Analysis) pool(ctx context.Context, head *program.Location, t *summary.Transition) (Ranking, error) {
	r := Ranking{}
	f := a.f
	s, err := a.o.Open(f, smt.Options{Work: checkWork})
	if err != nil {
		return r, err
	}
	defer s.Close()
	phi := t.Guard()
	post := f.NewSubst(func(v *logic.Term) *logic.Term { return t.Value(v) })
	if done, err := unsatisfiable(ctx, s, phi); err != nil || done {
		r.Total = done
		return r, err
	}
	candidates := a.candidates(head, t)
	for progress := true; progress && len(r.Tuple) < maxComponents; {
		progress = false
		for i, c := range candidates {
			if c == nil {
				continue
			}
			after := post.Apply(c)
			if never, err := unsatisfiable(ctx, s, f.And(phi, f.SLt(c, after))); err != nil || !never {
				if ctx.Err() != nil {
					return r, ctx.Err()
				}
				continue
			}
			candidates[i] = nil
			if constant, err := unsatisfiable(ctx, s, f.And(phi, f.SLt(after, c))); err != nil || constant {
				continue
			}
			r.Tuple, progress = append(r.Tuple, c), true
			phi = f.And(phi, f.Eq(after, c))
			if done, err := unsatisfiable(ctx, s, phi); err != nil || done {
				r.Total = done
				return r, err
			}
		}
	}
	return r, nil
}

// candidates are bit-vectors one bit wider than what they are made of.
func (a *Analysis) candidates(head *program.Location, t *summary.Transition) []*logic.Term {
	f, seen := a.f, map[*logic.Term]bool{}
	var out []*logic.Term
	add := func(x *logic.Term) {
		if w := x.Sort().Width(); w <= maxWidth && !seen[x] && len(out) < maxCandidates {
			seen[x] = true
			out = append(out, x)
		}
	}
	both := func(x *logic.Term) {
		for _, y := range []*logic.Term{f.ZeroExt(2, x), f.SignExt(2, x)} {
			add(y)
			add(f.BVNeg(y))
		}
	}
	// What conditions compare, of variables that are written.
	for _, c := range logic.Atoms(t.Guard()) {
		if c.NumArgs() != 2 || !c.Arg(0).Sort().IsBV() || !a.plain(c) {
			continue
		}
		x, y := c.Arg(0), c.Arg(1)
		if c.Op() == logic.OpEq {
			add(f.ZeroExt(1, f.BVOp(logic.OpBVSub, x, y)))
			add(f.ZeroExt(1, f.BVOp(logic.OpBVSub, y, x)))
		}
		for _, d := range []*logic.Term{f.BVOp(logic.OpBVSub, f.ZeroExt(2, x), f.ZeroExt(2, y)), f.BVOp(logic.OpBVSub, f.SignExt(2, x), f.SignExt(2, y))} {
			add(d)
			add(f.BVNeg(d))
		}
	}
	live := a.liveAt(head)
	for _, v := range t.Written() {
		if live[v] && v.Sort().IsBV() {
			both(v)
		}
	}
	for _, v := range t.Written() {
		if live[v] && v.Sort().IsBV() {
			add(a.lowest(v))
			if change := f.BVOp(logic.OpBVSub, t.Value(v), v); a.plain(change) {
				add(a.lowest(change))
			}
		}
	}
	return out
}

// lowest is the opposite of the lowest bit that is set, as a number, which gets smaller where all of them are shifted out: a multiplication by an even number does that, and
// x := c*x + d does it with what it adds to x.
func (a *Analysis) lowest(x *logic.Term) *logic.Term {
	f, w := a.f, x.Sort().Width()
	bit := f.ZeroExt(2, f.BVOp(logic.OpBVAnd, x, f.BVNeg(x)))
	return f.BVNeg(f.Ite(f.Eq(x, f.BV(0, w)), f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(w)), w+2), bit))
}

// plain reports whether a term is about variables of the program only.
func (a *Analysis) plain(t *logic.Term) bool {
	for _, x := range logic.FreeVars(t) {
		if !a.a.IsVar(x) {
			return false
		}
	}
	return true
}
