package c

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cupel/core/program"
	"cupel/frontend/c/link"
)

// A Unit is one of the translation units of a program.
type Unit struct {
	Path   string
	Text   []byte   // nil: the file's contents
	Dirs   []string // Options.Dirs, Options.Before and Options.Standard of the unit
	Before string
	Standard
}

// LowerUnits translates a program of several translation units to a module, as Lower does
// one of a single unit. The Dirs, Before and Standard of o are not looked at.
func LowerUnits(ctx context.Context, units []Unit, o Options) (*program.Module, []Diagnostic, error) {
	units = slices.Clone(units)
	var said []Diagnostic
	for i, u := range units {
		text, err := source(u.Path, u.Text)
		if err != nil {
			return nil, nil, err
		}
		var diags []Diagnostic
		units[i].Text, diags = unread(u.Path, text)
		said = append(said, diags...)
	}
	m, diags, err := lowerUnits(ctx, units, o)
	return m, append(diags, said...), err
}

func lowerUnits(ctx context.Context, units []Unit, o Options) (*program.Module, []Diagnostic, error) {
	o = o.withDefaults()
	if len(units) == 1 {
		o.Dirs, o.Before, o.Standard = units[0].Dirs, units[0].Before, units[0].Standard
		return Lower(ctx, units[0].Path, units[0].Text, o)
	}
	path := units[0].Path
	x, renamed, err := linked(ctx, units, o)
	if err != nil {
		return nil, nil, err
	}
	// A property about a function applies to those of its name in all files.
	failing := slices.Clone(o.ErrorFunctions)
	for _, r := range renamed {
		if slices.Contains(o.ErrorFunctions, r.Old) {
			failing = append(failing, r.New)
		}
	}
	o.ErrorFunctions = failing
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
	for _, r := range renamed {
		if r.Old == o.Entry {
			diags = append(diags, Diagnostic{Pos: r.pos, Kind: Warning,
				Msg: fmt.Sprintf("the program starts in another function %s; this one, which is static, has the name %s", r.Old, r.New)})
		}
	}
	return m, diags, err
}

// renaming is of a static function that has another name in a linked text.
type renaming struct {
	link.Renaming
	pos program.Pos
}

// linked is the text of a program of several units, whose lines are those of many files.
func linked(ctx context.Context, units []Unit, o Options) (*expansion, []renaming, error) {
	var xs []*expansion
	var in []link.Unit
	for _, u := range units {
		src, err := source(u.Path, u.Text)
		if err != nil {
			return nil, nil, err
		}
		o.Dirs, o.Before, o.Standard = u.Dirs, u.Before, u.Standard
		x, err := alone(ctx, u.Path, src, o)
		if err != nil {
			return nil, nil, err
		}
		xs, in = append(xs, x), append(in, link.Unit{Name: u.Path, Text: x.text})
	}
	texts, names, err := link.Texts(in)
	at := func(unit, offset int) program.Pos {
		text := xs[unit].text[:offset]
		return xs[unit].pos(program.Pos{File: units[unit].Path, Line: bytes.Count(text, []byte("\n")) + 1, Col: len(text) - bytes.LastIndexByte(text, '\n')})
	}
	if e := (*link.Error)(nil); errors.As(err, &e) {
		bad := &Error{Pos: at(e.Unit, e.At), Msg: e.Msg, Err: err, Unsupported: e.Unsupported}
		if e.AlsoUnit >= 0 {
			bad.Msg += "; the other one is at " + at(e.AlsoUnit, e.Also).String()
		}
		return nil, nil, bad
	}
	if err != nil {
		return nil, nil, err
	}
	var renamed []renaming
	for _, n := range names {
		renamed = append(renamed, renaming{n, at(n.Unit, n.At)})
	}
	all := &expansion{files: map[string][][]byte{}}
	for i, x := range xs {
		all.text = append(all.text, texts[i]...)
		all.at = append(all.at, x.at...)
		maps.Copy(all.files, x.files)
	}
	all.lines = bytes.Split(all.text, []byte("\n"))
	return all, renamed, nil
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
	x, err := expanded(ctx, path, src, o)
	if err != nil {
		return nil, &Error{Pos: program.Pos{File: path}, Msg: "the program cannot be linked with others: " + err.Error(), Err: err, Unsupported: true}
	}
	return x, nil
}
