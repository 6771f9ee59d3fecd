package smtlib

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// Recorded opens the solvers of open, and writes each of their questions that cost at least recordedWork to a new file in the existing directory dir: a
// script for any solver, which asks the one question with everything that was asserted. A file's first line says what the answer was and what it cost.
func Recorded(open smt.Opener, dir string) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := open(f, o)
		if err != nil {
			return nil, err
		}
		return &recorder{Solver: s, dir: dir, least: recordedWork, levels: [][]*logic.Term{nil}}, nil
	}
}

// A recorder is a solver whose questions are written to files.
type recorder struct {
	smt.Solver
	dir    string
	least  int // work that makes a question worth a file
	levels [][]*logic.Term
}

// Work implements smt.Metered.
func (r *recorder) Work() int { return smt.Work(r.Solver) }

// Assert implements smt.Solver.
func (r *recorder) Assert(t *logic.Term) error {
	if err := r.Solver.Assert(t); err != nil {
		return err
	}
	top := len(r.levels) - 1
	r.levels[top] = append(r.levels[top], t)
	return nil
}

// Push implements smt.Solver.
func (r *recorder) Push() error {
	if err := r.Solver.Push(); err != nil {
		return err
	}
	r.levels = append(r.levels, nil)
	return nil
}

// Pop implements smt.Solver.
func (r *recorder) Pop(n int) error {
	if err := r.Solver.Pop(n); err != nil {
		return err
	}
	r.levels = r.levels[:len(r.levels)-n]
	return nil
}

// Check implements smt.Solver.
func (r *recorder) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	before, start := r.Work(), work.ProcessorTime()
	answer, err := r.Solver.Check(ctx, assumptions...)
	if cost := r.Work() - before; err == nil && cost >= r.least {
		all := slices.Concat(append(slices.Clone(r.levels), assumptions)...)
		err = r.write(fmt.Sprintf("; %s, work %d, %.3f s", answer, cost, (work.ProcessorTime()-start).Seconds()), all)
	}
	return answer, err
}

// write writes a question to the first free file.
func (r *recorder) write(note string, all []*logic.Term) error {
	names, err := filepath.Glob(filepath.Join(r.dir, "q*.smt2"))
	if err != nil {
		return err
	}
	w, err := os.OpenFile(filepath.Join(r.dir, fmt.Sprintf("q%05d.smt2", len(names))), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, note+"\n"+script("ALL", all))
	if closing := w.Close(); err == nil {
		err = closing
	}
	return err
}

// Script is a text for any solver that asks whether the conjunction of the formulas is satisfiable.
func Script(all []*logic.Term) string { return script("ALL", all) }

// script asks whether the conjunction of the formulas is satisfiable.
func script(theory string, all []*logic.Term) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(set-logic %s)\n", theory)
	b.WriteString(declareSorts(map[*logic.Sort]bool{}, all...))
	for _, v := range logic.FreeVars(all...) {
		fmt.Fprintf(&b, "(declare-fun %s () %s)\n", logic.QuoteSymbol(v.Name()), v.Sort())
	}
	for _, a := range logic.Functions(all...) {
		fmt.Fprintf(&b, "%s\n", declaration(a))
	}
	for _, t := range all {
		fmt.Fprintf(&b, "(assert %s)\n", t.SMTLIB())
	}
	b.WriteString("(check-sat)\n(exit)\n")
	return b.String()
}
