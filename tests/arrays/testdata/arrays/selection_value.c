#include "arrays.h"

int main(void) {
	int n = size(), i, j, t;
	int a[n];
	for (i = 0; i < n; i++) {
		a[i] = __VERIFIER_nondet_int();
	}
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			if (a[j] < a[i]) {
				t = a[j];
				a[j] = a[i];
				a[i] = t;
			}
	i = __VERIFIER_nondet_int();
	j = __VERIFIER_nondet_int();
	if (0 <= i && i < j && j < n)
		check(a[i] <= a[j]);
}
