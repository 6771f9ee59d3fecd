// Package memory tests verdicts about properties of memory on small programs, each about one rule or one borderline case, against what is written in them and
// against gcc's address sanitizer.
//
// Random programs (Generate) are compiled, run on all their inputs and judged by gcc's address and leak sanitizers (Endings); no verdict may contradict them.
package memory
