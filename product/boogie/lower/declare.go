package lower

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/product/boogie"
	"cupel/product/boogie/vc"
)

// A Declaration is a procedure that a module may call: a function without a body whose contract is the
// procedure's specification.
type Declaration struct {
	Terms *logic.Factory
	Func  *program.Func
	// Globals are the variables, constants and functions (as arrays that never change) in the contract.
	Globals []*program.Var
	// Background holds of constants and functions in all executions.
	Background []*logic.Term
}

// Declare translates the declaration of a procedure of a checked program, with or without a body. Unsupported
// constructs are an error of type *Unsupported.
func Declare(p *boogie.Checked, procedure string) (d *Declaration, err error) {
	c, err := vc.NewContract(p, procedure)
	if err != nil {
		return nil, unsupported(p, err)
	}
	b := &builder{
		Procedure: &Procedure{Program: &program.Program{Terms: c.Terms}, Flow: c.Flow, cells: map[*program.Var]int{}},
		file:      p.File, f: c.Terms, functions: map[string]*program.Var{},
	}
	defer ended(&d, &err)
	return b.declare(c), nil
}

func (b *builder) declare(c *vc.Contract) *Declaration {
	proc := c.Procedure
	if c.Opaque != "" {
		b.refuse(proc.Pos, "something is said about all values of the type %s, which may be finite", c.Opaque)
	}
	if len(c.Outs) > 1 {
		b.refuse(proc.Pos, "%s has more than one result", proc.Name)
	}
	for i := range c.Cells {
		v := b.variable(proc.Pos, c.Cells[i].Sym)
		v.Name = c.Cells[i].Name
		for _, k := range c.Cells[i].Path {
			v.Name += fmt.Sprintf(".%d", k)
		}
		b.vars = append(b.vars, v)
	}
	fn := &program.Func{Name: proc.Name, Pos: b.pos(proc.Pos), Contract: &program.Contract{}}
	d := &Declaration{Terms: c.Terms, Func: fn}
	local := map[*program.Var]bool{}
	own := func(i int) *program.Var {
		v := b.vars[i]
		v.Name = proc.Name + "::" + v.Name
		fn.Locals, local[v] = append(fn.Locals, v), true
		return v
	}
	for _, i := range c.Ins {
		fn.Params = append(fn.Params, own(i))
	}
	for _, i := range c.Outs {
		fn.Result = own(i)
	}
	for _, i := range c.Modifies {
		fn.Contract.Modifies = append(fn.Contract.Modifies, b.vars[i])
		fn.Contract.Old = append(fn.Contract.Old, program.Saved{Of: b.vars[i], As: own(c.Old[i])})
	}
	fn.Contract.Requires, fn.Contract.Ensures = b.clauses(c.Requires), b.clauses(c.Ensures)
	for _, t := range c.Background {
		u, _ := b.term(t, proc.Pos, false)
		d.Background = append(d.Background, u)
	}
	for _, v := range b.Program.Vars {
		if !local[v] {
			d.Globals = append(d.Globals, v)
		}
	}
	return d
}

func (b *builder) clauses(steps []vc.Step) []program.Clause {
	var out []program.Clause
	for i := range steps {
		s := &steps[i]
		t, _ := b.term(s.Cond, s.Pos, false)
		note := "This postcondition holds."
		if s.Kind == vc.StepAssert {
			note = s.Check.Text()
		}
		out = append(out, program.Clause{Cond: t, Note: note, Pos: b.pos(s.Pos)})
	}
	return out
}
