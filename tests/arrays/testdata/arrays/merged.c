#include "arrays.h"

int main(void) {
	int n = size(), i = 0, j = 0, k = 0, l, m, x, last = -1000;
	int c[2 * n];
	while (k < 2 * n) {
		x = __VERIFIER_nondet_int();
		if (x < last)
			return 0;
		c[k] = x;
		last = x;
		k++;
	}
	l = __VERIFIER_nondet_int();
	m = __VERIFIER_nondet_int();
	if (0 <= l && l < m && m < 2 * n)
		check(c[l] <= c[m]);
}
