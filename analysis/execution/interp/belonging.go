package interp

// A pointer belongs to the object that it was computed from, wherever its value lies. Objects have gaps between them, so that a value within an object or one
// past its end says which object that is, as long as no pointer was computed outside of its object. Those that were are remembered: a value that strayed into
// a gap still belongs to its object, and one that strayed into another object could belong to either, so that an execution which uses it ends.

// several, in strays: the pointer was computed from pointers into different objects.
const several = 0

// pointsInto reports whether p points into the object or one past its end.
func (g region) pointsInto(p uint64) bool { return p >= g.base && p-g.base <= g.size }

// around returns the index of the live object that the value p lies in or one past, or -1.
func (y *memory) around(p uint64) int {
	if i := y.find(p); i >= 0 && y.live[i].pointsInto(p) {
		return i
	}
	return -1
}

// A home is what is known about the object that a pointer belongs to.
type home uint8

const (
	unowned   home = iota // to none: an integer made a pointer, say
	null                  // the null pointer
	owned                 // to a live object
	released              // to one that is not live any more
	ambiguous             // it cannot be told
)

// home returns the live object that the pointer p belongs to (-1: there is none), with what is known.
func (y *memory) home(p uint64) (int, home) {
	i := y.around(p)
	s, stray := y.strays[p]
	switch {
	case stray && (s == several || i >= 0 && y.live[i].base != s):
		return -1, ambiguous
	case stray:
		if i = y.around(s); i < 0 {
			return -1, released
		}
		return i, owned
	case i >= 0:
		return i, owned
	case p == 0:
		return -1, null
	}
	for base, g := range y.dead {
		if p >= base && p-base <= g.size {
			return -1, released
		}
	}
	return -1, unowned
}

// belongs reports whether the pointer p belongs to live object number i, or may do.
func (y *memory) belongs(p uint64, i int) bool {
	if len(y.strays) == 0 && y.live[i].pointsInto(p) {
		return true
	}
	j, h := y.home(p)
	return h == unowned || h == owned && i == j
}

// accessible reports whether size bytes from addr on are in one live object, to which the pointer from belongs; no bytes always are: an access that is not
// made has size 0.
func (y *memory) accessible(addr, size, from uint64) bool {
	if size == 0 {
		return true
	}
	i := y.last
	if i >= len(y.live) || !y.live[i].holds(addr, size) {
		if i = y.find(addr); i < 0 || !y.live[i].holds(addr, size) {
			return false
		}
		y.last = i
	}
	return y.belongs(from, i)
}

// complaint describes the fault of an invalid access at addr, computed from the pointer from.
func (y *memory) complaint(addr, from uint64) string {
	if addr == 0 {
		return "null pointer dereference"
	}
	if i := y.find(addr); i < 0 || !y.live[i].holds(addr, 1) {
		for b, n := range y.dead {
			switch {
			case addr < b || addr-b >= n.size:
			case n.heap:
				return "access to freed memory"
			default:
				return "access to a variable after its lifetime"
			}
		}
		return "access outside of every live object"
	}
	if _, h := y.home(from); h == ambiguous || h == owned {
		return "access outside of the object that the pointer belongs to"
	}
	return "access outside of every live object"
}

// point computes the pointer p from the pointer from; the fault, if there is one.
func (y *memory) point(p, from uint64) string {
	if y.last < len(y.live) && len(y.strays) == 0 && y.live[y.last].pointsInto(p) && y.live[y.last].pointsInto(from) {
		return ""
	}
	i, h := y.home(from)
	base := uint64(several)
	switch h {
	case unowned, null:
		return ""
	case ambiguous:
		return "arithmetic on a pointer that lies outside of its object"
	case owned:
		if y.live[i].pointsInto(p) {
			return ""
		}
		base = y.live[i].base
	}
	if y.strays == nil {
		y.strays = map[uint64]uint64{}
	}
	if s, known := y.strays[p]; known && s != base {
		base = several
	}
	y.strays[p] = base
	return ""
}

// order compares or subtracts two pointers; the fault, if there is one. Null is an address like others for the compiler.
func (y *memory) order(p, q uint64) string {
	if p == q || p == 0 || q == 0 || len(y.strays) == 0 && y.last < len(y.live) && y.live[y.last].pointsInto(p) && y.live[y.last].pointsInto(q) {
		return ""
	}
	i, h := y.home(p)
	j, k := y.home(q)
	if h == unowned || k == unowned || h == owned && k == owned && i == j {
		return ""
	}
	return "order of pointers into different objects"
}

// apart reports whether the pointers p and q are equal or not wherever their objects lie (C11 6.5.9p6).
func (y *memory) apart(p, q uint64) bool {
	i, h := y.home(p)
	j, k := y.home(q)
	switch {
	case h == null || k == null:
		return h == null && k == null || h == owned || k == owned
	case h != owned || k != owned:
		return false
	case i == j:
		return true
	}
	a, b := &y.live[i], &y.live[j]
	if s, t := y.literals[a.base], y.literals[b.base]; s != nil && t != nil && a.base+a.size-p == b.base+b.size-q && s.MayShare(t) {
		return false
	}
	return !(p == a.base+a.size && q == b.base) && !(q == b.base+b.size && p == a.base)
}
