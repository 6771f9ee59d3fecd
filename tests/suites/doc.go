// Package suites turns third-party programs into tasks with a known verdict, and runs
// cupel on them:
//
//   - the execution tests of gcc's torture suite, from the Debian package of gcc's source: a test
//     that gcc compiles and that ends without calling abort must be TRUE when abort is the error
//     function;
//   - random programs by csmith (X. Yang, Y. Chen, E. Eide, J. Regehr: Finding and Understanding
//     Bugs in C Compilers, PLDI 2011): a program that computes the checksum c without
//     optimisation, with it, and under the sanitizers must be TRUE when the error is another
//     checksum, and FALSE when it is this one;
//   - the traps of verifier/testdata: small programs about one rule of the language each, safe and
//     unsafe.
//
// Nothing of the first two is part of the project: they are read or generated where the tests run
// (scripts/setup.sh installs the packages).
package suites
