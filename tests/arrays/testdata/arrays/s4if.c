#include "arrays.h"

int main(void) {
	int n = size(), i;
	int sum[1], a[n];
	for (i = 0; i < n; i++)
		a[i] = 4;
	for (i = 0; i < n; i++) {
		if (i == 0)
			sum[0] = a[i];
		else if (a[i] == 4)
			sum[0] = sum[0] + a[i];
		else
			sum[0] = sum[0] - a[i];
	}
	check(sum[0] == 4 * n);
}
