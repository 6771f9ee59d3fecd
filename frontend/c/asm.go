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
	outputs, ok1 := tree.Operands(n.AsmArgList)
	var inputs []tree.Operand
	ok2 := true
	if n.AsmArgList != nil {
		inputs, ok2 = tree.Operands(n.AsmArgList.AsmArgList)
	}
	if !ok1 || !ok2 {
		return false
	}
	values := map[int]val{} // of inputs, by the outputs whose place they take
	for _, in := range inputs {
		if k, tied := in.Tied(); tied {
			v := b.keep(b.rvalue(in.Expr))
			if v.x == nil {
				return false
			}
			values[k] = v
		} else if strings.ContainsAny(in.Constraint, "0123456789[") {
			return false
		} else if b.effect(in.Expr); strings.Contains(in.Constraint, "m") && !b.pure(in.Expr) {
			return false
		}
	}
	for i, out := range outputs {
		v, tied := values[i]
		switch {
		case strings.HasPrefix(out.Constraint, "+") && !tied && b.pure(out.Expr):
		case strings.HasPrefix(out.Constraint, "=") && tied && b.pure(out.Expr):
			p := b.lvalue(out.Expr)
			if !p.t.isScalar() || p.t.size != v.t.size || (p.t.kind == tFloat) != (v.t.kind == tFloat) {
				return false
			}
			b.store(p, b.convert(v, p.t, out.Expr))
		default:
			return false
		}
	}
	return true
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
