/* It ends only where the two texts are two objects. */
int main(void)
{
	const char *p = "one", *q = "one";
	while (p == q)
		;
	return 0;
}
