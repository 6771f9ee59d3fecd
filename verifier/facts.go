package verifier

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/program/display"
	"cupel/internal/inputfile"
	"cupel/kernel/facts"
	"cupel/verifier/portfolio"
)

// A pool holds the board of a run: it moves along when the program is inlined again.
type pool struct {
	board *facts.Board
	files []factsFile
	link  *portfolio.Link // to others that search; nil: there are none
	told  int             // facts of the board that the others know
	// analysed publishes what the analysis before the last search had found. That makes terms, and
	// their order must not make a search another one when facts are written.
	analysed func()
}

// factsFile is a file of facts that was read.
type factsFile struct {
	name string
	data []byte
}

// pooled makes the pool of a run that reads or writes facts; nil: there is none.
func pooled(c *Config) (*pool, error) {
	if len(c.FactsIn) == 0 && len(c.Known) == 0 && !c.keepsFacts() && (c.link == nil || c.unshared) {
		return nil, nil
	}
	x := &pool{link: c.link}
	for _, file := range c.FactsIn {
		data, err := inputfile.Read(file, inputfile.Code)
		if err != nil {
			return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err)}
		}
		x.files = append(x.files, factsFile{file, data})
	}
	for _, data := range c.Known {
		x.files = append(x.files, factsFile{"what an earlier search found", data})
	}
	return x, nil
}

// keepsFacts reports whether somebody wants what a run finds out.
func (c *Config) keepsFacts() bool { return c.FactsOut != "" || c.Kept != nil }

// boardFor is the board about an inlined program; nil: facts are neither read nor written.
func (j *job) boardFor(p *program.Program) (*facts.Board, error) {
	x := j.pool
	switch {
	case x == nil:
		return nil, nil
	case x.board == nil:
		board := facts.New(p)
		for _, f := range x.files {
			warnings, err := board.Read(f.name, f.data)
			for _, w := range warnings {
				j.Warn(w)
			}
			var bad *facts.Error
			if errors.As(err, &bad) {
				return nil, &InputError{Pos: bad.Pos, Msg: bad.Msg}
			} else if err != nil {
				return nil, err
			}
		}
		x.board = board // nothing is written about a mistake in the input
		x.exchange()
	case x.board.Program() != p:
		x.board = x.board.Move(p)
		x.told = x.board.Len()
	}
	return x.board, nil
}

// shared makes the view of the board for blocks, and the facts that hold for them known.
func (b *blocks) shared(ctx context.Context) error {
	board, err := b.boardFor(b.original)
	if err != nil || board == nil {
		return err
	}
	defer b.Time("facts", time.Now())
	b.view = board.View(b.prepared, b.invariants)
	if b.safe || b.engine.Name == Auto && len(b.cfg.FactsIn) == 0 { // the workers check what they are told
		return nil
	}
	if _, err := b.view.Check(ctx, b.open, facts.CheckOptions{}); err != nil && ctx.Err() == nil {
		return err
	}
	own := b.invariants
	b.invariants, b.precision = b.view.Known(), b.view.Predicates()
	b.pool.analysed = func() {
		for _, l := range b.prepared.LoopHeads() {
			if t := own[l]; t != nil {
				b.view.Publish("analysis", facts.Relative, l, t)
			}
		}
	}
	return nil
}

// writeFacts writes what the run has found out. What the time is left for is checked.
func (j *job) writeFacts(ctx context.Context) {
	if j.pool == nil || j.pool.board == nil {
		return
	}
	if j.pool.exchange(); !j.cfg.keepsFacts() {
		return
	}
	defer j.Time("facts", time.Now())
	b := j.pool.board
	if j.pool.analysed != nil {
		j.pool.analysed()
	}
	if ctx.Err() == nil {
		if _, err := b.Check(ctx, j.open, facts.CheckOptions{}); err != nil && ctx.Err() == nil {
			j.Warn(fmt.Sprintf("the facts were not checked: %v", err))
		}
	}
	j.tellFacts(b)
}

// tellFacts writes the board's facts where somebody wants them.
func (j *job) tellFacts(b *facts.Board) {
	if j.cfg.FactsOut != "" {
		j.FailedOutput("--facts-out", b.WriteFile(j.cfg.FactsOut))
	}
	if j.cfg.Kept != nil {
		if text, err := b.Since(0); err == nil && text != nil {
			j.cfg.Kept(text)
		}
	}
}

// explainCells says what the engine could assume of all cells of arrays.
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
