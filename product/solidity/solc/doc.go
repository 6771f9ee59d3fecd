// Package solc finds a Solidity compiler, runs it, and gives the syntax trees that it makes of
// contracts; it reads those that Foundry and Hardhat have left in their build information, too.
//
// A compiler is node with the npm package solc, installed by scripts/solidity-setup.sh at exact
// versions below the user's cache directory, or a native solc. Which version is asked is decided by
// the pragmas of the sources, or by the user. A run is one process however many inputs there are;
// its time and memory are limited, and it ends with this one (package internal/child). It compiles
// and nothing else: no contract is executed.
//
//	Find      a compiler for sources, by version or path
//	Gather    the sources of a file and of all that it imports
//	Compile   the compiler's answer for each input, by its standard JSON interface
//	ReadBuild the same from a build-info file
//
// The interface is the compiler's "Compiler Input and Output JSON Description"; the ranges of
// pragmas are those of npm's semver.
package solc
