package cegar

import (
	"slices"

	"cupel/product/petri/ilp"
)

// lemmas remembers the Farkas combinations that closed cases. Most cases of a large proof fail for one of few
// reasons that concern only some of the choices made; a case that contains the rows of a known combination is
// closed without a solver call. Retrieval is heuristic; acceptance is checked exactly.
type lemmas struct {
	known []lemma // the one used last comes first
}

type lemma []lemmaRow

// lemmaRow identifies a row of a known combination by its left side and relation.
type lemmaRow struct {
	left   uint64 // hash of the row's left side
	rel    ilp.Relation
	factor ilp.Multiplier // its Row is not used
}

// leftSide hashes the left side of a row (FNV-1a on its numbers).
func leftSide(r ilp.Row) uint64 {
	h := uint64(14695981039346656037)
	for _, t := range r.Terms {
		h = (h ^ uint64(t.Var)) * 1099511628211
		h = (h ^ uint64(t.Coef)) * 1099511628211
	}
	return h
}

// learn remembers the certificate of a closed case.
func (l *lemmas) learn(p *ilp.Problem, c *ilp.Certificate) {
	if c.Kind != ilp.ByFarkas {
		return
	}
	var rows lemma
	for _, m := range c.Multipliers {
		r := p.Row(m.Row)
		rows = append(rows, lemmaRow{leftSide(r), r.Rel, m})
	}
	if len(l.known) >= maxLemmas {
		l.known = l.known[:maxLemmas-1]
	}
	l.known = slices.Insert(l.known, 0, rows)
}

// refute looks for a known combination that refutes p.
func (l *lemmas) refute(p *ilp.Problem) *ilp.Certificate {
	if len(l.known) == 0 {
		return nil
	}
	rows := make(map[uint64][]int, p.Rows())
	for i := range p.Rows() {
		h := leftSide(p.Row(i))
		rows[h] = append(rows[h], i)
	}
	for k, rule := range l.known {
		ms := rule.apply(p, rows)
		if ms != nil && p.Refuted(ms) {
			copy(l.known[1:k+1], l.known[:k])
			l.known[0] = rule
			return &ilp.Certificate{Kind: ilp.ByFarkas, Multipliers: ms}
		}
	}
	return nil
}

// apply finds the lemma's rows in p, nil when one is missing.
func (rule lemma) apply(p *ilp.Problem, rows map[uint64][]int) []ilp.Multiplier {
	var ms []ilp.Multiplier
	for _, want := range rule {
		found := -1
		for _, i := range rows[want.left] {
			// An equation serves as either inequality; of several rows the tightest.
			r := p.Row(i)
			sign := want.factor.Factor.Sign()
			fits := r.Rel == want.rel || r.Rel == ilp.EQ || want.rel == ilp.EQ && (r.Rel == ilp.GE) == (sign > 0)
			if fits && (found < 0 || sign > 0 && r.Bound > p.Row(found).Bound || sign < 0 && r.Bound < p.Row(found).Bound) {
				found = i
			}
		}
		if found < 0 {
			return nil
		}
		ms = append(ms, ilp.Multiplier{Row: found, Factor: want.factor.Factor})
	}
	return ms
}
