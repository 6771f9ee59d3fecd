// Package need finds what a test depends on beside Go: tools on the machine and the corpus of other projects' tasks.
//
// A test states its needs first:
//
//	need.Tool(t, "gcc")                        // skipped with "no gcc" where it is missing
//	dir := need.Corpus(t, "c", "seeds-examples")  // skipped with "no corpus" where it is missing
//
// The runner (tests/runner) counts skipped tests by the reason. In continuous integration, where CI is set, a missing tool is a
// failure: scripts/setup.sh installs all of them. A missing corpus never is, since the corpus is not part of the project, and neither is a kernel
// that does not execute 32-bit programs, which no script can change.
package need
