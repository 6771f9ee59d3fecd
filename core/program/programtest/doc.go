// Package programtest generates small random programs for property tests, reads
// programs that tests write as text, and decides programs by explicit enumeration
// of their states.
package programtest
