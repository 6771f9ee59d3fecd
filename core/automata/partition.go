package automata

import "slices"

// partition divides the numbers below some n into classes, and classes into marked numbers and others.
type partition struct {
	members     []int // by class
	at          []int // where a number is in members
	of          []int // the class of a number
	first, past []int // of a class in members
	marked      []int // how many of a class are marked: its first ones
	touched     []int // classes with marked numbers
}

// newPartition has a class for the numbers that compare as equal.
func newPartition(n int, compare func(i, j int) int) *partition {
	p := &partition{members: make([]int, n), at: make([]int, n), of: make([]int, n)}
	for i := range p.members {
		p.members[i] = i
	}
	slices.SortStableFunc(p.members, compare)
	for k, i := range p.members {
		if k == 0 || compare(p.members[k-1], i) != 0 {
			p.first, p.past, p.marked = append(p.first, k), append(p.past, k), append(p.marked, 0)
		}
		c := len(p.first) - 1
		p.at[i], p.of[i] = k, c
		p.past[c]++
	}
	return p
}

// len is the number of classes.
func (p *partition) len() int { return len(p.first) }

// class returns the numbers of a class, until the next call of mark.
func (p *partition) class(c int) []int { return p.members[p.first[c]:p.past[c]] }

// mark marks a number that is not marked.
func (p *partition) mark(i int) {
	c := p.of[i]
	if p.marked[c] == 0 {
		p.touched = append(p.touched, c)
	}
	from, to := p.at[i], p.first[c]+p.marked[c]
	j := p.members[to]
	p.members[from], p.members[to] = j, i
	p.at[j], p.at[i] = from, to
	p.marked[c]++
}

// split divides every class with marked numbers and others; the smaller part is a new class. Nothing is marked after it.
func (p *partition) split() {
	for _, c := range p.touched {
		middle := p.first[c] + p.marked[c]
		p.marked[c] = 0
		if middle == p.past[c] {
			continue
		}
		from, to := p.first[c], middle
		if middle-from <= p.past[c]-middle {
			p.first[c] = middle
		} else {
			from, to = middle, p.past[c]
			p.past[c] = middle
		}
		n := len(p.first)
		p.first, p.past, p.marked = append(p.first, from), append(p.past, to), append(p.marked, 0)
		for _, i := range p.members[from:to] {
			p.of[i] = n
		}
	}
	p.touched = p.touched[:0]
}
