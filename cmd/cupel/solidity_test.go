package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"cupel/evidence/sarif/sariftest"
	"cupel/product/solidity"
	"cupel/product/solidity/solc"
	"cupel/tests/need"
)

const buildInfo = "testdata/solidity/build-info.json"

func solidityRun(args ...string) (code int, stdout, stderr string) {
	var out, diag bytes.Buffer
	code = execute(append([]string{"solidity"}, args...), &out, &diag)
	return code, out.String(), diag.String()
}

// TestSolidityBuildInfo verifies the output of a build tool, without a compiler.
func TestSolidityBuildInfo(t *testing.T) {
	bpl := filepath.Join(t.TempDir(), "out.bpl")
	code, out, diag := solidityRun("--emit-boogie", bpl, buildInfo)
	want := `Counter::[implicit_constructor]: OK
Counter::[receive_ether_selfdestruct]: OK
Counter::up: OK
Counter::jump: ERROR
 - src/Counter.sol:13:5: Invariant 'x <= 10' might not hold at end of function.
     1. constructor() from 0x1001; x = 0
     2. jump(y = Y) from 0x1001
Errors were found by the verifier.
`
	// The argument is the solver's choice.
	if code != 1 || regexp.MustCompile(`y = \d+`).ReplaceAllString(out, "y = Y") != want || diag != "" {
		t.Errorf("%d\n%s%s", code, out, diag)
	}
	page := filepath.Join(t.TempDir(), "out.html")
	if code, _, diag := solidityRun("--report", page, buildInfo); code != 1 || diag != "" {
		t.Errorf("%d %s", code, diag)
	}
	if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), `<span class="badge FALSE">violated</span>Counter::jump`) || !strings.Contains(string(html), `<li><a href="#s0-13">2. jump(y = `) {
		t.Errorf("%s %v", html, err)
	}
	if code, _, diag := solidityRun("--report", buildInfo, buildInfo); code != 3 || !strings.HasPrefix(diag, "--report: ") {
		t.Errorf("%d %s", code, diag)
	}
	text, err := os.ReadFile(bpl)
	if err != nil || !strings.Contains(string(text), `{:message "Counter::jump"}`) {
		t.Errorf("%.200s %v", text, err)
	}
	if code, out, _ := solidityRun("--format", "sarif", buildInfo); code != 1 || sariftest.Valid([]byte(out)) != nil || !strings.Contains(out, "codeFlows") {
		t.Errorf("%v\n%s", sariftest.Valid([]byte(out)), out)
	}
	code, out, _ = solidityRun("--format", "json", buildInfo)
	if _, without, _ := solidityRun("--transactions=false", buildInfo); strings.Contains(without, "0x1001") {
		t.Errorf("transactions are not wanted: %s", without)
	}
	var rep solidity.Report
	if err := json.Unmarshal([]byte(out), &rep); err != nil || code != 1 || rep.Summary.OK != 3 || rep.Summary.Error != 1 || rep.Arithmetic != "checked" || rep.Answer != "violated" || rep.Functions[2].Answer != "proved" ||
		len(rep.Functions[3].Errors[0].Trace.Transactions) != 2 {
		t.Errorf("%d %s %v", code, out, err)
	}
}

// TestSolidityMistakes: mistakes in the input give exit code 3 and a line with the remedy.
func TestSolidityMistakes(t *testing.T) {
	source := filepath.Join(t.TempDir(), "a.sol")
	if err := os.WriteFile(source, []byte("pragma solidity ^0.8.0;\ncontract A {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	for _, c := range []struct {
		want string
		args []string
	}{
		{"solidity takes files or directories", nil},
		{"choose one of", []string{"--arithmetic", "real", buildInfo}},
		{"--external: unknown value", []string{"--external", "all", buildInfo}},
		{"--panic: unknown value", []string{"--panic", "never", buildInfo}},
		{"--checks: \"div0\" is no kind of check", []string{"--checks", "assert,div0", buildInfo}},
		{"not supported in arithmetic bv", []string{"--checks", "overflow", "--arithmetic", "bv", buildInfo}},
		{"--jobs: must be positive", []string{"--jobs", "0", buildInfo}},
		{"no such file", []string{"none.sol"}},
		{"a.sol:1:1: pragma solidity ^0.8.0: no installed Solidity compiler satisfies it; none is installed; install it with cupel solidity install 0.8.28", []string{source}},
		{"--remap: \"a\" is no remapping", []string{"--remap", "a", source}},
		{"no profile none", []string{"--profile", "none", "testdata/projects/foundry"}},
		{"apt-get install nodejs npm", []string{source}},
		{"is no build information", []string{"testdata/solidity/../solidity/none.json"}},
	} {
		if c.args != nil && strings.HasSuffix(c.args[0], "none.json") {
			c.args[0] = filepath.Join(t.TempDir(), "none.json")
			if err := os.WriteFile(c.args[0], []byte("{}"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		code, _, diag := solidityRun(c.args...)
		if code != exitInput || !strings.Contains(diag, c.want) {
			t.Errorf("%v: %d %q", c.args, code, diag)
		}
	}
}

// TestSolidityInterrupted: an interrupt while the compiler runs ends it, and the run, with an answer.
func TestSolidityInterrupted(t *testing.T) {
	dir := t.TempDir()
	source, compiler, begun := filepath.Join(dir, "a.sol"), filepath.Join(dir, "solc"), filepath.Join(dir, "begun")
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'Version: 0.8.28+commit.1'; exit; fi\n: >'" + begun + "'\nexec sleep 1000\n"
	for file, text := range map[string]string{source: "contract A {}\n", compiler: script} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for format, want := range map[string]string{"text": "VERDICT: UNKNOWN (interrupted", "json": "interrupted while", "sarif": "2.1.0"} {
		_ = os.Remove(begun)
		ended := make(chan struct{})
		go func() {
			for {
				if _, err := os.Stat(begun); err == nil {
					_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
					return
				}
				select {
				case <-ended:
					return
				case <-time.After(time.Millisecond):
				}
			}
		}()
		code, out, diag := solidityRun("--solc", compiler, "--format", format, source)
		close(ended)
		if code != exitUnknown || !strings.Contains(out, want) || diag != "" {
			t.Errorf("%s: %d %q %q", format, code, out, diag)
		}
	}
}

// TestSolidityPresets: what each arithmetic of the thesis says of a sum that wraps around (its figure 3.8), and of a loop
// whose first rounds our own configuration looks at.
func TestSolidityPresets(t *testing.T) {
	var missing *solc.Missing
	if _, err := solc.Find(t.Context(), solc.Choice{Version: "0.7.6"}, nil); errors.As(err, &missing) {
		need.Missing(t, "solc 0.7.6")
	}
	file := filepath.Join(t.TempDir(), "c.sol")
	if err := os.WriteFile(file, []byte(`pragma solidity ^0.7.0;
contract C {
  function wrap() public pure { uint8 a = 255; uint8 b = 1; assert(a + b == 0); }
  function rounds() public pure { uint n = 0; for (uint i = 0; i < 3; i++) { n = twice(n); } assert(n == 0); }
  function twice(uint n) internal pure returns (uint) { return n + n; }
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		preset       string
		wrap, rounds string
	}{
		{"default", "OK", "OK"}, {"int", "UNKNOWN", "UNKNOWN"}, {"bv", "OK", "UNKNOWN"}, {"mod", "OK", "UNKNOWN"}, {"mod-overflow", "ERROR", "ERROR"},
	} {
		_, out, diag := solidityRun("--timeout", lastResort.String(), "--solc-version", "0.7.6", "--preset", c.preset, file)
		for _, want := range []string{"C::wrap: " + c.wrap, "C::rounds: " + c.rounds} {
			if !strings.Contains(out, want) || diag != "" {
				t.Errorf("%s: %q is missing in\n%s%s", c.preset, want, out, diag)
			}
		}
	}
}

// needCompilers skips a test that needs compilers which are not installed.
func needCompilers(t *testing.T, versions ...string) {
	t.Helper()
	for _, v := range versions {
		var missing *solc.Missing
		if _, err := solc.Find(t.Context(), solc.Choice{Version: v}, nil); errors.As(err, &missing) {
			need.Missing(t, "solc "+v)
		}
	}
}

// TestSolidityProjects: projects of Foundry and Hardhat, and files of them, are verified with the imports and the compilers
// that they say, and their libraries are not.
func TestSolidityProjects(t *testing.T) {
	needCompilers(t, "0.7.6", "0.8.28")
	const (
		vault  = "Vault::withdraw: ERROR\n - testdata/projects/foundry/src/Vault.sol:20:5: Invariant 'sum(deposits) == total' might not hold"
		theirs = "NotOurs::wrong: ERROR"
	)
	for _, c := range []struct {
		args         []string
		code         int
		want, absent []string
	}{
		{[]string{"--transactions=false", "testdata/projects/foundry"}, 1, []string{vault, "Interest::check: OK"}, []string{theirs, "VaultTest"}},
		{[]string{"--transactions=false", "--libraries", "testdata/projects/foundry/src"}, 1, []string{vault, theirs, "Owned::transferOwnership: OK"}, []string{"VaultTest"}},
		{[]string{"testdata/projects/foundry/src/Interest.sol"}, 0, []string{"Interest::check: OK"}, []string{"Vault"}},
		{[]string{"testdata/projects/foundry/test/Vault.t.sol"}, 1, []string{"VaultTest::test: ERROR"}, nil},
		{[]string{"testdata/projects/hardhat"}, 1, []string{"Old::wrap: ERROR", "Shop::sell: OK"}, []string{"Elsewhere"}},
		{[]string{"--transactions=false", "--profile", "ir", "testdata/projects/foundry"}, 1, []string{vault}, nil},
		{[]string{"--remap", "@sums/=lib/none/", "testdata/projects/foundry"}, exitInput, nil, []string{"Vault"}},
	} {
		code, out, diag := solidityRun(append([]string{"--timeout", lastResort.String()}, c.args...)...)
		if code != c.code {
			t.Errorf("%v: %d %s%s", c.args, code, out, diag)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v: %q is missing in\n%s", c.args, want, out)
			}
		}
		for _, absent := range c.absent {
			if strings.Contains(out, absent) {
				t.Errorf("%v: %q is in\n%s", c.args, absent, out)
			}
		}
	}
	t.Chdir("testdata/projects/foundry/src")
	if code, out, diag := solidityRun("--transactions=false", "--timeout", lastResort.String()); code != 1 || !strings.Contains(out, " - Vault.sol:20:5: ") || strings.Contains(out, theirs) {
		t.Errorf("%d %s%s", code, out, diag)
	}
}

// TestSolidityMistakenDocuments: mistakes in the input are in the documents that are asked for, all that the compiler finds.
func TestSolidityMistakenDocuments(t *testing.T) {
	needCompilers(t, "0.8.28")
	dir := t.TempDir()
	for _, c := range []struct {
		text   string
		places []string
	}{
		{"pragma solidity ^0.8.0;\ncontract C {\n  uint x = true;\n  bool y = 3;\n}\n", []string{"a.sol:3:12", "a.sol:4:12"}},
		{"pragma solidity ^0.8.0;\n/// @notice invarant x == 0\ncontract C { uint x; }\n", []string{"a.sol:2:13"}},
		{"pragma solidity ^0.8.0;\n/// @notice invariant y == 0\ncontract C { uint x; }\n", []string{"a.sol:2:23"}},
		{"pragma solidity ^0.8.0;\nimport \"./b.sol\";\n", []string{"a.sol:2:9"}},
		{"pragma solidity ^0.8.0;\ninterface I { }\n", []string{""}},
	} {
		file, page := filepath.Join(dir, "a.sol"), filepath.Join(dir, "a.html")
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(page)
		code, out, diag := solidityRun("--format", "json", "--report", page, file)
		var rep solidity.Report
		if err := json.Unmarshal([]byte(out), &rep); err != nil || code != exitInput || diag == "" || rep.Answer != "" || len(rep.Mistakes) != len(c.places) {
			t.Errorf("%q: %d %s %s %v", c.text, code, out, diag, err)
			continue
		}
		for i, m := range rep.Mistakes {
			if !strings.HasSuffix(m.Where, c.places[i]) {
				t.Errorf("%q: %+v", c.text, m)
			}
		}
		if html, err := os.ReadFile(page); err != nil || !strings.Contains(string(html), "Mistakes in the input") {
			t.Errorf("%q: %s %v", c.text, html, err)
		}
		if len(c.places) == 1 {
			continue
		}
		code, out, _ = solidityRun("--format", "sarif", file)
		if code != exitInput || sariftest.Valid([]byte(out)) != nil || strings.Count(out, `"ruleId": "input"`) != len(c.places) {
			t.Errorf("%q: %d %v %s", c.text, code, sariftest.Valid([]byte(out)), out)
		}
		if code, out, diag := solidityRun(file); code != exitInput || out != "" || strings.Count(diag, "\n") != len(c.places) {
			t.Errorf("%q: %d %q %q", c.text, code, out, diag)
		}
	}
}

// TestSoliditySkipped: functions that are skipped have an exit code of their own where nothing is wrong or open.
func TestSoliditySkipped(t *testing.T) {
	needCompilers(t, "0.8.28")
	file := filepath.Join(t.TempDir(), "a.sol")
	const skipped = "uint[] a; function f() public { uint[] storage p = a; assembly { p.slot := 3 } }"
	for _, c := range []struct {
		more   string
		code   int
		answer string
	}{
		{"", 5, "skipped"},
		{"function g() public pure { assert(false); }", 1, "violated"},
		{"function g(bytes memory b) public pure { assert(keccak256(b) != 0); }", exitUnknown, "unknown"},
	} {
		if err := os.WriteFile(file, []byte("pragma solidity ^0.8.0;\ncontract C { "+skipped+c.more+" }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, diag := solidityRun("--format", "json", file)
		var rep solidity.Report
		if err := json.Unmarshal([]byte(out), &rep); err != nil || code != c.code || rep.Answer != c.answer {
			t.Errorf("%s: %d %s%s %v", c.more, code, out, diag, err)
		}
	}
}
