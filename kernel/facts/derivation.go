package facts

import (
	"sync"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Derivation relates a program (from) to one derived from it (to) by any number of passes, the integer
// lowering, block encodings or function summaries, along the Origin links of locations and variables.
//
// Formulas are translated between the variables of both, exactly where possible: between integers and
// bit-vectors the meaning is the same for values in range. A formula without translation is weakened, to true
// at worst. Quantified facts are over integers on both sides. Passes may make the values of irrelevant
// variables arbitrary and drop what cannot reach the error; a translated fact is therefore only a claim about
// the other program and has to be checked there.
type Derivation struct {
	from, to *program.Program
	origin   []*program.Location   // by ID of a location of to; nil: no counterpart in from
	images   [][]*program.Location // by ID of a location of from, ordered as in to
	lowered  bool                  // to is over integers where from is over bit-vectors
	machine  *intlower.Machine
	nums     func() map[*logic.Term]bool          // numbers(from), computed once
	copies   func() map[*logic.Term][]*logic.Term // copiesIn(from), computed once
}

// Derive relates to, which was derived from from, with from; they may be the same program.
func Derive(from, to *program.Program) *Derivation {
	d := &Derivation{from: from, to: to, lowered: to.Lowered && !from.Lowered,
		origin: make([]*program.Location, len(to.Locs)), images: make([][]*program.Location, len(from.Locs))}
	for _, l := range to.Locs {
		if o := from.Nearest(l); o != nil {
			d.origin[l.ID] = o
			d.images[o.ID] = append(d.images[o.ID], l)
		}
	}
	d.copies = sync.OnceValue(func() map[*logic.Term][]*logic.Term { return copiesIn(from) })
	d.nums = sync.OnceValue(func() map[*logic.Term]bool { return numbers(from) })
	if d.lowered {
		d.machine = intlower.NewMachine(to)
	}
	return d
}

// Origin returns the original of location l of the derived program, or nil.
func (d *Derivation) Origin(l *program.Location) *program.Location { return d.origin[l.ID] }

// Images returns the copies of l in the derived program, none if it was removed.
func (d *Derivation) Images(l *program.Location) []*program.Location { return d.images[l.ID] }

// Down translates a formula over the original program's variables to the derived program; the result may be
// weaker.
func (d *Derivation) Down(t *logic.Term) *logic.Term {
	return d.weaken(t, func(t *logic.Term) *logic.Term {
		if quantifies(t) {
			return d.downAll(t)
		}
		if d.lowered {
			if t, ok := intlower.ToIntegers(d.to, t); ok && speaks(d.to, t) {
				return d.to.SelectsToCells(t)
			}
			return nil
		}
		return within(d.to, d.to.SelectsToCells(t))
	})
}

// Up translates a formula over the derived program's variables to the original; the result may be weaker.
func (d *Derivation) Up(t *logic.Term) *logic.Term {
	return d.weaken(d.to.CellsToSelects(t), func(t *logic.Term) *logic.Term {
		if quantifies(t) {
			return d.upAll(t)
		}
		if d.lowered {
			if t = d.machine.Formula(t); t == nil {
				return nil
			}
		}
		return within(d.from, t)
	})
}

func within(p *program.Program, t *logic.Term) *logic.Term {
	if speaks(p, t) {
		return t
	}
	return nil
}

// DownAll translates facts about the original program to all images of their locations.
func (d *Derivation) DownAll(facts map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, o := range d.from.Locs {
		if t := facts[o]; t != nil && len(d.images[o.ID]) > 0 {
			if t = d.Down(t); !t.IsTrue() {
				for _, l := range d.images[o.ID] {
					out[l] = t
				}
			}
		}
	}
	return out
}

// UpAll translates facts about the derived program to the original. A location with several images gets the
// disjunction of their facts, and none if some image has none.
func (d *Derivation) UpAll(facts map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, o := range d.from.Locs {
		var ways []*logic.Term
		for _, l := range d.images[o.ID] {
			t := facts[l]
			if t == nil {
				ways = nil
				break
			}
			ways = append(ways, d.Up(t))
		}
		if ways == nil {
			continue
		}
		if t := d.from.Terms.Or(ways...); !t.IsTrue() {
			out[o] = t
		}
	}
	return out
}

// weaken translates t literal by literal; atom returns nil where there is no translation. A conjunction drops
// untranslatable conjuncts; a disjunction with an untranslatable disjunct becomes true.
func (d *Derivation) weaken(t *logic.Term, atom func(*logic.Term) *logic.Term) *logic.Term {
	if u := atom(t); u != nil {
		return u
	}
	w := &weakener{f: d.to.Terms, atom: atom, memo: map[signedTerm]*logic.Term{}}
	return w.of(signedTerm{t, true})
}

// signedTerm is a term, or its negation.
type signedTerm struct {
	t        *logic.Term
	positive bool
}

// weakener translates terms with memoisation, see weaken.
type weakener struct {
	f    *logic.Factory
	atom func(*logic.Term) *logic.Term
	memo map[signedTerm]*logic.Term
}

// of returns a translatable consequence of the term, or of its negation.
func (w *weakener) of(s signedTerm) *logic.Term {
	if r := w.memo[s]; r != nil {
		return r
	}
	var r *logic.Term
	switch op := s.t.Op(); op {
	case logic.OpNot:
		r = w.of(signedTerm{s.t.Arg(0), !s.positive})
	case logic.OpAnd, logic.OpOr:
		parts := make([]*logic.Term, s.t.NumArgs())
		for i, a := range s.t.Args() {
			parts[i] = w.of(signedTerm{a, s.positive})
		}
		if (op == logic.OpAnd) == s.positive {
			r = w.f.And(parts...)
		} else {
			r = w.f.Or(parts...)
		}
	default:
		if r = w.atom(s.t); r == nil {
			r = w.f.True()
		} else if !s.positive {
			r = w.f.Not(r)
		}
	}
	w.memo[s] = r
	return r
}
