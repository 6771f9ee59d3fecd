package portfolio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"cupel/core/smt/smtlib"
	"cupel/core/work"
	"cupel/product/petri"
	"cupel/product/petri/cegar"
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
	Searches     = []string{"hybrid", "dfs", "bfs", "best"}
	DistantModes = []string{"auto", "on", "off"}
	Orderings    = []string{"hybrid", "on", "off"}
)

// Certifier is the solver that re-checks certificates.
const Certifier = "cvc5"

// Options choose and bound the methods.
type Options struct {
	Algorithm string // one of Algorithms; empty means portfolio
	Search    string // cegar: one of Searches
	Distant   string // cegar: one of DistantModes
	Ordering  string // cegar: algorithm 1.11, one of Orderings; hybrid: in that search

	Without     cegar.Part // cegar: parts that are left out
	BetterFirst bool       // cegar: better markings before distant invariants
	Generalized int        // cegar: solutions through definition 1.10
	Tree        int        // cegar: markings and partial solutions of one solution; 0: its default

	NoReduce     bool  // skip the structural reductions
	NoSimplify   bool  // do not simplify the predicate
	NoInvariants bool  // no bounds from P-invariants before the search
	Certify      bool  // re-check SMT certificates with Certifier
	Explain      bool  // cegar: collect its solution space
	MaxBytes     int64 // memory of explicit search; 0 means 2 GB
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
	CheckedBy   string        // the second solver that confirmed the certificate
	Reasons     []string      // Unknown: the reason of each method
	Explanation []string      // the solution space of cegar, when Options.Explain
	Stats       []Stat
}

// A Stat is one statistic, in the order to be printed. Amounts are summed over all attempts of a method; depths and sizes are the
// largest.
type Stat struct {
	Name  string
	Value float64
}

// count adds to a statistic.
func (r *Result) count(name string, n int) {
	r.stat(name, float64(n), func(a, b float64) float64 { return a + b })
}

// largest keeps the largest value of a statistic.
func (r *Result) largest(name string, n int) { r.stat(name, float64(n), math.Max) }

// seconds adds to a statistic in seconds, rounded to milliseconds.
func (r *Result) seconds(name string, d time.Duration) {
	ms := func(s float64) float64 { return math.Round(s*1000) / 1000 }
	r.stat(name, ms(d.Seconds()), func(a, b float64) float64 { return ms(a + b) })
}

func (r *Result) stat(name string, v float64, combine func(a, b float64) float64) {
	for i, s := range r.Stats {
		if s.Name == name {
			r.Stats[i].Value = combine(s.Value, v)
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
	}{{"algorithm", o.Algorithm, Algorithms}, {"search", o.Search, Searches}, {"distant", o.Distant, DistantModes}, {"ordering", o.Ordering, Orderings}} {
		if c.value != "" && !slices.Contains(c.allowed, c.value) {
			return fmt.Errorf("--%s: unknown value %q; choose one of %s", c.flag, c.value, strings.Join(c.allowed, ", "))
		}
	}
	if o.Generalized < 0 || o.Tree < 0 {
		return errors.New("--generalized, --tree-markings: must not be negative")
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
	r.seconds("seconds", time.Since(start))
	return r
}

// upper returns upper bounds of places from P-invariants, computed once.
func (c *Checker) upper(ctx context.Context) []int64 {
	if c.bounds == nil && !c.opt.NoInvariants {
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
		return Result{Reasons: []string{fmt.Sprintf("%s: internal error: the firing sequence is refused: %v", r.Method, err)}, Stats: r.Stats, Explanation: r.Explanation}
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
