package facts

import (
	"slices"
	"sync"

	"cupel/core/logic"
	"cupel/core/program"
)

// Status is the trust level of a fact, in ascending order.
type Status uint8

// The statuses.
const (
	Predicate Status = iota // a predicate that may be useful: it, its negation or a clause with it may hold
	Claimed                 // its origin claims that it holds
	Relative                // its origin showed it inductive relative to other claims
	Checked                 // shown inductive, together with other checked facts, on the original program or its integer form
)

var statusNames = [...]string{"predicate", "claimed", "relative", "checked"}

// String returns the name of the status that files use.
func (s Status) String() string { return statusNames[s] }

// Fact is a formula claimed to hold whenever an execution without undefined behaviour reaches a location.
type Fact struct {
	At      *program.Location
	Formula *logic.Term
	Origin  string // name of an engine or domain, "file" or "user"
	Status  Status
}

// Board collects facts about one program. It is safe for concurrent use. A nil Board drops and holds nothing.
// Invariants: facts only grows, and an entry's formula and location never change while its status only rises;
// Checked is reached only through mark, by Check; each (location, formula) pair occurs once (index); there are
// no facts at Init, where an execution may be in any state.
type Board struct {
	p     *program.Program
	lock  sync.Mutex
	nums  map[*logic.Term]bool // see numbers; nil: not needed yet
	facts []Fact
	index map[factKey]int           // the symbols of quantified facts, see numbers; nil until needed
	at    map[*program.Location]int // number of facts at a location
}

type factKey struct {
	at      *program.Location
	formula *logic.Term
}

// New returns an empty board about p.
func New(p *program.Program) *Board {
	return &Board{p: p, index: map[factKey]int{}, at: map[*program.Location]int{}}
}

// Program returns the program that the facts are about.
func (b *Board) Program() *program.Program { return b.p }

// Publish adds the conjuncts of a formula, with a status of at most Relative: only Check makes facts Checked. A
// fact that is known keeps its origin and gets the higher of both statuses. It reports whether a fact was
// added. Formulas over symbols other than the program's variables, formulas that are too large and facts beyond
// the limits are dropped, and so are quantified formulas except those "for all numbers k: ..." over the integer
// values of variables (intlower.Symbol).
func (b *Board) Publish(origin string, status Status, at *program.Location, formula *logic.Term) bool {
	if b == nil || !b.p.Has(at) || at == b.p.Init {
		return false
	}
	added := false
	for _, t := range logic.Conjuncts(formula) {
		if t.IsTrue() || !t.Sort().IsBool() || logic.Size(t) > maxSize {
			continue
		}
		if quantifies(t) {
			if t = b.aboutAll(t); t == nil {
				continue
			}
		} else if !speaks(b.p, t) {
			continue
		}
		added = b.add(Fact{at, t, origin, min(status, Relative)}) || added
	}
	return added
}

func (b *Board) add(x Fact) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	k := factKey{x.At, x.Formula}
	if i, ok := b.index[k]; ok {
		b.facts[i].Status = max(b.facts[i].Status, x.Status)
		return false
	}
	if b.at[x.At] >= maxPerLocation || len(b.facts) >= maxFacts {
		return false
	}
	b.at[x.At]++
	b.index[k] = len(b.facts)
	b.facts = append(b.facts, x)
	return true
}

// mark sets the status of a fact to Checked, and adds it if necessary.
func (b *Board) mark(at *program.Location, formula *logic.Term, origin string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	k := factKey{at, formula}
	i, ok := b.index[k]
	if !ok {
		i = len(b.facts)
		b.index[k] = i
		b.at[at]++
		b.facts = append(b.facts, Fact{at, formula, origin, Checked})
	}
	b.facts[i].Status = Checked
}

// Facts returns the current facts by location, those at one location in the order of publication.
func (b *Board) Facts() []Fact {
	if b == nil {
		return nil
	}
	b.lock.Lock()
	out := slices.Clone(b.facts)
	b.lock.Unlock()
	slices.SortStableFunc(out, func(x, y Fact) int { return x.At.ID - y.At.ID })
	return out
}

// Checked returns the conjunction of the checked facts per location.
func (b *Board) Checked() map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, x := range b.Facts() {
		if x.Status == Checked {
			b.p.Conjoin(out, x.At, x.Formula)
		}
	}
	return out
}

// Len is the current number of facts.
func (b *Board) Len() int {
	if b == nil {
		return 0
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	return len(b.facts)
}

// speaks reports whether all free symbols of t are variables of p.
func speaks(p *program.Program, t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if p.VarOf(v) == nil {
			return false
		}
	}
	return true
}
