// Package suite runs the verification of contracts on many files, by package bench, and tabulates the results as the thesis
// on modular verification of contracts does (section 3.4, Table 3.2):
//
//	run           files  refused  translated  in part  finished      %  s mean  alarms
//	int              12        1          10        1        10  90.9%    0.52       3
//	mod-overflow     12        1          10        1         9  81.8%    0.71       5
//
// Refused are files that the compiler or the translation does not accept, or without code; in part translated are those with
// functions that are skipped. Finished are files of which every function that is translated has an answer within the limit; the
// time is that of the compiler, too. An alarm is a file with a function that may violate a check or an annotation.
package suite
