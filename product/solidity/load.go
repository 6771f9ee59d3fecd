package solidity

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cupel/internal/inputfile"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/layout"
	"cupel/product/solidity/solc"
)

// A Unit is what one compiler is given: files with all that they import.
type Unit struct {
	Files []string
	// Options are those for the unit, with what its project says.
	Options Options
	// Program is nil before Load.
	Program *ast.Program

	input    *solc.Input // nil: build information
	compiler *solc.Compiler
}

// Units finds what files and directories stand for: sources, directories with sources, projects, or one build-info file
// (.json). Files of a project that need different compilers are different units.
func Units(ctx context.Context, paths []string, o Options) ([]*Unit, error) {
	if len(paths) == 1 && strings.EqualFold(filepath.Ext(paths[0]), ".json") {
		return []*Unit{{Files: paths, Options: o}}, nil
	}
	var units []*Unit
	groups, err := split(paths, o.Profile)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		files, err := contracts(g.project, g.paths)
		if err != nil {
			return nil, err
		}
		more, err := compilations(ctx, files, o.within(g.project))
		if err != nil {
			return nil, err
		}
		units = append(units, more...)
	}
	return units, nil
}

// group is paths of one project, or without one.
type group struct {
	project *layout.Project // nil: none
	paths   []string
}

// split gathers paths of the same project, files without one together.
func split(paths []string, profile string) (groups []group, err error) {
	at := map[string]int{}
	for _, path := range paths {
		p, err := layout.Find(path, profile)
		if err != nil {
			return nil, err
		}
		root := ""
		if p != nil {
			root = p.Root
		}
		i, ok := at[root]
		if !ok {
			i = len(groups)
			at[root] = i
			groups = append(groups, group{project: p})
		}
		groups[i].paths = append(groups[i].paths, path)
	}
	return groups, nil
}

// contracts are the files that paths stand for: those of a directory, and those of its sources for the root of a project.
func contracts(p *layout.Project, paths []string) (files []string, err error) {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() { // what cannot be read is found later
			files = append(files, path)
			continue
		}
		dir := filepath.Clean(path)
		if inputfile.Same(dir, p.Root) {
			dir = p.Sources
		}
		more, err := p.Contracts(dir)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// within are the options with what a project says where the user does not; nil: none.
func (o Options) within(p *layout.Project) Options {
	o.library = layout.InNodeModules
	if p == nil {
		return o
	}
	m := p.Imports
	m.Remappings = append(slices.Clone(m.Remappings), o.Imports.Remappings...)
	m.Include = append(slices.Clone(o.Imports.Include), m.Include...)
	if o.Imports.Base != "" {
		m.Base = o.Imports.Base
	}
	o.Imports, o.library = m, p.Library
	if o.Compiler.Path == "" && o.Compiler.Version == "" {
		o.Compiler = p.Compiler
	}
	if o.ViaIR == "" {
		o.ViaIR = p.ViaIR
	}
	o.evmVersion = p.EVMVersion
	return o
}

// compilations divides files by the compilers that the pragmas of each, with all that it imports, ask for. A contract
// is verified in one of them.
func compilations(ctx context.Context, files []string, o Options) (units []*Unit, err error) {
	defer func() {
		owner := map[string]*Unit{}
		for _, u := range units {
			for _, f := range u.Files {
				owner[solc.Shown(f)] = u
			}
		}
		for _, u := range units {
			library := u.Options.library
			u.Options.library = func(file string) bool {
				if o := owner[file]; o != nil {
					return o != u
				}
				return !o.Libraries && library(file)
			}
		}
	}()
	for _, file := range files {
		in, pragmas, err := solc.Gather([]string{file}, o.Imports)
		if err != nil {
			return nil, err
		}
		c, err := solc.Find(ctx, o.Compiler, pragmas)
		if err != nil && o.Compiler.Why == "" && o.Compiler.Version == "" {
			err = solc.Explain(err, pragmas)
		}
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(units, func(u *Unit) bool { return u.compiler.String() == c.String() && u.input.Agrees(&in) })
		if i < 0 {
			in.EVMVersion = o.evmVersion
			units = append(units, &Unit{Files: []string{file}, Options: o, input: &in, compiler: c})
			continue
		}
		units[i].Files = append(units[i].Files, file)
		units[i].input.Add(&in)
	}
	return units, nil
}

// Load compiles a unit, or reads its build information.
func (u *Unit) Load(ctx context.Context) error {
	var out *solc.Output
	if u.input == nil {
		var err error
		if out, err = solc.ReadBuild(u.Files[0]); err != nil {
			return err
		}
	} else {
		outs, err := u.compiler.Compile(ctx, *u.input)
		if err != nil {
			return err
		}
		out = outs[0]
	}
	p, err := decode(out)
	u.Program = p
	return err
}

// Inputs are the files that a unit is made of.
func (u *Unit) Inputs() []string {
	if u.input == nil {
		return u.Files
	}
	var out []string
	for name := range u.input.Sources {
		out = append(out, cmp.Or(u.input.Files[name], name))
	}
	slices.Sort(out)
	return out
}

// Digest identifies what a unit is made of: its sources and their compiler. Build information is the file.
func (u *Unit) Digest() (parts []string) {
	if u.input == nil {
		return nil
	}
	parts = append(u.input.Parts(), u.compiler.String(), fmt.Sprint(u.Options.ViaIR))
	for _, name := range slices.Sorted(maps.Keys(u.input.Sources)) { // whose contracts are verified
		parts = append(parts, fmt.Sprint(u.Options.library != nil && u.Options.library(name)))
	}
	return parts
}

// Sources are the texts of a unit, in order, for which sources are not compiled.
func (u *Unit) Sources(ctx context.Context) (out []Source, err error) {
	if u.input == nil {
		if err := u.Load(ctx); err != nil {
			return nil, err
		}
		for _, s := range u.Program.Units {
			out = append(out, Source{s.Path, s.Text})
		}
		return out, nil
	}
	for _, name := range slices.Sorted(maps.Keys(u.input.Sources)) {
		out = append(out, Source{name, u.input.Sources[name]})
	}
	return out, nil
}

func decode(out *solc.Output) (*ast.Program, error) {
	if err := out.Err(); err != nil {
		return nil, err
	}
	return ast.Decode(out)
}
