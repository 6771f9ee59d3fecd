#include "arrays.h"

int main(void) {
	int n = size(), i, j, x = -1000;
	int a[n];
	for (i = 0; i < n; i++) {
		int step = __VERIFIER_nondet_int();
		if (step < 0 || step > 10)
			step = 0;
		x += step;
		a[i] = x;
	}
	for (i = 0; i < n; i++)
		for (j = i; j < n; j++)
			check(a[i] <= a[j]);
}
