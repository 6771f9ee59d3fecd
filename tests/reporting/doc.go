// Package reporting tests what a report says beside the verdict: what a counterexample depends on, its trace and graphs, undefined
// behaviour that a proof assumed away, the state that a function is called in, and who decided.
//
//	extern int e; int main(void) { if (e == 3) reach_error(); }
//	e, which is declared but not defined: 3          what the report of this program says
package reporting
