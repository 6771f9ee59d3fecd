/* It ends only where the two texts are one object, which C leaves open. */
int main(void)
{
	const char *p = "one", *q = "one";
	while (p != q)
		;
	return 0;
}
