package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"cupel/core/program"
	"cupel/frontend/property"
	"cupel/internal/lazyregexp"
)

const (
	defaultTimeout = 10 * time.Second
	maxOutput      = 1 << 16 // bytes kept of each stream
)

// Result is the outcome of running a harness.
type Result struct {
	Hit    bool   // the error function was entered
	Ended  bool   // it was not, and no limit of the run explains that: the program ended otherwise
	Detail string // what happened instead
	Caveat string // why the compiled program differs from the verified one; mostly empty
	Output string // the beginning of the program's output
}

// Run compiles the harness in dir with the program and executes it in a temporary directory: with local
// variables initialised to zero and, if that does not reach the error, with a pattern. Functions without a body
// return 0. Where 32-bit programs cannot be compiled or executed, an ILP32 program is compiled for 64 bits, with a
// Caveat. A missing compiler is an error; a program that gcc rejects is a Detail.
func Run(ctx context.Context, dir string, s *Spec) (*Result, error) {
	tmp, err := workplace()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	r := &Result{}
	b := &build{dir: tmp, model: s.Model, errors: s.Errors, libraries: s.libraries()}
	b.always = s.semantics()
	inits := []string{""}
	if compiles(ctx, tmp, zeroLocals) {
		inits = []string{zeroLocals, patternLocals}
	}
	if s.Model == program.ILP32 {
		if why := obstacle32(ctx, tmp); why != "" {
			b.model = program.LP64
			r.Caveat = "compiled for 64 bits, because " + why
		}
	}
	units := append([]Unit{{s.Source, s.Flags}}, s.More...)
	for i := range units {
		if units[i].Source, err = filepath.Abs(units[i].Source); err != nil {
			return nil, fmt.Errorf("harness: %w", err)
		}
	}
	limit := s.Timeout
	if limit <= 0 {
		limit = defaultTimeout
	}
	var first *Result
	for _, init := range inits {
		if init != "" {
			b.flags = []string{init}
		}
		exe, complaint, err := b.all(ctx, filepath.Join(dir, File), units)
		switch {
		case err != nil:
			return nil, err
		case complaint != "":
			r.Detail = "gcc: " + complaint
			return r, nil
		}
		try := *r
		execute(ctx, exe, limit, s.Sanitizer, &try)
		switch {
		case try.Hit && init == patternLocals:
			try.Caveat = caveats(r.Caveat, "uninitialised variables have gcc's pattern instead of zero")
			return &try, ctx.Err()
		case try.Hit:
			return &try, ctx.Err()
		case first == nil:
			first = &try
		}
	}
	return first, ctx.Err()
}

// workplace creates a directory for the compiler, which must be installed.
func workplace() (string, error) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return "", errors.New("harness: gcc is not installed")
	}
	dir, err := os.MkdirTemp("", "cupel-harness-")
	if err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	return dir, nil
}

func caveats(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// execute runs the compiled program and classifies its end: a message of the sanitizer or a call of the error function is
// expected.
func execute(ctx context.Context, exe string, limit time.Duration, sanitizer *property.Sanitizer, r *Result) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	sanitized, mode := sanitizer != nil, confined
	if sanitized && sanitizer.Memory != "" {
		mode = shadowed
	}
	cmd := command(ctx, mode, exe)
	cmd.Dir = filepath.Dir(exe)
	var out, errs head
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	r.Output = string(append(out.text, errs.text...))
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		r.Detail = "no end within " + limit.String()
	case mode == shadowed && err != nil && memoryComplaint(sanitizer.Memory, errs.text, r):
	case mode == confined && sanitized && err != nil && complaint(errs.text) != "":
		r.Hit, r.Detail = true, complaint(errs.text)
	case sanitized && err == nil:
		r.Ended, r.Detail = true, "the program ended without a complaint of the sanitizer"
	case sanitized && !(errors.As(err, &exit) && exit.ExitCode() == notConfined):
		r.Ended, r.Detail = !limitMet(err), "the program ended without a complaint of the sanitizer: "+err.Error()
	case errors.As(err, &exit) && exit.ExitCode() == HitCode && bytes.Contains(errs.tail, []byte(message)):
		r.Hit = true
	case errors.As(err, &exit) && exit.ExitCode() == notConfined && bytes.HasPrefix(errs.text, []byte(launcher)):
		r.Detail = "the program is not run, because nothing confines it here: " + string(bytes.TrimSpace(errs.text))
	case err != nil:
		r.Ended, r.Detail = !limitMet(err), "the program ended without reaching the error function: "+err.Error()
	default:
		r.Ended, r.Detail = true, "the program ended without reaching the error function"
	}
}

// limitMet reports whether a program was not started, or was ended by a limit of its confinement. A segmentation fault may
// be a stack that is exhausted, but is mostly an access that the replay takes for defined.
func limitMet(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return true
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false
	}
	switch status.Signal() {
	case syscall.SIGKILL, syscall.SIGSYS, syscall.SIGXCPU, syscall.SIGXFSZ, syscall.SIGTERM, syscall.SIGINT:
		return true
	}
	return false
}

// head keeps the beginning and end of what is written to it.
type head struct{ text, tail []byte }

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), maxOutput-len(h.text))]...)
	h.tail = append(h.tail, p...)
	h.tail = h.tail[max(0, len(h.tail)-256):]
	return len(p), nil
}

// build compiles a harness and its program in dir.
type build struct {
	dir    string
	model  program.DataModel
	errors []string
	flags  []string // for this attempt
	always []string // for all attempts

	libraries []string // linker options in place of linkFlags
}

// sanitized are gcc's flags that make the sanitizer end the program with a message.
func (s *Spec) sanitized() []string {
	flags := []string{"-fsanitize=" + s.Sanitizer.Check, "-fno-sanitize-recover=all"}
	if s.Sanitizer.Memory != "" {
		flags = append(flags, "-fsanitize-address-use-after-scope")
	}
	return flags
}

// complaint extracts the sanitizer's message; "": none.
func complaint(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if _, what, ok := strings.Cut(line, ": runtime error: "); ok {
			return strings.TrimSpace(what)
		}
	}
	return ""
}

// zeroLocals initialises local variables with zero, patternLocals with a pattern: an error may depend on an
// uninitialised value. Supported from gcc 12 on.
const (
	zeroLocals    = "-ftrivial-auto-var-init=zero"
	patternLocals = "-ftrivial-auto-var-init=pattern"
)

// compileTime bounds each call of the compiler.
const compileTime = time.Minute

// compiler runs a tool on the program, with limits.
func compiler(ctx context.Context, tool string, args ...string) ([]byte, error) {
	path, err := exec.LookPath(tool)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, compileTime)
	defer cancel()
	cmd := command(ctx, limited, path, args...)
	var out head
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	return out.text, err
}

func (b *build) gcc(ctx context.Context, args ...string) ([]byte, error) {
	args = slices.Concat(compileFlags(b.model), b.always, b.flags, []string{"-x", "c"}, args)
	return compiler(ctx, "gcc", args...)
}

// object returns the program's object file, or gcc's error message.
func (b *build) object(ctx context.Context, units ...Unit) (object, complaint string, err error) {
	object = filepath.Join(b.dir, "program.o")
	var parts []string
	for i, u := range units {
		part := object
		if len(units) > 1 {
			part = filepath.Join(b.dir, fmt.Sprintf("unit%d.o", i))
		}
		args := slices.Concat(u.Flags, []string{"-c", "-o", part, u.Source})
		text, err := b.gcc(ctx, args...)
		if err != nil && !slices.ContainsFunc(u.Flags, func(f string) bool { return strings.HasPrefix(f, "-std=") }) {
			if _, err2 := b.gcc(ctx, append([]string{"-std=gnu2x"}, args...)...); err2 == nil { // the program is C23
				err = nil
			}
		}
		if err != nil {
			return "", firstError(text), ctx.Err()
		}
		parts = append(parts, part)
	}
	if len(units) > 1 {
		args := slices.Concat(compileFlags(b.model), []string{"-r", "-nostdlib", "-o", object}, parts)
		if text, err := compiler(ctx, "gcc", args...); err != nil {
			return "", firstError(text), ctx.Err()
		}
	}
	return object, "", b.globalize(ctx, object)
}

// link links an object file and sources.
func (b *build) link(ctx context.Context, object string, sources ...string) (exe string, text []byte, err error) {
	exe = filepath.Join(b.dir, "program")
	args := append([]string{"-o", exe}, sources...)
	libraries := b.libraries
	if libraries == nil {
		libraries = linkFlags
	}
	text, err = b.gcc(ctx, slices.Concat(args, []string{"-x", "none", object}, libraries)...)
	return exe, text, err
}

// all returns the executable, or gcc's error message.
func (b *build) all(ctx context.Context, harness string, units []Unit) (exe, complaint string, err error) {
	object, complaint, err := b.object(ctx, units...)
	if complaint != "" || err != nil {
		return "", complaint, err
	}
	exe, text, err := b.link(ctx, object, harness)
	if err == nil {
		return exe, "", nil
	}
	if names := missing(text); len(names) > 0 {
		stubs := filepath.Join(b.dir, "stubs.c")
		if err := os.WriteFile(stubs, []byte(stubSource(names)), 0o644); err != nil {
			return "", "", fmt.Errorf("harness: %w", err)
		}
		if exe, text, err = b.link(ctx, object, harness, stubs); err == nil {
			return exe, "", nil
		}
	}
	return "", firstError(text), ctx.Err()
}

// globalize makes static error functions visible to the harness.
func (b *build) globalize(ctx context.Context, object string) error {
	if _, err := exec.LookPath("objcopy"); err != nil || len(b.errors) == 0 {
		return nil
	}
	var args []string
	for _, e := range b.errors {
		args = append(args, "--globalize-symbol="+e)
	}
	if text, err := compiler(ctx, "objcopy", append(args, object)...); err != nil {
		return fmt.Errorf("harness: objcopy: %w: %s", err, text)
	}
	return nil
}

// probe is compiled to find out what gcc can do here: it needs a header and the library.
const probe = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n"

// accepted caches which options gcc accepts.
var accepted sync.Map

// compiles reports whether gcc accepts an option.
func compiles(ctx context.Context, dir, option string) bool {
	if ok, known := accepted.Load(option); known {
		return ok.(bool)
	}
	file := filepath.Join(dir, "probe.c")
	if err := os.WriteFile(file, []byte(probe), 0o644); err != nil {
		return false
	}
	_, err := compiler(ctx, "gcc", option, "-o", filepath.Join(dir, "probe"), file)
	ok := err == nil
	if ctx.Err() == nil {
		accepted.Store(option, ok)
	}
	return ok
}

var undefined = lazyregexp.New("undefined reference to [`'\"]([A-Za-z_][A-Za-z0-9_]*)'")

// missing extracts undefined functions from the linker's output.
func missing(text []byte) []string {
	var out []string
	for _, m := range undefined().FindAllSubmatch(text, -1) {
		out = append(out, string(m[1]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// firstError returns the first line of gcc's output that describes an error.
func firstError(text []byte) string {
	for _, l := range bytes.Split(text, []byte("\n")) {
		if bytes.Contains(l, []byte("error")) || bytes.Contains(l, []byte("undefined")) {
			return string(bytes.TrimSpace(l))
		}
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}
