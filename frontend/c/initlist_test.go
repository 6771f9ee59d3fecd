package c

import "testing"

// hash makes a number of the arguments of a test program.
const hash = "static unsigned h__; static void add(long long x) { h__ = h__ * 31 + (unsigned)x + (unsigned)(x >> 32); }\n"

// TestInitialisers compares initialisers with gcc's.
func TestInitialisers(t *testing.T) {
	wrap := func(decl, uses string) string {
		return hash + decl + "\nint test(void) { h__ = 0; " + uses + " return h__; }\n"
	}
	var cases []gccCase
	// Each as a static and as an automatic object.
	for _, c := range []struct{ name, types, decl, uses string }{
		{"reset by a list", "struct I { int a; int b[3]; };", "struct I g = {.b[1] = 5, .b = {7}};", "add(g.a); add(g.b[0]); add(g.b[1]); add(g.b[2]);"},
		{"reset of a struct", "struct N { char c; short d; }; struct I { int a; struct N n; };", "struct I g = {.n.d = -3, .a = 1, .n = {.c = 'q'}};", "add(g.n.c); add(g.n.d);"},
		{"refined after a list", "struct I { int a; int b[3]; int c; };", "struct I g = {.b = {7, 8, 9}, .b[1] = 5, 6};", "add(g.b[0]); add(g.b[1]); add(g.b[2]); add(g.c);"},
		{"continue after a nested designator", "struct N { int x[2], y; }; struct I { struct N n[2]; int z; };", "struct I g = {.n[0].x[1] = 1, 2, 3, 4, 5, 6};", "for (int i = 0; i < 2; i++) { add(g.n[i].x[0]); add(g.n[i].x[1]); add(g.n[i].y); } add(g.z);"},
		{"ranges", "struct P { int x, y; };", "struct P g[6] = {[1 ... 3] = {1, 2}, [2].x = 9, [4 ... 5].y = 7};", "for (int i = 0; i < 6; i++) { add(g[i].x); add(g[i].y); }"},
		{"range reset", "struct P { int x, y; };", "struct P g[6] = {[0 ... 4].x = 5, [2 ... 3] = {.y = 1}, {3}};", "for (int i = 0; i < 6; i++) { add(g[i].x); add(g[i].y); }"},
		{"range of lists", "", "int g[4][3] = {[0 ... 2] = {1, [2] = 3}, [1][1] = 8};", "for (int i = 0; i < 12; i++) add(g[i / 3][i % 3]);"},
		{"ranges among other designators", "struct T { int a[4]; struct { int q[3]; } b[2]; };", "int g[3][4] = {[2][1 ... 2] = 9, 3}; int k[4][4] = {[0 ... 1][2 ... 3] = 5, 4, [3][0 ... 1] = -1}; struct T m = {.a[1 ... 2] = 7, 8, {{{1}}}, .b[0 ... 1].q[1 ... 2] =\n 3}; struct T n[2] = {[0 ... 1].b[0].q[0 ... 1] = (unsigned char)260, 2, [1].a[0] = 1};",
			"for (int i = 0; i < 12; i++) add(g[i / 4][i % 4]); for (int i = 0; i < 16; i++) add(k[i / 4][i % 4]); for (int i = 0; i < 4; i++) { add(m.a[i]); add(n[0].a[i]); add(n[1].a[i]); } for (int i = 0; i < 6; i++) { add(m.b[i / 3].q[i % 3]); add(n[0].b[i / 3].q[i % 3]); add(n[1].b[i / 3].q[i % 3]); }"},
		{"what follows a range", "struct P { int x, y; }; struct Q { struct P p; int z; };", "struct P g[3] = {[0 ... 1] = 5, 6}; struct P k[3] = {[0 ... 1].x = 5, 6, [2 ... 2] = {1}}; int m[3][3] = {[0 ... 1] = 5, 6, 7, 8}; struct Q n[3] = {[0 ... 1] = 1, 2, 3, 4}; struct P o[4][3] = {[0] = {95, 32}, [0 ... 1] = {[0 ... 1].x = 10, 52, 39, 6}, 94};",
			"for (int i = 0; i < 3; i++) { add(g[i].x); add(g[i].y); add(k[i].x); add(k[i].y); add(n[i].p.x); add(n[i].p.y); add(n[i].z); } for (int i = 0; i < 9; i++) add(m[i / 3][i % 3]); for (int i = 0; i < 12; i++) { add(o[i / 3][i % 3].x); add(o[i / 3][i % 3].y); }"},
		{"unknown size", "", "int g[] = {[5] = 1, 2, [1] = 9, 8};", "add(sizeof g); for (int i = 0; i < 7; i++) add(g[i]);"},
		{"elided braces", "struct P { int x, y[2]; }; struct Q { struct P p[2]; int z; };", "struct Q g = {1, 2, 3, {4, {5}}, 6};", "for (int i = 0; i < 2; i++) { add(g.p[i].x); add(g.p[i].y[0]); add(g.p[i].y[1]); } add(g.z);"},
		{"union members", "union U { int i; char c[8]; struct { short a, b; } s; };", "union U g = {.s.a = 1, .s.b = 2}; union U k = {.i = -1, .c = {1}}; union U m = {.c[0] = 1, .i = 3}; union U l = {7};", "add(g.s.a); add(g.s.b); add(k.c[0]); add(k.c[1]); add(m.i); add(l.i);"},
		{"union in braces", "struct S { int k; union { int i; char c[4]; } u; int z; };", "struct S g[3] = {{1, {2}, 3}, {4, 5, 6}, {.u = {.c = \"ab\"}, 7}};", "for (int i = 0; i < 3; i++) { add(g[i].k); add(g[i].u.i); add(g[i].z); }"},
		{"anonymous", "struct S { int k; union { int i; float f; }; struct { char a; struct { char b, c; }; }; int z; };", "struct S g = {1, {.f = 1.0f}, {2, {3}}, 4}; struct S k = {.c = 5, 6, .i = 9, .a = 1};", "add(g.i); add(g.a); add(g.b); add(g.c); add(g.z); add(k.c); add(k.z); add(k.i); add(k.a); add(k.b);"},
		{"strings", "struct S { char a[4], b[2][3]; int z; };", "struct S g = {\"ab\", {\"cd\", {\"e\"}}, 5}; char s3[3] = \"abc\"; char s5[5] = {\"ab\"}; char p[] = (\"xyz\"); struct S k = {.a[3] = 'x', .a = \"q\", .b = {\"lmn\", \"o\"}};", "for (int i = 0; i < 4; i++) { add(g.a[i]); add(k.a[i]); } for (int i = 0; i < 6; i++) { add(g.b[i / 3][i % 3]); add(k.b[i / 3][i % 3]); } add(g.z); add(s3[2]); add(s5[3]); add(sizeof p);"},
		{"wide strings", "typedef __WCHAR_TYPE__ wc;", "wc g[4] = L\"ab\";", "add(g[0]); add(g[1]); add(g[2]); add(g[3]);"},
		{"scalar in braces", "", "int g = {3}; int k = {{4}}; int *p = {0};", "add(g); add(k); add(p == 0);"},
		{"empty braces", "struct S { int a[2]; } ;", "struct S g = {}; int k[3] = {}; struct S m[2] = {{}, {{1}}};", "add(g.a[1]); add(k[2]); add(m[1].a[0]); add(m[1].a[1]);"},
		{"bit-fields", "struct S { unsigned a : 3; int : 5; int b : 4; int : 0; unsigned c : 9; };", "struct S g = {1, -2, 300}; struct S k = {.c = 5, .a = 7, -1};", "add(g.a); add(g.b); add(g.c); add(k.a); add(k.b); add(k.c);"},
		{"old designators", "struct S { int a, b; };", "struct S g = {b: 2, a: 1};", "add(g.a); add(g.b);"},
		{"last of the same", "", "int g[3] = {[0] = 1, [0] = 2, [2] = 3, [1] = 4, 5};", "add(g[0]); add(g[1]); add(g[2]);"},
		{"addresses", "struct S { int *p; char *s; int (*f)(void); }; static int k[4]; static int f7(void) { return 7; }", "struct S g = {.s = \"hey\", .p = &k[1], .f = f7}; char *t[] = {\"x\", \"yy\", [4] = \"z\"};", "k[1] = 4; add(*g.p); add(g.s[2]); add(g.f()); add(t[4][0]); add(t[3] == 0); add(t[1][1]);"},
		{"empty members", "struct E {}; struct S { int a; struct E e; int b; struct E f[2]; int c; };", "struct S g = {1, {}, 2, {}, 3};", "add(g.a); add(g.b); add(g.c); add(sizeof g);"},
	} {
		cases = append(cases, gccCase{"static " + c.name, wrap(c.types+"\n"+c.decl, c.uses)}, gccCase{"automatic " + c.name, wrap(c.types, c.decl+" "+c.uses)},
			gccCase{"taken " + c.name, wrap(c.types, c.decl+" int *volatile q = (int *)&g; "+c.uses)})
	}
	cases = append(cases, []gccCase{
		{"compound literal of an array", wrap("int g[3] = (int[3]){1, 2, 3}; int k[] = (int[]){4, 5};", "add(g[2]); add(k[1]); add(sizeof k);")},
		{"whole record", wrap("struct P { int x, y; }; struct Q { struct P p; int z; }; struct P mk(void) { struct P p = {4, 5}; return p; }", "struct P a = {1, 2}; const struct P c = {8, 9}; struct Q q = {a, 3}, r = {mk(), 6}, s = {.p = c}, v[2] = {[1].p = a, 7, [0] = q}; add(q.p.y); add(q.z); add(r.p.x); add(r.z); add(s.p.y); add(v[1].p.x); add(v[1].z); add(v[0].z);")},
		{"evaluated once", wrap("", "int n = 0; int a[4] = {[0 ... 3] = ++n}; add(n); add(a[0]); add(a[3]);")},
		{"overridden is not evaluated", wrap("struct P { int x, y; };", "int n = 0; struct P a[2] = {[0].x = n++, [0] = {5, 6}}; add(n); add(a[0].x);")},
		{"empty struct result", wrap("typedef struct {} E0; typedef struct { E0 r; } L; int n; E0 mk(void) { E0 e; n++; return e; } L id(L x, E0 y) { n += 2; return x; }", "L l = (L){.r = mk()}; E0 es[3]; es[1] = mk(); l = id(l, es[0]); L *p = &l; *p = id(*p, p->r); add(n); add(sizeof l); add(sizeof es);")},
		{"zero length arrays", wrap("struct Z { int n; int a[0]; int b; };", "struct Z z = {1, {}, 2}; int e[0]; struct Z w = {.b = 3}; add(sizeof z); add(z.b); add(sizeof e); add(w.b);")},
		{"literals in a loop", wrap("struct P { int x, y; };", "for (int i = 0; i < 3; i++) { struct P *p = &(struct P){.y = i}; add(p->x); add(p->y); p->x = 9; int *q = (int[]){i, [3] = 2}; add(q[0]); add(q[1]); q[1] = 5; }")},
		{"static literals", wrap("struct P { int x, y; }; static struct P *p = &(struct P){.y = 3}; static int *q = (int[]){1, [2] = 5}; struct T { struct P *p; const char *s; } t[] = {{&(struct P){1, 2}, \"a\"}, {0, \"b\"}};", "p->x++; add(p->x); add(p->y); add(q[1]); add(q[2]); add(t[0].p->y); add(t[1].s[0]);")},
		{"differences", wrap("static int a[10]; static long d = &a[7] - &a[2]; enum { N = sizeof(a) / sizeof(a[0]) }; static int b[N] = {[N - 1] = 4};", "add(d); add(b[9]); add(sizeof b);")},
		{"union literal", wrap("union U { int i; unsigned char c[4]; };", "union U u = (union U){.c = {1, 2}}; union U *p = &(union U){0x01020304}; add(u.i); add(p->c[0]); int k = ((union U){.i = 258}).c[1]; add(k);")},
	}...)
	runLikeGcc(t, cases)
}
