package c

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The arguments of main are inputs (C11 5.1.2.2.1): argc is not negative, argv[argc] is null, and argv[0] to argv[argc-1] point to strings that the program may
// change. A third parameter is the environment, as gcc has it: strings up to a null pointer. What main does not use costs nothing; strings are modelled up to a
// number and a length, which are an assumption. Each string, and argv, is an object of its own that ends where C says it does.

// A vector is one of main's parameters that point to strings.
type vector struct {
	param int
	d     *cc.Declarator
	n     int64 // how many strings there may be
	chars int64 // in the longest
}

// mainUse is what main uses of its arguments.
type mainUse struct {
	params  map[int]bool // those that its body names
	vectors []vector
}

// usedArguments finds out what main uses of its arguments.
func (l *lowerer) usedArguments() (u mainUse) {
	u.params = map[int]bool{}
	main := l.defs["main"]
	if main == nil || l.o.Entry != "main" || l.o.Function != "" {
		return u
	}
	params := map[*cc.Declarator]int{}
	for i, p := range main.params {
		if p.Declarator != nil && p.Declarator.Name() != "" {
			params[p.Declarator] = i
		}
	}
	if len(params) == 0 {
		return u
	}
	tree.Visit(main.def.CompoundStatement, func(n cc.Node) bool {
		if c, ok := n.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast && c.TypeName.Type() != nil && c.TypeName.Type().Kind() == cc.Void {
			if _, ok := parameterOf(params, tree.Strip(c.CastExpression)); ok {
				return false // as programs say that they do not use it
			}
		}
		if i, ok := parameterOf(params, n); ok {
			u.params[i] = true
		}
		return true
	})
	for i := 1; i < len(main.params) && i <= 2; i++ {
		d := main.params[i].Declarator
		if !u.params[i] || !l.isVector(d) || !l.isCount(main.params[0]) {
			continue
		}
		v := vector{param: i, d: d, n: usualStrings, chars: l.longest()}
		if i == 1 {
			v.n = compared(main.def.CompoundStatement, params)
		}
		u.vectors = append(u.vectors, v)
	}
	return u
}

// parameterOf is the parameter that a node names.
func parameterOf(params map[*cc.Declarator]int, n cc.Node) (i int, ok bool) {
	x, ok := n.(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return 0, false
	}
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok {
		return 0, false
	}
	i, ok = params[d]
	return i, ok
}

// isVector reports whether a parameter points to pointers to characters.
func (l *lowerer) isVector(d *cc.Declarator) bool {
	t := l.tt.of(d.Type().Decay())
	if t.kind != tPtr {
		return false
	}
	if t = l.tt.pointee(t); t.kind != tPtr {
		return false
	}
	t = l.tt.pointee(t)
	return t.kind == tInt && t.size == 1 && !t.bool
}

func (l *lowerer) isCount(p *cc.Parameter) bool {
	t := l.tt.of(p.Type())
	return t.kind == tInt && t.width >= 8 && !t.bool
}

// compared is a bound for argc: above the numbers that the body compares it with, and the indices it uses of argv.
func compared(body *cc.CompoundStatement, params map[*cc.Declarator]int) int64 {
	n := int64(usualStrings)
	against := func(x, y cc.ExpressionNode, param int) {
		i, ok := parameterOf(params, tree.Strip(x))
		if !ok || i != param {
			return
		}
		if c, ok := y.Value().(cc.Int64Value); ok && c < maxStrings {
			n = max(n, int64(c)+1)
		}
	}
	var onCount bool
	tree.Visit(body, func(node cc.Node) bool {
		switch x := node.(type) {
		case *cc.RelationalExpression:
			if x.Case != cc.RelationalExpressionShift {
				against(x.RelationalExpression, x.ShiftExpression, 0)
				against(x.ShiftExpression, x.RelationalExpression, 0)
			}
		case *cc.EqualityExpression:
			if x.Case != cc.EqualityExpressionRel {
				against(x.EqualityExpression, x.RelationalExpression, 0)
				against(x.RelationalExpression, x.EqualityExpression, 0)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionIndex {
				against(x.PostfixExpression, x.ExpressionList, 1)
			}
		case *cc.SelectionStatement:
			if i, ok := parameterOf(params, tree.Strip(x.ExpressionList)); ok && i == 0 && x.Case == cc.SelectionStatementSwitch {
				onCount = true
			}
		case *cc.LabeledStatement:
			if c, ok := labelValue(x); ok && onCount && c < maxStrings {
				n = max(n, c+1)
			}
		}
		return true
	})
	return n
}

// labelValue is the number of a case label.
func labelValue(x *cc.LabeledStatement) (int64, bool) {
	if x.Case != cc.LabeledStatementCaseLabel || x.ConstantExpression == nil {
		return 0, false
	}
	c, ok := x.ConstantExpression.Value().(cc.Int64Value)
	return int64(c), ok
}

// longest is a bound for the length of an argument: above that of the strings that the program passes to functions which compare and search strings.
func (l *lowerer) longest() int64 {
	n := int64(usualString)
	for _, c := range l.cfuncs {
		if strings.HasPrefix(l.pos(c.def.Declarator.Position()).File, library.Dir) {
			continue
		}
		tree.Visit(c.def.CompoundStatement, func(node cc.Node) bool {
			call, ok := node.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				return true
			}
			name, _ := tree.CalleeName(call.PostfixExpression)
			name = strings.TrimPrefix(name, "__builtin_")
			if !strings.HasPrefix(name, "str") && !strings.HasPrefix(name, "mem") {
				return true
			}
			for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
				if s, ok := a.AssignmentExpression.Value().(cc.StringValue); ok {
					n = max(n, min(int64(len(s)), maxString))
				}
			}
			return true
		})
	}
	return n
}

// arguments are the values that the entry function is called with.
func (b *builder) arguments(main *cfunc) (args []*logic.Term) {
	var count *logic.Term
	for i, n := range main.paramObj {
		if n == nil {
			continue // its type is a cut
		}
		scalar := len(n.leaves()) == 1 && n.v != nil
		v := b.givenVector(i)
		switch {
		case scalar && main.name == "main" && i == 0 && b.isCount(main.params[0]):
			count = b.argumentCount(main, n.t)
			args = append(args, count)
		case v != nil:
			var k *logic.Term
			if i == 1 {
				k = b.resize(count, b.tt.ptrW, false)
			} else {
				k = b.inputNumber("number of strings in "+v.d.Name(), b.tt.sizeT(), v, b.posOf(v.d), v.n)
			}
			args = append(args, b.vectorOf(v, n.t, k))
		case scalar && main.name == "main" && n.t.kind == tPtr && !b.use.params[i]:
			args = append(args, b.argumentBlock("#argv", n.t, 1, alias.Nowhere).addr)
		default:
			for _, lf := range n.leaves() {
				args = append(args, b.anyArgument(lf))
			}
		}
	}
	return args
}

// givenVector is the vector of a parameter; nil: it has none.
func (l *lowerer) givenVector(param int) *vector {
	for i := range l.use.vectors {
		if l.use.vectors[i].param == param {
			return &l.use.vectors[i]
		}
	}
	return nil
}

// argumentCount is argc, which is any number if nothing else depends on it.
func (b *builder) argumentCount(main *cfunc, t *ctype) *logic.Term {
	d, v := main.params[0].Declarator, b.givenVector(1)
	if v == nil && !b.use.params[0] {
		return b.f.BV(1, t.width)
	}
	most := int64(1)<<min(t.width-1, 31) - 1
	if v != nil {
		most = min(most, v.n)
	}
	name, pos := "argc", main.fn.Pos
	if d != nil && d.Name() != "" {
		name, pos = d.Name(), b.posOf(d)
	}
	return b.inputNumber(name, t, &vector{param: 1}, pos, most)
}

// inputNumber is an input from 0 to a bound: how many strings are in a vector.
func (b *builder) inputNumber(name string, t *ctype, in *vector, pos program.Pos, most int64) *logic.Term {
	v := b.temp(t.sort, t.signed)
	end := b.setUnknown(program.Argument, name, pos)
	b.unknown.Type, b.unknown.Main = t.name, &program.MainArgument{Param: in.param, Index: -1}
	b.havoc(v)
	end()
	ok := b.f.ULe(v.Sym, b.f.BVInt(most, t.width))
	if t.signed {
		ok = b.f.And(b.f.SLe(b.f.BV(0, t.width), v.Sym), b.f.SLe(v.Sym, b.f.BVInt(most, t.width)))
	}
	b.emit(program.Op{Kind: program.OpAssume, Expr: ok, Note: program.TypeRange})
	return v.Sym
}

// vectorOf makes the strings of a vector, of which there are so many, and the pointers to them; t is the type of the parameter.
func (b *builder) vectorOf(v *vector, t *ctype, count *logic.Term) *logic.Term {
	name, pos := v.d.Name(), b.posOf(v.d)
	pt := b.tt.pointee(t)
	outer, ok := b.lowerer.alias.Pointee(b.lowerer.alias.ClassOfObject(v.d), t.cc)
	inner, ok2 := b.lowerer.alias.Pointee(outer, pt.cc)
	if !ok || !ok2 {
		b.cut("arguments of main", pos)
		return b.f.BV(0, b.tt.ptrW)
	}
	what := fmt.Sprintf("main is called with at most %d arguments, the program's name among them, of at most %d characters each", v.n, v.chars)
	if v.param == 2 {
		what = fmt.Sprintf("the environment of main (%s) has at most %d strings of at most %d characters each", name, v.n, v.chars)
	}
	b.lowerer.assumeAt(program.AboutEnvironment, what, pos)
	all := b.argumentBlock("#"+name, pt, v.n+1, outer)
	ct := b.tt.pointee(pt)
	for k := range v.n {
		o := b.argumentBlock(fmt.Sprintf("#%s[%d]", name, k), ct, v.chars+1, inner)
		length := b.fillString(o, v, k, pos)
		b.trim(o, b.f.BVOp(logic.OpBVAdd, length, b.f.BV(1, b.tt.ptrW)))
		there := b.f.ULt(b.f.BVInt(k, b.tt.ptrW), count)
		b.store(all.at(b, k), b.f.Ite(there, o.addr, b.f.BV(0, b.tt.ptrW)))
	}
	b.store(all.at(b, v.n), b.f.BV(0, b.tt.ptrW))
	size := b.f.BVOp(logic.OpBVMul, b.f.BVOp(logic.OpBVAdd, count, b.f.BV(1, b.tt.ptrW)), b.f.BVInt(pt.size, b.tt.ptrW))
	b.trim(all, size)
	return all.addr
}

// argumentBlock makes an object in memory of n elements.
func (b *builder) argumentBlock(name string, elem *ctype, n int64, class alias.ClassID) *object {
	o := &object{name: name, t: &ctype{kind: tArray, name: "array", elem: elem, n: n, size: n * elem.size, align: 16}, class: class}
	b.newMemory(o, name, "")
	return o
}

// at is an element of an array in memory.
func (o *object) at(b *builder, i int64) place {
	return place{t: o.t.elem, addr: b.addr(o.addr, i*o.t.elem.size), class: o.class, inside: true}
}

// fillString makes the string that the argument k is, and returns its length.
func (b *builder) fillString(o *object, v *vector, k int64, pos program.Pos) *logic.Term {
	ct := o.t.elem
	c := b.temp(ct.sort, ct.signed)
	for i := range v.chars {
		end := b.setUnknown(program.Argument, fmt.Sprintf("%s[%d][%d]", v.d.Name(), k, i), pos)
		b.unknown.Type, b.unknown.Main = ct.name, &program.MainArgument{Param: v.param, Index: int(k), Char: int(i)}
		b.havoc(c)
		end()
		b.store(o.at(b, i), c.Sym)
	}
	b.store(o.at(b, v.chars), b.f.BV(0, ct.width))
	length := b.f.BVInt(v.chars, b.tt.ptrW)
	for i := v.chars - 1; i >= 0; i-- {
		length = b.f.Ite(b.f.Eq(b.load(o.at(b, i)), b.f.BV(0, ct.width)), b.f.BVInt(i, b.tt.ptrW), length)
	}
	return length
}

// trim gives an object the size that it has in this execution.
func (b *builder) trim(o *object, size *logic.Term) {
	b.emit(program.Op{Kind: program.OpFree, Expr: o.addr, Note: program.Automatic})
	b.emit(program.Op{Kind: program.OpAlloc, Expr: o.addr, Size: size, Note: program.Automatic})
}

// anyArgument is any value for a parameter of which nothing is known.
func (b *builder) anyArgument(lf *node) *logic.Term {
	v := b.temp(lf.v.Sym.Sort(), lf.v.Signed)
	end := b.setUnknown(program.Argument, lf.v.CName, b.pos)
	b.havoc(v)
	end()
	if lf.t.kind != tPtr {
		return v.Sym
	}
	b.lowerer.assumeAt(program.AboutEnvironment, "the arguments of the entry function are any values: pointers point to 64 pointers of which nothing is known", b.pos)
	return b.argumentBlock("#argv", b.tt.pointer(nil), 64, alias.Nowhere).addr
}
