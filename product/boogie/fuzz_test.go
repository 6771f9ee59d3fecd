package boogie

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzParse: no text makes the parser or the checker panic, and an accepted program is printed so that it is parsed as the same tree.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("testdata", "*.bpl"))
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("axiom (forall x: int :: x is c == m[x := 1bv3][2:1]);")
	f.Add("procedure p<T>(x: T) returns (y: T) { a: while (*) free invariant true; { break a; } y->f[x] := x; }")
	f.Add("type T; const unique a: T extends complete; const unique b: T extends unique a complete; axiom b <: a;")
	f.Add("datatype L<a> { Nil(), Cons(head: a, tail: L a) } procedure p(l: L int) { assert (var t := l->tail; t is Nil ==> l == Cons(1, t)); }")
	f.Add("type F a; axiom (forall<a> h: <b>[F b]b, f: F a, v: a :: {h[f := v]} {:nopats h[f]} h[f := v][f] == v);")
	f.Fuzz(func(t *testing.T, src string) {
		p, err := Parse("f.bpl", src)
		if err != nil {
			return
		}
		text := p.String()
		q, err := Parse("f.bpl", text)
		if err != nil {
			t.Fatalf("what is printed is not read: %v\n%s", err, text)
		}
		if again := q.String(); again != text {
			t.Fatalf("printed twice:\n%s\n%s", text, again)
		}
		Check(p)
	})
}
