package layout

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"cupel/internal/inputfile"
	"cupel/product/solidity/solc"
)

const remappingsName = "remappings.txt"

// remappingsOf reads remappings.txt in a directory; without one there are none.
func remappingsOf(dir string) (out []string, err error) {
	file := filepath.Join(dir, remappingsName)
	if !isFile(file) {
		return nil, nil
	}
	text, err := inputfile.Read(file, inputfile.Text)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", file, err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := solc.ParseRemapping(line); err != nil {
			return nil, fmt.Errorf("%s:%d:1: %w", file, i+1, err)
		}
		out = append(out, line)
	}
	return out, nil
}

// packages are the libraries in directories of a project by their names, as forge infers remappings: those that are
// less deep come first, and the sources of a library are in src, contracts or the library itself. What libraries say
// of their own imports comes before that for themselves, and last for all others.
func packages(root string, libs []string) []solc.Package {
	var own, inferred, others []solc.Package
	type level struct {
		dir   string // relative to the root
		depth int
	}
	var queue []level
	for _, lib := range libs {
		if filepath.IsLocal(lib) && lib != "node_modules" {
			queue = append(queue, level{filepath.ToSlash(filepath.Clean(lib)), 0})
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		in := queue[0]
		entries, err := os.ReadDir(filepath.Join(root, in.dir))
		if err != nil {
			continue
		}
		for _, e := range entries {
			dir := path.Join(in.dir, e.Name())
			if strings.HasPrefix(e.Name(), ".") || isFile(filepath.Join(root, dir)) || len(inferred) >= maxLibraries {
				continue
			}
			inferred = append(inferred, solc.Package{Name: e.Name(), Dirs: []string{path.Join(dir, "src"), path.Join(dir, "contracts"), dir}})
			for _, r := range said(filepath.Join(root, dir)) {
				name, ok := strings.CutSuffix(r.Prefix, "/")
				if !ok || r.Context != "" || path.IsAbs(r.Target) {
					continue
				}
				p := solc.Package{Name: name, Dirs: []string{path.Join(dir, r.Target)}}
				others = append(others, p)
				p.Context = dir + "/"
				own = append(own, p)
			}
			if in.depth < maxNested {
				queue = append(queue, level{path.Join(dir, "lib"), in.depth + 1})
			}
		}
	}
	return append(append(own, inferred...), others...)
}

// said are the remappings of a library for itself; mistakes in them are its own affair.
func said(dir string) (out []solc.Remapping) {
	lines, err := remappingsOf(dir)
	if err != nil {
		lines = nil
	}
	if text, err := inputfile.Read(filepath.Join(dir, foundryName), inputfile.Text); err == nil {
		var doc struct {
			Profile map[string]struct {
				Remappings []string `toml:"remappings"`
			} `toml:"profile"`
		}
		if _, err := toml.Decode(string(text), &doc); err == nil {
			lines = append(lines, doc.Profile[defaultProfile].Remappings...)
		}
	}
	for _, l := range lines {
		if r, err := solc.ParseRemapping(l); err == nil {
			out = append(out, r)
		}
	}
	return out
}
