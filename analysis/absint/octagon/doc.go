// Package octagon holds octagons: sets of integer points that constraints
// +-x +-y <= c describe (Mine, "The octagon abstract domain", Higher-Order and
// Symbolic Computation 19, 2006).
//
// An Octagon is immutable and tightly closed (Bagnara, Hill and Zaffanella, "An
// improved tight closure algorithm for integer octagonal constraints", VMCAI
// 2008): every constraint that follows from the others for integers is there, so
// that inclusion, join and projection work entry by entry. Bounds are machine
// integers; a constraint with a larger one is dropped.
package octagon
