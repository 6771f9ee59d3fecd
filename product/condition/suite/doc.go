// Package suite runs the search for error conditions on many tasks, by package bench, and tabulates the results as the thesis
// on precise error conditions does (chapter 6):
//
//	run       tasks  precise      %  partial  nothing  wrong  error  time limit
//	model        10        3  30.0%        6        1      0      0           7
//	qe           10        8  80.0%        1        1      0      0           2
//	any run      10        9  90.0%
//
// and besides that the iterations and sizes of precise conditions, which of them only one configuration finds (its figures
// 6.2 and 6.4), and what samples say.
package suite
