package verifier

import (
	"fmt"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/evidence"
	"cupel/frontend/property"
)

// An Aim says which of a program's checks a run is about, by their numbers in passes.CheckGoals: one of them fails, before any other check does, in every execution that the run
// calls an error.
type Aim struct {
	All     bool // it is about all of them
	Targets []int
	Holds   []int // of others that not all readings of C call undefined, those that are known to hold; the rest ends the model
}

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

// judgesMemory reports whether accesses and releases of memory are among the checks.
func (u *setup) judgesMemory() bool {
	chosen, _ := program.ChooseChecks(u.cfg.Checks)
	for _, choice := range chosen {
		if choice.Memory {
			return true
		}
	}
	return u.task.PropertyInfo().Kind == property.DefBehavior
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
	targets, holds := numbers(aim.Targets), numbers(aim.Holds)
	passes.AimAtChecks(m, s.checks, func(g *program.Goal) passes.Raising {
		switch {
		case aim.All || targets[g.ID]:
			return passes.Fail
		case g.Check.Arguable() && !holds[g.ID]:
			return passes.End
		}
		return passes.Keep
	})
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
	if g := out.Last.Goal; g != nil && g.Call {
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
