// Package programtest generates small random programs for property tests and
// decides them by explicit enumeration of their states.
package programtest
