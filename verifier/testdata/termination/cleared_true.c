/* The loops come to like states in calls that have returned in between. */
extern int __VERIFIER_nondet_int(void);
static void f(int k) { if (k > 0) f(k - 1); for (int i = 0; i < 1; i++) ; }
int main(void) { int k = __VERIFIER_nondet_int(); if (k < 9) f(k); return 0; }
