package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cupel/evidence/sarif/sariftest"
	"cupel/tests/need"
)

// junitSchema describes JUnit's results, see there.
var junitSchema, _ = filepath.Abs("../../evidence/report/testdata/junit.xsd")

// TestMain runs the tests, or is the command where the program is called cupel. Called otherwise with the arguments of a command, it would
// run the tests, which start commands.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && filepath.Base(os.Args[0]) != "cupel" && !strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintf(os.Stderr, "%s: is no command; start it as cupel\n", os.Args[0])
		os.Exit(exitFault)
	}
	testscript.Main(m, map[string]func(){"cupel": mortal})
}

// TestScript runs the command lines of testdata/script in processes of their own.
func TestScript(t *testing.T) {
	xmllint, execution32 := need.Has(t, "xmllint"), need.Executes32(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code":  code,
			"valid": func(ts *testscript.TestScript, neg bool, args []string) { valid(ts, neg, xmllint, args) },
		},
		Condition: func(cond string) (bool, error) {
			if cond == "execution32" {
				return execution32, nil
			}
			return false, fmt.Errorf("unknown condition %s", cond)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", os.Getenv("PATH")+":"+env.Getenv("PATH"))
			info, err := filepath.Abs(buildInfo)
			env.Setenv("BUILDINFO", info)
			return err
		},
	})
}

// valid FORMAT FILE checks a file, stdout for the last standard output, against the schema of sarif or junit.
func valid(ts *testscript.TestScript, neg, xmllint bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: valid sarif|junit FILE")
	}
	data := []byte(ts.ReadFile(args[1]))
	switch args[0] {
	case "sarif":
		ts.Check(sariftest.Valid(data))
	case "junit":
		if !xmllint {
			ts.Logf("no xmllint: not checked")
			return
		}
		cmd := exec.Command("xmllint", "--noout", "--nonet", "--schema", junitSchema, "-")
		cmd.Stdin = bytes.NewReader(data)
		if out, err := cmd.CombinedOutput(); err != nil {
			ts.Fatalf("%v\n%s", err, out)
		}
	default:
		ts.Fatalf("no format is called %s", args[0])
	}
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
