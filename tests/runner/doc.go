// Command runner runs the tests of packages, all of them even when some fail, and ends with one list of what failed, with its output.
//
//	go run ./tests/runner [-race] [-short] [-run REGEXP] [-budgets FILE] PACKAGE...
//
// In goes a list of packages, out comes a line for each as it ends and a summary:
//
//	ok      12.3 s  cupel/kernel/certify
//	FAILED  31.0 s  cupel/engine/gps
//	...
//	FAILED cupel/engine/gps TestOracle
//	    gps_test.go:41: seed 17: TRUE, but trying all inputs says unsafe
//	3 skipped: no chromium
//	1041 passed, 1 failed, 3 skipped
//
// Seconds are processor time of the package's test process and its children, which other work on the machine hardly changes. With
// -budgets the run fails when a package takes half as much again as the file allows, and names its slowest tests. Packages with the
// largest budgets start first. Tests of package pgregory.net/rapid get a fixed seed, CUPEL_RAPID_SEED or 1.
package main
