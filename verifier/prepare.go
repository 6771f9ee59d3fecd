package verifier

import (
	"context"
	"errors"
	"fmt"
	"io"

	"cupel/analysis/absint/interval"
	"cupel/analysis/intlower"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
)

// inIntegers is the arithmetic of a program that was lowered to the integers.
const inIntegers = "integers"

// neededPasses are those of passes.Default that engines cannot do without.
const neededPasses = 1

// frontEndPhase is the name of the phase in which the program is read.
const frontEndPhase = "front end"

// unsupportedError: the program may be correct, but cannot be read.
type unsupportedError struct{ msg string }

// Error implements error.
func (e *unsupportedError) Error() string { return e.msg }

// read reads the task.
func (u *setup) read(ctx context.Context) (*source, error) {
	defer u.journal.Begin(frontEndPhase, u.task.File)()
	if IsModel(u.task.File) {
		p, err := readModel(u.task.File)
		return &source{setup: u, model: p}, err
	}
	src := &source{setup: u}
	var err error
	if src.module, err = src.lowerSource(ctx); err == nil {
		src.inputs, err = u.restrict(src.module)
	}
	if err == nil {
		err = src.opposite()
	}
	return src, err
}

// frontEnd are the options of the C front end.
func (u *setup) frontEnd() c.Options {
	about := u.task.PropertyInfo()
	o := c.Options{
		Model:               u.cfg.DataModel,
		ErrorFunctions:      u.errorFunctions(),
		SignedOverflowWraps: u.cfg.SignedWrap,
		ErrorsEnd:           about.Ends,
		MallocMayFail:       u.cfg.MallocMayFail,
		Entry:               u.cfg.Entry,
		Function:            u.cfg.Function,
		Elements:            u.cfg.Elements,
		LeftShifts:          u.concerns(program.ArguableOverflow),
		FailingChecks:       len(about.Goals)+len(about.Memory)+len(u.cfg.Checks) > 0,
		Types:               u.cfg.tells(),
		Dirs:                u.cfg.Compile.Dirs,
		Standard:            c.Standard(u.cfg.Compile.Standard),
	}
	if p := u.task.Property; p != nil {
		o.Asserts = u.task.PropertyFile == "" && u.task.Definition == "" && about.ErrorFunctions
		o.Entry = p.Entry
	}
	return o
}

// units are the files of the program with how each is read.
func (u *setup) units(ctx context.Context) (units []c.Unit, err error) {
	for i, file := range u.task.Files() {
		how := u.cfg.compileOf(i)
		unit := c.Unit{Path: file, Dirs: how.Dirs, Standard: c.Standard(how.Standard)}
		if u.cfg.SystemHeaders {
			unit.Text, err = u.preprocessed(ctx, file, how)
		} else {
			unit.Before, err = how.Before()
		}
		if err != nil {
			return nil, err
		}
		if i == 0 && unit.Text == nil {
			unit.Text = u.task.Text
		}
		units = append(units, unit)
	}
	return units, nil
}

// lowerSource runs the front end.
func (s *source) lowerSource(ctx context.Context) (*program.Module, error) {
	o := s.setup.frontEnd()
	o.Opened = func(file string) { s.included = append(s.included, file) }
	units, err := s.setup.units(ctx)
	if err != nil {
		return nil, err
	}
	s.text = units[0].Text
	m, diags, err := c.LowerUnits(ctx, units, o)
	if bad := s.setup.checkIncluded(s.included); bad != nil {
		err = bad
	}
	if err != nil {
		var e *c.Error
		switch {
		case errors.As(err, &e) && e.Internal:
			return nil, e
		case errors.As(err, &e) && e.Unsupported:
			return nil, &unsupportedError{e.Error()}
		case errors.As(err, &e):
			return nil, &InputError{Msg: e.Error()}
		}
		return nil, err
	}
	s.raise(m)
	silent := false // about assertions
	for _, d := range diags {
		s.setup.journal.Warn(d.String())
		silent = silent || d.Msg == c.NoError
	}
	if silent {
		s.setup.journal.Warn("the property is " + s.setup.cfg.PropertyOf(s.setup.task) + ", as --property says; without that flag a failing assertion is an error, too")
	}
	for _, a := range m.Assumptions {
		s.setup.journal.Assume(a.Kind, a.Text, a.Pos, false)
	}
	return m, nil
}

func (u *setup) errorFunctions() []string { return u.cfg.ErrorFunctionsOf(u.task) }

// lower runs the passes and the integer lowering, and summarises functions where recursion
// is closed.
func (in *inlining) lower(ctx context.Context) (*lowering, error) {
	u := in.setup()
	p, err := in.simplified(ctx)
	if err != nil {
		return nil, err
	}
	l := &lowering{inlining: in, sliced: p, lowered: p}
	if err := l.toIntegers(ctx); err != nil {
		return nil, err
	}
	if u.cfg.Prepare == PrepareFull && in.closed == nil && l.lowered != in.original {
		if l.lowered, err = u.passed(ctx, passes.Scalars, l.lowered); err != nil {
			return nil, err
		}
	}
	if in.closed != nil {
		if l.lowered, l.functions, err = in.summarise(ctx, l.lowered); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// simplified is the original program as the passes leave it. Only the first of them, which drops what engines ignore, is needed; the
// others are applied within their share of the limits, and with --prepare full only.
func (in *inlining) simplified(ctx context.Context) (*program.Program, error) {
	u := in.setup()
	sub, done := u.begin(ctx, "passes", sizeOf(in.original))
	defer done()
	wanted := passes.Default
	if u.cfg.Prepare != PrepareFull {
		wanted = wanted[:neededPasses]
	}
	p, all, err := wanted.RunSome(sub, in.original, neededPasses)
	switch {
	case err == nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && !all:
		u.journal.Warn("the program is not simplified as far as possible, which takes more than a third of the limit")
	}
	return p, err
}

// passed is a program after a pass, or the program itself where that takes more than what is left of the share of the passes.
func (u *setup) passed(ctx context.Context, pass passes.Pass, p *program.Program) (*program.Program, error) {
	sub, done := u.begin(ctx, "passes", sizeOf(p))
	defer done()
	q, _, err := pass.Run(sub, p)
	if err != nil && cutShort(ctx, sub) {
		return p, nil
	}
	return q, err
}

// toIntegers makes a program over the integers of the sliced one where that can be done, within its share of the limits.
func (l *lowering) toIntegers(ctx context.Context) error {
	u, p := l.setup(), l.sliced
	sub, done := u.begin(ctx, "integer lowering", sizeOf(p))
	defer done()
	switch {
	case p.Lowered:
		l.arithmetic = "that of the model"
	case u.cfg.Arithmetic == ArithBV || u.cfg.Prepare == PrepareNone && u.cfg.Arithmetic == ArithAuto:
		l.arithmetic = "bit-vectors"
	default:
		if u.cfg.Prepare != PrepareNone {
			if l.ranges = interval.Analyze(sub, p); cutShort(ctx, sub) {
				l.ranges = nil
				return l.notInteger("the analysis of its values")
			}
		}
		// Interpolants of bit-vectors are too particular to let GPS and others generalise.
		if l.onlyDecides = u.cfg.Prepare == PrepareFull && onlyDecides(p, l.ranges); l.onlyDecides && u.cfg.Arithmetic == ArithAuto && !u.engine.Interpolates {
			l.arithmetic = "bit-vectors (the program only decides)"
			break
		}
		q, err := integers(sub, p, l.ranges, u.cfg.Prepare == PrepareFull)
		var no *intlower.NotExpressibleError
		switch {
		case err == nil:
			l.lowered, l.arithmetic = q, inIntegers
		case errors.As(err, &no) && u.cfg.Arithmetic == ArithAuto:
			l.arithmetic = "bit-vectors (" + no.Error() + ")"
		case errors.As(err, &no):
			return &InputError{Msg: no.Error() + "; use --arithmetic auto or bv"}
		case cutShort(ctx, sub):
			return l.notInteger("the lowering to the integers")
		default:
			return err
		}
	}
	return nil
}

// notInteger leaves the program in bit-vectors because the lowering takes too long.
func (l *lowering) notInteger(what string) error {
	why := fmt.Errorf("%s takes %w", what, errShare)
	if l.setup().cfg.Arithmetic != ArithAuto {
		l.setup().journal.GaveUp("integer lowering", sizeOf(l.sliced))
		return fmt.Errorf("%w; use --arithmetic auto or bv", why)
	}
	l.arithmetic = "bit-vectors (" + why.Error() + ")"
	l.setup().journal.Warn("the program stays in bit-vectors: " + why.Error())
	return nil
}

// integers lowers a program to the integers, and simplifies it.
func integers(ctx context.Context, p *program.Program, ranges *interval.Result, simplify bool) (*program.Program, error) {
	q, err := intlower.Lower(ctx, p, intlower.Options{Ranges: ranges})
	if err != nil || !simplify {
		return q, err
	}
	q, _, err = passes.Pipeline{passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify}.Run(ctx, q)
	return q, err
}

// Dump prints a stage of the preparation: the module, the inlined program, or
// the prepared program.
func Dump(ctx context.Context, w io.Writer, t *Task, cfg Config, stage string) error {
	if stage == "module" && IsModel(t.File) {
		return &InputError{Pos: program.Pos{File: t.File}, Msg: "--dump: a control-flow automaton has no functions; choose program or prepared"}
	}
	u, err := newSetup(t, cfg, Run{})
	if err != nil {
		return err
	}
	src, err := u.read(ctx)
	if err != nil {
		return err
	}
	if src.memory() != nil {
		if err := src.raiseMemory(ctx); err != nil {
			return err
		}
	}
	if stage == "module" {
		return src.module.Dump(w)
	}
	in, err := src.inline(ctx, max(cfg.RecursionBound, firstRecursionBound))
	if err != nil {
		return err
	}
	switch stage {
	case "program":
		return in.original.Dump(w)
	case "prepared":
		l, err := in.lower(ctx)
		if err != nil {
			return err
		}
		b, err := l.encode(ctx, u.plan.Encodings[0])
		if err != nil {
			return err
		}
		return b.prepared.Dump(w)
	}
	return &InputError{Msg: fmt.Sprintf("--dump: unknown stage %q; choose module, program or prepared", stage)}
}
