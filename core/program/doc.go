// Package program represents the programs that the engines verify.
//
// A front end produces a Module: functions with control-flow graphs whose
// operations are over machine-typed terms (bit-vectors, floats, arrays).
// Inlining turns it into a Program: one control-flow automaton (CFA) from an
// initial to an error location, every edge with its source position. Passes map
// programs to programs (package core/program/passes); package analysis/execution/interp runs
// one concretely, with C's undefined behaviour detected.
package program
