#include "arrays.h"

int main(void) {
	int n = size(), i, j, k, m = 0, x = __VERIFIER_nondet_int(), last = -1000;
	int a[n], b[n + 1];
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
		if (a[i] < last)
			return 0;
		last = a[i];
	}
	for (i = 0; i < n && a[i] < x; i++)
		b[i] = a[i];
	b[i] = x;
	for (; i < n; i++)
		b[i + 1] = a[i];
	j = __VERIFIER_nondet_int();
	k = __VERIFIER_nondet_int();
	if (0 <= j && j < k && k <= n)
		check(b[j] <= b[k]);
}
