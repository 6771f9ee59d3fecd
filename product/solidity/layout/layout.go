package layout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cupel/internal/inputfile"
	"cupel/product/solidity/solc"
)

// A Project is a directory with contracts and what its configuration says.
type Project struct {
	Root   string // relative to the current directory where it is below that
	Config string // the configuration; "": there is none
	// Sources is the directory of the project's own contracts.
	Sources string
	Imports solc.Imports
	// Compiler is what the configuration says of the version.
	Compiler solc.Choice
	// ViaIR is yes or no; "": not said.
	ViaIR      string
	EVMVersion string

	libs []string // directories, absolute
}

// hardhat are the names of Hardhat's configuration.
var hardhat = []string{"hardhat.config.ts", "hardhat.config.js", "hardhat.config.cjs", "hardhat.config.mjs", "hardhat.config.cts", "hardhat.config.mts"}

// Find finds the project of a file or directory: the next directory upwards with a configuration, within the repository.
// Without one it is the directory itself for a directory, and nil for a file. Profile is that of foundry.toml; "": as
// FOUNDRY_PROFILE says, or default.
func Find(at, profile string) (*Project, error) {
	info, err := os.Stat(at)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: cannot be read: %w; check the path", at, err)
	}
	start, err := filepath.Abs(at)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		start = filepath.Dir(start)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		p := &Project{Root: shown(at, dir)}
		for _, name := range append(append([]string{foundryName}, hardhat...), remappingsName) {
			if file := filepath.Join(p.Root, name); isFile(file) {
				p.Config = file
				return p, p.read(name, profile)
			}
		}
		if dir == filepath.Dir(dir) || exists(filepath.Join(dir, ".git")) {
			break
		}
	}
	if !info.IsDir() {
		return nil, nil
	}
	p := &Project{Root: filepath.Clean(at), Sources: filepath.Clean(at)}
	return p, p.configure(settings{libs: []string{"lib"}})
}

// read reads the configuration of the given name.
func (p *Project) read(name, profile string) error {
	s := settings{libs: []string{"lib"}}
	var text []byte
	var err error
	if name != remappingsName {
		if text, err = inputfile.Read(p.Config, inputfile.Text); err != nil {
			return fmt.Errorf("%s: cannot be read: %w", p.Config, err)
		}
	}
	switch name {
	case remappingsName:
	case foundryName:
		s, err = p.foundry(text, profile)
	default:
		s = p.hardhat(text)
	}
	if err != nil {
		return err
	}
	if p.Sources == "" {
		p.Sources = p.Root
	}
	return p.configure(s)
}

// settings are what configurations say besides what is kept as it is.
type settings struct {
	libs       []string // relative to the root
	remappings []string // with their targets relative to the root
	noInfer    bool     // libraries have no names without remappings
}

// configure makes the imports and the directories of libraries.
func (p *Project) configure(s settings) error {
	p.Imports.Base = p.Root
	more, err := remappingsOf(p.Root)
	if err != nil {
		return err
	}
	// Of two remappings of a prefix the last counts: the configuration's.
	for _, r := range append(more, s.remappings...) {
		m, err := solc.ParseRemapping(r)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Config, err)
		}
		m.Target = filepath.ToSlash(m.Target)
		p.Imports.Remappings = append(p.Imports.Remappings, m)
	}
	for _, lib := range append(slices.Clone(s.libs), "node_modules") {
		dir := filepath.Join(p.Root, lib)
		if filepath.IsAbs(lib) {
			dir = lib
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		if slices.Contains(p.libs, abs) {
			continue
		}
		p.libs = append(p.libs, abs)
		if exists(dir) && lib != "node_modules" { // imports look into that anyway
			p.Imports.Include = append(p.Imports.Include, dir)
		}
	}
	if !s.noInfer {
		p.Imports.Packages = packages(p.Root, s.libs)
	}
	return nil
}

// Library reports whether a file belongs to a library of the project, or to a package for Node.js.
func (p *Project) Library(file string) bool {
	abs, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	for _, lib := range p.libs {
		if rel, err := filepath.Rel(lib, abs); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return InNodeModules(abs)
}

// InNodeModules reports whether a file is part of a package for Node.js.
func InNodeModules(file string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(file), "/"), "node_modules")
}

// Contracts lists the project's contracts in and below a directory; tests and scripts, by their names, are none.
func (p *Project) Contracts(dir string) ([]string, error) {
	var files []string
	seen := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if seen++; seen > maxFiles {
			return fmt.Errorf("more than %d files; name a directory with fewer", maxFiles)
		}
		name := d.Name()
		switch {
		case d.IsDir() && path != dir && (strings.HasPrefix(name, ".") || p.Library(path)):
			return filepath.SkipDir
		case d.IsDir(), filepath.Ext(name) != ".sol", strings.HasSuffix(name, ".t.sol"), strings.HasSuffix(name, ".s.sol"):
			return nil
		}
		files = append(files, path)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no contract (.sol); name another directory or files", dir)
	}
	return files, nil
}

// shown is a directory as messages have it: relative to the current one where the user names paths so, or it is below that.
func shown(at, dir string) string {
	wd, err := os.Getwd()
	if err != nil {
		return dir
	}
	if rel, err := filepath.Rel(wd, dir); err == nil && (!filepath.IsAbs(at) || filepath.IsLocal(rel)) {
		return rel
	}
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
