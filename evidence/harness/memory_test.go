package harness

import (
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/frontend/property"
)

// TestMemory: of a program with a fault of memory the sanitizer, or the harness at the end, says so where it is asked for that fault, says what else it is where not,
// and the program ends without a complaint where there is none.
func TestMemory(t *testing.T) {
	const (
		include = "#include <stdlib.h>\n#include <stdio.h>\n"
		silence = "without a complaint"
	)
	tests := []struct {
		name, src string
		about     property.Kind
		want      string // part of the detail
		hit, end  bool
	}{
		{"access", "int main(void) { int *p = malloc(8); p[2] = 1; free(p); return 0; }", property.ValidDeref, "heap-buffer-overflow", true, false},
		{"access, asked for a release", "int main(void) { int *p = malloc(8); p[2] = 1; free(p); return 0; }", property.ValidFree, "another complaint: heap-buffer-overflow", false, true},
		{"no bytes", "int main(void) { char *p = malloc(0); *p = 1; free(p); return 0; }", property.ValidDeref, "use-after-poison", true, false},
		{"no bytes, released", "int main(void) { char *p = malloc(0), *q = calloc(0, 4); free(p); free(q); return 0; }", property.ValidDeref, silence, false, true},
		{"null", "int main(void) { int *p = 0; *p = 1; return 0; }", property.ValidDeref, "SEGV", true, false},
		{"negative size", "#include <string.h>\nint main(void) { int n = -2; char a[4], b[4] = {0}; memcpy(a, b, n); return a[0]; }", property.ValidDeref, "negative-size-param", true, false},
		{"released", "int main(void) { int *p = malloc(8); free(p); return *p; }", property.ValidDeref, "heap-use-after-free", true, false},
		{"scope", "int main(void) { int *p; { int x = 1; p = &x; } return *p; }", property.ValidDeref, "stack-use-after-scope", true, false},
		{"returned", "int *f(void) { int x = 1, *p = &x; return p; }\nint main(void) { return *f(); }", property.ValidDeref, "stack-use-after-return", true, false},
		{"static", "int a[4], b[4];\nint main(void) { int *p = a; p[5] = 1; return b[0]; }", property.ValidDeref, "global-buffer-overflow", true, false},
		{"twice", "int main(void) { int *p = malloc(8); free(p); free(p); return 0; }", property.ValidFree, "attempting double-free", true, false},
		{"interior", "int main(void) { int *p = malloc(8); free(p + 1); return 0; }", property.ValidFree, "attempting free", true, false},
		{"realloc", "int main(void) { int x; return realloc(&x, 9) == 0; }", property.ValidFree, "attempting free", true, false},
		{"none", "int main(void) { int *p = malloc(8); p[1] = 1; free(p); return 0; }", property.ValidDeref, silence, false, true},
		{"none of releases", "int main(void) { return 0; }", property.ValidFree, silence, false, true},
		{"lost", "int main(void) { int *p = malloc(8); *p = 1; return 0; }", property.ValidTrack, "a block of 8 bytes is lost", true, false},
		{"lost in a list", "struct n { struct n *next; } *h;\nint main(void) { h = malloc(8); h->next = malloc(16); h->next->next = h; h = 0; return 0; }", property.ValidTrack, "is lost", true, false},
		{"kept in a list", "struct n { struct n *next; } *h;\nint main(void) { h = malloc(8); h->next = malloc(16); h->next->next = malloc(9); return 0; }", property.ValidTrack, silence, false, true},
		{"one past", "char *g;\nint main(void) { g = malloc(8); g += 8; return 0; }", property.ValidTrack, silence, false, true},
		{"not returned", "int main(void) { int *p = malloc(8); *p = 1; exit(0); }", property.ValidTrack, silence, false, true},
		{"left", "char *g;\nint main(void) { g = malloc(8); return 0; }", property.ValidCleanup, "a block of 8 bytes is left", true, false},
		{"left at exit", "int main(void) { char *g = malloc(8); exit(g == 0); }", property.ValidCleanup, "is left", true, false},
		{"left at abort", "int main(void) { char *g = malloc(8); if (g) abort(); }", property.ValidCleanup, "is left", true, false},
		{"released at exit", "char *g; void f(void) { free(g); }\nint main(void) { atexit(f); g = malloc(8); return 0; }", property.ValidCleanup, silence, false, true},
		{"moved", "int main(void) { char *g = malloc(8); g = realloc(g, 100); free(g); return 0; }", property.ValidCleanup, silence, false, true},
		{"output", "int main(void) { printf(\"%d\\n\", 7); return 0; }", property.ValidCleanup, silence, false, true},
		{"access, asked for a leak", "int main(void) { int *p = malloc(8); p[2] = 1; return 0; }", property.ValidTrack, "another complaint", false, true},
		{"recursion", "int f(int n) { int a[100]; a[n % 100] = n; return f(n + 1) + a[3]; }\nint main(void) { return f(1); }", property.ValidDeref, "limit", false, false},
		{"too large", "int main(void) { char *p = malloc(1ul << 40); p[0] = 1; return 0; }", property.ValidDeref, "limit", false, false},
		{"full", "int main(void) { for (int i = 0; i < 9; i++) malloc(1ul << 29); return 0; }", property.ValidDeref, full, false, false},
		{"used and released", "int main(void) { for (int i = 0; i < 9; i++) free(malloc(1ul << 29)); return 0; }", property.ValidDeref, silence, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := try(t, include+tt.src, Spec{Model: program.LP64, Sanitizer: tt.about.Info().Sanitizer})
			if r.Hit != tt.hit || r.Ended != tt.end || !strings.Contains(r.Detail, tt.want) {
				t.Errorf("hit %v, ended %v, %s\n%s", r.Hit, r.Ended, r.Detail, r.Output)
			}
		})
	}
}
