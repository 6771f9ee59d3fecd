#include "arrays.h"

int main(void) {
	int n = size(), i;
	int a[n], b[n], c[n];
	for (i = 0; i < n; i++)
		a[i] = __VERIFIER_nondet_int();
	for (i = 0; i < n; i++)
		b[n - 1 - i] = a[i];
	for (i = 0; i < n; i++)
		c[i] = b[n - 1 - i];
	for (i = 0; i < n; i++)
		check(c[i] == a[i]);
}
