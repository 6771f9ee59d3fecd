package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
)

// Whether TRUE is an answer where it would say nothing: where nothing is asserted, or where no execution comes to an end.
const (
	VacuousAllow = "allow" // it is
	VacuousAuto  = "auto"  // it is for tasks of SV-COMP, whose rules say so; elsewhere the answer is UNKNOWN with the reason
)

// refusesVacuous reports whether TRUE has to say something.
func (u *setup) refusesVacuous() bool {
	t := u.task
	return u.cfg.Vacuous == VacuousAuto && t.Definition == "" && t.PropertyFile == "" && u.cfg.Restriction == nil
}

// vacuous is the answer that none would say anything.
func (s *source) vacuous(pos program.Pos, why string) *answer {
	if pos.IsValid() {
		why = pos.String() + ": " + why
	}
	return &answer{source: s, result: engine.Because(engine.Vacuous, why)}
}

// unasserted is the answer about a program that has no call of an error function where it is executed; nil: it has one, or such
// an answer is not asked for. A property about checks speaks of any program.
func (s *source) unasserted() *answer {
	u := s.setup
	if s.module == nil || !u.refusesVacuous() || !u.task.PropertyInfo().ErrorFunctions {
		return nil
	}
	start := u.cfg.start()
	if p := u.task.Property; p != nil && u.cfg.Function == "" {
		start = p.Entry
	}
	reached := called(s.module)
	if slices.ContainsFunc(s.module.Goals, func(g *program.Goal) bool { return reached[g.Func] }) {
		return nil
	}
	for _, f := range s.module.Funcs {
		for _, l := range f.Locs {
			if reached[f.Name] && l.Cut != "" { // what is behind it is not known
				why := engine.CutReason(l)
				return &answer{source: s, result: engine.Because(why.Kind, why.Text)}
			}
		}
	}
	names := u.errorFunctions()
	what := "no call of " + strings.Join(names, " or ")
	if i := slices.Index(names, "__assert_fail"); i >= 0 {
		what = "no assertion and no call of " + strings.Join(slices.Delete(slices.Clone(names), i, i+1), " or ")
	}
	var pos program.Pos
	for _, f := range s.module.Funcs {
		if f.Name == start {
			pos = f.Pos
		}
	}
	return s.vacuous(pos, fmt.Sprintf("nothing is asserted: there is %s in %s and what it calls", what, start))
}

// called are the names of the functions that calls lead to from the beginning of the program.
func called(m *program.Module) map[string]bool {
	reached := map[string]bool{m.Entry.Name: true}
	for todo := []*program.Func{m.Entry}; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range f.Locs {
			for _, e := range l.Out {
				for op := range program.AllOps(e.Ops) {
					if c := op.Callee; c != nil && !reached[c.Name] {
						reached[c.Name] = true
						todo = append(todo, c)
					}
				}
			}
		}
	}
	return reached
}

// doomed is the answer where every execution ends by undefined behaviour; nil: none does, or such an answer is not asked for.
func (s *source) doomed(seen executions) *answer {
	if d := seen.doomed; d != nil && s.setup.refusesVacuous() {
		return s.vacuous(d.Pos, "every execution ends here by undefined behaviour: "+d.Note)
	}
	return nil
}

// blocked is the answer where the only execution, whose last edge is e, ends by an assumption that fails; nil as for doomed.
func (s *source) blocked(e *program.Edge) *answer {
	if s.setup.refusesVacuous() && s.module.Blocks(e) {
		return s.vacuous(e.Pos, engine.Contradiction+"every one is stopped here")
	}
	return nil
}

// contradictory is the answer instead of a proof about a program none of whose executions comes to an end or to an assertion, which a search of its own proves;
// nil: one does, as far as is known. It is asked about programs with assumptions, and those with an undefined random run, where no random run has ended.
func (s *source) contradictory(ctx context.Context, seen rolls) *answer {
	u := s.setup
	if s.module == nil || seen.ended || !u.refusesVacuous() || len(s.module.Assumed) == 0 && seen.undefined == nil {
		return nil
	}
	defer u.journal.Begin("ends", "whether an execution comes to an end")()
	in, err := s.inlineAll(ctx, max(u.cfg.RecursionBound, firstRecursionBound), false)
	if err != nil || len(in.original.Error.In) == 0 { // assertions hold by themselves
		return nil
	}
	cfg := DefaultConfig()
	cfg.Engine, cfg.DataModel, cfg.SolverTimeoutMS, cfg.Seed = endsEngine, u.cfg.DataModel, u.cfg.SolverTimeoutMS, u.cfg.Seed
	own, err := newSetup(u.task, cfg, Run{})
	if err != nil {
		return nil
	}
	ctx, stop := work.Within(ctx, endsWork)
	defer stop()
	ends := &source{setup: own, model: passes.Ends(in.original, s.module.Blocks)}
	a, err := ends.searchTo(ctx, 0, false, engine.Quiet{})
	if err != nil || a.result.Verdict != engine.True {
		return nil
	}
	if d := seen.undefined; d != nil {
		what := "no execution comes to an end, each is stopped before"
		if seen.stopped == nil {
			what = "every execution ends by undefined behaviour"
		}
		return s.vacuous(program.Pos{}, fmt.Sprintf("%s: %s: %s", what, d.Pos, d.Note))
	}
	where := s.module.Assumed[len(s.module.Assumed)-1]
	if seen.stopped != nil {
		where = seen.stopped.Pos
	}
	return s.vacuous(program.Pos{}, fmt.Sprintf("%s%s: an assumption fails", engine.Contradiction, where))
}

// endsEngine searches for an execution that comes to an end: the first path often does.
const endsEngine = "symex"
