// Package adjacency finds the comparisons of pointers whose outcome depends on which objects lie next to each other: one past the end of an object may be the
// address of another one or not (C11 6.5.9p6). A program is proven for one choice of addresses, in which no two objects are adjacent; where such a comparison
// remains, the proof has to hold for the others as well.
//
// A comparison is harmless if both pointers come from one object. Two analyses show that: values of pointers are followed along assignments and pointer
// arithmetic to where they come from (roots.go), and intervals tell the named objects in which they lie. The front end leaves out what is harmless by its
// points-to classes.
package adjacency
