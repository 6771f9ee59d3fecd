#include "arrays.h"

int main(void) {
	int n = size(), i, j, k, s = 0;
	int a[n], b[n];
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
		if (a[i] < 0 || a[i] > 9)
			a[i] = 1;
	}
	for (i = 0; i < n; i++) {
		int t = a[i];
		if (t > 0 && t <= 9)
			s += t;
		b[i] = s;
	}
	j = __VERIFIER_nondet_int();
	k = __VERIFIER_nondet_int();
	if (0 <= j && j < k && k < n)
		check(b[j] <= b[k]);
}
