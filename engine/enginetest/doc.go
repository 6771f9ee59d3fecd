// Package enginetest compares engines with the exhaustive enumeration of random
// programs.
package enginetest
