package engine

// Rounds says when a search tells the board what it knows: after 1, 2, 4, 8, ... refinements. A run
// that is cut off has told much of it by then, and telling takes a small part of the work.
type Rounds struct{ last int }

// Due reports whether it is time after n refinements, once for each.
func (r *Rounds) Due(n int) bool {
	if n < max(1, 2*r.last) {
		return false
	}
	r.last = n
	return true
}
