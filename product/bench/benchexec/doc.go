// Package benchexec reads and writes benchmark results in BenchExec's formats: result files (XML,
// doc/result.dtd of BenchExec 3, optionally compressed by bzip2 or gzip) and the tables of its table-generator
// as CSV (tab-separated, with three header rows).
//
//	<run name="../loops/count.yml"><column title="status" value="true"/>...</run>
//
// A run's task is named DIRECTORY/FILE like the tasks of package bench, so that results of several tools can be
// compared. Verdicts and categories are those of bench: a category "correct" in a BenchExec file is accepted
// only if verdict and expected verdict agree.
package benchexec
