package solidity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cupel/engine"
	"cupel/product/boogie"
	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
)

// Invariant is an inferred annotation that results depend on.
type Invariant struct {
	Contract string `json:"contract,omitempty"` // "" for invariants of loops
	Where    string `json:"where"`              // of the contract or the loop
	Text     string `json:"text"`
	// Boogie: the text is in terms of the translation, as no annotation expresses it.
	Boogie bool `json:"boogie,omitempty"`
	// Lock: the text describes what calls leave unchanged, which no annotation expresses.
	Lock bool `json:"lock,omitempty"`
}

// inferrer infers invariants of contracts.
type inferrer struct {
	p   *ast.Program
	o   Options
	vo  vc.Options
	old map[string]vc.Result // by procedure, under the invariants found so far
	// program has the invariants found so far.
	program *boogie.Checked
	// engines search for invariants, in addition to guesses.
	engines []*engine.Info
	// fails are transactions that may violate a goal, by contract; see loop.Found.
	fails map[int][][]trace.Call
}

// infer verifies unproved functions again with inferred invariants of their contracts and loops; it returns the
// results and the invariants.
func (t *Translation) infer(ctx context.Context, o Options, results map[string]vc.Result) (*inferrer, []Invariant, error) {
	o.Translate = t.o
	engines, err := named(o.Engines)
	if err != nil {
		return nil, nil, err
	}
	p, err := t.read()
	if err != nil {
		return nil, nil, err
	}
	x := &inferrer{p: t.source, o: o, vo: o.VC, old: results, program: p, engines: engines, fails: map[int][][]trace.Call{}}
	x.vo.Dump = nil // conditions of candidates
	found, err := x.contracts(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if !o.Infer {
		return x, found, nil
	}
	loops, err := x.loops(ctx, t)
	return x, append(found, loops...), err
}

// proposal is a translation with candidate invariants, reduced to the inductive ones.
type proposal struct {
	*Translation
	found      map[int][]string // by contract
	locks      map[int][]translate.Lock
	program    *boogie.Checked
	out        map[string]bool // refuted candidates
	names      []string        // the remaining candidates
	procedures []string
	// merged are the results with the invariants; better are the procedures with improved results.
	merged map[string]vc.Result
	better []string
}

// contracts infers contract invariants: from guesses, and for what remains open from engines.
func (x *inferrer) contracts(ctx context.Context, t *Translation) ([]Invariant, error) {
	found, locks := map[int][]string{}, map[int][]translate.Lock{}
	for _, c := range x.p.Contracts {
		if !x.wanted(t, c) {
			continue
		}
		if x.o.Infer {
			found[c.ID], locks[c.ID] = candidates(x.p, c)
		}
		if len(t.applied) > 0 {
			found[c.ID] = append(append([]string{undeployable}, t.stated(c)...), found[c.ID]...)
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	best, err := x.proposeAll(ctx, found, locks)
	if err != nil {
		return nil, err
	}
	if len(t.applied) > 0 && (best == nil || x.open(best.merged) > 0) {
		more := map[int][]string{}
		for _, c := range x.p.Contracts {
			if fs := found[c.ID]; fs != nil {
				more[c.ID] = append(slices.Clone(fs), absent(x.p, c)...)
			}
		}
		if best, err = x.better(ctx, best, more, locks); err != nil {
			return nil, err
		}
	}
	if best == nil {
		return nil, nil
	}
	if found, err = x.claimed(ctx, best); err != nil {
		return nil, err
	}
	if len(found) > 0 {
		if best, err = x.better(ctx, best, found, locks); err != nil {
			return nil, err
		}
	}
	if len(best.better) == 0 {
		return nil, nil
	}
	program, out := best.program, best.out
	enough := func(rs []vc.Result) bool {
		m, b := x.merge(rs)
		return justified(rs) && len(b) == len(best.better) && x.asGood(m, best.merged)
	}
	names, err := x.withoutLocks(ctx, program, best.names, best.locks, out, best.procedures, enough)
	if err == nil {
		names, err = infer.Needed(ctx, program, names, out, best.procedures, x.vo, enough)
	}
	if err != nil {
		return nil, err
	}
	if x.program, err = infer.Without(program, out); err != nil {
		return nil, err
	}
	x.old = best.merged
	return x.list(names, best.locks), nil
}

// better is a proposal with other candidates if that leaves less open than the best one so far, which may be nil.
func (x *inferrer) better(ctx context.Context, best *proposal, found map[int][]string, locks map[int][]translate.Lock) (*proposal, error) {
	p, err := x.proposeAll(ctx, found, locks)
	if err != nil {
		return nil, err
	}
	if p != nil && (best == nil || x.asGood(p.merged, best.merged) && x.open(p.merged) < x.open(best.merged)) {
		return p, nil
	}
	return best, nil
}

// proposeAll is propose for all contracts together, or if that fails, for those contracts for which it succeeds
// separately.
func (x *inferrer) proposeAll(ctx context.Context, found map[int][]string, locks map[int][]translate.Lock) (*proposal, error) {
	p, err := x.propose(ctx, found, locks)
	if p != nil || err != nil || len(found) == 1 {
		return p, err
	}
	some := map[int][]string{}
	for _, c := range x.p.Contracts {
		if found[c.ID] == nil {
			continue
		}
		p, err := x.propose(ctx, map[int][]string{c.ID: found[c.ID]}, map[int][]translate.Lock{c.ID: locks[c.ID]})
		if err != nil {
			return nil, err
		}
		if p != nil {
			some[c.ID] = append([]string{undeployable}, x.texts(p, c)...)
		}
	}
	if len(some) == 0 {
		return nil, nil
	}
	return x.propose(ctx, some, locks)
}

// propose translates with candidates and verifies with the inductive ones; nil if that fails.
func (x *inferrer) propose(ctx context.Context, found map[int][]string, locks map[int][]translate.Lock) (*proposal, error) {
	o := x.o
	o.Translate.Invariants, o.Translate.Locks = found, locks
	with, err := translateOne(x.p, o)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(with.Functions, func(f *translate.Function) bool { return found[f.Contract] != nil && f.Skipped != "" && !reads(x.p, f) }) {
		return nil, nil // preservation would not be checked
	}
	read, err := with.read()
	if err != nil {
		return nil, err
	}
	p := &proposal{Translation: with, found: found, locks: locks, program: read, merged: x.old}
	p.procedures = with.procedures(func(f *translate.Function) bool { return found[f.Contract] != nil })
	var ok bool
	p.out, ok, err = x.inductive(ctx, p.program, p.procedures)
	if err != nil || !ok {
		return nil, err
	}
	if err := vacuous(p.program, p.out); err != nil {
		return nil, err
	}
	if p.names, err = left(p.program, p.out); err != nil || len(p.names) == 0 {
		return p, err
	}
	again, ok, err := x.verify(ctx, p.program, p.out, p.procedures)
	if err != nil || !ok {
		return nil, err
	}
	p.merged, p.better = x.merge(again)
	return p, nil
}

// open counts unproved procedures.
func (x *inferrer) open(m map[string]vc.Result) int {
	n := 0
	for _, r := range m {
		n += len(r.Failures) + len(r.Undecided)
		if r.Verdict != vc.OK {
			n++
		}
	}
	return n
}

// inductive determines the candidates that are not inductive; see infer.Inductive. Quantified ones are tried after
// the others, since a wrong one can make all queries too hard.
func (x *inferrer) inductive(ctx context.Context, p *boogie.Checked, procedures []string) (out map[string]bool, ok bool, err error) {
	names, err := left(p, nil)
	if err != nil {
		return nil, false, err
	}
	all := map[string]bool{}
	for _, n := range names {
		if quantified(n) {
			all[n] = true
		}
	}
	plain, err := infer.Without(p, all)
	if err != nil {
		return nil, false, err
	}
	out, ok, err = infer.Inductive(ctx, plain, procedures, x.vo, nil)
	if err != nil || !ok || len(all) == 0 {
		return out, ok, err
	}
	rest, err := infer.Without(p, out)
	if err != nil {
		return nil, false, err
	}
	more, ok, err := infer.Inductive(ctx, rest, procedures, x.vo, quantified)
	if err != nil {
		return nil, false, err
	}
	if !ok {
		more = all
	}
	out = maps.Clone(out)
	maps.Copy(out, more)
	return out, true, nil
}

// quantified reports whether a candidate is quantified.
func quantified(name string) bool {
	return strings.HasPrefix(name, "forall ") || strings.HasPrefix(name, "property(")
}

// wanted reports whether invariants of a contract may help: something is open, and all of its functions are
// translated.
func (x *inferrer) wanted(t *Translation, c *ast.ContractDefinition) bool {
	open := false
	for _, f := range t.Functions {
		if f.Contract != c.ID {
			continue
		}
		if f.Skipped != "" && !reads(x.p, f) {
			return false
		}
		open = open || x.old[f.Procedure].Verdict != vc.OK
	}
	return open && c.Deployable()
}

// read is the program in Boogie. It is read from the text, so that what is verified is what --emit-boogie writes, with the positions there.
func (t *Translation) read() (*boogie.Checked, error) {
	if t.parsed == nil {
		p, err := boogie.Parse(t.Program.File, t.Text)
		if err != nil {
			return nil, fmt.Errorf("internal error: the translation is not understood: %w", err)
		}
		if t.parsed, err = boogie.Check(p); err != nil {
			return nil, fmt.Errorf("internal error: the translation is not well formed: %w", err)
		}
	}
	return t.parsed, nil
}

// procedures returns the procedures of translated functions.
func (t *Translation) procedures(want func(*translate.Function) bool) []string {
	var names []string
	for _, f := range t.Functions {
		if f.Skipped == "" && want(f) {
			names = append(names, f.Procedure)
		}
	}
	return names
}

// vacuous removes the candidates of contracts that are never deployed.
func vacuous(p *boogie.Checked, out map[string]bool) error {
	names, err := left(p, out)
	if err != nil {
		return err
	}
	for _, n := range names {
		id, never := strings.CutPrefix(n, undeployable+"\n")
		for _, m := range names {
			if never && strings.HasSuffix(m, "\n"+id) {
				out[m] = true
			}
		}
	}
	return nil
}

// left returns the names of the candidates in the program, in order.
func left(all *boogie.Checked, out map[string]bool) ([]string, error) {
	p, err := infer.Without(all, out)
	if err != nil {
		return nil, err
	}
	var names, loops []string
	see := func(to *[]string, ss []*boogie.Spec) {
		for _, s := range ss {
			if n := infer.Candidate(s.Attrs); n != "" && !slices.Contains(*to, n) {
				*to = append(*to, n)
			}
		}
	}
	for _, d := range p.Decls {
		if d, ok := d.(*boogie.Procedure); ok {
			see(&names, d.Ensures)
			if d.Body == nil {
				continue
			}
			boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
				if w, ok := s.(*boogie.While); ok {
					see(&loops, w.Invariants)
				}
			})
		}
	}
	for _, n := range loops {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names, nil
}

// verify verifies the program with the remaining candidates; false: an invariant is not proved after all.
func (x *inferrer) verify(ctx context.Context, all *boogie.Checked, out map[string]bool, procedures []string) ([]vc.Result, bool, error) {
	p, err := infer.Without(all, out)
	if err != nil {
		return nil, false, err
	}
	vo := x.vo
	vo.Only, vo.MaxErrors = procedures, maxErrors
	rs, err := vc.Verify(ctx, p, vo)
	return rs, err == nil && justified(rs), err
}

// justified reports whether all obligations of inferred invariants are proved.
func justified(rs []vc.Result) bool {
	for _, r := range rs {
		if r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 {
			return false
		}
		for _, f := range slices.Concat(r.Failures, r.Undecided) {
			if infer.Candidate(f.Attrs) != "" {
				return false
			}
		}
	}
	return true
}

// merge improves the results by what is proved with invariants; better are the improved procedures.
func (x *inferrer) merge(again []vc.Result) (merged map[string]vc.Result, better []string) {
	merged = map[string]vc.Result{}
	for n, r := range x.old {
		merged[n] = r
	}
	for _, r := range again {
		old, ok := x.old[r.Procedure]
		if !ok || old.Verdict == vc.OK || r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 {
			continue
		}
		open := map[string]bool{}
		for _, f := range slices.Concat(r.Failures, r.Undecided) {
			open[identity(&f)] = true
		}
		closed := func(f vc.Failure) bool { return !open[identity(&f)] }
		m := old
		m.Failures = slices.DeleteFunc(slices.Clone(old.Failures), closed)
		m.Undecided = slices.DeleteFunc(slices.Clone(old.Undecided), closed)
		switch {
		case r.Verdict == vc.OK:
			m.Verdict, m.Failures, m.Undecided, m.Reason = vc.OK, nil, nil, ""
		case len(m.Failures)+len(m.Undecided) == len(old.Failures)+len(old.Undecided):
			continue
		case len(m.Failures)+len(m.Undecided) == 0:
			continue // was not verified in that run
		case len(m.Failures) == 0:
			m.Verdict, m.Reason = vc.Unknown, r.Reason
		}
		merged[r.Procedure] = m
		better = append(better, r.Procedure)
	}
	return merged, better
}

// identity identifies an assertion within a procedure.
func identity(f *vc.Failure) string {
	s := fmt.Sprint(f.Kind, f.Message)
	if f.Source != nil {
		s += fmt.Sprint(*f.Source)
	}
	if a := f.Attrs.Find("check"); a != nil {
		for _, x := range a.Args {
			s += boogie.ExprString(x)
		}
	}
	return s
}

// asGood reports whether no more is open than before.
func (x *inferrer) asGood(m, than map[string]vc.Result) bool {
	for n, r := range m {
		if t := than[n]; len(r.Failures)+len(r.Undecided) > len(t.Failures)+len(t.Undecided) || r.Verdict != vc.OK && t.Verdict == vc.OK {
			return false
		}
	}
	return true
}

// isLock reports whether a text describes a lock.
func (x *inferrer) isLock(text string, locks []translate.Lock) bool {
	return slices.ContainsFunc(locks, func(l translate.Lock) bool { return l.Text(x.p) == text })
}

// withoutLocks removes all locks if none is needed, or else moves them after the invariants.
func (x *inferrer) withoutLocks(ctx context.Context, program *boogie.Checked, names []string, locks map[int][]translate.Lock, out map[string]bool, procedures []string, enough func([]vc.Result) bool) ([]string, error) {
	all := slices.Concat(slices.Collect(maps.Values(locks))...)
	var held, rest []string
	for _, n := range names {
		if text, _, _ := strings.Cut(n, "\n"); x.isLock(text, all) {
			held = append(held, n)
		} else {
			rest = append(rest, n)
		}
	}
	if len(held) == 0 {
		return names, nil
	}
	without := maps.Clone(out)
	for _, n := range held {
		without[n] = true
	}
	p, err := infer.Without(program, without)
	if err != nil {
		return nil, err
	}
	vo := x.vo
	vo.Only = procedures
	rs, err := vc.Verify(ctx, p, vo)
	if err != nil {
		return nil, err
	}
	if !enough(rs) {
		return append(rest, held...), nil
	}
	maps.Copy(out, without)
	return rest, nil
}

// list returns the invariants found.
func (x *inferrer) list(names []string, locks map[int][]translate.Lock) []Invariant {
	var is []Invariant
	for _, n := range names {
		text, id, loop := candidateOf(n)
		if loop != 0 {
			is = append(is, Invariant{Where: where(ast.Pos(x.p.Node(loop))), Text: text})
			continue
		}
		for _, c := range x.p.Contracts {
			if c.ID == id {
				is = append(is, Invariant{Contract: c.Name, Where: where(ast.Pos(c)), Text: text, Lock: x.isLock(text, locks[c.ID])})
			}
		}
	}
	return is
}

// candidateOf decodes a candidate's name: its text, contract, and loop if it is about one.
func candidateOf(name string) (text string, contract, loop int) {
	text, id, _ := strings.Cut(strings.TrimSpace(name), "\n")
	id, in, _ := strings.Cut(id, "\n")
	contract, _ = strconv.Atoi(id)
	loop, _ = strconv.Atoi(in)
	return text, contract, loop
}
