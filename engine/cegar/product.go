package cegar

import (
	"context"

	"cupel/core/logic"
)

// prodState is the conjunction of an explicit state and a predicate state.
type prodState struct {
	expl *explState
	pred *predState
	expr *logic.Term
}

// Expr implements State.
func (s *prodState) Expr() *logic.Term { return s.expr }

// product is the product of explicit values and predicates: Post computes values first, then predicates from
// both components and the new values.
type product struct {
	*tools
	expl *explicit
	pred *predicates
}

func newProduct(t *tools, mode string, o *Options) *product {
	return &product{t, newExplicit(t, o), &predicates{tools: t, mode: mode, cubeLimit: o.Cubes}}
}

// Name returns expl-pred-cart or expl-pred-bool.
func (d *product) Name() string { return "expl-" + d.pred.mode }

// Top is the pair of both tops.
func (d *product) Top() State {
	return d.state(d.expl.Top().(*explState), d.pred.Top().(*predState))
}

func (d *product) state(e *explState, p *predState) *prodState {
	return &prodState{e, p, d.f.And(e.expr, p.expr)}
}

// Leq is componentwise inclusion, or else implication.
func (d *product) Leq(ctx context.Context, a, b State) (bool, error) {
	x, y := a.(*prodState), b.(*prodState)
	if !below(x.expl, y.expl) || d.pred.outside(x.pred, y.pred) {
		return false, nil
	}
	if ok, err := d.pred.Leq(ctx, x.pred, y.pred); ok || err != nil {
		return ok, err
	}
	return d.implies(ctx, x.expr, y.pred.expr)
}

// Post computes the values, and for each of their combinations the predicates.
func (d *product) Post(ctx context.Context, s State, b *Block, at *LocPrecision) ([]State, error) {
	x := s.(*prodState)
	if d.blocks.transfer(b).Dead {
		return nil, nil
	}
	if len(at.Vars) == 0 && len(x.expl.vars) == 0 {
		preds, err := d.pred.post(ctx, x.pred, x.pred.expr, b, nil, at.Preds)
		return d.wrap(d.expl.Top().(*explState), preds, nil), err
	}
	values, err := d.expl.Post(ctx, x.expl, b, at)
	if err != nil {
		return nil, err
	}
	var out []State
	for _, v := range values {
		e := v.(*explState)
		preds, err := d.pred.post(ctx, x.pred, x.expr, b, e.expr, at.Preds)
		if err != nil {
			return nil, err
		}
		out = d.wrap(e, preds, out)
	}
	return out, nil
}

func (d *product) wrap(e *explState, preds []State, out []State) []State {
	for _, p := range preds {
		out = append(out, d.state(e, p.(*predState)))
	}
	return out
}
