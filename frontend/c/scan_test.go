package c

import (
	"context"
	"testing"
)

// TestRewritten compares programs that cc does not read as they are with gcc.
func TestRewritten(t *testing.T) {
	var cases []gccCase
	for _, c := range []struct{ name, decl, body string }{
		{"multi-character constants", "", "add('ab'); add('abcd'); add('abcde'); add('\\377\\377'); add('\\xff\\xfe\\n'); add(L'\\x1234'); add(L'ab'); add(u'x' + U'y'); add(sizeof(u'x')); add('\\\\\\''); add((char)'ab'); add(\"'ab'\"[1]); char c = '\\e'; add(c);"},
		{"in directives", "#if 'ab' == 24930\n#define V 3\n#else\n#define V 4\n#endif\n#define W 'xy'\n", "add(V); add(W);"},
		{"binary constants in directives", "#define M 0b1010\n#define N (M | 0B1u)\n#if 0b101 != 5 || 0b11ULL - 4 < 0 || M != 10 || N != 11 || -0b1 > 0\n#error no\n#endif\n", "add(M); add(N); add(N - 12 < 0); add(sizeof(0b1L)); add(0b11111111111111111111111111111111 > 0);"},
		{"characters in directives", "#define W u'\\xfffe'\n#if W != 65534 || W - 65535 < 0\n#error no\n#endif\n#if u'b' != 98 || u'\\xffff' - 65536 < 0 || U'c' - 100 < 0 || L'a' - 98 > 0\n#error no\n#endif\n", "add(W); add(sizeof W); add(W - 65535 < 0);"},
		{"apostrophes in skipped text", "#if 0\nthis isn't C, \"either\n  don't /* a comment isn't text */ it's\n#ifdef X\nwhat's\n#else\n'\n#endif\n#elif 1\nint k = 7;\n#else\nwe'll see\n#endif\n", "add(k); add(__LINE__);"},
		{"no comments in skipped text", "#if 0\ndon't /* here\n#endif\nint k = 7; /* */\n#ifdef X\n#error won't /* either\n\"nor // this\n#endif\nint l = 8; /* */ // a \\\r\n + \" /*\nint m = 9;\n", "add(k); add(l); add(m); add(__LINE__);"},
		{"digraphs", "%:define M 5\n%:define CAT(a, b) a %:%: b\nint a<:3:> = <%1, CAT(1, 2), M%>;", "add(a<:1:>); add(\"<:%:\"[1]);"},
		{"array parameters", "int f(int [static 2]); int f(int a[static const 2]) { return a[1]; } int g(int n, int a[*][*]); int g(int n, int a[n][n]) { return a[1][0]; } int h(int [const], int [*]); int h(int a[const 3], int b[volatile static 1]) { return a[0] + b[0]; }", "int x[2] = {3, 4}; int y[2][2] = {{1, 2}, {5, 6}}; add(f(x)); add(g(2, y)); add(h(x, x));"},
		{"function that returns a function pointer", "int k(int c, int b) { return c * 10 + b; } int (*f(int a, int b))(int c, int b) { return a < b ? k : 0; }", "add(f(1, 2)(3, 4)); add(f(2, 1) == 0);"},
		{"packed enumerations", "enum __attribute__((packed)) E { A, B = 255 } e; enum F { C = -1, D = 127 } __attribute__((packed)) f; typedef enum __attribute__((__packed__)) { G = 256 } T; enum { H = -200, I = 5 } __attribute__((packed)) h; struct S { char c; enum E e; T t; } s;", "add(sizeof e); add(sizeof f); add(sizeof(T)); add(sizeof h); add(sizeof s); e = B; add(e); e++; add(e); f = C; add(f); add(f < 0); h = H; add(h); s.t = 0; s.t--; add(s.t); add(sizeof(B)); add(B + 1);"},
		{"constants of packed enumerations are ints", "enum __attribute__((packed)) E { A, B = 200 } e; typedef enum { C = -1, D } __attribute__((packed)) F; char a[sizeof(A)]; enum { N = sizeof(B), O = sizeof(enum E), P = sizeof(F), Q = sizeof(D) };",
			"add(sizeof a); add(_Generic(B, unsigned char: 1, int: 2)); add(_Generic(e, unsigned char: 1, int: 2)); add(_Generic((F)0, signed char: 1, int: 2)); __auto_type x = A; x = 300; add(x); __typeof__(B) y = 300; add(y); __typeof__(e) z = 300; add(z); add(N); add(O); add(P); add(Q); add(-B < 0); add(~A);"},
		{"types of constants of enumerations", "enum E { A, B = 5 } e; enum N { C = -1 }; enum U { D = 4000000000u, G = 1 }; enum L { H = 5000000000LL, I = 1 }; enum { K = ~sizeof(int) };\n#define T(x) __typeof__(x)\n#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })\n",
			"__auto_type x = A; x = -3; add(x < 0); T(B) y = -4; add(y < 0); __typeof__(C) w = -1; add(w < 0); __typeof__(H) h = H; add(h == H); add(sizeof(h)); __typeof__(D) d = D; add(d > 0); __typeof__(I) i = -1; add(i < 0); __typeof__(G) g = -1; add(g < 0); __typeof__(B\n ? A : B) c = -1; add(c < 0); __auto_type v = B | 1; v = -2; add(v < 0); __typeof__(e) u = -1; add(u > 0); const __auto_type k = A; add(k - 1 < 0); add(MAX(A, -3)); __typeof__(-B) *p = &x; *p = -7; add(*p < 0); add(_Generic(K, unsigned long: 1, unsigned: 2, default: 3)); add(_Generic(K, int: 1, default: 3)); for (__typeof__(A) n = 2; n >= 0; n--) add(n); static __typeof__(A) s = -1; add(s < 0);"},
		{"labels at the end", "", "int i = 0; switch (i) { case 0: i = 5; default: } if (i) goto l; i = 9; l: ; { if (i == 5) goto m; i = 8; m:} add(i); switch (3) { case 3:}"},
		{"old designators", "", "int a[] = {[2] 5, [0] 7}; add(a[2]); add(a[0]); add(sizeof a);"},
		{"assertions about sizes", "struct __attribute__((packed)) P { char c; int i; }; _Static_assert(sizeof(struct P) == 5, \"it isn't\"); struct Q { int a; _Static_assert(1, \"(\"); int b; };", "_Static_assert(1); add(sizeof(struct P)); add(sizeof(struct Q));"},
		{"typeof a type", "", "int x = 4; __typeof__(int *) p = &x; typeof(unsigned char) c = 300; const typeof(x) y = 5; add(*p); add(c); add(y);"},
		{"universal names", "int \\u00e9t\\u00e9 = 3;", "add(\\u00e9t\\u00e9); add(sizeof \"\\u00e9\");"},
		{"attributes in odd places", "int x __attribute__((unused)), y __attribute__((unused)) = 4; int f(int a __attribute__((unused)), int b) { return b; }", "l: __attribute__((unused)); add(y); add(f(1, 2)); switch (y) { case 4: add(1); __attribute__((fallthrough)); default: add(2); }"},
		{"generic qualifiers", "int i; const int ci; struct S { int a; } s; const struct S *ps; volatile int *vp; typedef const int CI; char *str;", "add(_Generic(&i, const int *: 0, int *: 1)); add(_Generic(&ci, int *: 0, const int *: 1)); add(_Generic(ps, struct S *: 3, const struct S *: 4)); add(_Generic(vp, const int *: 1, volatile int *: 2, int *: 3)); add(_Generic(&ci, default: 9, int *: 8)); add(_Generic(&ci, volatile int *: 1, CI *: 7)); add(_Generic(ci, const int: 1, int: 2)); add(_Generic(\"a\", const char *: 1, char *: 2)); add(_Generic(str, char *: _Generic(&i, const int *: 4, int *: 5), default: 6));"},
		{"generic qualifiers behind several pointers", "typedef int *IP; typedef const IP CIP; const char *const names[2]; int *const *pp; volatile IP vp; struct M { int *const m; CIP n[2]; const int *q; } mm, *pm; const struct M *cm; int *const (*pa)[3]; int *const *fn(void);",
			"int *const l = 0; int *volatile v; const IP ip = 0; CIP ca[2]; add(_Generic(names, const char *const *: 1, default: 2)); add(_Generic(names, const char **: 1, default: 2)); add(_Generic(pp, int **: 1, int *const *: 2, default: 3)); add(_Generic(&l, int **: 1, int *const *: 2, int *volatile *: 3)); add(_Generic(&v, int **: 1, int *const *: 2, int *volatile *: 3)); add(_Generic(&ip, IP *: 1, const IP *: 2)); add(_Generic(ca, int **: 1, CIP *: 2)); add(_Generic(ip, CIP: 1, int *: 2)); add(_Generic(l, const int *: 1, IP: 2)); add(_Generic(&mm.m, int *const *: 1, default: 2)); add(_Generic(cm->n, int *const *: 1, default: 2)); add(_Generic(&cm->q, const int *const *: 1, default: 2)); add(_Generic(&pm->q, const int *const *: 1, const int **: 2)); add(_Generic(pa, int *(*)[3]: 1, int *const (*)[3]: 2)); add(_Generic(*pa + 1, int *const *: 1, default: 2)); add(_Generic(fn(), int *const *: 1, default: 2)); add(_Generic(&pp[1], int *const *: 1, default: 2)); add(_Generic((const char *const *)0, const char **: 1, const char *const *: 2)); add(_Generic(&pp, int *const **: 1, int **const *: 2)); add(_Generic((0, vp), int *: 1, default: 2)); add(_Generic((int *restrict *)0, int **: 1, int *restrict *: 2)); add(_Generic(pp++, int *const *: 1, default: 2));"},
		{"generic enumerations", "enum E { A, B } e; typedef enum E TE; enum N { M = -1 } n; enum L { Z = 0x7fffffffffffffffLL } z; unsigned char c; struct { int b : 3; unsigned u : 5; } s;", "add(_Generic(e, unsigned: 1, int: 2, default: 3)); add(_Generic(n, unsigned: 1, int: 2, default: 3)); add(_Generic(A, unsigned: 1, int: 2, default: 3)); add(_Generic(e + 0, unsigned: 1, int: 2)); add(_Generic(A + 0, unsigned: 1, int: 2)); add(_Generic(c, unsigned char: 4, int: 5)); add(_Generic(c + c, unsigned char: 4, int: 5)); add(_Generic(e, TE: 6, default: 7)); add(_Generic(1 ? A : 0, unsigned: 1, int: 2)); add(_Generic(+s.u, unsigned: 1, int: 2)); add(_Generic('a', char: 1, int: 2)); add(_Generic(1L, int: 1, long: 2, long long: 3)); add(_Generic(1.0f, float: 1, double: 2)); add(_Generic(z, long: 1, unsigned long: 2, long long: 3, unsigned long long: 4, default: 5)); add(_Generic((enum E)0, unsigned: 1, int: 0, default: 0));"},
		{"constants of enumerations are ints", "enum E { A, B = 3 };", "add((1 ? A : -1) - 1 < 0); add(A - 1 < 0); add(-B < 0); add((0 ? A : B) - 4 < 0); enum E e = A; add(e - 1 > 0);"},
	} {
		cases = append(cases, gccCase{c.name, hash + c.decl + "\nint test(void) { h__ = 0; " + c.body + " return h__; }\n"})
	}
	runLikeGcc(t, cases)
}

// TestNotRewritten has what stays unsupported, which is no fault of the input.
func TestNotRewritten(t *testing.T) {
	for _, src := range []string{
		"unsigned short u[] = u\"xy\"; int main(void) { return 0; }",
		"#define S(x) #x\nconst char *s = S('ab'); int main(void) { return 0; }",
		"#define M 0b11\n#define S(x) #x\n#if M == 3\nconst char *s = S(1);\n#endif\nint main(void) { return 0; }",
		"constexpr int k = 1; int main(void) { return *u8\"a\" + k; }",
		"int main(void) { auto p = u8\"a\"; return *p; }",
		"int main(void) { typeof(u8\"a\"[0]) x = 200; constexpr int k = 1; return x == 200; }",
		"#define S u8\"a\"\nint main(void) { constexpr int k = 1; return _Generic(S, char *: 1, default: 0); }",
		"constexpr int k = 1;\n#define FLAG true\n#define JOIN(a, b) a##b\n#if FLAG\nint JOIN(x, y);\n#endif\nint main(void) { return 0; }",
		"int main(void) { const int **q = 0; return _Generic(0 ? q : q + 1, int **: 1, default: 2); }",
		"int f(int g __attribute__((mode(QI))), int h) { return g + h; } int main(void) { return f(300, 0); }",
		"int __attribute__((mode(QI))) f(void) { return 300; } int main(void) { return f(); }",
		"int f(void) __attribute__((mode(QI))); int f(void) { return 300; } int main(void) { return f(); }",
		"struct s { int a; struct s *n; }; int main(void) { struct s x = {1, 0}, *q = &x; struct s { int a; struct s *n; }; return q->a; }",
		"int main(void) { return (int __attribute__((mode(QI))))300; }",
		"struct __attribute__((aligned(2))) S { char c; } __attribute__((aligned(8))); int main(void) { return sizeof(struct S); }",
		"static __auto_type x = 3; int main(void) { return x; }",
		"int f(void); int v[3][4] = { [2][1 ... 2] = sizeof(\"a,b\") }; int main(void) { return v[2][1]; }",
		"int n; int f(void) { return ++n; } int main(void) { int v[3][4] = { [2][1 ... 2] = f() }; return v[2][1]; }",
	} {
		_, _, err := Lower(context.Background(), "test.c", []byte(src), Options{})
		e, ok := err.(*Error)
		if !ok || !e.Unsupported {
			t.Errorf("%s\n%v", src, err)
		}
	}
}
