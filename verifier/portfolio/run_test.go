package portfolio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/work"
)

// script describes the behaviour of a worker in these tests.
type script struct {
	Name   string
	Work   int // before its answer
	Answer string
	Facts  int // tells one after so much work; 0: none
	Wait   bool
	Panic  bool
}

// journal records the actions of the workers of a test.
type journal struct {
	lock  sync.Mutex
	lines []string
	waits chan bool // hears of those that begin to wait; nil: nobody listens
}

func (j *journal) note(format string, args ...any) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

// play runs scripts.
func (j *journal) play(ctx context.Context, job json.RawMessage, l *Link) Answer {
	var s script
	if err := json.Unmarshal(job, &s); err != nil {
		return Answer{Failed: err}
	}
	if s.Name == "wrong" {
		return Answer{Failed: errors.New("no such file")}
	}
	if s.Panic {
		panic("a fault")
	}
	if s.Wait {
		if j.waits != nil {
			j.waits <- true
		}
		<-ctx.Done()
		return Answer{Reason: "interrupted"}
	}
	for done := 0; done < s.Work && ctx.Err() == nil; done += 10 {
		if s.Facts > 0 && done == s.Facts {
			l.Share(json.RawMessage(`"x is 1, says `+s.Name+`"`), 1)
		}
		for _, f := range l.Received() {
			j.note("%s hears %s", s.Name, f)
		}
		j.note("%s %d", s.Name, done)
		work.Spend(ctx, 10)
	}
	if s.Answer == "" {
		return Answer{Reason: "does not know"}
	}
	if !l.Settle("settled by " + s.Name) {
		return Answer{Reason: "another was faster"}
	}
	work.Spend(ctx, 100_000) // the evidence is not a matter of turns
	return Answer{Report: s.Answer}
}

func start(t *testing.T, scripts []script, jobs int, turns ...TimeSlice) (Options, *journal) {
	t.Helper()
	j := &journal{}
	o := Options{Jobs: jobs, Start: Local(j.play), Schedule: slices.Values(turns)}
	for _, s := range scripts {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		o.Members = append(o.Members, Member{s.Name, text})
	}
	return o, j
}

// TestTurns: workers run in turns, receive the facts of others at the beginning of each, and the first with an answer wins.
func TestTurns(t *testing.T) {
	o, j := start(t, []script{{Name: "a", Work: 60, Facts: 10}, {Name: "b", Work: 40, Answer: "TRUE"}, {Name: "c", Work: 500, Answer: "FALSE"}},
		1, TimeSlice{0, 30, 0}, TimeSlice{1, 20, 0}, TimeSlice{2, 10, 0}, TimeSlice{0, 40, 0}, TimeSlice{1, 1000, 0})
	out, err := Run(t.Context(), t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if out.Winner != "b" || string(out.Report) != `"TRUE"` || out.Incomplete != "" {
		t.Errorf("%+v", out)
	}
	want := []string{"a 0", "a 10", "a 20", `b hears "x is 1, says a"`, "b 0", "b 10", `c hears "x is 1, says a"`, "c 0", "a 30", "b 20", "b 30"}
	if !slices.Equal(j.lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(j.lines, "\n"), strings.Join(want, "\n"))
	}
	for i, m := range out.Members {
		if want := []Status{Paused, Won, Paused}[i]; m.Status != want {
			t.Errorf("%s: %s, not %s", m.Name, m.Status, want)
		}
	}
	if out.Members[0].Facts != 1 || out.Members[0].Spent != 40 {
		t.Errorf("%+v", out.Members[0])
	}
}

// TestNobody: all end without an answer, die, or cannot be run.
func TestNobody(t *testing.T) {
	o, _ := start(t, []script{{Name: "a", Work: 60}, {Name: "b", Panic: true}}, 2, TimeSlice{0, 1000, 0}, TimeSlice{1, 1000, 0})
	out, err := Run(t.Context(), t.Context(), o)
	if err != nil || out.Winner != "" || out.Limit != nil {
		t.Fatalf("%+v, %v", out, err)
	}
	if a, b := out.Members[0], out.Members[1]; a.Status != Ended || a.Reason != "does not know" || b.Status != Died || b.Reason != "a fault" {
		t.Errorf("%+v", out.Members)
	}
	o, _ = start(t, []script{{Name: "wrong"}}, 1, TimeSlice{0, 1000, 0})
	if _, err := Run(t.Context(), t.Context(), o); err == nil || err.Error() != "no such file" {
		t.Error(err)
	}
	o, _ = start(t, []script{{Name: "a"}}, 1, TimeSlice{0, 1000, 0})
	o.Start = Process("/nonexistent")
	if out, err := Run(t.Context(), t.Context(), o); err != nil || out.Members[0].Status != Died {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestLimits: the search ends with its context and with the error of the limit; no worker is left.
func TestLimits(t *testing.T) {
	o, j := start(t, []script{{Name: "a", Wait: true}, {Name: "b", Wait: true}}, 2, TimeSlice{0, 1000, 0}, TimeSlice{1, 1000, 0})
	j.waits = make(chan bool)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-j.waits
		<-j.waits
		cancel()
	}()
	if out, err := Run(ctx, t.Context(), o); err != nil || !errors.Is(out.Limit, context.Canceled) {
		t.Errorf("%+v, %v", out, err)
	}
	full := errors.New("full")
	o, _ = start(t, []script{{Name: "a", Wait: true}}, 1, TimeSlice{0, 1000, 0})
	o.Limit = func(time.Duration) error { return full }
	if out, err := Run(t.Context(), t.Context(), o); err != nil || !errors.Is(out.Limit, full) {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestAccept: where an answer is not accepted the others go on.
func TestAccept(t *testing.T) {
	o, _ := start(t, []script{{Name: "a", Work: 10, Answer: "weak"}, {Name: "b", Work: 100, Answer: "strong"}}, 1, TimeSlice{1, 50, 0}, TimeSlice{0, 1000, 0}, TimeSlice{1, 1000, 0})
	o.Accept = func(r json.RawMessage) bool { return string(r) == `"strong"` }
	out, err := Run(t.Context(), t.Context(), o)
	if err != nil || out.Winner != "b" || out.Members[0].Status != Ended {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestIncomplete: an interrupt while the winner completes its answer leaves the answer.
func TestIncomplete(t *testing.T) {
	o, _ := start(t, []script{{Name: "a", Work: 10, Answer: "TRUE"}}, 1, TimeSlice{0, 1000, 0})
	whole, cancel := context.WithCancel(t.Context())
	o.Settled = func(string, json.RawMessage) { cancel() }
	out, err := Run(t.Context(), whole, o)
	if err != nil || out.Winner != "a" {
		t.Fatalf("%+v, %v", out, err)
	}
	if got := string(out.Report); got != `"TRUE"` && (got != `"settled by a"` || out.Incomplete == "") {
		t.Errorf("%+v", out)
	}
}

// TestRounds: after the steps of a table each round doubles every member's total work.
func TestRounds(t *testing.T) {
	var got []TimeSlice
	for turn := range Rounds(2, []TimeSlice{{0, 3_000_000, 0}, {1, 100, 0}}) {
		if got = append(got, turn); len(got) == 6 {
			break
		}
	}
	want := []TimeSlice{{0, 3_000_000, 0}, {1, 100, 0}, {0, 6_000_000, 0}, {1, 1_000_000, 0}, {0, 12_000_000, 0}, {1, 2_000_000, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	n := 0
	for range Rounds(3, nil) { // it ends
		n++
	}
	if n > 1000 {
		t.Error(n)
	}
}

// TestProcess: a process that does not follow the protocol counts as dead, with the end of its error output.
func TestProcess(t *testing.T) {
	o, _ := start(t, []script{{Name: "a"}, {Name: "b"}}, 1, TimeSlice{0, 1000, 0}, TimeSlice{1, 1000, 0})
	o.Start = Process("sh", "-c", "echo first >&2; echo last words >&2; exit 3")
	out, err := Run(t.Context(), t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range out.Members {
		if m.Status != Died || m.Reason != "last words" {
			t.Errorf("%+v", m)
		}
	}
	// One that works without saying so is halted, so that the others have their turns.
	o, _ = start(t, []script{{Name: "a"}, {Name: "b"}}, 1, TimeSlice{0, 1, 0}, TimeSlice{1, 1, 0})
	o.Start = Process("sh", "-c", "while :; do :; done")
	turns := 0
	o.Progress = func(string, TimeSlice) { turns++ }
	o.Limit = func(cpu time.Duration) error {
		if cpu > 3*minOverrun || turns > 1 {
			return errors.New("enough")
		}
		return nil
	}
	if out, err = Run(t.Context(), t.Context(), o); err != nil || turns < 2 {
		t.Errorf("%d turns, %+v, %v", turns, out, err)
	}
}
