// Package canceled cancels a computation at a point that its work determines, and tells how much it
// did afterwards: the test of cancellation needs no clock.
package canceled
