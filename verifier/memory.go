package verifier

import (
	"context"
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/memory"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/evidence"
	"cupel/frontend/c/library"
	"cupel/frontend/property"
)

// Properties of memory are violated by executions that the interpreter judges (interp.Memory): those of the runs before the engines, and those that engines find.
// For engines, package memory makes goals of them.

// memory is the judge of a property about memory, or of checks of its uses; nil: the run is about something else.
func (s *source) memory() *interp.Memory {
	about := s.setup.task.PropertyInfo()
	if s.module == nil || about.Memory == nil && !s.aimsAtMemory() {
		return nil
	}
	if s.judge == nil {
		if about.Memory == nil {
			targets := numbers(s.setup.cfg.Aim.Targets)
			s.judge = s.judgeUses(func(g *program.Goal) bool { return targets[g.ID] })
			return s.judge
		}
		s.judge = s.newJudge()
		for _, k := range about.Memory {
			switch k {
			case property.ValidDeref:
				s.judge.InvalidAccess = true
			case property.ValidFree:
				s.judge.InvalidRelease = true
			case property.ValidTrack:
				s.judge.LostBlock = true
			case property.ValidCleanup:
				s.judge.LeftBlock = true
			}
		}
	}
	return s.judge
}

// newJudge is a judge of memory that looks for no fault yet.
func (s *source) newJudge() *interp.Memory {
	y := interp.NewMemory(s.module, s.start())
	y.Hidden = library.Within
	return y
}

// start is the function in which the program starts.
func (s *source) start() string {
	u := s.setup
	if p := u.task.Property; p != nil && u.cfg.Function == "" {
		return p.Entry
	}
	return u.cfg.start()
}

// judged are the options of a run that judges the property.
func (s *source) judged(o interp.Options) interp.Options {
	o.Memory = s.memory()
	return o
}

// violated is the kind of property that a FALSE violates: of several, one.
func (a *answer) violated() property.Kind {
	if a.proven != nil && a.proven.Execution != nil {
		if k, ok := evidence.FaultKinds[a.proven.Execution.Fault]; ok {
			return k
		}
	}
	return a.setup().task.PropertyInfo().Kind
}

// firstFault is the execution of out with the first fault that it has, where the property is about memory: a machine that tracks does not see lost blocks. nil:
// it has another end.
func (s *source) firstFault(out *interp.Outcome, p *program.Program, calls map[*program.Location]*interp.Call) *interp.Outcome {
	if s.memory() == nil {
		return out
	}
	m, err := interp.New(p)
	if err != nil {
		return nil
	}
	first := m.Run(context.Background(), given(out), s.judged(interp.Options{MaxSteps: out.Steps + 1, Calls: calls, Trace: true, MaxTrace: interp.ReplayTrace}))
	if first.Kind != interp.ReachedError {
		return nil
	}
	return first
}

// lostBlock looks for a lost block in the execution with inputs of zero, which is the only one (sure) or one of many, as far as it goes. nil: none is found.
func (s *source) lostBlock(ctx context.Context, p *program.Program, calls map[*program.Location]*interp.Call, most int, sure bool) *answer {
	y := s.memory()
	if y == nil || !y.LostBlock {
		return nil
	}
	m, err := interp.New(p)
	if err != nil {
		return nil
	}
	out := m.Run(ctx, interp.Zeros{}, s.judged(interp.Options{MaxEffort: most, Calls: calls}))
	if out.Kind != interp.ReachedError || out.Fault != interp.LostBlock || s.separates(ctx, out) ||
		!sure && !determined(m.Run(ctx, interp.Zeros{}, s.judged(interp.Options{MaxEffort: most, Calls: calls, Depend: true}))) {
		return nil
	}
	return s.refutedByRun(out, byRun, p, calls)
}

// executedMemory is the answer about a property of memory where the only execution there is has ended without a fault; m has its last state.
func (s *source) executedMemory(ctx context.Context, m *interp.Machine, p *program.Program, calls map[*program.Location]*interp.Call, out *interp.Outcome) *answer {
	unclean, reborn := !m.Clean(), m.Reborn()
	if a := s.lostBlock(ctx, p, calls, concreteSteps, true); a != nil {
		return a
	}
	if s.notShown(unclean, reborn) != "" {
		return nil // engines may
	}
	return s.provenByRuns(fmt.Sprintf("executed: no input matters, every execution is the same %d steps and ends without a fault of memory", out.Steps), out.Adjacent)
}

// notShown says why executions that are all there are, and have no fault, do not show the property; "": they do. The model of an execution has to be exact for that:
//
//   - all accesses are in it. Those of most library functions are, those of some may not be;
//   - lifetimes are. Those of what a goto leaves, of blocks on the stack and of variables whose block is entered again are approximated;
//   - an assumption that fails may end an execution as abort does;
//   - what is not released at the end may have been lost before, which is judged with too many references.
func (s *source) notShown(unclean, reborn bool) string {
	const by = "all executions were run without a fault of memory, which shows no more than that: "
	y := s.memory()
	if w := s.unmodelled(); w != "" {
		return by + w
	}
	if memory.Outlived(s.module) {
		return by + outlives
	}
	if reborn {
		return by + "a variable whose address is taken has several lifetimes"
	}
	if s.setup.cfg.Function != "" {
		return by + "the function is called with made-up objects"
	}
	if (y.LostBlock || y.LeftBlock) && (unclean || len(s.module.Assumed) > 0) {
		return by + "blocks that are live at the end, or an assumption"
	}
	return ""
}

// outlives says why lifetimes are not exact.
const outlives = "a pointer to a variable of a block may outlive it, and lifetimes are approximated where goto is used"

// unmodelled names a call whose accesses are not in the model, where they matter; "": there is none.
func (s *source) unmodelled() string {
	if u := s.module.Unjudged; len(u) > 0 && s.memory().InvalidAccess && !s.aimsAtMemory() {
		return fmt.Sprintf("what %s accesses is not modelled (%s)", u[0].Text, u[0].Pos)
	}
	return ""
}

// plainProgram is the flat program of a module before goals about memory were made, in which executions are judged.
type plainProgram struct {
	program *program.Program
	calls   map[*program.Location]*interp.Call
	keeps   bool   // no block is lost, says the shape analysis
	open    string // why a proof of the goals is none of the property; "": it is
}

// flat is the program without copies of functions, and without goals about memory.
func (s *source) flat() (*program.Program, map[*program.Location]*interp.Call, error) {
	if s.plain != nil {
		return s.plain.program, s.plain.calls, nil
	}
	return flat(s.module)
}

// adjacent are the comparisons of pointers whose outcome may depend on which objects are adjacent, where no other addresses matter; nil: there are none.
func (s *source) adjacent(ctx context.Context) (func(*program.Op, *program.Edge) bool, error) {
	places := map[program.Pos]bool{}
	for _, pos := range s.addressUses(ctx) {
		places[pos] = true
	}
	if len(places) == 0 || len(s.module.AddressUses) > 0 {
		return nil, ctx.Err()
	}
	s.uses, s.usesKnown = nil, true // a proof is for all
	return func(op *program.Op, e *program.Edge) bool { return places[op.At(e)] }, nil
}

// raiseMemory makes goals of the property for engines. The module must not be run any more.
func (s *source) raiseMemory(ctx context.Context) error {
	y := s.memory()
	p, calls, err := s.flat()
	if err != nil {
		return err
	}
	keeps := y.LostBlock && memory.MayLose(s.module, y.Main) && s.losesNothing(ctx)
	s.plain = &plainProgram{program: p, calls: calls, keeps: keeps}
	g := memory.Goals{Access: y.InvalidAccess, Release: y.InvalidRelease, Left: y.LeftBlock, Kept: y.LostBlock && !(keeps && y.InvalidAccess)}
	if aim := s.setup.cfg.Aim; aim != nil {
		holds := numbers(aim.Holds)
		known := s.usesOf(func(g *program.Goal) bool { return holds[g.ID] })
		g.Checks, g.Valid = true, func(op *program.Op, e *program.Edge) bool {
			k, _ := op.MemoryCheck()
			return known[interp.Use{Fault: faultOf(&program.Goal{Check: k}), Pos: op.At(e)}]
		}
	}
	if s.setup.cfg.onlyPaths() {
		if g.Apart, err = s.adjacent(ctx); err != nil {
			return err
		}
	}
	limits := memory.Raise(s.module, y.Main, g)
	if aim := s.setup.cfg.Aim; aim != nil {
		how := aim.raising()
		all := s.checks
		if g.Apart != nil {
			for _, x := range passes.CheckGoals(s.module, called(s.module), func(k program.CheckKind) bool { return k == program.PointerEquality }) {
				if x.ID += len(s.checks); x.Check == program.PointerEquality {
					all = append(slices.Clip(all), x)
				}
			}
		}
		passes.AimAtChecks(s.module, all, func(g *program.Goal) passes.Raising {
			if g.Check == program.PointerEquality { // not reached: so much is known, see addressUses
				return passes.Fail
			}
			what := how(g)
			if what == passes.Keep && faultOf(g) != interp.NoFault { // the interpreter judges it on another program
				return passes.Assume
			}
			return what
		})
	}
	switch {
	case s.unmodelled() != "":
		s.plain.open = s.unmodelled()
	case limits.Blocks:
		s.plain.open = outlives
	case s.setup.cfg.Function != "" && (y.LeftBlock || y.LostBlock):
		s.plain.open = "the caller of the function may release what it leaves"
	case limits.Lost != "" && !keeps:
		s.plain.open = limits.Lost
	}
	return nil
}

// doomedMemory is the answer about a property of memory where every execution ends by other undefined behaviour.
func (s *source) doomedMemory(seen executions) *answer {
	d := seen.doomed
	why := fmt.Sprintf("every execution ends by other undefined behaviour first: %s: %s", d.Pos, d.Note)
	return &answer{source: s, seen: seen, result: engine.Because(engine.NoProgress, why)}
}

// judgedReplay is the execution with a fault that has the inputs of another one, which reaches a goal about memory; nil: it has no fault.
func (s *source) judgedReplay(ctx context.Context, out *interp.Outcome) *evidence.Confirmation {
	m, err := interp.New(s.plain.program)
	if err != nil {
		return nil
	}
	o := interp.Options{MaxSteps: judgedFactor * (out.Steps + judgedSteps), MaxEffort: judgedFactor * (out.Effort + judgedSteps), Calls: s.plain.calls, Trace: true, MaxTrace: interp.ReplayTrace}
	first := m.Run(ctx, given(out), s.judged(o))
	if first.Kind != interp.ReachedError {
		return nil
	}
	return s.failedByRun(first, "", s.plain.program, s.plain.calls, s.memory()).proven
}

// openMemory is the answer about a property of memory that is proved in a way that shows less than the property; nil: it shows it.
func (a *answer) openMemory() *answer {
	s := a.source
	if a.result.Verdict != engine.True || a.ran || s.plain == nil {
		return nil
	}
	if s.plain.open == "" {
		return nil
	}
	return &answer{source: s, seen: a.seen, result: &engine.Result{Stats: a.result.Stats, Reason: engine.Reason{Kind: engine.ModelEnds, Text: "no fault of memory is reachable in the model, which shows no more than that: " + s.plain.open}}}
}

// NotAboutLost refuses properties of which blocks that are lost are violations, for commands that need a condition of the violation: there is none that a program can
// evaluate.
func (t *Task) NotAboutLost() error {
	if !slices.Contains(t.PropertyInfo().Memory, property.ValidTrack) {
		return nil
	}
	return &InputError{Pos: program.Pos{File: t.File}, Msg: fmt.Sprintf("the property %s is violated where a block is lost, of which a program has no condition; choose %s, %s or %s with --property", t.PropertyInfo().Kind, property.ValidDeref, property.ValidFree, property.ValidCleanup)}
}

func notAbout(t *Task) error {
	return &InputError{Pos: program.Pos{File: t.File}, Msg: fmt.Sprintf("the property %s is decided by cupel verify only; choose another one with --property", t.PropertyInfo().Kind)}
}
