package condition

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/engine"
	"cupel/verifier"
)

// TestPrecondition: the program with its precondition is proven, and not because nothing is left of it.
func TestPrecondition(t *testing.T) {
	for _, p := range []struct {
		name, src string
		model     program.DataModel
		want      string // in what is written
	}{
		{"once", `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x != 9) reach_error(); return 0; }`, program.ILP32, "const int x = "},
		{"loop", `extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) { for (int i = 0; i < 3; i++) { unsigned char c = __VERIFIER_nondet_uchar(); if (i == 1 && c > 100) reach_error(); } return 0; }`, program.ILP32, "const unsigned char c_2 = "},
		{"types", `typedef unsigned long u64; extern u64 __VERIFIER_nondet_ulong(void); extern short __VERIFIER_nondet_short(void);
enum level { low, high }; extern enum level get(void); extern void reach_error(void);
int main(int argc, char **argv) { (void)argv; u64 x = __VERIFIER_nondet_ulong(); short s = __VERIFIER_nondet_short(); enum level l = get();
  if (x > 0x100000000ul && s < -3 && l == high && argc == 2) reach_error(); return 0; }`, program.LP64, "const short s = "},
		{"float", `extern float __VERIFIER_nondet_float(void); extern void reach_error(void);
int main(void) { float f = __VERIFIER_nondet_float(); if (f > 2.5f) reach_error(); return 0; }`, program.ILP32, "const float f = "},
		{"preprocessed", "# 1 \"x.c\"\n#line 20 \"y.c\"\n" + `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x != 9) reach_error(); return 0; }`, program.ILP32, "const int x = "},
		{"safe", `int main(void) { return 0; }`, program.ILP32, "return (1) != 0;"},
	} {
		t.Run(p.name, func(t *testing.T) {
			ctx := context.Background()
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.c"), filepath.Join(dir, "out.c")
			if err := os.WriteFile(in, []byte(p.src), 0o666); err != nil {
				t.Fatal(err)
			}
			o := Defaults()
			o.Verifier.DataModel = p.model
			r, err := Find(ctx, &verifier.Task{File: in, DataModel: p.model}, o, engine.Quiet{})
			if err != nil || r.Status != Precise {
				t.Fatalf("%v, %+v", err, r)
			}
			text, source, err := r.Precondition(ctx, o)
			if err != nil || !strings.Contains(string(source), p.want) {
				t.Fatalf("%v\n%s\n%s", err, text, source)
			}
			if err := os.WriteFile(out, source, 0o666); err != nil {
				t.Fatal(err)
			}
			cfg := verifier.DefaultConfig()
			cfg.DataModel = p.model
			rep, err := verifier.Verify(ctx, &verifier.Task{File: out, DataModel: p.model}, cfg, engine.Quiet{})
			if err != nil || rep.Verdict != "TRUE" {
				t.Errorf("%v, %s\n%s", err, rep.Verdict, source)
			}
		})
	}
}

// TestPreconditionOfPartial: there is none.
func TestPreconditionOfPartial(t *testing.T) {
	in := filepath.Join(t.TempDir(), "in.c")
	src := `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); if (x == 4) reach_error(); return 0; }`
	if err := os.WriteFile(in, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.MaxIterations, o.Refiners = 1, []string{"model"}
	r, err := Find(context.Background(), &verifier.Task{File: in}, o, engine.Quiet{})
	if err != nil || r.Status != Partial {
		t.Fatalf("%v, %+v", err, r)
	}
	if _, source, err := r.Precondition(context.Background(), o); err == nil || source != nil {
		t.Errorf("%v\n%s", err, source)
	}
}
