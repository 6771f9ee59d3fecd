package ast

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"cupel/product/solidity/solc"
)

// Program is the result of one compilation.
type Program struct {
	Version solc.Version
	// Generators are the compiler's code generators that may be used.
	Generators solc.Generators
	Units      []*SourceUnit
	Contracts  []*ContractDefinition
	nodes      map[int]Node
}

// Decode builds a program from a compiler's output.
func Decode(o *solc.Output) (p *Program, err error) {
	p = &Program{Version: o.Version, Generators: o.Generators, nodes: map[int]Node{}}
	d := &decoder{p: p, files: map[int]*SourceUnit{}}
	for _, name := range o.Names() {
		s := o.Sources[name]
		if len(s.AST) == 0 {
			return nil, fmt.Errorf("the compiler gives no syntax tree of %s", name)
		}
		u := &SourceUnit{Path: name, Text: s.Text}
		u.index()
		d.files[s.ID] = u
		p.Units = append(p.Units, u)
	}
	for i, name := range o.Names() {
		if err := d.unit(p.Units[i], o.Sources[name].AST); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	d.resolve()
	return p, nil
}

// Node returns the declaration with an ID, or nil.
func (p *Program) Node(id int) Node { return p.nodes[id] }

// decoder turns JSON into nodes.
type decoder struct {
	p        *Program
	files    map[int]*SourceUnit
	contract *ContractDefinition
	later    []func() // resolution of names, run when all declarations are known
	depth    int
}

// raw is the union of the fields of all nodes; those whose form differs between kinds stay undecoded.
type raw struct {
	NodeType string `json:"nodeType"`
	ID       int    `json:"id"`
	Src      string `json:"src"`
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Types    *struct {
		ID   string `json:"typeIdentifier"`
		Text string `json:"typeString"`
	} `json:"typeDescriptions"`
	Nodes    []json.RawMessage `json:"nodes"`
	Abstract bool              `json:"abstract"`

	ContractKind     string            `json:"contractKind"`
	FullyImplemented bool              `json:"fullyImplemented"`
	Linearized       []int             `json:"linearizedBaseContracts"`
	BaseContracts    []json.RawMessage `json:"baseContracts"`
	BaseName         *raw              `json:"baseName"`
	ModifierName     *raw              `json:"modifierName"`
	Arguments        []json.RawMessage `json:"arguments"`

	Visibility       string            `json:"visibility"`
	FunctionSelector string            `json:"functionSelector"`
	StateMutability  string            `json:"stateMutability"`
	IsConstructor    bool              `json:"isConstructor"`
	Virtual          bool              `json:"virtual"`
	Parameters       json.RawMessage   `json:"parameters"`
	ReturnParams     json.RawMessage   `json:"returnParameters"`
	Modifiers        []json.RawMessage `json:"modifiers"`
	Body             json.RawMessage   `json:"body"`
	BaseFunctions    []int             `json:"baseFunctions"`
	SuperFunction    *int              `json:"superFunction"`

	StateVariable   bool              `json:"stateVariable"`
	Constant        bool              `json:"constant"`
	Mutability      string            `json:"mutability"`
	Indexed         bool              `json:"indexed"`
	StorageLocation string            `json:"storageLocation"`
	Value           json.RawMessage   `json:"value"`
	Members         []json.RawMessage `json:"members"`
	UnderlyingType  json.RawMessage   `json:"underlyingType"`
	TypeName        json.RawMessage   `json:"typeName"`

	Statements   []json.RawMessage `json:"statements"`
	Expression   json.RawMessage   `json:"expression"`
	Declarations []json.RawMessage `json:"declarations"`
	InitialValue json.RawMessage   `json:"initialValue"`
	Condition    json.RawMessage   `json:"condition"`
	TrueBody     json.RawMessage   `json:"trueBody"`
	FalseBody    json.RawMessage   `json:"falseBody"`
	InitExpr     json.RawMessage   `json:"initializationExpression"`
	LoopExpr     json.RawMessage   `json:"loopExpression"`
	EventCall    json.RawMessage   `json:"eventCall"`
	ErrorCall    json.RawMessage   `json:"errorCall"`
	ExternalCall json.RawMessage   `json:"externalCall"`
	Clauses      []json.RawMessage `json:"clauses"`
	ErrorName    string            `json:"errorName"`
	Block        json.RawMessage   `json:"block"`

	Referenced     *int              `json:"referencedDeclaration"`
	HexValue       string            `json:"hexValue"`
	Subdenom       string            `json:"subdenomination"`
	Operator       string            `json:"operator"`
	Prefix         bool              `json:"prefix"`
	SubExpression  json.RawMessage   `json:"subExpression"`
	Left           json.RawMessage   `json:"leftExpression"`
	Right          json.RawMessage   `json:"rightExpression"`
	LeftHand       json.RawMessage   `json:"leftHandSide"`
	RightHand      json.RawMessage   `json:"rightHandSide"`
	TrueExpr       json.RawMessage   `json:"trueExpression"`
	FalseExpr      json.RawMessage   `json:"falseExpression"`
	Names          []string          `json:"names"`
	Options        []json.RawMessage `json:"options"`
	MemberName     string            `json:"memberName"`
	BaseExpr       json.RawMessage   `json:"baseExpression"`
	IndexExpr      json.RawMessage   `json:"indexExpression"`
	StartExpr      json.RawMessage   `json:"startExpression"`
	EndExpr        json.RawMessage   `json:"endExpression"`
	Components     []json.RawMessage `json:"components"`
	IsInlineArray  bool              `json:"isInlineArray"`
	CommonType     *rawType          `json:"commonType"`
	FunctionOfUnOp *int              `json:"function"` // a user-defined operator
}

type rawType struct {
	ID   string `json:"typeIdentifier"`
	Text string `json:"typeString"`
}

// absent reports whether a field is missing or null.
func absent(m json.RawMessage) bool { return len(m) == 0 || bytes.Equal(m, []byte("null")) }

var errDepth = errors.New("the syntax tree is nested too deeply")

func (d *decoder) parse(m json.RawMessage) (*raw, error) {
	var r raw
	if err := json.Unmarshal(m, &r); err != nil {
		return nil, err
	}
	return &r, nil
}

func (d *decoder) info(r *raw) Info {
	i := Info{ID: r.ID}
	parts := strings.Split(r.Src, ":")
	if len(parts) == 3 {
		i.Start, _ = strconv.Atoi(parts[0])
		i.Len, _ = strconv.Atoi(parts[1])
		f, err := strconv.Atoi(parts[2])
		if err == nil {
			i.File = d.files[f]
		}
	}
	return i
}

func (d *decoder) typ(r *raw) *Type {
	if r.Types == nil {
		return nil
	}
	return ParseType(r.Types.ID, r.Types.Text)
}

func (d *decoder) unit(u *SourceUnit, m json.RawMessage) error {
	r, err := d.parse(m)
	if err != nil {
		return err
	}
	if r.NodeType != "SourceUnit" {
		return fmt.Errorf("the syntax tree is a %q", r.NodeType)
	}
	u.Info = d.info(r)
	u.Info.File = u
	u.Nodes, err = d.nodes(r.Nodes)
	return err
}

func (d *decoder) nodes(ms []json.RawMessage) ([]Node, error) { return each(ms, d.node) }

// each decodes the elements of a list.
func each[T any](ms []json.RawMessage, decode func(json.RawMessage) (T, error)) ([]T, error) {
	var xs []T
	for _, m := range ms {
		x, err := decode(m)
		if err != nil {
			return nil, err
		}
		xs = append(xs, x)
	}
	return xs, nil
}

// node decodes a declaration or a statement; nil for an absent one.
func (d *decoder) node(m json.RawMessage) (Node, error) {
	if absent(m) {
		return nil, nil
	}
	if d.depth++; d.depth > maxDepth {
		return nil, errDepth
	}
	defer func() { d.depth-- }()
	r, err := d.parse(m)
	if err != nil {
		return nil, err
	}
	n, err := d.declaration(r)
	if r.NodeType == "InlineAssembly" && err == nil {
		n, err = d.assembly(r, m)
	}
	if n == nil && err == nil {
		n, err = d.statement(r)
	}
	if n == nil && err == nil {
		n = &Unknown{Typed: Typed{Info: d.info(r)}, Kind: r.NodeType}
	}
	if err == nil {
		d.p.nodes[r.ID] = n
	}
	return n, err
}

// unknown returns the node for an unknown kind.
func (d *decoder) unknown(r *raw) *Unknown {
	return &Unknown{Typed: Typed{Info: d.info(r), T: d.typ(r)}, Kind: r.NodeType}
}

// resolve runs the pending resolutions.
func (d *decoder) resolve() {
	for _, f := range d.later {
		f()
	}
	d.later = nil
	sort.SliceStable(d.p.Contracts, func(i, j int) bool { return d.p.Contracts[i].ID < d.p.Contracts[j].ID })
}
