package c

import (
	"fmt"
	"strings"
	"testing"
)

// ofSizes are what the forms below name; the parameters of test_ are pa, pb, pc, pf, pt and n.
const ofSizes = `int m[3][4]; int a[3]; int *ip = a, (*pm)[4] = m, *ap[5];
typedef int T[6]; T t; static int fn(int k) { return k; }
struct S { int x; char c[7]; int r[2][3]; struct { short in[5]; }; __typeof__(a + 1) d; } so, *sp = &so;
static struct S mk(void) { return so; }
`

// lvalues are forms of expressions with an address, and values those without, or whose address the parser refuses.
const lvalues = `"abc"; L"abc"; ("abc"); (L"abc"); *&"abc"; *&L"abc"; "x"[0]; L"x"[0]; *L"x"; (char[]){"abc"}; (const char[]){"abc"}; (signed char[]){"abc"}; (unsigned char[]){"abc"};
(char[]){("abc")}; (char[]){"abc",}; (char[5]){"abc"}; (char[]){""}; (__WCHAR_TYPE__[]){L"ab"}; (const __WCHAR_TYPE__[]){L"ab"}; (char[]){[0] = 'a', "b"[0]}; (char[]){[3] = 1}; (char[][4]){"abc", "d"};
(char[][4]){{"abc"}}; *&(char[]){"abc"}; (char *[]){"abc"}; (int[]){'a'}; (char[]){'a'}; (struct { char s[3]; }[]){"a", "b"}; (struct { char s[3]; }[]){{"a"}};
(int[]){1, 2, 3}; (int[3]){1}; (T){1}; *&(int[]){1, 2}; (char){1};
m; (m); *m; m[0]; m[0][0]; *&m; *&m[0]; (&m[0])[0]; (&m[1])[-1]; *(&m[0] + 1); *(m + 1); *(m[0] + 1); *(1 ? m : 0); *(1 ? m[0] : 0); *(1 ? &m[0] : 0); *(1, m); *(1, &m[1]); *({ m; });
*({ &m[1]; }); *&*&m; *(*&m); **&m; m[n]; *&m[n]; a; *a; *&a; t; *&t; ap; *ap; *&ap; *&ap[1]; *pm; pm[0]; *(pm + 1); *&*pm; *&pm[0]; *pm++;
pa; (pa); *&pa; *(&pa); (&pa)[0]; *&(pa); *&*&pa; *&(*&pa); *(0, &pa); *(1 ? &pa : 0); *({ &pa; }); *(&pa + 1); *pa; (*&pa)[0]; *&pb; (&pb)[0]; *&pc; *pc; pc[0]; *&pc[0]; (&pc[0])[0];
*(&pc[0] + 1); *(pc + 1); *pc++; *++pc; *&pt; pt; pb; pc; *&pf; pf; n; so; so.c; so.r; so.r[0]; so.in; so.d; *&so.d; *so.d; sp->c; sp->d; *&so.c; *&so.r[1]; (&so.r[1])[0]; *so.r; *&sp->r; (*sp).r; (so).c;
*(T *)0; **(T *)0; (*(T *)0); *(int(*)[7])0; ((int(*)[7])0)[1]; *(__typeof__(m) *)0; *(__typeof__(m[0]) *)0; *(__typeof__(pa) *)0; *(__typeof__(pb) *)0; *(__typeof__(a + 1) *)0;
*(__typeof__("abc" + 1) *)0; *(__typeof__(1 ? a : 0) *)0; *(__typeof__(({ a; })) *)0; *(__typeof__((1, m[1])) *)0; *(__typeof__(m[0] + 1) *)0; *(__typeof__(&pa))0; *(__typeof__(&m[0]))0;
*(__typeof__(fn + 0) *)0; *(__typeof__(0 ? fn : 0) *)0; *(__typeof__((0, fn)) *)0; *(__typeof__(({ fn; })) *)0; *(__typeof__(mk().c) *)0; *(__typeof__(mk().c + 0) *)0; *(__typeof__(pf) *)0;
*(__typeof__(_Generic(1, int: m, default: 0)) *)0; *(__typeof__(__builtin_choose_expr(1, m, 0)) *)0; *(__typeof__(__builtin_choose_expr(sizeof(pa) == sizeof(int *), m, a)) *)0;
*(__typeof__(L"abc") *)0; *(__typeof__(&"abc"))0; *(__typeof__(so.c) *)0; *(__typeof__(so.c + 1) *)0; *(__typeof__(&so.r[0]))0; *(__typeof__((int[]){1, 2}) *)0; *(__typeof__((char[]){"abc"}) *)0;
*(__typeof__(int[3]) *)0; *(__typeof__(__typeof__(m)) *)0; *(__typeof__(int(*[2])(int)) *)0; *(__typeof__(ap + 1))0; *(__typeof__(ip = a) *)0; *(__typeof__(*&m[0]) *)0; *(__typeof__(0 ? pa : a) *)0`

const values = `"abc" + 1; L"abc" + 1; (0, "abc"); 1 ? "abc" : 0; &"abc"; (int[]){1, 2} + 1; (char[]){"abc"} + 1; &m; &m[0]; m + 1; m[0] + 1; 1 ? m : 0; 1 ? m[0] : 0; (1, m); (1, m[1]); ({ m; }); ({ a; });
({ m[0]; }); ({ int l[3]; l; }); &*m; &m[0][0]; ap + 1; &*pm; pm + 1; &pa; &pb; &pc; pa + 1; pb + 1; pc + 1; 0 ? pa : pb; (0, pa); (0, pc); ({ pa; }); pa = pb; pa++; ++pc; pf + 0; pf(1); &pf; &fn;
(*&pa) + 0; so.c + 1; mk().c; mk().r[0]; mk().c + 1; (1 ? so : so).c; (so = so).r; (0, so).c; ({ so; }).c; (struct S){1}.c; (int *)m; a ?: a; (T *)0; ((int(*)[7])0) + 1; 'a'; L'a'; 1.0f; +(char)1; !m; -1;
~(short)1; sizeof(m); (char)1; _Generic(1, int: m, default: 0); _Generic(1, int: m[0], default: 0); _Generic(1, int: pa, default: 0); _Generic(1.0, int: pa, default: m[0]);
_Generic(m, int(*)[4]: (char)1, default: 1.0); _Generic(m[0], int *: (char)1, default: 1.0); _Generic(&m[0], int(*)[4]: (char)1, default: 1.0); _Generic(pa, int *: (char)1, default: 1.0);
__builtin_choose_expr(1, m, 0); __builtin_choose_expr(0, m, a); __builtin_choose_expr(1, m[0], 0); __builtin_choose_expr(1, pa, 0); __builtin_choose_expr(1, "abc", 0);
__builtin_choose_expr(1, L"abc", 0); *__builtin_choose_expr(1, m, 0); __builtin_choose_expr(sizeof(pa) == sizeof(int *), (char)1, 2.0); __builtin_choose_expr(sizeof(*&pa) == sizeof(int *), (char)1, 2.0);
__builtin_choose_expr(sizeof(L"abc") == 16, (char)1, 2.0); __builtin_choose_expr(__builtin_offsetof(struct S, r) % 5, (char)1, 2.0)`

// TestSizes compares the sizes and alignments of all forms of expressions with gcc's, in expressions, in constants and in the types of declarations.
func TestSizes(t *testing.T) {
	var cases []gccCase
	add := func(forms string, addresses bool) {
		for _, form := range split(forms) {
			body := fmt.Sprintf("add(sizeof(%[1]s)); add(__alignof__(%[1]s)); { enum { N = sizeof(%[1]s), A = _Alignof(%[1]s) }; add(N); add(A); } { char z[sizeof(%[1]s)]; add(sizeof z); }"+
				"{ static unsigned long s = sizeof(%[1]s); add(s); } add(sizeof(__typeof__(%[1]s))); { extern __typeof__(%[1]s) y; add(sizeof y); enum { Y = sizeof y }; add(Y); }"+
				"{ __typeof__(%[1]s) *p = 0; add(sizeof *p); enum { P = sizeof *p }; add(P); __auto_type q = p; add(sizeof *q); }"+
				"{ struct { int b : sizeof(%[1]s) %% 31 + 1; } w; w.b = 1 << sizeof(%[1]s) %% 31; add(w.b != 0); } switch (4) { case 4: add(1); break; case 100 + sizeof(%[1]s): add(2); }"+
				"_Static_assert(sizeof(%[1]s) == sizeof(__typeof__(%[1]s)), \"\"); add(__builtin_choose_expr(sizeof(%[1]s) > 8, 5, 6));", form)
			if addresses {
				body += fmt.Sprintf("{ __auto_type q = &(%[1]s); add(sizeof *q); __typeof__(&(%[1]s)) r = q; add(sizeof *r); add((char *)(r + 1) - (char *)r); add((char *)(&*r + 1) - (char *)r); }", form)
			}
			cases = append(cases, gccCase{form, hash + ofSizes + "int test_(int pa[4], int pb[], int pc[][5], int pf(int), T pt, int n) { " + body + " return h__; }\n" +
				"int test(void) { h__ = 0; return test_(a, a, (int(*)[5])m, fn, t, 2); }\n"})
		}
	}
	add(lvalues, true)
	add(values, false)
	runLikeGcc(t, cases)
}

// split are the forms of a list; those in braces have semicolons.
func split(forms string) (out []string) {
	depth, last := 0, 0
	for i, c := range forms + ";" {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ';' && depth == 0:
			out = append(out, strings.TrimSpace(forms[last:i]))
			last = i + 1
		}
	}
	return out
}
