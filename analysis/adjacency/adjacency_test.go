package adjacency_test

import (
	"testing"

	"cupel/analysis/adjacency"
	"cupel/core/program"
	"cupel/frontend/c"
)

// TestUses: only comparisons matter of which one pointer may be one past the end of an object and the other point to another one.
func TestUses(t *testing.T) {
	const header = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long); extern void free(void *);
int g[4], h[4], *kept; struct list { struct list *next; int v; };
static int sum(int *p, int *e) { int s = 0; for (; p != e; p++) s += *p; return s; }
static int *other(int k) { return k ? g : h; }
`
	for _, test := range []struct {
		name, body string
		matters    bool
	}{
		{"one past another", `int *p = g + 4, *q = h; if (p == q) reach_error();`, true},
		{"one past another, in memory", `kept = g + 4; if (kept != h) reach_error();`, true},
		{"one past one of two", `int *p = other(__VERIFIER_nondet_int()), *q = other(__VERIFIER_nondet_int()); if (p + 4 == q) reach_error();`, true},
		{"one past a block", `int *p = malloc(8), *q = malloc(8), *e = p + 2; if (e == q) reach_error();`, true},
		{"blocks of a loop", `int *last = 0; for (int i = 0; i < 3; i++) { int *p = malloc(8); if (last && last + 2 == p) reach_error(); last = p; }`, true},
		{"address of an element", `int i = __VERIFIER_nondet_int() & 7; if (i <= 4 && &g[i] == h) reach_error();`, true},
		{"the end of one array", `int n = 0; for (int *p = g; p != g + 4; p++) n++; if (n != 4) reach_error();`, false},
		{"the end of one block", `int *a = malloc(16), *b = malloc(16); int n = 0; for (int *p = a; p != a + 4; p++) n++; if (n != 4 || a == b) reach_error();`, false},
		{"the end of a parameter", `int s = sum(g, g + 4) + sum(h, h + 2); if (s) reach_error();`, false},
		{"null", `int *p = g + __VERIFIER_nondet_int(); if (p != 0) reach_error();`, false},
		{"no arithmetic", `int *p = other(__VERIFIER_nondet_int()), *q = h; if (p == q && p[1]) reach_error();`, false},
		{"list", `struct list *l = 0, *n; for (int i = 0; i < 3; i++) { n = malloc(sizeof *n); n->next = l; l = n; } for (n = l; n->next != l && n->next; n = n->next) {} if (n == l) reach_error();`, false},
		{"literals of one text", `const char *s = "abc", *t = "abc"; if (s == t) reach_error();`, true},
		{"the end of a literal", `const char *s = "abc", *t = "bc"; if (s + 1 == t) reach_error();`, true},
		{"literals of two texts", `const char *s = "abc", *t = "abd"; if (s == t) reach_error();`, false},
		{"one literal", `const char *s = "abc", *t = s; if (s != t) reach_error();`, false},
		{"end of an object of varying size", `int n = __VERIFIER_nondet_int() & 3, a[n + 1], b[2]; int *p = a + n + 1; if (p == b) reach_error();`, true},
		{"ends of another type", `int *e = g + __VERIFIER_nondet_int(); struct list *a = malloc(sizeof *a), *b = malloc(sizeof *b); if (a->next == b && e) reach_error();`, false},
		{"blocks", `int *a = malloc(8), *b = malloc(8); a++; a--; if (b == a) reach_error();`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, _, err := c.Lower(t.Context(), "test.c", []byte(header+"int main(void) { "+test.body+" return 0; }"), c.Options{Model: program.LP64})
			if err != nil {
				t.Fatal(err)
			}
			if uses := adjacency.Uses(t.Context(), m, 2); len(uses) > 0 != test.matters {
				t.Errorf("%v of %v", uses, m.Equalities)
			}
		})
	}
}
