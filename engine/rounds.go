package engine

// Rounds schedules publications to the board: after 1, 2, 4, 8, ... refinements, so that an interrupted search
// has published most of what it knows, at logarithmic cost.
type Rounds struct{ last int }

// Due reports whether to publish after n refinements; true at most once for each power of two.
func (r *Rounds) Due(n int) bool {
	if n < max(1, 2*r.last) {
		return false
	}
	r.last = n
	return true
}
