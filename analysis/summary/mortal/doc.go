// Package mortal finds states from which a loop cannot be repeated for ever: lexicographic linear ranking functions of transition formulas.
//
// Example: of the loop "[x > 0] x := x - 1, y := sk" joined with "[x > 0 && y > 0] y := y - 1" Rank returns the tuple (x, y).
//
// The method is that of Zhu and Kincaid, "Termination analysis without the tears", PLDI 2021, section 5 (after Alias, Darte, Feautrier and Gonnord,
// "Multi-dimensional rankings, program termination, and complexity bounds of flowchart programs", SAS 2010): for a transition formula F over x and x',
//
//   - the convex hull of the differences x - x' has as dual cone the linear functions that never grow under F;
//   - the convex hull of the states before F has as dual cone of its recession cone those that are bounded below;
//   - what generates the intersection of the two are quasi-ranking functions. Demand that all of them stay constant, and repeat.
//
// If the formula becomes unsatisfiable the functions in their order are a ranking function, and the method finds one if the formula, read over the rationals, has any
// lexicographic linear one. F may be any formula of linear integer arithmetic, as hulls are computed by a solver.
//
// A turn of a loop is the choice of all ways from its head back to it, with the closures of inner loops (package iteration) in their place. Where all variables
// have values of machine types every function is bounded, and the second cone is everything.
//
// Precondition is for loops that end from some of their states only: it returns a formula that holds in no state from which a turn can be repeated for ever, a mortal
// precondition. It joins the ranking functions above with closed forms in the number of turns (Zhu and Kincaid, "Reflections on termination of linear loops", CAV 2021,
// for linear maps whose eigenvalues are zero and one), with the orbits of linear maps over machine types, whatever their eigenvalues, and with predicates that, once true, stay true. Example: of "[x > 0] x := x + y, y := y - z" it is
// "x <= 0 || z > 0 || z == 0 && (y < 0 || ...)".
//
// Pool ranks over finitely many candidates in any arithmetic, for loops whose terms are no linear ones.
//
// Results are not trusted: package measured (core/program/measured) turns them into a question of reachability.
package mortal
