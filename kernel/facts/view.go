package facts

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// A View is the board in terms of a derived program that an engine verifies. It is safe for concurrent use, and
// Known takes no lock. A nil View holds nothing and drops what is published. Invariant: known only becomes
// stronger, and holds on the derived program whatever the board claims.
type View struct {
	board *Board
	d     *Derivation
	given map[*program.Location]*logic.Term // facts proven of the derived program by other means
	known atomic.Pointer[map[*program.Location]*logic.Term]

	lock  sync.Mutex
	parts map[*program.Location][]*logic.Term // per image, claims about locations with several images
}

// View returns the board's view for a derived program. given are facts proven of it independently of the board.
func (b *Board) View(derived *program.Program, given map[*program.Location]*logic.Term) *View {
	v := &View{board: b, d: Derive(b.p, derived), given: given, parts: map[*program.Location][]*logic.Term{}}
	v.known.Store(&given)
	return v
}

// Program returns the derived program.
func (v *View) Program() *program.Program { return v.d.to }

// Known returns what may be assumed whenever a location is reached; conjuncts may be quantified array
// invariants. The map is immutable; a later call may return more.
func (v *View) Known() map[*program.Location]*logic.Term {
	if v == nil {
		return nil
	}
	return *v.known.Load()
}

// Publish adds formulas claimed to hold (or with Predicate, possibly useful) at a location of the derived
// program. If its original has several images, the board gets what all images claim, and the disjunction of
// their claims.
func (v *View) Publish(origin string, status Status, at *program.Location, formulas ...*logic.Term) {
	if v == nil {
		return
	}
	if at = v.d.to.Nearest(at); at == nil || v.d.Origin(at) == nil {
		return
	}
	o := v.d.Origin(at)
	images := v.d.Images(o)
	if len(images) == 1 || status == Predicate {
		for _, t := range formulas {
			v.board.Publish(origin, status, o, v.d.Up(t))
		}
		return
	}
	v.lock.Lock()
	defer v.lock.Unlock()
	f := v.d.to.Terms
	for _, t := range formulas {
		for _, c := range logic.Conjuncts(t) {
			if !slices.Contains(v.parts[at], c) && len(v.parts[at]) < maxPerLocation {
				v.parts[at] = append(v.parts[at], c)
			}
		}
	}
	var ways []*logic.Term
	for _, l := range images {
		if len(v.parts[l]) == 0 {
			return
		}
		ways = append(ways, f.And(v.parts[l]...))
	}
	for _, c := range v.parts[at] { // claims common to all images
		all := true
		for _, l := range images {
			all = all && slices.Contains(v.parts[l], c)
		}
		if all {
			v.board.Publish(origin, status, o, v.d.Up(c))
		}
	}
	v.board.Publish(origin, min(status, Claimed), o, v.d.Up(f.Or(ways...)))
}

// Len is the number of facts on the board.
func (v *View) Len() int {
	if v == nil {
		return 0
	}
	return v.board.Len()
}

// Claims returns the unquantified formulas claimed at each location, checked or not.
func (v *View) Claims() map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	if v == nil {
		return out
	}
	for _, x := range v.board.Facts() {
		if x.Status == Predicate {
			continue
		}
		if quantifies(x.Formula) {
			continue
		}
		t := v.d.Down(x.Formula)
		for _, l := range v.d.Images(x.At) {
			if !t.IsTrue() && !slices.Contains(out[l], t) {
				out[l] = append(out[l], t)
			}
		}
	}
	return out
}

// Predicates returns the atoms of all unquantified facts at each location.
func (v *View) Predicates() map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	if v == nil {
		return out
	}
	for _, x := range v.board.Facts() {
		if quantifies(x.Formula) {
			continue
		}
		t := v.d.Down(x.Formula)
		for _, l := range v.d.Images(x.At) {
			for _, a := range logic.Atoms(t) {
				if !a.IsGround() && !slices.Contains(out[l], a) {
					out[l] = append(out[l], a)
				}
			}
		}
	}
	return out
}

// Check finds an inductive subset of the board's facts on the derived program, relative to given, and adds it
// to Known. It ends when o.Work is spent. The result holds on the derived program however that relates to the
// original.
func (v *View) Check(ctx context.Context, open smt.Opener, o CheckOptions) (Outcome, error) {
	if v == nil || v.board.Len() == 0 {
		return Outcome{}, nil
	}
	var cs []Fact
	for _, x := range v.board.Facts() {
		t := v.d.Down(x.Formula)
		if t.IsTrue() {
			continue
		}
		for _, l := range v.d.Images(x.At) {
			cs = append(cs, Fact{l, t, x.Origin, x.Status})
		}
	}
	found, out, err := inductive(ctx, v.d.to, v.given, cs, open, o)
	if err != nil {
		return out, err
	}
	known := map[*program.Location]*logic.Term{}
	for l, t := range v.given {
		known[l] = t
	}
	for l, ts := range found {
		all := ts
		if t := known[l]; t != nil {
			all = append([]*logic.Term{t}, ts...)
		}
		known[l] = v.d.to.Terms.And(all...)
	}
	v.known.Store(&known)
	return out, nil
}
