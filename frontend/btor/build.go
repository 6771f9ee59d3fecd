package btor

import (
	"fmt"
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// builder makes the program of a model.
type builder struct {
	m      *model
	p      *program.Program
	f      *logic.Factory
	needed map[int]bool
	uses   map[int]int
	terms  map[int]*logic.Term
	sizes  map[int]int // of the terms, in operations
	vars   map[int]*program.Var
	// constant are the nodes that depend on no state and no input.
	constant map[int]bool
	states   map[*logic.Term]bool // symbols
	steps    []program.Op         // values of operations
	last     int                  // identifier of the latest havoc
	names    map[string]bool
}

// Parse reads a model as a program; file is its name in positions. The program has one error location and marked loop heads. The error is an
// *modelfile.Error.
func Parse(file string, src []byte) (*program.Program, error) {
	m, err := read(file, src)
	if err != nil {
		return nil, err
	}
	b := &builder{m: m, p: &program.Program{Terms: logic.NewFactory(), Files: []string{file}}, needed: map[int]bool{}, uses: map[int]int{}, terms: map[int]*logic.Term{},
		sizes: map[int]int{}, vars: map[int]*program.Var{}, constant: map[int]bool{}, states: map[*logic.Term]bool{}, names: map[string]bool{}}
	b.f = b.p.Terms
	b.influence()
	if len(b.needed) > maxNodes {
		return nil, modelfile.Unsupported(program.Pos{File: file}, "the bad states depend on more than %d nodes, which is too large to be verified; give fewer bad states", maxNodes)
	}
	for _, n := range m.nodes {
		if b.needed[n.id] {
			if err := b.node(n); err != nil {
				return nil, err
			}
		}
	}
	if err := b.loop(); err != nil {
		return nil, err
	}
	program.MarkLoopHeads(b.p)
	return b.p, nil
}

// influence computes what bad states and constraints depend on, over any number of steps.
func (b *builder) influence() {
	var work []int
	use := func(k int) {
		k = max(k, -k)
		b.uses[k]++
		if !b.needed[k] {
			b.needed[k] = true
			work = append(work, k)
		}
	}
	for _, n := range b.m.nodes {
		if n.op == "bad" || n.op == "constraint" {
			use(n.args[0])
		}
	}
	for len(work) > 0 {
		n := b.m.byID[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, k := range n.args {
			use(k)
		}
		for _, t := range []*node{b.m.init[n.id], b.m.next[n.id]} {
			if t != nil {
				use(t.args[1])
			}
		}
	}
}

// node computes the term of a node, or makes a variable.
func (b *builder) node(n *node) error {
	if n.op == "state" || n.op == "input" {
		x := b.variable(n)
		b.terms[n.id], b.states[x.Sym] = x.Sym, n.op == "state"
		return nil
	}
	b.constant[n.id] = true
	size := 1
	args := make([]*logic.Term, len(n.args))
	for i, k := range n.args {
		args[i] = b.operand(k)
		id := max(k, -k)
		b.constant[n.id] = b.constant[n.id] && b.constant[id]
		size += b.sizes[id]
	}
	t, err := b.value(n, args)
	if err != nil {
		return err
	}
	if (b.uses[n.id] > 1 || size > maxTerm) && !t.IsConst() && !t.IsVar() && !b.constant[n.id] {
		x := b.variable(n)
		x.Temp = true
		b.steps = append(b.steps, b.assign(x, t, n.line))
		t, size = x.Sym, 0
	}
	b.terms[n.id], b.sizes[n.id] = t, size
	return nil
}

// operand is the value of an argument.
func (b *builder) operand(k int) *logic.Term {
	if k < 0 {
		return b.f.BVNot(b.terms[-k])
	}
	return b.terms[k]
}

func (b *builder) variable(n *node) *program.Var {
	name := n.name
	if name == "" {
		name = fmt.Sprintf("n%d", n.id)
	}
	if b.names[name] {
		name = fmt.Sprintf("%s#%d", name, n.id)
	}
	b.names[name] = true
	x := b.p.NewVar(name, logic.BVSort(n.width))
	b.vars[n.id] = x
	return x
}

func (b *builder) line(n int) program.Pos {
	return program.Pos{File: b.m.file, Line: max(n, 1), Col: 1}
}

func (b *builder) assign(x *program.Var, t *logic.Term, line int) program.Op {
	op := program.Assign(x, t)
	op.Pos = b.line(line)
	return op
}

func (b *builder) assume(t *logic.Term, line int) program.Op {
	op := program.Assume(t)
	op.Pos = b.line(line)
	return op
}

// havoc gives a state or an input any value, which counterexamples report.
func (b *builder) havoc(n *node) program.Op {
	b.last++
	x, pos := b.vars[n.id], b.line(n.line)
	op := program.Havoc(x, &program.Input{ID: b.last, Callee: x.Name, Type: fmt.Sprintf("bv[%d]", n.width), Sort: x.Sort(), Pos: pos, Paren: pos, Func: "model"})
	op.ID, op.Pos = b.last, pos
	return op
}

// holds is the condition that an operand of one bit is 1.
func (b *builder) holds(k int) *logic.Term { return b.f.Eq(b.operand(k), b.f.BV(1, 1)) }

// loop makes the locations and edges.
func (b *builder) loop() error {
	p, at := b.p, b.line(1)
	location := func(pos program.Pos) *program.Location { return p.NewLocation("model", pos) }
	p.Init = location(at)
	head := location(at)
	check := location(at)
	p.Error = location(at)
	var first, step, update, late []program.Op
	for _, n := range b.m.nodes {
		switch {
		case !b.needed[n.id]:
		case n.op == "input":
			step = append(step, b.havoc(n))
		case n.op == "state":
			if i := b.m.init[n.id]; i == nil {
				first = append(first, b.havoc(n))
			} else if k := i.args[1]; b.constant[max(k, -k)] {
				first = append(first, b.assign(b.vars[n.id], b.operand(k), i.line))
			} else {
				return modelfile.Unsupported(b.line(i.line), "an initial value that depends on states or inputs is not supported; give a constant, or constrain the first step")
			}
			x := b.m.next[n.id]
			if x == nil {
				late = append(late, b.havoc(n))
				continue
			}
			t := b.operand(x.args[1])
			if t == b.vars[n.id].Sym {
				continue
			}
			if b.reads(t) { // states are updated at once
				next := p.NewVar(b.vars[n.id].Name+"#next", t.Sort())
				next.Temp = true
				update = append(update, b.assign(next, t, x.line))
				t = next.Sym
			}
			late = append(late, b.assign(b.vars[n.id], t, x.line))
		}
	}
	step = append(step, b.steps...)
	for _, n := range b.m.nodes {
		if n.op == "constraint" {
			step = append(step, b.assume(b.holds(n.args[0]), n.line))
		}
	}
	p.NewEdge(p.Init, head, first...).Pos = at
	p.NewEdge(head, check, step...).Pos = at
	for _, n := range b.m.nodes {
		if n.op != "bad" {
			continue
		}
		check.Pos = b.line(n.line)
		p.NewEdge(check, p.Error, b.assume(b.holds(n.args[0]), n.line)).Pos = check.Pos
		good := location(at)
		p.NewEdge(check, good, b.assume(b.f.Not(b.holds(n.args[0])), n.line)).Pos = check.Pos
		check = good
	}
	p.NewEdge(check, head, append(update, late...)...).Pos = at
	return nil
}

// reads reports whether a term has the value of a state.
func (b *builder) reads(t *logic.Term) bool {
	for _, s := range logic.FreeVars(t) {
		if b.states[s] {
			return true
		}
	}
	return false
}

// literal is the value of a constant.
func (b *builder) literal(n *node) (*logic.Term, error) {
	base := map[string]int{"const": 2, "constd": 10, "consth": 16}[n.op]
	v, ok := new(big.Int), len(n.literal) <= maxWidth+1 && n.literal[0] != '+'
	if ok {
		v, ok = v.SetString(n.literal, base)
	}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(n.width))
	if ok && v.Sign() < 0 {
		least := new(big.Int).Rsh(limit, 1)
		ok = base == 10 && new(big.Int).Neg(v).Cmp(least) <= 0
		v.Add(v, limit)
	}
	if !ok || v.Cmp(limit) >= 0 {
		return nil, modelfile.Errorf(b.line(n.line), "%.40q is no constant of %d bits in base %d; correct it", n.literal, n.width, base)
	}
	return b.f.BVBig(v, n.width), nil
}
