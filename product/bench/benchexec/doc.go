// Package benchexec reads and writes results of benchmarks as BenchExec does: its result files (XML, doc/result.dtd of BenchExec
// 3, compressed by bzip2 or gzip or not) and the tables that its table-generator writes as CSV (separated by tabs, three rows of heads).
//
// A run's task is called DIRECTORY/FILE like the tasks of package bench, so that results of several tools meet. Verdicts and categories are
// those of bench: what BenchExec calls correct is only believed where verdict and expected verdict say so, too.
package benchexec
