package strategies_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestRestrictionDivision: a formula has the values of SMT-LIB where it divides by zero; nothing may take the
// divisor for something else because of it.
func TestRestrictionDivision(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n"
	for i, c := range []struct{ typ, assume string }{
		{"uint", "(not (= (bvudiv |#in.1.1| |#in.2.1|) #x00000003))"},
		{"uint", "(= (bvurem |#in.1.1| |#in.2.1|) |#in.1.1|)"},
		{"uint", "(bvult #x00000014 (bvudiv #x0000000a |#in.2.1|))"},
		{"int", "(not (= (bvsdiv |#in.1.1| |#in.2.1|) #x00000003))"},
		{"int", "(= (bvsrem |#in.1.1| |#in.2.1|) |#in.1.1|)"},
		{"int", "(and (bvult |#in.2.1| #x0000000a) (= (bvsdiv #x0000000a |#in.2.1|) #xffffffff))"},
		{"uint", "(= (bvurem |#in.1.1| |#in.2.1|) (bvadd #x00000001 (bvand #x0000ffff |#in.2.1|)))"},
		{"int", "(or (= |#in.1.1| #x00000000) (not (= (bvsdiv #x0000000a |#in.2.1|) #x00000003)))"},
	} {
		src := fmt.Sprintf("%sint main(void) {\n  __typeof__(__VERIFIER_nondet_%s()) x = __VERIFIER_nondet_%s();\n  __typeof__(x) y = __VERIFIER_nondet_%s();\n  int z = __VERIFIER_nondet_int(), w = __VERIFIER_nondet_int();\n  if (y == 0 && z - 7 * w == 1000000033 && w > 1000) reach_error();\n  return 0;\n}\n", head, c.typ, c.typ, c.typ)
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		for j, e := range []string{"symex", "kinduction"} {
			for k, a := range []verifier.Arithmetic{verifier.ArithAuto, verifier.ArithBV} {
				if !effort.Check() && (i+j+k)%2 != 0 {
					continue
				}
				rep := verifying.Run(t, &verifier.Task{File: file}, verifying.Usual, func(cfg *verifier.Config) {
					cfg.Engine, cfg.Arithmetic = e, a
					cfg.Restriction = &verifier.Restriction{Slots: []inputs.Slot{{Source: 1, N: 1}, {Source: 2, N: 1}}, Assume: c.assume}
				})
				if rep.Verdict != engine.False.String() {
					t.Errorf("%s with %s, arithmetic %s: %s (%s)", c.assume, e, a, rep.Verdict, rep.Reason)
				}
			}
		}
	}
}
