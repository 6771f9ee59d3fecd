package verifier

import (
	"fmt"
	"slices"

	"cupel/core/program"
	"cupel/core/program/memory"
	"cupel/evidence/witness/validate"
	"cupel/frontend/c"
	"cupel/frontend/property"
)

// ValidationTask defines how the program of a task is read where a witness about it is validated: as it is verified.
func ValidationTask(t *Task, cfg Config) (*validate.Task, error) {
	if IsModel(t.File) {
		return nil, &InputError{Msg: t.File + ": witnesses are about C programs, and this is " + aModel(t.File)}
	}
	about := t.PropertyInfo()
	g, err := validated(t)
	if err != nil {
		return nil, err
	}
	u := &setup{task: t, cfg: cfg}
	o := u.frontEnd()
	o.Types = false
	before, err := cfg.Compile.Before()
	if err != nil {
		return nil, err
	}
	o.Before = before
	v := &validate.Task{File: t.File, Options: o, Specification: cfg.PropertyOf(t), Memory: g, Entry: cfg.Entry, Ends: about.Ends}
	if len(about.Goals) > 0 {
		v.Raise = about.Raise
	}
	return v, nil
}

// validated are the faults of memory that violate a property; nil: it is not about memory. Formats of witnesses speak of accesses and releases only.
func validated(t *Task) (*memory.Goals, error) {
	about := t.PropertyInfo()
	if about.Kind == property.DefBehavior {
		return nil, notAbout(t)
	}
	if about.Memory == nil {
		return nil, nil
	}
	g := &memory.Goals{Access: slices.Contains(about.Memory, property.ValidDeref), Release: slices.Contains(about.Memory, property.ValidFree)}
	if !g.Access && !g.Release {
		return nil, &InputError{Pos: program.Pos{File: t.File}, Msg: fmt.Sprintf("no format of witnesses has one for %s: SV-COMP has none for blocks that are lost or left", about.Kind)}
	}
	return g, nil
}

// FrontEndError is an error of the front end as one of the input, or itself.
func FrontEndError(err error) error {
	if e, ok := err.(*c.Error); ok && !e.Internal {
		return &InputError{Msg: e.Error()}
	}
	return err
}

// SupportedProperty is the property in a text, if it is a supported one. nil: it is not, or it is the default property of tasks without one.
func SupportedProperty(text string) *property.Property {
	ps, err := property.Parse("specification", []byte(text))
	p, ok := property.File(ps).Joined()
	if err != nil || !ok || !p.Kind.Info().Verified {
		return nil
	}
	if p.Line = 0; p == *property.ByName(string(property.UnreachCall)) {
		return nil
	}
	return &p
}
