#include "arrays.h"

int main(void) {
	int n = size(), i, j, k, last = -1000;
	int a[n], b[n];
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
		if (a[i] < last)
			return 0;
		last = a[i];
	}
	for (i = 0; i < n; i++)
		b[i] = a[i];
	j = __VERIFIER_nondet_int();
	k = __VERIFIER_nondet_int();
	if (0 <= j && j < k && k < n)
		check(b[j] <= b[k]);
}
