// Package priority implements priority queues: binary heaps (Williams, "Algorithm 232: heapsort", 1964)
// over values of any type, with deterministic order among equal values.
//
// Example: pushed 3, 1, 2 with before = "<", Pop returns 1, then 2, then 3.
package priority
