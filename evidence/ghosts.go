package evidence

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/kernel/certify"
)

// loopGhosts are the loop summaries of a proof with a ghost for every variable that they relate to its value on
// loop entry.
type loopGhosts struct {
	s         *explanation
	summaries []engine.LoopSummary
	ghosts    []certify.Ghost // of the original program's variables, at its locations
	entry     []*logic.Term   // the summary's symbol for each ghost
	said      []loopClaim     // the summaries' claims over the reference program
}

// only returns the ghosts of one loop, as ghosts anywhere, with those of inner loops: they express that its
// summary holds from every state at its head. false: the summary is only partly known, or its loop is.
func (g *loopGhosts) only(l engine.LoopSummary) (*loopGhosts, bool) {
	head := g.s.derivation().Origin(l.Head)
	body := program.LoopBodies(g.s.stages.Original)[head]
	if body == nil || !l.Exact {
		return nil, false
	}
	own := &loopGhosts{s: g.s}
	for _, m := range g.summaries {
		if body[g.s.derivation().Origin(m.Head)] {
			own.summaries = append(own.summaries, m)
		}
	}
	for i, x := range g.ghosts {
		if body[x.Head] {
			x.Anywhere = x.Head == head
			own.ghosts = append(own.ghosts, x)
			own.entry = append(own.entry, g.entry[i])
		}
	}
	return own, true
}

// checked counts the summaries that the solver proves inductive: they hold for zero iterations, and for one
// more, from every state reached at the loop head.
func (g *loopGhosts) checked(ctx context.Context, open smt.Opener) int {
	n := 0
	for _, l := range g.summaries {
		own, ok := g.only(l)
		if !ok || ctx.Err() != nil {
			continue
		}
		part, stop := timeShare(ctx, 0.5) // cvc5 limits work per query only
		if own.holds(part, l, open) {
			n++
		}
		stop()
	}
	return n
}

// holds reports whether a summary, whose loop's ghosts are anywhere, is inductive relative to what is known and
// to the summaries of inner loops.
func (g *loopGhosts) holds(ctx context.Context, l engine.LoopSummary, open smt.Opener) bool {
	s := g.s
	ref, err := s.reference(ctx, s.references()[0], g)
	if err != nil {
		return false
	}
	c, err := certify.New(ctx, ref.Program)
	if err != nil {
		return false
	}
	c.Claim(headFacts(ctx, ref.Program))
	c.Claim(s.atOriginals(ref, s.stages.Facts))
	c.Claim(g.claims(ctx, ref, c))
	if c.Weaken(ctx, s.tools.Open) != nil || !g.kept(c, s.derivation().Origin(l.Head)) {
		return false
	}
	if ref.kind == KindSource {
		open = s.machined(open)
	}
	return c.CheckFacts(ctx, open) == nil
}

// ghosts creates ghosts for the loop summaries of a proof; nil if they relate nothing, or no program with the
// same variables exists.
func (s *explanation) ghosts(ctx context.Context, p *engine.Proof) *loopGhosts {
	if !s.options.Certify || p.Loops == nil || s.stages.Original.Lowered != s.stages.Prepared.Lowered && s.references()[0] != KindIntegers {
		return nil
	}
	g := &loopGhosts{s: s, summaries: s.loopClaims(ctx, p).Summaries}
	f := s.stages.Original.Terms
	for i, l := range g.summaries {
		head := s.derivation().Origin(l.Head)
		if head == nil || len(s.derivation().Images(head)) != 1 {
			continue
		}
		for _, sym := range logic.FreeVars(l.Relation) {
			v := s.stages.Prepared.VarOf(sym)
			if v == nil || l.Entry[sym] == nil {
				continue
			}
			o := v
			for o != nil && s.stages.Original.VarOf(o.Sym) != o {
				o = o.Origin
			}
			if o == nil || !logic.Occurs(l.Entry[sym], l.Relation) {
				continue
			}
			name := fmt.Sprintf("%s@entry%d", o.Name, i)
			c := &program.Var{Name: name, Sym: f.Fresh(name, o.Sort()), Signed: o.Signed}
			g.ghosts = append(g.ghosts, certify.Ghost{Head: head, Of: o, Copy: c})
			g.entry = append(g.entry, l.Entry[sym])
		}
	}
	if len(g.ghosts) == 0 {
		return nil
	}
	return g
}

// in adds the ghosts to p, whose locations originate in the original program.
func (g *loopGhosts) in(p *program.Program) *program.Program {
	at := g.images(p)
	own := make([]certify.Ghost, len(g.ghosts))
	for i, x := range g.ghosts {
		own[i] = certify.Ghost{Head: at[x.Head], Of: x.Of, Copy: x.Copy, Anywhere: x.Anywhere}
	}
	return certify.WithGhosts(p, own)
}

// images maps original locations to those of a program.
func (g *loopGhosts) images(p *program.Program) map[*program.Location]*program.Location {
	at := map[*program.Location]*program.Location{}
	for _, l := range p.Locs {
		at[g.s.stages.Original.Nearest(l)] = l
	}
	return at
}

// A loopClaim is the claim of a summary at a loop head of the reference program.
type loopClaim struct {
	at    *program.Location
	parts []*logic.Term // whose conjunction is the summary
}

// claims translates the summaries to the reference program, with consequences for the states on loop entry.
func (g *loopGhosts) claims(ctx context.Context, ref *reference, c *certify.Proof) map[*program.Location]*logic.Term {
	f := ref.Terms
	symbols := map[*logic.Term]*logic.Term{}
	for i, x := range g.ghosts {
		symbols[g.entry[i]] = ghostIn(ref.Program, x.Copy)
	}
	at := g.images(ref.Program)
	g.said = nil
	relations := map[*program.Location]*logic.Term{}
	for _, l := range g.summaries {
		origin := g.s.derivation().Origin(l.Head)
		if origin == nil || at[origin] == nil {
			continue
		}
		o := at[origin]
		r := f.Subst(l.Relation, symbols)
		parts := logic.Conjuncts(cut(f, r))
		if relations[o] != nil {
			r = f.And(r, relations[o])
		}
		relations[o] = r
		g.said = append(g.said, loopClaim{o, parts})
	}
	anywhere := map[*program.Location]bool{}
	for _, x := range g.ghosts {
		anywhere[at[x.Head]] = x.Anywhere
	}
	all := c.Entered(ctx, relations, anywhere, func(vars []*logic.Term, t *logic.Term) *logic.Term {
		t, _ = z3.Eliminate(ctx, f, vars, t, maxEntryWays, smt.Options{Work: entryWork})
		return t
	})
	for _, x := range g.said {
		if t := all[x.at]; t != nil {
			all[x.at] = f.And(f.And(x.parts...), t)
		}
	}
	return all
}

// ghostIn returns the symbol of a ghost in a program, which may be lowered.
func ghostIn(p *program.Program, ghost *program.Var) *logic.Term {
	for _, v := range p.Vars {
		if v.Origin == ghost {
			return v.Sym
		}
	}
	return ghost.Sym
}

// cut distributes disjunctions over conjunctions, so that the resulting conjuncts may hold alone: in all
// disjuncts if these are few, otherwise only in the largest.
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

// kept reports whether the complete summary of a loop is among the claims of a proof.
func (g *loopGhosts) kept(c *certify.Proof, head *program.Location) bool {
	for _, x := range g.said {
		if g.s.stages.Original.Nearest(x.at) != head {
			continue
		}
		claimed := map[*logic.Term]bool{g.s.stages.Original.Terms.True(): true}
		if t := c.Invariants[x.at]; t != nil {
			for _, u := range logic.Conjuncts(t) {
				claimed[u] = true
			}
		}
		for _, t := range x.parts {
			if !claimed[t] {
				return false
			}
		}
		return true
	}
	return false
}
