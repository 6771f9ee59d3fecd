package boogie

import (
	"cupel/tests/need"
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// corpusDir is where generated programs are.
func corpusDir() string { return need.CorpusDir("solidity", "bpl") }

// roundTrip: a printed program is parsed as the same tree and printed as the same text.
func roundTrip(t *testing.T, file, src string) {
	t.Helper()
	p, err := Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	text := p.String()
	q, err := Parse(file, text)
	if err != nil {
		t.Fatalf("what is printed is not read: %v\n%s", err, text)
	}
	if again := q.String(); again != text {
		t.Fatalf("printed twice:\n%s\n%s", text, again)
	}
	blank(reflect.ValueOf(p))
	blank(reflect.ValueOf(q))
	if !reflect.DeepEqual(p, q) {
		t.Fatalf("another tree after printing:\n%s", text)
	}
}

// blank sets all positions below v to zero.
func blank(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			blank(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			blank(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeOf(Pos{}) {
			if v.CanSet() {
				v.SetZero()
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				blank(v.Field(i))
			}
		}
	}
}

// TestRoundTrip: programs of testdata are printed so that they are parsed as the same tree.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.bpl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs in testdata", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			roundTrip(t, f, string(src))
		})
	}
}

// TestCorpus reads, prints and checks every generated program.
func TestCorpus(t *testing.T) {
	file, err := os.Open(filepath.Join(corpusDir(), "MANIFEST.csv"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows[1:] {
		src, err := os.ReadFile(filepath.Join(corpusDir(), r[0]))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(r[0], func(t *testing.T) {
			roundTrip(t, r[0], string(src))
			p, err := Parse(r[0], string(src))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Check(p); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSyntaxErrors: syntax errors are reported with their position and the remedy.
func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"procedure p() { x := ; }", "f.bpl:1:22: ';' where an expression is expected"},
		{"var x: int", "f.bpl:1:11: the end of the file where ';' is expected behind the variables"},
		{"axiom a && b || c;", "f.bpl:1:14: '&&' and '||' side by side; put parentheses around one"},
		{"axiom a < b < c;", "f.bpl:1:13: comparisons in a row; put parentheses around one"},
		{"/* open", "f.bpl:1:1: the comment does not end; add */"},
		{"var if: int;", `f.bpl:1:5: 'if' where the name of a variable is expected; a reserved word is a name when written \if`},
		{"procedure p() { var x: int; x, x := 1; }", "f.bpl:1:29: 2 variables are assigned 1 values"},
		{"procedure p() { call forall q(*); }", "f.bpl:1:22: 'call forall' is not supported; state the fact as an axiom"},
		{"const c: bv8; axiom c == 300bv8;", "f.bpl:1:26: 300 does not fit into 8 bits"},
		{"var x: int;\nfoo", "f.bpl:2:1: 'foo' where a declaration is expected: type, datatype, const, function, axiom, var, procedure or implementation"},
		{"axiom " + strings.Repeat("(", 20000), "f.bpl:1:10007: nested more than 10000 levels deep; split it up"},
		{"axiom " + strings.Repeat("1+", 20000) + "1;", "f.bpl:1:7: an expression of more than 10000 levels; split it up"},
	} {
		_, err := Parse("f.bpl", c.src)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.src, err, c.want)
		}
	}
}
