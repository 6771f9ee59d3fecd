package project

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func none(string) ([]string, error) { return nil, nil }

// TestParse: tasks, patterns and flags of a project, common and own ones.
func TestParse(t *testing.T) {
	glob := func(pattern string) ([]string, error) {
		if pattern != filepath.Join("dir", "src/*.c") {
			t.Errorf("pattern %s", pattern)
		}
		return []string{"dir/src/b.c", "dir/src/a.c"}, nil
	}
	p, err := Parse("dir/cupel.toml", []byte(`
timeout = "30s"
flags = ["--64"]
compile-commands = "build/compile_commands.json"
checks = ["bounds", "shift"]

[[task]]
checks = []
file = "src/*.c"

[[task]]
files = ["main.c", "src/*.c", "src/a.c"]

[[task]]
name = "overflow of f"
file = "-f.c"
function = "f"
property = "no-overflow"
timeout = "2m"
flags = ["--engine", "gps"]
expect = "false"

[[task]]
file = "g.c"
checks = ["all"]

[[task]]
contracts = "."
name = "the contracts"
timeout = "1m"
checks = ["overflow"]
flags = ["--infer"]
`), glob)
	if err != nil {
		t.Fatal(err)
	}
	shared := []string{"--timeout=30s", "--compile-commands=build/compile_commands.json", "--64"}
	checked := append(shared[:3:3], "--check=bounds,shift", "--all-checks")
	want := &Project{Dir: "dir", Tasks: []Task{
		{"src/a.c", "src/a.c", nil, false, shared, True},
		{"src/b.c", "src/b.c", nil, false, shared, True},
		{"main.c", "main.c", []string{"src/a.c", "src/b.c"}, false, checked, True},
		{"overflow of f", "./-f.c", nil, false, append(shared[:3:3], "--timeout=2m0s", "--property=no-overflow", "--engine", "gps", "--check=bounds,shift", "--all-checks", "--function=f"), False},
		{"g.c", "g.c", nil, false, append(shared[:3:3], "--check=all", "--all-checks"), True},
		{"the contracts", ".", nil, true, []string{"--timeout=1m0s", "--run-timeout=1m0s", "--checks=overflow", "--infer"}, True},
	}}
	if d := cmp.Diff(want, p, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if ts, err := p.Select([]string{"src/b.c"}); err != nil || len(ts) != 1 || ts[0].File != "src/b.c" {
		t.Errorf("%v, %v", ts, err)
	}
	if _, err := p.Select([]string{"c"}); err == nil {
		t.Error("a task that is not there is found")
	}
}

// TestMistakes: each mistake in a project file is reported with its key or line.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "there is no task",
		"x = 1":                  "unknown key x",
		"[[task]]\nfile = 3":     "line 2",
		"[[task]]\nfile = \"a.c": "cupel.toml:2:",
		"[[task]]\nnaem = \"a\"": "unknown key task.naem",
		"[[task]]":               "task 1: there is no file",
		"[[task]]\nfile=\"a.c\"\nfiles=[\"b.c\"]":        "leave one of them out",
		"[[task]]\nfile=\"a.c\"\ncontracts=\"b.sol\"":    "leave one of them out",
		"[[task]]\ncontracts=\"b.sol\"\nfunction=\"f\"":  "contracts have no property",
		"[[task]]\ncontracts=\"b.sol\"\ntimeout=\"-1s\"": "timeout must not be negative",
		"[[task]]\nfile=\"*.c\"":                         "task 1: no file is like *.c",
		"timeout = \"-1s\"\n[[task]]\nfile=\"a.c\"":      "timeout must not be negative",
		"timeout = \"soon\"\n[[task]]\nfile=\"a.c\"":     "soon",
		"[[task]]\nfile=\"a.c\"\nexpect=\"yes\"":         "choose true, false or unknown",
		"[[task]]\nfile=\"a.c\"\n[[task]]\nfile=\"a.c\"": "another task \"a.c\"",
		"[[task]]\nfile=\"a.c\"\nname=\"a\\nb\"":         "control characters",
	} {
		_, err := Parse("cupel.toml", []byte(text), none)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "cupel.toml:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestLoad: a project in a folder whose name looks like a pattern.
func TestLoad(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]*")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"cupel.toml": "[[task]]\nfile=\"*.c\"", "x.c": "", "y.c": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(filepath.Join(dir, Name))
	if err != nil || len(p.Tasks) != 2 || p.Tasks[1].File != "y.c" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := Load(filepath.Join(dir, "none.toml")); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}

// FuzzParse: any text gives a project or a mistake with the file's name.
func FuzzParse(f *testing.F) {
	f.Add("timeout = \"30s\"\n[[task]]\nfile = \"a.c\"\nexpect = \"true\"")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("cupel.toml", []byte(text), none)
		var e *Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Errorf("%v", err)
		case err == nil && len(p.Tasks) == 0:
			t.Error("no task")
		}
	})
}
