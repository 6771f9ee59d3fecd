#include "arrays.h"

int main(void) {
	int n = size(), i, j;
	int a[n];
	for (i = 0; i < n; i++)
		a[i] = 3 * i - 7;
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			check(a[i] != a[j]);
}
