package c

import "testing"

// TestTypes compares sizes, alignments and types of expressions with gcc's.
func TestTypes(t *testing.T) {
	var cases []gccCase
	for _, c := range []struct{ name, decl, body string }{
		{"alignof", "struct S { char c; long long x; double d; short s; } s; long long g, ga[3]; typedef long long T __attribute__((aligned(2))); T tt; struct S *ps = &s; int ia __attribute__((aligned(32)));",
			"long long l, *p = &l; double d; add(__alignof__(g)); add(__alignof__(ga)); add(__alignof__(ga[1])); add(__alignof__(s)); add(__alignof__(s.x)); add(__alignof__(ps->d)); add(__alignof__(l)); add(__alignof__(d)); add(__alignof__(*p)); add(__alignof__(T)); add(__alignof__(tt)); add(__alignof__(long long[2])); add(__alignof__(double)); add(__alignof__(long double)); add(_Alignof(long long)); add(_Alignof(double)); add(_Alignof(long double)); add(_Alignof(long long[2])); add(_Alignof(struct S)); add(__alignof__(struct S)); add(__alignof(s.s)); add(__alignof__(short)); add(__alignof__(ia));"},
		{"modes", "typedef int qi __attribute__((mode(QI))); typedef unsigned int uqi __attribute__ ((__mode__ (__QI__))); typedef int hi __attribute__((__mode__(__HI__))); typedef unsigned di __attribute__((mode(DI))); typedef int w __attribute__((mode(word))); unsigned long p __attribute__((mode(pointer))); struct S { char c; int m __attribute__((mode(HI))); int n; } s;",
			"qi q = (qi)200; uqi u = 300; hi h = 70000; di d = -1; add(q); add(u); add(h); add(d >> 1); add(sizeof(w)); add(sizeof p); add(sizeof s); add(_Generic(d, unsigned long: 1, unsigned long long: 2)); add(_Generic(q, char: 1, signed char: 2)); add(_Generic((w)0, int: 1, long: 2, long long: 3));"},
		{"wide bit-fields", "struct F { unsigned long long b : 40, c : 24; long long d : 33; long long e : 50; unsigned long long f : 63; unsigned long long g : 64; long long i : 32; unsigned long long j : 32; } x;",
			"x.b = 0x100; add((x.b << 32) != 0); x.b = -1; add(x.b + 1 == 0); add(x.b); x.d = -5; add(x.d); add(x.d < 3u); add(x.d - 1); x.e = 1LL << 47; add(x.e * 2); add(x.e + x.b == 0); x.f = -1; add(x.f + 1 == 0); x.g = -1; add(x.g + 1 == 0); add(~x.b == 0); add(-x.b); x.b = 3; add((x.b - 4) >> 8); add(x.b - 4 > 0); add((x.b = 1ULL << 39) << 1 == 0); add((unsigned long long)x.b << 1); add(x.b + 0ULL << 1); add(x.b * 1L); x.i = -1; add(x.i < 1u); x.j = 1u << 31; add((x.j << 1) == 0); x.b = 0xffffffffff; add((1 ? x.b : 0) + 1 == 0); add((x.b, x.b) + 1 == 0); x.b++; add(x.b); --x.b; add(x.b); add(x.b-- + 1 == 0); x.b += 2; add(x.b); add(sizeof(x.b + 0)); add(x.e - x.b); add(x.b ^ -1); add((int)x.b);"},
		{"bit-field conversions", "struct F { unsigned long long b : 40; long long d : 33; } x, *p = &x;", "p->b = 0x8000000001; p->d = -3; long long l = p->b; unsigned u = p->b; double f = p->b; add(l); add(u); add((long long)f); add(p->b % 7); add(p->d / 2); add(p->d % 2); add(p->d >> 1); add(p->b / (p->d + 4)); add(p->b == 0x8000000001); add(!p->b); add(p->b ? 1 : 2); switch (p->b) { case 0x8000000001: add(5); } long long a[3] = {p->b, p->d}; add(a[0]); add(a[1]); char c = p->b; add(c);"},
		{"bit-field layout", "struct A { int a : 3; long long b : 40; char c; int : 0; short d : 9, e : 9; }; struct B { char c; int : 5; int x : 30; char d : 4; long long : 0; char z; }; union U { int a : 3; long long b : 33; char c; };", "add(sizeof(struct A)); add(sizeof(struct B)); add(sizeof(union U)); struct A a = {1, 2, 3, 4, 5}; unsigned char *p = (unsigned char *)&a; add(p[0]); add(p[5]); union U u = {.b = -2}; add(u.a); add(u.c);"},
		{"plain int bit-fields are signed", "struct S { int a : 3; unsigned b : 3; signed c : 3; char d : 3; _Bool e : 1; enum { X, Y } f : 2; } s = {7, 7, 7, 7, 1, 3};", "add(s.a); add(s.b); add(s.c); add(s.d); add(s.e); add(s.f); s.e = 4; add(s.e); add(s.a < 0); add(s.b - 8 < 0); add(s.f > 0);"},
	} {
		cases = append(cases, gccCase{c.name, hash + c.decl + "\nint test(void) { h__ = 0; " + c.body + " return h__; }\n"})
	}
	runLikeGcc(t, cases)
}

// TestSizesOfTheParser has constants that depend on layouts cc has otherwise.
func TestSizesOfTheParser(t *testing.T) {
	for _, tt := range []struct {
		src, want string
	}{
		{"struct __attribute__((packed)) P { char c; int i; }; char a[sizeof(struct P)]; int main(void) { return sizeof a; }", "return 5"},
		{"struct __attribute__((packed)) P { char c; int i; }; enum { N = sizeof(struct P) }; int main(void) { return N; }", "return 5"},
		{"int a[__alignof__(long long)]; int main(void) { return sizeof a; }", "return 32"},
		{"struct __attribute__((packed)) P { char c; char i; }; char a[sizeof(struct P)]; int main(void) { return sizeof a; }", "return 2"},
		{"int a[__alignof__(int)]; enum { N = sizeof a / sizeof *a }; int main(void) { return N; }", "return 4"},
	} {
		if got := lowerAndRun(t, tt.src, Options{}); got != tt.want {
			t.Errorf("%s\n%s, want %s", tt.src, got, tt.want)
		}
	}
}
