// Command differential is an endless source of campaigns: batches of random programs whose verdicts are known, for all engines.
//
//	go run ./tests/differential -cupel bin/cupel [-batch N] [-batches N] [-seed N] [-engines a,b] DIR [FLAG OF CAMPAIGN RUN...]
//
// Programs are those of tests/oracle, decided by trying all inputs, and csmith's where it is installed (tests/suites). A batch in which no
// verdict is wrong and no run is a fault is removed; the others stay in DIR, with the results. It ends with an interrupt or after -batches.
package main
