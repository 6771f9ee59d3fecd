#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const void *p, const void *q) { while (*(const int *)p == 5) ; return *(const int *)p - *(const int *)q; }
int main(void) { int a[2] = { 5, 4 }; a[0] = __VERIFIER_nondet_int(); qsort(a, 2, sizeof a[0], compare); return 0; }
