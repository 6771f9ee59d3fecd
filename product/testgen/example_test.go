package testgen_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"cupel/engine"
	"cupel/product/testgen"
	"cupel/verifier"
)

// ExampleFind finds a test for each branch of a program, or a proof that there is none.
func ExampleFind() {
	dir, err := os.MkdirTemp("", "cupel-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "p.c")
	text := "extern unsigned char __VERIFIER_nondet_uchar(void);\n" +
		"int main(void) { unsigned x = 3 * __VERIFIER_nondet_uchar(); if (x == 600) return 1; if (x == 601) return 2; return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := testgen.Find(context.Background(), task, testgen.Defaults(), engine.Quiet{})
	if err != nil {
		fmt.Println(err)
		return
	}
	covered, unreachable := r.Count()
	fmt.Printf("%d branches, %d covered, %d unreachable\n", len(r.Branches), covered, unreachable)
	// Output: 4 branches, 3 covered, 1 unreachable
}
