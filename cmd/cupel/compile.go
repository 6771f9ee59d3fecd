package main

import (
	"slices"
	"strings"

	"cupel/compile"
	"cupel/program"
	"cupel/verifier"
)

// macros is the value of -D and -U, which share a list: their order matters.
type macros struct {
	list *[]string
	mark string // of what is undefined
}

// Set implements pflag.Value.
func (m *macros) Set(s string) error {
	*m.list = append(*m.list, m.mark+s)
	return nil
}

// String implements pflag.Value.
func (m *macros) String() string {
	if m.list == nil {
		return ""
	}
	return strings.Join(*m.list, " ")
}

// Type implements pflag.Value.
func (m *macros) Type() string { return "macro" }

// compiled chooses how the program is read: as the user says, else as the compilation database does, where there is one, else
// as the task does. A command without -m32 is one for 64 bits.
func (f *verifyFlags) compiled(task *verifier.Task) error {
	model := task.DataModel
	if f.commands != "" {
		c, err := compile.Find(f.commands, task.File)
		if err != nil {
			return &verifier.InputError{Msg: "--compile-commands: " + err.Error()}
		}
		own := &f.cfg.Compile // what comes later counts
		own.Dirs, own.Macros, own.First = slices.Concat(own.Dirs, c.Dirs), slices.Concat(c.Macros, own.Macros), slices.Concat(c.First, own.First)
		f.cfg.SignedWrap = f.cfg.SignedWrap || c.Wrapped
		f.cfg.Inputs = append(f.cfg.Inputs, f.commands)
		if model = program.LP64; c.Bits == 32 {
			model = program.ILP32
		}
	}
	switch {
	case f.model64:
		f.cfg.DataModel = program.LP64
	case !f.model32:
		f.cfg.DataModel = model
	}
	return nil
}
