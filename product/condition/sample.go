package condition

import (
	"context"
	"fmt"
	"math/rand/v2"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/verifier"
)

// Samples are inputs inside and outside of a condition executed in the interpreter.
type Samples struct {
	Inside  Sampled `json:"inside"`
	Outside Sampled `json:"outside"`
	// Compiled are the same executions in the gcc-compiled program, if requested.
	Compiled *Compiled `json:"compiled,omitempty"`
	// runs are the executions, for execution by other means.
	runs []sampledRun
}

// Sampled counts executions that agree with the condition, contradict it, or are undecided because they are too
// long or depend on values that are no inputs.
type Sampled struct {
	Runs      int    `json:"runs"`
	Agree     int    `json:"agree"`
	Contrary  int    `json:"contradict"`
	Undecided int    `json:"undecided,omitempty"`
	Example   string `json:"example,omitempty"` // a contradicting input
}

// String counts the samples that agree, and others if any.
func (s Sampled) String() string {
	t := fmt.Sprintf("%d of %d", s.Agree, s.Runs)
	if s.Contrary > 0 {
		t += fmt.Sprintf(" (%d CONTRADICT)", s.Contrary)
	}
	if s.Undecided > 0 {
		t += fmt.Sprintf(" (%d undecided)", s.Undecided)
	}
	return t
}

// sampledRun is one execution.
type sampledRun struct {
	inside bool
	values assignment // of all slots read
	input  string
}

// sampler draws inputs of a condition.
type sampler struct {
	*rand.Rand
	r       *Result
	f       *logic.Factory
	term    *logic.Term
	slots   []inputs.Slot
	domain  *logic.Term
	pool    map[*logic.Sort][]*logic.Term // constants of the condition
	solver  smt.Solver
	longest int  // execution in steps
	steps   int  // total of all executions
	silent  bool // the solver gave up
	zeros   int  // share of zeros in per cent
	unknown bool // some path depends on values that are no inputs
}

// assignment maps slots to values.
type assignment map[inputs.Slot]*logic.Term

// sample executes up to n inputs that satisfy the condition and n others.
func (r *Result) sample(ctx context.Context, n int, seed uint) (*Samples, error) {
	f := r.subject.Flat.Terms
	s := &sampler{Rand: rand.New(rand.NewPCG(uint64(seed), 14)), r: r, f: f, term: r.Simple.Term, pool: map[*logic.Sort][]*logic.Term{}}
	ins := r.inputsOf(s.term)
	s.domain = r.domain(ins)
	for _, in := range ins {
		s.slots = append(s.slots, in.slot)
	}
	seen := map[*logic.Term]bool{}
	logic.Walk(func(t *logic.Term) bool {
		if t.IsConst() && !seen[t] {
			seen[t] = true
			s.pool[t.Sort()] = append(s.pool[t.Sort()], t)
		}
		return true
	}, s.term)
	s.longest = sampleSteps
	for _, x := range r.failing {
		s.longest = max(s.longest, 4*x.steps)
	}
	for _, d := range r.Disjuncts {
		s.unknown = s.unknown || d.unknowns
	}
	var err error
	if s.solver, err = z3.Open(f, smt.Options{Seed: seed, Work: sampleWork}); err != nil {
		return nil, err
	}
	defer s.solver.Close()
	if err := s.solver.Assert(s.domain); err != nil {
		return nil, err
	}
	out := &Samples{}
	var inside, found []assignment
	for _, x := range r.failing {
		if a := s.only(x.values); s.on(a, true) {
			found = append(found, a)
		}
	}
	sides := []bool{true}
	if r.Status == Precise { // otherwise the outside is unspecified
		sides = append(sides, false)
	}
	for _, side := range sides {
		count := &out.Outside
		if side {
			count = &out.Inside
		}
		drawn := map[string]bool{}
		stale := 0
		s.silent = false
		for tries := 0; count.Runs < n && tries < maxTries*n && s.steps < sampleAll && ctx.Err() == nil; tries++ {
			var a assignment
			if side && tries < len(found) {
				a = found[tries]
			} else if a = s.draw(ctx, side, inside); a == nil {
				if stale++; !s.silent || stale > maxStale {
					break // none exists or is found
				}
				continue
			}
			key := s.key(a)
			if drawn[key] && len(r.subject.Inputs.Inputs()) == 0 {
				break
			}
			if drawn[key] && len(s.slots) > 0 {
				if stale++; stale > maxStale {
					break // few exist
				}
				continue
			}
			drawn[key], stale = true, 0
			if side {
				inside = append(inside, a)
			}
			out.runs = append(out.runs, s.run(ctx, a, side, count))
		}
	}
	return out, nil
}

// only restricts values to the condition's slots and adds missing ones.
func (s *sampler) only(values map[inputs.Slot]*logic.Term) assignment {
	a := assignment{}
	for _, slot := range s.slots {
		if a[slot] = values[slot]; a[slot] == nil {
			a[slot] = s.f.Zero(s.r.subject.Inputs.Sources[slot.Source-1].Sort)
		}
	}
	return a
}

// key identifies an assignment.
func (s *sampler) key(a assignment) string {
	k := ""
	for _, slot := range s.slots {
		k += a[slot].String() + ","
	}
	return k
}

// draw returns an assignment on one side of the condition: random, or a neighbour of one on the other side, or
// else from the solver with random values as soft constraints. nil: none found.
func (s *sampler) draw(ctx context.Context, side bool, inside []assignment) assignment {
	a := assignment{}
	if len(s.slots) == 0 {
		if s.term.IsTrue() == side {
			return a
		}
		return nil
	}
	for range drawsEach {
		if a = s.guess(side, inside); s.on(a, side) {
			return a
		}
	}
	if s.silent {
		return nil
	}
	goal := s.term
	if !side {
		goal = s.f.Not(goal)
	}
	var wishes []*logic.Term
	for _, i := range s.Perm(len(s.slots)) {
		slot := s.slots[i]
		wishes = append(wishes, s.f.Eq(s.r.subject.Inputs.Symbol(slot), a[slot]))
	}
	for {
		r, err := s.solver.Check(ctx, append([]*logic.Term{goal}, wishes...)...)
		s.silent = err == nil && r == smt.Unknown
		if err != nil || r == smt.Unknown || r == smt.Unsat && len(wishes) == 0 {
			return nil
		}
		if r == smt.Sat {
			break
		}
		wishes = wishes[:len(wishes)*2/3]
	}
	m, err := s.solver.Model()
	if err != nil {
		return nil
	}
	for _, slot := range s.slots {
		if v := m.Value(s.r.subject.Inputs.Symbol(slot)); v != nil && v.IsConst() {
			a[slot] = s.f.Import(v)
		}
	}
	return a
}

// guess draws values regardless of the condition.
func (s *sampler) guess(side bool, inside []assignment) assignment {
	a := assignment{}
	if s.zeros = 0; len(s.slots) > 1 {
		s.zeros = []int{0, 50, 90}[s.IntN(3)]
	}
	for _, slot := range s.slots {
		a[slot] = s.value(s.r.subject.Inputs.Sources[slot.Source-1].Sort)
	}
	if side && len(inside) > 0 && s.IntN(2) == 0 { // similar to one inside
		for slot, w := range inside[s.IntN(len(inside))] {
			if s.IntN(len(s.slots)) > 1 {
				a[slot] = w
			}
		}
	}
	if !side && len(inside) > 0 && s.IntN(2) == 0 { // across the border
		near := inside[s.IntN(len(inside))]
		change := s.slots[s.IntN(len(s.slots))]
		v := near[change]
		moved, by := a[change], s.IntN(3)
		if pool := s.pool[moved.Sort()]; by == 0 && len(pool) > 0 {
			v = pool[s.IntN(len(pool))]
		}
		if by < 2 && v != nil && v.Sort().IsBV() {
			moved = s.f.BVOp(logic.OpBVAdd, v, s.f.BVInt(int64(s.IntN(5)-2), v.Sort().Width()))
		}
		together := s.IntN(2) == 0 // equal values stay equal
		for slot, w := range near {
			if slot == change || together && w == near[change] {
				a[slot] = moved
			} else {
				a[slot] = w
			}
		}
	}
	return a
}

// on reports whether a valid assignment lies on a side of the condition.
func (s *sampler) on(a assignment, side bool) bool {
	exists, err := s.holds(s.domain, a)
	if err != nil || !exists {
		return false
	}
	holds, err := s.holds(s.term, a)
	return err == nil && holds == side
}

// value draws a value: small, near a constant of the condition, or uniform.
func (s *sampler) value(sort *logic.Sort) *logic.Term {
	f := s.f
	if s.IntN(100) < s.zeros {
		return f.Zero(sort)
	}
	p := s.pool[sort]
	switch {
	case sort.IsFloat() && len(p) > 0 && s.IntN(2) == 0:
		return p[s.IntN(len(p))]
	case !sort.IsBV():
		return s.any(sort)
	}
	switch w := sort.Width(); s.IntN(4) {
	case 0:
		return f.BVInt(int64(s.IntN(24)-8), w)
	case 1:
		if len(p) > 0 {
			return f.BVOp(logic.OpBVAdd, p[s.IntN(len(p))], f.BVInt(int64(s.IntN(5)-2), w))
		}
	}
	return s.any(sort)
}

// any draws a uniform value of a sort.
func (s *sampler) any(sort *logic.Sort) *logic.Term {
	switch {
	case sort.IsBool():
		return s.f.BoolConst(s.IntN(2) == 0)
	case sort.IsFloat():
		return s.f.FloatBits(sort, verifier.RandomBits(s.Rand, sort.Width()))
	}
	return s.f.BVBig(verifier.RandomBits(s.Rand, sort.Width()), sort.Width())
}

// holds evaluates a term under an assignment.
func (s *sampler) holds(t *logic.Term, a assignment) (bool, error) {
	return s.f.NewEvaluator(func(sym *logic.Term) *logic.Term {
		if slot, ok := s.r.subject.Inputs.SlotOf(sym); ok {
			return a[slot]
		}
		return nil
	}).Bool(t)
}

// run executes the program with an assignment; other slots get arbitrary values.
func (s *sampler) run(ctx context.Context, a assignment, side bool, count *Sampled) sampledRun {
	others := assignment{}
	out := s.r.subject.Run(ctx, func(slot inputs.Slot) *logic.Term {
		if v := a[slot]; v != nil {
			return v
		}
		src := s.r.subject.Inputs.Sources[slot.Source-1]
		if src.Hidden {
			return nil
		}
		if others[slot] == nil {
			others[slot] = s.valid(slot)
		}
		return others[slot]
	}, interp.Options{MaxSteps: s.longest})
	count.Runs++
	s.steps += out.Steps
	fails := out.Kind == interp.ReachedError
	if s.r.aboutEnds {
		fails = out.Kind == interp.StepLimit
	}
	run := sampledRun{inside: side, values: others, input: s.key(a)}
	for slot, v := range a {
		run.values[slot] = v
	}
	switch {
	case out.Kind == interp.StepLimit && !(side && fails) || out.Kind == interp.Interrupted || out.Kind == interp.Cut || out.Kind == interp.Failed:
		count.Undecided++
	case fails == side:
		count.Agree++
	case side && s.unknown:
		count.Undecided++
	default:
		count.Contrary++
		if count.Example == "" {
			count.Example = fmt.Sprintf("%s: %s at %s", s.key(a), out.Kind, out.Pos)
		}
	}
	return run
}

// valid draws a value in the domain of a slot.
func (s *sampler) valid(slot inputs.Slot) *logic.Term {
	d := s.r.subject.Inputs.Domain(slot)
	sort := s.r.subject.Inputs.Sources[slot.Source-1].Sort
	for range 16 {
		a := assignment{slot: s.value(sort)}
		if holds, err := s.holds(d, a); err == nil && holds {
			return a[slot]
		}
	}
	return s.f.Zero(sort)
}
