// Package priority is a queue that hands out what comes first in an order: a binary heap
// (Williams, "Algorithm 232: heapsort", 1964) over values of any type.
package priority
