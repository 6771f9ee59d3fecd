package translate

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// Mode is the arithmetic model.
type Mode int

// The modes.
const (
	Checked     Mode = iota // Solidity 0.8: overflow reverts; unchecked blocks wrap
	Int                     // unbounded integers without ranges
	BV                      // bit-vectors
	Mod                     // integers with wrap-around
	ModOverflow             // the same, with overflows reported
)

var modes = []string{"checked", "int", "bv", "mod", "mod-overflow"}

func (m Mode) String() string { return modes[m] }

// ParseMode parses the name of a mode.
func ParseMode(s string) (Mode, error) {
	for i, m := range modes {
		if m == s {
			return Mode(i), nil
		}
	}
	return 0, fmt.Errorf("%q is no arithmetic; choose one of checked, int, bv, mod, mod-overflow", s)
}

// Options of the translation.
type Options struct {
	Mode Mode
	// Modifies checks frame conditions even if no function has any.
	Modifies bool
	// Events checks emissions even if no function has an emits clause.
	Events bool
	// TypedCalls assumes that the code at an address of contract type is that contract's and calls no others.
	TypedCalls bool
	// Checks are the kinds to be proved besides annotations; 0: only assert. Violations of the others revert.
	Checks Check
	// InlineAnnotated unfolds internal functions even if they are annotated, as solc-verify does.
	InlineAnnotated bool
	// Invariants are candidates for contracts, by node ID, in annotation syntax (inferred.go). Ill-formed ones
	// are dropped.
	Invariants map[int][]string
	// Locks are candidates for contracts, by node ID.
	Locks map[int][]Lock
}

// A Function is one entry of the report.
type Function struct {
	Name      string // Contract::function
	Procedure string
	Pos       ast.Position
	Skipped   string // why it was not translated; "" if it was
	SkippedAt ast.Position
	// Checks are those made in the function and in internal callees.
	Checks []Site
	// Contract is the ID of the contract as deployed; Node that of the function, or of the contract for an
	// implicit constructor and for receiving ether.
	Contract int
	Node     ast.Node
	// Inputs maps the procedure's parameters of value types to their names in the source.
	Inputs map[string]string
	// Entry: a transaction may begin here, with arbitrary arguments, in a deployable contract, after the
	// procedure Constructor; "": no constructor is needed.
	Entry       bool
	Constructor string
}

// A Warning is a diagnostic that is no error.
type Warning struct {
	Pos ast.Position // zero file: concerns the whole
	Msg string
}

func (w Warning) String() string {
	if w.Pos.File == "" {
		return "warning: " + w.Msg
	}
	return w.Pos.String() + ": warning: " + w.Msg
}

// Result is a translated program.
type Result struct {
	Program   *boogie.Program
	Functions []*Function
	Warnings  []Warning
	// Annotated: functions rely on annotations of others, or on invariants.
	Annotated bool
}

// unsupported is panicked where a function cannot be translated.
type unsupported struct {
	at  ast.Position
	msg string
}

func fail(n ast.Node, format string, args ...any) {
	panic(&unsupported{ast.Pos(n), fmt.Sprintf(format, args...)})
}

// translator is one translation.
type translator struct {
	p    *ast.Program
	o    Options
	prog *boogie.Program
	res  *Result

	declared map[string]bool // declared names
	globals  []string        // names of global variables
	state    []*ast.VariableDeclaration
	specs    map[int][]*annotation.Clause // by node ID
	sums     map[int][]*sumPath           // by state variable
	contexts map[int]*context
	bodiless []*boogie.Procedure
	queue    []func()
	strings  map[string]int
	records  map[string]*datatype
	warned   map[string]bool
	// modifies: some function has a frame condition, so all get one.
	modifies bool
	events   *eventModel
	// barePush: some push() has no argument, and exposes elements beyond the end of arrays.
	barePush   *bool
	made       map[string]made              // by procedure
	proposed   map[int][]*annotation.Clause // candidate invariants, by contract
	locks      map[int][]*lock
	writes     *writers
	memory     *boogie.Procedure // havocs all memory
	named      map[string]bool   // functions that are referenced other than by external calls
	yulStrings *bool             // see stringsInAssembly
}

// Translate translates all contracts of a program. An error is an invalid annotation.
func Translate(p *ast.Program, o Options) (*Result, error) {
	t := &translator{p: p, o: o, prog: &boogie.Program{}, res: &Result{}, declared: map[string]bool{}, specs: map[int][]*annotation.Clause{},
		sums: map[int][]*sumPath{}, contexts: map[int]*context{}, strings: map[string]int{}, records: map[string]*datatype{}, warned: map[string]bool{}, made: map[string]made{}, proposed: map[int][]*annotation.Clause{}, locks: map[int][]*lock{}}
	if o.Checks == 0 {
		t.o.Checks = CheckAssert
	}
	t.res.Program = t.prog
	if len(p.Units) > 0 {
		t.prog.File = p.Units[0].Path + ".bpl"
	}
	if err := t.annotations(); err != nil {
		return nil, err
	}
	for _, c := range t.p.Contracts {
		t.propose(c)
		t.proposeLocks(c)
	}
	t.declareGlobals()
	for _, c := range t.p.Contracts {
		t.expressible(c)
	}
	if err := t.prepareEvents(); err != nil {
		return nil, err
	}
	for _, c := range t.p.Contracts {
		if c.Kind != "interface" {
			t.contract(c)
		}
	}
	for len(t.queue) > 0 {
		next := t.queue[0]
		t.queue = t.queue[1:]
		next()
	}
	if t.memory != nil { // havocs all memory
		for _, g := range t.globals {
			if strings.HasPrefix(g, "mem_") {
				t.memory.Modifies = append(t.memory.Modifies, boogie.Id(g))
			}
		}
	}
	for _, proc := range t.bodiless {
		for _, g := range t.globals {
			proc.Modifies = append(proc.Modifies, boogie.Id(g))
		}
	}
	sort.SliceStable(t.res.Functions, func(i, j int) bool { return position(t.res.Functions[i].Pos, t.res.Functions[j].Pos) })
	t.res.Functions = slices.CompactFunc(t.res.Functions, func(a, b *Function) bool { // several procedures of one function
		return a.Skipped != "" && a.Name == b.Name && a.Skipped == b.Skipped && a.SkippedAt == b.SkippedAt
	})
	t.assignSites()
	return t.res, nil
}

func position(a, b ast.Position) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

func (t *translator) warn(n ast.Node, msg string) {
	w := Warning{Msg: msg}
	if n != nil {
		w.Pos = ast.Pos(n)
	}
	if key := w.String(); !t.warned[key] {
		t.warned[key] = true
		t.res.Warnings = append(t.res.Warnings, w)
	}
}

// annotations parses and resolves the annotations of all contracts and functions; those of loops are resolved
// when the loop is translated.
func (t *translator) annotations() error {
	for _, c := range t.p.Contracts {
		s := &annotation.Scope{Program: t.p, Contract: c}
		if err := t.annotate(c, s, nil, annotation.Invariant); err != nil {
			return err
		}
		if err := t.lasting(c); err != nil {
			return err
		}
		for _, n := range c.Nodes {
			switch n := n.(type) {
			case *ast.FunctionDefinition:
				if err := t.annotateFunction(n, s); err != nil {
					return err
				}
			case *ast.EventDefinition:
				if err := t.annotate(n, s, n.Params, annotation.Tracks, annotation.Precondition, annotation.Postcondition, annotation.AllowNoChange); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lasting rejects contract invariants that mention values which differ in the next transaction.
func (t *translator) lasting(c *ast.ContractDefinition) error {
	for _, i := range t.specs[c.ID] {
		if err := t.lastingClause(c, i); err != nil {
			return err
		}
	}
	return nil
}

// lastingClause is lasting for one invariant.
func (t *translator) lastingClause(c *ast.ContractDefinition, i *annotation.Clause) error {
	var err error
	refuse := func(x ast.Expr, what string) {
		if err == nil {
			err = &annotation.Error{Pos: i.Pos, Msg: "an invariant of a contract cannot mention " + what}
		}
	}
	annotation.Walk(i.Expr, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Identifier:
			if x.Decl == nil && x.Name == "now" {
				refuse(x, "now: that changes between transactions")
			}
		case *ast.MemberAccess:
			of := x.X.Type()
			if of.Kind == ast.Magic && (of.Name == "message" || of.Name == "block" || of.Name == "transaction") {
				refuse(x, x.Member+" of a transaction or block: that changes between transactions")
			}
			if isBalance(x) && !isThisAddress(x.X) {
				refuse(x, "balances but that of this contract: others change them")
			}
			if of.Kind == ast.Contract && !isThisAddress(x.X) {
				t.warn(c, fmt.Sprintf("Invariant '%s' speaks of another contract; that transactions with that one keep it is not checked", i.Text))
			}
		}
		return true
	})
	return err
}

// isThisAddress reports whether an expression is this or address(this).
func isThisAddress(x ast.Expr) bool {
	if c, ok := unparen(x).(*ast.FunctionCall); ok && c.Kind == "typeConversion" && len(c.Args) == 1 {
		return isThisAddress(c.Args[0])
	}
	return isThis(x)
}

func (t *translator) annotateFunction(f *ast.FunctionDefinition, s *annotation.Scope) error {
	vars := append(append([]*ast.VariableDeclaration{}, f.Params...), f.Returns...)
	if err := t.annotate(f, s, vars, annotation.Precondition, annotation.Postcondition, annotation.Modifies, annotation.Emits,
		annotation.Specification, annotation.ContractInvariants); err != nil {
		return err
	}
	for _, c := range t.specs[f.ID] {
		if c.Kind == annotation.Modifies {
			t.modifies = true
		}
		if c.Kind == annotation.Precondition && f.Public() {
			t.warn(f, fmt.Sprintf("Precondition '%s' of a public function is assumed; callers outside can violate it", c.Text))
		}
	}
	var err error
	ast.Walk(f, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.WhileStmt, *ast.ForStmt:
			if err == nil {
				err = t.annotateLoop(f, s, n)
			}
		}
		return true
	})
	return err
}

// annotateLoop resolves the invariants of a loop in the scope of the visible variables.
func (t *translator) annotateLoop(f *ast.FunctionDefinition, s *annotation.Scope, loop ast.Node) error {
	vars := append(append([]*ast.VariableDeclaration{}, f.Params...), f.Returns...)
	vars = append(vars, visible(f.Body, loop)...)
	return t.annotate(loop, s, vars, annotation.Invariant, annotation.ContractInvariants)
}

// visible returns the local variables in scope at a loop: those declared before it in enclosing blocks, and its
// own counter.
func visible(block ast.Node, loop ast.Node) []*ast.VariableDeclaration {
	at := loop.Base()
	contains := func(n ast.Node) bool {
		if n == nil {
			return false
		}
		b := n.Base()
		return b.Start <= at.Start && at.Start+at.Len <= b.Start+b.Len
	}
	var vs []*ast.VariableDeclaration
	var in func(n ast.Node)
	declare := func(n ast.Node) {
		if s, ok := n.(*ast.VarStmt); ok {
			for _, v := range s.Vars {
				if v != nil {
					vs = append(vs, v)
				}
			}
		}
	}
	in = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Block:
			for _, s := range n.Stmts {
				if contains(s) {
					in(s)
					return
				}
				declare(s)
			}
		case *ast.IfStmt:
			if contains(n.Then) {
				in(n.Then)
			} else if contains(n.Else) {
				in(n.Else)
			}
		case *ast.Try:
			for _, c := range n.Clauses {
				if contains(c) {
					vs = append(vs, c.Params...)
					in(c.Body)
				}
			}
		case *ast.WhileStmt:
			if n != loop {
				in(n.Body)
			}
		case *ast.ForStmt:
			declare(n.Init)
			if n != loop {
				in(n.Body)
			}
		}
	}
	if block != nil {
		in(block)
	}
	return vs
}

// annotate parses and resolves the annotations of a node; kinds are the clauses allowed there.
func (t *translator) annotate(n ast.Node, s *annotation.Scope, vars []*ast.VariableDeclaration, kinds ...annotation.Kind) error {
	cs, err := annotation.Of(n)
	if err != nil {
		return err
	}
	scope := *s
	scope.Vars = vars
	for _, c := range cs {
		allowed := false
		for _, k := range kinds {
			allowed = allowed || c.Kind == k
		}
		if !allowed {
			return &annotation.Error{Pos: c.Pos, Msg: "this annotation cannot stand here"}
		}
		if err := scope.Resolve(c); err != nil {
			return err
		}
		t.registerSums(c)
	}
	t.specs[n.Base().ID] = cs
	t.res.Annotated = t.res.Annotated || len(cs) > 0
	return nil
}

// declareGlobals declares the common global variables and the state variables.
func (t *translator) declareGlobals() {
	u := t.uintSort()
	t.global(Balance, boogie.MapOf(u, boogie.Int), nil)
	t.global(allocVar, boogie.Int, boogie.Attributes{boogie.Attr("any")}) // arbitrary at the beginning of a transaction
	for _, c := range []string{"block_number", "block_timestamp", "block_difficulty", "block_gaslimit", "block_chainid", "block_basefee", "block_blobbasefee", "tx_gasprice"} {
		t.declareConst(c, u)
	}
	t.declareConst("block_coinbase", boogie.Int)
	t.declareConst("tx_origin", boogie.Int)
	if t.o.Mode == ModOverflow {
		t.global(overflowVar, boogie.Bool, nil)
	}
	for _, c := range t.p.Contracts {
		for _, n := range c.Nodes {
			v, ok := n.(*ast.VariableDeclaration)
			if !ok || v.Constant {
				continue
			}
			t.state = append(t.state, v)
			func() {
				defer func() {
					if r := recover(); r != nil {
						if _, ok := r.(*unsupported); !ok {
							panic(r)
						}
						// Every use of the variable fails again and is skipped.
					}
				}()
				sort := t.storageSort(v, v.T)
				pos := ast.Pos(v)
				t.global(StateName(v), boogie.MapOf(sort, boogie.Int), boogie.Located(pos.File, pos.Line, pos.Col, v.Name))
			}()
		}
	}
	t.declareSums()
	t.declareCallData()
}

// Names of global variables.
const (
	// Balance is the global variable that maps accounts to their balances.
	Balance     = "balance"
	allocVar    = "alloc_counter"
	overflowVar = "overflow"
)

// StateName is the global variable of a state variable.
func StateName(v *ast.VariableDeclaration) string { return fmt.Sprintf("%s#%d", v.Name, v.ID) }

// global declares a global variable once.
func (t *translator) global(name string, sort boogie.Type, attrs boogie.Attributes) {
	if t.declared[name] {
		return
	}
	t.declared[name] = true
	t.globals = append(t.globals, name)
	v := boogie.V(name, sort)
	v.Attrs = attrs
	t.prog.Decls = append(t.prog.Decls, v)
}

func (t *translator) declareConst(name string, sort boogie.Type) {
	if t.declared[name] {
		return
	}
	t.declared[name] = true
	c := boogie.ConstOf(name, sort, false)
	if strings.HasPrefix(name, "block_") || name == "tx_origin" || strings.HasPrefix(name, "some_") { // not every number is a block number
		c.Attrs = boogie.Attributes{boogie.Attr("some")}
	}
	t.prog.Decls = append(t.prog.Decls, c)
}

// function declares a function once.
func (t *translator) function(name string, attrs boogie.Attributes, result boogie.Type, body func([]boogie.Expr) boogie.Expr, params ...boogie.Type) {
	if t.declared[name] {
		return
	}
	t.declared[name] = true
	f := &boogie.Function{Attrs: attrs, Name: name, Result: boogie.V("", result)}
	var args []boogie.Expr
	for i, s := range params {
		n := string(rune('a' + i))
		f.Params = append(f.Params, boogie.V(n, s))
		args = append(args, boogie.Id(n))
	}
	if body != nil {
		f.Body = body(args)
	}
	t.prog.Decls = append(t.prog.Decls, f)
}
