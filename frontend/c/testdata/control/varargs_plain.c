typedef __builtin_va_list list;
static int max(int n, ...) {
	list ap;
	__builtin_va_start(ap, n);
	int m = -1;
	while (n-- > 0) { int v = __builtin_va_arg(ap, int); if (v > m) m = v; }
	__builtin_va_end(ap);
	return m;
}
static void put(int *n, ...) {
	__builtin_va_list ap, cp;
	__builtin_va_start(ap, n);
	__builtin_va_copy(cp, ap);
	*__builtin_va_arg(ap, int *) = *n;
	__builtin_va_arg(ap, double);
	*__builtin_va_arg(ap, short *) = 3;
	(*__builtin_va_arg(cp, int *))++;
	__builtin_va_end(ap);
}
int main(void) {
	int a = 5, b = 0; short c = 0;
	put(&a, &b, 1.0, &c);
	T(b == 6 && c == 3 && a == 5);
	T(max(3, 4, 9, 2) == 9 && max(0) == -1);
	END;
	return 0;
}
