#include "arrays.h"

int main(void) {
	int n = size(), k, l, t, x, y;
	int a[n], b[n], i;
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
		b[i] = a[i];
	}
	k = __VERIFIER_nondet_int();
	l = __VERIFIER_nondet_int();
	if (k < 0 || k >= n || l < 0 || l >= n)
		return 0;
	t = a[k];
	a[k] = a[l];
	a[l] = t;
	check(a[k] == b[l] && a[l] == b[k]);
}
