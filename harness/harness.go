package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"

	"cupel/program"
)

// HitCode is the exit code of a harness that reached the error function.
const HitCode = 107

// runLimit bounds the compiled harness.
const runLimit = 10 * time.Second

// Input is one value the program receives.
type Input struct {
	Callee  string // the function called
	Type    string // its C return type
	Literal string // the value as a C expression
}

// Spec describes a counterexample.
type Spec struct {
	Source string // the program's file
	Model  program.DataModel
	Errors []string // the error functions
	Inputs []Input  // in the order of the calls
}

// File is the name of the harness below the directory given to Write.
const File = "harness.c"

// Write writes the harness to dir, creating it, and returns the file's path.
func Write(dir string, s *Spec) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	path := filepath.Join(dir, File)
	tmp, err := os.CreateTemp(dir, ".cupel-*")
	if err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	_, err = tmp.WriteString(Source(s))
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return "", fmt.Errorf("harness: %w", err)
	}
	return path, nil
}

// Source returns the text of the harness.
func Source(s *Spec) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("/* Inputs of an execution that reaches the error. Compile and run:\n")
	w("     %s\n", strings.Join(command(s, File, "a.out", s.Source), " "))
	w("   The exit code is %d when the error function is entered. */\n", HitCode)
	w("#include <stdio.h>\n#include <stdlib.h>\n\n")
	w("static unsigned cupel_call;\n\n")
	w("__attribute__((no_instrument_function)) static unsigned cupel_next(void) {\n")
	w("  return cupel_call++;\n}\n")
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
		w("\n__attribute__((no_instrument_function)) %s %s(void) {\n  switch (cupel_next()) {\n", t, n)
		for i, in := range s.Inputs {
			if in.Callee == n {
				w("  case %d: return (%s)%s;\n", i, t, in.Literal)
			}
		}
		w("  default: return (%s)0;\n  }\n}\n", t)
	}
	w("\n__attribute__((weak, no_instrument_function)) void __VERIFIER_assume(int c) {\n  if (!c) exit(0);\n}\n")
	for _, n := range []string{"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"} {
		w("__attribute__((weak, no_instrument_function)) void %s(void) {}\n", n)
	}
	w("\n/* Called at the entry of every function of the program. */\n")
	for _, e := range s.Errors {
		w("extern void %s(void) __attribute__((weak));\n", e)
	}
	w("__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *site) {\n  (void)site;\n")
	for _, e := range s.Errors {
		w("  if ((void *)%s == f) {\n    fputs(\"error reached: %s\\n\", stderr);\n    _Exit(%d);\n  }\n", e, e, HitCode)
	}
	w("}\n__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *site) {\n  (void)f;\n  (void)site;\n}\n")
	return b.String()
}

// command is the gcc call that links a harness with the program.
func command(s *Spec, harness, out, source string) []string {
	mode := "-m32"
	if s.Model == program.LP64 {
		mode = "-m64"
	}
	return []string{"gcc", mode, "-std=gnu11", "-O0", "-w", "-fgnu89-inline", "-fno-strict-aliasing", "-finstrument-functions",
		"-o", out, harness, "-x", "c", source, "-lm"}
}

// Result is the outcome of a harness.
type Result struct {
	Hit    bool   // the error function was entered
	Detail string // what happened otherwise
}

var undefined = regexp.MustCompile("undefined reference to [`'\"]([A-Za-z_][A-Za-z0-9_]*)'")

// Run compiles the harness in dir with the program and runs it in a temporary
// directory. Functions without a body get one that returns 0. A missing
// compiler is an error.
func Run(ctx context.Context, dir string, s *Spec) (*Result, error) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return nil, errors.New("harness: gcc is not installed")
	}
	tmp, err := os.MkdirTemp("", "cupel-harness-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	source, err := filepath.Abs(s.Source)
	if err != nil {
		return nil, err
	}
	exe := filepath.Join(tmp, "harness")
	args := command(s, filepath.Join(dir, File), exe, source)
	text, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput()
	if err != nil {
		stubs := missing(text, s)
		if len(stubs) == 0 {
			return &Result{Detail: "gcc: " + firstLine(text)}, nil
		}
		file := filepath.Join(tmp, "stubs.c")
		if err := os.WriteFile(file, []byte(stubSource(stubs)), 0o644); err != nil {
			return nil, err
		}
		args = append(args, "-x", "c", file)
		if text, err = exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			return &Result{Detail: "gcc: " + firstLine(text)}, nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Dir = tmp
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return &Result{Detail: "no end within " + runLimit.String()}, nil
	case errors.As(err, &exit) && exit.ExitCode() == HitCode:
		return &Result{Hit: true}, nil
	case err != nil:
		return &Result{Detail: err.Error()}, nil
	}
	return &Result{Detail: "the program ended without reaching the error function"}, nil
}

// missing lists the functions the linker did not find.
func missing(text []byte, s *Spec) []string {
	seen := map[string]bool{}
	var out []string
	for _, m := range undefined.FindAllSubmatch(text, -1) {
		if n := string(m[1]); !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

func stubSource(names []string) string {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "long %s() { return 0; }\n", n)
	}
	return b.String()
}

func firstLine(text []byte) string {
	for _, l := range bytes.Split(text, []byte("\n")) {
		if bytes.Contains(l, []byte("error")) || bytes.Contains(l, []byte("undefined")) {
			return string(bytes.TrimSpace(l))
		}
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}
