// Package layout finds the project that contracts belong to, and what its configuration says about compiling them:
//
//	foundry.toml          src, libs, remappings, solc, auto_detect_solc, via_ir, evm_version; profiles
//	remappings.txt        PREFIX=PATH lines; libraries below libs have their names without any
//	hardhat.config.ts     is read as a text, never executed: versions and paths that are plain literals
//
// The meaning of the keys is that of the Foundry Book (reference of foundry.toml; dependencies, remappings) and of
// Hardhat's documentation (configuration of Solidity, paths). Where forge infers a remapping to one directory of a
// library, every directory that it may be is looked at, in forge's order.
package layout
