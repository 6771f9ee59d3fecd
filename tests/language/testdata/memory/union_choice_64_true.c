// A member of a union that a conditional expression chooses is read in the view of the member.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union number {
	unsigned whole;
	unsigned char bytes[4];
};

static union number made(unsigned v)
{
	union number n = {.whole = v};
	return n;
}

int main(void)
{
	union number a = {.whole = 0x01020304}, b = {.whole = 0x0a0b0c0d};
	int c = __VERIFIER_nondet_int();
	unsigned char first = (c ? a : b).bytes[1];
	unsigned all = (c ? made(7) : b).whole;
	if (first != (c ? 3 : 0xc) || all != (c ? 7u : 0x0a0b0c0du))
		reach_error();
	return 0;
}
