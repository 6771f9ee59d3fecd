// Literals with other contents, and those that may be written, are objects of their own.
extern void reach_error(void);

int main(void) {
	const int *p = (const int[]){1, 2}, *q = (const int[]){1, 3};
	int *r = (int[]){1, 2}, *s = (int[]){1, 2};
	if (p != q && r != s)
		reach_error();
	return 0;
}
