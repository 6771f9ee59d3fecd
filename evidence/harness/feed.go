package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"cupel/core/program"
)

// A Sequence is the inputs of an execution in call order.
type Sequence []Input

// Ending is how an execution of the compiled program ended.
type Ending int

// The endings.
const (
	NotRun    Ending = iota // the time was over before it started
	Reached                 // the error function was entered
	Ended                   // without reaching it; also by abort or exit
	Crashed                 // by undefined behaviour, or a signal other than that of abort
	OutOfTime               // did not terminate
	Diverged                // read another input than the sequence provides, or more
)

// An Outcome is the end of one execution.
type Outcome struct {
	Ending Ending
	Detail string // details for display; may be ""
}

const (
	feedSeconds = 2  // processor time of one execution, in seconds
	clockFactor = 10 // wall-clock limit as a multiple of that
)

// trapped makes undefined behaviour that is detectable where it happens raise SIGILL, without a runtime
// library. Memory accesses are not included, nor what gcc restricts beyond the standard.
var trapped = []string{"-fsanitize=integer-divide-by-zero,shift-exponent,unreachable,float-cast-overflow", "-fsanitize-undefined-trap-on-error"}

// RunAll compiles the program once and executes it on each of the sequences, several at a time, confined as by
// Run. Outcomes are ordered as the sequences. Executions for which ctx leaves no time are NotRun, and ctx's
// error is returned with them. A missing compiler or library, a program that gcc rejects, and an undefined
// function or variable are errors without outcomes.
func RunAll(ctx context.Context, s *Spec, sequences []Sequence) ([]Outcome, error) {
	f, err := newFeed(sequences)
	if err != nil || len(sequences) == 0 {
		return nil, err
	}
	tmp, err := workplace()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	p := &fed{feed: f, sanitized: s.Sanitizer != nil, seconds: feedSeconds}
	if s.Timeout > 0 {
		p.seconds = int((s.Timeout + time.Second - 1) / time.Second)
	}
	p.clock = clockFactor * time.Duration(p.seconds) * time.Second
	if p.exe, err = f.compile(ctx, tmp, s); err == nil {
		p.starter, err = newStarter(ctx, tmp)
	}
	switch {
	case ctx.Err() != nil: // the killed tool's message is irrelevant
		return make([]Outcome, len(sequences)), ctx.Err()
	case err != nil:
		return nil, err
	}
	return p.all(ctx, sequences)
}

// compile builds the executable in dir.
func (f *feed) compile(ctx context.Context, dir string, s *Spec) (string, error) {
	b := &build{dir: dir, model: s.Model, errors: s.Errors}
	switch {
	case s.Sanitizer != nil:
		b.always = s.sanitized()
	case s.Wrap:
		b.always = append(slices.Clone(trapped), "-fwrapv")
	default:
		b.always = append(slices.Clone(trapped), "-fsanitize=signed-integer-overflow")
	}
	if compiles(ctx, dir, zeroLocals) {
		b.flags = []string{zeroLocals}
	}
	object, called, err := f.object(ctx, b, s)
	if err != nil {
		return "", err
	}
	harness := filepath.Join(dir, File)
	if err := os.WriteFile(harness, []byte(f.source(s, called)), 0o644); err != nil {
		return "", fmt.Errorf("harness: %w", err)
	}
	exe, text, err := b.link(ctx, object, harness)
	if err != nil {
		return "", unlinked(text)
	}
	return exe, nil
}

// object compiles the program alone. called are its input functions without a known type.
func (f *feed) object(ctx context.Context, b *build, s *Spec) (object string, called []string, err error) {
	if s.Model == program.ILP32 {
		if why := obstacle32(ctx, b.dir); why != "" {
			return "", nil, errors.New("harness: " + why)
		}
	}
	source, err := filepath.Abs(s.Source)
	if err != nil {
		return "", nil, fmt.Errorf("harness: %w", err)
	}
	if s.Text != nil { // includes are still searched next to the file
		b.always = append(b.always, "-iquote", filepath.Dir(source))
		source = filepath.Join(b.dir, "program.c")
		if err := os.WriteFile(source, s.Text, 0o644); err != nil {
			return "", nil, fmt.Errorf("harness: %w", err)
		}
	}
	object, complaint, err := b.object(ctx, Unit{Source: source})
	if err != nil {
		return "", nil, err
	}
	if complaint != "" {
		return "", nil, errors.New("harness: gcc: " + complaint)
	}
	if called, err = inputFunctions(object); err != nil {
		return "", nil, err
	}
	return object, slices.DeleteFunc(called, func(n string) bool { return f.types[n] != "" }), nil
}

// unlinked extracts the reason of a linker error from gcc's output.
func unlinked(text []byte) error {
	if names := missing(text); len(names) > 0 {
		return fmt.Errorf("harness: the program needs what is defined nowhere: %s", strings.Join(names, ", "))
	}
	return errors.New("harness: gcc: " + firstError(text))
}

// fed is a compiled program that reads its inputs.
type fed struct {
	*feed
	starter, exe string
	seconds      int           // of processor time
	clock        time.Duration // limit by the clock, for what waits
	sanitized    bool          // a message of the sanitizer is what is looked for
}

// all executes all sequences.
func (p *fed) all(ctx context.Context, sequences []Sequence) ([]Outcome, error) {
	outcomes := make([]Outcome, len(sequences))
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(len(sequences), runtime.GOMAXPROCS(0)) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for inner.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(sequences) {
					return
				}
				var err error
				if outcomes[i], err = p.run(inner, sequences[i]); err != nil {
					stop(err)
				}
			}
		}()
	}
	workers.Wait()
	if ctx.Err() == nil && inner.Err() != nil {
		return nil, context.Cause(inner)
	}
	return outcomes, ctx.Err()
}

// run is one execution.
func (p *fed) run(ctx context.Context, seq Sequence) (Outcome, error) {
	clock, cancel := context.WithTimeout(ctx, p.clock)
	defer cancel()
	cmd := started(clock, p.starter, strconv.Itoa(p.seconds), p.exe)
	cmd.Dir, cmd.Env = filepath.Dir(p.exe), environment
	cmd.Stdin = bytes.NewReader(p.records(seq))
	var errs head
	cmd.Stderr = &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Outcome{}, nil
	case clock.Err() != nil:
		return Outcome{OutOfTime, "no end within " + p.clock.String()}, nil
	case err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay):
		return Outcome{}, fmt.Errorf("harness: %w", err)
	case cmd.ProcessState.ExitCode() == notConfined && bytes.HasPrefix(errs.text, []byte(launcher)):
		return Outcome{}, fmt.Errorf("harness: the program is not run, because nothing confines it here: %s", bytes.TrimSpace(errs.text))
	}
	return p.judge(cmd.ProcessState, &errs), nil
}

// judge classifies the end of an execution.
func (p *fed) judge(state *os.ProcessState, errs *head) Outcome {
	said := func(message string) (string, bool) {
		_, after, ok := strings.Cut(string(errs.tail), message)
		return strings.TrimSpace(after), ok
	}
	how := state.String()
	switch state.ExitCode() {
	case HitCode:
		if name, ok := said(message); ok {
			return Outcome{Reached, name}
		}
	case otherCode:
		if what, ok := said(otherMessage); ok {
			return Outcome{Diverged, what}
		}
	}
	if what := complaint(errs.text); p.sanitized && what != "" && !state.Success() {
		return Outcome{Reached, what}
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return Outcome{Ended, how}
	}
	switch status.Signal() {
	case syscall.SIGABRT:
		if _, ok := said(abortMessage); ok {
			return Outcome{Ended, "abort"}
		}
		return Outcome{Crashed, how}
	case syscall.SIGXCPU: // the times in state are measured differently from the limit and may be smaller
		return Outcome{OutOfTime, fmt.Sprintf("no end within %d s of processor time", p.seconds)}
	case syscall.SIGILL:
		return Outcome{Crashed, how + ": undefined behaviour, or a trap of the program's own"}
	case syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGTRAP, syscall.SIGSYS, syscall.SIGSTKFLT, syscall.SIGKILL:
		return Outcome{Crashed, how}
	}
	return Outcome{Ended, how}
}
