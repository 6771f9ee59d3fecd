package verifier

import (
	"context"
	"errors"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/procedure"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
)

// The ways to deal with recursion.
const (
	RecursionSummaries = "summaries" // calls beyond a depth are stepped over by summaries of the functions
	RecursionInline    = "inline"    // calls beyond the bound are the end of the model
)

// A closing is a way to close the recursion: how many calls of a function are
// inlined, how fine the summaries distinguish arguments, and how large a part of
// the work that is left it may take.
type closing struct {
	depth int
	fine  bool
	share float64
}

// closings are tried in this order, before inlining to the recursion bound.
var closings = []closing{
	{1, false, 0.5},
	{1, true, 0.45},
	{2, true, 0.25},
	{4, true, 0.25},
	{8, true, 0.25},
}

// bySummaries verifies with summaries of recursive functions. It returns nil when
// they do not decide: there is no recursion that they can help with, or a path
// to the error may not be one.
func (s *source) bySummaries(ctx context.Context, o engine.Observer) (*answer, error) {
	if s.setup.cfg.Recursion != RecursionSummaries || !passes.Closable(s.module) || s.boundedRecursion(ctx) {
		return nil, nil
	}
	finer := true
	for _, c := range closings {
		if c.fine && !finer {
			continue
		}
		if s.setup.cfg.RecursionBound > 0 && c.depth > s.setup.cfg.RecursionBound {
			break
		}
		a, err := s.searchClosed(ctx, c, o)
		switch {
		case err != nil && ctx.Err() == nil && !errors.Is(err, passes.ErrTooLarge):
			return nil, err
		case ctx.Err() != nil:
			return a, err
		case err == nil && (a.result.Verdict != engine.Unknown || a.result.Reason.Kind == engine.LeftToOthers):
			return a, nil
		case errors.Is(err, passes.ErrTooLarge):
			return nil, nil // deeper ones are larger
		}
		finer = a.on == nil || a.on.lowering.functions.Finer
	}
	return nil, nil
}

// boundedRecursion reports whether inlining to the first bound leaves no call.
func (s *source) boundedRecursion(ctx context.Context) bool {
	sub, done := s.setup.beginPart(ctx, "inlining", "whether recursion ends by itself", probePart)
	defer done()
	bound := firstRecursionBound
	if s.setup.cfg.RecursionBound > 0 {
		bound = s.setup.cfg.RecursionBound
	}
	o := passes.InlineOptions{RecursionBound: bound, MaxLocations: probeLocations}
	s.inliningOptions(ctx, sub, &o)
	p, err := passes.Inline(s.module, o)
	if err != nil {
		return false
	}
	for _, l := range p.Cuts() {
		if l.CutByRecursion {
			return false
		}
	}
	return true
}

// searchClosed searches a program with closed recursion within its share of the work.
func (s *source) searchClosed(ctx context.Context, c closing, o engine.Observer) (*answer, error) {
	sub, cancel := work.Within(ctx, work.Share(ctx, longestShare, c.share))
	defer cancel()
	in, err := s.inlineClosed(ctx, c)
	if err != nil {
		return nil, err
	}
	a, err := in.search(sub, o)
	if err != nil && sub.Err() != nil && ctx.Err() == nil {
		return &answer{source: s, result: &engine.Result{Reason: Met(sub)}}, nil
	}
	return a, err
}

// inlineClosed makes a program with closed recursion.
func (s *source) inlineClosed(ctx context.Context, c closing) (*inlining, error) {
	sub, done := s.setup.beginPart(ctx, "inlining", "recursion closed", closedPart)
	defer done()
	o := passes.InlineOptions{RecursionBound: c.depth}
	s.inliningOptions(ctx, sub, &o)
	p, closure, err := passes.InlineClosed(s.module, o)
	if errors.Is(err, errShare) {
		err = passes.ErrTooLarge // it is given up, and what follows it is smaller
	}
	if err != nil {
		return nil, err
	}
	return &inlining{source: s, original: p, closed: &closedRecursion{closure: closure, calls: callsOf(closure), fine: c.fine}}, nil
}

// summarise replaces the closed calls of a prepared program by summaries.
func (in *inlining) summarise(ctx context.Context, p *program.Program) (*program.Program, *procedure.Result, error) {
	defer in.setup().journal.Begin("function summaries", sizeOf(p))()
	r, err := procedure.Compute(ctx, p, in.closed.closure, procedure.Options{Open: z3.Open, Fine: in.closed.fine})
	if err != nil {
		return nil, nil, err
	}
	q, _, err := passes.Default.Run(ctx, r.Program())
	return q, r, err
}

// steppedOver names a function that a path steps over by its summary, or "".
func steppedOver(path []*program.Edge) string {
	for _, e := range path {
		for op := range program.AllOps(e.Ops) {
			if f, ok := strings.CutPrefix(op.Note, procedure.Note); ok && op.Kind == program.OpAssume && f != "" {
				return f
			}
		}
	}
	return ""
}

// follow runs the program itself, with a stack of calls, on the inputs of a path
// that steps over some of them. nil: the error is not reached.
func (s *inlining) follow(ctx context.Context, cex *program.Counterexample) *evidence.Confirmation {
	if unknownResult(cex.Path, nil) != "" {
		return nil
	}
	m, err := interp.New(s.original)
	if err != nil {
		return nil
	}
	calls := s.closed.calls
	run := func(ctx context.Context, o interp.Options) *interp.Outcome {
		o.Calls = calls
		return m.Run(ctx, valuesOf(cex).asSource(s.original.Terms), o)
	}
	out := run(ctx, interp.Options{MaxSteps: followedSteps, Trace: true, MaxTrace: interp.ReplayTrace})
	if out.Kind != interp.ReachedError {
		return nil
	}
	return &evidence.Confirmation{Execution: out, Program: s.original, Again: run}
}

// callsOf tells the interpreter where the program calls what it has one instance
// of.
func callsOf(c *passes.Closure) map[*program.Location]*interp.Call {
	calls := map[*program.Location]*interp.Call{}
	for _, fn := range c.Functions {
		exit, locals, result, after := fn.Instance()
		for _, site := range fn.Calls {
			calls[site.At] = &interp.Call{Enter: site.Enter, Exit: exit, Return: site.Return, Locals: locals, Result: result, Into: after}
		}
	}
	return calls
}

// inputValues are the values of inputs along a path, by Input.ID: inlined copies
// of one call share them.
type inputValues map[int][]*logic.Term

func valuesOf(cex *program.Counterexample) inputValues {
	in := inputValues{}
	for _, h := range cex.Havocs {
		if h.Input != nil {
			in[h.Input.ID] = append(in[h.Input.ID], h.Value)
		}
	}
	return in
}

// asSource gives a run these values, then the last one again.
func (in inputValues) asSource(f *logic.Factory) interp.Source {
	return &inputSource{f: f, in: in, next: map[int]int{}}
}

type inputSource struct {
	f    *logic.Factory
	in   inputValues
	next map[int]int
}

// Next implements interp.Source.
func (q *inputSource) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	vs, i := q.in[op.Input.ID], q.next[op.Input.ID]
	if len(vs) == 0 {
		return nil, false
	}
	q.next[op.Input.ID] = i + 1
	v := intlower.ToSort(q.f, op.Var.Sort(), vs[min(i, len(vs)-1)])
	return v, v != nil
}
