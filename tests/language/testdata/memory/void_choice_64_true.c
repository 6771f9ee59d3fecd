// The type of a conditional expression with a pointer to void: that of the other operand where it is a null pointer constant (C11 6.5.15).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
	int a[4] = {1, 2}, x = __VERIFIER_nondet_int();
	int *p = a;
	void *v = a;
	char *q = (char *)a;
	if ((char *)((1 ? p : v) + 4) != q + 4 || (char *)((0 ? v : p) + 4) != q + 4)
		reach_error();
	if (x && (char *)((x ? p : (void *)0) + 1) != q + 4)
		reach_error();
	if (!x && (char *)((x ? (void *)(x - x) : a) + 4) != q + 4)
		reach_error();
	if (!x && (char *)((x ? (volatile void *)0 : a) + 4) != q + 4)
		reach_error();
	return 0;
}
