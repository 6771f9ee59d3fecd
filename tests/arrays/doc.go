// Package arrays tests what is proven of arrays of any size: facts about all cells that quantified guesses, and facts about any two cells
// that engines find without quantifiers.
//
//	cupel verify --engine quantified --no-run testdata/arrays/partition_ends.c     TRUE
//	cupel verify --engine symexecia --cells search --no-run testdata/arrays/merged.c
package arrays
