package c

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cupel/core/program"
)

// TestCarriedAddresses: where the value of an address matters although no pointer is converted to a number.
func TestCarriedAddresses(t *testing.T) {
	const objects = "#include <string.h>\nint a, b; union u { int *p; long n; }; struct t { int tag; union { int *p; long n; } v; };\n" +
		"static union u made(int *p) { union u x = { p }; return x; }\n"
	for _, c := range []struct {
		name, body string
		uses       bool
	}{
		{"memcpy to a number", "int *p = &a, *q = &b; long x, y; memcpy(&x, &p, 8); memcpy(&y, &q, 8); return x < y;", true},
		{"memcpy of pointers", "int *p = &a, *q; memcpy(&q, &p, 8); return *q;", false},
		{"memcpy of structures", "struct t x = { 3, { &a } }, y; memcpy(&y, &x, sizeof x); return *y.v.p;", false},
		{"union", "union u x; x.p = &a; return x.n < 5000;", true},
		{"union without a pointer to an object", "union u x; x.n = 3; return x.n < 5000;", false},
		{"tag of a union", "struct t x; x.tag = 1; x.v.p = &a; return x.tag ? *x.v.p : 0;", false},
		{"number in a union with a tag", "struct t x; x.tag = 1; x.v.p = &a; return x.tag ? x.v.n : 0;", true},
		{"bytes of a pointer", "int *p = &a; unsigned char *c = (unsigned char *)&p; return c[0];", true},
		{"bytes of a number", "int k = 4, *p = &a; unsigned char *c = (unsigned char *)&k; return c[0] + *p;", false},
		{"memcmp of pointers", "int *p = &a, *q = &b; return memcmp(&p, &q, 8) < 0;", true},
		{"memcmp of numbers", "int k = 3, l = 4, *p = &a; return memcmp(&k, &l, 4) < *p;", false},
		{"pointer made from a number", "int *p = (int *)4096; return p == &a;", true},
		{"memchr in a pointer", "int *p = &a; return memchr(&p, 7, 8) != 0;", true},
		{"strlen of a pointer", "int *p = &a; return strlen((char *)&p);", true},
		{"pointer made from a variable", "long n = 1 << 20; int *p = (int *)n; return p == &a;", true},
		{"pointer made in a union", "union u x; x.n = 1 << 20; return x.p == &a;", true},
		{"pointer made by memcpy", "long n = 1 << 20; int *p; memcpy(&p, &n, 8); return p == &a;", true},
		{"pointers in a union", "union u x, y; x.p = &a; y.p = &a; return *x.p + *y.p;", false},
		{"result of a function", "return made(&a).n < 5000;", true},
		{"atomic read", "union u x; x.p = &a; return __atomic_load_n(&x.n, 5) < 5000;", true},
		{"pointer to a member", "union u x; x.p = &a; long *n = &x.n; return *n < 5000;", true},
		{"part of a union", "union { struct { int *p; } x; struct { long n; } y; } w; w.x.p = &a; __typeof__(w.y) z = w.y; return z.n < 5000;", true},
		{"function", "union { int (*f)(void); long n; } x; x.f = main; return x.n < 5000;", true},
		{"mark", "int *p = (int *)-1, *q = &a; return p == q;", false},
		{"null", "int *p = 0, *q = &a; return p == q;", false},
		{"flag set and taken out", "int *p = (int *)((unsigned long)&a | 1); return *(int *)((unsigned long)p & ~1ul);", false},
		{"flag read", "int *p = (int *)((unsigned long)&a ^ 2); return (unsigned long)p & 3;", false},
		{"flag of another pointer", "int *p = (int *)((unsigned long)&a | ((unsigned long)&b & 1)); return p != 0;", false},
		{"flags beyond the alignment", "int *p = &a; return (unsigned long)p & 7;", true},
		{"flags in pointers to characters", "char s[2], *p = s; return (unsigned long)p & 1;", true},
		{"flags in pointers to aligned characters", "_Alignas(8) char s[2]; char *p = s; return (unsigned long)p & 1;", true},
		{"flags in a pointer to an object that is not aligned", "struct __attribute__((packed)) { char c; int n; } s; int *p = &s.n; return (unsigned long)p & 1;", true},
		{"flags in pointers to characters of an array of variable length", "int n = a & 7; char s[n + 9]; int *p = (int *)s; return (unsigned long)p & 1;", true},
		{"flags in pointers into an array of variable length", "int n = a & 7, s[n + 9], *p = s; return (unsigned long)p & 1;", false},
		{"flags in untyped pointers", "void *p = &a; return (unsigned long)p & 1;", true},
		{"page", "int *p = &a; return ((unsigned long)p & ~4095ul) == 4096;", true},
		{"mask that is too narrow", "int *p = &a; return ((unsigned)(unsigned long)p & ~1u) == 4096;", true},
		{"flags and more", "int *p = &a; return ((unsigned long)p & ~1ul) == 4096;", true},
		{"pointer from flags alone", "int *p = (int *)((unsigned long)&a & 1); return p == 0;", true},
		{"number with flags", "unsigned long n = 4096; int *p = (int *)(n | 1); return p == &a;", true},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(objects+"int main(void) { "+c.body+" }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		m, _, err := Lower(context.Background(), file, nil, Options{Model: program.LP64})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := len(m.AddressUses) > 0; got != c.uses {
			t.Errorf("%s: uses of addresses at %v, expected any: %v", c.name, m.AddressUses, c.uses)
		}
	}
}
