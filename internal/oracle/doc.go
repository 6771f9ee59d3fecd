// Package oracle generates random small C programs whose inputs can all be
// tried, and decides them by doing so: every program is compiled by gcc with its
// undefined-behaviour sanitizer and run on every combination of inputs. An
// execution that is undefined before it reaches the error does not count.
//
// It is the judge in the tests of the front end and of every engine.
package oracle
