package summary

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"cupel/core/logic"
)

// Transition is a transition formula, a relation between the states before and after:
//
//	exists skolems. guard && for all written v: v' = value(v) && for all other v: v' = v
//
// Invariants: transitions are immutable; guard and values are over unprimed variables and skolems; written, values and skolems are sorted by symbol ID; Skolem
// constants of different operands of a composition or choice are distinct.
type Transition struct {
	guard   *logic.Term
	written []*logic.Term // symbols of variables, by ID
	values  []*logic.Term // of written
	skolems []*logic.Term // free in guard and values, by ID
	size    atomic.Int64  // see Size; 0: not counted yet
}

// Guard returns the condition, over variables before and Skolem constants.
func (t *Transition) Guard() *logic.Term { return t.guard }

// Written returns the symbols of the variables the transition writes, by ID. The
// slice is not to be changed.
func (t *Transition) Written() []*logic.Term { return t.written }

// Skolems returns the Skolem constants, by ID. The slice is not to be changed.
func (t *Transition) Skolems() []*logic.Term { return t.skolems }

// Value returns the value of a variable afterwards: the variable itself when it
// is not written.
func (t *Transition) Value(v *logic.Term) *logic.Term {
	if i, ok := slices.BinarySearchFunc(t.written, v, byID); ok {
		return t.values[i]
	}
	return v
}

// IsFalse reports whether the transition is the empty relation by its form.
func (t *Transition) IsFalse() bool { return t.guard.IsFalse() }

// IsIdentity reports whether the transition is the identity by its form.
func (t *Transition) IsIdentity() bool { return t.guard.IsTrue() && len(t.written) == 0 }

// Size counts the distinct subterms of the transition.
func (t *Transition) Size() int {
	if n := t.size.Load(); n > 0 {
		return int(n)
	}
	n := logic.Size(append([]*logic.Term{t.guard}, t.values...)...)
	t.size.Store(int64(n))
	return n
}

// String prints the transition: [guard] x := value, y := value.
func (t *Transition) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]", t.guard)
	for i, v := range t.written {
		sep := ","
		if i == 0 {
			sep = ""
		}
		fmt.Fprintf(&b, "%s %s := %s", sep, v, t.values[i])
	}
	return b.String()
}

func byID(a, b *logic.Term) int {
	switch {
	case a.ID() < b.ID():
		return -1
	case a.ID() > b.ID():
		return 1
	}
	return 0
}
