// Package language tests what C programs mean: functions of the library and of other verifiers, memory, overflows, orders of evaluation,
// and division in models.
//
//	testdata/library/NAME_true.c                     the name says the verdict; with 64 in it, the program is for LP64
//	testdata/overflow/NAME_bad.c                     overflows; the others do not
package language
