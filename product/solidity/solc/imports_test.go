package solc

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRemapped: of several remappings the one counts that the compiler takes.
func TestRemapped(t *testing.T) {
	m := Imports{}
	for _, s := range []string{"a/=one/", "a/b/=two/", "a/=three/", "lib/x/:a/=four/", "exact.sol=five.sol"} {
		r, err := ParseRemapping(s)
		if err != nil {
			t.Fatal(err)
		}
		m.Remappings = append(m.Remappings, r)
	}
	for _, c := range []struct{ from, target, want string }{
		{"src/A.sol", "a/c.sol", "three/c.sol"},
		{"src/A.sol", "a/b/c.sol", "two/c.sol"},
		{"lib/x/A.sol", "a/b/c.sol", "four/b/c.sol"},
		{"src/A.sol", "exact.sol", "five.sol"},
		{"src/A.sol", "other.sol", "other.sol"},
	} {
		if got, _ := m.remapped(c.from, c.target); got != c.want {
			t.Errorf("%s in %s: %s", c.target, c.from, got)
		}
	}
	for _, s := range []string{"a", "=b", "c:=d", ""} {
		if _, err := ParseRemapping(s); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
}

// TestAbsolute: names of relative imports, as the compiler makes them.
func TestAbsolute(t *testing.T) {
	for _, c := range []struct{ target, from, want string }{
		{"./b.sol", "src/a.sol", "src/b.sol"}, {"../b.sol", "src/x/a.sol", "src/b.sol"}, {"../../b.sol", "a.sol", "b.sol"},
		{"./x/./y/../b.sol", "@oz/a.sol", "@oz/x/b.sol"}, {"b.sol", "src/a.sol", "b.sol"}, {"../b.sol", "/d/e/a.sol", "/d/b.sol"}, {".b/c.sol", "src/a.sol", ".b/c.sol"},
	} {
		if got := absolute(c.target, c.from); got != c.want {
			t.Errorf("%s in %s: %s", c.target, c.from, got)
		}
	}
}

// TestImports: where imports are found, and what the compiler is told of it.
func TestImports(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"p/src/A.sol":                         "import \"dep/D.sol\"; import \"@n/N.sol\"; import \"../Up.sol\"; import \"src/B.sol\"; import \"inc/I.sol\";",
		"p/src/B.sol":                         "",
		"p/Up.sol":                            "",
		"p/lib/dep/src/D.sol":                 "import \"./E.sol\"; import \"@n/N.sol\";",
		"p/lib/dep/src/E.sol":                 "",
		"p/lib/dep/node_modules/@n/N.sol":     "", // another version
		"p/node_modules/@n/N.sol":             "import \"./M.sol\";",
		"p/node_modules/@n/M.sol":             "",
		"more/inc/I.sol":                      "",
		"p/lib/dep/contracts/not/looked/at.x": "",
	} {
		put(t, filepath.Join(dir, file), text)
	}
	root := filepath.Join(dir, "p")
	m := Imports{Base: root, Include: []string{filepath.Join(dir, "more")}, Packages: []Package{{Name: "dep", Dirs: []string{"lib/dep/contracts", "lib/dep/src", "lib/dep"}}}}
	in, _, err := Gather([]string{filepath.Join(root, "src", "A.sol")}, m)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name := range in.Sources {
		rel, err := filepath.Rel(dir, in.Files[name])
		if err != nil {
			t.Fatal(err)
		}
		got[name] = rel
	}
	want := map[string]string{"src/A.sol": "p/src/A.sol", "src/B.sol": "p/src/B.sol", "Up.sol": "p/Up.sol", "lib/dep/src/D.sol": "p/lib/dep/src/D.sol",
		"lib/dep/src/E.sol": "p/lib/dep/src/E.sol", "@n/N.sol": "p/lib/dep/node_modules/@n/N.sol", "node_modules/@n/N.sol": "p/node_modules/@n/N.sol",
		"node_modules/@n/M.sol": "p/node_modules/@n/M.sol", "inc/I.sol": "more/inc/I.sol"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	slices.Sort(in.Remappings)
	if d := cmp.Diff([]string{"src/A.sol:@n/N.sol=node_modules/@n/N.sol", "src/A.sol:dep/D.sol=lib/dep/src/D.sol"}, in.Remappings); d != "" {
		t.Error(d)
	}
	put(t, filepath.Join(root, "src", "C.sol"), "// x\nimport {X} from \"none/X.sol\";")
	if _, _, err := Gather([]string{filepath.Join(root, "src", "C.sol")}, m); err == nil || !strings.Contains(err.Error(), "C.sol:2:18: none/X.sol is imported, which is not found at ") {
		t.Error(err)
	}
}

// TestAgrees: inputs in which a name means different sources are not put together.
func TestAgrees(t *testing.T) {
	a := Input{Sources: map[string]string{"x": "1"}, Files: map[string]string{"x": "p/x"}, Remappings: []string{"s:a=b"}}
	for _, c := range []struct {
		b    Input
		want bool
	}{
		{Input{Sources: map[string]string{"x": "1", "y": "2"}, Files: map[string]string{"x": "p/x"}, Remappings: []string{"s:a=b", "t:a=c"}}, true},
		{Input{Sources: map[string]string{"x": "2"}, Files: map[string]string{"x": "p/x"}}, false},
		{Input{Sources: map[string]string{"x": "1"}, Files: map[string]string{"x": "q/x"}}, false},
		{Input{Remappings: []string{"s:a=c"}}, false},
	} {
		if a.Agrees(&c.b) != c.want {
			t.Errorf("%v: %v", c.b, !c.want)
		}
	}
}
