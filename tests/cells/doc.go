// Package cells tests what becomes of facts about all cells: distinguished cells and segments, programs that were written to mislead
// them, and facts that one engine or a person tells another.
//
//	testdata/cells       the name says what is right, as in alias_behind_false.c
//	testdata/cellfacts   programs whose loops need different engines: one finds the fact, another proves by it
package cells
