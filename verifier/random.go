package verifier

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/evidence"
)

// random runs the program on random inputs, each run and all of them with so much effort (interp.Outcome), and looks for an execution that reaches the error.
// An execution that depends on any other value that the program does not determine does not
// count. nil: none was found.
func (s *source) random(ctx context.Context, p *program.Program, calls map[*program.Location]*interp.Call, each, all int) (*answer, rolls) {
	seen := rolls{limit: each}
	m, err := interp.New(p)
	if err != nil {
		return nil, seen
	}
	d := newDice(p)
	first := uint64(s.setup.cfg.Seed) * randomRuns
	steps := 0
	for seed := range uint64(randomRuns) {
		out := m.Run(ctx, d.roll(first+seed), s.judged(interp.Options{MaxEffort: min(each, all-steps), Calls: calls}))
		if steps += out.Effort; out.Kind == interp.ReachedError {
			run := func(in interp.Source, o interp.Options) *interp.Outcome {
				o.MaxEffort, o.Calls = each, calls
				return m.Run(ctx, in, s.judged(o))
			}
			if determined(run(d.roll(first+seed), interp.Options{Depend: true})) {
				if out = run(simplest(d.f, out, run), interp.Options{Trace: true, MaxTrace: interp.ReplayTrace}); out.Kind == interp.ReachedError && !s.separates(ctx, out) {
					if a := s.refutedByRun(out, byDice, p, calls); a != nil {
						return a, seen
					}
				}
			}
		}
		seen.add(out, s.module)
		if steps >= all || out.Kind == interp.Interrupted && ctx.Err() != nil || len(out.Inputs)+len(out.Arguments) == 0 {
			break
		}
	}
	return nil, seen
}

// longer runs the program on few random inputs for long, when no random run has terminated: loops over large arrays do so late.
func (s *source) longer(ctx context.Context, seen rolls) *answer {
	if s.module == nil || s.setup.cfg.NoRun || seen.runs < 2 || seen.endless() < 100 {
		return nil
	}
	ctx, done := s.setup.beginLast(ctx, "long runs", "random inputs")
	defer done()
	p, stack, err := s.flat()
	if err != nil {
		return nil
	}
	found, _ := s.random(ctx, p, stack, longRuns, longRuns)
	return found
}

// rolls are the random runs without the error.
type rolls struct {
	limit, runs, cut, longest int

	ended     bool                 // one came to an end, or went on for long
	stopped   *program.Edge        // where the longest so far ended by an assumption
	undefined *evidence.Obligation // where the first one ended by undefined behaviour
}

func (r *rolls) add(out *interp.Outcome, m *program.Module) {
	r.runs++
	switch {
	case out.Kind == interp.Halted && m.Blocks(out.Last):
		if r.stopped == nil || out.Steps > r.longest {
			r.stopped = out.Last
		}
	case out.Kind == interp.Halted, out.Kind == interp.StepLimit:
		r.ended = true
	case out.Kind == interp.Undefined && r.undefined == nil:
		r.undefined = &evidence.Obligation{Note: out.Note, Pos: out.Pos}
	}
	if out.Steps >= r.limit {
		r.cut++
	}
	r.longest = max(r.longest, min(out.Steps, r.limit))
}

// endless is the share of the runs that came to no end, per cent.
func (r rolls) endless() int { return 100 * r.cut / max(r.runs, 1) }

// byDice names the random runs.
const byDice = "random run in the interpreter"

// determined reports whether an execution that reaches the error depends on inputs and main's arguments only.
func determined(out *interp.Outcome) bool {
	return out.Kind == interp.ReachedError && !slices.ContainsFunc(out.Depends, func(d interp.Dependence) bool { return d.Op == nil || !d.Op.Unknown.OfMain() })
}

// simplest makes inputs of a failing execution zero, or one, as long as it still fails and
// depends on nothing else: people read it.
func simplest(f *logic.Factory, out *interp.Outcome, run func(interp.Source, interp.Options) *interp.Outcome) *listed {
	all := given(out)
	steps := 0
	simplify := func(values *[]*logic.Term, asked func(*interp.Outcome) []interp.Consumed) {
		for i := 0; i < len(*values) && steps < randomSteps/4; i++ {
			v := (*values)[i]
			if !v.Sort().IsBV() {
				continue
			}
			for simple := range int64(2) {
				(*values)[i] = f.BVInt(simple, v.Sort().Width())
				o := run(&listed{inputs: all.inputs, arguments: all.arguments}, interp.Options{Depend: true})
				if steps += o.Effort; determined(o) {
					*values = (*values)[:min(len(*values), len(asked(o)))]
					break
				}
				(*values)[i] = v
			}
		}
	}
	simplify(&all.arguments, func(o *interp.Outcome) []interp.Consumed { return o.Arguments })
	simplify(&all.inputs, func(o *interp.Outcome) []interp.Consumed { return o.Inputs })
	return all
}

// listed are inputs, main's arguments, and for each source the values that the caller of a function by itself chooses, in the order in which they are asked for, then zeros.
type listed struct {
	inputs, arguments []*logic.Term
	chosen            map[*program.Unknown][]*logic.Term
}

// values are those of inputs.
func values(cs []interp.Consumed) (vs []*logic.Term) {
	for _, c := range cs {
		vs = append(vs, c.Value)
	}
	return vs
}

// given are those of an execution; what a caller chooses, if its havocs were kept.
func given(out *interp.Outcome) *listed {
	l := &listed{inputs: values(out.Inputs), arguments: values(out.Arguments), chosen: map[*program.Unknown][]*logic.Term{}}
	for _, c := range out.Havocs {
		if u := c.Unknown; c.Input == nil && u != nil && !u.OfMain() && u.Kind.Chosen() {
			l.chosen[u] = append(l.chosen[u], c.Value)
		}
	}
	return l
}

// Next implements interp.Source.
func (l *listed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	rest := &l.inputs
	switch {
	case op.Unknown.OfMain():
		rest = &l.arguments
	case op.Input == nil:
		own := l.chosen[op.Unknown]
		if len(own) == 0 || own[0].Sort() != op.Var.Sort() {
			return nil, false
		}
		l.chosen[op.Unknown] = own[1:]
		return own[0], true
	}
	if len(*rest) == 0 || (*rest)[0].Sort() != op.Var.Sort() {
		return nil, false
	}
	v := (*rest)[0]
	*rest = (*rest)[1:]
	return v, true
}

// dice draw inputs: small numbers, constants of the program and numbers next to them, ends of
// ranges, and any bits, as terms of their own, so that a run leaves no trace in those of the program,
// whose order matters to engines. Each run prefers one kind, so that some satisfy assumptions that keep
// inputs small and some do not.
type dice struct {
	f    *logic.Factory
	pool map[*logic.Sort][]*logic.Term

	*rand.Rand
	prefer int
}

func newDice(p *program.Program) *dice {
	d := &dice{f: logic.NewFactory(), pool: map[*logic.Sort][]*logic.Term{}}
	seen := map[*logic.Term]bool{}
	var collect func(t *logic.Term)
	collect = func(t *logic.Term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if s := t.Sort(); t.IsConst() && (s.IsBV() || s.IsFloat()) && len(d.pool[s]) < randomPool {
			d.pool[s] = append(d.pool[s], d.f.Import(t))
		}
		for _, a := range t.Args() {
			collect(a)
		}
	}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			collect(op.Expr)
		}
	}
	return d
}

// roll begins the run of a seed.
func (d *dice) roll(seed uint64) *dice {
	return &dice{f: d.f, pool: d.pool, Rand: rand.New(rand.NewPCG(seed, 0)), prefer: int(seed % 4)}
}

// Next implements interp.Source.
func (d *dice) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	s := op.Var.Sort()
	if op.Unknown.OfMain() {
		return d.argument(op.Unknown.Main, s), true
	}
	if op.Input == nil || !s.IsBV() && !s.IsFloat() {
		return nil, false
	}
	kind := d.prefer
	if d.IntN(3) == 0 {
		kind = d.IntN(4)
	}
	pool := d.pool[s]
	if kind == 1 && len(pool) > 0 {
		t := pool[d.IntN(len(pool))]
		if s.IsBV() {
			t = d.f.BVOp(logic.OpBVAdd, t, d.f.BVInt(int64(d.IntN(3)-1), s.Width()))
		}
		return t, true
	}
	if s.IsFloat() {
		if len(pool) > 0 && kind != 3 {
			return pool[d.IntN(len(pool))], true
		}
		return d.f.FloatBits(s, RandomBits(d.Rand, s.Width())), true
	}
	w := s.Width()
	switch kind {
	case 2: // the end of a range
		t := d.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(d.IntN(w+1))), w)
		return d.f.BVOp(logic.OpBVSub, t, d.f.BVInt(int64(d.IntN(2)), w)), true
	case 3:
		return d.f.BVBig(RandomBits(d.Rand, w), w), true
	}
	return d.f.BVInt(int64(d.IntN(14)-3), w), true
}

// argument draws what main is called with: few strings, the program's name among them, that are often short.
func (d *dice) argument(of *program.MainArgument, s *logic.Sort) *logic.Term {
	if of.Index < 0 {
		return d.f.BVInt(int64(min(4, 1+d.IntN(5))), s.Width())
	}
	switch kind := d.IntN(4); {
	case kind == 0:
		return d.f.BVInt(0, s.Width())
	case kind == 1 && len(d.pool[s]) > 0:
		return d.pool[s][d.IntN(len(d.pool[s]))]
	case kind == 2:
		return d.f.BVInt(int64('0'+d.IntN(10)), s.Width())
	}
	return d.f.BVInt(int64(' '+d.IntN(95)), s.Width())
}

// RandomBits are so many random bits.
func RandomBits(r *rand.Rand, width int) *big.Int {
	b := new(big.Int)
	for n := 0; n < width; n += 64 {
		b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(r.Uint64()))
	}
	return b.And(b, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
}
