// Package memory tests verdicts about properties of memory on small programs, each about one rule or one borderline case, against what is written in them and
// against gcc's address sanitizer.
package memory
