// Package unwritten tests the check uninitialised: on pairs of small programs, one with the error and one without, and on random programs whose executions the interpreter judges.
package unwritten
