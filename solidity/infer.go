package solidity

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cupel/boogie"
	"cupel/boogie/infer"
	"cupel/boogie/vc"
	"cupel/engine"
	"cupel/solidity/ast"
	"cupel/solidity/translate"
)

// Invariant is an annotation that was found and that the answers rest on.
type Invariant struct {
	Contract string `json:"contract,omitempty"` // ""; of a loop
	Where    string `json:"where"`              // of the contract or the loop
	Text     string `json:"text"`
	// Boogie: the text is about the translation, since there is no annotation that says it.
	Boogie bool `json:"boogie,omitempty"`
	// Lock: the text says what calls leave as it is, which no annotation does.
	Lock bool `json:"lock,omitempty"`
}

// inferrer looks for invariants of contracts.
type inferrer struct {
	p   *ast.Program
	o   Options
	vo  vc.Options
	old map[string]vc.Result // by procedure, with what was found so far
	// load reads the program with the invariants that were found.
	load infer.Load
	// engines are asked for invariants, besides what is guessed.
	engines []*engine.Info
	// fails are transactions that may violate something, by contract; see loop.Found.
	fails map[int][][]string
}

// infer verifies functions that are not proved again with invariants of their contracts and loops, and
// finds what is known then, and the invariants.
func (t *Translation) infer(ctx context.Context, o Options, results map[string]vc.Result) (*inferrer, []Invariant, error) {
	engines, err := named(o.Engines)
	if err != nil {
		return nil, nil, err
	}
	x := &inferrer{p: t.source, o: o, vo: o.VC, old: results, load: t.read, engines: engines, fails: map[int][][]string{}}
	found, err := x.contracts(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	loops, err := x.loops(ctx, t)
	return x, append(found, loops...), err
}

// proposal is a translation with invariants proposed for contracts, of which those are left that hold.
type proposal struct {
	*Translation
	found      map[int][]string // by contract
	locks      map[int][]translate.Lock
	load       infer.Load
	out        map[string]bool // candidates that do not hold
	names      []string        // of the others
	procedures []string
	// merged is what is known with the invariants, better the procedures of which more is known.
	merged map[string]vc.Result
	better []string
}

// contracts looks for invariants of contracts: first among guesses, then where something is still open
// among what engines say.
func (x *inferrer) contracts(ctx context.Context, t *Translation) ([]Invariant, error) {
	found, locks := map[int][]string{}, map[int][]translate.Lock{}
	for _, c := range x.p.Contracts {
		if x.wanted(t, c) {
			found[c.ID], locks[c.ID] = candidates(x.p, c)
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	best, err := x.proposeAll(ctx, found, locks)
	if err != nil || best == nil {
		return nil, err
	}
	found, err = x.claimed(ctx, best)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		claimed, err := x.proposeAll(ctx, found, locks)
		if err != nil {
			return nil, err
		}
		if claimed != nil && x.asGood(claimed.merged, best.merged) && x.open(claimed.merged) < x.open(best.merged) {
			best = claimed
		}
	}
	if len(best.better) == 0 {
		return nil, nil
	}
	load, out := best.load, best.out
	enough := func(rs []vc.Result) bool {
		m, b := x.merge(rs)
		return justified(rs) && len(b) == len(best.better) && x.asGood(m, best.merged)
	}
	names, err := x.withoutLocks(ctx, load, best.names, best.locks, out, best.procedures, enough)
	if err == nil {
		names, err = load.Needed(ctx, names, out, best.procedures, x.vo, enough)
	}
	if err != nil {
		return nil, err
	}
	x.old, x.load = best.merged, func() (*boogie.Program, error) { return load.Without(out) }
	return x.list(names, best.locks), nil
}

// proposeAll is propose; where nothing is known of all contracts together, of those of which by themselves
// something is.
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

// propose translates with candidates and verifies with those that hold; nil: nothing is known then.
func (x *inferrer) propose(ctx context.Context, found map[int][]string, locks map[int][]translate.Lock) (*proposal, error) {
	o := x.o
	o.Translate.Invariants, o.Translate.Locks = found, locks
	with, err := Translate(x.p, o)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(with.Functions, func(f *translate.Function) bool { return found[f.Contract] != nil && f.Skipped != "" }) {
		return nil, nil // nobody would check that it keeps them
	}
	p := &proposal{Translation: with, found: found, locks: locks, load: with.read, merged: x.old}
	p.procedures = with.procedures(func(f *translate.Function) bool { return found[f.Contract] != nil })
	var ok bool
	p.out, ok, err = x.inductive(ctx, p.load, p.procedures)
	if err != nil || !ok {
		return nil, err
	}
	if err := vacuous(p.load, p.out); err != nil {
		return nil, err
	}
	if p.names, err = left(p.load, p.out); err != nil || len(p.names) == 0 {
		return p, err
	}
	again, ok, err := x.verify(ctx, p.load, p.out, p.procedures)
	if err != nil || !ok {
		return nil, err
	}
	p.merged, p.better = x.merge(again)
	return p, nil
}

// open counts what is not proved.
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

// inductive finds the candidates that do not last; see infer.Load. Those that speak of all values are looked at
// behind the others, since a wrong one of them can make everything too hard.
func (x *inferrer) inductive(ctx context.Context, load infer.Load, procedures []string) (out map[string]bool, ok bool, err error) {
	names, err := left(load, nil)
	if err != nil {
		return nil, false, err
	}
	all := map[string]bool{}
	for _, n := range names {
		if quantified(n) {
			all[n] = true
		}
	}
	plain := func() (*boogie.Program, error) { return load.Without(all) }
	out, ok, err = infer.Load(plain).Inductive(ctx, procedures, x.vo, nil)
	if err != nil || !ok || len(all) == 0 {
		return out, ok, err
	}
	rest := func() (*boogie.Program, error) { return load.Without(out) }
	more, ok, err := infer.Load(rest).Inductive(ctx, procedures, x.vo, quantified)
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

// quantified reports whether a candidate speaks of all values.
func quantified(name string) bool {
	return strings.HasPrefix(name, "forall ") || strings.HasPrefix(name, "property(")
}

// wanted reports whether invariants of a contract may help: something is open, and all of its
// functions are translated.
func (x *inferrer) wanted(t *Translation, c *ast.ContractDefinition) bool {
	open := false
	for _, f := range t.Functions {
		if f.Contract != c.ID {
			continue
		}
		if f.Skipped != "" {
			return false
		}
		open = open || x.old[f.Procedure].Verdict != vc.OK
	}
	return open && c.Deployable()
}

// read is the program in Boogie, each time a fresh one. It is read from the text, so that what is verified is what --emit-boogie writes,
// with the positions there.
func (t *Translation) read() (*boogie.Program, error) {
	if t.parsed == nil {
		p, err := boogie.Parse(t.Program.File, t.Text)
		if err != nil {
			return nil, fmt.Errorf("internal error: the translation is not understood: %w", err)
		}
		if errs := boogie.Check(p); len(errs) > 0 {
			return nil, fmt.Errorf("internal error: the translation is not well formed: %w", errs[0])
		}
		t.parsed = p
	}
	return t.parsed.Clone(), nil
}

// procedures are those of functions that were translated.
func (t *Translation) procedures(want func(*translate.Function) bool) []string {
	var names []string
	for _, f := range t.Functions {
		if f.Skipped == "" && want(f) {
			names = append(names, f.Procedure)
		}
	}
	return names
}

// vacuous takes out the candidates of contracts that are never deployed.
func vacuous(load infer.Load, out map[string]bool) error {
	names, err := left(load, out)
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

// left are the names of the candidates that are in the program, in their order.
func left(load infer.Load, out map[string]bool) ([]string, error) {
	p, err := load.Without(out)
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

// verify verifies the program with what is left; false: an invariant is not proved after all.
func (x *inferrer) verify(ctx context.Context, load infer.Load, out map[string]bool, procedures []string) ([]vc.Result, bool, error) {
	p, err := load.Without(out)
	if err != nil {
		return nil, false, err
	}
	vo := x.vo
	vo.Only, vo.MaxErrors = procedures, maxErrors
	rs, err := vc.Verify(ctx, p, vo)
	return rs, err == nil && justified(rs), err
}

// justified reports whether everything that says an inferred invariant is proved.
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

// merge takes from the answers with invariants what they prove; better are the procedures of which
// more is known.
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
			continue // what is open now was not asked about then
		case len(m.Failures) == 0:
			m.Verdict, m.Reason = vc.Unknown, r.Reason
		}
		merged[r.Procedure] = m
		better = append(better, r.Procedure)
	}
	return merged, better
}

// identity tells the assertions of one procedure apart.
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

// asGood reports whether no more is open.
func (x *inferrer) asGood(m, than map[string]vc.Result) bool {
	for n, r := range m {
		if t := than[n]; len(r.Failures)+len(r.Undecided) > len(t.Failures)+len(t.Undecided) || r.Verdict != vc.OK && t.Verdict == vc.OK {
			return false
		}
	}
	return true
}

// isLock reports whether a text is that of a lock.
func (x *inferrer) isLock(text string, locks []translate.Lock) bool {
	return slices.ContainsFunc(locks, func(l translate.Lock) bool { return l.Text(x.p) == text })
}

// withoutLocks leaves out all locks, if none is needed; or else puts them behind the invariants.
func (x *inferrer) withoutLocks(ctx context.Context, load infer.Load, names []string, locks map[int][]translate.Lock, out map[string]bool, procedures []string, enough func([]vc.Result) bool) ([]string, error) {
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
	p, err := load.Without(without)
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

// list says which invariants were found.
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

// candidateOf is what the name of a candidate says: its text, and the contract, and the loop in it where it is about one.
func candidateOf(name string) (text string, contract, loop int) {
	text, id, _ := strings.Cut(strings.TrimSpace(name), "\n")
	id, in, _ := strings.Cut(id, "\n")
	contract, _ = strconv.Atoi(id)
	loop, _ = strconv.Atoi(in)
	return text, contract, loop
}
