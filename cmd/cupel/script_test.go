package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cupel": main})
}

// TestScript runs the command lines of testdata/script in processes of their own.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code": code,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", os.Getenv("PATH")+":"+env.Getenv("PATH"))
			return nil
		},
	})
}

// code N ARGS... runs cupel, which must exit with N. When N is 3, it must print
// exactly one line, on standard error.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N ARGS...")
	}
	want := args[0]
	if err := ts.Exec("cupel", args[1:]...); (err == nil) != (want == "0") {
		ts.Fatalf("cupel %q: %v, want exit code %s", args[1:], err, want)
	} else if err != nil && err.Error() != "exit status "+want {
		ts.Fatalf("cupel %q: %v, want exit code %s", args[1:], err, want)
	}
	if want != "3" {
		return
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("standard output: %s", out)
	}
	errs := ts.ReadFile("stderr")
	lines := 0
	for _, c := range errs {
		if c == '\n' {
			lines++
		}
	}
	if lines != 1 {
		ts.Fatalf("%d lines on standard error", lines)
	}
}
