package c

// bounds says how the array that a place may be is part of its object. An index outside of an array that is a row of another or a member is undefined even
// where the object goes on (C11 J.2, a subscript out of range). As for the sanitizer of bounds of GCC, an array at the end of what a pointer reaches may go on, and
// the end of an object as a whole is known to OpAccess.
type bounds struct {
	whole   bool // a declared object
	pointer bool // reached by a pointer
	inner   bool // of the structure, the innermost one that is an element or reached by a pointer, other members follow
	last    bool // none do
}

// member is the member f of a record of type t.
func (w bounds) member(t *ctype, f *field) bounds {
	inner := w.inner || !t.union && f != t.fields[len(t.fields)-1]
	return bounds{pointer: w.pointer, inner: inner, last: !inner}
}

// element is an element of an array.
func (w bounds) element() bounds { return bounds{pointer: w.pointer} }

// bounded reports whether the index of an array in memory is to be checked against its length.
func (p place) bounded() bool {
	w := p.bounds
	return p.t.n > 0 && p.vla == nil && !w.whole && !(w.pointer && w.last)
}
