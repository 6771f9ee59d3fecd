package aiger

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// builder makes the program of a circuit.
type builder struct {
	c     *Circuit
	p     *program.Program
	f     *logic.Factory
	cone  []uint32 // variables of gates that are needed, arguments first
	uses  map[uint32]int
	terms map[uint32]*logic.Term // of variables
	sizes map[uint32]int         // of these terms, in gates
	vars  map[uint32]*program.Var
	// inputs and latches in the cone, by their number.
	inputs, latches []uint32
	states          map[*logic.Term]bool // symbols of latches
	gates           []program.Op         // assignments of gates with variables
	last            int                  // identifier of the latest havoc
	names           map[string]bool
}

// Program is the program of a circuit. It has one error location and marked loop heads, and all its variables are Boolean. The error is a *modelfile.Error.
func (c *Circuit) Program() (*program.Program, error) {
	b := &builder{c: c, p: &program.Program{Terms: logic.NewFactory(), Files: []string{c.File}, Lowered: true},
		uses: map[uint32]int{}, terms: map[uint32]*logic.Term{}, sizes: map[uint32]int{}, vars: map[uint32]*program.Var{}, names: map[string]bool{}, states: map[*logic.Term]bool{}}
	b.f = b.p.Terms
	if err := b.influence(); err != nil {
		return nil, err
	}
	b.variables()
	b.loop()
	program.MarkLoopHeads(b.p)
	return b.p, nil
}

// influence computes the cone of influence: what the bad states and constraints depend on, over any number of steps.
func (b *builder) influence() error {
	var roots []Lit
	for _, gs := range [][]Goal{b.c.Bad, b.c.Constraints} {
		for _, g := range gs {
			roots = append(roots, g.Lit)
			b.uses[g.Lit.Var()]++
		}
	}
	const open, done = 1, 2
	state := map[uint32]int{}
	for len(roots) > 0 {
		stack := []uint32{roots[len(roots)-1].Var()}
		roots = roots[:len(roots)-1]
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			d := b.c.of(v)
			switch {
			case v == 0 || state[v] == done:
				stack = stack[:len(stack)-1]
			case d.kind == gate && state[v] == 0:
				state[v] = open
				for _, a := range b.c.Gates[d.index].Args {
					w := a.Var()
					b.uses[w]++
					if state[w] == open {
						g := b.c.Gates[d.index]
						return modelfile.Errorf(b.c.line(g.Line), "the gate of variable %d depends on itself; break the cycle by a latch", v)
					}
					stack = append(stack, w)
				}
			case d.kind == gate:
				state[v] = done
				stack = stack[:len(stack)-1]
				b.cone = append(b.cone, v)
			default:
				state[v] = done
				stack = stack[:len(stack)-1]
				if d.kind == input {
					b.inputs = append(b.inputs, v)
					break
				}
				b.latches = append(b.latches, v)
				next := b.c.Latches[d.index].Next
				b.uses[next.Var()]++
				roots = append(roots, next)
			}
			if len(b.cone) > maxGates || len(b.inputs)+len(b.latches) > maxState {
				return &modelfile.Error{Pos: program.Pos{File: b.c.File}, Unsupported: true, Msg: fmt.Sprintf("the bad states depend on more than %d gates or %d latches and inputs, which is too large to be verified; give fewer bad states", maxGates, maxState)}
			}
		}
	}
	return nil
}

// variables makes those of the inputs and latches in the cone, and of gates that have several uses or large terms.
func (b *builder) variables() {
	for _, vs := range [][]uint32{b.latches, b.inputs} {
		for _, v := range vs {
			x := b.variable(v, b.c.name(b.c.of(v)))
			b.terms[v], b.states[x.Sym] = x.Sym, b.c.of(v).kind == latch
		}
	}
	for _, v := range b.cone {
		d := b.c.of(v)
		g := b.c.Gates[d.index]
		t := b.f.And(b.term(g.Args[0]), b.term(g.Args[1]))
		size := b.sizes[g.Args[0].Var()] + b.sizes[g.Args[1].Var()] + 1
		if (b.uses[v] > 1 || size > maxTerm) && !t.IsConst() && !t.IsVar() {
			x := b.variable(v, b.c.name(d))
			x.Temp = true
			op := program.Assign(x, t)
			op.Pos = b.c.line(g.Line)
			b.gates = append(b.gates, op)
			t, size = x.Sym, 0
		}
		b.terms[v], b.sizes[v] = t, size
	}
}

// variable makes a variable; a name that is taken gets the number of the circuit's variable.
func (b *builder) variable(v uint32, name string) *program.Var {
	if b.names[name] {
		name = fmt.Sprintf("%s#%d", name, v)
	}
	b.names[name] = true
	x := b.p.NewVar(name, logic.Bool)
	b.vars[v] = x
	return x
}

// term is the value of a literal.
func (b *builder) term(l Lit) *logic.Term {
	t := b.terms[l.Var()]
	if l.Var() == 0 {
		t = b.f.False()
	}
	if l.Negated() {
		t = b.f.Not(t)
	}
	return t
}

// loop makes the locations and edges.
func (b *builder) loop() {
	p, at := b.p, b.c.line(1)
	location := func(pos program.Pos) *program.Location { return p.NewLocation("circuit", pos) }
	p.Init = location(at)
	head := location(at)
	check := location(at)
	p.Error = location(at)

	var first []program.Op
	for _, v := range b.latches {
		l := b.c.Latches[b.c.of(v).index]
		if l.Reset > True {
			first = append(first, b.havoc(v, b.c.line(l.Line)))
			continue
		}
		first = append(first, b.assign(b.vars[v], b.term(l.Reset), l.Line))
	}
	p.NewEdge(p.Init, head, first...).Pos = at

	var step []program.Op
	for _, v := range b.inputs {
		line := 1
		if !b.c.binary {
			line = b.c.inputs[b.c.of(v).index].Line
		}
		step = append(step, b.havoc(v, b.c.line(line)))
	}
	step = append(step, b.gates...)
	for _, g := range b.c.Constraints {
		step = append(step, b.assume(b.term(g.Lit), g.Line))
	}
	p.NewEdge(head, check, step...).Pos = at

	for _, g := range b.c.Bad {
		check.Pos = b.c.line(g.Line)
		p.NewEdge(check, p.Error, b.assume(b.term(g.Lit), g.Line)).Pos = check.Pos
		good := location(at)
		p.NewEdge(check, good, b.assume(b.f.Not(b.term(g.Lit)), g.Line)).Pos = check.Pos
		check = good
	}
	p.NewEdge(check, head, b.update()...).Pos = at
}

// update changes all latches at once: what depends on latches is computed before any of them changes.
func (b *builder) update() (ops []program.Op) {
	var late []program.Op
	for _, v := range b.latches {
		l := b.c.Latches[b.c.of(v).index]
		t, x := b.term(l.Next), b.vars[v]
		if t == x.Sym {
			continue
		}
		if b.reads(t) {
			next := b.p.NewVar(x.Name+"#next", logic.Bool)
			next.Temp = true
			ops = append(ops, b.assign(next, t, l.Line))
			t = next.Sym
		}
		late = append(late, b.assign(x, t, l.Line))
	}
	return append(ops, late...)
}

// reads reports whether a term has the value of a latch.
func (b *builder) reads(t *logic.Term) bool {
	for _, s := range logic.FreeVars(t) {
		if b.states[s] {
			return true
		}
	}
	return false
}

func (b *builder) assign(x *program.Var, t *logic.Term, line int) program.Op {
	op := program.Assign(x, t)
	op.Pos = b.c.line(line)
	return op
}

func (b *builder) assume(t *logic.Term, line int) program.Op {
	op := program.Assume(t)
	op.Pos = b.c.line(line)
	return op
}

// havoc gives a latch or an input any value, which counterexamples report.
func (b *builder) havoc(v uint32, pos program.Pos) program.Op {
	b.last++
	x := b.vars[v]
	op := program.Havoc(x, &program.Input{ID: b.last, Callee: x.Name, Type: "bool", Sort: logic.Bool, Pos: pos, Paren: pos, Func: "circuit"})
	op.ID, op.Pos = b.last, pos
	return op
}
