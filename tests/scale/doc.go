// Package scale has programs of thousands of lines: a library of four small modules (testdata/module.c: a ring buffer, a
// parser, a table, a list), instantiated as often as a length asks for, and a main that calls all the instances. Tests compare
// the sizes and the work of stages between lengths; scripts/scale.sh measures times and memory on the same programs.
package scale
