package c

import (
	"bytes"
	"context"
	"errors"
	"maps"

	"cupel/core/program"
	"cupel/frontend/c/link"
)

// A Unit is one of the translation units of a program.
type Unit struct {
	Path   string
	Text   []byte   // nil: the file's contents
	Dirs   []string // Options.Dirs and Options.Before of the unit
	Before string
}

// LowerUnits translates a program of several translation units to a module, as Lower does
// one of a single unit. The Dirs and Before of o are not looked at.
func LowerUnits(ctx context.Context, units []Unit, o Options) (*program.Module, []Diagnostic, error) {
	o = o.withDefaults()
	if len(units) == 1 {
		o.Dirs, o.Before = units[0].Dirs, units[0].Before
		return Lower(ctx, units[0].Path, units[0].Text, o)
	}
	path := units[0].Path
	x, err := linked(ctx, units, o)
	if err != nil {
		return nil, nil, err
	}
	o.Dirs, o.Before = nil, ""
	ast, err := parse(ctx, path, x.text, "", o)
	if err != nil {
		return nil, nil, x.mapped(path, err)
	}
	m, diags, err := lower(ctx, path, &unit{ast: ast, text: x.text, expanded: x}, o)
	for _, u := range units[1:] {
		if m != nil {
			m.Files = append(m.Files, u.Path)
		}
	}
	return m, diags, err
}

// linked is the merged text of a program of several units, with positions in many files.
func linked(ctx context.Context, units []Unit, o Options) (*expansion, error) {
	var xs []*expansion
	var in []link.Unit
	for _, u := range units {
		src, err := source(u.Path, u.Text)
		if err != nil {
			return nil, err
		}
		o.Dirs, o.Before = u.Dirs, u.Before
		x, err := alone(ctx, u.Path, src, o)
		if err != nil {
			return nil, err
		}
		xs, in = append(xs, x), append(in, link.Unit{Name: u.Path, Text: x.text})
	}
	texts, err := link.Texts(in)
	if e := (*link.Error)(nil); errors.As(err, &e) {
		at := func(unit, offset int) program.Pos {
			text := xs[unit].text[:offset]
			return xs[unit].pos(program.Pos{File: units[unit].Path, Line: bytes.Count(text, []byte("\n")) + 1, Col: len(text) - bytes.LastIndexByte(text, '\n')})
		}
		bad := &Error{Pos: at(e.Unit, e.At), Msg: e.Msg, Err: err, Unsupported: e.Unsupported}
		if e.AlsoUnit >= 0 {
			bad.Msg += "; the other one is at " + at(e.AlsoUnit, e.Also).String()
		}
		return nil, bad
	}
	if err != nil {
		return nil, err
	}
	all := &expansion{files: map[string][][]byte{}}
	for i, x := range xs {
		all.text = append(all.text, texts[i]...)
		all.at = append(all.at, x.at...)
		maps.Copy(all.files, x.files)
	}
	all.lines = bytes.Split(all.text, []byte("\n"))
	return all, nil
}

// alone is the expansion of a unit that passes the front end by itself.
func alone(ctx context.Context, path string, src []byte, o Options) (*expansion, error) {
	told := o
	told.Opened = nil
	u, err := read(ctx, path, src, told)
	if err != nil {
		return nil, err
	}
	if u.expanded != nil && o.Opened == nil {
		return u.expanded, nil
	}
	x, err := expandWatched(ctx, path, src, o)
	if err != nil {
		return nil, &Error{Pos: program.Pos{File: path}, Msg: "the program cannot be linked with others: " + err.Error(), Err: err, Unsupported: true}
	}
	return x, nil
}
