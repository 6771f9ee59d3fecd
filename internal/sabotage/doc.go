// Package sabotage implements fault injection (mutations) in the verifier, by
// which tests measure whether certificates detect wrong proofs. Only tests
// enable a fault; no flag or environment variable does.
package sabotage
