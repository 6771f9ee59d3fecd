// Package comparison puts results of benchmarks beside each other, of Cupel's configurations and of other tools, as one HTML page that
// needs nothing else: totals and scores as in SV-COMP, families, a quantile plot, a scatter plot, and all tasks to filter and sort.
//
// A configuration is called as its results call it. Where two files have a configuration of the same name that was run on the same
// task, the names of the files are added; results of the same configuration on other tasks are parts of one run.
package comparison
