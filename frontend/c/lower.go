package c

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sort"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/c23"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// Lower translates the C translation unit in src (nil: the file at path) to a
// module. Faults of the input are *Error values. Constructs without a model
// are diagnostics of kind Unsupported; the module then has a location with a
// Cut where an execution would meet the construct.
func Lower(ctx context.Context, path string, src []byte, o Options) (*program.Module, []Diagnostic, error) {
	o = o.withDefaults()
	src, err := source(path, src)
	if err != nil {
		return nil, nil, err
	}
	u, err := read(ctx, path, src, o)
	if err != nil {
		return nil, nil, err
	}
	return lower(ctx, path, u, o)
}

// lower translates a program that was read.
func lower(ctx context.Context, path string, u *unit, o Options) (mod *program.Module, diags []Diagnostic, err error) {
	o.Before = "" // it is in the text
	ast, lib, err := withLibrary(ctx, path, u.text, u.ast, o)
	if err != nil {
		if u.expanded != nil {
			err = u.expanded.mapped(path, err)
		}
		return nil, nil, err
	}
	l := newLowerer(ctx, path, ast, o)
	l.expanded = u.expanded
	l.mayJump = u.mayHave("longjmp")
	l.mayCleanUp = u.mayHave("cleanup")
	l.mayHaveBitFields = slices.ContainsFunc(append(u.included, u.text), mayHaveBitFields)
	l.lib = lib
	l.tt.modern = o.Standard.Modern() || u.expanded != nil && u.expanded.modern
	if fixedType().Match(u.text) {
		l.tt.fixed = fixedTypes(path, u.text, ast)
	}
	if l.tt.modern && u.mayHave("enum") {
		l.tt.findBeyond(ast)
	}
	l.mayAlign = u.mayHave("lignas")
	l.mayFail = u.mayHave("tatic_assert") || u.mayHave(c23.Mark)
	if bytes.Contains(u.text, []byte(c23.Bits)) {
		l.tt.findPrecise(ast)
	}
	l.oddSizes = l.tt.precise != nil || u.mayHave("alignof") || l.tt.modern && u.mayHave("_Alignof")
	if u.mayHave("__attribute") || u.mayHave("lignas") || u.mayHave("pack") {
		l.tt.attrs = layoutAttributes(ast, path, rewrite(u.text).packs)
		for _, a := range l.tt.attrs {
			l.oddSizes = l.oddSizes || a.special()
		}
	}
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(lowerError); ok {
				mod, diags, err = nil, nil, e.err
				return
			}
			if e := l.tooWide(); e != nil {
				mod, diags, err = nil, nil, e
				return
			}
			e := &Error{Pos: l.here, Msg: fmt.Sprintf("internal error while lowering (%v)", r), Internal: true}
			if debugPanics {
				e.Msg += "\n" + string(debug.Stack())
			}
			mod, diags, err = nil, nil, e
		}
	}()
	if err := l.run(); err != nil {
		return nil, nil, err
	}
	return l.mod, l.diags, nil
}

// fixedType finds enumerations whose type may be fixed.
var fixedType = lazyregexp.New(`\benum\b[^{};()=,]*:`)

// tooWide reports a bit-field that is wider than its type.
func (l *lowerer) tooWide() error {
	if f := l.tt.tooWide; f != nil {
		return &Error{Pos: l.posOf(f.Declarator()), Msg: fmt.Sprintf("the bit-field %s has %d bits, more than its type", f.Name(), f.ValueBits())}
	}
	return nil
}

// debugPanics adds the stack to internal errors; tests set it.
var debugPanics = false

// lowerError is the panic value that carries an error out of the recursive lowering.
type lowerError struct{ err error }

// lowerer is the state of one call of Lower.
type lowerer struct {
	ctx       context.Context
	o         Options
	path      string
	f         *logic.Factory
	tt        *typeTable
	ast       *cc.AST
	mod       *program.Module
	described map[*ctype]*program.Type
	external  int         // declarations met
	here      program.Pos // last position met, for internal errors

	expanded *expansion // when ast is not of the text itself

	alias *alias.Result
	// alignments are those of alignment specifiers.
	alignments alignments
	// mayAlign: the source has alignment specifiers.
	mayAlign bool
	// oddSizes: cc may have other sizes or alignments than gcc.
	oddSizes bool
	lib      alias.Library
	isError  map[string]bool

	defs     map[string]*cfunc // functions with a body
	aliases  map[string]string // functions and variables declared with the attribute alias: their targets
	asmNames map[string]string // functions with an assembler name of their own
	odd      map[string]string // names whose binding only the linker determines: the reason
	weak     map[string]bool   // weak declarations
	cfuncs   []*cfunc          // in source order
	bodies   map[string]*accessed
	// whether functions are called at exit or for signals, computed on first use
	handlersSought, handlersFound bool
	work                          []*cfunc
	fileVars                      map[string]*fileVar
	order                         []*fileVar // referenced file-scope variables, by first declaration
	statics                       map[*cc.Declarator]*object
	staticStart                   map[*cc.Declarator]func(*builder) // initialise those, once
	// staticInit has the declarations of static locals met so far.
	staticInit map[*cc.Declarator]*cc.InitDeclarator
	initWork   []func(b *builder) // initialisers of referenced statics that wait
	entry      *builder
	given      []*logic.Term // the arguments of Options.Function
	use        mainUse       // of the arguments of main

	funcObjs map[string]*program.Object
	taken    []string // functions whose address is taken, in order of discovery
	sites    []*callSite
	blocks   []*blockOp
	proc     process
	gotos    []*gotoSite
	jumps    jumps
	argTags  *program.Var // kinds of variable arguments by address
	argKeys  map[string]uint64
	mayJump  bool // the source mentions longjmp
	// mayFail: the source has static assertions or constants to be checked.
	mayFail bool
	// mayCleanUp: the source mentions the attribute cleanup.
	mayCleanUp bool
	// mayHaveBitFields: something in the source looks like a bit-field.
	mayHaveBitFields bool

	regions  map[regionKey]*program.Var
	strings  map[cc.Node]*object
	heapTop  *program.Var
	heapObj  *program.Object
	rodata   *program.Object // marks the end of the read-only objects
	names    map[string]int
	inputs   int
	diags    []Diagnostic
	assumed  map[string]bool
	reported map[string]bool
	pureMemo map[cc.Node]bool
	zeroed   map[alias.ClassID]bool
	extent   map[alias.ClassID]int // how many objects a class has, 2 for many
	// literals are the string literals of a class.
	literals map[alias.ClassID][]*program.Object
	room     map[*logic.Term]uint64       // sizes of objects by their addresses
	followed map[*cc.Declarator]*followed // of the first members of records; nil: not yet known
	perCall  map[alias.ClassID]bool       // an object of the class is one of each call of a function
	// equations are the comparisons of pointers to be kept in the module, see equated.
	equations []equation
	// numbers and compared are places where pointers may be numbers; numeric are the targets of pointers that were read where numbers may be. See keepNumbers.
	numbers  []numericUse
	compared []comparison
	// flagUses are places where the lowest bits of pointers are used, leastAlign the least alignments of the objects of a class, and flagCasts the flags that are used of a
	// conversion of a pointer. See findFlags.
	flagUses   []flagUse
	leastAlign map[alias.ClassID]int64
	flagCasts  map[*cc.CastExpression][]uint64
	numeric    map[alias.ClassID]bool
	sizes      *program.Var // sizes of heap blocks by address, when the program calls realloc

	callers map[*program.Func][]*program.Edge // see callGraph
	funcOf  map[*program.Location]*program.Func
}

// fileVar is a variable with linkage: all its declarations together.
type fileVar struct {
	name  string
	d     *cc.Declarator // the declaration with the type
	init  *cc.Initializer
	def   bool // some declaration is a (tentative) definition
	all   []*cc.Declarator
	pos   program.Pos
	index int
	order int // which external declaration is the first
	obj   *object

	started bool // its initialisation is there
}

// cfunc is a C function with a body.
type cfunc struct {
	name     string
	def      *cc.FunctionDefinition
	typ      *cc.FunctionType
	params   []*cc.Parameter
	result   *ctype
	fn       *program.Func
	out      *node        // result of record type: module-level variables
	fell     *program.Var // whether its end was reached without a return; nil: it cannot be
	queued   bool
	index    int
	order    int          // which external declaration it is
	args     *program.Var // address of the variable arguments, when they are used
	outMem   *object      // result of record type with a union
	mail     []*object    // per parameter: where callers put a record with a union; else nil
	paramObj []*node      // direct parameter storage
}

func newLowerer(ctx context.Context, path string, ast *cc.AST, o Options) *lowerer {
	f := logic.NewFactory()
	l := &lowerer{
		ctx: ctx, o: o, path: path, f: f, tt: newTypeTable(o.Model), ast: ast,
		mod:         &program.Module{Terms: f, Model: o.Model, Files: []string{path}, Jumps: map[*program.Func]bool{}},
		isError:     map[string]bool{},
		defs:        map[string]*cfunc{},
		aliases:     map[string]string{},
		asmNames:    map[string]string{},
		odd:         map[string]string{},
		weak:        map[string]bool{},
		fileVars:    map[string]*fileVar{},
		statics:     map[*cc.Declarator]*object{},
		staticStart: map[*cc.Declarator]func(*builder){},
		staticInit:  map[*cc.Declarator]*cc.InitDeclarator{},
		funcObjs:    map[string]*program.Object{},
		regions:     map[regionKey]*program.Var{},
		strings:     map[cc.Node]*object{},
		names:       map[string]int{},
		argKeys:     map[string]uint64{},
		assumed:     map[string]bool{},
		reported:    map[string]bool{},
		pureMemo:    map[cc.Node]bool{},
		zeroed:      map[alias.ClassID]bool{},
		extent:      map[alias.ClassID]int{},
		literals:    map[alias.ClassID][]*program.Object{},
		perCall:     map[alias.ClassID]bool{},
		numeric:     map[alias.ClassID]bool{},
		leastAlign:  map[alias.ClassID]int64{},
		flagCasts:   map[*cc.CastExpression][]uint64{},
		room:        map[*logic.Term]uint64{},
	}
	for _, n := range o.ErrorFunctions {
		l.isError[n] = true
	}
	l.mod.Error = &program.Location{Func: ""}
	l.mod.Halt = &program.Location{Func: ""}
	return l
}

// pos converts a position of cc.
func (l *lowerer) pos(p token.Position) program.Pos {
	at := program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
	if l.expanded != nil && at.File == l.path {
		return l.expanded.pos(at)
	}
	return at
}

func (l *lowerer) posOf(n cc.Node) program.Pos {
	p := l.pos(n.Position())
	if p.IsValid() {
		l.here = p
	}
	return p
}

func (l *lowerer) diag(kind DiagnosticKind, pos program.Pos, msg string) {
	key := fmt.Sprintf("%d|%s|%s", kind, pos, msg)
	if l.reported[key] {
		return
	}
	l.reported[key] = true
	l.diags = append(l.diags, Diagnostic{Pos: pos, Msg: msg, Kind: kind})
}

// assumeAt records an assumption of the model, once, with its first position.
func (l *lowerer) assumeAt(kind program.AssumptionKind, what string, pos program.Pos) {
	if !l.assumed[what] {
		l.assumed[what] = true
		l.mod.Assumptions = append(l.mod.Assumptions, program.Assumption{Kind: kind, Text: what, Pos: pos})
	}
}

// unique returns name, or name#2, name#3, ... when it was given before.
func (l *lowerer) unique(name string) string {
	l.names[name]++
	if k := l.names[name]; k > 1 {
		return l.unique(fmt.Sprintf("%s#%d", name, k))
	}
	return name
}

// newVar makes a variable with a unique name; the caller adds it to a list.
func (l *lowerer) newVar(name string, s *logic.Sort) *program.Var {
	name = l.unique(name)
	return &program.Var{Name: name, Sym: l.f.Var(name, s)}
}

func (l *lowerer) run() error {
	l.collect()
	if l.mayHaveBitFields {
		if err := l.checkBitFields(); err != nil {
			return err
		}
	}
	lib := l.lib
	lib.Layout = l.tt.layout
	l.use = l.usedArguments()
	lib.Outside = l.outside()
	for _, v := range l.use.vectors {
		lib.Outside = append(lib.Outside, v.d)
	}
	l.alias = alias.AnalyzeWith(l.ast, lib)
	main := l.defs[l.o.Entry]
	switch {
	case main == nil && l.o.Function != "":
		return l.noFunction()
	case main == nil:
		return &Error{Pos: program.Pos{File: l.path}, Msg: fmt.Sprintf("no function %s with a body; define it or name another entry function", l.o.Entry)}
	}
	l.entry = l.newEntry()
	if l.mayAlign {
		if err := l.findAlignments(); err != nil {
			return err
		}
		l.oddSizes = l.oddSizes || len(l.alignments.of) > 0
	}
	if l.oddSizes {
		if err := l.sizesAgree(); err != nil {
			return err
		}
	}
	if l.mayFail {
		if err := l.mistakes(); err != nil {
			return err
		}
	}
	l.require(main)
	l.collectHooks()
	if l.o.Function != "" {
		l.initWork = append(l.initWork, func(b *builder) {
			b.begin(main.fn.Pos)
			l.given = b.anyArguments(main)
			b.flush()
		})
	}
	for {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		switch {
		case len(l.work) > 0:
			c := l.work[0]
			l.work = l.work[1:]
			l.lowerFunc(c)
		case len(l.initWork) > 0:
			w := l.initWork[0]
			l.initWork = l.initWork[1:]
			w(l.entry)
		default:
			if !l.expandSites() && !l.synthesize() {
				l.finish(main)
				return l.tooWide()
			}
		}
	}
}

// collect finds the functions with bodies and the variables with linkage.
func (l *lowerer) collect() {
	for u := l.ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		l.external++
		ed := u.ExternalDeclaration
		switch ed.Case {
		case cc.ExternalDeclarationFuncDef:
			l.addFunc(ed.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			l.addDecl(ed.Declaration)
		}
	}
	l.external++ // declared in blocks only
}

func (l *lowerer) addFunc(def *cc.FunctionDefinition) {
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	name := def.Declarator.Name()
	if l.defs[name] != nil {
		return // gnu inline redefinition: the first stays
	}
	c := &cfunc{name: name, def: def, typ: ft, result: l.tt.of(ft.Result()), index: len(l.cfuncs), order: l.external}
	for _, p := range ft.Parameters() {
		if p.Type() != nil && p.Type().Kind() == cc.Void {
			continue
		}
		c.params = append(c.params, p)
	}
	l.defs[name] = c
	l.cfuncs = append(l.cfuncs, c)
}

func (l *lowerer) addDecl(d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	for il := d.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		id := il.InitDeclarator
		dd := id.Declarator
		if dd.IsTypename() || dd.Type() == nil {
			continue
		}
		l.linkage(dd, id)
		if dd.Type().Kind() == cc.Function {
			continue
		}
		l.addFileVar(dd, id)
	}
}

func (l *lowerer) addFileVar(dd *cc.Declarator, id *cc.InitDeclarator) *fileVar {
	name := dd.Name()
	v := l.fileVars[name]
	if v == nil {
		v = &fileVar{name: name, d: dd, pos: l.posOf(dd), index: len(l.fileVars), order: l.external}
		l.fileVars[name] = v
	}
	v.all = append(v.all, dd)
	if v.d.Type().IsIncomplete() && !dd.Type().IsIncomplete() {
		v.d = dd
	}
	if !dd.IsExtern() {
		v.def = true
	}
	if id != nil && id.Case == cc.InitDeclaratorInit {
		v.init, v.d, v.def = id.Initializer, dd, true
	}
	return v
}

// require queues a function for lowering and returns its program.Func.
func (l *lowerer) require(c *cfunc) *program.Func {
	if !c.queued {
		c.queued = true
		l.declareFunc(c)
		l.work = append(l.work, c)
	}
	return c.fn
}

// finish assembles the module.
func (l *lowerer) finish(main *cfunc) {
	l.closeSites()
	l.callMain(main)
	l.wireJumps()
	l.expandBlocks()
	l.finishEntry(main)
	l.keepEquations()
	l.keepNumbers()
	l.keepFlags()
	funcs := make([]*cfunc, 0, len(l.cfuncs))
	for _, c := range l.cfuncs {
		if c.queued {
			funcs = append(funcs, c)
		}
	}
	sort.SliceStable(funcs, func(i, j int) bool { return funcs[i].index < funcs[j].index })
	l.mod.Entry = l.entry.fn
	all := []*program.Func{l.entry.fn}
	for _, c := range funcs {
		all = append(all, c.fn)
	}
	all = append(all, l.synthetic()...)
	l.mod.Error.In, l.mod.Halt.In = nil, nil
	for _, fn := range all {
		tidy(fn, l.mod)
	}
	// Keep only functions that are still called after dead code is removed.
	reached := map[*program.Func]bool{l.entry.fn: true}
	stack := []*program.Func{l.entry.fn}
	for len(stack) > 0 {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, loc := range fn.Locs {
			for _, e := range loc.Out {
				for _, op := range e.Ops {
					if op.Kind == program.OpCall && !reached[op.Callee] {
						reached[op.Callee] = true
						stack = append(stack, op.Callee)
					}
				}
			}
		}
	}
	for _, fn := range all {
		if !reached[fn] {
			continue
		}
		l.mod.Funcs = append(l.mod.Funcs, fn)
		for _, loc := range fn.Locs {
			for _, e := range loc.Out {
				if e.Dst == l.mod.Error || e.Dst == l.mod.Halt {
					e.Dst.In = append(e.Dst.In, e)
				}
			}
		}
	}
	if l.rodata != nil {
		l.mod.Objects = append(l.mod.Objects, l.rodata)
	}
	if l.heapObj != nil {
		l.mod.Objects = append(l.mod.Objects, l.heapObj)
	}
	sort.SliceStable(l.mod.Assumptions, func(i, j int) bool { return l.mod.Assumptions[i].Text < l.mod.Assumptions[j].Text })
}

// tidy removes unreachable locations and edges without effect, and numbers
// the rest.
func tidy(fn *program.Func, m *program.Module) {
	for _, loc := range fn.Locs {
		loc.In = nil
	}
	seen := map[*program.Location]bool{fn.Entry: true}
	order := []*program.Location{fn.Entry}
	for i := 0; i < len(order); i++ {
		for _, e := range order[i].Out {
			e.Dst = skip(e.Dst, fn, m)
			if e.Dst == m.Error || e.Dst == m.Halt {
				continue
			}
			e.Dst.In = append(e.Dst.In, e)
			if !seen[e.Dst] {
				seen[e.Dst] = true
				order = append(order, e.Dst)
			}
		}
	}
	var locs []*program.Location
	id := 0
	for _, loc := range fn.Locs {
		if !seen[loc] && loc != fn.Exit {
			continue
		}
		loc.ID = len(locs)
		locs = append(locs, loc)
		for _, e := range loc.Out {
			e.ID = id
			id++
		}
	}
	fn.Locs = locs
}

// skip follows edges without operations.
func skip(loc *program.Location, fn *program.Func, m *program.Module) *program.Location {
	for n := 0; n < 1000; n++ {
		if loc == fn.Exit || loc.LoopPos.IsValid() || loc.Cut != "" || len(loc.Out) != 1 {
			return loc
		}
		e := loc.Out[0]
		if len(e.Ops) > 0 || e.Branch != nil || e.Dst == loc || e.Dst == m.Error || e.Dst == m.Halt {
			return loc
		}
		loc = e.Dst
	}
	return loc
}
