/* What the programs here share: inputs, what must not fail, and a size that is not known. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
static void check(int ok) { if (!ok) reach_error(); }
static int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
