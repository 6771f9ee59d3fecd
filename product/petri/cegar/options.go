package cegar

// A Search orders the exploration of solutions (thesis 1.2.4).
type Search uint8

// The search orders.
const (
	// Hybrid is depth first, but of the partial solutions of one solution only the
	// smallest and the largest are followed (algorithm 1.11).
	Hybrid Search = iota
	// DFS is depth first over base solutions and over increments.
	DFS
	// BFS is depth first over base solutions, breadth first in their cones: it finds
	// short sequences.
	BFS
	// Best always takes the solution with the fewest firings (Wimmel and Wolf 2012).
	Best
)

// Distant: whether distant invariants are involved (thesis 1.2.3).
type Distant uint8

// The settings.
const (
	Auto Distant = iota // without them first, again with them when inconclusive
	On
	Off
)

// Ordering: whether of the partial solutions of one solution only the smallest and the largest are followed (thesis 1.2.4.3).
type Ordering uint8

// The settings.
const (
	WithHybrid Ordering = iota // in the hybrid search
	Always
	Never
)

// ordered reports whether algorithm 1.11 applies.
func (o Options) ordered() bool {
	return o.Ordering == Always || o.Ordering == WithHybrid && o.Search == Hybrid
}

// Options configure a check. The zero value means the defaults.
type Options struct {
	Search  Search
	Distant Distant
	// Generalized is the number of solutions allowed through the generalized better markings of definition
	// 1.10, which does not terminate by itself; 0 disables them.
	Generalized int
	// BetterFirst explores better intermediate markings before solutions through distant invariants; the thesis leaves the
	// order open. Its figure 1.12 has the distant invariants first; on chains of many invariants that does not end.
	BetterFirst bool
	// Without are the parts that are left out.
	Without Part
	// Ordering: algorithm 1.11 filters the partial solutions of a solution.
	Ordering Ordering

	// TreeNodes bounds the markings visited for one solution; default 4000; more for long solutions.
	TreeNodes int
	// Leaves bounds the partial solutions derived from one solution; default 128.
	Leaves int
	// MaxLength bounds the firings of a solution; default 2 million.
	MaxLength int64
	// MaxSolutions bounds the solutions of a phase; default 100000.
	MaxSolutions int
	// MaxMemory bounds the bytes kept for solutions, roughly; default 1 GB.
	MaxMemory int64
	// SolverWork bounds one call of the integer solver, in units of package work; default
	// 3 million.
	SolverWork int

	// Observer, if not nil, receives every step.
	Observer func(Event)
}

func (o Options) defaults() Options {
	if o.TreeNodes <= 0 {
		o.TreeNodes = 4000
	}
	if o.Leaves <= 0 {
		o.Leaves = maxLeaves
	}
	if o.MaxLength <= 0 {
		o.MaxLength = 2_000_000
	}
	if o.MaxSolutions <= 0 {
		o.MaxSolutions = 100_000
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	if o.SolverWork <= 0 {
		o.SolverWork = 3_000_000
	}
	return o
}
