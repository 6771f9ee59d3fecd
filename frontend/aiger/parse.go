package aiger

import (
	"bytes"
	"strings"

	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// parser reads a file line by line, and the gates of the binary format byte by byte.
type parser struct {
	c    *Circuit
	src  []byte
	off  int
	line int // of the line that was read last, from 1
	bol  int // its offset
}

// sizes are the numbers of a header, in its order.
type sizes struct{ maxVar, inputs, latches, outputs, gates, bad, constraints, justice, fairness uint32 }

// Parse reads a circuit in either format, which its first word tells; file is its name in positions. The error is a *modelfile.Error.
func Parse(file string, src []byte) (*Circuit, error) {
	p := &parser{c: &Circuit{File: file, kinds: map[uint32]definition{}, names: map[definition]string{}}, src: src}
	if err := p.circuit(); err != nil {
		return nil, err
	}
	return p.c, nil
}

// at is the position of a column in the current line.
func (p *parser) at(col int) program.Pos {
	return program.Pos{File: p.c.File, Line: max(p.line, 1), Col: col + 1}
}

func (p *parser) circuit() error {
	n, err := p.header()
	if err != nil {
		return err
	}
	if err := p.declarations(n); err != nil {
		return err
	}
	var outputs []Goal
	for _, section := range []struct {
		to   *[]Goal
		n    uint32
		what string
	}{{&outputs, n.outputs, "an output"}, {&p.c.Bad, n.bad, "a bad state"}, {&p.c.Constraints, n.constraints, "a constraint"}} {
		if *section.to, err = p.goals(section.n, section.what); err != nil {
			return err
		}
	}
	if err := p.liveness(n); err != nil {
		return err
	}
	if n.bad == 0 {
		p.c.Bad = outputs
	}
	if p.c.binary {
		err = p.binaryGates(n)
	} else {
		err = p.textGates(n)
	}
	if err != nil {
		return err
	}
	if err := p.symbols(n); err != nil {
		return err
	}
	if len(p.c.Bad) == 0 && n.justice > 0 {
		return &modelfile.Error{Pos: program.Pos{File: p.c.File, Line: 1, Col: 1}, Unsupported: true, Msg: "the circuit has properties of liveness only, which are not supported; give bad states or outputs"}
	}
	return p.defined()
}

// next reads a line; false: there is none.
func (p *parser) next() (string, bool) {
	if p.off >= len(p.src) {
		return "", false
	}
	p.bol = p.off
	p.line++
	rest := p.src[p.off:]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n, p.off = len(rest), len(p.src)
	} else {
		p.off += n + 1
	}
	return strings.TrimSuffix(string(rest[:n]), "\r"), true
}

// numbers reads a line with between least and most numbers, each up to a bound.
func (p *parser) numbers(least, most int, bound uint32, what string) ([]uint32, error) {
	text, ok := p.next()
	if !ok {
		p.line++
		return nil, modelfile.Errorf(p.at(0), "the file ends where %s is expected; add it, or correct the numbers of the header", what)
	}
	out, err := p.parse(text, 0, bound, most)
	if err != nil {
		return nil, err
	}
	if len(out) < least {
		return nil, modelfile.Errorf(p.at(len(text)), "the line ends where a number of %s is expected; write %d numbers, with one space between them", what, least)
	}
	return out, nil
}

// parse splits the rest of a line into numbers.
func (p *parser) parse(text string, col int, bound uint32, most int) (out []uint32, err error) {
	for i := col; i < len(text); {
		n, start := uint64(0), i
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			if n = 10*n + uint64(text[i]-'0'); n > uint64(bound) {
				return nil, modelfile.Errorf(p.at(start), "the number is larger than %d; correct it, or the header", bound)
			}
			i++
		}
		switch {
		case i == start:
			return nil, modelfile.Errorf(p.at(i), "%q where a number is expected; numbers have digits alone, with one space between them", text[i])
		case len(out) == most:
			return nil, modelfile.Errorf(p.at(start), "a number too many; end the line before it")
		}
		out = append(out, uint32(n))
		if i < len(text) {
			if text[i] != ' ' || i+1 == len(text) {
				return nil, modelfile.Errorf(p.at(i), "%q behind a number; write one space between numbers and none at the end", text[i])
			}
			i++
		}
	}
	return out, nil
}

// header reads the first line.
func (p *parser) header() (n sizes, err error) {
	text, _ := p.next()
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "aag":
	case "aig":
		p.c.binary = true
	default:
		return n, modelfile.Errorf(p.at(0), "the file does not begin with aag or aig; give a circuit in the AIGER format")
	}
	ns, err := p.parse(text, len(word)+min(1, len(text)-len(word)), maxVariable, 9)
	if err != nil {
		return n, err
	}
	if len(ns) < 5 {
		return n, modelfile.Errorf(p.at(len(text)), "the header ends behind %d numbers; write the largest variable, and the numbers of inputs, latches, outputs and gates", len(ns))
	}
	for i, to := range []*uint32{&n.maxVar, &n.inputs, &n.latches, &n.outputs, &n.gates, &n.bad, &n.constraints, &n.justice, &n.fairness}[:len(ns)] {
		*to = ns[i]
	}
	sum := uint64(n.inputs) + uint64(n.latches) + uint64(n.gates)
	switch {
	case sum > uint64(n.maxVar):
		return n, modelfile.Errorf(p.at(0), "the header has %d inputs, latches and gates, but %d variables; correct its first number", sum, n.maxVar)
	case p.c.binary && sum < uint64(n.maxVar):
		return n, modelfile.Errorf(p.at(0), "the header has %d inputs, latches and gates, but %d variables, which the binary format does not allow; correct its first number", sum, n.maxVar)
	}
	p.c.MaxVar, p.c.NumInputs = n.maxVar, int(n.inputs)
	return n, nil
}

// define makes a literal's variable one of a kind.
func (p *parser) define(l uint32, d definition) error {
	v := Lit(l).Var()
	switch old := p.c.kinds[v]; {
	case l%2 == 1 || l == 0:
		return modelfile.Errorf(p.at(0), "literal %d cannot be %s; write an even number from 2", l, d.kind)
	case old.kind != undefined:
		return modelfile.Errorf(p.at(0), "literal %d is %s already; choose another one", l, old.kind)
	}
	p.c.kinds[v] = d
	return nil
}

// declarations reads the inputs of the text format, and the latches.
func (p *parser) declarations(n sizes) error {
	bound := 2*n.maxVar + 1
	for i := 0; !p.c.binary && i < int(n.inputs); i++ {
		ns, err := p.numbers(1, 1, bound, "an input")
		if err != nil {
			return err
		}
		if err := p.define(ns[0], definition{input, i}); err != nil {
			return err
		}
		p.c.inputs = append(p.c.inputs, Goal{Lit: Lit(ns[0]), Line: p.line})
	}
	for i := range int(n.latches) {
		own := 2 * (n.inputs + uint32(i) + 1)
		least := 1
		if !p.c.binary {
			least = 2
		}
		ns, err := p.numbers(least, least+1, bound, "a latch")
		if err != nil {
			return err
		}
		if !p.c.binary {
			if err := p.define(ns[0], definition{latch, i}); err != nil {
				return err
			}
			own, ns = ns[0], ns[1:]
		}
		l := Latch{Var: Lit(own).Var(), Next: Lit(ns[0]), Line: p.line}
		if len(ns) == 2 {
			if l.Reset = Lit(ns[1]); l.Reset > True && l.Reset != Lit(own) {
				return modelfile.Errorf(p.at(0), "the latch begins with literal %d; write 0, 1 or %d, which is any value", ns[1], own)
			}
		}
		p.c.Latches = append(p.c.Latches, l)
	}
	return nil
}

// goals reads a section of single literals.
func (p *parser) goals(n uint32, what string) (out []Goal, err error) {
	for range n {
		ns, err := p.numbers(1, 1, 2*p.c.MaxVar+1, what)
		if err != nil {
			return nil, err
		}
		out = append(out, Goal{Lit: Lit(ns[0]), Line: p.line})
	}
	return out, nil
}

// liveness skips the properties of liveness and the fairness constraints.
func (p *parser) liveness(n sizes) error {
	total := uint64(n.fairness)
	for range n.justice {
		ns, err := p.numbers(1, 1, maxVariable, "the size of a justice property")
		if err != nil {
			return err
		}
		total += uint64(ns[0])
	}
	for range total {
		if _, err := p.numbers(1, 1, 2*p.c.MaxVar+1, "a literal of a justice property or a fairness constraint"); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) textGates(n sizes) error {
	for i := range int(n.gates) {
		ns, err := p.numbers(3, 3, 2*n.maxVar+1, "a gate")
		if err != nil {
			return err
		}
		if err := p.define(ns[0], definition{gate, i}); err != nil {
			return err
		}
		p.c.Gates = append(p.c.Gates, Gate{Var: Lit(ns[0]).Var(), Args: [2]Lit{Lit(ns[1]), Lit(ns[2])}, Line: p.line})
	}
	return nil
}

// binaryGates reads the differences between the literals of gates.
func (p *parser) binaryGates(n sizes) error {
	for i := range n.gates {
		lhs := 2 * (n.inputs + n.latches + i + 1)
		first, err := p.difference(lhs)
		if err != nil {
			return err
		}
		if first == 0 {
			return p.offset("a gate depends on itself: its first difference is 0; write it anew")
		}
		second, err := p.difference(lhs - first)
		if err != nil {
			return err
		}
		p.c.Gates = append(p.c.Gates, Gate{Var: lhs / 2, Args: [2]Lit{Lit(lhs - first), Lit(lhs - first - second)}})
	}
	return nil
}

// difference reads a number of seven bits a byte, the lowest first, up to a bound.
func (p *parser) difference(bound uint32) (uint32, error) {
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		if p.off >= len(p.src) {
			return 0, p.offset("the file ends inside of the gates; it may have been cut off")
		}
		b := p.src[p.off]
		p.off++
		if n |= uint64(b&0x7f) << shift; n > uint64(bound) || shift > 28 {
			return 0, p.offset("the difference of two literals is larger than the literal %d; write the file anew", bound)
		}
		if b < 0x80 {
			return uint32(n), nil
		}
	}
}

// offset is a mistake in the binary part, at the byte that was read last.
func (p *parser) offset(format string, args ...any) error {
	return modelfile.Errorf(program.Pos{File: p.c.File}, "byte %d: "+format, append([]any{max(p.off-1, 0)}, args...)...)
}

// symbols reads the names of inputs and so on, up to the comment.
func (p *parser) symbols(n sizes) error {
	for {
		text, ok := p.next()
		if !ok || text == "c" {
			return nil
		}
		if text == "" {
			return modelfile.Errorf(p.at(0), "an empty line; names look like i0 NAME, and a comment begins with a line c")
		}
		counts := map[byte]uint32{'i': n.inputs, 'l': n.latches, 'o': n.outputs, 'b': n.bad, 'c': n.constraints, 'j': n.justice, 'f': n.fairness}
		count, known := counts[text[0]]
		number, name, spaced := strings.Cut(text[1:], " ")
		if !known || !spaced {
			return modelfile.Errorf(p.at(0), "neither a name nor a comment; names look like i0 NAME, and a comment begins with a line c")
		}
		ns, err := p.parse(text[:1+len(number)], 1, maxVariable, 1)
		if err != nil {
			return err
		}
		if len(ns) == 0 || ns[0] >= count {
			return modelfile.Errorf(p.at(1), "there is no %s; correct the number", text[:1+len(number)])
		}
		if !showable(name) {
			continue
		}
		i := int(ns[0])
		switch text[0] {
		case 'i':
			p.c.names[definition{input, i}] = name
		case 'l':
			p.c.names[definition{latch, i}] = name
		case 'o':
			if n.bad == 0 {
				p.c.Bad[i].Name = name
			}
		case 'b':
			p.c.Bad[i].Name = name
		}
	}
}

// showable reports whether a symbol can be a variable's name.
func showable(name string) bool {
	for i := range len(name) {
		if c := name[i]; c|0x20 < 'a' || c|0x20 > 'z' {
			if i == 0 || (c < '0' || c > '9') && !strings.ContainsRune("_.$[]:", rune(c)) {
				return false
			}
		}
	}
	return name != ""
}

// defined checks that each literal in use has a definition.
func (p *parser) defined() error {
	check := func(l Lit, line int) error {
		if v := l.Var(); v != 0 && p.c.of(v).kind == undefined {
			return modelfile.Errorf(p.c.line(line), "literal %d is of no input, latch or gate; define variable %d", l, v)
		}
		return nil
	}
	for _, l := range p.c.Latches {
		if err := check(l.Next, l.Line); err != nil {
			return err
		}
	}
	for _, g := range p.c.Gates {
		for _, l := range g.Args {
			if err := check(l, g.Line); err != nil {
				return err
			}
		}
	}
	for _, gs := range [][]Goal{p.c.Bad, p.c.Constraints} {
		for _, g := range gs {
			if err := check(g.Lit, g.Line); err != nil {
				return err
			}
		}
	}
	return nil
}
