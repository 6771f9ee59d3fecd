package c

import (
	"math/big"

	"modernc.org/cc/v4"
)

// constInt evaluates an integer constant expression. cc's own value is used
// only for what has no constant term: its sizes are not gcc's everywhere.
func (b *builder) constInt(e cc.ExpressionNode) (int64, bool) {
	if e == nil {
		return 0, false
	}
	ops, guard := b.ops, b.guard
	b.ops, b.guard = nil, nil
	pure := b.pure(e)
	var v val
	if pure {
		v = b.rvalue(e)
	}
	b.ops, b.guard = ops, guard
	if pure && v.x != nil && v.t.kind == tInt && v.x.IsConst() {
		n := v.x.BVBig()
		if v.t.signed {
			n = v.x.BVSigned()
		}
		return n.Int64(), n.IsInt64()
	}
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return int64(x), true
	case cc.UInt64Value:
		n := new(big.Int).SetUint64(uint64(x))
		return n.Int64(), n.IsInt64()
	}
	return 0, false
}
