package layout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/product/solidity/solc"
)

// tree makes files in a new directory, and enters it.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("FOUNDRY_PROFILE", "")
}

// TestFoundry: the configuration, profiles, remappings and libraries of a project of Foundry.
func TestFoundry(t *testing.T) {
	tree(t, map[string]string{
		"foundry.toml": `[profile.default]
src = "source"
libs = ["lib", "deps"]
remappings = ["@a/=deps/a/v2/"]
evm_version = "paris"
  solc_version = "0.8.20"
optimizer = true
fuzz = { runs = 3 }
[profile.ir]
via_ir = true
solc = "0.8.21"
[profile.own]
solc = "bin/solc"
auto_detect_remappings = false
[fmt]
line_length = 80
`,
		"remappings.txt":                     "@a/=deps/a/v1/\n\n# comment\n@b/=deps/b/\n",
		"source/A.sol":                       "",
		"source/deep/B.sol":                  "",
		"source/A.t.sol":                     "",
		"source/A.s.sol":                     "",
		"source/.hidden/C.sol":               "",
		"lib/oz/contracts/X.sol":             "",
		"lib/oz/remappings.txt":              "@oz/contracts/=contracts/\n",
		"lib/oz/lib/inner/src/Y.sol":         "",
		"lib/solmate/foundry.toml":           "[profile.default]\nremappings = ['tokens/=src/tokens/']",
		"lib/broken/foundry.toml":            "[",
		"source/deep/node_modules/p/P.sol":   "",
		"source/deep/even/deeper/readme.txt": "",
	})
	p, err := Find("source/deep/even/deeper", "")
	if err != nil {
		t.Fatal(err)
	}
	if p.Root != "." || p.Config != "foundry.toml" || p.Sources != "source" || p.ViaIR != "no" || p.EVMVersion != "paris" {
		t.Errorf("%+v", p)
	}
	if p.Compiler.Version != "0.8.20" || p.Compiler.Why != "foundry.toml:6:3: solc_version = \"0.8.20\"" {
		t.Errorf("%+v", p.Compiler)
	}
	want := []solc.Remapping{{Prefix: "@a/", Target: "deps/a/v1/"}, {Prefix: "@b/", Target: "deps/b/"}, {Prefix: "@a/", Target: "deps/a/v2/"}}
	if d := cmp.Diff(want, p.Imports.Remappings); d != "" {
		t.Error(d)
	}
	packages := []solc.Package{
		{Context: "lib/oz/", Name: "@oz/contracts", Dirs: []string{"lib/oz/contracts"}},
		{Context: "lib/solmate/", Name: "tokens", Dirs: []string{"lib/solmate/src/tokens"}},
		{Name: "broken", Dirs: []string{"lib/broken/src", "lib/broken/contracts", "lib/broken"}},
		{Name: "oz", Dirs: []string{"lib/oz/src", "lib/oz/contracts", "lib/oz"}},
		{Name: "solmate", Dirs: []string{"lib/solmate/src", "lib/solmate/contracts", "lib/solmate"}},
		{Name: "inner", Dirs: []string{"lib/oz/lib/inner/src", "lib/oz/lib/inner/contracts", "lib/oz/lib/inner"}},
		{Name: "@oz/contracts", Dirs: []string{"lib/oz/contracts"}},
		{Name: "tokens", Dirs: []string{"lib/solmate/src/tokens"}},
	}
	if d := cmp.Diff(packages, p.Imports.Packages); d != "" {
		t.Error(d)
	}
	files, err := p.Contracts(p.Sources)
	if d := cmp.Diff([]string{"source/A.sol", "source/deep/B.sol"}, files); d != "" || err != nil {
		t.Error(d, err)
	}
	for file, library := range map[string]bool{"source/A.sol": false, "lib/oz/contracts/X.sol": true, "deps/a.sol": true, "source/deep/node_modules/p/P.sol": true, "library/x.sol": false} {
		if p.Library(file) != library {
			t.Errorf("%s: %v", file, !library)
		}
	}
	if p, err = Find("source/A.sol", "ir"); err != nil || p.ViaIR != "yes" || p.Compiler.Version != "0.8.21" || p.Compiler.Why != "foundry.toml:11:1: solc = \"0.8.21\"" || p.Sources != "source" {
		t.Errorf("%+v %v", p, err)
	}
	t.Setenv("FOUNDRY_PROFILE", "own")
	if p, err = Find(".", ""); err != nil || p.Compiler.Path != "bin/solc" || p.Imports.Packages != nil {
		t.Errorf("%+v %v", p, err)
	}
	t.Chdir("source/deep")
	if p, err = Find(".", "default"); err != nil || p.Root != "../.." || p.Sources != "../../source" {
		t.Errorf("%+v %v", p, err)
	}
}

// TestMistakes: what is wrong with a configuration is said with its place.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ file, text, profile, want string }{
		{"foundry.toml", "[profile.default]\nsrc = ", "", "foundry.toml:2:"},
		{"foundry.toml", "[profile.default]\nsrc = 3", "", "foundry.toml: profile default: "},
		{"foundry.toml", "", "ci", "foundry.toml: there is no profile ci"},
		{"foundry.toml", "[profile.default]\nremappings = ['a']", "", "foundry.toml: \"a\" is no remapping"},
		{"remappings.txt", "a=b\nc\n", "", "remappings.txt:2:1: \"c\" is no remapping"},
	} {
		tree(t, map[string]string{c.file: c.text})
		if _, err := Find(".", c.profile); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %q: %v", c.file, c.text, err)
		}
	}
	tree(t, nil)
	if _, err := Find("none.sol", ""); err == nil || err.Error() != "none.sol: cannot be read: no such file or directory; check the path" {
		t.Error(err)
	}
	p, err := Find(".", "")
	if err != nil || p.Config != "" {
		t.Fatal(p, err)
	}
	if _, err := p.Contracts("."); err == nil || !strings.Contains(err.Error(), "there is no contract") {
		t.Error(err)
	}
}

// TestHardhat: of Hardhat's configuration counts what is plainly a literal.
func TestHardhat(t *testing.T) {
	for _, c := range []struct {
		text               string
		versions           string
		why, viaIR, source string
	}{
		{"module.exports = { solidity: '0.8.20' }", "[0.8.20]", "hardhat.config.js:1:30: solidity 0.8.20", "no", "contracts"},
		{"module.exports = {\n  solidity: { version: \"0.8.20\",\n settings: { viaIR: true, evmVersion: 'paris' } } }", "[0.8.20]", "hardhat.config.js:2:24: solidity 0.8.20", "yes", "contracts"},
		{"x = { solidity: { compilers: [{version: '0.5.5'}, {version: '0.6.6', settings: {}}], overrides: {'contracts/A.sol': {version: '0.7.0'}} }, paths: {\n sources: './src' } }", "[0.5.5 0.6.6 0.7.0]", "hardhat.config.js:1:41: solidity 0.5.5", "no", "src"},
		{"x = { solidity: { version: VERSION } }", "[]", "", "no", "contracts"},
		{"x = { solidity: { compilers: [{version: '0.5.5'}, {version: V}] } }", "[]", "", "no", "contracts"},
		{"x = { solidity: config.solidity }", "[]", "", "", "contracts"},
		{"x = { solidity: { version: '0.8.20', ...common } }", "[0.8.20]", "hardhat.config.js:1:28: solidity 0.8.20", "", "contracts"},
		{"x = { solidity: { version: '0.8.20', settings: { viaIR: process.env.IR } } }", "[0.8.20]", "hardhat.config.js:1:28: solidity 0.8.20", "", "contracts"},
		{"// solidity: '0.4.0'\n/* solidity: '0.4.1' */ x = { solidity: '0.8.1', url: \"https://a\" }", "[0.8.1]", "hardhat.config.js:2:41: solidity 0.8.1", "no", "contracts"},
		{"x = { solidity: '0.8.1', paths: { sources: '../out' } }", "[0.8.1]", "hardhat.config.js:1:17: solidity 0.8.1", "no", "contracts"},
		{"x = { solidity: '0.8.1' }; y = { solidity: '0.8.2' }", "[]", "", "", "contracts"},
		{"{ solidity: { version: ", "[]", "", "", "contracts"},
	} {
		tree(t, map[string]string{"hardhat.config.js": c.text})
		p, err := Find(".", "")
		if err != nil {
			t.Fatal(err)
		}
		versions := "["
		for i, v := range p.Compiler.Among {
			if i > 0 {
				versions += " "
			}
			versions += v.String()
		}
		versions += "]"
		if versions != c.versions || p.Compiler.Why != c.why || p.ViaIR != c.viaIR || p.Sources != c.source {
			t.Errorf("%s: %s %q %q %q", c.text, versions, p.Compiler.Why, p.ViaIR, p.Sources)
		}
	}
}

// FuzzHardhat: no text makes the reader panic.
func FuzzHardhat(f *testing.F) {
	f.Add("module.exports = { solidity: { version: '0.8.20', settings: { viaIR: true } }, paths: { sources: 'x' } } // /* `${'")
	f.Fuzz(func(t *testing.T, text string) { new(Project).hardhat([]byte(text)) })
}

// FuzzFoundry: no text makes the reader panic.
func FuzzFoundry(f *testing.F) {
	f.Add("[profile.default]\nsolc = \"0.8.20\"\nremappings = [\"a=b\"]\n", "default")
	f.Fuzz(func(t *testing.T, text, profile string) { _, _ = new(Project).foundry([]byte(text), profile) })
}
