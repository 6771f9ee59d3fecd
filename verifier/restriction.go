package verifier

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/passing"
	"cupel/evidence"
	"cupel/frontend/c"
)

// A Restriction excludes executions of a program: it keeps those in which Assume holds, an SMT-LIB formula over the symbols of the slots. The report of
// such a run contains the values of the slots in a counterexample.
type Restriction struct {
	Slots   []inputs.Slot
	Assume  string
	Limited bool // and that ask for no other values of these sources
	// Passing, from 1, verifies the complement program: a failure is an execution that ends without failing, or that may diverge by the guess of this
	// number, see passing.Of. 0: the program itself.
	Passing int
	// Branches asks, where there are any, for executions that take one of these branches, by their numbers in
	// passes.BranchGoals: that is a failure, and what was one ends the execution.
	Branches []int
}

// restrict reads the sources of a module, and restricts it.
func (u *setup) restrict(m *program.Module) (*inputs.Table, error) {
	r := u.cfg.Restriction
	if r == nil {
		return nil, nil
	}
	t := inputs.Find(m)
	var symbols []*logic.Term
	for _, s := range r.Slots {
		if s.Source < 1 || s.Source > len(t.Sources) || s.N < 1 {
			return nil, fmt.Errorf("a restriction of another program: it has no input %d", s.Source)
		}
		symbols = append(symbols, t.Symbol(s))
	}
	assume, err := logic.NewParser(m.Terms, symbols...).Term(r.Assume)
	if err != nil {
		return nil, fmt.Errorf("the restriction cannot be read: %w", err)
	}
	if len(r.Slots) > 0 || !assume.IsTrue() {
		t.Restrict(m, r.Slots, assume, r.Limited)
	}
	if len(r.Branches) > 0 {
		all := passes.BranchGoals(m)
		var goals []*passes.BranchGoal
		for _, n := range r.Branches {
			if n < 0 || n >= len(all) {
				return nil, fmt.Errorf("a restriction of another program: it has no branch %d", n)
			}
			goals = append(goals, all[n])
		}
		passes.AimAt(m, goals)
	}
	return t, nil
}

// opposite makes the program of a restriction that asks for executions that do not fail.
func (s *source) opposite() error {
	r := s.setup.cfg.Restriction
	if r == nil || r.Passing == 0 {
		return nil
	}
	if len(s.module.AddressUses)+len(s.module.Equalities) > 0 {
		return &unsupportedError{"the values of addresses matter, so that one choice of them says nothing"}
	}
	p, err := passes.Inline(s.module, passes.InlineOptions{RecursionBound: firstRecursionBound})
	if err != nil {
		return err
	}
	if p, err = passing.Of(p, r.Passing-1); err != nil {
		return err
	}
	s.model, s.module = p, nil
	return nil
}

// received are the values of slots in an execution.
func received(t *inputs.Table, out *interp.Outcome) []evidence.SlotValue {
	var vs []evidence.SlotValue
	values := t.Values(out.Havocs)
	for _, s := range slices.SortedFunc(maps.Keys(values), inputs.Slot.Compare) {
		vs = append(vs, evidence.SlotValue{Source: s.Source, N: s.N, Value: values[s].SMTLIB()})
	}
	return vs
}

// A Subject is a C program that was read, to be run with chosen values.
type Subject struct {
	Module *program.Module
	Inputs *inputs.Table
	Flat   *program.Program // with its calls, see passes.Flat
	Calls  map[*program.Location]*interp.Call

	File     string    // it was read from
	Text     []byte    // instead of the file's; nil: there is none
	Included []string  // files that it includes
	FrontEnd c.Options // with which it was read

	Judge *interp.Memory // of the uses of memory that are checks; nil: there are none

	source  *source
	endless *termination // see Endless; nil: not made yet
	machine *interp.Machine
	journal *evidence.Journal
	dice    *dice // nil: not made yet
}

// Read reads a C task as Verify does.
func Read(ctx context.Context, t *Task, cfg Config) (*Subject, error) {
	if IsModel(t.File) {
		return nil, &InputError{Pos: program.Pos{File: t.File}, Msg: "is " + aModel(t.File) + "; give a C program"}
	}
	u, err := newSetup(t, cfg, Run{})
	if err != nil {
		return nil, err
	}
	src, err := u.read(ctx)
	if err != nil {
		return nil, err
	}
	s := &Subject{Module: src.module, Inputs: src.inputs, File: u.task.File, Text: src.text, Included: src.included, FrontEnd: u.frontEnd(), source: src, journal: u.journal}
	if s.Inputs == nil {
		s.Inputs = inputs.Find(src.module)
	}
	if len(src.checks) > 0 {
		s.Judge = src.judgeUses(func(*program.Goal) bool { return true })
	}
	if src.memory() != nil { // its faults are errors, as those of other properties
		if err := src.raiseMemory(ctx); err != nil {
			return nil, err
		}
	}
	if s.Flat, s.Calls, err = flat(src.module); err != nil {
		return nil, err
	}
	if s.machine, err = interp.New(s.Flat); err != nil {
		return nil, err
	}
	return s, nil
}

// Whole is the program with all functions inlined and its checks for undefined behaviour as
// assumptions, nothing sliced away.
func (s *Subject) Whole(ctx context.Context) (*program.Program, error) {
	p, err := passes.Inline(s.Module, passes.InlineOptions{RecursionBound: firstRecursionBound})
	if err != nil {
		return nil, err
	}
	p, _, err = passes.AssumeChecks.Run(ctx, p)
	if err == nil {
		program.MarkLoopHeads(p)
	}
	return p, err
}

// flat is a module in one program, with what a run needs to know of its calls.
func flat(m *program.Module) (*program.Program, map[*program.Location]*interp.Call, error) {
	return stacked(passes.Flat(m))
}

// stacked are the calls of a flat program as the interpreter takes them.
func stacked(p *program.Program, calls []passes.FlatCall, err error) (*program.Program, map[*program.Location]*interp.Call, error) {
	if err != nil {
		return nil, nil, err
	}
	stack := make(map[*program.Location]*interp.Call, len(calls))
	for _, c := range calls {
		stack[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	return p, stack, nil
}

// Assumptions are what reading the program took for granted, and Warnings what there is to say.
func (s *Subject) Assumptions() ([]Assumption, []string) {
	var r Report
	s.journal.Into(&r)
	return r.Assumptions, r.Warnings
}

// Run runs the program with values for its slots and unknown values; those without a value get zero, or the value that an assumption requires.
func (s *Subject) Run(ctx context.Context, values func(inputs.Slot) *logic.Term, o interp.Options) *interp.Outcome {
	return s.RunWith(ctx, &slotSource{table: s.Inputs, values: values, count: map[int]int{}}, o)
}

// RunWith runs the program with values from any source.
func (s *Subject) RunWith(ctx context.Context, in interp.Source, o interp.Options) *interp.Outcome {
	o.Calls = s.Calls
	return s.machine.Run(ctx, in, o)
}

// Random is a source of random inputs, as those of Verify's random runs: the same ones for the same seed.
func (s *Subject) Random(seed uint64) interp.Source {
	if s.dice == nil {
		s.dice = newDice(s.Flat)
	}
	return s.dice.roll(seed)
}

// slotSource supplies values by slot.
type slotSource struct {
	table  *inputs.Table
	values func(inputs.Slot) *logic.Term
	count  map[int]int
}

// Next implements interp.Source.
func (g *slotSource) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	src := g.table.Of(op)
	if src == nil {
		return nil, false
	}
	g.count[src.Number]++
	v := g.values(inputs.Slot{Source: src.Number, N: g.count[src.Number]})
	return v, v != nil
}
