// Package oracle generates random small C programs whose inputs can all be
// enumerated, and decides them by enumeration: every program is compiled by gcc
// with its undefined-behaviour sanitizer and run on every combination of inputs,
// each in a process of its own. An execution that is undefined before it reaches
// the error does not count.
//
// Example: "int x = input(); if (x == 2) error();" with inputs 0 to 3 is run four
// times; the Truth is Unsafe, and a verifier's TRUE is a Wrong.
//
// gcc folds some arithmetic before it instruments it ((unsigned char)(a * b),
// a + 5 <= b), and so misses overflows. What gcc compiles is therefore a second
// rendering of the program, in which every addition, subtraction,
// multiplication and negation checks itself; it has the same lines.
//
// Programs with arrays are made of loops at random (Arrays), or of texts about one idea each (Shape).
//
// The package is the judge in the tests of the front end and of every engine.
// A program that is judged wrongly is shrunk before it is reported.
package oracle
