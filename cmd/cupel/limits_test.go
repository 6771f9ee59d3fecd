package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/engine"
	"cupel/internal/limits"
	"cupel/verifier"
)

// TestLimits: the command prints the constants that match a pattern, in all formats, and rejects wrong patterns.
func TestLimits(t *testing.T) {
	run := func(args ...string) (string, int) {
		var out, errs bytes.Buffer
		code := execute(append([]string{"limits"}, args...), &out, &errs)
		return out.String() + errs.String(), code
	}
	text, code := run("^Engine/BMC[.]")
	if code != 0 || !strings.HasPrefix(text, "engine/bmc.firstBudget ") || strings.Contains(text, "verifier") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
	var rows []limits.Constant
	text, code = run("--format", "json")
	if err := json.Unmarshal([]byte(text), &rows); err != nil || code != 0 || len(rows) < 500 {
		t.Errorf("exit code %d, %d rows: %v", code, len(rows), err)
	}
	text, code = run("--format", "csv", "the interval at which")
	if table, err := csv.NewReader(strings.NewReader(text)).ReadAll(); err != nil || code != 0 || len(table) < 2 || table[1][3] != "ms" {
		t.Errorf("exit code %d: %v\n%s", code, err, text)
	}
	for _, args := range [][]string{{"no such constant"}, {"("}, {"--format", "yaml"}, {"a", "b"}} {
		if text, code := run(args...); code != exitInput {
			t.Errorf("%q: exit code %d: %s", args, code, text)
		}
	}
}

// choices are the limits whose values may be words besides numbers.
var choices = map[string]bool{"max-enum": true, "counterexamples": true}

// isLimit reports whether a flag sets a limit: all numbers do but those of seeds.
func isLimit(f *pflag.Flag) bool {
	kind := f.Value.Type()
	return f.Name != "seed" && (kind == "int" || kind == "uint" || kind == "duration" || choices[f.Name])
}

// TestLimitsDoc: docs/limits.md has every flag that sets a limit, of commands and of engines, with its default.
func TestLimitsDoc(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]string{} // defaults by owner and flag
	for _, m := range regexp.MustCompile("(?m)^\\| `--([a-z-]+)` \\| (`[^|]*`) \\| ([^|]+) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, owner := range strings.Split(m[2], ", ") {
			key := strings.Trim(owner, "`") + " --" + m[1]
			if _, twice := written[key]; twice {
				t.Errorf("%s has two rows", key)
			}
			written[key] = m[3]
		}
	}
	check := func(key, value string) {
		have, ok := written[key]
		if have == "processors" {
			have = strconv.Itoa(runtime.NumCPU())
		}
		if d, err := time.ParseDuration(value); err == nil {
			if w, err := time.ParseDuration(have); err == nil && w == d {
				have = value
			}
		}
		if !ok {
			t.Errorf("docs/limits.md lacks %s (%s)", key, value)
		} else if have != value {
			t.Errorf("docs/limits.md: the default of %s is %s, and not %s", key, value, have)
		}
		delete(written, key)
	}
	var each func(*cobra.Command)
	each = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if isLimit(f) && f.Annotations[ofEngines] == nil {
				check(strings.TrimPrefix(c.CommandPath(), "cupel ")+" --"+f.Name, f.DefValue)
			}
		})
		for _, s := range c.Commands() {
			each(s)
		}
	}
	each(rootCommand())
	for _, e := range verifier.Engines() {
		for _, choice := range e.Choices {
			if choice.Kind == engine.Number || choices[choice.Name] {
				check(e.Name+" --"+choice.Name, choice.Value())
			}
		}
	}
	for key := range written {
		t.Errorf("docs/limits.md: there is no limit %s", key)
	}
}
