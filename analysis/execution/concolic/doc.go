// Package concolic follows one execution of a program once more, by terms over what the program
// receives: the path condition says for which values of the slots (package inputs) the program takes
// the same path, and each conjunct has the place that it comes from. See Godefroid, Klarlund and Sen,
// "DART: Directed Automated Random Testing" (PLDI 2005).
//
// Definedness is part of the condition: where a check for undefined behaviour or an access to memory
// depends on what comes in, that it is fine belongs to the path. Where a term would become too
// complicated (an index into a long table, the address of an object that is released) it is
// pinned to the value that it has in the execution, which makes the condition stronger, never wrong:
// whatever satisfies it takes the path.
package concolic
