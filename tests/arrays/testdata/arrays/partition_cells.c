#include "arrays.h"

int main(void) {
	int n = size(), i, j = 0, k, l, p = __VERIFIER_nondet_int();
	int a[n], b[n];
	for (i = 0; i < n; i++)
		a[i] = __VERIFIER_nondet_int();
	for (i = 0; i < n; i++)
		b[i] = a[i] <= p ? 0 : 1;
	k = __VERIFIER_nondet_int();
	l = __VERIFIER_nondet_int();
	if (0 <= k && k < n && 0 <= l && l < n && b[k] < b[l])
		check(a[k] < a[l]);
}
