package verifier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/program/display"
	"cupel/internal/inputfile"
	"cupel/kernel/facts"
	"cupel/verifier/portfolio"
)

// A factPool holds the board of a run, which moves along when the program is inlined again. The zero value is
// closed: facts are neither read nor written, and stages have no board.
type factPool struct {
	open  bool
	board *facts.Board // nil: no program has been inlined yet
	files []factsFile
	link  *portfolio.Link // to others that search; nil: there are none
	told  int             // facts of the board that the others know
	lock  sync.Mutex      // of board, for lastResort
	// analysed publishes what the analysis before the last search had found. That makes terms, and
	// their order must not make a search another one when facts are written.
	analysed func()
}

// factsFile is a file of facts that was read.
type factsFile struct {
	name string
	data []byte
}

// newFactPool makes the pool of a run, open if it reads or writes facts.
func newFactPool(c *Config, r *Run) (*factPool, error) {
	if len(c.FactsIn) == 0 && len(r.Facts) == 0 && !r.keepsFacts(c) && (r.member.link == nil || r.member.unshared) {
		return &factPool{}, nil
	}
	x := &factPool{open: true, link: r.member.link}
	for _, file := range c.FactsIn {
		data, err := inputfile.Read(file, inputfile.Code)
		if err != nil {
			return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err)}
		}
		x.files = append(x.files, factsFile{file, data})
	}
	for _, data := range r.Facts {
		x.files = append(x.files, factsFile{"what an earlier search found", data})
	}
	return x, nil
}

// keepsFacts reports whether the facts of a run are requested.
func (r *Run) keepsFacts(c *Config) bool { return c.FactsOut != "" || r.Kept != nil }

func (u *setup) keepsFacts() bool { return u.run.keepsFacts(&u.cfg) }

// boardFor is the board about an inlined program; nil: facts are neither read nor written.
func (u *setup) boardFor(p *program.Program) (*facts.Board, error) {
	x := u.facts
	switch {
	case !x.open:
		return nil, nil
	case x.board == nil:
		board := facts.New(p)
		for _, f := range x.files {
			warnings, err := board.Read(f.name, f.data)
			for _, w := range warnings {
				u.journal.Warn(w)
			}
			var bad *facts.Error
			if errors.As(err, &bad) {
				return nil, &InputError{Pos: bad.Pos, Msg: bad.Msg}
			} else if err != nil {
				return nil, err
			}
		}
		x.set(board) // nothing is written about a mistake in the input
		x.exchange()
	case x.board.Program() != p:
		x.set(x.board.Move(p))
		x.told = x.board.Len()
	}
	return x.board, nil
}

// viewBoard makes the view of the board for blocks, and the facts that hold for them known.
func (b *blocks) viewBoard(ctx context.Context) error {
	board, err := b.setup().boardFor(b.lowering.inlining.original)
	if err != nil || board == nil {
		return err
	}
	u := b.setup()
	defer u.journal.Begin("facts", sizeOf(b.prepared))()
	b.view = board.View(b.prepared, b.analysis.invariants)
	if b.analysis.safe || u.engine.Name == Auto && len(u.cfg.FactsIn) == 0 { // the workers check the facts that they receive
		return nil
	}
	if _, err := b.view.Check(ctx, u.open, facts.CheckOptions{}); err != nil && ctx.Err() == nil {
		return err
	}
	own := b.analysis.invariants
	b.analysis.invariants, b.precision = b.view.Known(), b.view.Predicates()
	u.facts.analysed = func() {
		for _, l := range b.prepared.LoopHeads() {
			if t := own[l]; t != nil {
				b.view.Publish("analysis", facts.Relative, l, t)
			}
		}
	}
	return nil
}

// writeFacts writes what the run has found out. What the time is left for is checked.
func (u *setup) writeFacts(ctx context.Context) {
	if u.facts.exchange(); !u.keepsFacts() {
		return
	}
	defer u.journal.Begin("facts", "")()
	b := u.facts.board
	if b == nil {
		u.tellNoFacts()
		return
	}
	if u.facts.analysed != nil {
		u.facts.analysed()
	}
	if ctx.Err() == nil {
		if _, err := b.Check(ctx, u.open, facts.CheckOptions{}); err != nil && ctx.Err() == nil {
			u.journal.Warn(fmt.Sprintf("the facts were not checked: %v", err))
		}
	}
	u.tellFacts(b)
}

// tellFacts writes the board's facts where they are requested.
func (u *setup) tellFacts(b *facts.Board) {
	if u.cfg.FactsOut != "" {
		u.journal.FailedOutput("--facts-out", b.WriteFile(u.cfg.FactsOut))
	}
	if u.run.Kept != nil {
		if text, err := b.Since(0); err == nil && text != nil {
			u.run.Kept(text)
		}
	}
}

// tellNoFacts writes a file without facts where nothing was found out about the program before it was decided, or given up.
func (u *setup) tellNoFacts() {
	if u.cfg.FactsOut != "" {
		u.journal.FailedOutput("--facts-out", facts.New(&program.Program{Files: u.task.Files(), Model: u.cfg.DataModel}).WriteFile(u.cfg.FactsOut))
	}
}

// set puts a board in the place of the one before.
func (x *factPool) set(b *facts.Board) {
	x.lock.Lock()
	defer x.lock.Unlock()
	x.board = b
}

// lastResort writes the facts of a run that does not stop, from another goroutine than the run's.
func (x *factPool) lastResort(u *setup) {
	if u.cfg.FactsOut == "" {
		return
	}
	x.lock.Lock()
	b := x.board
	x.lock.Unlock()
	if b == nil {
		u.tellNoFacts()
		return
	}
	u.journal.FailedOutput("--facts-out", b.WriteFile(u.cfg.FactsOut))
}

// explainCells lists the facts about all cells of arrays that the engine could assume.
func (b *blocks) explainCells(w *strings.Builder) {
	if b.view == nil {
		return
	}
	known := b.view.Known()
	for _, l := range b.prepared.LoopHeads() {
		if known[l] == nil {
			continue
		}
		for _, t := range logic.Conjuncts(known[l]) {
			if instances.Quantified(t) {
				fmt.Fprintf(w, "assumed at %s: %s\n", l.Pos, display.All(b.prepared, l.Func, t, nil, 0))
			}
		}
	}
}
