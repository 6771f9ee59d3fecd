// Package sabotage holds switches that make parts of the verifier deliberately
// wrong, so that tests can measure whether certificates notice. Nothing but tests
// turns one on; no flag or environment variable does.
package sabotage
