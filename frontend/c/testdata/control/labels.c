static int table(int i) {
	static void *const t[] = { &&a, &&b, &&c };
	int s = 0;
	goto *t[i];
a:
	s += 1; i = 2; goto *t[i];
b:
	s += 10; goto e;
c:
	s += 100; i = 1; goto *t[i];
e:
	return s;
}
static int run(const unsigned char *code, int x) {
	static void *ops[] = { &&inc, &&dbl, &&neg, &&stop };
	void **pc = ops;
#define NEXT goto *ops[*code++]
	NEXT;
inc: x++; NEXT;
dbl: x *= 2; NEXT;
neg: x = -x; NEXT;
stop: return x;
}
static int diff(int i) {
	static const int d[] = { &&l1 - &&l1, &&l2 - &&l1, &&l3 - &&l1 };
	goto *(&&l1 + d[i]);
l1: return 1;
l2: return 2;
l3: return 3;
}
static int same(int n) {
	static void *seen;
	void *here = &&x;
	if (n == 0) seen = here;
	else T(seen == here);
x:
	return n == 0 ? same(1) : 5;
}
static int local(int n) {
	int r = 0;
#define TWICE(v) ({ __label__ again, out; int k = 0; again: if (k >= 2) goto out; k++; r += v; goto again; out: k; })
	TWICE(11);
	{
		__label__ p, q;
		void *t = n ? &&p : &&q;
		goto *t;
	p: r += 100;
	q: r += 1000;
	}
	{
		__label__ v, w;
		void *t[2] = { &&v, &&w };
		goto *t[n];
	v: r += 10000;
	w: r += 100000;
	}
	return r;
}
static int log[8], n;
static void c(int *p) { log[n++] = *p; }
static int cleaned(int k) {
	void *t[] = { &&in, &&out };
	{
		int x __attribute__((cleanup(c))) = 4;
		goto *t[k];
	in:
		x++;
	}
	return 1;
out:
	return 2;
}
int main(void) {
	T(table(0) == 111 && table(1) == 10 && table(2) == 110);
	unsigned char code[] = { 0, 1, 2, 0, 3 };
	T(run(code, 4) == -9);
	T(diff(0) == 1 && diff(1) == 2 && diff(2) == 3);
	T(same(0) == 5);
	T(local(1) == 101122 && local(0) == 111022);
	T(cleaned(0) == 1 && n == 1 && log[0] == 5);
	T(cleaned(1) == 2 && n == 1); /* a computed goto cleans nothing up */
	END;
	return 0;
}
