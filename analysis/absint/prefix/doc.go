// Package prefix finds what the straight-line code before all loops says of variables that
// never change afterwards: sizes, masks, limits and how they depend on each other, in any
// theory. It is no fixpoint: each fact holds from there on because nothing assigns what it
// speaks of.
package prefix
