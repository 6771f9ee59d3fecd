package harness

import (
	"slices"

	"cupel/frontend/c/literal"
)

// Arguments are what main is called with.
type Arguments struct {
	Count       int64    // argc
	Strings     []string // argv up to its null pointer; fewer than Count if main does not use them
	Environment []string
}

// wrapMain lets the linker replace main where the library calls it, so that also arguments that no shell passes on, as none at all, can be given.
const wrapMain = "-Wl,--wrap=main"

// libraries are the linker's options for the program.
func (s *Spec) libraries() []string {
	flags := slices.Clone(linkFlags)
	if s.Arguments != nil {
		flags = append(flags, wrapMain)
	}
	if s.Sanitizer != nil && s.Sanitizer.Memory != "" {
		flags = append(flags, wrapBlocks...)
	}
	return flags
}

// mainCall prints the function that calls main with the arguments.
func mainCall(w func(string, ...any), a *Arguments) {
	if a == nil {
		return
	}
	vector := func(name string, strings []string) {
		for i, s := range strings {
			w("static char cupel_%s%d[] = %s;\n", name, i, literal.String([]byte(s)))
		}
		w("static char *cupel_%s[] = {", name)
		for i := range strings {
			w("cupel_%s%d, ", name, i)
		}
		w("0};\n")
	}
	w("\n/* The arguments of main. */\n")
	vector("argv", a.Strings)
	vector("envp", a.Environment)
	w("int __real_main();\n%s int __wrap_main(void) {\n  return __real_main(%d, cupel_argv, cupel_envp);\n}\n", quiet, a.Count)
}
