package main

import (
	"fmt"
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
		f.cfg.Inputs = append(f.cfg.Inputs, f.commands)
		own, first := f.cfg.Compile, (*compile.Command)(nil)
		for i, file := range task.Files() {
			c, err := compile.Find(f.commands, file)
			if err != nil {
				return &verifier.InputError{Msg: "--compile-commands: " + err.Error()}
			}
			// What comes later counts.
			s := compile.Settings{Dirs: slices.Concat(own.Dirs, c.Dirs), Macros: slices.Concat(c.Macros, own.Macros), First: slices.Concat(c.First, own.First)}
			if i == 0 {
				f.cfg.Compile, first = s, c
			} else {
				f.cfg.CompileMore = append(f.cfg.CompileMore, s)
			}
			if c.Bits != first.Bits || c.Wrapped != first.Wrapped {
				return &verifier.InputError{Msg: fmt.Sprintf("--compile-commands: %s and %s are compiled for different machines (-m32, -fwrapv)", task.File, file)}
			}
		}
		f.cfg.SignedWrap = f.cfg.SignedWrap || first.Wrapped
		if model = program.LP64; first.Bits == 32 {
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
