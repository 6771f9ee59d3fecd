package memory

import (
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// keeping are programs that lose no block at any time: pointers are on their way through results, arguments, recursion and library functions.
var keeping = map[string]string{
	"results": `
int *make(int n) { int *p = malloc(4 * n); return p; }
int *pass(int *p) { return p; }
int main(void) {
  int *p = pass(pass(make(3)));
  p = pass(realloc(pass(p), 20));
  free(pass(p));
  free(make(2));
  return *make(1) = 0;
}`,
	"members": `
struct box { struct box *next; int *in; };
struct box wrap(int *p, struct box *next) { struct box b = {next, p}; return b; }
struct box *copy(struct box b) { struct box *p = malloc(sizeof *p); *p = b; return p; }
int *in(struct box b) { return b.in; }
int main(void) {
  struct box *list = 0;
  for (int i = 0; i < 3; i++)
    list = copy(wrap(malloc(4), list));
  while (list) {
    struct box *next = list->next;
    free(in(*list));
    free(list);
    list = next;
  }
  return 0;
}`,
	"recursion": `
struct tree { struct tree *left, *right; };
struct tree *node(struct tree *l, struct tree *r) { struct tree *t = malloc(sizeof *t); t->left = l; t->right = r; return t; }
struct tree *build(int n) { return n ? node(build(n - 1), build(n - 1)) : 0; }
struct tree *turned(struct tree *t) {
  if (!t) return 0;
  struct tree *u = node(turned(t->right), turned(t->left));
  free(t);
  return u;
}
void drop(struct tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
int main(void) { drop(turned(build(3))); return 0; }`,
	"library": `
int main(void) {
  char *s = strdup(strdup("ab"));
  char *t = strcpy(malloc(4), s);
  s = memcpy(calloc(3, 1), t, 3);
  t = strchr(strcpy(realloc(s, 9), "xyz"), 'z');
  free(t - 2);
  return 0;
}`,
	"conditional": `
int *pick(int n, int *p, int *q) { return n ? p : q; }
int main(void) {
  int *p = malloc(4), *q = malloc(4), *r;
  r = pick(1, p, q) == p ? pick(0, p, q) : pick(1, p, q);
  q = (free(p), malloc(8));
  free(r);
  p = q ? q : malloc(4);
  free(p);
  return 0;
}`,
}

// dropped are the texts of keeping in which blocks are lost all the same, at the end of a statement.
var dropped = map[string]bool{"results": true, "library": true, "conditional": false}

// TestEveryStep: wherever a run is cut off, no block is called lost of a program that loses none until it ends.
func TestEveryStep(t *testing.T) {
	for name, text := range keeping {
		t.Run(name, func(t *testing.T) {
			task := verifying.Load(t, t.TempDir()+"/p.c", "#include <stdlib.h>\n#include <string.h>\n"+text)
			lost := everyStep(t, task)
			if (lost > 0) != dropped[name] {
				t.Errorf("lost from step %d on", lost)
			}
		})
	}
	for f, want := range programs(t) {
		if want["valid-memsafety"] != "true" {
			continue
		}
		task, err := verifier.LoadTask(f, "valid-memsafety")
		if err != nil {
			t.Fatal(err)
		}
		if lost := everyStep(t, task); lost > 0 {
			t.Errorf("%s: lost at step %d", f, lost)
		}
	}
}

// everyStep is the number of steps after which a block is lost, in the run on inputs of zero; 0: none is.
func everyStep(t *testing.T, task *verifier.Task) (first int) {
	t.Helper()
	s, err := verifier.Read(t.Context(), task, verifier.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	judge := interp.NewMemory(s.Module, "main")
	judge.LostBlock = true
	for k := 1; k < 3000; k++ {
		out := s.RunWith(t.Context(), interp.Zeros{}, interp.Options{MaxSteps: k, Memory: judge})
		switch {
		case out.Kind == interp.ReachedError && out.Fault == interp.LostBlock && first == 0:
			first = k
		case first > 0 && out.Kind == interp.Halted:
			t.Errorf("lost after %d steps, and not at the end, after %d", first, out.Steps)
			return first
		}
		if out.Steps < k {
			break
		}
	}
	return first
}

// TestEveryStepOfRandom: the same of random programs.
func TestEveryStepOfRandom(t *testing.T) {
	count, first := number(t, "CUPEL_PROGRAMS", 30), number(t, "CUPEL_SEED", 0)
	ended := 0
	for i := range count {
		p := Generate(uint64(first + i))
		if everyStep(t, verifying.Load(t, t.TempDir()+"/p.c", p.Source())) == 0 {
			ended++
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", first+i, p.Source())
		}
	}
	t.Logf("%d of %d programs lose nothing", ended, count)
}
