package link

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// A sample is a file of testdata: a comment, the units, and what becomes of them.
type sample struct {
	comment string
	units   []Unit
	want    string // the rest: linked texts, or an error
}

// readSample divides a file at its lines of the form "-- name --".
func readSample(t *testing.T, path string) sample {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var s sample
	name, part := "", []byte{}
	end := func() {
		if name == "" {
			s.comment = string(part)
		} else {
			s.units = append(s.units, Unit{Name: name, Text: part})
		}
		part = nil
	}
	for line := range bytes.Lines(text) {
		head, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("-- "))
		switch {
		case !ok || s.want != "":
			if s.want != "" {
				s.want += string(line)
			} else {
				part = append(part, line...)
			}
		case bytes.HasPrefix(head, []byte("linked ")), bytes.HasPrefix(head, []byte("error ")):
			end()
			s.want = string(line)
		default:
			end()
			name = string(bytes.TrimSuffix(head, []byte(" --")))
		}
	}
	if s.want == "" {
		end()
	}
	if len(s.units) < 2 || s.comment == "" {
		t.Fatalf("%s has no comment or fewer than two units", path)
	}
	return s
}

// place is file:line:column of a byte of a unit.
func place(u Unit, at int) string {
	before := u.Text[:at]
	return fmt.Sprintf("%s:%d:%d", u.Name, bytes.Count(before, []byte("\n"))+1, at-bytes.LastIndexByte(before, '\n'))
}

// outcome writes what Texts returns the way the files have it.
func outcome(t *testing.T, units []Unit) (string, [][]byte) {
	t.Helper()
	texts, renamed, err := Texts(units)
	var b strings.Builder
	if e := (*Error)(nil); errors.As(err, &e) {
		fmt.Fprintf(&b, "-- error --\n%s: %s\n", place(units[e.Unit], e.At), e)
		if e.AlsoUnit >= 0 {
			fmt.Fprintf(&b, "also at %s\n", place(units[e.AlsoUnit], e.Also))
		}
		if e.Unsupported {
			b.WriteString("unsupported\n")
		}
		return b.String(), nil
	}
	if err != nil {
		t.Fatalf("%T %v", err, err)
	}
	for k, u := range units {
		fmt.Fprintf(&b, "-- linked %s --\n%s", u.Name, texts[k])
		if got, want := bytes.Count(texts[k], []byte("\n")), bytes.Count(u.Text, []byte("\n")); got != want {
			t.Errorf("%s has %d lines, and then %d", u.Name, want, got)
		}
	}
	for _, r := range renamed {
		fmt.Fprintf(&b, "-- %s: function %s is %s --\n", place(units[r.Unit], r.At), r.Old, r.New)
	}
	return b.String(), texts
}

// built is the output and exit status of a program of several files, or that gcc rejects it.
func built(t *testing.T, units []Unit) (output string, ok bool) {
	t.Helper()
	dir := t.TempDir()
	exe := filepath.Join(dir, "exe")
	args := []string{"-w", "-std=gnu17", "-O0", "-fno-builtin", "-o", exe}
	for i, u := range units {
		file := filepath.Join(dir, fmt.Sprintf("%d.c", i))
		if err := os.WriteFile(file, u.Text, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		if e := (*exec.ExitError)(nil); !errors.As(err, &e) {
			t.Fatal(err)
		}
		return string(out), false
	}
	out, err := exec.Command(exe).CombinedOutput()
	if e := (*exec.ExitError)(nil); err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s%v", out, err), true
}

// TestTexts compares the linked texts of each sample with those in its file. As gcc has it, the texts as one unit do
// what the units do, in this order and the other way round.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no samples")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			s := readSample(t, file)
			got, texts := outcome(t, s.units)
			if *update {
				b := bytes.NewBufferString(s.comment)
				for _, u := range s.units {
					fmt.Fprintf(b, "-- %s --\n%s", u.Name, u.Text)
				}
				b.WriteString(got)
				if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != s.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, s.want)
			}
			if strings.Contains(got, "\nunsupported\n") {
				return
			}
			want, ok := built(t, s.units)
			if !ok != (texts == nil) {
				t.Fatalf("gcc on the files: %s\nlinked:\n%s", want, got)
			}
			if !ok {
				return
			}
			sameProgram(t, texts, want)
			other := slices.Clone(s.units)
			slices.Reverse(other)
			_, texts = outcome(t, other)
			sameProgram(t, texts, want)
		})
	}
}

// sameProgram compiles texts as one unit and runs them.
func sameProgram(t *testing.T, texts [][]byte, want string) {
	t.Helper()
	one := bytes.Join(texts, nil)
	if got, ok := built(t, []Unit{{Name: "one.c", Text: one}}); !ok || got != want {
		t.Errorf("linked as texts:\n%s\nas files:\n%s\n%s", got, want, one)
	}
}
