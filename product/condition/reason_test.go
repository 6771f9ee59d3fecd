package condition

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/verifier"
)

// TestReasons: why something failed is said in words, and of the right kind.
func TestReasons(t *testing.T) {
	none := context.Background()
	late, cancel := context.WithDeadline(none, time.Now().Add(-time.Second))
	defer cancel()
	spent, stop := work.Within(none, 0)
	defer stop()
	raced, lose := context.WithCancelCause(none)
	lose(errRaced)
	for _, test := range []struct {
		ctx  context.Context
		err  error
		kind engine.ReasonKind
		text string
	}{
		{none, nil, "", ""},
		{late, late.Err(), engine.TimeLimit, "time limit"},
		{none, fmt.Errorf("simplify: %w", context.DeadlineExceeded), engine.TimeLimit, "time limit"},
		{none, context.Canceled, engine.Stopped, "interrupted"},
		{spent, spent.Err(), engine.WorkLimit, "work limit"},
		{raced, raced.Err(), engine.Stopped, "another refiner was faster"},
		{none, fmt.Errorf("%w: more than 200 cubes", smt.ErrLimit), engine.SizeLimit, "more than 200 combinations of atoms"},
		{none, &smt.UnknownError{Reason: "work limit"}, engine.Undecided, "the solver gives up: work limit"},
		{none, fmt.Errorf("smtlib: starting cvc5: %w", &exec.Error{Name: "cvc5", Err: exec.ErrNotFound}), engine.Unsupported, "cvc5 is not installed"},
		{none, errors.New("smtlib: no answer in time"), engine.Unsupported, "no answer in time"},
	} {
		if got := reasonOf(test.ctx, test.err); got.Kind != test.kind || got.Text != test.text {
			t.Errorf("%v: %s, %q", test.err, got.Kind, got.Text)
		}
	}
}

// TestOvertime: a search is ended soon after its limit, if it does not end itself.
func TestOvertime(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Second, 5 * time.Second, 20 * time.Second, 900 * time.Second} {
		o := Defaults()
		o.Verifier.CPUTime = limit
		if got := o.Overtime(); limit == 0 && got != 0 || limit > 0 && (got <= limit || got > limit+limit/10+time.Second/2) {
			t.Errorf("%v may take %v", limit, got)
		}
	}
}

// stopper is an observer that cancels the search at the first report of its progress.
type stopper struct {
	engine.Observer
	cancel func()
}

// Progress implements engine.Observer.
func (s stopper) Progress(engine.Progress) { s.cancel() }

// TestEndedIn: a search that is ended says in which phase.
func TestEndedIn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	src := "extern int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }"
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	task := &verifier.Task{File: file}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := Find(ctx, task, Defaults(), stopper{engine.Quiet{}, cancel})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := res.Report(ctx, task, Defaults()).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text.String(), "\nended in: search (for counterexample 1: front end ("+file+"))\nCONDITION: PARTIAL (interrupted)\n") {
		t.Error(text.String())
	}
	o := Defaults()
	o.Journal = &evidence.Journal{}
	var none *LimitError
	if _, err := Find(ctx, task, o, engine.Quiet{}); !errors.As(err, &none) || o.Journal.MetIn() == nil || o.Journal.MetIn().Name != "front end" || o.Journal.Running() != nil {
		t.Errorf("%v, ended in %v", err, o.Journal.MetIn())
	}
}
