// Package polyhedra implements the abstract domain of closed convex polyhedra
// over the rationals, exactly, in n dimensions that are numbered from 0.
//
// Example: the join (convex hull) of the points (0, 0) and (2, 4) has the
// constraints x1 = 2*x0 and 0 <= x0 <= 2, and the generators point (0, 0) and
// point (2, 4).
//
// A Polyhedron is immutable and always carries both of its descriptions: the
// constraints (equations and inequalities a.x >= c) that define it and the
// generators (points, rays, lines) that span it. Both are minimal and in a
// canonical form, so equal sets have equal descriptions and every result is
// deterministic. A polyhedron is kept as the cone over it with one coordinate
// more; constraints and generators then play dual roles, and one algorithm, the
// double description method, adds constraints (intersection) and generators
// (convex hull) alike.
//
// Sources: Motzkin, Raiffa, Thompson and Thrall, "The double description method",
// 1953; Chernikova, 1968; Le Verge, "A note on Chernikova's algorithm", 1992;
// Fukuda and Prodon, "Double description method revisited", 1996 (adjacency
// tests); Cousot and Halbwachs, "Automatic discovery of linear restraints among
// variables of a program", POPL 1978, and Halbwachs' thesis (widening);
// Bagnara, Hill and Zaffanella, "The Parma Polyhedra Library", 2008.
//
// Conversion between the descriptions is exponential in the worst case (a cube
// has 2^n vertices). Whatever converts takes a context and Limits and ends with
// ErrLimit rather than use more. ProjectConstraints works on
// constraints alone. Operands of one operation have the same number of
// dimensions; it is a programming error if they do not.
package polyhedra
