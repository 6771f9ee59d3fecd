// Package unwritten makes goals of the uses of what was never written: a branch, an address or a check that such a value decides. Copies are no uses.
//
// Beside each variable that may hold such a value there is a flag that says whether it does, beside each array a flag for each cell (the shadow values of Seward and
// Nethercote, Using Valgrind to detect undefined value errors with bit-precision, USENIX 2005, with one bit for a value). The flag is set where a variable begins
// without a value and for all memory at the beginning, since blocks never lie where another one was; an assignment of a value clears it, and an assignment of a
// term has the flag of the term. A call passes flags beside arguments. A flag that is set decides nothing unless it is in a goal, so what no branch depends on costs nothing.
//
// Every execution that depends on such a value reaches a goal. The converse holds but for values some of whose bits were written: a goal that is reached is no violation before
// an execution shows one.
package unwritten
