package facts

import (
	"slices"
	"sync"

	"cupel/core/logic"
	"cupel/core/program"
)

// Status says how much is known of a fact.
type Status uint8

// The statuses.
const (
	Predicate Status = iota // no claim: it, its negation or a clause of several may hold
	Claimed                 // its origin says so
	Relative                // its origin found it inductive together with others
	Checked                 // it was found inductive, together with other checked ones, on the original or its integer form
)

var statusNames = [...]string{"predicate", "claimed", "relative", "checked"}

// String names the status as files do.
func (s Status) String() string { return statusNames[s] }

// Fact is a formula that may hold whenever an execution without undefined behaviour comes to a
// location.
type Fact struct {
	At      *program.Location
	Formula *logic.Term
	Origin  string // an engine or domain, "file" or "user"
	Status  Status
}

// Board collects facts about one program. It is safe for concurrent use; facts are added, never
// taken back, and become Checked. The zero Board of a nil pointer takes and has nothing.
type Board struct {
	p     *program.Program
	lock  sync.Mutex
	nums  map[*logic.Term]bool // see numbers; nil: not needed yet
	facts []Fact
	index map[factKey]int
	at    map[*program.Location]int // how many
}

type factKey struct {
	at      *program.Location
	formula *logic.Term
}

// New returns an empty board about p.
func New(p *program.Program) *Board {
	return &Board{p: p, index: map[factKey]int{}, at: map[*program.Location]int{}}
}

// Program is what the facts are about.
func (b *Board) Program() *program.Program { return b.p }

// Publish adds the conjuncts of a formula; a status beyond Relative is Relative, since only Check
// checks. What is known already keeps its origin, and has the better of both statuses. It reports
// whether something was added. Formulas that speak of other variables than the program's, that are
// very large, or too many are left out; of quantified ones all but those "for all numbers k: ..." about the
// numbers that variables hold, see intlower.Symbol.
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

// mark makes facts checked.
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

// Facts returns what is known now: location by location, those of one in the order in which they
// were published.
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

// Checked returns what was checked, for each location.
func (b *Board) Checked() map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, x := range b.Facts() {
		if x.Status == Checked {
			b.p.Conjoin(out, x.At, x.Formula)
		}
	}
	return out
}

// Len is the number of facts.
func (b *Board) Len() int {
	if b == nil {
		return 0
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	return len(b.facts)
}

// speaks reports whether t is a formula over the variables of p.
func speaks(p *program.Program, t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if p.VarOf(v) == nil {
			return false
		}
	}
	return true
}
