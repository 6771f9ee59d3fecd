#include "arrays.h"

int main(void) {
	int n = size(), i;
	int sum[1], a[n], b[n];
	sum[0] = 0;
	for (i = 0; i < n; i++) {
		if (i == 0)
			a[i] = 0;
		else
			a[i] = 5;
	}
	for (i = 0; i < n; i++) {
		if (a[i] == 5)
			b[i] = 5;
		else
			b[i] = 5 - a[i];
	}
	for (i = 0; i < n; i++)
		sum[0] = sum[0] + b[i];
	check(sum[0] == 5 * n);
}
