package boogie

import (
	"bufio"
	"io"
	"strings"
)

// Print writes the program as text that Parse and Boogie accept.
func Print(w io.Writer, p *Program) error {
	pr := &printer{w: bufio.NewWriter(w), functions: map[string]bool{}}
	for _, d := range p.Decls {
		if f, ok := d.(*Function); ok {
			pr.functions[f.Name] = true
		}
	}
	for i, d := range p.Decls {
		if _, proc := d.(*Procedure); i > 0 && proc {
			pr.text("\n")
		}
		pr.decl(d)
	}
	return pr.w.Flush()
}

// String is the program as text.
func (p *Program) String() string {
	var b strings.Builder
	_ = Print(&b, p) // strings.Builder does not fail
	return b.String()
}

// ExprString is an expression as text.
func ExprString(e Expr) string {
	var b strings.Builder
	pr := &printer{w: bufio.NewWriter(&b)}
	pr.expr(e, 0)
	_ = pr.w.Flush() // strings.Builder does not fail
	return b.String()
}

// printer writes program text; write errors are returned by Flush.
type printer struct {
	w         *bufio.Writer
	indent    int
	functions map[string]bool // of the program
}

func (pr *printer) text(s ...string) {
	for _, x := range s {
		_, _ = pr.w.WriteString(x) // Flush returns the error
	}
}

func (pr *printer) line(s ...string) {
	for range pr.indent {
		pr.text("  ")
	}
	pr.text(s...)
}

func (pr *printer) attrs(as Attributes) {
	for _, a := range as {
		pr.text("{:", a.Name)
		for i, x := range a.Args {
			if i > 0 {
				pr.text(",")
			}
			pr.text(" ")
			pr.expr(x, 0)
		}
		pr.text("} ")
	}
}

func typeParams(ps []string) string {
	if len(ps) == 0 {
		return ""
	}
	return "<" + joinIdents(ps) + ">"
}

// variable is a name with its type, or the type of a parameter without name.
func (pr *printer) variable(v *Variable) {
	if !v.Const {
		pr.attrs(v.Attrs)
	}
	switch {
	case v.Type == nil: // of a let expression
		pr.text(quoteIdent(v.Name))
	case v.Name != "":
		pr.text(quoteIdent(v.Name), ": ", v.Type.String())
	default:
		pr.text(v.Type.String())
	}
	if v.Where != nil {
		pr.text(" where ")
		pr.expr(v.Where, 0)
	}
}

func (pr *printer) order(o *Order) {
	if o == nil {
		return
	}
	if o.Extends {
		pr.text(" extends")
	}
	for i, p := range o.Parents {
		if i > 0 {
			pr.text(",")
		}
		if p.Unique {
			pr.text(" unique")
		}
		pr.text(" ", quoteIdent(p.Name.Name))
	}
	if o.Complete {
		pr.text(" complete")
	}
}

func (pr *printer) variables(vs []*Variable) {
	for i, v := range vs {
		if i > 0 {
			pr.text(", ")
		}
		pr.variable(v)
	}
}

func (pr *printer) decl(d Decl) {
	switch d := d.(type) {
	case *TypeDecl:
		pr.text("type ")
		pr.attrs(d.Attrs)
		if d.Finite {
			pr.text("finite ")
		}
		pr.text(quoteIdent(d.Name))
		for _, p := range d.Params {
			pr.text(" ", quoteIdent(p))
		}
		if d.Body != nil {
			pr.text(" = ", d.Body.String())
		}
		pr.text(";\n")
	case *Datatype:
		pr.text("datatype ")
		pr.attrs(d.Attrs)
		pr.text(quoteIdent(d.Name), typeParams(d.Params), " {")
		for i, c := range d.Constructors {
			if i > 0 {
				pr.text(",")
			}
			pr.text(" ", quoteIdent(c.Name), "(")
			pr.variables(c.Fields)
			pr.text(")")
		}
		pr.text(" }\n")
	case *Variable:
		if d.Const {
			pr.text("const ")
			pr.attrs(d.Attrs)
			if d.Unique {
				pr.text("unique ")
			}
		} else {
			pr.text("var ")
		}
		pr.variable(d)
		pr.order(d.Order)
		pr.text(";\n")
	case *Function:
		pr.text("function ")
		pr.attrs(d.Attrs)
		pr.text(quoteIdent(d.Name), typeParams(d.TypeParams), "(")
		pr.variables(d.Params)
		pr.text(") returns (")
		pr.variable(d.Result)
		if d.Body == nil {
			pr.text(");\n")
			return
		}
		pr.text(")\n{\n  ")
		pr.expr(d.Body, 0)
		pr.text("\n}\n")
	case *Axiom:
		pr.text("axiom ")
		pr.attrs(d.Attrs)
		pr.expr(d.Cond, 0)
		pr.text(";\n")
	case *Procedure:
		pr.procedure(d)
	case *Implementation:
		pr.signature("implementation ", d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs)
		pr.text("\n")
		pr.body(d.Body)
	}
}

func (pr *printer) signature(word string, attrs Attributes, name string, tps []string, ins, outs []*Variable) {
	pr.text(word)
	pr.attrs(attrs)
	pr.text(quoteIdent(name), typeParams(tps), "(")
	pr.variables(ins)
	pr.text(")")
	if len(outs) > 0 {
		pr.text(" returns (")
		pr.variables(outs)
		pr.text(")")
	}
}

func (pr *printer) procedure(d *Procedure) {
	pr.signature("procedure ", d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs)
	if d.Body == nil {
		pr.text(";")
	}
	pr.text("\n")
	pr.indent++
	pr.specs("requires ", d.Requires)
	if len(d.Modifies) > 0 {
		names := make([]string, len(d.Modifies))
		for i, m := range d.Modifies {
			names[i] = m.Name
		}
		pr.line("modifies ", joinIdents(names), ";\n")
	}
	pr.specs("ensures ", d.Ensures)
	pr.indent--
	if d.Body != nil {
		pr.body(d.Body)
	}
}

func (pr *printer) specs(word string, specs []*Spec) {
	for _, s := range specs {
		if s.Free {
			pr.line("free ", word)
		} else {
			pr.line(word)
		}
		pr.attrs(s.Attrs)
		pr.expr(s.Cond, 0)
		pr.text(";\n")
	}
}
