// Package display says formulas about all cells of arrays for people: "for all k: 0 <= k < n ==> a[k] == 42", with the program's names where what is
// accessed is an array that has one. What it says is for reading: nothing is made of it.
package display
