// Package suites derives tasks with known verdicts from third-party programs, and runs cupel on them.
//
//		csmith program that prints checksum c    error if crc != c: TRUE;  error if crc == c: FALSE
//
//	  - the execution tests of gcc's torture suite, from the Debian package of gcc's source: a test that gcc
//	    compiles and that ends without calling abort must be TRUE with abort as the error function;
//	  - random programs by csmith (X. Yang, Y. Chen, E. Eide, J. Regehr: Finding and Understanding Bugs in C
//	    Compilers, PLDI 2011): a program that computes the checksum c without optimisation, with it, and under
//	    the sanitizers must be TRUE if the error is another checksum, and FALSE if it is this one;
//	  - the traps of tests/traps/testdata: small programs about one rule of the language each, safe and unsafe.
//
// The first two are no part of the project: they are read or generated where the tests run (scripts/setup.sh
// installs the packages).
package suites
