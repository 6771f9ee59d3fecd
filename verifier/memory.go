package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/engine"
	"cupel/frontend/c/scan"
	"cupel/frontend/property"
	"cupel/internal/inputfile"
)

// Properties of memory are decided by executions: the interpreter judges them (interp.Memory). Engines have no goals for them, so that what the runs before the
// engines do not decide is open.

// memory is the judge of a property about memory; nil: the property is another one.
func (s *source) memory() *interp.Memory {
	about := s.setup.task.PropertyInfo()
	if about.Memory == nil || s.module == nil {
		return nil
	}
	if s.judge == nil {
		s.judge = interp.NewMemory(s.module, s.start())
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

// faultKinds are the properties that faults violate.
var faultKinds = map[interp.MemoryFault]property.Kind{
	interp.InvalidAccess: property.ValidDeref, interp.InvalidRelease: property.ValidFree,
	interp.LostBlock: property.ValidTrack, interp.LeftBlock: property.ValidCleanup,
}

// violated is the kind of property that a FALSE violates: of several, one.
func (a *answer) violated() property.Kind {
	if a.proven != nil && a.proven.Execution != nil {
		if k, ok := faultKinds[a.proven.Execution.Fault]; ok {
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
	out := m.Run(ctx, interp.Zeros{}, s.judged(interp.Options{MaxSteps: most, Calls: calls}))
	if out.Kind != interp.ReachedError || out.Fault != interp.LostBlock || s.separates(ctx, out) ||
		!sure && !determined(m.Run(ctx, interp.Zeros{}, s.judged(interp.Options{MaxSteps: most, Calls: calls, Depend: true}))) {
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
	if why := s.notShown(unclean, reborn); why != "" {
		return &answer{source: s, result: engine.Because(engine.NoProgress, why)}
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

// known are the words before parentheses that do not stand in the way of a proof by executions.
var known = []string{"if", "while", "for", "switch", "return", "sizeof", "else", "do", "case", "void", "int", "char", "malloc", "calloc", "realloc", "free", "memset", "memcpy", "memmove", "abort", "exit",
	"main", "reach_error", "__VERIFIER_nondet_int", "__VERIFIER_nondet_uint", "__VERIFIER_nondet_bool", "__VERIFIER_nondet_char", "__VERIFIER_nondet_uchar",
	"__VERIFIER_nondet_short", "__VERIFIER_nondet_ushort", "__VERIFIER_nondet_long", "__VERIFIER_nondet_ulong", "__VERIFIER_nondet_unsigned"}

// vague are words of constructs whose lifetimes or accesses are approximated.
var vague = []string{"goto", "asm", "__asm__", "__asm", "union", "volatile"}

// unmodelled names a construct of the source that the model may approximate; "": there is none.
func (s *source) unmodelled() string {
	defined := map[string]bool{}
	for _, f := range s.module.Funcs {
		defined[f.Name] = true
	}
	for _, f := range s.module.Funcs {
		for _, l := range f.Locs {
			for _, e := range l.Out {
				for op := range program.AllOps(e.Ops) {
					if op.Kind == program.OpAlloc && op.Note == program.Stack {
						return "alloca, or an array of variable length, is used"
					}
				}
			}
		}
	}
	if len(s.setup.task.More) > 0 {
		return "the program has several files"
	}
	text := s.text
	if text == nil {
		var err error
		if text, err = inputfile.Read(s.setup.task.File, inputfile.Code); err != nil {
			return "the source cannot be read again"
		}
	}
	last := "" // token
	for t := range scan.Tokens(text) {
		word := string(text[t.Start:t.End])
		switch {
		case t.Kind == scan.Space || t.Kind == scan.Remark:
			continue
		case t.Kind == scan.Line && !strings.HasPrefix(word, "#include <"):
			return word + " is used"
		case t.Kind == scan.Ident && slices.Contains(vague, word):
			return word + " is used"
		case word != "(":
		case last == ")" || last == "]":
			return "a function may be called through a pointer"
		case last != "" && scan.Letter(last[0]) && !defined[last] && !slices.Contains(known, last):
			return last + " is used"
		}
		last = word
	}
	return ""
}

// openMemory is the answer about a property of memory that the runs do not decide.
func (s *source) openMemory(seen executions) *answer {
	why := "no execution with a fault of memory was found, and proofs of this property are by running all executions only"
	switch d := seen.doomed; {
	case d != nil:
		why = fmt.Sprintf("every execution ends by other undefined behaviour first: %s: %s", d.Pos, d.Note)
	case s.setup.cfg.NoRun:
		why = "this property is decided by executions, and --no-run excludes them"
	}
	return &answer{source: s, seen: seen, result: engine.Because(engine.NoProgress, why)}
}

// NotAboutMemory refuses a property of memory, for commands that know of errors and checks only.
func (t *Task) NotAboutMemory() error {
	if t.PropertyInfo().Memory == nil {
		return nil
	}
	return notAbout(t)
}

func notAbout(t *Task) error {
	return &InputError{Pos: program.Pos{File: t.File}, Msg: fmt.Sprintf("the property %s is decided by cupel verify only; choose another one with --property", t.PropertyInfo().Kind)}
}
