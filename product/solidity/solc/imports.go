package solc

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cupel/internal/inputfile"
)

// Imports say where the sources are that imports name.
type Imports struct {
	// Base is the directory that names of sources are relative to; "": the current one.
	Base string
	// Include are further directories of imports that are not relative.
	Include    []string
	Remappings []Remapping
	// Packages are where libraries are by their names, behind the remappings.
	Packages []Package
}

// Remapping replaces Prefix by Target in imports of sources whose names begin with Context.
type Remapping struct{ Context, Prefix, Target string }

// ParseRemapping reads CONTEXT:PREFIX=TARGET; CONTEXT: may be left out.
func ParseRemapping(s string) (Remapping, error) {
	from, to, ok := strings.Cut(s, "=")
	r := Remapping{Prefix: from, Target: to}
	if context, prefix, has := strings.Cut(from, ":"); has {
		r.Context, r.Prefix = context, prefix
	}
	if !ok || r.Prefix == "" {
		return Remapping{}, fmt.Errorf("%q is no remapping; write PREFIX=PATH or CONTEXT:PREFIX=PATH", s)
	}
	return r, nil
}

// Package is a library: an import NAME/REST is REST in the first of the directories that has it.
type Package struct {
	Context string // of sources whose names begin with it
	Name    string
	Dirs    []string // relative to Imports.Base, or absolute
}

// remapped applies the remapping that the compiler would: the longest context, then the longest prefix, then the last.
func (m *Imports) remapped(from, target string) (string, bool) {
	best := -1
	for i, r := range m.Remappings {
		if !strings.HasPrefix(from, r.Context) || !strings.HasPrefix(target, r.Prefix) {
			continue
		}
		if best < 0 || cmp.Or(cmp.Compare(len(r.Context), len(m.Remappings[best].Context)), cmp.Compare(len(r.Prefix), len(m.Remappings[best].Prefix))) >= 0 {
			best = i
		}
	}
	if best < 0 {
		return target, false
	}
	r := m.Remappings[best]
	return r.Target + strings.TrimPrefix(target, r.Prefix), true
}

// at is the path of a name.
func (m *Imports) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(m.Base, name)
}

// found is a source that an import means.
type found struct{ name, path string }

// find looks for what a source imports; the second result are the places that were looked at.
func (m *Imports) find(from found, target string) (*found, []string) {
	full := absolute(target, from.name)
	name, mapped := m.remapped(from.name, full)
	if full != target && !mapped { // relative
		p := filepath.Join(filepath.Dir(from.path), filepath.FromSlash(target))
		return m.first([]found{{full, p}})
	}
	tries := []found{{path.Clean(name), m.at(name)}}
	if !mapped {
		for _, k := range m.Packages {
			if rest, ok := strings.CutPrefix(target, k.Name+"/"); ok && strings.HasPrefix(from.name, k.Context) {
				for _, d := range k.Dirs {
					n := path.Join(filepath.ToSlash(d), rest)
					tries = append(tries, found{n, m.at(n)})
				}
			}
		}
	}
	if !filepath.IsAbs(name) {
		for _, d := range m.Include {
			tries = append(tries, found{name, filepath.Join(d, name)})
		}
		dir := filepath.Dir(from.path)
		if abs, err := filepath.Abs(dir); err == nil { // as Node.js does
			for up := abs; ; up = filepath.Dir(up) {
				if filepath.Base(up) != nodeModules {
					tries = append(tries, found{name, filepath.Join(up, nodeModules, name)})
				}
				if up == filepath.Dir(up) {
					break
				}
			}
		}
		tries = append(tries, found{name, filepath.Join(dir, name)})
	}
	return m.first(tries)
}

// nodeModules are directories of packages for Node.js.
const nodeModules = "node_modules"

func (m *Imports) first(tries []found) (*found, []string) {
	var looked []string
	for _, t := range tries {
		if info, err := os.Stat(t.path); err == nil && !info.IsDir() {
			return &t, nil
		}
		looked = append(looked, t.path)
	}
	return nil, looked
}

// absolute is the name that the compiler makes of an import, before remappings.
func absolute(target, from string) string {
	first, _, _ := strings.Cut(target, "/")
	if first != "." && first != ".." {
		return target
	}
	dir := path.Dir(from)
	for _, part := range strings.Split(target, "/") {
		switch part {
		case ".", "":
		case "..":
			dir = path.Dir(dir)
		default:
			dir = path.Join(dir, part)
		}
	}
	return dir
}

var importPath = regexp.MustCompile(`\bimport\b[^;"']*["']([^"']+)["']`)

// Gather reads files and what they import, directly or not. The names of sources are those that the compiler gives them.
func Gather(files []string, m Imports) (Input, []Pragma, error) {
	g := &gathering{m: &m, in: Input{Sources: map[string]string{}, Files: map[string]string{}}, paths: map[string]string{}, names: map[string]string{}}
	for _, f := range files {
		if err := g.add(found{m.name(f), f}); err != nil {
			return Input{}, nil, err
		}
	}
	for name, p := range g.paths {
		if s := Shown(p); s != name && g.names[p] == name {
			g.in.Files[name] = s
		}
	}
	return g.in, g.pragmas, nil
}

// name is the name of a file: its path relative to the base, or where it is not below that its absolute path.
func (m *Imports) name(file string) string {
	if m.Base == "" && filepath.IsLocal(file) {
		return filepath.ToSlash(filepath.Clean(file))
	}
	base, err1 := filepath.Abs(m.Base)
	abs, err2 := filepath.Abs(file)
	if err1 != nil || err2 != nil {
		return filepath.ToSlash(filepath.Clean(file))
	}
	if rel, err := filepath.Rel(base, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// Shown is a path as messages have it: relative to the current directory where it is below that.
func Shown(p string) string {
	wd, err1 := os.Getwd()
	abs, err2 := filepath.Abs(p)
	if err1 == nil && err2 == nil {
		if rel, err := filepath.Rel(wd, abs); err == nil && filepath.IsLocal(rel) {
			p = rel
		}
	}
	return filepath.ToSlash(filepath.Clean(p))
}

// gathering is a call of Gather.
type gathering struct {
	m       *Imports
	in      Input
	paths   map[string]string // by name
	names   map[string]string // the first name, by path
	pragmas []Pragma
}

func (g *gathering) add(f found) error {
	if _, ok := g.in.Sources[f.name]; ok {
		return nil
	}
	if len(g.in.Sources) >= maxSources {
		return fmt.Errorf("more than %d source files", maxSources)
	}
	text, err := inputfile.Read(f.path, maxSource)
	if err != nil {
		return unreadable(f.path, err)
	}
	g.in.Sources[f.name], g.paths[f.name] = string(text), f.path
	if g.names[f.path] == "" {
		g.names[f.path] = f.name
	}
	where := Shown(f.path)
	ps, err := Pragmas(where, text)
	if err != nil {
		return err
	}
	g.pragmas = append(g.pragmas, ps...)
	for _, at := range importPath.FindAllSubmatchIndex(withoutComments(text), -1) {
		target := string(text[at[2]:at[3]])
		to, looked := g.m.find(f, target)
		if to == nil {
			return fmt.Errorf("%s: %s is imported, which is not found at %s; install the library, or say where it is with --remap PREFIX=PATH or --include-path DIR",
				place(where, text, at[2]), target, strings.Join(looked, ", "))
		}
		if p, ok := g.paths[to.name]; ok && p != to.path && !inputfile.Same(p, to.path) { // two packages of one name
			to.name = g.m.name(to.path)
		}
		if full := absolute(target, f.name); full != to.name {
			// The context is the source itself, so that no other remapping comes before it.
			if r := f.name + ":" + full + "=" + to.name; !slices.Contains(g.in.Remappings, r) {
				g.in.Remappings = append(g.in.Remappings, r)
			}
		}
		if err := g.add(*to); err != nil {
			return err
		}
	}
	return nil
}
