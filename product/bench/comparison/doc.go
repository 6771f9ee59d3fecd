// Package comparison compares benchmark results, of Cupel's configurations and of other tools, in one
// self-contained HTML page: totals and scores as in SV-COMP, families, a quantile plot, a scatter plot, and all
// tasks to filter and sort.
//
//	New([results.csv: auto, symex; tool.table.csv: cpachecker])    a column per configuration, a row per task
//
// A configuration has the name given in its results. If two files contain a configuration of the same name run
// on the same task, the file names are added; results of one configuration on different tasks are parts of one
// run.
package comparison
