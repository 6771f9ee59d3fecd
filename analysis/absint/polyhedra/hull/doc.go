// Package hull computes the convex hull of a formula's models with a solver: the
// least closed polyhedron that contains the values that given linear terms (the
// dimensions) take in the models.
//
// Example: for the formula (x = 0 and y = 0) or (x = 2 and 3 <= y <= 4) and the
// dimensions x, y the hull is the triangle 3*x <= 2*y <= 4*x with x <= 2.
//
// The method is symbolic abstraction (Reps, Sagiv and Yorsh, "Symbolic
// implementation of the best transformer", VMCAI 2004) as in Farzan and Kincaid,
// "Compositional recurrence analysis", FMCAD 2015: ask for a model outside of
// the polyhedron found so far, take the literals of the formula that the model
// satisfies and that imply the formula, project them onto the dimensions, join
// the result into the polyhedron, repeat. The end of the loop, unsatisfiability,
// proves that the polyhedron contains every model, so nothing rests on how the
// literals were chosen or projected.
//
// Conditionals in terms are resolved by the model. Quotients and remainders by
// constants, floors and array elements become unknowns with the linear
// constraints that are known of them; products become unknowns; Boolean and
// bit-vector literals and equations of arrays are left out. Integers are treated
// as rationals, except that constraints over integers alone have their bounds
// rounded: the result may be larger than the convex hull of the integer points,
// never smaller.
//
// Where a limit is hit, the answer keeps what the solver proves: constraints
// found so far, equations, bounds. Where the solver gives up, products of unknowns
// are replaced by unknowns, which leaves a formula it can decide.
package hull
