package alias

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/frontend/c/include"
	"cupel/tests/need"

	"modernc.org/cc/v4"
)

func parse(t testing.TB, name, src string) *cc.AST {
	t.Helper()
	ast, err := translate(name, src, true)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return ast
}

func translate(name string, src any, lp64 bool) (ast *cc.AST, err error) {
	defer func() {
		if r := recover(); r != nil { // cc has internal errors on exotic types
			err = fmt.Errorf("%s: %v", name, r)
		}
	}()
	arch := "386"
	if lp64 {
		arch = "amd64"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return nil, err
	}
	return cc.Translate(&cc.Config{ABI: abi, FS: include.FS(), IncludePaths: []string{"", include.Dir}, SysIncludePaths: []string{include.Dir},
		PragmaHandler: func([]cc.Token) error { return nil }, IgnoreNegativeShiftAmounts: true, UnsignedEnums: true},
		[]cc.Source{{Name: "<predefined>", Value: include.Macros(lp64) + strings.Join(include.Builtins(), "\n")}, {Name: name, Value: src}})
}

// TestCorpus analyses real programs: no panics, and few of the objects that
// escape are in byte-level classes.
func TestCorpus(t *testing.T) {
	dir := need.CorpusDir()
	f, err := os.Open(filepath.Join(dir, "c", "core.set"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer f.Close()
	files, objects, escaping, inBytes, withBytes := 0, 0, 0, 0, 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		path := filepath.Join(dir, "c", strings.TrimSuffix(line, ".yml")+".c")
		src, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		def, err := os.ReadFile(filepath.Join(dir, "c", line))
		if err != nil {
			t.Fatal(err)
		}
		ast, err := translate(path, src, strings.Contains(string(def), "LP64"))
		if err != nil {
			t.Logf("not parsed: %v", err)
			continue
		}
		r := AnalyzeWith(ast, Library{})
		files++
		bytes := 0
		seen := map[*object]bool{}
		for d, o := range r.objects {
			if d.Type() == nil || seen[o] {
				continue
			}
			seen[o] = true
			objects++
			if o.escapes {
				escaping++
				if r.bytes[o.class] {
					bytes++
				}
			}
		}
		if bytes > 0 {
			withBytes++
			inBytes += bytes
			t.Logf("%s: %d escaping objects in byte-level classes", line, bytes)
		}
	}
	t.Logf("%d files, %d objects, %d escape, %d of them byte-level, in %d files", files, objects, escaping, inBytes, withBytes)
	if files == 0 || 2*inBytes > escaping {
		t.Errorf("%d files; %d of %d escaping objects are byte-level", files, inBytes, escaping)
	}
}

func BenchmarkAnalyze(b *testing.B) {
	var src strings.Builder
	src.WriteString("struct n { struct n *next; int *p; }; void *malloc(unsigned long);\n")
	for i := range 500 {
		fmt.Fprintf(&src, "int x%d; struct n *f%d(struct n *l) { struct n *e = malloc(16); e->next = l; e->p = &x%d; return e; }\n", i, i, i)
	}
	ast, err := translate("bench.c", src.String(), true)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		AnalyzeWith(ast, Library{})
	}
}
