// Package inputs names what a program receives from outside, and restricts it.
//
// A source is a place of the program's text where a value comes in: a call of an input function,
// an argument of main, the result of a function without body, a variable defined nowhere. An
// execution may come to a source again and again; the n-th value that it receives there is a slot.
// What happens in an execution is a function of the values of all slots, of which it reads finitely
// many, and of values that are nobody's input (a variable read before it was written).
//
// Restrict makes of a module the one whose executions are those of it that satisfy a formula over
// slots: the slots that the formula speaks of are read at the beginning, the formula is assumed,
// and where the program comes to a source it is given the value that was read for it. That is the
// restriction of a program by the negation of an error condition in Hajuj, "CEGECORE: Finding
// Precise Error Conditions Using CPAchecker" (2025), section 4.2, and is exact also where an input is
// read in a loop, or on some paths only.
package inputs
