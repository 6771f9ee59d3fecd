package language_test

import (
	"os"
	"path/filepath"
	"testing"

	"cupel/core/program"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestOtherTools: the semantics of functions of other verifiers and test generators.
func TestOtherTools(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		// CBMC: declared nowhere, as its users write it.
		{"assume", "int main(void) { int x = nondet_int(); __CPROVER_assume(x > 3 && x < 9); __CPROVER_assert(x != 3, \"three\"); return 0; }", "TRUE"},
		{"assert", "int main(void) { int x = nondet_int(); __CPROVER_assume(x > 3); __CPROVER_assert(x != 7, \"seven\"); return 0; }", "FALSE"},
		{"assume is no assert", "int main(void) { __CPROVER_assume(0); __CPROVER_assert(0, \"never\"); return 0; }", "TRUE"},
		{"nondet types", "unsigned char nondet_uchar(void); _Bool nondet_bool(void); int main(void) { __CPROVER_assert(nondet_uchar() <= 255 && nondet_bool() <= 1, \"types\"); return 0; }", "TRUE"},
		{"each call is another value", "int main(void) { int x = nondet_int(), y = nondet_int(); __CPROVER_assert(x == y, \"same\"); return 0; }", "FALSE"},
		{"own definition", "int nondet_int(void) { return 4; } void __CPROVER_assert(int c, const char *s) { } int main(void) { __CPROVER_assert(nondet_int() == 5, \"own\"); return 0; }", "TRUE"},
		{"effects in a condition", "int main(void) { int x = 0; __CPROVER_assert(x++ == 0, \"once\"); __CPROVER_assert(x == 1, \"then\"); return 0; }", "TRUE"},
		{"not known", "int main(void) { int x = 0; __CPROVER_fancy(&x); __CPROVER_assert(x == 0, \"x\"); return 0; }", "UNKNOWN"},
		{"whole object", "int main(void) { struct { int a, b; } s = {1, 2}; __CPROVER_havoc_object(&s); __CPROVER_assert(s.a + 0u != 77u || s.b != 5, \"s\"); return 0; }", "FALSE"},
		{"esbmc", "int main(void) { int x = nondet_int(); __ESBMC_assume(x > 3); __ESBMC_assert(x > 4, \"x\"); return 0; }", "FALSE"},
		// KLEE.
		{"klee assume", "#include <klee/klee.h>\nint main(void) { int x = klee_int(\"x\"); klee_assume(x > 3); klee_assert(x > 3); return 0; }", "TRUE"},
		{"klee assert", "#include <klee/klee.h>\nint main(void) { int x = klee_int(\"x\"); klee_assert(x > 3); return 0; }", "FALSE"},
		{"range", "#include <klee/klee.h>\nint main(void) { int x = klee_range(-2, 5, \"x\"); klee_assert(x >= -2 && x < 5); return 0; }", "TRUE"},
		{"end of range", "#include <klee/klee.h>\nint main(void) { int x = klee_range(-2, 5, \"x\"); klee_assert(x < 4); return 0; }", "FALSE"},
		{"empty range", "#include <klee/klee.h>\nint main(void) { int x = klee_range(5, 5, \"x\"); klee_assert(0); return 0; }", "UNKNOWN"},
		{"silent exit", "#include <klee/klee.h>\nint main(void) { if (klee_int(\"x\") > 3) klee_silent_exit(0); else return 0; klee_assert(0); }", "TRUE"},
		{"report", "#include <klee/klee.h>\nint main(void) { if (klee_int(\"x\") == 3) klee_report_error(\"f\", 1, \"m\", \"s\"); return 0; }", "FALSE"},
		{"preferred", "#include <klee/klee.h>\nint main(void) { int x = klee_int(\"x\"); klee_prefer_cex(&x, x == 3); klee_assert(x == 3); return 0; }", "FALSE"},
		{"concretised", "#include <klee/klee.h>\nint main(void) { int x = klee_get_value_i32(klee_int(\"x\")); klee_assert(x == 3); return 0; }", "UNKNOWN"},
		{"variable", "#include <klee/klee.h>\nint main(void) { int x = 5; klee_make_symbolic(&x, sizeof x, \"x\"); klee_assert(x != 12345); return 0; }", "FALSE"},
		{"any variable", "#include <klee/klee.h>\nint main(void) { unsigned x; klee_make_symbolic(&x, sizeof(x), \"x\"); x %= 8; klee_assert(x < 8); return 0; }", "TRUE"},
		{"array", "#include <klee/klee.h>\nint main(void) { char s[4]; klee_make_symbolic(s, sizeof s, \"s\"); klee_assert(!(s[0] == 'a' && s[3] == 'z')); return 0; }", "FALSE"},
		{"array by its address", "#include <klee/klee.h>\nint main(void) { int a[3] = {0}; klee_make_symbolic(&a, sizeof a, \"a\"); klee_assert(a[0] + 0u == a[2]); return 0; }", "FALSE"},
		{"structure", "#include <klee/klee.h>\nstruct s { int a; unsigned char b[2]; short c : 5; }; int main(void) { struct s s = {1, {2, 3}, 4}; klee_make_symbolic(&s, sizeof s, \"s\"); klee_assert(!(s.a == 7 && s.b[1] == 9 && s.c == -3)); return 0; }", "FALSE"},
		{"within a structure", "#include <klee/klee.h>\nstruct s { int a, b; }; int main(void) { struct s s = {1, 2}; klee_make_symbolic(&s.b, sizeof s.b, \"b\"); klee_assert(s.a == 1); return 0; }", "TRUE"},
		{"block", "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) { int *p = malloc(2 * sizeof *p); klee_make_symbolic(p, 2 * sizeof *p, \"p\"); klee_assert(p[0] != 3 || p[1] != 4); return 0; }", "FALSE"},
		{"parameter", "#include <klee/klee.h>\nvoid f(int *p) { klee_make_symbolic(p, sizeof *p, \"p\"); } int main(void) { int x = 1, y = 2; f(&x); klee_assert(y == 2); klee_assert(x == 1); return 0; }", "FALSE"},
		{"other variables", "#include <klee/klee.h>\nvoid f(int *p) { klee_make_symbolic(p, sizeof *p, \"p\"); } int main(void) { int x = 1, y = 2; f(&x); klee_assert(y == 2); return 0; }", "TRUE"},
		{"pointers", "#include <klee/klee.h>\nint main(void) { int *p; klee_make_symbolic(&p, sizeof p, \"p\"); klee_assert(p == 0); return 0; }", "UNKNOWN"},
		{"part of an object", "#include <klee/klee.h>\nint main(void) { int x = 0; klee_make_symbolic(&x, 2, \"x\"); klee_assert(x == 0); return 0; }", "UNKNOWN"},
		{"size not known", "#include <klee/klee.h>\nint main(void) { char s[8] = {0}; klee_make_symbolic(s, klee_range(1, 9, \"n\"), \"s\"); klee_assert(s[7] == 0); return 0; }", "UNKNOWN"},
		{"memory", "void __VERIFIER_nondet_memory(void *, unsigned long); extern void reach_error(void); int main(void) { int x = 0; __VERIFIER_nondet_memory(&x, sizeof x); if (x == 3) reach_error(); return 0; }", "FALSE"},
		// Frama-C and SMACK.
		{"interval", "#include <__fc_builtin.h>\n#include <assert.h>\nint main(void) { int x = Frama_C_interval(-1, 10); assert(x >= -1 && x <= 10); return 0; }", "TRUE"},
		{"end of an interval", "#include <__fc_builtin.h>\n#include <assert.h>\nint main(void) { int x = Frama_C_interval(-1, 10); assert(x < 10); return 0; }", "FALSE"},
		{"floating interval", "#include <__fc_builtin.h>\n#include <assert.h>\nint main(void) { double x = Frama_C_double_interval(1, 2); assert(x >= 1 && x <= 2); return 0; }", "TRUE"},
		{"one of two", "#include <__fc_builtin.h>\n#include <assert.h>\nint main(void) { int x = Frama_C_nondet(3, 8); assert(x == 3 || x == 8); return 0; }", "TRUE"},
		{"smack", "#include \"smack.h\"\nint main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); __VERIFIER_assert(x != 9); return 0; }", "FALSE"},
		{"old error", "int main(void) { if (__VERIFIER_nondet_int() == 9) __VERIFIER_error(); return 0; }", "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := verdictOf(t, test.source, ""); got != test.want {
				t.Errorf("%s, not %s", got, test.want)
			}
		})
	}
}

// TestOtherProperties: assertions of other tools are none where the property names an error function, or is about overflows.
func TestOtherProperties(t *testing.T) {
	for _, test := range []struct{ source, property, want string }{
		{"int main(void) { __CPROVER_assert(0, \"x\"); return 0; }", "unreach-call", "TRUE"},
		{"extern void reach_error(void); int main(void) { __CPROVER_assert(0, \"x\"); reach_error(); return 0; }", "unreach-call", "FALSE"},
		{"int main(void) { __ESBMC_assert(0, \"x\"); return 0; }", "no-overflow", "TRUE"},
		{"extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(0); return 0; }", "no-overflow", "TRUE"},
	} {
		if got := verdictOf(t, test.source, test.property); got != test.want {
			t.Errorf("%s: %s: %s, not %s", test.source, test.property, got, test.want)
		}
	}
}

// verdictOf verifies a program with a small engine.
func verdictOf(t *testing.T, source, property string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := verifier.LoadTask(file, property)
	if err != nil {
		t.Fatal(err)
	}
	rep := verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) { c.Engine, c.DataModel = "symex", program.LP64 })
	return rep.Verdict
}
