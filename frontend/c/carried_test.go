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
	const objects = "#include <string.h>\nint a, b; union u { int *p; long n; }; struct t { int tag; union { int *p; long n; } v; };\n"
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
		{"mark", "int *p = (int *)-1, *q = &a; return p == q;", false},
		{"null", "int *p = 0, *q = &a; return p == q;", false},
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
