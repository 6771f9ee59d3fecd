package c

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

func (b *builder) block(n *cc.CompoundStatement) {
	keep := len(b.cleanups)
	leave := b.enterBlock(n)
	defer b.declareLabels(n.BlockItemList)()
	b.refuseNested(n.BlockItemList)
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		b.blockItem(l.BlockItem)
	}
	b.leaveScope(keep)
	leave()
}

// refuseNested cuts a block that defines a function at its start: a declaration
// lets it be called before.
func (b *builder) refuseNested(n *cc.BlockItemList) {
	for l := n; l != nil; l = l.BlockItemList {
		if it := l.BlockItem; it.Case == cc.BlockItemFuncDef {
			b.begin(b.posOf(it))
			b.cut("nested function", b.posOf(it))
			return
		}
	}
}

func (b *builder) blockItem(n *cc.BlockItem) {
	switch n.Case {
	case cc.BlockItemDecl:
		b.declaration(n.Declaration)
	case cc.BlockItemStmt:
		b.stmt(n.Statement)
	case cc.BlockItemFuncDef: // see refuseNested
	}
}

func (b *builder) stmt(n *cc.Statement) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.StatementLabeled:
		b.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		b.block(n.CompoundStatement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			b.begin(b.posOf(n.ExpressionStatement))
			b.effect(e)
			b.flush()
		}
	case cc.StatementSelection:
		b.selection(n.SelectionStatement)
	case cc.StatementIteration:
		b.iteration(n.IterationStatement)
	case cc.StatementJump:
		b.jump(n.JumpStatement)
	case cc.StatementAsm:
		b.begin(b.posOf(n.AsmStatement))
		b.asm(n.AsmStatement.Asm)
		b.flush()
	}
}

func (b *builder) labeled(n *cc.LabeledStatement) {
	switch n.Case {
	case cc.LabeledStatementLabel:
		b.flush()
		b.goTo(b.labelLoc(n.Token.SrcStr()))
	default:
		if loc := b.cases[n]; loc != nil {
			b.enterAt(n, b.brkKeep)
			b.flush()
			b.goTo(loc)
			b.caseIn()
		}
	}
	b.revive(0) // lifetimes that a jump to here begins
	b.stmt(n.Statement)
}

func (b *builder) toBranch(loc *program.Location, pos program.Pos, value string) branchTo {
	return branchTo{loc, &program.Branch{Pos: pos, Value: value}}
}

func (b *builder) selection(n *cc.SelectionStatement) {
	pos := b.posOf(n)
	b.begin(pos)
	switch n.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		then, join := b.newLoc(), b.newLoc()
		els := join
		if n.Case == cc.SelectionStatementIfElse {
			els = b.newLoc()
		}
		b.branchOn(n.ExpressionList, b.toBranch(then, pos, "true"), b.toBranch(els, pos, "false"))
		b.cur = then
		b.stmt(n.Statement)
		b.goTo(join)
		if els != join {
			b.cur = els
			b.stmt(n.Statement2)
			b.goTo(join)
		}
		b.cur = join
	case cc.SelectionStatementSwitch:
		b.switchStmt(n, pos)
	}
}

func (b *builder) switchStmt(n *cc.SelectionStatement, pos program.Pos) {
	v := b.promoted(b.rvalue(n.ExpressionList))
	if v.x == nil || v.t.kind != tInt {
		b.cut("switch on a non-integer", pos)
		v = b.intVal(0, b.intT())
	}
	b.flush()
	body := n.Statement.CompoundStatement
	var sw *entry
	if n.Statement.Case == cc.StatementCompound && b.declaresMemory(body) {
		sw = &entry{b.cur, b.newLoc()}
		b.cur = sw.dst
	}
	src, end := b.cur, b.newLoc()
	var def *program.Location
	var none []*logic.Term
	take := func(loc *program.Location, c *logic.Term, value string) {
		if c.IsFalse() {
			return
		}
		b.outcome(src, branchTo{loc, &program.Branch{Pos: pos, Value: value}}, c)
	}
	for _, ls := range n.LabeledStatements() {
		if ls.Switch() != n {
			continue
		}
		switch ls.Case {
		case cc.LabeledStatementDefault:
			def = b.newLoc()
			b.cases[ls] = def
		case cc.LabeledStatementCaseLabel:
			loc := b.newLoc()
			b.cases[ls] = loc
			k := b.caseValue(ls.ConstantExpression, v.t)
			c := b.f.And(append(none, b.f.Eq(v.x, k))...)
			if !v.x.IsConst() {
				c = b.f.Eq(v.x, k)
			}
			none = append(none, b.f.Ne(v.x, k))
			take(loc, c, caseText(k, v.t))
		case cc.LabeledStatementRange:
			loc := b.newLoc()
			b.cases[ls] = loc
			lo, hi := b.caseValue(ls.ConstantExpression, v.t), b.caseValue(ls.ConstantExpression2, v.t)
			le := b.f.ULe
			if v.t.signed {
				le = b.f.SLe
			}
			c := b.f.And(le(lo, v.x), le(v.x, hi))
			none = append(none, b.f.Not(c))
			take(loc, c, caseText(lo, v.t))
		}
	}
	if def == nil {
		take(end, b.f.And(none...), "default")
	} else {
		take(def, b.f.And(none...), "default")
	}
	b.cur = b.newLoc()
	brk, keep, live, depth := b.brk, b.brkKeep, b.brkLive, b.switchDepth
	b.brk, b.brkKeep, b.brkLive, b.switchDepth, b.switchEntry = end, len(b.cleanups), len(b.mortals), len(b.scopes), sw
	b.stmt(n.Statement)
	b.brk, b.brkKeep, b.brkLive, b.switchDepth = brk, keep, live, depth
	b.goTo(end)
}

// caseValue is the constant of a case label, converted to the promoted type
// of the controlling expression.
func (b *builder) caseValue(e cc.ExpressionNode, t *ctype) *logic.Term {
	ops := b.ops
	v := b.rvalue(e)
	b.ops = ops
	if v.x != nil && v.t.kind == tInt && v.x.IsConst() {
		return b.resize(v.x, t.width, v.t.signed)
	}
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return b.f.BVInt(int64(x), t.width)
	case cc.UInt64Value:
		return b.f.BVBig(new(big.Int).SetUint64(uint64(x)), t.width)
	}
	b.cut("case label that is no constant", b.posOf(e))
	return b.f.BV(0, t.width)
}

func caseText(k *logic.Term, t *ctype) string {
	if t.signed {
		return k.BVSigned().String()
	}
	return k.BVBig().String()
}

func (b *builder) iteration(n *cc.IterationStatement) {
	pos := b.posOf(n)
	b.begin(pos)
	brk, cont, brkKeep, contKeep, scope := b.brk, b.cont, b.brkKeep, b.contKeep, len(b.cleanups)
	brkLive, contLive, live := b.brkLive, b.contLive, len(b.mortals)
	defer func() {
		b.brk, b.cont, b.brkKeep, b.contKeep = brk, cont, brkKeep, contKeep
		b.brkLive, b.contLive = brkLive, contLive
		b.leaveScope(scope)
		b.leaveBlock(live)
	}()
	if n.Case == cc.IterationStatementForDecl {
		b.declaration(n.Declaration)
		b.scopes = append(b.scopes, n)
		defer func() { b.scopes = b.scopes[:len(b.scopes)-1] }()
	}
	end := b.newLoc()
	b.brk, b.brkKeep, b.contKeep = end, len(b.cleanups), len(b.cleanups)
	b.brkLive, b.contLive = len(b.mortals), len(b.mortals)
	// loopHead starts the location where the condition is about to be evaluated.
	loopHead := func() *program.Location {
		h := b.newLoc()
		h.Pos, h.LoopPos = pos, pos
		return h
	}
	condition := func(e cc.ExpressionNode, yes, no *program.Location) {
		b.pos = pos
		if e == nil {
			b.goTo(yes)
			return
		}
		b.branchOn(e, b.toBranch(yes, pos, "true"), b.toBranch(no, pos, "false"))
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		head, body := loopHead(), b.newLoc()
		b.cont = head
		b.goTo(head)
		condition(n.ExpressionList, body, end)
		b.cur = body
		b.stmt(n.Statement)
		b.goTo(head)
	case cc.IterationStatementDo:
		head, body := loopHead(), b.newLoc()
		b.cont = head
		b.goTo(body)
		b.stmt(n.Statement)
		b.goTo(head)
		condition(n.ExpressionList, body, end)
	case cc.IterationStatementFor, cc.IterationStatementForDecl:
		cond, step := n.ExpressionList2, n.ExpressionList3
		if n.Case == cc.IterationStatementForDecl {
			cond, step = n.ExpressionList, n.ExpressionList2
		} else if n.ExpressionList != nil {
			b.effect(n.ExpressionList)
		}
		head, body := loopHead(), b.newLoc()
		next := head
		if step != nil {
			next = b.newLoc()
		}
		b.cont = next
		b.goTo(head)
		condition(cond, body, end)
		b.cur = body
		b.stmt(n.Statement)
		b.goTo(next)
		if step != nil {
			b.begin(b.posOf(step))
			b.effect(step)
			b.goTo(head)
		}
	}
	b.cur = end
}

func (b *builder) jump(n *cc.JumpStatement) {
	b.begin(b.posOf(n))
	switch n.Case {
	case cc.JumpStatementGoto:
		b.mod.Jumps[b.fn] = true
		b.jumpTo(n.Token2.SrcStr())
		b.leaveTo(b.labelKey(n.Token2.SrcStr()))
		b.leave(b.labelLoc(n.Token2.SrcStr()))
	case cc.JumpStatementGotoExpr:
		b.mod.Jumps[b.fn] = true
		b.computedGoto(n.ExpressionList)
	case cc.JumpStatementContinue:
		b.cleanUp(b.contKeep)
		b.bury(b.contLive)
		b.leave(b.cont)
	case cc.JumpStatementBreak:
		b.cleanUp(b.brkKeep)
		b.bury(b.brkLive)
		b.leave(b.brk)
	case cc.JumpStatementReturn:
		b.returnStmt(n)
	}
}

func (b *builder) returnStmt(n *cc.JumpStatement) {
	if n.ExpressionList != nil {
		t := b.cf.result
		switch {
		case t.kind == tVoid:
			b.effect(n.ExpressionList)
		case t.kind == tRecord:
			v := b.rvalue(n.ExpressionList)
			if v.t.kind == tRecord && b.cf.outMem != nil {
				if len(b.cleanups) > 0 {
					b.cut("return of a union where variables are cleaned up", b.pos)
				}
				b.copyAggregate(b.objectPlace(b.cf.outMem), v.place, b.pos)
				break
			}
			if v.t.kind != tRecord || b.cf.out == nil {
				b.cut("return of "+t.String(), b.pos)
				break
			}
			to := place{t: t, node: b.cf.out}
			if len(b.cleanups) > 0 {
				// The functions called now may use the variables of the result.
				kept := place{t: t, node: b.tempNode(t)}
				b.copyAggregate(kept, v.place, b.pos)
				b.cleanUp(0)
				b.copyAggregate(to, kept, b.pos)
				b.leaveFunction(false)
				return
			}
			b.copyAggregate(to, v.place, b.pos)
		case b.fn.Result == nil:
			b.cut("return of "+t.String(), b.pos)
		default:
			if c, ok := b.callOf(n.ExpressionList); ok {
				r := b.call(c, true, &callResult{v: b.fn.Result, t: t})
				if x := b.convert(r, t, n); x != b.fn.Result.Sym {
					b.assign(b.fn.Result, x)
				}
				break
			}
			b.assign(b.fn.Result, b.convert(b.rvalue(n.ExpressionList), t, n))
		}
	}
	b.cleanUp(0)
	b.leaveFunction(false)
}

// stmtExpr is a GNU statement expression ({ ... }).
func (b *builder) stmtExpr(n *cc.CompoundStatement, used bool) val {
	if b.guard != nil {
		panic("control flow under a guard")
	}
	pos, keep := b.pos, len(b.cleanups)
	defer func() { b.pos = pos }()
	defer b.declareLabels(n.BlockItemList)()
	b.refuseNested(n.BlockItemList)
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if used && l.BlockItemList == nil && it.Case == cc.BlockItemStmt {
			s := it.Statement
			for s.Case == cc.StatementLabeled {
				b.flush()
				if s.LabeledStatement.Case == cc.LabeledStatementLabel {
					b.goTo(b.labelLoc(s.LabeledStatement.Token.SrcStr()))
				}
				s = s.LabeledStatement.Statement
			}
			if s.Case == cc.StatementExpr && s.ExpressionStatement.ExpressionList != nil {
				b.begin(b.posOf(s))
				v := b.rvalue(s.ExpressionStatement.ExpressionList)
				if v.x != nil {
					v.x = b.snapshot(v.x, v.t.signed)
				}
				if len(b.cleanups) > keep && v.t.kind == tRecord {
					if !direct(v.t) {
						b.cut("union as the value of a block where variables are cleaned up", b.pos)
					}
					v = b.keep(v)
				}
				b.leaveScope(keep)
				return v
			}
			b.stmt(s)
			continue
		}
		b.blockItem(it)
	}
	b.leaveScope(keep)
	return val{t: b.tt.kind(cc.Void)}
}
