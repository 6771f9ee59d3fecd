package oracle_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// combination supplies the inputs of one execution.
type combination struct {
	f      *logic.Factory
	values []int
	main   []int // how many arguments main has, and the first characters of argv[1]; nil: it has none
}

// combined are the inputs of the k-th execution.
func combined(f *logic.Factory, p oracle.Program, k int) *combination {
	s := &combination{f: f, values: oracle.Values(p, k)}
	if p.Arguments {
		n, text := oracle.Arguments(s.values)
		s.values, s.main = s.values[oracle.ArgumentInputs:], []int{n, int(text[0]), int(text[1])}
	}
	return s
}

// argument is a part of main's arguments: of all but argv[1] the text is "p".
func (s *combination) argument(a *program.MainArgument) int {
	switch {
	case a.Index < 0:
		return s.main[0]
	case a.Index == 1 && a.Char < 2:
		return s.main[1+a.Char]
	case a.Index != 1 && a.Char == 0:
		return 'p'
	}
	return 0
}

// Next implements interp.Source.
func (s *combination) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Unknown.OfMain() && s.main != nil {
		return s.f.BVInt(int64(s.argument(op.Unknown.Main)), op.Var.Sort().Width()), true
	}
	if op.Input == nil || len(s.values) == 0 {
		return nil, false
	}
	v := int64(oracle.Low(op.Input.Callee) + s.values[0])
	s.values = s.values[1:]
	return s.f.BVInt(v, op.Var.Sort().Width()), true
}

// inputs holds the values of every input of an execution.
type inputs map[*program.Input][]*logic.Term

// Next implements interp.Source.
func (s inputs) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	vs := s[op.Input]
	if op.Input == nil || len(vs) == 0 {
		return nil, false
	}
	s[op.Input] = vs[1:]
	if f := logic.NewFactory(); op.Var.Sort().IsInt() {
		n := vs[0].BVBig()
		if op.Input.Signed {
			n = vs[0].BVSigned()
		}
		return f.IntBig(n), true
	}
	return vs[0], true
}

// unclear is the outcome of a lowered program that defines the result of a bit
// operation by an assumption, which zero does not satisfy.
const unclear oracle.Outcome = '?'

// interpret runs a program on all inputs by front end and interpreter.
func interpret(ctx context.Context, p oracle.Program, transform func(*program.Program) (*program.Program, error)) ([]oracle.Outcome, []string, error) {
	m, _, err := c.Lower(ctx, "p.c", []byte(p.Source), c.Options{Model: program.LP64})
	if err != nil {
		return nil, nil, err
	}
	p0, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		return nil, nil, err
	}
	q := p0
	if transform != nil {
		if q, err = transform(p0); err != nil {
			return nil, nil, err
		}
	}
	original, err := interp.New(p0)
	if err != nil {
		return nil, nil, err
	}
	x, err := interp.New(q)
	if err != nil {
		return nil, nil, err
	}
	total := 1
	for range p.Inputs {
		total *= 5
	}
	var os []oracle.Outcome
	var notes []string
	for k := range total {
		var src interp.Source = combined(p0.Terms, p, k)
		if transform != nil { // passes drop inputs: each has its own queue
			queues := inputs{}
			for _, in := range original.Run(ctx, src, interp.Options{MaxSteps: 1_000_000}).Inputs {
				queues[in.Input] = append(queues[in.Input], in.Value)
			}
			src = queues
		}
		out := x.Run(ctx, src, interp.Options{MaxSteps: 1_000_000, Trace: q.Lowered})
		o, ok := map[interp.Kind]oracle.Outcome{interp.ReachedError: oracle.Error, interp.Halted: oracle.Ended, interp.Undefined: oracle.Undefined}[out.Kind]
		switch {
		case !ok:
			o = 0
		case out.Kind == interp.Halted && out.Note != "" && q.Lowered && slices.ContainsFunc(out.Havocs, func(h interp.Consumed) bool { return h.Var.Origin == nil }):
			o = unclear
		}
		os = append(os, o)
		notes = append(notes, fmt.Sprintf("%v at %v: %s", out.Kind, out.Pos, out.Note))
	}
	return os, notes, nil
}

// TestDifferential: the front end and the interpreter agree with gcc on every
// execution of random programs: whether it is undefined, and whether it reaches
// the error. CUPEL_PROGRAMS sets the number of programs, CUPEL_SEED the first.
func TestDifferential(t *testing.T) {
	differential(t, "", nil)
}

// TestDifferentialPasses: the passes keep which executions reach the error, as
// far as they are defined.
func TestDifferentialPasses(t *testing.T) {
	differential(t, "passes", func(p *program.Program) (*program.Program, error) {
		q, _, err := passes.Default.Run(context.Background(), p)
		return q, err
	})
}

// TestDifferentialIntegers: so does the lowering to integers. Programs that
// cannot be lowered are run as they are.
func TestDifferentialIntegers(t *testing.T) {
	lowered := 0
	differential(t, "integers", func(p *program.Program) (*program.Program, error) {
		p, _, err := passes.Default.Run(context.Background(), p)
		if err != nil {
			return nil, err
		}
		q, err := intlower.Lower(context.Background(), p, intlower.Options{Ranges: interval.Analyze(context.Background(), p)})
		var no *intlower.NotExpressibleError
		if errors.As(err, &no) {
			return p, nil
		}
		lowered++
		return q, err
	})
	if lowered == 0 {
		t.Error("no program was lowered")
	}
	t.Logf("%d programs were lowered", lowered)
}

// A sample is programs with what gcc makes of all their executions.
type sample struct {
	programs []oracle.Program
	truths   []oracle.Truth
}

// decided is the sample that all differential tests share.
var decided = sync.OnceValues(func() (*sample, error) {
	base := effort.Seed(0)
	var ps []oracle.Program
	for i := range effort.Programs(12, 40, 2000) {
		o := oracle.All
		o.Memory, o.Floats = i%2 == 0, i%3 == 0
		ps = append(ps, oracle.Generate(base+uint64(i), o))
	}
	ts, err := oracle.DecideAll(context.Background(), ps, 2)
	return &sample{ps, ts}, err
})

func differential(t *testing.T, name string, transform func(*program.Program) (*program.Program, error)) {
	need.Tool(t, "gcc")
	ctx := context.Background()
	sample, err := decided()
	if err != nil {
		t.Fatal(err)
	}
	ps, ts, n := sample.programs, sample.truths, len(sample.programs)
	differs := func(p oracle.Program, truth oracle.Truth) (int, string) {
		got, notes, err := interpret(ctx, p, transform)
		if err != nil {
			return 0, err.Error()
		}
		for k, o := range truth.Outcomes {
			if got[k] == o || got[k] == unclear || transform != nil && o == oracle.Undefined { // passes may drop checks
				continue
			}
			return k, fmt.Sprintf("inputs %v: %s, gcc %c", oracle.Values(p, k), notes[k], o)
		}
		return 0, ""
	}
	executions, undefined, failures := 0, 0, 0
	for i, p := range ps {
		executions += len(ts[i].Outcomes)
		undefined += ts[i].Undefined
		if _, why := differs(p, ts[i]); why != "" {
			small := oracle.Shrink(ctx, p, func(q oracle.Program, tr oracle.Truth) bool {
				_, w := differs(q, tr)
				return w != "" && (w[0] == 'i') == (why[0] == 'i')
			})
			tr, err := oracle.Decide(ctx, small)
			if err == nil {
				_, why = differs(small, tr)
			}
			t.Errorf("%s seed %d: %s\n%s", name, p.Seed, why, small.Source)
			if failures++; failures >= 5 {
				break
			}
		}
	}
	t.Logf("%d programs, %d executions, %d undefined", n, executions, undefined)
}
