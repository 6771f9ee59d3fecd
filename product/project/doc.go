// Package project reads cupel.toml, the list of a project's verification tasks with their expected verdicts
// (docs/projects.md, docs/reports.md):
//
//	timeout = "30s"                    # of every task
//	flags = ["--64"]                   # of cupel verify, for every task
//
//	[[task]]
//	file = "src/*.c"                   # a task for each file
//	property = "no-overflow"
//	checks = ["bounds", "memory"]      # each with an answer of its own
//
//	[[task]]
//	contracts = "src/Vault.sol"        # cupel solidity
package project
