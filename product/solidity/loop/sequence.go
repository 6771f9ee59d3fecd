package loop

import (
	"slices"

	"cupel/product/boogie/lower"
	"cupel/product/solidity/trace"
)

// A path of the loop is not yet a sequence of transactions: behind a call of unknown code the loop continues at any
// time, also where the call did not happen. Calls on the path nest as its calls of unknown code do; where it
// continues behind one that did not happen, the transaction with that call is supposed to have begun earlier, before
// some of what precedes.

// open is a transaction that is not over; calls within it are complete.
type open struct {
	trace.Call
	site int // the call of unknown code that runs; -1: none
}

// nesting is a sequence up to some point of a path.
type nesting struct {
	done []trace.Call
	open []open // each within the one before
}

// clone shares nothing that is changed.
func (n *nesting) clone() *nesting {
	m := &nesting{slices.Clone(n.done), slices.Clone(n.open)}
	for i := range m.open {
		m.open[i].Inside = slices.Clone(m.open[i].Inside)
	}
	return m
}

// list is where a call that is complete belongs.
func (n *nesting) list() *[]trace.Call {
	if len(n.open) > 0 {
		return &n.open[len(n.open)-1].Inside
	}
	return &n.done
}

// end ends the innermost transaction.
func (n *nesting) end() {
	c := n.open[len(n.open)-1].Call
	n.open = n.open[:len(n.open)-1]
	to := n.list()
	*to = append(*to, c)
}

// settle ends the innermost transaction unless unknown code runs in it.
func (n *nesting) settle() {
	if k := len(n.open) - 1; k >= 0 && n.open[k].site < 0 {
		n.end()
	}
}

// begin begins a transaction, or a call within one.
func (n *nesting) begin(procedure string) {
	n.settle()
	n.open = append(n.open, open{trace.Call{Procedure: procedure}, -1})
}

// leave begins a call of unknown code.
func (n *nesting) leave(site int) {
	if k := len(n.open) - 1; k >= 0 {
		n.open[k].site = site
	}
}

// all is the sequence if all transactions end.
func (n *nesting) all() []trace.Call {
	for len(n.open) > 0 {
		n.end()
	}
	return n.done
}

// resume continues behind a call of unknown code.
func (n *nesting) resume(site int, within string) []*nesting {
	n.settle()
	for i := len(n.open) - 1; i >= 0; i-- {
		if n.open[i].site != site {
			continue
		}
		for len(n.open) > i+1 {
			n.end()
		}
		n.open[i].site = -1
		return []*nesting{n}
	}
	var out []*nesting
	for k := range min(len(*n.list()), maxBegun) + 1 {
		m := n.clone()
		to := m.list()
		if k == len(*to) && len(m.open) == 0 {
			break // the constructor is not within anything
		}
		at := len(*to) - k
		inside := slices.Clone((*to)[at:])
		*to = (*to)[:at]
		m.open = append(m.open, open{trace.Call{Procedure: within, Inside: inside}, -1})
		out = append(out, m)
	}
	return out
}

// sequences returns the sequences of transactions that an execution may stand for.
func (a *automaton) sequences(r *lower.Result) [][]trace.Call {
	out := [][]trace.Call{}
	if r.Execution == nil {
		return out
	}
	ns := []*nesting{{}}
	for _, e := range r.Execution.Path {
		if i, ok := a.resumes[e]; ok {
			var next []*nesting
			for _, n := range ns {
				next = append(next, n.resume(i, a.within[i])...)
			}
			ns = next[:min(len(next), maxSequences)]
		}
		for _, n := range ns {
			if as := a.Markers[e]; marked(as, begin) {
				n.begin(text(as.Find("marker").Args[1]))
			}
			if i, ok := a.leaves[e]; ok {
				n.leave(i)
			}
		}
	}
	for _, n := range ns {
		out = append(out, n.all())
	}
	return out
}
