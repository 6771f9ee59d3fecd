package program

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// String prints the operation on one line.
func (o Op) String() string {
	switch o.Kind {
	case OpAssume:
		return fmt.Sprintf("assume %v", o.Expr)
	case OpAssign:
		return fmt.Sprintf("%v := %v", o.Var, o.Expr)
	case OpHavoc:
		if o.Input != nil {
			return fmt.Sprintf("%v := %s#%d()", o.Var, o.Input.Callee, o.Input.ID)
		}
		return fmt.Sprintf("havoc %v", o.Var)
	case OpCheck:
		return fmt.Sprintf("check %v (%s)", o.Expr, o.Note)
	case OpAccess:
		switch {
		case o.Check == PointerRange:
			return fmt.Sprintf("point %v, %v from %v", o.Expr, o.Size, o.Origin)
		case o.Check == PointerEquality:
			return fmt.Sprintf("equal %v, %v with %v", o.Expr, o.Size, o.Origin)
		case o.Check == PointerOrder:
			return fmt.Sprintf("order %v, %v with %v", o.Expr, o.Size, o.Origin)
		case o.Origin != nil:
			return fmt.Sprintf("access %v, %v from %v", o.Expr, o.Size, o.Origin)
		}
		return fmt.Sprintf("access %v, %v", o.Expr, o.Size)
	case OpAlloc:
		return fmt.Sprintf("alloc %v, %v", o.Expr, o.Size)
	case OpFree:
		if o.Origin != nil {
			return fmt.Sprintf("free %v from %v", o.Expr, o.Origin)
		}
		return fmt.Sprintf("free %v", o.Expr)
	case OpCall:
		var b strings.Builder
		if o.Var != nil {
			fmt.Fprintf(&b, "%v := ", o.Var)
		}
		b.WriteString("call ")
		if o.Callee != nil {
			b.WriteString(o.Callee.Name)
		}
		for i, a := range o.Args {
			sep := ", "
			if i == 0 {
				sep = "("
			}
			fmt.Fprintf(&b, "%s%v", sep, a)
		}
		if len(o.Args) == 0 {
			b.WriteByte('(')
		}
		b.WriteByte(')')
		return b.String()
	case OpChoice:
		alts := make([]string, len(o.Alts))
		for i, alt := range o.Alts {
			alts[i] = opsString(alt)
		}
		return "choice { " + strings.Join(alts, " | ") + " }"
	}
	return fmt.Sprintf("op(%d)", o.Kind)
}

func opsString(ops []Op) string {
	if len(ops) == 0 {
		return "skip"
	}
	ss := make([]string, len(ops))
	for i, o := range ops {
		ss[i] = o.String()
	}
	return strings.Join(ss, "; ")
}

// String prints the edge with its operations on one line.
func (e *Edge) String() string {
	return fmt.Sprintf("L%d -> L%d: %s", e.Src.ID, e.Dst.ID, opsString(e.Ops))
}

// String returns L and the ID.
func (l *Location) String() string { return fmt.Sprintf("L%d", l.ID) }

// Dump prints the program for people: variables, objects, then every location
// with its outgoing edges.
func (p *Program) Dump(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "program %v\n", p.Model)
	dumpVars(b, p.Vars)
	dumpObjects(b, p.Objects)
	for _, l := range p.Locs {
		var marks []string
		if l == p.Init {
			marks = append(marks, "init")
		}
		if l == p.Error {
			marks = append(marks, "error")
		}
		dumpLocation(b, l, marks, func(l *Location) string { return l.String() })
	}
	return b.Flush()
}

// Dump prints the module for people, function by function.
func (m *Module) Dump(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "module %v\n", m.Model)
	dumpVars(b, m.Globals)
	dumpObjects(b, m.Objects)
	for _, fn := range m.Funcs {
		fmt.Fprintf(b, "func %s(", fn.Name)
		for i, v := range fn.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(v.Name)
		}
		b.WriteByte(')')
		if fn.Result != nil {
			fmt.Fprintf(b, " %v", fn.Result)
		}
		b.WriteByte('\n')
		if fn.Contract != nil {
			fn.Contract.dump(b)
		}
		dumpVars(b, fn.Locals)
		dumpObjects(b, fn.Objects)
		index := make(map[*Location]int, len(fn.Locs))
		for i, l := range fn.Locs {
			index[l] = i
		}
		name := func(l *Location) string {
			switch {
			case l == m.Error:
				return "ERROR"
			case l == m.Halt:
				return "HALT"
			}
			return fmt.Sprintf("L%d", index[l])
		}
		for _, l := range fn.Locs {
			var marks []string
			if l == fn.Entry {
				marks = append(marks, "entry")
			}
			if l == fn.Exit {
				marks = append(marks, "exit")
			}
			dumpLocation(b, l, marks, name)
		}
	}
	return b.Flush()
}

func dumpVars(b *bufio.Writer, vars []*Var) {
	for _, v := range vars {
		fmt.Fprintf(b, "  var %v : %v", v, v.Sort())
		if v.Signed {
			b.WriteString(" signed")
		}
		if v.CName != "" {
			fmt.Fprintf(b, " (%s)", v.CName)
		}
		b.WriteByte('\n')
	}
}

func dumpObjects(b *bufio.Writer, objects []*Object) {
	for _, o := range objects {
		fmt.Fprintf(b, "  object %s at %v, %d bytes\n", o.Name, o.Base, o.Size)
	}
}

func dumpLocation(b *bufio.Writer, l *Location, marks []string, name func(*Location) string) {
	if l.LoopHead {
		marks = append(marks, "loop head")
	}
	if l.Cut != "" {
		marks = append(marks, "cut: "+l.Cut)
	}
	fmt.Fprintf(b, "  %s %s", name(l), l.Func)
	if l.Pos.IsValid() {
		fmt.Fprintf(b, " %v", l.Pos)
	}
	if len(marks) > 0 {
		fmt.Fprintf(b, " (%s)", strings.Join(marks, ", "))
	}
	b.WriteByte('\n')
	for _, e := range l.Out {
		fmt.Fprintf(b, "    -> %s", name(e.Dst))
		if e.Pos.IsValid() {
			fmt.Fprintf(b, " at %v", e.Pos)
		}
		if e.Branch != nil {
			fmt.Fprintf(b, " [%s]", e.Branch.Value)
		}
		b.WriteByte('\n')
		for _, o := range e.Ops {
			fmt.Fprintf(b, "         %v\n", o)
		}
	}
}
