package ast

import (
	"encoding/json"
	"strings"
)

// Assembly is an assembly block.
type Assembly struct {
	Info
	// Safe: it is marked as using memory as the compiler does.
	Safe  bool
	Block *Yul
}

// Yul is a node of assembly, of a kind: block, let, assign, expression, if, switch, case, for, break,
// continue, leave, function, call, literal, identifier.
type Yul struct {
	Info
	Kind  string
	Name  string // of functions, called functions and identifiers
	Value string // of literals
	Text  bool   // of literals: it is a string
	Names []*Yul // what let and assign assign to; parameters
	Outs  []*Yul // results of functions
	Args  []*Yul // of calls
	X     *Yul   // the value of let and assign, an expression, a condition; nil: none, or default
	Body  []*Yul // statements of blocks, and of the bodies of others; cases
	Pre   []*Yul // of for
	Post  []*Yul
	// Ref is the variable outside that an identifier means, Suffix what of it: slot, offset, length.
	Ref    *VariableDeclaration
	Suffix string
}

// Calls walks over the calls in a node, in no particular order.
func (y *Yul) Calls(f func(*Yul)) {
	if y == nil {
		return
	}
	if y.Kind == "call" {
		f(y)
	}
	y.X.Calls(f)
	for _, ys := range [][]*Yul{y.Args, y.Body, y.Pre, y.Post} {
		for _, z := range ys {
			z.Calls(f)
		}
	}
}

// References walks over the variables outside that a node names, in no particular order.
func (y *Yul) References(f func(*VariableDeclaration)) {
	if y == nil {
		return
	}
	if y.Ref != nil {
		f(y.Ref)
	}
	y.X.References(f)
	for _, ys := range [][]*Yul{y.Names, y.Args, y.Body, y.Pre, y.Post} {
		for _, z := range ys {
			z.References(f)
		}
	}
}

// Assigned are the variables outside that a node assigns.
func (y *Yul) Assigned(f func(*VariableDeclaration)) {
	if y == nil {
		return
	}
	if y.Kind == "assign" {
		for _, n := range y.Names {
			if n.Ref != nil {
				f(n.Ref)
			}
		}
	}
	for _, ys := range [][]*Yul{y.Body, y.Pre, y.Post} {
		for _, z := range ys {
			z.Assigned(f)
		}
	}
}

type rawYul struct {
	NodeType        string            `json:"nodeType"`
	Src             string            `json:"src"`
	Name            string            `json:"name"`
	Kind            string            `json:"kind"`
	Value           json.RawMessage   `json:"value"`
	HexValue        string            `json:"hexValue"`
	Statements      []json.RawMessage `json:"statements"`
	Expression      json.RawMessage   `json:"expression"`
	Arguments       []json.RawMessage `json:"arguments"`
	FunctionName    *rawYul           `json:"functionName"`
	Variables       []json.RawMessage `json:"variables"`
	VariableNames   []json.RawMessage `json:"variableNames"`
	Condition       json.RawMessage   `json:"condition"`
	Body            json.RawMessage   `json:"body"`
	Pre             json.RawMessage   `json:"pre"`
	Post            json.RawMessage   `json:"post"`
	Cases           []json.RawMessage `json:"cases"`
	Parameters      []json.RawMessage `json:"parameters"`
	ReturnVariables []json.RawMessage `json:"returnVariables"`
}

// rawAssembly is what an assembly block has besides the tree.
type rawAssembly struct {
	AST   json.RawMessage `json:"AST"`
	Flags []string        `json:"flags"`
	Refs  []struct {
		Declaration int    `json:"declaration"`
		IsSlot      bool   `json:"isSlot"`
		IsOffset    bool   `json:"isOffset"`
		Suffix      string `json:"suffix"`
		Src         string `json:"src"`
	} `json:"externalReferences"`
}

// assembly decodes an assembly block; those of compilers that only give its text stay unknown.
func (d *decoder) assembly(r *raw, m json.RawMessage) (Node, error) {
	var a rawAssembly
	if err := json.Unmarshal(m, &a); err != nil || absent(a.AST) {
		return d.unknown(r), nil
	}
	n := &Assembly{Info: d.info(r)}
	for _, f := range a.Flags {
		n.Safe = n.Safe || f == "memory-safe"
	}
	n.Safe = n.Safe || strings.Contains(DocOf(n).Text, "@solidity memory-safe-assembly")
	refs := map[string]int{}
	for i, ref := range a.Refs {
		refs[ref.Src] = i
	}
	y := &yulDecoder{decoder: d, found: func(id *Yul, src string) {
		i, ok := refs[src]
		if !ok {
			return
		}
		ref := a.Refs[i]
		id.Suffix = ref.Suffix
		switch {
		case ref.IsSlot:
			id.Suffix = "slot"
		case ref.IsOffset:
			id.Suffix = "offset"
		}
		d.later = append(d.later, func() { id.Ref, _ = d.p.nodes[ref.Declaration].(*VariableDeclaration) })
	}}
	var err error
	n.Block, err = y.node(a.AST)
	if err != nil {
		return nil, err
	}
	if n.Block == nil || n.Block.Kind != "block" {
		return d.unknown(r), nil
	}
	return n, nil
}

type yulDecoder struct {
	*decoder
	found func(id *Yul, src string)
}

func (d *yulDecoder) list(ms []json.RawMessage) ([]*Yul, error) { return each(ms, d.node) }

// body is the statements of a block.
func (d *yulDecoder) body(m json.RawMessage) ([]*Yul, error) {
	b, err := d.node(m)
	if err != nil || b == nil {
		return nil, err
	}
	return b.Body, nil
}

func (d *yulDecoder) node(m json.RawMessage) (y *Yul, err error) {
	if absent(m) {
		return nil, nil
	}
	if d.depth++; d.depth > maxDepth {
		return nil, errDepth
	}
	defer func() { d.depth-- }()
	var r rawYul
	if string(m) == `"default"` { // of a case
		return nil, nil
	}
	if err := json.Unmarshal(m, &r); err != nil {
		return nil, err
	}
	y = &Yul{Info: d.info(&raw{Src: r.Src}), Kind: yulKinds[r.NodeType], Name: r.Name}
	steps := []func(){
		func() { y.Names, err = d.list(append(append(r.Variables, r.VariableNames...), r.Parameters...)) },
		func() { y.Outs, err = d.list(r.ReturnVariables) },
		func() { y.Args, err = d.list(r.Arguments) },
		func() { y.Body, err = d.list(append(r.Statements, r.Cases...)) },
		func() { y.Pre, err = d.body(r.Pre) },
		func() { y.Post, err = d.body(r.Post) },
		func() {
			if !absent(r.Body) {
				y.Body, err = d.body(r.Body)
			}
		},
		func() {
			for _, x := range []json.RawMessage{r.Expression, r.Condition} {
				if !absent(x) {
					y.X, err = d.node(x)
					return
				}
			}
			if y.Kind != "literal" {
				y.X, err = d.node(r.Value)
			}
		},
	}
	for _, s := range steps {
		if s(); err != nil {
			return nil, err
		}
	}
	switch y.Kind {
	case "call":
		if r.FunctionName != nil {
			y.Name = r.FunctionName.Name
		}
	case "identifier":
		if y.Suffix = ""; strings.Contains(y.Name, ".") {
			_, y.Suffix, _ = strings.Cut(y.Name, ".")
		}
		d.found(y, r.Src)
	case "literal":
		y.Text = r.Kind == "string"
		if !absent(r.Value) {
			if err := json.Unmarshal(r.Value, &y.Value); err != nil {
				return nil, err
			}
		}
	}
	return y, nil
}

var yulKinds = map[string]string{
	"YulBlock": "block", "YulVariableDeclaration": "let", "YulAssignment": "assign", "YulExpressionStatement": "expression", "YulIf": "if",
	"YulSwitch": "switch", "YulCase": "case", "YulForLoop": "for", "YulBreak": "break", "YulContinue": "continue", "YulLeave": "leave",
	"YulFunctionDefinition": "function", "YulFunctionCall": "call", "YulLiteral": "literal", "YulIdentifier": "identifier", "YulTypedName": "name",
}
