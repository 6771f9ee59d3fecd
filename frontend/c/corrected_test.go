package c

import (
	"context"
	"strings"
	"testing"
)

// TestConstants compares constants that the parser computes with gcc's: in enumerations, lengths, widths, designators, alignments and labels.
func TestConstants(t *testing.T) {
	var cases []gccCase
	for _, c := range []struct{ name, decl, body string }{
		{"enumeration constants are signed", "enum { LO = 2, HI = 5 }; enum { NEG = LO - HI, HALF = (LO - HI) / 2, NOT = ~LO, MINUS = -HI, NEXT, MORE = NEXT - 1, SMALL = NEG < 0 ? 3 : 4 };",
			"add(NEG); add(HALF); add(NOT); add(MINUS); add(NEXT); add(MORE); add(SMALL); long long l = NEG; add(l); add(NEG > 0); add(NOT < 1u);"},
		{"chains", "enum { A = 3 }; enum { B = -A }; char x[B + 5]; enum { C = sizeof x - 3, D = B * C }; struct S { int f : D + 6; char y[-B]; } s; enum { E = sizeof(struct S), F = D - E }; char z[F - B * 10];",
			"add(B); add(sizeof x); add(C); add(D); add(E); add(F); add(sizeof z); s.f = 7; add(s.f);"},
		{"within its own enumeration", "enum { X, SIZE = sizeof(X), SUM = sizeof(X + SIZE), LONG = sizeof(X + 1L), BIG = 1LL << 40, OF = sizeof(X), OF2 = sizeof(BIG), UP = 5L, OF3 = sizeof(UP) };",
			"add(SIZE); add(SUM); add(LONG); add(OF); add(OF2); add(OF3); add(sizeof(X)); add(sizeof(BIG)); add(BIG >> 35);"},
		{"large enumeration constants", "enum { M = 0xfffffffffffffff0ULL, N, O = N - M }; enum { P = -1LL << 40, Q, R = Q - P }; enum { T = -9223372036854775807LL - 1, U };",
			"add(N == 0xfffffffffffffff1ULL); add(N > 0); add(O); add(Q < 0); add(R); add(sizeof(N)); add(T == U - 1); add(T < 0);"},
		{"lengths", "enum { LO = 2, HI = 5 }; char a[LO - HI < 0 ? 8 : 16]; int b[2][(LO - HI) / 3 + 3]; typedef short T[HI - LO - 1]; extern char e[-LO + HI]; char e[3]; int (*p)[~LO + 5]; struct S { char m[LO - HI + 7]; };",
			"static char c[LO - HI + 5]; char d[sizeof(char[LO - HI + 6])]; add(sizeof a); add(sizeof b); add(sizeof(T)); add(sizeof e); add(sizeof *p); add(sizeof(struct S)); add(sizeof c); add(sizeof d);"},
		{"widths", "enum { LO = 2, HI = 5 }; struct S { unsigned b : LO - HI < 0 ? 3 : 5; int c : -LO + HI; } s;", "s.b = 31; s.c = 7; add(s.b); add(s.c);"},
		{"designators", "enum { LO = 2, HI = 5 }; int a[] = { [LO - HI + 4] = 7, 8 }; int b[9] = { [LO - HI + 3 ... ~LO + 5] = 1, [~LO + 7] = 3 };",
			"add(sizeof a); add(a[1]); add(a[2]); for (int i = 0; i < 9; i++) add(b[i]);"},
		{"layouts of bit-fields", "struct H { unsigned char t; unsigned f : 4; }; struct N { struct H h[2]; short s; struct { char c; int g : 9; } u; }; union U { struct H h; char c[3]; }; enum { H = sizeof(struct H), N = sizeof(struct N), O = __builtin_offsetof(struct N, u.c), O2 = __builtin_offsetof(struct N, h[1].t), L = _Alignof(struct N), V = sizeof(union U) }; char a[sizeof(struct H)], b[__builtin_offsetof(struct N, s)]; typedef char check[sizeof(struct H) == 4 ? 1 : -1]; struct Z { int : -!(sizeof(struct H) == 4); int x; };",
			"add(H); add(N); add(O); add(O2); add(L); add(V); add(sizeof a); add(sizeof b); add(sizeof(check)); add(sizeof(struct Z)); switch (4) { case sizeof(struct H): add(1); } "},
		{"packed layouts", "\n#pragma pack(push, 4)\nstruct S { unsigned a : 32 __attribute__((packed)); char c; }; struct __attribute__((packed)) T { unsigned short a : 3; }; struct __attribute__((packed)) U { int b : 2; char c; };\n#pragma pack(1)\nstruct V { char q; struct __attribute__((packed)) { union { long long b : 52 __attribute__((packed)); char z; } u; int k; } n; };\n#pragma pack(2)\nstruct __attribute__((packed)) W { struct { char c; _Alignas(16) double d; }; long long m : 2; unsigned short n : 7; }; struct X { int a : 5; char c; _Alignas(8) char d; }; struct Y { char a; int b; int c : 7; };\n#pragma pack(pop)\nenum { A = sizeof(struct S), B = sizeof(struct T), C = sizeof(struct U), D = sizeof(struct V), E = sizeof(struct W), F = _Alignof(struct W), G = sizeof(struct X), H = sizeof(struct Y), I = __builtin_offsetof(struct V, n.k) };",
			"add(A); add(B); add(C); add(D); add(E); add(F); add(G); add(H); add(I); add(sizeof(struct S)); add(sizeof(struct W));"},
		{"records without members", "struct __attribute__((aligned(8))) S { int : 3; }; struct __attribute__((aligned(8))) E {}; struct O { char a; struct E e; char b; }; typedef union { int : 5; } __attribute__((aligned(16))) U; struct Q { int a : 1; struct { int : 5; } __attribute__((aligned(8))); struct __attribute__((packed)) { int : 9; struct { int : 3; }; }; char c; }; enum { A = sizeof(struct S), B = _Alignof(struct S), C = sizeof(struct O), D = sizeof(U), F = sizeof(struct Q) };",
			"add(A); add(B); add(C); add(D); add(F); add(sizeof(struct S)); add(_Alignof(struct E)); add(sizeof(struct O)); add(_Alignof(U)); add(sizeof(struct Q));"},
		{"values of bit-fields", "struct B { long long c : 33; int z; unsigned long long d : 40; } b; enum { A = sizeof(b.c + 0), C = sizeof(-b.d), D = sizeof(1 ? b.c : 0), E = __builtin_clrsb(1), F = __builtin_clrsbll(-1) };",
			"add(A); add(C); add(D); add(E); add(F); int x = 5; long long y = -5; add(__builtin_clrsb(x)); add(__builtin_clrsbll(y)); add(__builtin_clrsbl(0)); switch (-5) { case -(1 + __builtin_ffsll(8)): add(1); break; default: add(2); }"},
		{"alignments", "\n#define SELF 1\nenum { A = 2, B = 5 }; struct S { int x __attribute__((aligned(A - B < 0 ? 16 : 8))); }; _Alignas(A - B < 0 ? 32 : 8) int v; struct T { _Alignas(A - B + 11) char c; };",
			"add(sizeof(struct S)); add(_Alignof(v)); add(sizeof(struct T));"},
		{"built-in functions", "int a[__builtin_popcount(7)]; int b[3][31 - __builtin_clz(1024)] = {{1}}; static char c[] = { [__builtin_ctz(8)] = 5 }; enum { E = __builtin_popcount(255), F = -__builtin_ffs(8), G = __builtin_clzll(1), H = __builtin_parity(7), I = __builtin_bswap32(0x05000000) }; struct S { unsigned w : __builtin_popcount(7); char m[__builtin_strlen(\"abcd\")]; } s; int (*p)[__builtin_abs(-3)]; _Static_assert(__builtin_popcount(E) == 1, \"\"); int x[__builtin_popcount(15)] = { 1, 2, 3, 4 };",
			"static int d[__builtin_popcount(E)]; int l[__builtin_popcount(3)] = { 4, 5 }; add(sizeof a); add(sizeof b); add(sizeof c); add(c[3]); add(E); add(F); add(H); add(I); s.w = 15; add(s.w); add(sizeof(struct S)); add(sizeof *p); add(sizeof d); add(sizeof l); add(l[1]); add(sizeof x); add(x[3]); switch (3) { case __builtin_popcount(7): add(7); break; default: add(8); }"},
		{"macros", "enum { LO = 2, HI = 5 };\n#define DIFF(x, y) ((x) - (y))\n#define LOG2(n) (31 - __builtin_clz(n))\n#define NAME(x) enum { x = DIFF(LO, HI) }\nNAME(Q); int a[DIFF(LO, HI) + 6], b[LOG2(1024) + 1];",
			"add(Q); add(sizeof a); add(sizeof b);"},
		{"conditions of choices", "struct Q { int a; long long l; }; enum { F = __builtin_choose_expr(__builtin_offsetof(struct Q, l) % 5, 1, 2), G = __builtin_choose_expr(sizeof(L\"abc\") == 16, 3, 4) };" +
			" char w[__builtin_choose_expr(__builtin_offsetof(struct Q, l) == 8, 6, 7)]; static int h(int a[5]) { return __builtin_choose_expr(sizeof a == 20, 1, 2) * 10 + __builtin_choose_expr(sizeof(*&a) == sizeof(int *), 1, 2); }",
			"add(F); add(G); add(sizeof w); int a[5]; add(h(a)); add(__builtin_choose_expr(__builtin_offsetof(struct Q, l) % 5, 1, 2));"},
		{"kinds of operators", "enum { A = 7, B = -3, C = A % B, D = B >> 1, E = (unsigned char)(B * 100), F = B < 1u, H = (_Bool)(A & 8) || A ^ A, I = (int)(B * 1.5), K = !B - 2, L = (A == 7 && B) - 3, M = (int)(float)A - 8, N = -_Generic(A, int: 3, default: 4) };",
			"add(C); add(D); add(E); add(F); add(H); add(I); add(K); add(L); add(M); add(N);"},
	} {
		cases = append(cases, gccCase{c.name, hash + c.decl + "\nint test(void) { h__ = 0; " + c.body + " return h__; }\n"})
	}
	runLikeGcc(t, cases)
}

// TestConstantsOfC23: constants of enumerations with a type of the program's choice have that type within, too (C23 6.7.3.3).
func TestConstantsOfC23(t *testing.T) {
	for _, src := range []string{
		"enum e : unsigned char { A = 200, B = sizeof(A), C = A + 1, D = -B + 2 }; int main(void) { return B * 1000 + C + D; }",
		"enum { A, S = sizeof(A), B = 1LL << 40 }; int main(void) { return S == 4 && sizeof(A) == 8 ? 1202 : S; }",
	} {
		if got := lowerAndRun(t, src, Options{Model: models[0].model, Standard: "gnu23"}); got != "return 1202" {
			t.Errorf("%s\n%s", src, got)
		}
	}
}

// TestNoConstants: what is no constant for gcc, or none that is known here, is refused where it must be one, with its place.
func TestNoConstants(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"int n = 3;\nint a[n];\nint main(void) { return sizeof a; }", "bad.c:2:7: cannot evaluate constant expression: n"},
		{"int main(void) { int n = 3;\nstatic int a[n]; return sizeof a; }", "bad.c:2:14: cannot evaluate constant expression: n"},
		{"int main(void) { int n = 3;\nint a[n] = { 1 }; return sizeof a; }", "bad.c:2:"},
		{"int a[__builtin_sin(1.0) > 0.5];\nint main(void) { return sizeof a; }", "bad.c:1:7: the constant __builtin_sin(1.0) > 0.5 is not supported"},
		{"enum { LO = 2, HI = 5 };\nint a[LO - HI];\nint main(void) { return sizeof a; }", "bad.c:2:7: the array has -3 elements; correct the program"},
		{"enum { LO = 2, HI = 5 };\nstruct s { int f : LO - HI; };\nint main(void) { return 0; }", "bad.c:2:"},
		{"struct s { int f : __builtin_popcount(7) - 4; };\nint main(void) { return 0; }", "bad.c:1:20: the width of a bit-field is -1; correct the program"},
		{"int f(int n, int a[n], int b[][n]) { return sizeof *b; }\nint main(void) { int n = 3; int a[n][n]; return f(n, a[0], a); }", ""},
	} {
		_, _, err := Lower(context.Background(), "bad.c", []byte(tt.src), Options{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s\ngot %v, want %q", tt.src, err, tt.want)
		}
	}
}
