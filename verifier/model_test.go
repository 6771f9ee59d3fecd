package verifier

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cupel/engine"
)

// TestModelDivision: divisors of bit-vectors may be zero in models, and the
// results are those of SMT-LIB.
func TestModelDivision(t *testing.T) {
	for _, c := range []struct {
		op, result string
		reachable  bool
	}{
		{"bvudiv", "8'd255", true}, {"bvudiv", "8'd11", false},
		{"bvurem", "8'd10", true}, {"bvurem", "8'd11", false},
		{"bvsdiv", "8'd-1", true}, {"bvsdiv", "8'd11", false},
		{"bvsrem", "8'd10", true}, {"bvsrem", "8'd-1", false},
		{"bvsmod", "8'd10", true}, {"bvsmod", "8'd-1", false},
	} {
		text := fmt.Sprintf(`main process p {
  var x : bv[8]
  var y : bv[8]
  var z : bv[8]
  init loc L0
  loc L1
  final loc F
  error loc E
  L0 -> L1 { havoc x havoc y assume y bvule 8'd3 assume x bvule 8'd10 z := x %s y }
  L1 -> E { assume z = %s }
  L1 -> F { assume z /= %[2]s }
}
`, c.op, c.result)
		file := filepath.Join(t.TempDir(), "division.cfa")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{true: "FALSE", false: "TRUE"}[c.reachable]
		for _, e := range []string{"symexecia", "cegar", "traceabs", "kinduction", "bmc"} {
			for _, a := range []Arithmetic{ArithAuto, ArithBV} {
				cfg := DefaultConfig()
				cfg.Timeout, cfg.Engine, cfg.Arithmetic = 20*time.Second, e, a
				rep, err := Verify(context.Background(), &Task{File: file}, cfg, engine.Quiet{})
				if err != nil || rep.Verdict != want {
					t.Errorf("%s, %s, %s = %s: %s (%s) %v, want %s", e, a, c.op, c.result, rep.Verdict, rep.Reason, err, want)
				}
			}
		}
	}
}
