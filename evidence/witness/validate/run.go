package validate

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// An executable is a module prepared for the interpreter.
type executable struct {
	p     *program.Program
	calls map[*program.Location]*interp.Call
	entry string // the function that initialises globals
}

func newExecutable(m *program.Module) (*executable, error) {
	p, calls, err := passes.Flat(m)
	if err != nil {
		return nil, err
	}
	x := &executable{p: p, entry: m.Entry.Name, calls: map[*program.Location]*interp.Call{}}
	for _, c := range calls {
		x.calls[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	return x, nil
}

// A guided run tracks the automaton and takes inputs from it.
type guided struct {
	t      *tracker // nil: without an automaton
	f      *logic.Factory
	states []int
	words  map[string]func() (uint64, bool)
	entry  string
	before bool // the variables are being initialised
	// given are all inputs in order; nil: hints of the witness, then other.
	given []incoming
	other func(op *program.Op) *logic.Term
}

// incoming is a value for a havoc.
type incoming struct {
	op    *program.Op
	value *logic.Term
}

// Next implements interp.Source.
func (g *guided) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if g.given != nil {
		if len(g.given) == 0 || g.given[0].op != op {
			return nil, false
		}
		v := g.given[0].value
		g.given = g.given[1:]
		return v, v != nil
	}
	if op.Input == nil && g.other != nil && op.Unknown != nil && strings.HasPrefix(op.Unknown.Name, choice) {
		if v := g.other(op); v != nil && v.IsConst() {
			return g.f.BV(v.BVBig().Uint64()&1, op.Var.Sort().Width()), true
		}
	}
	if op.Input == nil {
		return nil, false
	}
	if g.t != nil {
		if c := g.t.hint(g.states, op.Input.Paren); c != "" {
			if v := constant(g.f, op.Var.Sort(), c); v != nil {
				return v, true
			}
		}
	}
	if g.other != nil {
		if v := g.other(op); v != nil {
			return v, true
		}
	}
	return nil, false
}

// constant parses a C constant as a value of a sort; nil if it is none.
func constant(f *logic.Factory, s *logic.Sort, text string) *logic.Term {
	text = strings.ReplaceAll(text, " ", "")
	switch {
	case s == logic.Float32 || s == logic.Float64:
		x, err := strconv.ParseFloat(strings.TrimRight(text, "fFlL"), 64)
		if strings.HasPrefix(strings.TrimLeft(text, "-"), "0x") {
			x, err = strconv.ParseFloat(strings.TrimRight(text, "lL"), 64)
		}
		if err != nil {
			return nil
		}
		if s == logic.Float32 {
			return f.FloatBits(s, new(big.Int).SetUint64(uint64(math.Float32bits(float32(x)))))
		}
		return f.FloatBits(s, new(big.Int).SetUint64(math.Float64bits(x)))
	case s.IsBV():
		k, ok := new(big.Int).SetString(strings.TrimRight(text, "uUlL"), 0)
		if !ok {
			return nil
		}
		return f.BVBig(k.Mod(k, new(big.Int).Lsh(big.NewInt(1), uint(s.Width()))), s.Width())
	}
	return nil
}

// Edge implements interp.Watcher.
func (g *guided) Edge(_ *interp.Machine, e *program.Edge) {
	if g.before = e.Src.Func == g.entry; g.t != nil {
		g.states = g.t.branched(g.states, e)
	}
}

// Before implements interp.Watcher.
func (g *guided) Before(*interp.Machine, *program.Op) {}

// After implements interp.Watcher.
func (g *guided) After(m *interp.Machine, op *program.Op) {
	if g.t == nil || g.before || op.Kind != program.OpAssign || !strings.HasPrefix(op.Var.CName, prefix) {
		return
	}
	name := op.Var.CName
	if !g.t.cares(g.states, name) {
		return
	}
	word := g.words[name]
	if word == nil {
		var err error
		if word, err = m.Word(op.Var.Sym); err != nil {
			return
		}
		g.words[name] = word
	}
	if v, ok := word(); ok {
		g.states = g.t.assigned(g.states, name, v != 0)
	}
}

// guide makes the values and the observer of a run.
func (x *executable) guide(t *tracker, given []incoming, other func(*program.Op) *logic.Term) *guided {
	g := &guided{t: t, entry: x.entry, f: x.p.Terms, words: map[string]func() (uint64, bool){}, given: given, other: other}
	if t != nil {
		g.states = t.start()
	}
	return g
}

// run executes the program. The outcome counts if it reaches the error; accepted: it is at the automaton's
// target, or there is no automaton.
func (x *executable) run(ctx context.Context, t *tracker, given []incoming, other func(*program.Op) *logic.Term, o interp.Options) (out *interp.Outcome, accepted bool, err error) {
	m, err := interp.New(x.p)
	if err != nil {
		return nil, false, err
	}
	g := x.guide(t, given, other)
	if o.Calls = x.calls; t != nil {
		o.Watch = g
	}
	out = m.Run(ctx, g, o)
	return out, out.Kind == interp.ReachedError && (t == nil || t.accepts(g.states, out.Last)), nil
}

// counts reports whether an execution that reaches the error depends only on values that may be arbitrary:
// inputs, and unspecified values of C. undecided describes other dependences.
func counts(out *interp.Outcome) (undecided string) {
	for _, d := range out.Depends {
		if d.Op == nil || d.Op.Unknown == nil {
			return "memory or a value that the model does not know"
		}
		switch u := d.Op.Unknown; u.Kind {
		case program.Uninitialized, program.Undefined, program.Bodiless, program.Argument:
			if strings.HasPrefix(u.Name, prefix) && !strings.HasPrefix(u.Name, choice) {
				return "how a loop is entered that a transition invariant is about"
			}
		default:
			return "the " + string(u.Kind) + " " + u.Name
		}
	}
	return ""
}

// dice returns random inputs from a seed.
func dice(f *logic.Factory, seed uint64) func(op *program.Op) *logic.Term {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(op *program.Op) *logic.Term {
		s := op.Var.Sort()
		if !s.IsBV() {
			return nil
		}
		w := s.Width()
		switch k := r.IntN(8); {
		case k < 5:
			return f.BVInt(int64(r.IntN(12)-2), w)
		case k == 5:
			t := new(big.Int).Lsh(big.NewInt(1), uint(r.IntN(w+1)))
			return f.BVBig(t.Mod(t.Sub(t, big.NewInt(int64(r.IntN(2)))), new(big.Int).Lsh(big.NewInt(1), uint(w))), w)
		case k == 6:
			return f.BVInt(int64(r.IntN(300)), w)
		}
		b := new(big.Int).SetUint64(r.Uint64())
		return f.BVBig(b.Mod(b, new(big.Int).Lsh(big.NewInt(1), uint(w))), w)
	}
}

// confirm repeats a run with dependence tracking. reason is why it does not count.
func (x *executable) confirm(ctx context.Context, t *tracker, again func(o interp.Options) (*interp.Outcome, bool, error), steps int) (out *interp.Outcome, reason string, err error) {
	if steps > dependSteps {
		out, ok, err := again(interp.Options{Trace: true, MaxTrace: interp.ReplayTrace})
		if err != nil || !ok {
			return nil, "the run cannot be repeated", err
		}
		for _, h := range out.Havocs {
			if h.Input == nil && h.Unknown != nil {
				return nil, "the execution is long, and unknown values came up in it", nil
			}
		}
		return out, "", nil
	}
	out, ok, err := again(interp.Options{Depend: true})
	if err != nil || !ok {
		return nil, "the run cannot be repeated", err
	}
	return out, counts(out), nil
}
