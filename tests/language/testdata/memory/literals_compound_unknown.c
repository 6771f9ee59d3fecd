// Const compound literals with equal contents may be one object, also with a string literal (C11 6.5.2.5p7).
extern void reach_error(void);

int main(void) {
	const int *p = (const int[]){1, 2}, *q = (const int[]){1, 2};
	const char *r = (const char[]){"abc"};
	if (p != q || r != "abc")
		reach_error();
	return 0;
}
