package c

import (
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Assembler without instructions, or with those that have no effect in one thread: compilers' barriers, and operands that are passed through, to hide their
// values from the optimizer.

// effectless are instructions that change neither memory nor registers.
var effectless = set("", "nop", "pause", "rep nop", "rep", "mfence", "lfence", "sfence", "endbr32", "endbr64")

// operand is one of an assembler statement.
type operand struct {
	constraint string
	e          cc.ExpressionNode
}

// asm executes an assembler statement, or cuts.
func (b *builder) asm(n *cc.Asm) {
	if !b.passes(n) {
		b.cut("inline assembly", b.pos)
	}
}

// passes executes the statement if it has no other effect than to evaluate and to pass on its operands.
func (b *builder) passes(n *cc.Asm) bool {
	for l := n.AsmQualifierList; l != nil; l = l.AsmQualifierList {
		if l.AsmQualifier != nil && l.AsmQualifier.Case == cc.AsmQualifierGoto {
			return false
		}
	}
	if !noInstruction(n.Token3.SrcStr()) {
		return false
	}
	outputs, ok1 := operands(n.AsmArgList)
	var inputs []operand
	ok2 := true
	if n.AsmArgList != nil {
		inputs, ok2 = operands(n.AsmArgList.AsmArgList)
	}
	if !ok1 || !ok2 {
		return false
	}
	values := map[int]val{} // of inputs, by the outputs whose place they take
	for _, in := range inputs {
		if k := strings.Trim(in.constraint, "0123456789"); k == "" && len(in.constraint) == 1 {
			v := b.keep(b.rvalue(in.e))
			if v.x == nil {
				return false
			}
			values[int(in.constraint[0]-'0')] = v
		} else if strings.ContainsAny(in.constraint, "0123456789[") {
			return false
		} else if b.effect(in.e); strings.Contains(in.constraint, "m") && !b.pure(in.e) {
			return false
		}
	}
	for i, out := range outputs {
		v, tied := values[i]
		switch {
		case strings.HasPrefix(out.constraint, "+") && !tied && b.pure(out.e):
		case strings.HasPrefix(out.constraint, "=") && tied && b.pure(out.e):
			p := b.lvalue(out.e)
			if !p.t.isScalar() || p.t.size != v.t.size || (p.t.kind == tFloat) != (v.t.kind == tFloat) {
				return false
			}
			b.store(p, b.convert(v, p.t, out.e))
		default:
			return false
		}
	}
	return true
}

// operands are those of the first part of a list.
func operands(l *cc.AsmArgList) (out []operand, ok bool) {
	if l == nil {
		return nil, true
	}
	for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
		c, ok := tree.Strip(e.AssignmentExpression).(*cc.PostfixExpression) // the operand "r"(x) is a call for the parser
		if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil || c.ArgumentExpressionList.ArgumentExpressionList != nil || e.AsmIndex != nil {
			return nil, false
		}
		s, ok := tree.Strip(c.PostfixExpression).(*cc.PrimaryExpression)
		if !ok || s.Case != cc.PrimaryExpressionString {
			return nil, false
		}
		out = append(out, operand{strings.Trim(s.Token.SrcStr(), `"`), c.ArgumentExpressionList.AssignmentExpression})
	}
	return out, true
}

// noInstruction reports whether the template has no instruction with an effect.
func noInstruction(template string) bool {
	text, ok := strings.CutPrefix(template, `"`)
	if text, ok2 := strings.CutSuffix(text, `"`); ok && ok2 {
		for _, c := range strings.FieldsFunc(strings.NewReplacer(`\n`, "\n", `\t`, " ").Replace(text), func(r rune) bool { return r == '\n' || r == ';' }) {
			c, _, _ = strings.Cut(c, "#")
			if !effectless[strings.Join(strings.Fields(c), " ")] {
				return false
			}
		}
		return true
	}
	return false
}
