package interp

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Call is a location at which a program calls a function that has one instance for all its activations
// (passes.InlineClosed): a run saves the variables of the suspended activations on a stack.
type Call struct {
	Enter  *program.Edge     // leads into the instance
	Exit   *program.Location // where the instance ends; nil: it never does
	Return *program.Edge     // its target is the continuation after the call; not executed
	Locals []*program.Var    // restored when the call returns
	// Into receives the value of Result; nil when there is none.
	Result, Into *program.Var
	// Alone: a second activation, while one is on the stack, is the end of the
	// model of a run.
	Alone bool
}

// frame holds what a call has to restore, in the order of Locals.
type frame struct {
	call    *Call
	words   []uint64
	terms   []*logic.Term
	arrays  []*array
	unknown []bool
	// see Machine.symbolic; nil when that is
	symbolic []*logic.Term
}

// enter pushes the frame of a call and returns the edge to take, nil where the stack is full and the run has ended.
func (r *run) enter(c *Call, loc *program.Location) *edge {
	if len(r.stack) >= maxDepth {
		r.end(StepLimit, fmt.Sprintf("more than %d calls on the stack", maxDepth), loc.Pos)
		return nil
	}
	if c.Alone {
		for i := range r.stack {
			if r.stack[i].call.Exit == c.Exit {
				r.end(Cut, "recursion in a function whose locals have addresses", loc.Pos)
				return nil
			}
		}
	}
	m := r.m
	f := frame{call: c, words: make([]uint64, len(c.Locals)), terms: make([]*logic.Term, len(c.Locals)), arrays: make([]*array, len(c.Locals))}
	for k, v := range c.Locals {
		i := m.idx[v.Sym]
		f.words[k], f.terms[k] = m.words[i], m.terms[i]
		if m.tracking {
			f.unknown = append(f.unknown, m.unknown[i])
		}
		if m.symbolic != nil {
			f.symbolic = append(f.symbolic, m.symbolic[i])
		}
		if a := m.arrays[i]; a != nil {
			f.arrays[k] = a.clone()
		}
	}
	r.stack = append(r.stack, f)
	if r.o.Trail != nil {
		r.o.Trail.entered(r, c)
	}
	if r.track != nil {
		r.track.enter(c)
	}
	e := &m.edges[c.Enter.ID]
	if !e.ready {
		m.compile(e)
	}
	return e
}

// leave pops the frame of the call that ends at a location and continues after the call; false: no call ends there.
func (r *run) leave(loc *program.Location) bool {
	if len(r.stack) == 0 || r.stack[len(r.stack)-1].call.Exit != loc {
		return false
	}
	m := r.m
	f := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if r.o.Repeat != nil {
		r.o.Repeat.left(len(r.stack))
	}
	c := f.call
	m.mem.unwind(len(r.stack), Site{Pos: r.out.Last.Pos})
	if c.Into != nil {
		from, to := m.idx[c.Result.Sym], m.idx[c.Into.Sym]
		m.words[to], m.terms[to] = m.words[from], m.terms[from]
		if a := m.arrays[from]; a != nil {
			m.arrays[to] = a.clone()
		}
		if m.tracking {
			m.unknown[to] = m.unknown[from]
		}
		if m.symbolic != nil {
			m.symbolic[to] = m.symbolic[from]
		}
	}
	for k, v := range c.Locals {
		i := m.idx[v.Sym]
		m.words[i], m.terms[i] = f.words[k], f.terms[k]
		if f.arrays[k] != nil {
			m.arrays[i] = f.arrays[k]
		}
		if m.tracking {
			m.unknown[i] = f.unknown[k]
		}
		if m.symbolic != nil {
			m.symbolic[i] = f.symbolic[k]
		}
	}
	if r.track != nil {
		r.track.leave(c)
	}
	at := r.out.Last.Pos
	r.pass(c.Return)
	if r.leaper != nil && r.leaper.rec.on {
		r.leaper.note(r, passage{leave: c})
	}
	m.loc = c.Return.Dst
	if r.o.Trail != nil {
		r.o.Trail.left(r, c, at)
	}
	return true
}
