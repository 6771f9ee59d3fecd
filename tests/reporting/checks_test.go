package reporting_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/evidence"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// setting is a line of a program that says how it is verified.
var setting = regexp.MustCompile(`(?m)^// (property|checks|function|flags): (.*)$`)

// TestCheckTables: the table of checks of each program, without what decided.
func TestCheckTables(t *testing.T) {
	files, err := filepath.Glob("testdata/checks/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			said := map[string]string{}
			for _, m := range setting.FindAllStringSubmatch(string(text), -1) {
				said[m[1]] = m[2]
			}
			task, err := verifier.LoadTask(file, said["property"])
			if err != nil {
				t.Fatal(err)
			}
			rep := verifying.Run(t, task, verifying.Usual, func(c *verifier.Config) {
				c.Checks = strings.Split(said["checks"], ",")
				if said["checks"] == "" {
					c.Checks = []string{"all"}
				}
				if said["property"] != "" {
					c.Checks = nil
				}
				c.Function, c.Engine = said["function"], "symex"
				c.AllChecks = said["flags"] == "--all-checks"
			})
			var b strings.Builder
			for _, c := range rep.Checks {
				fmt.Fprintf(&b, "%-8s  %s: %s\n", c.State, strings.TrimPrefix(c.At, "testdata/checks/"), c.String())
				if c.State == evidence.CheckOpen && c.Reason == "" {
					t.Errorf("%s is open without a reason", c.At)
				}
			}
			fmt.Fprintf(&b, "%s %s\n", rep.Verdict, rep.Result)
			verifying.Golden(t, strings.TrimSuffix(file, ".c")+".txt", []byte(b.String()))
		})
	}
}
