// Package lists tests proofs of memory safety of programs with linked lists of any length: what the shape analysis (analysis/absint/shape) proves of the programs in testdata, that it proves
// nothing that an execution of a random program contradicts, and that a mistake in it is noticed.
//
//	cupel verify --property valid-memsafety testdata/double.c     TRUE, decided by: shape analysis
package lists
