// Package octagon implements the octagon domain: sets of integer points defined
// by constraints +-x +-y <= c (Mine, "The octagon abstract domain", Higher-Order
// and Symbolic Computation 19, 2006).
//
// An Octagon is immutable and tightly closed (Bagnara, Hill and Zaffanella, "An
// improved tight closure algorithm for integer octagonal constraints", VMCAI
// 2008): every octagonal constraint that the others imply over the integers is
// explicit, so that inclusion, join and projection work entry by entry. Bounds
// are machine integers; a constraint with a larger one is dropped.
//
// Example: x + y <= 3 and x - y <= 2 imply 2x <= 5, tightened to x <= 2.
package octagon
