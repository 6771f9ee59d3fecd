// Package traps runs small programs, safe and unsafe, each about one rule of C that is easily broken. testdata/EXPECT.csv lists them:
//
//	semantics/bf_copy_unsafe.c,FALSE,64,...          file, verdict, bits of the machine, note
package traps
