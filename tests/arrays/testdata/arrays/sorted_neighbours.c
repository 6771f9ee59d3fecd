#include "arrays.h"

int main(void) {
	int n = size(), i, j, k;
	int a[n];
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
		if (i > 0 && a[i] < a[i - 1])
			return 0;
	}
	j = __VERIFIER_nondet_int();
	k = __VERIFIER_nondet_int();
	if (0 <= j && j < k && k < n)
		check(a[j] <= a[k]);
}
