package c

import "testing"

// TestVLA compares variable length arrays with gcc's.
func TestVLA(t *testing.T) {
	var cases []gccCase
	for _, c := range []struct{ name, decl, body string }{
		{"typedef", "", "int n = 3; typedef int T[n]; n = 7; T t; add(sizeof t); add(sizeof(T)); T u[2]; add(sizeof u); n = 9; add(sizeof u[0]); u[1][2] = 5; add(u[1][2]);"},
		{"typedef in a loop", "", "for (int i = 1; i < 4; i++) { typedef char T[i][i + 1]; i += 0; T t; t[i - 1][i] = i; add(sizeof(T)); add(t[i - 1][i]); }"},
		{"typedef of a pointer", "", "int n = 3; typedef int (*P)[n]; n = 5; int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; P p = a; add(p[1][0]); add(sizeof *p); p++; add((*p)[2]);"},
		{"sizeof a type with effects", "", "int n = 3; add(sizeof(int[n++])); add(n); add(sizeof(int[2][n++])); add(n); add(sizeof(int *[n++])); add(n);"},
		{"sizeof evaluates a varying operand", "", "int n = 3, k = 0; int a[4][n]; int (*p)[n] = a; n = 8; add(sizeof *p++); add(p - a); add(sizeof a[k++]); add(k); int b[n]; add(sizeof b[k++]); add(k); add(sizeof(*(p + (k++, 0)))); add(k);"},
		{"sizeof in a condition", "", "int n = 2; if (n && sizeof(int[n++]) == 8) add(1); add(n); add(0 && sizeof(char[n++])); add(n); add(n > 0 ? sizeof(char[n++]) : 0); add(n);"},
		{"cast", "", "int n = 2; int a[6] = {1, 2, 3, 4, 5, 6}; int *q = a; add((*((int (*)[n++])q + 1))[0]); add(n); add(((int (*)[n])q)[1][1]); n = 9;"},
		{"pointer keeps its size", "", "int n = 2; int a[3][2] = {{1, 2}, {3, 4}, {5, 6}}; int (*p)[n] = a; n = 1; add(p[2][1]); add(p[1] - p[0]); add(&p[2] - &p[0]);"},
		{"parameters", "static int f(int n, int a[n++]) { return n; } static int g(int n, int m, int a[n][m]) { int s = 0; n = m; m = 1; for (int i = 0; i < 2; i++) s = s * 10 + a[i][2]; return s + sizeof a[0]; } static int h(int n, int a[n++][n++]) { return n * 100 + sizeof *a; } static int k(int n, int (*a)[n + 1], char b[static n]) { return sizeof *a + b[n - 1]; }", "int x[3]; char c[4] = {1, 2, 3, 4}; add(f(3, x)); int y[2][3] = {{1, 2, 3}, {4, 5, 6}}; add(g(2, 3, y)); int z[4][2]; add(h(2, z)); int w[2][5]; add(k(4, w, c));"},
		{"several dimensions", "", "int n = 2, m = 3; short a[n][m][4]; for (int i = 0; i < 24; i++) a[i / 12][i / 4 % 3][i % 4] = i; n = m = 0; add(a[1][2][3]); add(sizeof a); add(sizeof a[0]); add(sizeof a[0][0]); short (*p)[3][4] = a; add(p[1][1][1]); add(a[1] - a[0]);"},
		{"loop", "", "int s = 0; for (int i = 1; i < 4; i++) { int q[i]; q[i - 1] = i; s += q[i - 1] + (int)sizeof q; } add(s);"},
		{"backwards goto", "", "int i = 1; again:; int a[i]; a[i - 1] = i; add(sizeof a); add(a[i - 1]); if (++i < 4) goto again;"},
		{"size with an effect", "", "int k = 2; int w[k++]; add(k); add(sizeof w); k = 10; add(sizeof w);"},
		{"typeof", "", "int n = 3; int a[n]; n = 4; __typeof__(a) b; add(sizeof b); __typeof__(&a[0]) p = a; add(sizeof p);"},
		{"struct elements", "struct S { char c; int x[2]; };", "int n = 3; struct S a[n], *p = &a[1]; a[1].x[1] = 7; add(p->x[1]); add(sizeof a); add((char *)&a[2] - (char *)a);"},
		{"of pointers", "", "int n = 2, x = 5, y = 6; int *a[n]; a[0] = &x; a[1] = &y; add(*a[1]); add(sizeof a / sizeof *a);"},
		{"no elements", "", "int n = 0; int a[n]; add(sizeof a); int b[n][3]; add(sizeof b); add(sizeof b[0]);"},
		{"narrow size", "", "unsigned char n = 200; char a[n]; add(sizeof a); short k = 3; long long b[k]; add(sizeof b); a[n - 1] = 5; add(a[199]);"},
	} {
		cases = append(cases, gccCase{c.name, hash + c.decl + "\nint test(void) { h__ = 0; " + c.body + " return h__; }\n"})
	}
	runLikeGcc(t, cases)
}

// TestVLAUndefined runs into a negative size.
func TestVLAUndefined(t *testing.T) {
	for _, src := range []string{
		"int main(void) { int n = -1; int a[n]; return 1; }",
		"int main(void) { short n = -1; return sizeof(char[n]); }",
		"int main(void) { long long n = -5; typedef int T[2][n]; return 1; }",
		"int f(int n, int a[][n - 4]) { return n; } int main(void) { return f(3, 0); }",
	} {
		if got := lowerAndRun(t, src, Options{}); got != "undefined: array of negative size" {
			t.Errorf("%s\n%s", src, got)
		}
	}
}
