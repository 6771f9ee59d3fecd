package c

import (
	"context"
	"fmt"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// libraryUse is how a program uses the library's bodies in C: which body each
// call stands for, in the order of the calls in the source.
type libraryUse struct {
	names   []string // of the functions called
	call    []string // per call: the function that defines the body; "" for none
	bodies  []library.Body
	denotes map[string]string // functions whose address is taken
	copies  map[string]int
	first   map[string]bool // whether the copy 0 is made
	tt      *typeTable
}

// usesLibrary finds the calls of functions with a body in C that the program
// does not define.
func usesLibrary(ast *cc.AST, m program.DataModel, isError map[string]bool) *libraryUse {
	u := &libraryUse{denotes: map[string]string{}, copies: map[string]int{}, first: map[string]bool{}, tt: newTypeTable(m)}
	u.walk(ast, isError, func(n *cc.PostfixExpression, name string, used bool) {
		u.names = append(u.names, name)
		u.call = append(u.call, u.choose(n, name, used))
	}, func(name string) {
		if u.denotes[name] == "" {
			u.denotes[name] = u.shared(library.Canonical(name))
		}
	})
	return u
}

// walk calls call and taken for the uses of library functions in source order.
func (u *libraryUse) walk(ast *cc.AST, isError map[string]bool, call func(n *cc.PostfixExpression, name string, used bool), taken func(string)) {
	own := map[string]bool{}
	declared := false
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		switch ed := tu.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationFuncDef:
			own[ed.FunctionDefinition.Declarator.Name()] = true
		case cc.ExternalDeclarationDecl:
			for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				d := l.InitDeclarator.Declarator
				if at := d.Type().Attributes(); at != nil && at.Alias() != "" {
					own[d.Name()] = true
				}
				declared = declared || library.Provides(library.Canonical(d.Name()))
			}
		}
	}
	if !declared {
		return // undeclared functions of the library stay without a body
	}
	callees := map[cc.Node]bool{}
	unused := map[cc.Node]bool{} // calls that are statements
	provided := func(name string) bool {
		return !own[name] && !isError[name] && library.Provides(library.Canonical(name))
	}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		if f := ed.FunctionDefinition; f != nil && strings.HasPrefix(f.Declarator.Name(), library.Prefix) {
			continue
		}
		tree.Visit(ed, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.ExpressionStatement:
				if n.ExpressionList != nil {
					unused[tree.Strip(n.ExpressionList)] = true
				}
			case *cc.PostfixExpression:
				if n.Case == cc.PostfixExpressionCall {
					if name, ok := tree.CalleeName(n.PostfixExpression); ok {
						callees[tree.Strip(n.PostfixExpression)] = true
						if provided(name) && !modelledCall(name) {
							call(n, name, !unused[n])
						}
					}
				}
			case *cc.PrimaryExpression:
				if n.Case == cc.PrimaryExpressionIdent && !callees[n] {
					if d, ok := n.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil && d.Type().Kind() == cc.Function && provided(d.Name()) && library.HasBody(library.Canonical(d.Name())) {
						taken(d.Name())
					}
				}
			}
			return true
		})
	}
}

// modelledCall reports whether the lowering has a model of its own for direct
// calls of a function.
func modelledCall(name string) bool {
	base := library.Canonical(name)
	return modelled[base] || pureFuncs[name] || pureFuncs[base]
}

// choose returns the name of the body for a call.
func (u *libraryUse) choose(n *cc.PostfixExpression, name string, used bool) string {
	base := library.Canonical(name)
	if format, ok := outputs[base]; ok && !used && (format < 0 || !mayStore(n, format)) {
		return "" // only output
	}
	if _, ok := library.Generated(base); ok {
		return u.formatted(n, base)
	}
	if !library.HasBody(base) {
		return ""
	}
	if body, ok := u.sortBody(n, base); ok && u.copies[base] < maxCopies-1 { // the last is for all further calls
		return u.add(body)
	}
	es := tree.Args(n)
	if len(es) > 0 && readers[base] && isStdin(es[len(es)-1]) {
		return u.add(library.Body{Function: base, Replace: library.FromStdin})
	}
	if !library.HasPointers(base) {
		return u.shared(base)
	}
	if u.copies[base] >= maxCopies {
		return library.Body{Function: base, Copy: maxCopies - 1}.Name()
	}
	return u.add(library.Body{Function: base})
}

// add gives a call its own copy of a body.
func (u *libraryUse) add(body library.Body) string {
	k := u.copies[body.Function]
	if k == 0 && (body.Replace != nil || body.Text != "") {
		k = 1 // the first copy is the body as it is
	}
	if k == 0 {
		u.first[body.Function] = true
	}
	body.Copy = k
	u.copies[body.Function] = k + 1
	u.bodies = append(u.bodies, body)
	return body.Name()
}

// readers are the functions that read the stream of their last argument.
var readers = set("fgetc", "fgets", "fread")

func isStdin(e cc.ExpressionNode) bool {
	p, ok := tree.Strip(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return false
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	return ok && d.Name() == "stdin" && d.IsExtern()
}

// mayStore reports whether an output may store through one of its arguments:
// its format is a literal with %n, or none and some argument points to
// something that is not constant.
func mayStore(n *cc.PostfixExpression, format int) bool {
	es := tree.Args(n)
	if format >= len(es) {
		return true
	}
	if s, ok := tree.Strip(es[format]).Value().(cc.StringValue); ok {
		return library.Stores(string(s))
	}
	for _, e := range es[format+1:] {
		p, ok := e.Type().Decay().(*cc.PointerType)
		if ok && (p.Elem().Attributes() == nil || !p.Elem().Attributes().IsConst()) || !ok && e.Type().Kind() != cc.Enum && !cc.IsArithmeticType(e.Type()) {
			return true
		}
	}
	return false
}

// formatted generates the body of a call with a literal format, if its arguments have the types the format requires.
func (u *libraryUse) formatted(n *cc.PostfixExpression, base string) string {
	body, fault := u.formatBody(n, base)
	if fault != "" {
		return ""
	}
	return u.add(body)
}

// formatBody is the body of a call of a printf or scanf function, or what of the call has no model.
func (u *libraryUse) formatBody(n *cc.PostfixExpression, base string) (body library.Body, fault string) {
	es := tree.Args(n)
	at, _ := library.Generated(base)
	if at >= len(es) {
		return body, "has too few arguments"
	}
	s, ok := tree.Strip(es[at]).Value().(cc.StringValue)
	if !ok {
		return body, "has a format that is no string literal"
	}
	format := strings.TrimRight(string(s), "\x00")
	var args []library.Arg
	var what string
	if strings.HasSuffix(base, "scanf") {
		body.Text, args, what = library.Scan(base, format)
		switch {
		case base == "scanf" || base == "fscanf" && isStdin(es[0]):
			body.Replace = library.FromStdin
		case base == "fscanf":
			body.Replace = library.FromFile
		}
	} else {
		body.Text, args, what = library.Print(base, format)
	}
	switch {
	case what != "":
		return body, "with the conversion " + what
	case len(es)-at-1 < len(args):
		return body, "has fewer arguments than conversions"
	}
	for i, a := range args {
		if e := es[at+1+i]; !u.demanded(a, e.Type()) {
			return body, fmt.Sprintf("with the argument %s, which has another type than its conversion requires", short(cc.NodeSource(e)))
		}
	}
	body.Function = base
	return body, ""
}

// sizes of the types that formats demand.
func (u *libraryUse) size(name string) int64 {
	k := cc.Int
	switch name {
	case "char", "signed char", "unsigned char":
		k = cc.Char
	case "short", "unsigned short":
		k = cc.Short
	case "long", "unsigned long":
		k = cc.Long
	case "long long", "unsigned long long", "__INTMAX_TYPE__", "__UINTMAX_TYPE__":
		k = cc.LongLong
	case "__PTRDIFF_TYPE__", "__SIZE_TYPE__":
		return int64(u.tt.ptrW / 8)
	}
	return u.tt.kind(k).size
}

// rank is that of a floating-point type.
func (u *libraryUse) rank(name string) int {
	return u.tt.kind(map[string]cc.Kind{"float": cc.Float, "double": cc.Double, "long double": cc.LongDouble}[name]).rank
}

// demanded reports whether t is the type that the conversion a requires of its argument.
func (u *libraryUse) demanded(a library.Arg, t cc.Type) bool {
	if t == nil {
		return false
	}
	x := u.tt.of(t.Decay())
	if !a.Pointer {
		if a.Float { // float is passed as double
			return x.kind == tFloat && max(x.rank, 2) == u.rank(a.Size)
		}
		return x.kind == tInt && max(x.size, 4) == u.size(a.Size)
	}
	p, ok := t.Decay().(*cc.PointerType)
	if !ok {
		return false
	}
	x = u.tt.of(p.Elem())
	if a.Float {
		return x.kind == tFloat && x.rank == u.rank(a.Size)
	}
	return x.kind == tInt && x.size == u.size(a.Size)
}

// shared returns the first copy of a body.
func (u *libraryUse) shared(base string) string {
	if !u.first[base] {
		u.first[base] = true
		u.copies[base] = max(u.copies[base], 1)
		u.bodies = append(u.bodies, library.Body{Function: base})
	}
	return library.Body{Function: base}.Name()
}

// bind finds the calls again in the tree of the program with the bodies.
func (u *libraryUse) bind(ast *cc.AST, isError map[string]bool) (alias.Library, bool) {
	lib := alias.Library{Calls: map[*cc.PostfixExpression]string{}, Denotes: u.denotes}
	i := 0
	same := true
	u.walk(ast, isError, func(n *cc.PostfixExpression, name string, _ bool) {
		if i >= len(u.names) || u.names[i] != name {
			same = false
		} else if f := u.call[i]; f != "" {
			lib.Calls[n] = f
		}
		i++
	}, func(string) {})
	return lib, same && i == len(u.names)
}

// callBody calls the body in C of a library function.
func (b *builder) callBody(body *cfunc, n *cc.PostfixExpression, into *callResult) val {
	t := b.typeOf(n)
	if f, ok := library.Lookup(library.Public(body.name)); ok && f.Kind == library.Bounded {
		b.lowerer.assumeAt(program.AboutFunctions, f.Name+" has any effect and result within the bounds of its model", b.pos)
	}
	if into != nil && (into.t.kind != body.result.kind || !body.result.isScalar() || body.result.width != t.width) {
		into = nil
	}
	r := b.callDefined(body, b.args(n, body.typ), into)
	if v := b.ownErrno(); v != nil {
		b.store(b.objectPlace(b.fileObject(v.d)), b.anyResult(library.Public(body.name), b.tt.of(v.d.Type())).x)
	}
	switch {
	case t.isScalar() && r.x != nil && r.t != t:
		return val{t: t, x: b.convert(r, t, n)}
	case t.kind == tRecord && r.t != nil && r.t.kind == tRecord && direct(t) && direct(r.t):
		p := place{t: t, node: b.tempNode(t)}
		from, to := r.place.node.leaves(), p.node.leaves()
		if len(from) != len(to) {
			return b.unsupported("result of "+library.Public(body.name), n, t)
		}
		for i := range from {
			if from[i].v.Sym.Sort() != to[i].v.Sym.Sort() {
				return b.unsupported("result of "+library.Public(body.name), n, t)
			}
			b.assign(to[i].v, from[i].v.Sym)
		}
		return val{t: t, place: p}
	}
	return r
}

// intrinsic lowers the extensions of C that the library's bodies use.
func (b *builder) intrinsic(name string, n *cc.PostfixExpression, ft *cc.FunctionType) (val, bool) {
	op, ok := strings.CutPrefix(name, library.Prefix)
	if !ok {
		return val{}, false
	}
	void := val{t: b.tt.kind(cc.Void)}
	of := library.Owner(b.fn.Name)
	switch {
	case op == "cut":
		what := "library function " + of
		if es := tree.Args(n); len(es) > 0 {
			if s, ok := tree.Strip(es[0]).Value().(cc.StringValue); ok {
				what += ": " + strings.TrimRight(string(s), "\x00")
			}
		}
		b.cutSilently(what, b.pos)
		return void, true
	case op == "assume": // of a pure condition
		b.emit(program.Op{Kind: program.OpAssume, Expr: b.cond(tree.Args(n)[0]), Note: program.RangeNote})
		return void, true
	case strings.HasPrefix(op, "any_") || strings.HasPrefix(op, "input_"):
		defer b.setUnknown(program.LibraryValue, of, b.pos)()
	}
	switch {
	case strings.HasPrefix(op, "any_"):
		return b.anyResult(of, b.typeOf(n)), true
	case strings.HasPrefix(op, "input_"):
		return b.anyResult("", b.typeOf(n)), true
	case op == "high_ldouble", op == "low_ldouble":
		x := b.args(n, ft)[0]
		if x.t.sort.ExpBits() != 15 || storedBytes(x.t) != 10 {
			return b.unsupported("long double of this machine", n, b.typeOf(n)), true
		}
		bits := b.floatBits(x.x, x.t)
		if op == "low_ldouble" {
			return val{t: b.typeOf(n), x: b.f.Extract(63, 0, bits)}, true
		}
		return val{t: b.typeOf(n), x: b.f.ZeroExt(16, b.f.Extract(79, 64, bits))}, true
	case op == "value_ldouble":
		as := b.args(n, ft)
		return val{t: b.typeOf(n), x: b.floatFromBits(b.f.Concat(b.f.Extract(15, 0, as[0].x), as[1].x), b.typeOf(n))}, true
	case op == "bits_float", op == "bits_double":
		x := b.args(n, ft)[0]
		return val{t: b.typeOf(n), x: b.floatBits(x.x, x.t)}, true
	case op == "value_float", op == "value_double":
		return val{t: b.typeOf(n), x: b.floatFromBits(b.args(n, ft)[0].x, b.typeOf(n))}, true
	}
	return val{}, false
}

// withLibrary returns the tree of a program together with the bodies in C of
// the library functions that it uses.
func withLibrary(ctx context.Context, path string, src []byte, ast *cc.AST, o Options) (*cc.AST, alias.Library, error) {
	isError := map[string]bool{}
	for _, n := range o.ErrorFunctions {
		isError[n] = true
	}
	u := usesLibrary(ast, o.Model, isError)
	if len(u.bodies) == 0 {
		return ast, alias.Library{}, nil
	}
	ast, err := parse(ctx, path, src, library.Source(u.bodies), o)
	if err != nil {
		return nil, alias.Library{}, err
	}
	lib, ok := u.bind(ast, isError)
	if !ok {
		return nil, alias.Library{}, &Error{Pos: program.Pos{File: path}, Msg: "internal error: the calls of library functions were not found again; please report it with the file"}
	}
	return ast, lib, nil
}
