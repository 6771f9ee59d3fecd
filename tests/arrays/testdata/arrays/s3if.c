#include "arrays.h"

int main(void) {
	int n = size(), i;
	int sum[1], a[n], b[n];
	for (i = 0; i < n; i++)
		a[i] = 1;
	for (i = 0; i < n; i++) {
		if (a[i] == 1)
			b[i] = a[i] + 1;
		else
			b[i] = a[i] - 1;
	}
	for (i = 0; i < n; i++) {
		if (i == 0)
			sum[0] = 0;
		if (b[i] == 2)
			sum[0] = sum[0] + b[i];
		else
			sum[0] = sum[0] * b[i];
	}
	check(sum[0] == 2 * n);
}
