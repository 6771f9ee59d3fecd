package btor

import (
	"strconv"
	"strings"

	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// node is a line.
type node struct {
	id, line int
	op       string
	width    int   // of its value; 0: it has none
	args     []int // of other nodes; negative: negated
	numbers  []int // of slices and extensions
	literal  string
	name     string
}

// model is a file: its nodes in their order, of which an operand precedes its operation.
type model struct {
	file  string
	nodes []*node
	byID  map[int]*node
	sorts map[int]int // widths of the sorts of bit-vectors; 0: an array
	init  map[int]*node
	next  map[int]*node
}

// shapes are the operations by their numbers of operands, and of numbers behind these.
var shapes = map[string][2]int{}

func init() {
	for names, shape := range map[string][2]int{
		"input state one ones zero":           {0, 0},
		"not inc dec neg redand redor redxor": {1, 0},
		"uext sext":                           {1, 1},
		"slice":                               {1, 2},
		"iff implies eq neq ugt ugte ult ulte sgt sgte slt slte and nand nor or xnor xor rol ror sll sra srl add mul udiv sdiv smod urem srem sub concat": {2, 0},
		"uaddo saddo usubo ssubo umulo smulo udivo sdivo read init next":                                                                                  {2, 0},
		"ite write": {3, 0},
	} {
		for _, name := range strings.Fields(names) {
			shapes[name] = shape
		}
	}
}

// parser reads the words of one line after the other.
type parser struct {
	m     *model
	line  int
	words []string
	cols  []int
	at    int
}

func (p *parser) pos(word int) program.Pos {
	col := 1
	if word < len(p.cols) {
		col = p.cols[word]
	}
	return program.Pos{File: p.m.file, Line: p.line, Col: col}
}

// read reads the nodes of a text.
func read(file string, src []byte) (*model, error) {
	p := &parser{m: &model{file: file, byID: map[int]*node{}, sorts: map[int]int{}, init: map[int]*node{}, next: map[int]*node{}}}
	for line := range strings.SplitSeq(string(src), "\n") {
		p.line++
		p.split(strings.TrimSuffix(line, "\r"))
		if len(p.words) == 0 {
			continue
		}
		if err := p.node(); err != nil {
			return nil, err
		}
	}
	return p.m, nil
}

// split divides a line into its words, up to a comment.
func (p *parser) split(line string) {
	p.words, p.cols, p.at = p.words[:0], p.cols[:0], 0
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == ';':
			return
		default:
			start := i
			for i < len(line) && line[i] != ' ' && line[i] != '\t' {
				i++
			}
			p.words, p.cols = append(p.words, line[start:i]), append(p.cols, start+1)
		}
	}
}

// word is the next one.
func (p *parser) word(what string) (string, error) {
	if p.at == len(p.words) {
		return "", modelfile.Errorf(p.pos(p.at-1), "the line ends where %s is expected; add it", what)
	}
	p.at++
	return p.words[p.at-1], nil
}

// number is the next one, between bounds.
func (p *parser) number(what string, least, most int) (int, error) {
	w, err := p.word(what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < least || n > most {
		return 0, modelfile.Errorf(p.pos(p.at-1), "%q where %s is expected; write a number from %d to %d", w, what, least, most)
	}
	return n, nil
}

// node reads a line.
func (p *parser) node() error {
	id, err := p.number("the number of a node", 1, maxID)
	if err != nil {
		return err
	}
	if _, ok := p.m.sorts[id]; ok || p.m.byID[id] != nil {
		return modelfile.Errorf(p.pos(0), "node %d exists already; choose another number", id)
	}
	op, err := p.word("an operation")
	if err != nil {
		return err
	}
	n := &node{id: id, op: op, line: p.line}
	switch op {
	case "sort":
		return p.sort(id)
	case "bad", "constraint":
		if err := p.operands(n, 1); err != nil {
			return err
		}
		if x := p.m.of(n.args[0]); x.width != 1 {
			return modelfile.Errorf(p.pos(2), "node %d has %d bits, but %s takes one; compare it with another node", x.id, x.width, op)
		}
		p.name(n)
		p.m.nodes, p.m.byID[id] = append(p.m.nodes, n), n
		return nil
	case "output", "fair", "justice":
		return nil // no property of safety
	}
	if err := p.typed(n); err != nil {
		return err
	}
	p.m.byID[id] = n
	switch op {
	case "init", "next":
		return p.transition(n)
	}
	p.name(n)
	p.m.nodes = append(p.m.nodes, n)
	return nil
}

// name is the rest of a line, if it may be shown.
func (p *parser) name(n *node) {
	if p.at < len(p.words) && showable(p.words[p.at]) {
		n.name = p.words[p.at]
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

func (p *parser) sort(id int) error {
	kind, err := p.word("bitvec or array")
	if err != nil {
		return err
	}
	switch kind {
	case "bitvec":
		p.m.sorts[id], err = p.number("a width", 1, maxWidth)
	case "array":
		p.m.sorts[id] = 0
	default:
		err = modelfile.Errorf(p.pos(2), "%q is no kind of sort; write bitvec or array", kind)
	}
	return err
}

// typed reads a node with a sort.
func (p *parser) typed(n *node) error {
	shape, known := shapes[n.op]
	constant := n.op == "const" || n.op == "constd" || n.op == "consth"
	if !known && !constant {
		return modelfile.Errorf(p.pos(1), "%q is no operation of BTOR2; correct it", n.op)
	}
	s, err := p.number("a sort", 1, maxID)
	if err != nil {
		return err
	}
	width, ok := p.m.sorts[s]
	if !ok {
		return modelfile.Errorf(p.pos(2), "node %d is no sort; declare it with %d sort bitvec WIDTH", s, s)
	}
	if width == 0 || n.op == "read" || n.op == "write" {
		return modelfile.Unsupported(p.pos(1), "arrays are not supported; give a model without memories")
	}
	if n.width = width; constant {
		n.literal, err = p.word("a value")
		return err
	}
	if err := p.operands(n, shape[0]); err != nil {
		return err
	}
	for range shape[1] {
		k, err := p.number("a number of bits", 0, maxWidth)
		if err != nil {
			return err
		}
		n.numbers = append(n.numbers, k)
	}
	return p.widths(n)
}

func (p *parser) operands(n *node, count int) error {
	for range count {
		k, err := p.number("a node", -maxID, maxID)
		if err != nil {
			return err
		}
		x := p.m.of(k)
		if x == nil || x.width == 0 || x.op == "init" || x.op == "next" {
			return modelfile.Errorf(p.pos(p.at-1), "node %d has no value before this line; correct the number", k)
		}
		n.args = append(n.args, k)
	}
	return nil
}

// of is the node of an operand.
func (m *model) of(k int) *node { return m.byID[max(k, -k)] }

// widths checks the widths of operands and of the result.
func (p *parser) widths(n *node) error {
	var w []int
	for _, k := range n.args {
		w = append(w, p.m.of(k).width)
	}
	ok := true
	switch n.op {
	case "uext", "sext":
		ok = n.width == w[0]+n.numbers[0]
	case "slice":
		hi, lo := n.numbers[0], n.numbers[1]
		ok = lo <= hi && hi < w[0] && n.width == hi-lo+1
	case "concat":
		ok = n.width == w[0]+w[1]
	case "ite":
		ok = w[0] == 1 && w[1] == w[2] && n.width == w[1]
	case "redand", "redor", "redxor":
		ok = n.width == 1
	case "eq", "neq", "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte", "uaddo", "saddo", "usubo", "ssubo", "umulo", "smulo", "udivo", "sdivo":
		ok = n.width == 1 && w[0] == w[1]
	case "iff", "implies":
		ok = n.width == 1 && w[0] == 1 && w[1] == 1
	default:
		for _, k := range w {
			ok = ok && k == n.width
		}
	}
	if !ok {
		return modelfile.Errorf(p.pos(1), "%s of operands with %v bits cannot have a result of %d bits; correct the sort, or an operand", n.op, w, n.width)
	}
	return nil
}

// transition reads an initial value or an update.
func (p *parser) transition(n *node) error {
	s := p.m.byID[n.args[0]]
	of := map[string]map[int]*node{"init": p.m.init, "next": p.m.next}[n.op]
	switch {
	case s == nil || s.op != "state":
		return modelfile.Errorf(p.pos(3), "node %d is no state; correct the number", n.args[0])
	case of[s.id] != nil:
		return modelfile.Errorf(p.pos(1), "state %d has %s already at line %d; leave one of them out", s.id, n.op, of[s.id].line)
	}
	of[s.id] = n
	return nil
}
