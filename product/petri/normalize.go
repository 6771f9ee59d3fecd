package petri

// Normalize returns the negation normal form of p over rows alone: conjunctions and
// disjunctions of OpRow leaves, or a constant. Fireability becomes bounds on the input
// and inhibitor places; deadlock a conjunction with one clause per transition.
func (n *Net) Normalize(p *Predicate) *Predicate { return n.normalize(p, true) }

// normalize returns the negation normal form of p, or if positive is false of its negation.
func (n *Net) normalize(p *Predicate, positive bool) *Predicate {
	switch p.Op {
	case OpTrue, OpFalse:
		if positive {
			return p
		}
		return Not(p)
	case OpRow:
		if positive {
			return Linear(p.Row)
		}
		var alts []*Predicate
		for _, r := range p.Row.Negate() {
			alts = append(alts, Linear(r))
		}
		return Or(alts...)
	case OpFireable:
		if positive {
			return n.enabledRows(p.Transition)
		}
		return n.disabledRows(p.Transition)
	case OpDeadlock:
		parts := make([]*Predicate, len(n.Transitions))
		for t := range n.Transitions {
			if positive {
				parts[t] = n.disabledRows(t)
			} else {
				parts[t] = n.enabledRows(t)
			}
		}
		if positive {
			return And(parts...)
		}
		return Or(parts...)
	case OpNot:
		return n.normalize(p.Args[0], !positive)
	}
	parts := make([]*Predicate, len(p.Args))
	for i, q := range p.Args {
		parts[i] = n.normalize(q, positive)
	}
	if (p.Op == OpAnd) == positive {
		return And(parts...)
	}
	return Or(parts...)
}

func (n *Net) enabledRows(t int) *Predicate {
	var rows []*Predicate
	for _, a := range n.Transitions[t].Pre {
		rows = append(rows, Tokens(a.Index, GE, a.Weight))
	}
	for _, a := range n.Transitions[t].Inhibitors {
		rows = append(rows, Tokens(a.Index, LE, a.Weight-1))
	}
	return And(rows...)
}

func (n *Net) disabledRows(t int) *Predicate {
	var rows []*Predicate
	for _, a := range n.Transitions[t].Pre {
		rows = append(rows, Tokens(a.Index, LE, a.Weight-1))
	}
	for _, a := range n.Transitions[t].Inhibitors {
		rows = append(rows, Tokens(a.Index, GE, a.Weight))
	}
	return Or(rows...)
}
