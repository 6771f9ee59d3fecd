package symex

import "cupel/kernel/facts"

// publish tells the board which predicates the loop heads have. With a complete search the abstract
// states over them are closed, but they are not kept.
func (x *explorer) publish() {
	for _, l := range x.p.Locs {
		if lp := x.prec.locs[l]; lp != nil {
			x.given.Tools.Board.Publish("symexecia", facts.Predicate, l, lp.preds...)
		}
	}
}
