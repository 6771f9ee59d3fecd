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

// A View is the board in terms of a derived program, which an engine sees. It is safe for
// concurrent use, and reading is cheap. A nil View knows nothing and takes nothing.
type View struct {
	board *Board
	d     *Derivation
	given map[*program.Location]*logic.Term // facts of the derived program that are known to hold
	known atomic.Pointer[map[*program.Location]*logic.Term]

	lock  sync.Mutex
	parts map[*program.Location][]*logic.Term // claims about images of locations that have several
}

// View makes the view of a program that was derived from the board's; given holds on it, whatever
// the board says.
func (b *Board) View(derived *program.Program, given map[*program.Location]*logic.Term) *View {
	v := &View{board: b, d: Derive(b.p, derived), given: given, parts: map[*program.Location][]*logic.Term{}}
	v.known.Store(&given)
	return v
}

// Program is the derived program.
func (v *View) Program() *program.Program { return v.d.to }

// Known is what may be assumed whenever a location is reached; conjuncts may be "for all numbers k: ...". Nobody changes it
// afterwards; a later call may know more.
func (v *View) Known() map[*program.Location]*logic.Term {
	if v == nil {
		return nil
	}
	return *v.known.Load()
}

// Publish tells the board what is claimed to hold at a location of the derived program, or what may
// be useful there (Predicate). Of a location of the original that has several images something is
// known when it is known of all of them.
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
	for _, c := range v.parts[at] { // what all of them claim
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

// Len is the number of facts of the board.
func (v *View) Len() int {
	if v == nil {
		return 0
	}
	return v.board.Len()
}

// Claims are the formulas that somebody says hold at a location, checked or not, but for those about all cells.
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

// Predicates are the formulas that may matter at a location, the claims about it included, but for those about all cells.
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

// Check makes the board's facts inductive on the derived program, together with what was given, and
// makes what is left known. It stops when it has done o's work. What it finds out is true of the
// derived program, whatever its relation to the original is.
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
