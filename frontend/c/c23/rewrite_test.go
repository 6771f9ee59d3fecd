package c23

import (
	"errors"
	"strings"
	"testing"
)

// TestRewrite: the text in the older language.
func TestRewrite(t *testing.T) {
	for _, c := range []struct{ src, want, only string }{
		{"int x = 1;", "int x = 1;", ""},
		{"bool b = true;", "_Bool b = ((_Bool)1);", "bool"},
		{"typedef int bool; bool b;", "typedef int bool; bool b;", ""},
		{"enum { false, true } x = true;", "enum { false, true } x = true;", ""},
		{"struct s { int bool; }; int f(struct s *p) { return p->bool; }", "struct s { int bool; }; int f(struct s *p) { return p->bool; }", ""},
		{"_Bool f(void) { return true; }", "_Bool f(void) { return ((_Bool)1); }", "true"},
		{"_BitInt(7) x; unsigned static _BitInt(0x10) const y; const _BitInt(3) unsigned z; signed _BitInt(2) w; unsigned v;",
			"__cupel_bits_s7 x;  static __cupel_bits_u16 const y; const __cupel_bits_u3  z;  __cupel_bits_s2 w; unsigned v;", ""},
		{"x = 0wb + 7wb + 8uwb + 0b11WB + 0x1Fuwb + 1'0wbu;", "x = ((__cupel_bits_s2)0ull) + ((__cupel_bits_s4)7ull) + ((__cupel_bits_u4)8ull) + ((__cupel_bits_s3)3ull) + ((__cupel_bits_u5)31ull) + ((__cupel_bits_u4)10ull);", ""},
		{"int *p = nullptr;", "int *p = ((void *)0);", "nullptr"},
		{"static_assert(f(1, 2) == 3);", `_Static_assert(f(1, 2) == 3, "");`, "static_assert"},
		{`_Static_assert(1, "a)");`, `_Static_assert(1, "");`, ""},
		{"void static_assert(int); int f(void) { static_assert(1); }", "void static_assert(int); int f(void) { static_assert(1); }", ""},
		{"alignas(8) thread_local int x = alignof(int);", "_Alignas(8) _Thread_local int x = _Alignof(int);", "alignas"},
		{"int thread_local = 1; int f(void) { return thread_local; }", "int thread_local = 1; int f(void) { return thread_local; }", ""},
		{"[[nodiscard]] int f(void);", " int f(void);", ""},
		{"[[gnu::packed, __gnu__::__aligned__(4), maybe_unused]] int x;", "__attribute__((packed, aligned(4))) int x;", ""},
		{"int x; void f [[noreturn]] (void);", "int x; __attribute__((noreturn)) void f  (void);", ""},
		{"static auto x = ({ int y; void f [[noreturn]] (void); y; });", "static __typeof__((0, (({ int y; __attribute__((noreturn)) void f  (void); y; })))) x = ({ int y; __attribute__((noreturn)) void f  (void); y; });", "auto without a type"},
		{"[[\n]] int x;", "\n int x;", ""},
		{"[[deprecated(\"a\" \"b\"), nodiscard]] int f(void);", " int f(void);", ""},
		{"[[gnu::const]]; [[gnu::none(;![!])]] int x; [[gnu::section(\"a\")]] int y;", "__attribute__((const));  int x; __attribute__((section(\"a\"))) int y;", ""},
		{"void f(void) { [[maybe_unused]] l: }", "void f(void) {  l: }", ""},
		{"int x = " + True + " + " + Character('a', true) + " + " + Character(0xfffe, false) + ";", "int x = ((_Bool)1) + ((unsigned char)0x61) + ((unsigned short)0x0fffe);", ""},
		{"constexpr\nint\nx = 1,\ny = 2\n, z = x;", "int const __attribute__((__cupel_constexpr__)) \n\n x = 1,\n y = 2\n, z = ((const int)(1));", "constexpr"},
		{"int f(...), (*g)(\n...); void h(int (...));", "int f(), (*g)()\n; void h(int ());", "variable arguments without a named parameter"},
		{"auto x = 1.5;", "__typeof__((0, (1.5))) x = 1.5;", "auto without a type"},
		{"void f(void) { auto x = 1.5; const auto y = x; static auto z = 2; for (auto i = 0; i < 2; i++) ; auto s = \"a\"; }",
			"void f(void) { __auto_type x = 1.5; __auto_type y = x; static __typeof__((0, (2))) z = 2; for (__typeof__((0, (0))) i = 0; i < 2; i++) ; __auto_type s = \"a\"; }", "auto without a type"},
		{"static auto s = \"a\";", "static char * s = \"a\";", "auto without a type"},
		{"auto int x; T auto y; auto T z;", "auto int x; T auto y; auto T z;", ""},
		{"constexpr int n = 2; int a[n], *p = &n;", "int const __attribute__((__cupel_constexpr__))  n = 2; int a[((const int)(2))], *p = &n;", "constexpr"},
		{"void f(void) { constexpr int n = 2; { constexpr int n = 3; g(n); } g(n); } int n;",
			"void f(void) { int const __attribute__((__cupel_constexpr__))  n = 2; { int const __attribute__((__cupel_constexpr__))  n = 3; g(((const int)(3))); } g(((const int)(2))); } int n;", "constexpr"},
		{"struct s { int a, b; char c[2]; }; constexpr struct s v = {1, .c = {2}}; int x = v.a && v.b, *p = &v.a; char c = v.c[0];",
			"struct s { int a, b; char c[2]; }; struct s const __attribute__((__cupel_constexpr__))  v = {1, .c = {2}}; int x = ((const int)(1)) && ((const int)(0)), *p = &v.a; char c = v.c[0];", "constexpr"},
		{"typedef struct { struct { int y; } x; } T; constexpr T v = {.x.y = 1}, w = {{v.x.y}}; int a[w.x.y]; void f(T v) { v.x.y; } int b[v.x.y];",
			"typedef struct { struct { int y; } x; } T; T const __attribute__((__cupel_constexpr__))  v = {.x.y = 1}, w = {{((const int)(1))}}; int a[((const int)(((const int)(1))))]; void f(T v) { v.x.y; } int b[((const int)(1))];", "constexpr"},
		{"constexpr char s[] = \"a\"; char c = s[0];", "char const __attribute__((__cupel_constexpr__))  s[] = \"a\"; char c = s[0];", "constexpr"},
		{hidden("int f(int n) { return n; } n"), shown("int f(int n) { return n; } #"), "constexpr"},
		{hidden("int f(int const n, int a[n]); n"), shown("int f(int const n, int a[n]); #"), "constexpr"},
		{hidden("void f(void) { int a = n, n = n; n; } n"), shown("void f(void) { int a = #, n = n; n; } #"), "constexpr"},
		{hidden("void f(void) { enum { m = n, n = n + 1, o = n }; n; } n"), shown("void f(void) { enum { m = #, n = # + 1, o = n }; n; } #"), "constexpr"},
		{hidden("void f(void) { typedef struct n { int m, n : n; } n; n x = {.n = 1}; struct n y = {n: 2}; } n"),
			shown("void f(void) { typedef struct n { int m, n : #; } n; n x = {.n = 1}; struct n y = {n: 2}; } #"), "constexpr"},
		{hidden("void f(void) { switch (n) { case 0: n: case n: n ? n : n; goto n; } x ? n : n, &&n; } n"),
			shown("void f(void) { switch (#) { case 0: n: case #: # ? # : #; goto n; } x ? # : #, &&n; } #"), "constexpr"},
		{hidden("void f(void) { for (int n = n; n; n++) n; n; if (({ int n; n; })) n; else n; } n"),
			shown("void f(void) { for (int n = n; n; n++) n; #; if (({ int n; n; })) #; else #; } #"), "constexpr"},
		{hidden("struct s f(void) { int n; return (struct s){n}; } n"), shown("struct s f(void) { int n; return (struct s){n}; } #"), "constexpr"},
		{hidden("int f(m, n) int m, n; { return n; } n"), shown("int f(m, n) int m, n; { return n; } #"), "constexpr"},
		{hidden("void f(void) { T (n); n; } void g(void) { h (n); (T (*)(int n, int [n]))n; (T)&n; (T)n & n; sizeof(T) & n; } n"),
			shown("void f(void) { T (n); n; } void g(void) { h (#); (T (*)(int n, int [n]))#; (T)&n; (T)# & #; sizeof(T) & #; } #"), "constexpr"},
		{hidden("struct s { T (*n)(int n); struct { int n[n]; }; } x = {.n[n] = n}; int y = x.n + z->n; n"),
			shown("struct s { T (*n)(int n); struct { int n[#]; }; } x = {.n[#] = #}; int y = x.n + z->n; #"), "constexpr"},
		{hidden("int (*f(int n))(int m) { return n; } __typeof__(n) g(void) { asm volatile(\"\" : [n] \"=r\"(x) : \"i\"(n)); } n"),
			shown("int (*f(int n))(int m) { return n; } __typeof__(#) g(void) { asm volatile(\"\" : [n] \"=r\"(x) : \"i\"(#)); } #"), "constexpr"},
		{hidden("int x __attribute__((n, aligned(n))) = _Generic(x, int: n, T: n, default: n); n"),
			shown("int x __attribute__((n, aligned(#))) = _Generic(x, int: #, T: #, default: #); #"), "constexpr"},
		{"constexpr enum { A, B } x = B; int y = x;", "enum { A, B } const __attribute__((__cupel_constexpr__))  x = B; int y = ((const __typeof__(x))(B));", "constexpr"},
		{"typedef int a[2]; struct s { a x; int y; }; constexpr struct s v = {1, 2}; int y = v.y;",
			"typedef int a[2]; struct s { a x; int y; }; struct s const __attribute__((__cupel_constexpr__))  v = {1, 2}; int y = ((const int)(0));", "constexpr"},
		{"typedef int a __attribute__((vector_size(8))); struct s { a x; int y; }; constexpr struct s v = {1, 2}; int y = v.y;",
			"typedef int a __attribute__((vector_size(8))); struct s { a x; int y; }; struct s const __attribute__((__cupel_constexpr__))  v = {1, 2}; int y = v.y;", "constexpr"},
		{"struct s { struct s *x; int y; }; constexpr struct s v = {0, 2}; int y = v.y;",
			"struct s { struct s *x; int y; }; struct s const __attribute__((__cupel_constexpr__))  v = {0, 2}; int y = ((const int)(2));", "constexpr"},
		{"constexpr int (n) [[x]] = {2,}; int a[n];", "int const __attribute__((__cupel_constexpr__))  (n)  = {2,}; int a[((const int)(2))];", "constexpr"},
		{"struct s { enum { A } a; int b : 3, : 2; typeof(1) c; }; constexpr struct s v = {A, 2, 3}; int x[v.a], y[v.b], z[v.c], w = v.b;",
			"struct s { enum { A } a; int b : 3, : 2; typeof(1) c; }; struct s const __attribute__((__cupel_constexpr__))  v = {A, 2, 3}; int x[((const __typeof__(v.a))(A))], y[((const int)((const int)(2)))], z[((const typeof(1))(3))], w = v.b;", "constexpr"},
		{"struct s { int a, b; }; struct t { struct s x[1], y; }; constexpr struct s v = {1, 2}; constexpr struct t w = {3, 4, v}, u = (w); int a[u.y.b];",
			"struct s { int a, b; }; struct t { struct s x[1], y; }; struct s const __attribute__((__cupel_constexpr__))  v = {1, 2}; struct t const __attribute__((__cupel_constexpr__))  w = {3, 4, v}, u = (w); int a[((const int)(2))];", "constexpr"},
		{"int x[2], f(void); static auto p = x; static auto q = f; constexpr auto s = (struct { int n; }){2}; int a[s.n];",
			"int x[2], f(void); static __typeof__((0, &*(x))) p = x; static __typeof__(&(f)) q = f; const __attribute__((__cupel_constexpr__)) struct { int n; } s = {2}; int a[((const int)(2))];", "auto without a type"},
		{"int *p = (static int[]){1}; int *f(void) { return (static int[]){1}; } int g(register int x) { return x; }",
			"int *p = (int []){1}; int *f(void) { return (*({ static int __cupel_literal_1[] = {1}; &__cupel_literal_1; })); } int g(register int x) { return x; }", "a storage class in a compound literal"},
		{"int a[(constexpr int){2}]; int b = (constexpr int){2};", "int a[((int const)(2))]; int b = (int const ){2};", "a storage class in a compound literal"},
		{"void f(void) { for (constexpr int n = 2; n;) n; n; }", "void f(void) { for (int const __attribute__((__cupel_constexpr__))  n = 2; ((const int)(2));) ((const int)(2)); n; }", "constexpr"},
		{"typeof_unqual(const int) x; typeof_unqual(y) z; typeof(const char *) p;", "__typeof__( int) x; __typeof__(y) z; __typeof__(char const *) p;", "typeof_unqual"},
		{"int x = 1 QV_A_() QV_T_ + 2 QV_E_;", "int x = 1                        ;", ""},
		{"int x = 1 QV_A_(3) QV_T_ + 2 QV_E_;", "int x = 1                + 2      ;", ""},
		{"int x = 1 QV_A_(QV_A_() QV_T_ 4 QV_E_) QV_T_ + 2 QV_E_;", "int x = 1                                             ;", ""},
	} {
		r, err := Rewrite([]byte(c.src), Options{Widest: 128})
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if string(r.Text) != c.want {
			t.Errorf("%s\n is %s\nwant %s", c.src, r.Text, c.want)
		}
		if got := r.Only; got == nil && c.only != "" || got != nil && got.What != c.only {
			t.Errorf("%s: %+v, want %s", c.src, got, c.only)
		}
		if strings.Count(c.src, "\n") != strings.Count(string(r.Text), "\n") {
			t.Errorf("%s: other lines", c.src)
		}
	}
}

// hidden is a text whose last word is an initializer; n is a constant in it.
func hidden(text string) string {
	return "typedef int T; constexpr int n = 2; " + strings.TrimSuffix(text, "n") + "int last = n;"
}

// shown is the translation of a hidden text, where # is the constant.
func shown(text string) string {
	return "typedef int T; int const __attribute__((__cupel_constexpr__))  n = 2; " + strings.ReplaceAll(strings.TrimSuffix(text, "#")+"int last = #;", "#", "((const int)(2))")
}

// TestRefused: what GCC refuses, and what has no translation, with the place.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		src, want string
		at        int
		other     bool
	}{
		{"auto x;", "needs an initializer", 5, false},
		{"auto *x = 0;", "plain identifier", 5, false},
		{"auto x = 1, y = 2;", "one object only", 5, false},
		{"constexpr int x;", "needs an initializer", 14, false},
		{"constexpr int x = 1; void f(void) { x += 1; }", "an assignment to x", 36, false},
		{"constexpr int x = 1; void f(void) { ++x; }", "an assignment to x", 38, false},
		{"enum { A }; constexpr int x = A; int f(int A) { return x; }", "its initializer names A", 55, true},
		{"typedef int T; constexpr T x = 1, y = x; void f(void) { typedef char T; y; }", "its initializer names T", 72, true},
		{"struct s { int a; }; constexpr int x = sizeof(struct s); void f(void) { struct s { char a; }; x; }", "its initializer names struct s", 94, true},
		{"constexpr auto x = sizeof(struct s { int a; }); int y = x;", "its initializer names struct s", 56, true},
		{"int x[]; constexpr bool y = sizeof &x; int x[3]; int z = y;", "its initializer names x", 57, true},
		{"constexpr enum { A } x = A; int y = x; constexpr int z = x; void f(void) { int x; z; }", "its initializer names x", 82, true},
		{"struct s { int a, b; }; struct t { struct s x; int n; }; constexpr struct s v = {1, 2}; constexpr struct t w = {.x = v, .x.a = 3}; enum { A = w.x.b };", "the value of w.x.b", 142, true},
		{"enum { N = 2 }; struct s { int x[N], n; }; constexpr struct s v = {1, 2, 3}, w = {.n = v.n}; int f(void) { return w.n; } int a[w.n];", "the value of w.n", 127, true},
		{"struct s { int *p; int n; }; constexpr struct s v = {v.n}; int a[v.n], b = v.q; void f(void) { static int *p = (static int[]){1}; }", "static compound literal", 111, true},
		{"int *p = (thread_local static int[]){1};", "thread_local", 10, true},
		{"constexpr int x = 1; int y = x; * z * x; int z = x;", "not understood, so that it is not known what x is", 36, true},
		{"int x = _Generic(nullptr, void *: 1, default: 2);", "generic selection", 17, true},
		{"[[maybe_unused int x;", "not closed", 0, false},
		{"[[deprecated()]] int a;", "is a string", 2, false},
		{"[[nodiscard(\"\", 1)]] int a(void);", "is a string", 2, false},
		{"char c = u8'ab';", "one character of one byte", 9, false},
		{"void f(void) { l: [[maybe_unused]] }", "before no statement", 18, false},
		{"struct s { int x; [[maybe_unused]] };", "before no statement", 18, false},
		{"_BitInt(1) x;", "at least 2 bits", 8, false},
		{"unsigned _BitInt(0) x;", "too narrow", 17, false},
		{"_BitInt(129) x;", "wider than 128 bits", 8, true},
		{"_BitInt(2 + 1) x;", "not written as a number", 0, true},
		{"_BitInt x;", "needs a width", 0, false},
		{"int x = 0x1ffffffffffffffffwb;", "too wide", 8, true},
		{"int x = QV_A_(QV_E_) QV_T_ 1;", "__VA_OPT__ is not supported", 14, true},
		{"int x = QV_E_;", "__VA_OPT__ is not supported", 8, true},
	} {
		_, err := Rewrite([]byte(c.src), Options{Widest: 128})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, c.want) || e.At != c.at || e.Unsupported != c.other {
			t.Errorf("%s: %+v", c.src, err)
		}
	}
}

// TestNested: initializers in each other are translated in time.
func TestNested(t *testing.T) {
	src := "struct s { int x; }; " + strings.Repeat("constexpr struct s v = {({ ", 40) + "1" + strings.Repeat("; })}", 40) + ";"
	if _, err := Rewrite([]byte(src), Options{Widest: 128}); err != nil {
		t.Error(err)
	}
}

// FuzzRewrite: any text is translated, line by line, or refused.
func FuzzRewrite(f *testing.F) {
	for _, s := range []string{"constexpr auto x = 1;", "[[a::b(c)]] auto y = {", "struct s { int a; } ; constexpr struct s v = {.a = 1}; int b[v.a], v, c = v.a;", "typedef struct { struct { int y; } x; } T; constexpr T v = {{1}}; v.x.y", "int f(...", "[[deprecated(\"a\"", "u8'ab'", True, "static_assert(", "typeof_unqual(const", "QV_A_(QV_T_ QV_E_", "struct { constexpr", "enum { true", "auto", "constexpr"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, src string, strict bool) {
		r, err := Rewrite([]byte(src), Options{Strict: strict, Widest: 128})
		if err == nil && strings.Count(string(r.Text), "\n") != strings.Count(src, "\n") {
			t.Errorf("%q is %q", src, r.Text)
		}
	})
}
