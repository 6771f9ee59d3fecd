package cfa

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Write prints a program in the CFA language: a main process whose locations are
// called L0, L1, ... by their identifiers. Checks become assumptions, as engines
// see them. The error is an *Error when something has no counterpart in the
// language: choices, memory operations, cuts, or an operator.
//
// Reading the text gives a program with the same executions behind one more edge
// from the initial location.
func Write(w io.Writer, p *program.Program) error {
	x := &writer{names: map[string]bool{}, of: map[*program.Var]string{}}
	x.term.symbols = map[*logic.Term]string{}
	x.term.fresh = func() string { return x.unique("bound", "bound") }
	x.printf("main process %s {\n", x.unique(p.Init.Func, "main"))
	for _, v := range p.Vars {
		name := x.unique(v.Name, "v")
		x.of[v], x.term.symbols[v.Sym] = name, name
		x.printf("\tvar %s : %s\n", name, typeName(v.Sort()))
	}
	for _, l := range p.Locs {
		kind := ""
		switch {
		case l.Cut != "":
			return unsupported(l.Pos, "%v is the end of the model (%s), which the CFA language does not support", l, l.Cut)
		case l == p.Error:
			kind = "error "
		case l == p.Init:
			kind = "init "
		}
		x.printf("\t%sloc L%d\n", kind, l.ID)
	}
	if p.Init == p.Error {
		x.printf("\tinit loc start\n\tstart -> L%d\n", p.Error.ID)
	}
	for _, e := range p.Edges {
		if err := x.edge(e); err != nil {
			return err
		}
	}
	x.printf("}\n")
	out := bufio.NewWriter(w)
	if _, err := out.WriteString(x.b.String()); err != nil {
		return err
	}
	return out.Flush()
}

// writer prints programs.
type writer struct {
	b     strings.Builder
	names map[string]bool // taken
	of    map[*program.Var]string
	term  termWriter
}

func (x *writer) printf(format string, args ...any) { fmt.Fprintf(&x.b, format, args...) }

// unique turns a name into one of the language that is not taken.
func (x *writer) unique(name, otherwise string) string {
	name = strings.Map(func(r rune) rune {
		if r < 128 && (letter(byte(r)) || digit(byte(r))) {
			return r
		}
		return '_'
	}, name)
	switch {
	case name == "":
		name = otherwise
	case digit(name[0]) || reserved[name]:
		name = otherwise + "_" + name
	}
	base := name
	for i := 2; x.names[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	x.names[name] = true
	return name
}

func (x *writer) edge(e *program.Edge) error {
	x.printf("\tL%d -> L%d {\n", e.Src.ID, e.Dst.ID)
	for i := range e.Ops {
		op := &e.Ops[i]
		pos := op.Pos
		if !pos.IsValid() {
			pos = e.Pos
		}
		text := ""
		var err error
		switch op.Kind {
		case program.OpAssume, program.OpCheck:
			text, err = x.term.text(op.Expr, pos)
			text = "assume " + text
		case program.OpAssign:
			text, err = x.term.text(op.Expr, pos)
			text = x.of[op.Var] + " := " + text
		case program.OpHavoc:
			text = "havoc " + x.of[op.Var]
		default:
			err = unsupported(pos, "the CFA language does not support the operation %v", op.Kind)
		}
		if err != nil {
			return err
		}
		x.printf("\t\t%s\n", text)
	}
	x.printf("\t}\n")
	return nil
}
