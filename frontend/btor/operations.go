package btor

import (
	"cupel/core/logic"
	"cupel/frontend/modelfile"
)

// binary are the operations that are one of the terms'.
var binary = map[string]logic.Op{
	"and": logic.OpBVAnd, "or": logic.OpBVOr, "xor": logic.OpBVXor, "add": logic.OpBVAdd, "sub": logic.OpBVSub, "mul": logic.OpBVMul,
	"sll": logic.OpBVShl, "srl": logic.OpBVLShr, "sra": logic.OpBVAShr,
}

// divisions are those that have a value for zero of their own: analyses assume divisors of bit-vectors to be non-zero.
var divisions = map[string]logic.Op{"udiv": logic.OpBVUDiv, "urem": logic.OpBVURem, "sdiv": logic.OpBVSDiv, "srem": logic.OpBVSRem}

// value is the term of an operation.
func (b *builder) value(n *node, x []*logic.Term) (*logic.Term, error) {
	f, w := b.f, n.width
	if op, ok := binary[n.op]; ok {
		return f.BVOp(op, x[0], x[1]), nil
	}
	if op, ok := divisions[n.op]; ok {
		zero := f.BV(0, w)
		byZero := x[0]
		switch n.op {
		case "udiv":
			byZero = f.BVNot(zero)
		case "sdiv":
			byZero = f.Ite(f.SLt(x[0], zero), f.BV(1, w), f.BVNot(zero))
		}
		return f.Ite(f.Eq(x[1], zero), byZero, f.BVOp(op, x[0], x[1])), nil
	}
	if c := b.comparison(n.op, x); c != nil {
		return f.Ite(c, f.BV(1, 1), f.BV(0, 1)), nil
	}
	one := f.BV(1, w)
	switch n.op {
	case "const", "constd", "consth":
		return b.literal(n)
	case "zero":
		return f.BV(0, w), nil
	case "one":
		return one, nil
	case "ones":
		return f.BVNot(f.BV(0, w)), nil
	case "not":
		return f.BVNot(x[0]), nil
	case "neg":
		return f.BVNeg(x[0]), nil
	case "inc":
		return f.BVOp(logic.OpBVAdd, x[0], one), nil
	case "dec":
		return f.BVOp(logic.OpBVSub, x[0], one), nil
	case "redxor":
		if x[0].Sort().Width() > maxReduced {
			break
		}
		t := f.Extract(0, 0, x[0])
		for i := 1; i < x[0].Sort().Width(); i++ {
			t = f.BVOp(logic.OpBVXor, t, f.Extract(i, i, x[0]))
		}
		return t, nil
	case "uext":
		return f.ZeroExt(n.numbers[0], x[0]), nil
	case "sext":
		return f.SignExt(n.numbers[0], x[0]), nil
	case "slice":
		return f.Extract(n.numbers[0], n.numbers[1], x[0]), nil
	case "nand":
		return f.BVNot(f.BVOp(logic.OpBVAnd, x[0], x[1])), nil
	case "nor":
		return f.BVNot(f.BVOp(logic.OpBVOr, x[0], x[1])), nil
	case "xnor":
		return f.BVNot(f.BVOp(logic.OpBVXor, x[0], x[1])), nil
	case "concat":
		return f.Concat(x[0], x[1]), nil
	case "ite":
		return f.Ite(f.Eq(x[0], f.BV(1, 1)), x[1], x[2]), nil
	}
	return nil, modelfile.Unsupported(b.line(n.line), "the operation %s is not supported; express it by others", n.op)
}

// comparison is the condition that an operation with one bit stands for; nil: it stands for none.
func (b *builder) comparison(op string, x []*logic.Term) *logic.Term {
	f := b.f
	switch op {
	case "eq", "iff":
		return f.Eq(x[0], x[1])
	case "neq":
		return f.Not(f.Eq(x[0], x[1]))
	case "implies":
		return f.Or(f.Eq(x[0], f.BV(0, 1)), f.Eq(x[1], f.BV(1, 1)))
	case "ult":
		return f.ULt(x[0], x[1])
	case "ulte":
		return f.ULe(x[0], x[1])
	case "ugt":
		return f.ULt(x[1], x[0])
	case "ugte":
		return f.ULe(x[1], x[0])
	case "slt":
		return f.SLt(x[0], x[1])
	case "slte":
		return f.SLe(x[0], x[1])
	case "sgt":
		return f.SLt(x[1], x[0])
	case "sgte":
		return f.SLe(x[1], x[0])
	case "redor":
		return f.Not(f.Eq(x[0], f.BV(0, x[0].Sort().Width())))
	case "redand":
		return f.Eq(x[0], f.BVNot(f.BV(0, x[0].Sort().Width())))
	}
	return nil
}
