package portfolio

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"cupel/core/smt/smtlib"
	"cupel/core/work"
	"cupel/product/petri"
)

// A Verdict is the reachability of the goal.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Reachable
	Unreachable
)

func (v Verdict) String() string { return [...]string{"unknown", "reachable", "unreachable"}[v] }

// The choices of Options, the default first.
var (
	Algorithms   = []string{"portfolio", "cegar", "explicit", "bmc"}
	Searches     = []string{"hybrid", "dfs", "bfs"}
	DistantModes = []string{"auto", "on", "off"}
)

// Certifier is the solver that re-checks certificates.
const Certifier = "cvc5"

// Options choose and bound the methods.
type Options struct {
	Algorithm string // one of Algorithms; empty means portfolio
	Search    string // cegar: dfs, bfs or hybrid
	Distant   string // cegar: auto, on or off
	NoReduce  bool   // skip the structural reductions
	Certify   bool   // re-check SMT certificates with Certifier
	MaxBytes  int64  // memory of explicit search; 0 means 2 GB
	// Work is distributed among the methods, in units of package work; 0 means 15 minutes' worth. It does not
	// end the check: only the context does.
	Work int
}

// A Result of a check.
type Result struct {
	Verdict     Verdict
	Sequence    []int         // Reachable: transitions of the original net, replayed
	Marking     petri.Marking // Reachable: the last marking
	Method      string        // what decided, as named by the contest, such as STATE_EQUATION
	Certificate string        // Unreachable: a short description of the proof
	Reasons     []string      // Unknown: the reason of each method
	Stats       []Stat
}

// A Stat is one statistic, in the order to be printed.
type Stat struct {
	Name, Value string
}

// stat sets a statistic; a later value replaces an earlier one.
func (r *Result) stat(name string, format string, args ...any) {
	v := fmt.Sprintf(format, args...)
	for i, s := range r.Stats {
		if s.Name == name {
			r.Stats[i].Value = v
			return
		}
	}
	r.Stats = append(r.Stats, Stat{name, v})
}

// A Checker decides predicates over one net. It is not safe for concurrent use.
type Checker struct {
	net    *petri.Net
	opt    Options
	bounds []int64 // of places; nil before they are needed
}

// Validate returns the first invalid choice as an error.
func (o Options) Validate() error {
	for _, c := range []struct {
		flag, value string
		allowed     []string
	}{{"algorithm", o.Algorithm, Algorithms}, {"search", o.Search, Searches}, {"distant", o.Distant, DistantModes}} {
		if c.value != "" && !slices.Contains(c.allowed, c.value) {
			return fmt.Errorf("--%s: unknown value %q; choose one of %s", c.flag, c.value, strings.Join(c.allowed, ", "))
		}
	}
	if o.Certify && !smtlib.Available(Certifier) {
		return fmt.Errorf("--certify: the program %s is not installed", Certifier)
	}
	return nil
}

// New returns a checker; the options must be valid.
func New(n *petri.Net, o Options) *Checker {
	if o.MaxBytes == 0 {
		o.MaxBytes = 2 << 30
	}
	if o.Work == 0 {
		o.Work = defaultWork
	}
	if o.Algorithm == "" {
		o.Algorithm = Algorithms[0]
	}
	return &Checker{net: n, opt: o}
}

// Check decides whether a reachable marking satisfies goal. When ctx ends the verdict is Unknown within about a
// second.
func (c *Checker) Check(ctx context.Context, goal *petri.Predicate) Result {
	start := time.Now()
	r := newTask(c, goal).run(ctx)
	if r.Verdict == Reachable {
		r = c.replay(goal, r)
	}
	r.stat("time", "%.3f s", time.Since(start).Seconds())
	return r
}

// upper returns upper bounds of places from P-invariants, computed once.
func (c *Checker) upper(ctx context.Context) []int64 {
	if c.bounds == nil {
		ctx, cancel := work.Within(ctx, c.opt.Work/8)
		defer cancel()
		ys, _ := c.net.Invariants(ctx, len(c.net.Places)+invariantRows)
		// The bounds are used in proofs, so the invariants are checked.
		ys = slices.DeleteFunc(ys, func(y petri.Invariant) bool { return !y.Check(c.net) })
		c.bounds = c.net.Bounds(ys)
	}
	return c.bounds
}

// replay confirms a sequence on the original net; without confirmation there is no answer.
func (c *Checker) replay(goal *petri.Predicate, r Result) Result {
	m, err := c.net.Replay(r.Sequence)
	if err == nil && !c.net.Holds(goal, m) {
		err = fmt.Errorf("its last marking does not satisfy the predicate")
	}
	if err != nil {
		return Result{Reasons: []string{fmt.Sprintf("%s: internal error: the firing sequence is refused: %v", r.Method, err)}, Stats: r.Stats}
	}
	r.Marking = m
	return r
}

// collect frees memory between methods that fill it.
func collect(bytes int64) {
	if bytes > 256<<20 {
		runtime.GC()
	}
}
