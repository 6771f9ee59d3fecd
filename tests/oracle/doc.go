// Package oracle generates random small C programs with few input combinations and decides them by exhaustive
// execution: every program is compiled by gcc with its undefined-behaviour sanitizer and run on every
// combination of inputs, each in a process of its own. An execution that is undefined before it reaches the
// error does not count.
//
//	Generate(seed 7)        int main() { int x = input(); ... if (x * y == 6) reach_error(); }
//	Decide                  Truth{Unsafe: true, Undefined: 3, Outcomes: one per combination}
//	Compare(verifier)       the wrong verdicts, each with a shrunk program
//
// gcc folds some arithmetic before it instruments it ((unsigned char)(a * b), a + 5 <= b), and so misses
// overflows. What gcc compiles is therefore a second rendering of the program, in which every addition,
// subtraction, multiplication and negation checks itself; it has the same lines.
//
// Programs with arrays consist of random loops (Arrays), or are instances of templates about one idea each
// (Shape).
//
// The package is the reference in differential tests of the front end and of every engine. A program with a
// wrong verdict is shrunk before it is reported.
package oracle
