package facts

import (
	"sync"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Derivation relates a program to one that was derived from it, by any number of passes, the
// integer lowering, an encoding in blocks or summaries of functions: Origin leads from the derived
// program's locations and variables back.
//
// Formulas are translated between the variables of both, exactly where that is possible: between
// numbers and bit-vectors they mean the same of all values in range. Of what has no translation
// something weaker is left, true at worst. Of what is said of all cells, translations speak of
// numbers on both sides. Passes let variables that do not matter hold any values
// and leave out what does not lead to the error; a translated fact is therefore a claim about the
// other program, which has to be checked there.
type Derivation struct {
	from, to *program.Program
	origin   []*program.Location   // by ID of a location of to; nil: none in from
	images   [][]*program.Location // by ID of a location of from, in the order of to
	lowered  bool                  // to has numbers where from has bit-vectors
	machine  *intlower.Machine
	nums     func() map[*logic.Term]bool          // see numbers, of from
	copies   func() map[*logic.Term][]*logic.Term // see copiesIn, of from
}

// Derive returns the derivation of to from from, which may be the same.
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

// Origin is the location that l of the derived program stands for; nil: none.
func (d *Derivation) Origin(l *program.Location) *program.Location { return d.origin[l.ID] }

// Images are the locations of the derived program that stand for l; none where it was left out.
func (d *Derivation) Images(l *program.Location) []*program.Location { return d.images[l.ID] }

// Down translates a formula over the variables of the program to those of the derived one.
func (d *Derivation) Down(t *logic.Term) *logic.Term {
	return d.weaken(t, func(t *logic.Term) *logic.Term {
		if quantifies(t) {
			return d.downAll(t)
		}
		if d.lowered {
			if t, ok := intlower.ToIntegers(d.to, t); ok && speaks(d.to, t) {
				return d.to.InCells(t)
			}
			return nil
		}
		return within(d.to, d.to.InCells(t))
	})
}

// Up translates a formula over the variables of the derived program to those of the program.
func (d *Derivation) Up(t *logic.Term) *logic.Term {
	return d.weaken(d.to.Meant(t), func(t *logic.Term) *logic.Term {
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

// DownAll moves facts about the program to the images of their locations, where all of them hold.
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

// UpAll moves facts about the derived program to the locations of the program: one that has several
// images satisfies the facts of one of them, and nothing is known where nothing is known of an image.
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

// weaken translates t by its literals: atom gives nil where there is no translation. In a
// conjunction the others are left then, of a disjunction nothing.
func (d *Derivation) weaken(t *logic.Term, atom func(*logic.Term) *logic.Term) *logic.Term {
	if u := atom(t); u != nil {
		return u
	}
	w := &weakener{f: d.to.Terms, atom: atom, memo: map[signedTerm]*logic.Term{}}
	return w.of(signedTerm{t, true})
}

type signedTerm struct {
	t        *logic.Term
	positive bool
}

type weakener struct {
	f    *logic.Factory
	atom func(*logic.Term) *logic.Term
	memo map[signedTerm]*logic.Term
}

// of is a consequence of the term, or of its negation.
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
