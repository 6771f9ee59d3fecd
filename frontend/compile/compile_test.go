package compile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBefore: options become the directives that are read before a file, in their order.
func TestBefore(t *testing.T) {
	s := Settings{Macros: []string{"A", "B=2 + 3", "F(x, y)=x y", "!A"}, First: []string{"/h/f.h"}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	got, err := s.Before()
	want := "#undef A\n#define A 1\n#undef B\n#define B 2 + 3\n#undef F\n#define F(x, y) x y\n#undef A\n#include \"/h/f.h\"\n"
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if d := cmp.Diff([]string{"-D", "A", "-D", "B=2 + 3", "-D", "F(x, y)=x y", "-U", "A", "-include", "/h/f.h"}, s.Flags()); d != "" {
		t.Error(d)
	}
	if text, err := (&Settings{Dirs: []string{"x"}}).Before(); text != "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// TestStandard: the version of C is an option of gcc, by the name that all of its versions know.
func TestStandard(t *testing.T) {
	for std, want := range map[string]string{"gnu23": "-std=gnu2x", "c23": "-std=c2x", "gnu17": "-std=gnu17", "c99": "-std=c99", "iso9899:2024": "-std=c2x", "ansi": "-std=c90", "gnu2x": "-std=gnu2x"} {
		s := Settings{Standard: std}
		if got := s.Flags(); s.Check() != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v, want %s", std, got, want)
		}
	}
}

// TestCheck: macros and file names that would insert other text are rejected.
func TestCheck(t *testing.T) {
	for _, bad := range []Settings{{Macros: []string{""}}, {Macros: []string{"1A"}}, {Macros: []string{"A B"}}, {Macros: []string{"A=1\nint x"}}, {Macros: []string{`A=1\`}}, {Macros: []string{"!A=1"}},
		{Macros: []string{"!F(x)"}}, {Macros: []string{"P=_Pragma(\"pack(1)\")"}}, {Standard: "c++11"}, {Standard: "c1"}, {First: []string{"a\".h"}}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// TestFind: the settings of a file in a compilation database; a file with several commands, or with none, is an error.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for _, name := range []string{"a.c", "b.c", "c.c"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	db := filepath.Join(dir, "compile_commands.json")
	text := `[{"directory": ".", "file": "a.c", "command": "gcc -m32 -Iinc -I /abs -isystem sys -DX='a b' -D Y -UZ -include pre.h -fwrapv -std=gnu23 -O2 -o a.o -c a.c"},
	 {"directory": "/", "file": "` + dir + `/b.c", "arguments": ["cc", "-c", "b.c"]},
	 {"directory": ".", "file": "c.c", "command": "gcc -DA c.c"}, {"directory": ".", "file": "c.c", "command": "gcc -DB c.c"}]`
	if err := os.WriteFile(db, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := Find(db, filepath.Join(dir, "a.c"))
	if err != nil {
		t.Fatal(err)
	}
	want := &Command{Settings: Settings{Dirs: []string{dir + "/inc", "/abs", dir + "/sys"}, Macros: []string{"X=a b", "Y", "!Z"}, First: []string{dir + "/pre.h"}, Standard: "gnu23"}, Bits: 32, Wrapped: true}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if c, err := Find(db, filepath.Join(dir, "b.c")); err != nil || !c.Empty() || c.Bits != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	for file, want := range map[string]string{"c.c": "compiled in several ways", "d.c": "says nothing of"} {
		if _, err := Find(db, filepath.Join(dir, file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestRefused: compiler options that change the semantics in a way that is not supported are rejected.
func TestRefused(t *testing.T) {
	for command, want := range map[string]string{
		"gcc -funsigned-char a.c":  "-funsigned-char is not supported",
		"gcc -fpack-struct=2 a.c":  "-fpack-struct=2 is not supported",
		"gcc @args a.c":            "file of options",
		"gcc -c a.c; rm x":         "more than a call",
		"gcc -D'A=1\\n' '-D1' a.c": "no macro",
		"gcc 'a.c":                 "cannot be read",
		"g++ -std=c++20 a.cc":      "only C is read",
	} {
		if _, err := (&entry{Command: command}).read("/"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", command, err)
		}
	}
}

// FuzzFind: any text is a database or none.
func FuzzFind(f *testing.F) {
	f.Add([]byte(`[{"directory":"/","file":"a.c","command":"gcc -DA=1 -I x a.c"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := find(data, "db", "/", "/a.c")
		if (c == nil) == (err == nil) {
			t.Errorf("%v, %v", c, err)
		}
		if err == nil && c.Check() != nil {
			t.Errorf("%+v", c)
		}
	})
}

// TestFindAll: a file that is not listed is read like the first one of its program that is.
func TestFindAll(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	db := write("compile_commands.json", `[{"directory": ".", "file": "a.c", "arguments": ["cc", "-DA", "-c", "a.c"]},
		{"directory": ".", "file": "b.c", "arguments": ["cc", "-DB", "-c", "b.c"]},
		{"directory": ".", "file": "c.c", "arguments": ["cc", "-m32", "-c", "c.c"]}]`)
	in := func(names ...string) (out []string) {
		for _, n := range names {
			out = append(out, filepath.Join(dir, n))
		}
		return out
	}
	all, err := FindAll(db, in("driver.c", "b.c", "a.c"))
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Macros[0] != "B" || all[1].Macros[0] != "B" || all[2].Macros[0] != "A" {
		t.Errorf("%v %v %v", all[0], all[1], all[2])
	}
	if _, err := FindAll(db, in("driver.c")); !errors.Is(err, ErrNotListed) {
		t.Error(err)
	}
	if _, err := FindAll(db, in("a.c", "c.c")); err == nil || !strings.Contains(err.Error(), "different machines") {
		t.Error(err)
	}
}
