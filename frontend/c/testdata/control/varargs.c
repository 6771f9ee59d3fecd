#include <stdarg.h>
#include <stddef.h>
struct P { int a, b; double d; };
struct N { char c; };
struct E {};
struct Big { long v[5]; };
union U { int i; double d; };
struct L { va_list ap; int n; };
enum e { e0, e1 = 7 };

static int sum(int n, ...) {
	va_list ap, aq;
	va_start(ap, n);
	va_copy(aq, ap);
	int s = 0;
	for (int i = 0; i < n; i++) s += va_arg(ap, int);
	for (int i = 0; i < n; i++) s += 100 * va_arg(aq, int);
	va_end(ap);
	va_start(ap, n);
	if (n > 0) s += 10000 * va_arg(ap, int);
	va_end(ap);
	va_end(aq);
	return s;
}
static double mix(const char *f, ...) {
	va_list ap;
	va_start(ap, f);
	double r = 0;
	for (; *f; f++)
		switch (*f) {
		case 'd': r += va_arg(ap, double); break;
		case 'D': r += va_arg(ap, long double); break;
		case 'i': r += va_arg(ap, int); break;
		case 'u': r += va_arg(ap, unsigned); break;
		case 'l': r += va_arg(ap, long long); break;
		case 'L': r += va_arg(ap, unsigned long); break;
		case 'p': r += *va_arg(ap, int *); break;
		case 's': r += va_arg(ap, char *)[1]; break;
		case 'S': { struct P p = va_arg(ap, struct P); r += p.a * p.b + p.d; break; }
		case 'N': r += va_arg(ap, struct N).c; break;
		case 'E': { struct E e = va_arg(ap, struct E); break; }
		case 'B': { struct Big b = va_arg(ap, struct Big); r += b.v[0] + b.v[4]; break; }
		case 'e': r += va_arg(ap, enum e); break;
		}
	va_end(ap);
	return r;
}
static int unions(int n, ...) {
	va_list ap;
	va_start(ap, n);
	union U u = va_arg(ap, union U), v;
	v = va_arg(ap, union U);
	int *p = va_arg(ap, int *);
	va_end(ap);
	return 100 * u.i + 10 * v.i + *p;
}
static int take(va_list ap) { return va_arg(ap, int); }
static int shared(int n, ...) {
	va_list ap;
	va_start(ap, n);
	int s = take(ap);
#ifdef __LP64__
	s = 10 * s + take(ap);
	s = 10 * s + va_arg(ap, int);
#endif
	va_end(ap);
	return s;
}
static int through(va_list *ap) { return va_arg(*ap, int); }
static int pointers(int n, ...) {
	va_list ap;
	va_start(ap, n);
	int s = through(&ap);
	s = 10 * s + through(&ap);
	s = 10 * s + va_arg(ap, int);
	va_end(ap);
	return s;
}
static int from(struct L *l) { l->n++; return va_arg(l->ap, int); }
static int member(int n, ...) {
	struct L l = { .n = 0 };
	va_start(l.ap, n);
	int s = from(&l) - from(&l);
	struct L k = l;
	s = 10 * s + from(&l) + from(&k);
	va_end(l.ap);
	return s + l.n;
}
static int rec(int n, ...) {
	va_list ap;
	va_start(ap, n);
	int a = va_arg(ap, int);
	int r = n ? rec(n - 1, a + 1, a) : 0;
	int b = va_arg(ap, int);
	va_end(ap);
	return r * 10 + a + b;
}
static va_list global;
static int next(void) { return va_arg(global, int); }
static int globally(int n, ...) {
	va_start(global, n);
	int s = next() * 10 + next();
	va_end(global);
	return s;
}
static void *mine(void *p, ...) {
	va_list ap;
	va_start(ap, p);
	void *q = va_arg(ap, void *);
	char *s = va_arg(ap, void *);
	void *v = va_arg(ap, char *);
	va_end(ap);
	return s == v ? q : p;
}
static int typed(void *first, ...) {
	int n = 0;
	va_list ap;
	va_start(ap, first);
	for (struct P *p = first; p; p = va_arg(ap, struct P *)) n += p->a;
	va_end(ap);
	return n;
}
static int v2(int k, va_list ap) { int r = 0; while (k--) r = r * 10 + va_arg(ap, int); return r; }
static int fwd(int n, ...) { va_list ap; va_start(ap, n); int r = v2(n, ap); va_end(ap); return r; }
typedef int (*vf)(int, ...);
int main(void) {
	T(sum(3, 1, 2, 3) == 10606);
	T(sum(0) == 0);
	T(sum(2, sum(1, 1), 'a') == 10101 + 97 + 100 * (10101 + 97) + 10000 * 10101);
	int z = 7;
	struct P p = { 2, 3, 0.5 };
	T(mix("dilpS", 1.5, 2, 10000000000LL, &z, p) == 10000000017.0);
	T(mix("di", (float)2.5, (char)-1) == 1.5);
	struct Big b = { { 1, 2, 3, 4, 5 } };
	T(mix("iDBi", 1, 0.25L, b, 3) == 10.25);
	struct N n = { 9 };
	struct E e = {};
	union U u = { 5 };
	T(mix("NEisL", n, e, 1, "ab", 2ul) == 9 + 1 + 98 + 2);
	union U w = u;
	w.i++;
	T(unions(1, u, w, &z) == 567);
	T(mix("ueii", 3, e1, 3u, (short)-3) == 10);
	T(shared(1, 4, 5, 6) == (sizeof(long) == 8 ? 456 : 4));
	T(pointers(1, 4, 5, 6) == 456);
	T(member(1, 9, 4, 1) == 5 * 10 + 2 + 3);
	T(rec(2, 1, 2) == ((3 + 2) * 10 + 2 + 1) * 10 + 3);
	T(globally(0, 3, 4) == 34);
	int own;
	T(mine(0, &own, "x", (void *)0) == 0);
	T(mine(0, (void *)&own, (char *)0, (void *)0) == &own);
	struct P p2 = { 40 };
	T(typed(&p, &p2, (struct P *)NULL) == 42);
	T(typed(&p, &p2, NULL) == 42);
	T(fwd(3, 1, 2, 3) == 123);
	vf f = z == 7 ? fwd : sum;
	T(f(2, 8, 9) == 89);
	T((*f)(1, (signed char)-5) == -5);
	for (int i = 0; i < 3; i++) T(fwd(2, i, i + 1) == 11 * i + 1);
	T(sizeof(va_list) == (sizeof(long) == 8 ? 24 : 4));
	END;
	return 0;
}
