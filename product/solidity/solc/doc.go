// Package solc finds and runs Solidity compilers, and reads the syntax trees in their output or in build
// information of Foundry and Hardhat.
//
//	Find(ctx, Choice{}, ranges of "pragma solidity >=0.7.0")   the latest installed version admitted, 0.8.28
//	Gather(files, imports)                                     the sources and what they import, by remappings and directories
//	Compile(ctx, inputs...)                                    an Output for each input
//	ReadBuild(path)                                            the same from a build-info file
//
// A compiler is node with the npm package solc, installed by Install at exact versions below
// the user's cache directory, or a native solc. The version is selected by the pragmas of the sources, or by
// the user. A run is one process for any number of inputs; its time and memory are limited, and it ends with
// this process (package internal/child). It only compiles: no contract is executed.
//
// The interface is the compiler's "Compiler Input and Output JSON Description"; the ranges of pragmas are those
// of npm's semver.
package solc
