package memory

import (
	"os"
	"path/filepath"
	"testing"

	"cupel/evidence"
	"cupel/verifier"
)

// TestAdjacent: a table has no proof that depends on which objects are adjacent, and has one where pointers are compared of which none is one past the end.
func TestAdjacent(t *testing.T) {
	const header = `#include <stdlib.h>
#include <stddef.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *left, *right; };
struct item { int key; struct link link; };
static struct item *item(struct link *l) { return (struct item *)((char *)l - offsetof(struct item, link)); }
`
	for _, x := range []struct {
		name, body string
		proved     bool
	}{
		{"links inside of items", `struct item i[3]; struct link *root = 0, *last = 0;
for (int k = 0; k < 3; k++) { i[k].key = k; i[k].link.left = root; i[k].link.right = 0; if (root) root->right = &i[k].link; else last = &i[k].link; root = &i[k].link; }
int n = 0; for (struct link *l = root; l != last; l = l->left) n += item(l)->key; if (n != 3) reach_error();`, true},
		{"the same with flags", `struct item i[3]; struct link *root = 0, *last = 0;
for (int k = 0; k < 3; k++) { i[k].key = k; i[k].link.left = (struct link *)((uintptr_t)root | 1); i[k].link.right = 0; if (!root) last = &i[k].link; root = &i[k].link; }
int n = 0; for (struct link *l = root; l != last; l = (struct link *)((uintptr_t)l->left & ~(uintptr_t)1)) n += item(l)->key; if (n != 3) reach_error();`, true},
		{"one past the end", `int *p = malloc(2 * sizeof *p), *q = malloc(sizeof *q), k = __VERIFIER_nondet_int() & 1; *q = 1;
int *e[2] = { p + 2, p + 1 }; struct item i = { k, { 0, 0 } }; if (e[item(&i.link)->key] == q) reach_error();`, false},
		{"literals of one end", `const char *s[2] = { "abc", "bc" }; int k = __VERIFIER_nondet_int() & 1; if (s[0] + 1 == s[k]) reach_error();`, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(header+"int main(void) { "+x.body+" return 0; }\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			rep := verify(t, file, "", func(c *verifier.Config) { c.Checks, c.AllChecks = []string{"all"}, true })
			for _, r := range rep.Checks {
				if r.Kind == "assertion" && (r.State == evidence.CheckProved) != x.proved {
					t.Errorf("%s is %s: %s", r.At, r.State, r.Reason)
				}
			}
		})
	}
}
