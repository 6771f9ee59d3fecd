#include "arrays.h"

int main(void) {
	int n = size(), i;
	int sum[1], a[n];
	sum[0] = 0;
	for (i = 0; i < n; i++)
		a[i] = 1;
	for (i = 0; i < n; i++) {
		if (i == 0)
			sum[0] = 0;
		else
			sum[0] = sum[0] + a[i];
	}
	check(sum[0] == n - 1);
}
