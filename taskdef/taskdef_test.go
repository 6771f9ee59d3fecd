package taskdef

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLoad reads a definition with both spellings of lists.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.c", "")
	write(t, dir, "b.c", "")
	for _, input := range []string{"'a.c'", "[a.c, b.c]", "\"*.c\""} {
		p := write(t, dir, "t.yml", "format_version: '2.0'\ninput_files: "+input+`
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
  - property_file: x.prp
options: {language: C, data_model: LP64}
`)
		task, err := Load(p)
		if err != nil {
			t.Fatal(err)
		}
		if task.DataModel != "LP64" || len(task.Properties) != 2 || *task.Properties[0].Expected ||
			task.Properties[0].Name() != "unreach-call" || task.Properties[1].Expected != nil {
			t.Errorf("%+v", task)
		}
		if filepath.Base(task.InputFiles[0]) != "a.c" {
			t.Errorf("inputs %v", task.InputFiles)
		}
	}
}

// TestErrors: each fault names the file and what to do.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"format_version: '2.0'\n":                                                  "no input_files",
		"format_version: '9'\ninput_files: a.c\n":                                  "format_version is 9",
		"format_version: '2.0'\ninput_files: nix.c\n":                              `"nix.c" does not exist`,
		"format_version: '2.0'\ninput_files: t.yml\noptions: {data_model: LP32}\n": `data_model is "LP32"`,
		"a: [b\n": "not a task definition",
	} {
		p := write(t, dir, "t.yml", text)
		if _, err := Load(p); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), p) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Load(filepath.Join(dir, "none.yml")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

// TestCorpus loads every definition of the corpus when it is there.
func TestCorpus(t *testing.T) {
	root := os.Getenv("CUPEL_CORPUS")
	if root == "" {
		root = "../../shared/corpus"
	}
	files, err := LoadSet(filepath.Join(root, "c", "all.set"))
	if err != nil {
		t.Skip("no corpus here")
	}
	for _, f := range files {
		task, err := Load(f)
		if err != nil {
			t.Error(err)
		} else if len(task.InputFiles) != 1 || len(task.Properties) == 0 {
			t.Errorf("%s: %+v", f, task)
		}
	}
}

// FuzzParse: no input makes the reader panic.
func FuzzParse(f *testing.F) {
	f.Add([]byte("format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n - property_file: p.prp\n   expected_verdict: true\n"))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = Parse("t.yml", data) })
}
