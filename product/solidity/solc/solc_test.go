package solc

import (
	"context"
	"cupel/tests/need"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRange: which versions a pragma allows.
func TestRange(t *testing.T) {
	for _, c := range []struct{ r, in, out string }{
		{"^0.8.0", "0.8.28", "0.9.0"},
		{"^0.4.22", "0.4.26", "0.4.21"},
		{">=0.4.22 <0.9.0", "0.8.0", "0.9.0"},
		{"0.8.*", "0.8.3", "0.7.6"},
		{"0.5", "0.5.17", "0.6.0"},
		{"~0.7.1", "0.7.6", "0.8.0"},
		{"=0.6.12", "0.6.12", "0.6.11"},
		{"0.5.0 || ^0.7.0", "0.7.6", "0.6.12"},
		{"0.4.22 - 0.5.0", "0.5.0", "0.5.1"},
		{"> 0.5.0 <= 0.7.6", "0.7.6", "0.5.0"},
		{"\"^0.7.6\"", "0.7.6", "0.7.5"},
	} {
		r, err := ParseRange(c.r)
		if err != nil {
			t.Error(err)
			continue
		}
		in, _ := ParseVersion(c.in)
		out, _ := ParseVersion(c.out)
		if !r.Contains(in) || r.Contains(out) {
			t.Errorf("%s: %v", c.r, r)
		}
	}
	if _, err := ParseRange("newest"); err == nil {
		t.Error("no error")
	}
	rs, err := Pragmas("a.sol", []byte("// pragma solidity 0.4.0;\n/* pragma solidity 0.4.1; */ pragma solidity\t^0.7.0;\npragma abicoder v2;"))
	if err != nil || len(rs) != 1 || rs[0].Where != "a.sol:2:30" || rs[0].Text != "^0.7.0" || !rs[0].Range.Contains(Version{0, 7, 3}) {
		t.Error(rs, err)
	}
}

// TestExplain: the message says which pragma no compiler satisfies, and what to do.
func TestExplain(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	cache, _ := Cache()
	put(t, filepath.Join(cache, "0.7.6", "node_modules", "solc", "package.json"), `{"name":"solc","version":"0.7.6"}`)
	for _, c := range []struct{ a, b, want string }{
		{"0.8.19", "", "a.sol:1:1: pragma solidity 0.8.19: no installed Solidity compiler satisfies it; installed are 0.7.6; install it with cupel solidity install 0.8.19 ("},
		{"^0.8.30", "", "cupel solidity install 0.8.30 ("},
		{">=0.8.0 <0.8.10", "^0.8.3", "cupel solidity install 0.8.9 ("},
		{"0.8.19", "^0.7.0", "a.sol:1:1: pragma solidity 0.8.19: no version of the compiler satisfies this and b.sol:1:1: pragma solidity ^0.7.0; change one of them"},
		{">0.8.3 <0.8.2", "", "a.sol:1:1: pragma solidity >0.8.3 <0.8.2: no version of the compiler satisfies this; correct it"},
	} {
		ps, err := Pragmas("a.sol", []byte("pragma solidity "+c.a+";"))
		if err != nil {
			t.Fatal(err)
		}
		if c.b != "" {
			more, err := Pragmas("b.sol", []byte("pragma solidity "+c.b+";"))
			if err != nil {
				t.Fatal(err)
			}
			ps = append(ps, more...)
		}
		if got := Explain(errNone, ps).Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %q", c.a, c.b, got)
		}
	}
}

// TestErr: an error is one line that begins with its position.
func TestErr(t *testing.T) {
	for _, c := range []struct{ message, formatted, want string }{
		{"Expected primary expression.", "ParserError: Expected primary expression.\n --> b.sol:1:64:\n  |\n1 | x: y:2:3: z\n  | ^\n\n", "b.sol:1:64: Expected primary expression."},
		{"Expected identifier.", "lib/a b.sol:2:5: ParserError: Expected identifier.\n  x = ;\n  ^\n", "lib/a b.sol:2:5: Expected identifier."},
		{"Two lines\nof text.", "TypeError: Two lines\nof text.\n  --> /d/c.sol:12:3:\n   |\n12 |   f();\n", "/d/c.sol:12:3: Two lines of text."},
		{"No place.", "JSONError: No place.", "No place."},
		{"", "Error: old\nform", "Error: old form"},
	} {
		o := &Output{Errors: []Diagnostic{{Severity: "warning", Message: "w"}, {Severity: "error", Message: c.message, Formatted: c.formatted}}}
		if got := o.Err().Error(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	if _, _, err := Gather([]string{"none.sol"}, Imports{}); err == nil || err.Error() != "none.sol: cannot be read: no such file or directory; check the path" {
		t.Error(err)
	}
}

// FuzzParseRange: no pragma makes the parser panic.
func FuzzParseRange(f *testing.F) {
	f.Add(">=0.4.22 <0.9.0 || ^0.7")
	f.Fuzz(func(t *testing.T, s string) { _, _ = ParseRange(s); _, _ = Pragmas("a.sol", []byte(s)) })
}

func put(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGather: imported files are found, relative ones and those in other folders, cycles included.
func TestGather(t *testing.T) {
	dir := t.TempDir()
	a := put(t, filepath.Join(dir, "a.sol"), "pragma solidity >=0.7.0;\nimport \"./sub/b.sol\"; // import \"./none.sol\";\nimport {C} from 'lib/c.sol';\ncontract A {}")
	put(t, filepath.Join(dir, "sub", "b.sol"), "pragma solidity <0.8.0;\nimport \"../a.sol\";")
	put(t, filepath.Join(dir, "deps", "lib", "c.sol"), "contract C {}")
	in, ranges, err := Gather([]string{a}, Imports{Include: []string{filepath.Join(dir, "deps")}})
	if err != nil || len(in.Sources) != 3 || len(ranges) != 2 {
		t.Fatal(in, ranges, err)
	}
	if _, _, err := Gather([]string{a}, Imports{}); err == nil || !strings.Contains(err.Error(), "lib/c.sol") {
		t.Error(err)
	}
}

// TestMissing: the message contains the remedy.
func TestMissing(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	r, _ := ParseRange("^0.7.0")
	_, err := Find(context.Background(), Choice{}, []Pragma{{Range: r}})
	var missing *Missing
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "none is installed; install it with cupel solidity install 0.7.6") {
		t.Error(err)
	}
	cache, _ := Cache()
	put(t, filepath.Join(cache, "0.8.1", "node_modules", "solc", "package.json"), `{"name":"solc","version":"0.8.1"}`)
	_, err = Find(context.Background(), Choice{Version: "0.8.1"}, nil)
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "node, which runs it, is not found") {
		t.Error(err)
	}
	home, _ := os.UserHomeDir()
	native := put(t, filepath.Join(home, ".svm", "0.7.5", "solc-0.7.5"), "")
	if err := os.Chmod(native, 0o755); err != nil {
		t.Fatal(err)
	}
	if c, err := Find(context.Background(), Choice{}, []Pragma{{Range: r}}); err != nil || c.Native != native {
		t.Error(c, err)
	}
	_, err = Find(context.Background(), Choice{Among: []Version{{0, 8, 1}}, Why: "h.ts:1:2: solidity 0.8.1"}, []Pragma{{Range: r}})
	if err == nil || !strings.HasPrefix(err.Error(), "h.ts:1:2: solidity 0.8.1: no version that this lists satisfies all version pragmas") {
		t.Error(err)
	}
	if _, err := Find(context.Background(), Choice{}, []Pragma{{Range: Range{{{"=", Version{0, 3, 0}}}}}}); err == nil {
		t.Error("no error")
	}
}

// TestRunLimits: a compiler is ended at its time limit, and what it writes to standard error is part of the error.
func TestRunLimits(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := run(ctx, []string{"sleep", "10000"}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if _, err := run(context.Background(), []string{"sh", "-c", "echo wrong >&2; exit 3"}, nil); err == nil || !strings.Contains(err.Error(), "wrong") {
		t.Error(err)
	}
}

// TestCompile runs the compilers that are installed.
func TestCompile(t *testing.T) {
	found := 0
	for _, v := range Known {
		c, err := Find(context.Background(), Choice{Version: v.String()}, nil)
		var missing *Missing
		if errors.As(err, &missing) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		found++
		outs, err := c.Compile(context.Background(), Input{Sources: map[string]string{"a.sol": "contract A { string s = \"\\n\"; }"}},
			Input{Sources: map[string]string{"b.sol": "contract {"}})
		if err != nil {
			t.Fatal(err)
		}
		if outs[0].Err() != nil || len(outs[0].Sources["a.sol"].AST) == 0 || outs[1].Err() == nil {
			t.Errorf("%s: %v %v", v, outs[0].Errors, outs[1].Errors)
		}
	}
	if found == 0 {
		need.Missing(t, "solc")
	}
}

// TestReadBuild: build information of Foundry and Hardhat, and what is missing in it.
func TestReadBuild(t *testing.T) {
	dir := t.TempDir()
	good := put(t, filepath.Join(dir, "good.json"), `{"solcLongVersion":"0.8.19+commit.1","input":{"sources":{"a.sol":{"content":"x"}}},
		"output":{"sources":{"a.sol":{"id":0,"ast":{"nodeType":"SourceUnit"}}}}}`)
	o, err := ReadBuild(good)
	if err != nil || o.Version != (Version{0, 8, 19}) || o.Sources["a.sol"].Text != "x" {
		t.Error(o, err)
	}
	bad := put(t, filepath.Join(dir, "bad.json"), `{"solcVersion":"0.8.19","input":{"sources":{"a.sol":{"content":"x"}}},"output":{"sources":{"a.sol":{"id":0}}}}`)
	if _, err := ReadBuild(bad); err == nil || !strings.Contains(err.Error(), "--ast") {
		t.Error(err)
	}
}
