package taskdef

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/need"

	"github.com/google/go-cmp/cmp"
)

func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// folder has the files that the definitions of the tests name. Its name is
// full of what patterns treat specially.
func folder(t testing.TB) string {
	dir := filepath.Join(t.TempDir(), "a[b]*?")
	for _, f := range []string{"a.c", "b.c", "w.yml", "sub/c.c", "p/unreach-call.prp", "p/valid-memsafety.prp"} {
		write(t, dir, f, "")
	}
	return dir
}

// TestLoad: task definitions as SV-COMP writes them, with paths relative to their folder.
func TestLoad(t *testing.T) {
	yes, no := true, false
	for _, tt := range []struct {
		name, text string
		want       Task // with paths relative to the folder
	}{
		{"usual", `format_version: '2.0'

input_files: 'a.c'

properties:
  - property_file: p/unreach-call.prp
    expected_verdict: true

options:
  language: C
  data_model: LP64
`, Task{FormatVersion: "2.0", InputFiles: []string{"a.c"}, Properties: []Property{{"p/unreach-call.prp", &yes, ""}}, Language: "C", DataModel: "LP64"}},
		{"flow style, subproperty, unknown verdict", `{format_version: "2.1", input_files: [b.c, a.c], required_files: sub/*.c, additional_information: {x: [1, 2]},
  properties: [{property_file: p/valid-memsafety.prp, expected_verdict: false, subproperty: valid-deref}, {property_file: p/unreach-call.prp}],
  options: {language: C, data_model: ILP32}}`,
			Task{FormatVersion: "2.1", InputFiles: []string{"b.c", "a.c"}, RequiredFiles: []string{"sub/c.c"},
				Properties: []Property{{"p/valid-memsafety.prp", &no, "valid-deref"}, {"p/unreach-call.prp", nil, ""}}, Language: "C", DataModel: "ILP32"}},
		{"pattern and number", "format_version: 1.0\ninput_files:\n  - '*.c'\n", Task{FormatVersion: "1.0", InputFiles: []string{"a.c", "b.c"}, Language: "C", DataModel: "ILP32"}},
		{"one property, not a list", "format_version: '0.1'\ninput_files: a.c\nproperties: {property_file: p/unreach-call.prp, expected_verdict: unknown}\n",
			Task{FormatVersion: "0.1", InputFiles: []string{"a.c"}, Properties: []Property{{File: "p/unreach-call.prp"}}, Language: "C", DataModel: "ILP32"}},
		{"witness", "format_version: '2.0'\ninput_files: [a.c, w.yml]\noptions: {witness_input_file: w.yml}\n",
			Task{FormatVersion: "2.0", InputFiles: []string{"a.c", "w.yml"}, Language: "C", DataModel: "ILP32", Witness: "w.yml"}},
		{"anchors", "format_version: '2.0'\ninput_files: &f a.c\nrequired_files: *f\n",
			Task{FormatVersion: "2.0", InputFiles: []string{"a.c"}, RequiredFiles: []string{"a.c"}, Language: "C", DataModel: "ILP32"}},
		{"other language", "format_version: '2.0'\ninput_files: a.c\noptions: {language: Java, anything: [{x: 1}]}\n",
			Task{FormatVersion: "2.0", InputFiles: []string{"a.c"}, Language: "Java", DataModel: "ILP32"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := folder(t)
			p := write(t, dir, "t.yml", tt.text)
			got, err := Load(p)
			if err != nil {
				t.Fatal(err)
			}
			rel := func(s *string) {
				if *s != "" {
					*s, _ = filepath.Rel(dir, *s)
				}
			}
			for _, list := range [][]string{got.InputFiles, got.RequiredFiles} {
				for i := range list {
					rel(&list[i])
				}
			}
			for i := range got.Properties {
				rel(&got.Properties[i].File)
			}
			rel(&got.Witness)
			got.Path = ""
			if d := cmp.Diff(&tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWarnings: unknown keys and missing property files are warnings, not errors: later versions of the format add some.
func TestWarnings(t *testing.T) {
	dir := folder(t)
	task, err := Load(write(t, dir, "t.yml", "format_version: '2.0'\nfuture: 1\ninput_files: a.c\nproperties:\n  - property_file: ../nix.prp\n    why: x\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range task.Warnings {
		got = append(got, strings.TrimPrefix(w.Error(), task.Path))
	}
	want := []string{":2:1: key future is reserved and ignored", ":6:5: key why is reserved and ignored",
		`:5:20: property_file: "../nix.prp" matches no file; correct the path, which is relative to this file`}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if p := task.Properties[0]; p.Name() != "nix" || p.File != filepath.Join(filepath.Dir(dir), "nix.prp") {
		t.Errorf("%+v", p)
	}
}

// TestErrors: each fault names the place and what to do.
func TestErrors(t *testing.T) {
	dir := folder(t)
	head := "format_version: '2.0'\ninput_files: a.c\n"
	for _, tt := range []struct{ text, want string }{
		{"", ":1:1: is empty; write a task definition with format_version, input_files and properties"},
		{"- a\n- b\n", ":1:1: the document is no mapping; write KEY: VALUE lines"},
		{"a: [b\n", ":1:4: is no YAML document: sequence end token ']' not found; correct its syntax"},
		{"input_files: a.c\n", ":1:1: the definition has no format_version; add format_version: '2.0'"},
		{"format_version: '2.0'\n", ":1:1: the definition has no input_files; add input_files: 'FILE.c'"},
		{"format_version: '9'\ninput_files: a.c\n", ":1:17: format_version 9 is unknown; write one of 0.1, 1.0, 2.0, 2.1"},
		{"format_version: [1]\n", ":1:17: format_version is no text; write one value"},
		{"format_version: '2.0'\ninput_files: []\n", ":2:14: input_files is empty; name a file"},
		{"format_version: '2.0'\ninput_files:\n  - a.c\n  - nix.c\n", `:4:5: input_files: "nix.c" matches no file; correct the path, which is relative to this file`},
		{"format_version: '2.0'\ninput_files: '[x'\n", `:2:14: input_files: "[x" is no pattern (syntax error in pattern); write a path with *, ? and [...]`},
		{head + "required_files: {a: b}\n", ":3:17: required_files is no text; write one value"},
		{head + "properties:\n  - expected_verdict: true\n", ":4:5: the property has no property_file; add property_file: 'FILE.prp'"},
		{head + "properties: [x]\n", ":3:14: a property is no mapping; write KEY: VALUE lines"},
		{head + "properties:\n  - property_file: p/*.prp\n", `:4:20: property_file "p/*.prp" matches 2 files; name one`},
		{head + "properties:\n  - property_file: p/unreach-call.prp\n    expected_verdict: maybe\n", ":5:23: expected_verdict maybe is unknown; write true, false or unknown"},
		{head + "properties:\n  - property_file: p/unreach-call.prp\n  - property_file: sub/../p/unreach-call.prp\n", ":5:20: property unreach-call is listed twice; remove one entry"},
		{head + "options: {data_model: LP32}\n", ":3:23: data_model LP32 is unknown; write ILP32 or LP64"},
		{head + "options: {witness_input_file: w.yml}\n", ":3:31: witness_input_file is not among the input files; add it to input_files"},
		{"format_version: *a\n", ":1:17: "},
	} {
		p := write(t, dir, "t.yml", tt.text)
		_, err := Load(p)
		if err == nil || !strings.HasPrefix(err.Error(), p+tt.want) {
			t.Errorf("%q: %v\nwant %s", tt.text, err, tt.want)
		}
	}
	if _, err := Load(filepath.Join(dir, "none.yml")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

// TestPropertyThroughLink: a property file is recognised by any path that leads to it.
func TestPropertyThroughLink(t *testing.T) {
	dir := folder(t)
	if err := os.Symlink(filepath.Join(dir, "p"), filepath.Join(dir, "q")); err != nil {
		t.Skip("no symbolic links here")
	}
	task, err := Load(write(t, dir, "t.yml", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: q/unreach-call.prp\n    expected_verdict: false\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := task.Property(filepath.Join(dir, "p", "unreach-call.prp")); !ok || p.Expected == nil || *p.Expected {
		t.Errorf("%+v %v", p, ok)
	}
	if _, ok := task.Property(filepath.Join(dir, "p", "valid-memsafety.prp")); ok {
		t.Error("found a property that is not listed")
	}
}

// TestLoadSet: a set lists tasks by patterns, sorted within each and without duplicates.
func TestLoadSet(t *testing.T) {
	dir := folder(t)
	for _, f := range []string{"s/b.yml", "s/a.yml", "t/a.yml", "x y.yml"} {
		write(t, dir, f, "")
	}
	set := write(t, dir, "all.set", "# tasks\n\n  t/*.yml   # one\r\ns/*.yml\ns/a.yml\nx y.yml\n")
	got, err := LoadSet(set)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i], _ = filepath.Rel(dir, got[i])
	}
	if d := cmp.Diff([]string{"t/a.yml", "s/a.yml", "s/b.yml", "x y.yml"}, got); d != "" {
		t.Error(d)
	}
	bad := write(t, dir, "bad.set", "s/a.yml\n  nix/*.yml\n")
	if _, err := LoadSet(bad); err == nil || !strings.HasPrefix(err.Error(), bad+`:2:3: "nix/*.yml" matches no file`) {
		t.Error(err)
	}
	if _, err := LoadSet(filepath.Join(dir, "none.set")); err == nil {
		t.Error("read a set that does not exist")
	}
}

// TestCorpus loads every definition of the corpus when it is there.
func TestCorpus(t *testing.T) {
	set := need.Corpus(t, "c", "all.set")
	files, err := LoadSet(set)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[bool]int{}
	for _, f := range files {
		task, err := Load(f)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(task.InputFiles) != 1 || len(task.Properties) == 0 || len(task.Warnings) > 0 {
			t.Errorf("%s: %+v", f, task)
		}
		for _, p := range task.Properties {
			if p.Expected == nil {
				t.Errorf("%s: no verdict for %s", f, p.Name())
			} else {
				verdicts[*p.Expected]++
			}
		}
	}
	t.Logf("%d definitions, verdicts %v", len(files), verdicts)
}

// FuzzParse: no input makes the reader panic, and errors have a place in it.
func FuzzParse(f *testing.F) {
	f.Add([]byte("format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n - property_file: p.prp\n   expected_verdict: true\n"))
	f.Add([]byte("{format_version: 2.1, input_files: [&a a.c, *a], options: {language: C, data_model: LP64, witness_input_file: a.c}}"))
	f.Add([]byte("a: &a\n  b: *a\n"))
	f.Add([]byte("? x\n: y\n--- !t |\n  z\n"))
	dir := f.TempDir()
	write(f, dir, "a.c", "")
	f.Fuzz(func(t *testing.T, data []byte) {
		task, err := Parse(filepath.Join(dir, "t.yml"), data)
		if err != nil {
			if e := err.(*Error); e.Line < 1 || e.Col < 1 {
				t.Errorf("%q: no place: %v", data, err)
			}
			return
		}
		if len(task.InputFiles) == 0 || task.FormatVersion == "" {
			t.Errorf("%q: %+v", data, task)
		}
	})
}
