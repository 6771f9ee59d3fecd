package layout

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"

	"cupel/product/solidity/solc"
)

const foundryName = "foundry.toml"

// foundry is a profile of foundry.toml.
type foundry struct {
	Src         string   `toml:"src"`
	Libs        []string `toml:"libs"`
	Remappings  []string `toml:"remappings"`
	Solc        string   `toml:"solc"`
	SolcVersion string   `toml:"solc_version"`
	Infer       *bool    `toml:"auto_detect_remappings"`
	ViaIR       bool     `toml:"via_ir"`
	EVMVersion  string   `toml:"evm_version"`
}

// foundry reads foundry.toml. A profile inherits what it does not say from the default one.
func (p *Project) foundry(text []byte, profile string) (settings, error) {
	profile = cmp.Or(profile, os.Getenv("FOUNDRY_PROFILE"), defaultProfile)
	var doc struct {
		Profile map[string]toml.Primitive `toml:"profile"`
	}
	meta, err := toml.Decode(string(text), &doc)
	var at toml.ParseError
	switch {
	case errors.As(err, &at):
		return settings{}, fmt.Errorf("%s:%d:%d: %s", p.Config, at.Position.Line, max(at.Position.Col, 1), at.Message)
	case err != nil:
		return settings{}, fmt.Errorf("%s: %s", p.Config, strings.TrimPrefix(err.Error(), "toml: "))
	}
	if _, ok := doc.Profile[profile]; !ok && profile != defaultProfile {
		return settings{}, fmt.Errorf("%s: there is no profile %s; choose one of those that it has, by --profile or FOUNDRY_PROFILE", p.Config, profile)
	}
	var f foundry
	for _, name := range []string{defaultProfile, profile} {
		if x, ok := doc.Profile[name]; ok {
			if err := meta.PrimitiveDecode(x, &f); err != nil {
				return settings{}, fmt.Errorf("%s: profile %s: %s", p.Config, name, strings.TrimPrefix(err.Error(), "toml: "))
			}
		}
	}
	src := f.Src
	if src == "" {
		if src = "src"; !exists(filepath.Join(p.Root, src)) && exists(filepath.Join(p.Root, "contracts")) {
			src = "contracts"
		}
	}
	p.Sources = filepath.Join(p.Root, src)
	p.ViaIR, p.EVMVersion = "no", f.EVMVersion
	if f.ViaIR {
		p.ViaIR = "yes"
	}
	key, version := "solc", f.Solc
	if version == "" {
		key, version = "solc_version", f.SolcVersion
	}
	if version != "" {
		why := keyAt(string(text), profile, key)
		if why == "" {
			why = keyAt(string(text), defaultProfile, key)
		}
		p.Compiler.Why = fmt.Sprintf("%s%s: %s = %q", p.Config, why, key, version)
		if v, err := solc.ParseVersion(version); err == nil {
			p.Compiler.Version = v.String()
		} else {
			p.Compiler.Path = filepath.Join(p.Root, version)
			if filepath.IsAbs(version) {
				p.Compiler.Path = version
			}
		}
	}
	s := settings{libs: f.Libs, remappings: f.Remappings, noInfer: f.Infer != nil && !*f.Infer}
	if f.Libs == nil {
		s.libs = []string{"lib"}
	}
	return s, nil
}

const defaultProfile = "default"

var (
	tomlSection = regexp.MustCompile(`^\s*\[\s*([^\[\]]+?)\s*\]`)
	tomlKey     = regexp.MustCompile(`^(\s*)([A-Za-z0-9_-]+)\s*=`)
)

// keyAt is :line:column of a key of a profile, "" where it is not plainly there.
func keyAt(text, profile, key string) string {
	section := ""
	for i, line := range strings.Split(text, "\n") {
		if m := tomlSection.FindStringSubmatch(line); m != nil {
			section = m[1]
		} else if m := tomlKey.FindStringSubmatch(line); m != nil && m[2] == key && section == "profile."+profile {
			return fmt.Sprintf(":%d:%d", i+1, len(m[1])+1)
		}
	}
	return ""
}
