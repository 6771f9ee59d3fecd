package evidence

import (
	"context"
	"fmt"
	"maps"

	"cupel/certify"
	"cupel/engine"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
	"cupel/smt/z3"
)

// maxEntryWays bounds the disjuncts in what is said of a loop's entry, entryWork each query for one
// of them, in units of package work, and maxParts the parts into which a case of a summary is cut.
const (
	maxEntryWays = 16
	entryWork    = 200_000
	maxParts     = 24
)

// loopGhosts are the summaries of loops that a proof rests on with a ghost of every variable that
// they relate to its value on entry.
type loopGhosts struct {
	s         *explanation
	summaries []engine.LoopSummary
	ghosts    []certify.Ghost // of variables of the original program, at its locations
	prepared  []certify.Ghost // the same of the prepared program's; their copies are yet to be made
	entry     []*logic.Term   // the symbol that stands for the ghost in its summary
	said      []loopClaim     // by the summaries, in the terms of the reference program
}

// loopClaims are what the summaries of loops say that a proof rests on.
func (s *explanation) loopClaims(ctx context.Context, p *engine.Proof) *engine.LoopClaims {
	if s.claimed == nil {
		s.claimed = &engine.LoopClaims{}
		if p.Loops != nil {
			s.claimed = p.Loops(ctx)
		}
	}
	return s.claimed
}

// proposeHarmless adds that a loop head is reached only in states from which, as summaries have it,
// no path leads to the error, and reports whether something of it is inductive.
func (s *explanation) proposeHarmless(ctx context.Context, c *certify.Proof, ref *reference, p *engine.Proof) bool {
	ctx, stop := within(ctx, 0.5)
	defer stop()
	harmless := s.loopClaims(ctx, p).Harmless
	if len(harmless) == 0 {
		return false
	}
	before := maps.Clone(c.Invariants)
	c.Claim(s.atOriginals(ref, p.Invariants)) // these may need the others
	c.Claim(s.atOriginals(ref, harmless))
	return c.Weaken(ctx, s.Open) == nil && !maps.Equal(before, c.Invariants)
}

// orByLoops is the better one of a certificate and one on the program with ghosts. A certificate that
// does not hold says how many of the summaries do.
func (s *explanation) orByLoops(ctx context.Context, cert *Certificate, p *engine.Proof, solver string, open smt.Opener) *Certificate {
	if cert.Level == LevelSource {
		return cert
	}
	loops := s.loopGhosts(ctx, p)
	if loops == nil {
		if s.Certify && p.Loops != nil && !cert.Holds() {
			cert.Reason += "; its loop summaries say nothing that could be asked"
		}
		return cert
	}
	c, own := s.certifyOn(ctx, s.references()[0], loops, p, solver, open)
	switch {
	case own.Level == LevelSource || own.Holds() && !cert.Holds() && !cert.refuted:
		return own
	case !cert.Holds():
		cert.Reason += fmt.Sprintf("; of %d loop summaries %s checked %d", len(loops.summaries), solver, loops.kept(c))
	}
	return cert
}

// loopGhosts makes ghosts for the summaries of loops that a proof rests on; nil: there is nothing
// to relate, or no program that speaks of the same variables.
func (s *explanation) loopGhosts(ctx context.Context, p *engine.Proof) *loopGhosts {
	if !s.Certify || p.Loops == nil || s.Original.Lowered != s.Prepared.Lowered && s.references()[0] != KindIntegers {
		return nil
	}
	g := &loopGhosts{s: s, summaries: s.loopClaims(ctx, p).Summaries}
	f := s.Original.Terms
	for i, l := range g.summaries {
		head := s.derivation().Origin(l.Head)
		if head == nil || len(s.derivation().Images(head)) != 1 {
			continue
		}
		for _, sym := range logic.FreeVars(l.Relation) {
			v := s.Prepared.VarOf(sym)
			if v == nil || l.Entry[sym] == nil {
				continue
			}
			o := v
			for o != nil && s.Original.VarOf(o.Sym) != o {
				o = o.Origin
			}
			if o == nil || !logic.Occurs(l.Entry[sym], l.Relation) {
				continue
			}
			name := fmt.Sprintf("%s@entry%d", o.Name, i)
			c := &program.Var{Name: name, Sym: f.Fresh(name, o.Sort()), Signed: o.Signed}
			g.ghosts = append(g.ghosts, certify.Ghost{Head: head, Of: o, Copy: c})
			g.prepared = append(g.prepared, certify.Ghost{Head: l.Head, Of: v})
			g.entry = append(g.entry, l.Entry[sym])
		}
	}
	if len(g.ghosts) == 0 {
		return nil
	}
	return g
}

// in is p, which has the locations of the original program as origin, with the ghosts.
func (g *loopGhosts) in(p *program.Program) *program.Program {
	at := map[*program.Location]*program.Location{}
	for _, l := range p.Locs {
		at[g.s.Original.Nearest(l)] = l
	}
	own := make([]certify.Ghost, len(g.ghosts))
	for i, x := range g.ghosts {
		own[i] = certify.Ghost{Head: at[x.Head], Of: x.Of, Copy: x.Copy}
	}
	return certify.WithGhosts(p, own)
}

// A loopClaim is what a summary says at a loop head of the original program.
type loopClaim struct {
	at    *program.Location
	parts []*logic.Term // together they are the summary
	exact bool
}

// claims says in the terms of the reference program what the summaries say, and what is known, if
// they hold, of the states in which the loops are entered.
func (g *loopGhosts) claims(ctx context.Context, ref *reference) map[*program.Location]*logic.Term {
	s, f := g.s, ref.Terms
	symbols := map[*logic.Term]*logic.Term{}
	made := make([]certify.Ghost, len(g.prepared))
	for i, x := range g.prepared {
		sym := ghostIn(ref.Program, g.ghosts[i].Copy)
		symbols[g.entry[i]] = sym
		made[i] = certify.Ghost{Head: x.Head, Of: x.Of, Copy: &program.Var{Name: sym.Name(), Sym: sym, Signed: x.Of.Signed}}
	}
	p := certify.WithGhosts(s.Prepared, made)
	at := map[*program.Location]*program.Location{}
	for _, l := range p.Locs {
		at[l.Origin] = l
	}
	g.said = nil
	relations := map[*program.Location]*logic.Term{}
	for _, l := range g.summaries {
		r := f.Subst(l.Relation, symbols)
		relations[at[l.Head]] = r
		if o := s.derivation().Origin(l.Head); o != nil {
			g.said = append(g.said, loopClaim{o, logic.Conjuncts(cut(f, r)), l.Exact})
		}
	}
	all := map[*program.Location]*logic.Term{}
	for _, c := range g.said {
		all[c.at] = f.And(c.parts...)
	}
	c, err := certify.New(ctx, p)
	if err != nil {
		return all
	}
	entered := c.Entered(ctx, relations, func(vars []*logic.Term, t *logic.Term) *logic.Term {
		t, _ = z3.Eliminate(ctx, f, vars, t, maxEntryWays, smt.Options{Work: entryWork})
		return t
	})
	for _, l := range s.Prepared.Locs {
		o, t := s.derivation().Origin(l), entered[at[l]]
		if o == nil || t == nil || len(s.derivation().Images(o)) != 1 {
			continue
		}
		if all[o] != nil {
			t = f.And(all[o], t)
		}
		all[o] = t
	}
	return all
}

// ghostIn is the symbol of a ghost in a program, which may be lowered.
func ghostIn(p *program.Program, ghost *program.Var) *logic.Term {
	for _, v := range p.Vars {
		if v.Origin == ghost {
			return v.Sym
		}
	}
	return ghost.Sym
}

// cut takes the cases of a formula apart, each conjunct of which may hold alone: of all cases where
// these are few, otherwise of the case with the most.
func cut(f *logic.Factory, t *logic.Term) *logic.Term {
	var out []*logic.Term
	for _, c := range logic.Conjuncts(t) {
		if c.Op() != logic.OpOr {
			out = append(out, c)
			continue
		}
		cases := make([][]*logic.Term, c.NumArgs())
		product, most := 1, 0
		for i, d := range c.Args() {
			cases[i] = logic.Conjuncts(d)
			product = min(product*len(cases[i]), maxParts+1)
			if len(cases[i]) > len(cases[most]) {
				most = i
			}
		}
		ways := [][]*logic.Term{nil}
		for i, d := range c.Args() {
			if product > maxParts && i != most {
				cases[i] = []*logic.Term{d}
			}
			var next [][]*logic.Term
			for _, w := range ways {
				for _, part := range cases[i] {
					next = append(next, append(w[:len(w):len(w)], part))
				}
			}
			ways = next
		}
		for _, w := range ways {
			out = append(out, f.Or(w...))
		}
	}
	return f.And(out...)
}

// kept counts the summaries that are known as a whole and are, as a whole, among the claims of a
// proof, which was checked; nil: none was.
func (g *loopGhosts) kept(c *certify.Proof) int {
	if c == nil {
		return 0
	}
	n := 0
	for _, x := range g.said {
		claimed := map[*logic.Term]bool{}
		for _, l := range c.Program().LoopHeads() {
			if g.s.Original.Nearest(l) == x.at && c.Invariants[l] != nil {
				for _, t := range logic.Conjuncts(c.Invariants[l]) {
					claimed[t] = true
				}
			}
		}
		all := x.exact
		for _, t := range x.parts {
			all = all && (claimed[t] || t.IsTrue())
		}
		if all {
			n++
		}
	}
	return n
}
