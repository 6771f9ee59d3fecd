// Package bench runs a verifier on many tasks under time and memory limits, compares the verdicts with the
// expected ones and tabulates the results.
//
//	{"config": "default", "task": "loops/count.yml", "expected": "TRUE", "verdict": "TRUE", "category": "correct-true",
//	 "cpu_s": 0.31, "wall_s": 0.32, "memory_mb": 95, ...}                    one line of the journal per run
//
// Every run is a separate process, measured by its resource usage. Finished runs are appended to a journal
// immediately, so that an interrupted benchmark resumes where it stopped; the key of a run consists of its
// configuration, limits and task, the contents of the files these name, and the verifier's version. One
// benchmark at a time writes to a directory. Tables list tasks in the given order, independent of the order in
// which they finished. Categories and scores are those of SV-COMP (BenchExec's result.py).
package bench
