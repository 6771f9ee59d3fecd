// Package oracle answers, for every location of a program, by which states an
// error can still be reached: it interprets the path expressions from the
// location to the targets as transition formulas (GPS, OOPSLA 2025, section 6).
// Loops are summarised by a domain of package iteration. Everything is computed
// when it is first asked for and kept.
package oracle
