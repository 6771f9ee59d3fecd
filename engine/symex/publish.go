package symex

import "cupel/kernel/facts"

// publish adds the predicates of the loop heads to the board. After a complete search the abstract states over
// them are inductive, but they are not kept.
func (x *explorer) publish() {
	for _, l := range x.p.Locs {
		if lp := x.prec.locs[l]; lp != nil {
			x.given.Tools.Board.Publish("symexecia", facts.Predicate, l, lp.preds...)
		}
	}
}
