package oracle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Outcome is how an execution ended.
type Outcome byte

// The outcomes.
const (
	Ended     Outcome = 'o' // without an error
	Error     Outcome = 'e'
	Undefined Outcome = 'u' // undefined behaviour came first
	Overflow  Outcome = 'v' // of DecideOverflow: a signed operation other than a division overflows
	Slow      Outcome = 't' // stopped after two seconds of processor time
	TooMany   Outcome = 'm' // read more inputs than Program.Inputs
)

// Truth is the result of exhaustive execution.
type Truth struct {
	Unsafe    bool      // some defined execution reaches the error
	Undefined int       // executions with undefined behaviour
	Outcomes  []Outcome // by the index of the combination of inputs; see Values
}

// Values returns the values of a combination of inputs: the i-th call of an
// input function returns the smallest value of its type's range that programs
// accept plus the i-th number.
func Values(p Program, combination int) []int {
	vs := make([]int, p.Inputs)
	for i := range vs {
		vs[i] = combination % values
		combination /= values
	}
	return vs
}

// Low returns the smallest value that generated programs accept from an input
// function.
func Low(callee string) int {
	for _, in := range inputs {
		if callee == "__VERIFIER_nondet_"+in.suffix {
			return in.low
		}
	}
	return 0
}

// batch is the number of programs in one translation unit.
const batch = 20

// Available reports whether gcc is installed.
func Available() bool {
	_, err := exec.LookPath("gcc")
	return err == nil
}

// Decide compiles a program and runs it on all inputs.
func Decide(ctx context.Context, p Program) (Truth, error) {
	ts, err := decide(ctx, []Program{p})
	if err != nil {
		return Truth{}, err
	}
	return ts[0], nil
}

// DecideOverflow is DecideAll for the property that no signed overflow happens: errors are calls of an ordinary function, and Unsafe means that some defined execution
// ends in an overflow. An overflowing division counts as Undefined.
func DecideOverflow(ctx context.Context, ps []Program, workers int) ([]Truth, error) {
	return decideAll(ctx, ps, workers, "-DCUPEL_OVERFLOW")
}

// Execute compiles a program and runs it once, on the given results of its input functions, as numbers in C.
func Execute(ctx context.Context, p Program, values []string) (Outcome, error) {
	p.Inputs = len(values)
	given := strings.Join(append(values, ""), ",")
	ts, err := decide(ctx, []Program{p}, "-DCUPEL_GIVEN="+given)
	if err != nil {
		return 0, err
	}
	return ts[0].Outcomes[0], nil
}

// DecideAll decides programs with several processes; results are in their
// order.
func DecideAll(ctx context.Context, ps []Program, workers int) ([]Truth, error) {
	return decideAll(ctx, ps, workers)
}

// decideAll is DecideAll with options of gcc.
func decideAll(ctx context.Context, ps []Program, workers int, options ...string) ([]Truth, error) {
	var groups [][]Program
	for i := 0; i < len(ps); {
		j := i + 1
		for j < len(ps) && j-i < batch && ps[i].Names != nil && ps[j].Names != nil && ps[i].Addresses == ps[j].Addresses {
			j++
		}
		groups = append(groups, ps[i:j])
		i = j
	}
	results := make([][]Truth, len(groups))
	errs := make([]error, len(groups))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			for i := range next {
				results[i], errs[i] = decide(ctx, groups[i], options...)
			}
		})
	}
	for i := range groups {
		next <- i
	}
	close(next)
	wg.Wait()
	var ts []Truth
	for _, r := range results {
		ts = append(ts, r...)
	}
	return ts, errors.Join(errs...)
}

// decide compiles programs as one translation unit and runs them.
func decide(ctx context.Context, ps []Program, options ...string) ([]Truth, error) {
	dir, err := os.MkdirTemp("", "cupel-oracle-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file, exe := filepath.Join(dir, "driver.c"), filepath.Join(dir, "driver")
	if err := os.WriteFile(file, []byte(driver(ps)), 0o644); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	// gcc defines left shifts of negative numbers; the sanitizer would object.
	args := append([]string{"-std=gnu11", "-O0", "-w", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=shift-base",
		"-fsanitize-undefined-trap-on-error", "-o", exe, file}, options...)
	if ps[0].Addresses {
		args = append(args, "-fsanitize=address")
	}
	out, err := exec.CommandContext(ctx, "gcc", args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("oracle: gcc: %w\n%s", err, out)
	}
	out, err = exec.CommandContext(ctx, exe).Output()
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(ps) {
		return nil, fmt.Errorf("oracle: %d results of %d programs", len(lines), len(ps))
	}
	ts := make([]Truth, len(ps))
	for i, l := range lines {
		t := &ts[i]
		t.Outcomes = []Outcome(l)
		for _, o := range t.Outcomes {
			switch o {
			case Error, Overflow:
				t.Unsafe = true
			case Undefined:
				t.Undefined++
			case Slow, TooMany:
				return nil, fmt.Errorf("oracle: seed %d: an execution does not end (%c)\n%s", ps[i].Seed, o, ps[i].Source)
			}
		}
	}
	return ts, nil
}
