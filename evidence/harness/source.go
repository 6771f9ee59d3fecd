package harness

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"cupel/core/program"
)

// message is printed when the error function is entered.
const message = "error reached: "

// quiet keeps the harness's own functions out of the entry hook.
const quiet = "__attribute__((no_instrument_function))"

// Source returns the text of the harness.
func Source(s *Spec) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("/* Inputs of an execution that reaches the error. Compile and run:\n")
	w("     gcc %s -o a.out %s %s %s\n", strings.Join(s.flags(), " "), File, commentSafe(s.sources()), strings.Join(s.libraries(), " "))
	if s.Sanitizer != nil {
		names := "The sanitizer"
		if s.Sanitizer.Leak() {
			names = "A message at the end"
		}
		w("   %s names %s. */\n", names, s.Sanitizer.Names)
	} else {
		w("   The exit code is %d when the error function is entered. (When that function\n   is static, make the program's object file first, and it global by objcopy.) */\n", HitCode)
	}
	w("#include <stdio.h>\n#include <stdlib.h>\n\n")
	w("static unsigned cupel_call;\n\n%s static unsigned cupel_next(void) {\n  return cupel_call++;\n}\n", quiet)
	nondets(w, s)
	mainCall(w, s.Arguments)
	rest(w, s)
	blocks(w, s)
	return b.String()
}

// rest prints what is independent of the source of inputs: the error functions, and functions that verified
// programs assume.
func rest(w func(string, ...any), s *Spec) {
	w("\n%s static void cupel_hit(const char *name) {\n  fprintf(stderr, \"%s%%s\\n\", name);\n  _Exit(%d);\n}\n", quiet, message, HitCode)
	w("\n__attribute__((weak)) %s void __VERIFIER_assume(int c) {\n  if (!c) exit(0);\n}\n", quiet)
	for _, n := range []string{"__CPROVER_assume", "__ESBMC_assume"} {
		w("__attribute__((weak)) %s void %s(_Bool c) {\n  if (!c) exit(0);\n}\n", quiet, n)
	}
	w("__attribute__((weak)) %s void klee_assume(__UINTPTR_TYPE__ c) {\n  if (!c) exit(0);\n}\n", quiet)
	for _, n := range []string{"__CPROVER_assert", "__ESBMC_assert"} {
		w("__attribute__((weak)) %s void %s(_Bool c, const char *what) {\n  (void)c;\n  (void)what;\n", quiet, n)
		if slices.Contains(s.Errors, "__assert_fail") {
			w("  if (!c) cupel_hit(\"%s\");\n", n)
		}
		w("}\n")
	}
	for _, n := range []string{"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"} {
		w("__attribute__((weak)) %s void %s(void) {}\n", quiet, n)
	}
	w("\n/* Used where the program has no definition of its own. */\n")
	for _, e := range s.Errors {
		w("__attribute__((weak)) %s void %s() {\n  cupel_hit(\"%s\");\n}\n", quiet, e, e)
	}
	w("\n/* Called at the entry of every function of the program. */\n")
	w("%s void __cyg_profile_func_enter(void *f, void *site) {\n  (void)site;\n", quiet)
	for _, e := range s.Errors {
		w("  if ((void *)%s == f) cupel_hit(\"%s\");\n", e, e)
	}
	w("}\n")
	if s.Sanitizer != nil && s.Sanitizer.Leak() {
		w("static int cupel_returned; /* main has */\nint main();\n")
	}
	w("%s void __cyg_profile_func_exit(void *f, void *site) {\n  (void)site;\n%s}\n", quiet, left(s))
}

// nondets prints one function per callee; the call counter is common to all.
func nondets(w func(string, ...any), s *Spec) {
	types := map[string]string{}
	for _, in := range s.Inputs {
		types[in.Callee] = in.Type
	}
	var names []string
	for n := range types {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		t := types[n]
		w("\n%s %s %s() {\n  switch (cupel_next()) {\n", quiet, t, n)
		for i, in := range s.Inputs {
			if in.Callee == n {
				w("  case %d: return (%s)%s;\n", i, t, in.Literal)
			}
		}
		w("  default: return (%s)0;\n  }\n}\n", t)
	}
}

// commentSafe prevents a file name from ending its comment.
func commentSafe(s string) string { return strings.ReplaceAll(s, "*/", "* /") }

// compileFlags are the options of gcc for harness and program.
func compileFlags(m program.DataModel) []string {
	mode := "-m32"
	if m == program.LP64 {
		mode = "-m64"
	}
	return []string{mode, "-std=gnu11", "-O0", "-w", "-fgnu89-inline", "-fno-strict-aliasing", "-finstrument-functions"}
}

// flags are all gcc options for the program.
func (s *Spec) flags() []string {
	return slices.Concat(compileFlags(s.Model), s.semantics())
}

// semantics are the options that say what signed overflow does.
func (s *Spec) semantics() (out []string) {
	if s.Sanitizer != nil {
		out = s.sanitized()
	}
	if s.Wrap {
		out = append(out, "-fwrapv")
	}
	return out
}

// sources are the files of the program on a command line.
func (s *Spec) sources() string {
	out := s.Source
	for _, u := range s.More {
		out += " " + u.Source
	}
	return out
}

// linkFlags follow the files on the command line. The harness's definitions come first and have priority.
var linkFlags = []string{"-Wl,-z,muldefs", "-lm", "-pthread"}

// stubSource defines functions that have no body anywhere: they return 0.
func stubSource(names []string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s long %s() { return 0; }\n", quiet, n)
	}
	return b.String()
}
