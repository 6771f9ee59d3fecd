package main

import (
	"cmp"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/compile"
	"cupel/verifier"
)

// macros is the value of -D and -U, which share a list: their order matters.
type macros struct {
	list *[]string
	mark string // prefix of the entries of -U
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

// compiled chooses how the program is read: by the user's flags, else by the compilation database, where there is one, else by the task. A command
// without -m32 is one for 64 bits.
func (f *verifyFlags) compiled(task *verifier.Task) error {
	model := task.DataModel
	if f.commands != "" {
		f.cfg.Inputs = append(f.cfg.Inputs, f.commands)
		commands, err := compile.FindAll(f.commands, task.Files())
		if err != nil {
			return &verifier.InputError{Msg: "--compile-commands: " + err.Error()}
		}
		own := f.cfg.Compile
		for i, c := range commands { // what comes later counts
			s := compile.Settings{Dirs: slices.Concat(own.Dirs, c.Dirs), Macros: slices.Concat(c.Macros, own.Macros), First: slices.Concat(c.First, own.First), Standard: cmp.Or(own.Standard, c.Standard)}
			if i == 0 {
				f.cfg.Compile = s
			} else {
				f.cfg.CompileMore = append(f.cfg.CompileMore, s)
			}
		}
		f.cfg.SignedWrap = f.cfg.SignedWrap || commands[0].Wrapped
		if model = program.LP64; commands[0].Bits == 32 {
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
