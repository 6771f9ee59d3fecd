package language_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestArguments: the programs in testdata/arguments, which use the arguments of main, have the verdict in their names.
func TestArguments(t *testing.T) {
	files, err := filepath.Glob("testdata/arguments/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		t.Run(name, func(t *testing.T) {
			rep := verifying.Run(t, verifying.File(t, f), verifying.Usual, func(c *verifier.Config) {
				if c.Engine = "symex"; i%2 == 0 {
					c.DataModel = program.LP64
				}
			})
			if want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:]); rep.Verdict != want {
				t.Errorf("%s (%s), want %s", rep.Verdict, rep.Reason, want)
			}
		})
	}
}

// TestArgumentsInReport: the arguments that an execution depends on are inputs, and the bounds of their model are an assumption, where it has them.
func TestArgumentsInReport(t *testing.T) {
	for _, test := range []struct{ name, src, inputs, bound string }{
		{"count", "int main(int argc, char **argv) { if (argc == 3) reach_error(); }", "argc = 3", ""},
		{"strings", `int main(int argc, char **argv) { if (argc == 2 && argv[1][0] == '-' && argv[1][1] == '"' && argv[1][2] == 0) reach_error(); }`,
			`argc = 2, argv[0] = "", argv[1] = "-\""`, "at most 4 arguments, the program's name among them, of at most 7 characters each"},
		{"more and longer", `int strcmp(const char *, const char *); int main(int argc, char **argv) { if (argc == 7 && !strcmp(argv[6], "0123456789")) reach_error(); }`,
			`argc = 7, argv[0] = "", argv[1] = "", argv[2] = "", argv[3] = "", argv[4] = "", argv[5] = "", argv[6] = "0123456789"`, "at most 8 arguments, the program's name among them, of at most 11 characters each"},
		{"none behind the name", "int main(int argc, char **argv) { if (argv[1]) return 1; reach_error(); }", `argc = 1, argv[0] = ""`, "at most 4 arguments, the program's name among them, of at most 7 characters each"},
		{"any number", "int main(int argc, char **argv) { if (argc >= 0) reach_error(); }", "argc = 0", ""},
		{"not used", "int main(int argc, char **argv) { (void)argc; (void)argv; reach_error(); }", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			rep, _ := verifying.Text(t, "test.c", "extern void reach_error(void); "+test.src, func(c *verifier.Config) { c.Engine = "symex" })
			if rep.Verdict != "FALSE" {
				t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
			}
			var inputs []string
			for _, in := range rep.Inputs {
				inputs = append(inputs, in.Variable+" = "+in.Value)
			}
			if got := strings.Join(inputs, ", "); got != test.inputs || len(rep.Depends) > 0 {
				t.Errorf("inputs %q and %v, want %q", got, rep.Depends, test.inputs)
			}
			bound := ""
			for _, a := range rep.Assumptions {
				bound += a.Text
			}
			if !strings.Contains(bound, test.bound) || (bound == "") != (test.bound == "") {
				t.Errorf("assumption %q, want %q", bound, test.bound)
			}
		})
	}
}
