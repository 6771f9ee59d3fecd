// Package bench runs a verifier over many tasks under time and memory limits,
// compares the verdicts with the expected ones and tabulates the results.
//
// Every run is a process of its own, measured by its resource usage. Finished
// runs go to a journal at once, so that an interrupted benchmark resumes where
// it stopped; a run's key is its configuration, limits and task, the contents of
// the files that these name, and the verifier's version. One benchmark at a time
// writes to a directory. Tables list tasks in
// the order they were given, whatever order they finished in. Categories and
// scores are those of SV-COMP (BenchExec's result.py).
package bench
