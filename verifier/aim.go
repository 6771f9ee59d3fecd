package verifier

import (
	"fmt"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/unwritten"
	"cupel/evidence"
	"cupel/frontend/property"
)

// An Aim says which of a program's checks a run is about, by their numbers in passes.CheckGoals: one of them fails, before any other check does, in every execution that the run
// calls an error.
type Aim struct {
	All     bool // it is about all of them
	Targets []int
	Holds   []int // others that are known to hold
	// Lenient: of the rest, those that not all readings of C call undefined do not matter, and a violation may come behind one that fails; otherwise the model ends there.
	Lenient bool
	// Paths: only a search of paths, without what takes longer and comes before the engines elsewhere.
	Paths bool
	// Unwritten: it is about the uses of what was never written, of these variables and blocks, instead. Goals are reached by every execution with such a use, and perhaps by others.
	Unwritten []unwritten.Source
}

// onlyPaths reports whether a run is a search of paths and no more.
func (c *Config) onlyPaths() bool { return c.Aim != nil && c.Aim.Paths }

// wantsChecks reports whether each check of a task is to have an answer of its own.
func (c *Config) wantsChecks(t *Task) bool {
	return len(c.Checks) > 0 || t.PropertyInfo().Kind == property.DefBehavior
}

// NotAboutAllChecks refuses the property that consists of all checks, for commands that have one answer only.
func (t *Task) NotAboutAllChecks() error {
	if t.PropertyInfo().Kind != property.DefBehavior {
		return nil
	}
	return notAbout(t)
}

// concerns reports whether checks of a kind are goals.
func (u *setup) concerns(k program.CheckKind) bool {
	return u.task.PropertyInfo().Concerns(k) || u.cfg.chooses(k)
}

// chooses reports whether the user has chosen checks of a kind.
func (c *Config) chooses(k program.CheckKind) bool {
	chosen, _ := program.ChooseChecks(c.Checks)
	for _, choice := range chosen {
		for _, of := range choice.Kinds {
			if of == k {
				return true
			}
		}
	}
	return false
}

// judgesMemory reports whether uses of memory are among the checks.
func (u *setup) judgesMemory() bool {
	return u.concerns(program.InvalidAccess) || u.concerns(program.PointerOrder)
}

// raise makes goals of the checks that the run is about.
func (s *source) raise(m *program.Module) {
	u := s.setup
	about, aim := u.task.PropertyInfo(), u.cfg.Aim
	if aim == nil {
		if len(about.Goals) > 0 {
			passes.RaiseChecks(m, about.Raise)
		}
		return
	}
	s.checks = passes.CheckGoals(m, called(m), u.concerns)
	if ws := aim.Unwritten; len(ws) > 0 {
		unwritten.Check(m, func(w unwritten.Source) bool { return slices.Contains(ws, w) })
		defer unwritten.Raise(m)
	}
	how := aim.raising()
	if s.aimsAtMemory() { // executions are judged on this program
		passes.AimAtChecks(m, s.checks, func(g *program.Goal) passes.Raising {
			if what := how(g); what != passes.Drop {
				return what
			}
			return passes.Keep
		})
		return
	}
	passes.AimAtChecks(m, s.checks, how)
}

// raising is what becomes of the goals.
func (aim *Aim) raising() func(*program.Goal) passes.Raising {
	targets, holds := numbers(aim.Targets), numbers(aim.Holds)
	return func(g *program.Goal) passes.Raising {
		switch {
		case aim.All || targets[g.ID]:
			return passes.Fail
		case g.Check.Arguable() && !holds[g.ID] && aim.Lenient:
			return passes.Drop
		case g.Check.Arguable() && !holds[g.ID]:
			return passes.End
		}
		return passes.Keep
	}
}

// aimsAtMemory reports whether the run is about uses of memory, one by one.
func (s *source) aimsAtMemory() bool {
	aim := s.setup.cfg.Aim
	return aim != nil && !aim.All && slices.ContainsFunc(s.checks, func(g *program.Goal) bool { return faultOf(g) != interp.NoFault && slices.Contains(aim.Targets, g.ID) })
}

// aimsAtMore reports whether a run that is about uses of memory is about other checks, too.
func (s *source) aimsAtMore() bool {
	return slices.ContainsFunc(s.checks, s.otherGoal)
}

// otherGoal reports whether a goal is one of the targets that is about no use of memory.
func (s *source) otherGoal(g *program.Goal) bool {
	return g != nil && s.setup.cfg.Aim != nil && faultOf(g) == interp.NoFault && slices.Contains(s.setup.cfg.Aim.Targets, g.ID)
}

// faultOf is the fault of memory that violates a goal; NoFault: it is none of memory.
func faultOf(g *program.Goal) interp.MemoryFault {
	switch g.Check {
	case program.InvalidAccess:
		return interp.InvalidAccess
	case program.InvalidRelease:
		return interp.InvalidRelease
	case program.PointerOrder:
		return interp.Unrelated
	}
	return interp.NoFault
}

// usesOf are the goals about uses of memory that are chosen.
func (s *source) usesOf(chosen func(*program.Goal) bool) map[interp.Use]bool {
	uses := map[interp.Use]bool{}
	for _, g := range s.checks {
		if f := faultOf(g); f != interp.NoFault && chosen(g) {
			uses[interp.Use{Fault: f, Pos: g.Pos}] = true
		}
	}
	return uses
}

// judgeUses is a judge of the chosen uses of memory.
func (s *source) judgeUses(chosen func(*program.Goal) bool) *interp.Memory {
	y := s.newJudge()
	y.InvalidAccess, y.InvalidRelease, y.Only = true, true, s.usesOf(chosen)
	return y
}

func numbers(ns []int) map[int]bool {
	set := make(map[int]bool, len(ns))
	for _, n := range ns {
		set[n] = true
	}
	return set
}

// limitEvidence leaves out what would speak of another property than the one that an execution violates.
func (a *answer) limitEvidence(c *evidence.Case) {
	if a.setup().cfg.Aim == nil || a.proven == nil || a.proven.Execution == nil {
		return
	}
	out := a.proven.Execution
	about := property.DefBehavior
	kind := ""
	if k, ok := evidence.FaultKinds[out.Fault]; ok {
		kind, c.Task.Sanitizer = string(k), k.Info().Sanitizer
	} else if g := out.Last.Goal; g != nil && g.Call {
		return
	} else if g != nil {
		kind = g.Kind()
		about = propertyOf(a.setup().task, g.Check)
		if g.Check == program.SignedOverflow {
			c.Task.Sanitizer = property.NoOverflow.Info().Sanitizer
		}
	}
	if c.Options.Harness != "" && c.Task.Sanitizer == nil {
		c.Journal.FailedOutput("--harness", fmt.Errorf("compiled programs are not asked for the check %s", kind))
		c.Options.Harness = ""
	}
	if c.Options.Witness != "" && about != a.setup().task.PropertyInfo().Kind {
		c.Journal.FailedOutput("--witness", fmt.Errorf("a failing check violates another property (%s) than that of the task", about))
		c.Options.Witness = ""
	}
}

// propertyOf is the property that a failing check violates: the task's, if that speaks of it.
func propertyOf(t *Task, k program.CheckKind) property.Kind {
	if i := t.PropertyInfo(); i.Raise(k) == passes.Fail {
		return i.Kind
	}
	return property.DefBehavior
}
