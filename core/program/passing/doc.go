// Package passing makes of a program the one that fails where the first one does not: its error is reached by
// every execution that comes to an end without failing, also by undefined behaviour, and by every one of which it is
// not clear that it comes to an end. When no execution of the result fails, all those of the first program do,
// except those that its restrictions exclude (program.Restricts).
//
// That an execution ends is shown by a measure for each loop: a number of finitely many that gets
// smaller, by signed comparison, from one visit of the loop's head to the next one. It is guessed from the conditions under which the
// loop goes on, and the result fails where it does not get smaller, so that a wrong guess proves nothing.
//
// With it a condition on inputs can be shown to be enough for failing without a condition for each path, of which
// loops make infinitely many. Hajuj, "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025), leaves
// such programs open.
package passing
