package interp

import (
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A Repeat looks for a state that an execution comes to twice. From the second visit on the execution can go on as from the first, with the same inputs, and
// never ends. States are compared at the heads of loops and at the entries of recursive functions. Two visits of one location are equal if
//
//   - the variables that are live there have the same values, those of memory included, and the same objects are live;
//   - the stack of calls is the same, or no call that was active at the first visit has returned since. Then it does not matter what lies below, and
//     the second visit may be deeper.
//
// The first Visits states are kept and each later one is compared with all of them; after these, one state is, that of the last visit whose number was a
// power of two (Brent, "An improved Monte Carlo factorization algorithm", BIT 1980). A run may leap in between: it leaves out states, never adds one.
type Repeat struct {
	// Live are the variables that matter at a location.
	Live func(*program.Location) []*program.Var
	// Visits is the number of visits whose states are all kept.
	Visits int

	// Found: the run has ended at Second, in the state of First.
	Found         bool
	First, Second Visit

	// Marks, where there are any, are numbers of steps instead: Found says that the run has done so many, the last time at the end, and was in the same state
	// each time. Such a run has to be Stepwise.
	Marks []int

	live     map[*program.Location][]int
	seen     map[uint64][]*kept
	last     *kept
	weight   int // of what is kept
	visits   int
	due      int
	returned []int // by the depth of the stack that was left, the last time: the number of returns so far
	returns  int
}

// A Visit is a point of an execution, by what it has done before.
type Visit struct {
	Loc                              *program.Location
	Steps, Path                      int
	Inputs, Arguments, Havocs, Depth int
}

// kept is a state at a visit.
type kept struct {
	at      Visit
	state   *State
	stack   []frame
	deep    bool // the stack is not kept
	returns int  // so far
}

// begin forgets an earlier run.
func (y *Repeat) begin() {
	y.Found, y.First, y.Second, y.last, y.visits, y.due, y.weight = false, Visit{}, Visit{}, nil, 0, 1, 0
	y.returned, y.returns = nil, 0
	y.seen = map[uint64][]*kept{}
	if y.live == nil {
		y.live = map[*program.Location][]int{}
	}
}

// left notes that a call has returned, which leaves the stack with a depth.
func (y *Repeat) left(depth int) {
	for len(y.returned) <= depth {
		y.returned = append(y.returned, 0)
	}
	y.returns++
	y.returned[depth] = y.returns
}

// active reports whether all calls that were active at a visit still are.
func (y *Repeat) active(k *kept) bool {
	d := k.at.Depth
	return d == 0 || sabotage.Active(sabotage.RepeatStack) || d > len(y.returned) || y.returned[d-1] <= k.returns
}

// slots are the places of the variables that are live at a location.
func (y *Repeat) slots(m *Machine, l *program.Location) []int {
	is, ok := y.live[l]
	if !ok {
		for _, v := range y.Live(l) {
			is = append(is, m.idx[v.Sym])
		}
		slices.Sort(is)
		y.live[l] = is
	}
	return is
}

// arrive compares the state at a visit with earlier ones; true: one of them is equal.
func (y *Repeat) arrive(r *run) bool {
	m := r.m
	if r.arguable != nil {
		return false
	}
	live := y.slots(m, m.loc)
	y.visits++
	if y.last != nil && y.same(r, y.last, live) {
		return y.found(r, y.last)
	}
	var hash uint64
	if y.Visits > 0 {
		if !sabotage.Active(sabotage.RepeatValues) {
			hash = m.hash(live)
		}
		for _, k := range y.seen[hash] {
			if y.same(r, k, live) {
				return y.found(r, k)
			}
		}
	}
	if y.visits <= y.Visits && y.weight <= maxKept {
		y.seen[hash] = append(y.seen[hash], y.keep(r))
		y.weight += m.weight() + min(len(r.stack), maxStack)*frameWords
		return false
	}
	if y.visits >= y.due {
		y.due = 2 * y.visits
		y.last = y.keep(r)
	}
	return false
}

// mark keeps the state at the first mark, and compares it with that at later ones; true: the run is over.
func (y *Repeat) mark(r *run) bool {
	n := len(y.Marks)
	if y.visits == n || r.out.Steps != y.Marks[y.visits] {
		return false
	}
	y.visits++
	switch {
	case r.arguable != nil:
		return true
	case y.last == nil:
		y.last = y.keep(r)
		return false
	case !y.same(r, y.last, y.slots(r.m, r.m.loc)):
		return true
	case y.visits == 2:
		y.First, y.Second = y.last.at, r.visit()
	}
	y.Found = y.visits == n
	return y.Found
}

// found notes a pair of visits.
func (y *Repeat) found(r *run, k *kept) bool {
	y.Found, y.First, y.Second = true, k.at, r.visit()
	return true
}

// visit is the present point of a run.
func (r *run) visit() Visit {
	o := r.out
	return Visit{Loc: r.m.loc, Steps: o.Steps, Path: len(o.Path), Inputs: len(o.Inputs), Arguments: len(o.Arguments), Havocs: len(o.Havocs), Depth: len(r.stack)}
}

// keep is a copy of the present state.
func (y *Repeat) keep(r *run) *kept {
	k := &kept{at: r.visit(), state: r.m.Snapshot(), returns: y.returns}
	if k.deep = len(r.stack) > maxStack; !k.deep {
		k.stack = slices.Clone(r.stack)
	}
	return k
}

// weight is about the number of words that a copy of the present state takes.
func (m *Machine) weight() int {
	n := len(m.slots) + len(m.mem.live)
	for _, a := range m.arrays {
		if a != nil {
			n += 2 * (len(a.pages) + len(a.far))
		}
	}
	return n
}

// same reports whether the state of a run is that of an earlier visit.
func (y *Repeat) same(r *run, k *kept, live []int) bool {
	m := r.m
	if k.at.Loc != m.loc || (k.deep || k.at.Depth != len(r.stack)) && !y.active(k) {
		return false
	}
	if sabotage.Active(sabotage.RepeatValues) {
		live = nil
	}
	for _, i := range live {
		if m.words[i] != k.state.words[i] || !sameTerm(m.terms[i], k.state.terms[i]) {
			return false
		}
	}
	for _, i := range live {
		if !sameArray(m.arrays[i], k.state.arrays[i]) {
			return false
		}
	}
	return m.mem.same(&k.state.mem) && (y.active(k) || slices.EqualFunc(r.stack, k.stack, sameFrame))
}

// sameTerm compares values that are no words: constants of one factory.
func sameTerm(x, y *logic.Term) bool { return x == y }

// sameFrame compares what two calls restore.
func sameFrame(x, y frame) bool {
	return x.call == y.call && slices.Equal(x.words, y.words) && slices.Equal(x.terms, y.terms) && slices.EqualFunc(x.arrays, y.arrays, sameArray)
}

// sameArray compares all cells of two arrays of a sort. Pages that they share need no look.
func sameArray(x, y *array) bool {
	switch {
	case x == y:
		return true
	case x == nil || y == nil || x.def != y.def || x.farDef != y.farDef || !maps.Equal(x.far, y.far):
		return false
	}
	for key, p := range x.pages {
		if !samePage(p, y.pages[key], y.def) {
			return false
		}
	}
	for key, p := range y.pages {
		if x.pages[key] == nil && !samePage(p, nil, x.def) {
			return false
		}
	}
	return true
}

// samePage compares a page with another one, nil where all its cells have a value.
func samePage(p, q *page, def uint64) bool {
	switch {
	case p == q:
		return true
	case q != nil:
		return p.cell == q.cell
	}
	for _, u := range p.cell {
		if u != def {
			return false
		}
	}
	return true
}

// same compares what decides whether accesses are valid; where a block was allocated, people are told only.
func (y *memory) same(z *memory) bool {
	return slices.EqualFunc(y.live, z.live, func(a, b region) bool {
		return a.base == b.base && a.size == b.size && a.heap == b.heap && (a.heap || a.depth == b.depth)
	}) && maps.Equal(y.strays, z.strays)
}

// hash is of the scalars among some variables.
func (m *Machine) hash(live []int) uint64 {
	h := uint64(m.loc.ID) + 1
	for _, i := range live {
		h = (h ^ m.words[i]) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}
