// Package display prints quantified array invariants for people: "for all k: 0 <= k < n ==> a[k] == 42", with the program's names for variables and for the
// arrays behind memory regions. The text is for reading only; it is not parsed anywhere.
package display
