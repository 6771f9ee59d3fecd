package alias

import (
	"strings"

	"modernc.org/cc/v4"
)

// pointsTo tells of which of the atomic built-ins arguments from the second one on point to values, and how many.
var pointsTo = map[string]int{"atomic_load": 1, "atomic_store": 1, "atomic_exchange": 2, "atomic_compare_exchange": 2, "atomic_compare_exchange_n": 1}

// atomic is one of the __sync and __atomic built-ins: values move between the
// object behind the first argument, the other arguments or what they point to, and the result.
func (a *analysis) atomic(name string, n *cc.PostfixExpression, args []argument) *node {
	if len(args) == 0 || args[0].val == nil {
		return nil
	}
	t := pointee(args[0].typ.Decay())
	if t == nil || isKind(t, cc.Void) || isRecord(t) {
		return nil
	}
	x := args[0].val
	a.view(x, t)
	for i, arg := range args[1:] {
		if i >= pointsTo[name] {
			a.store(x, t, arg.val, arg.typ)
			continue
		}
		p := pointee(arg.typ.Decay())
		if p == nil || arg.val == nil || isKind(p, cc.Void) || isRecord(p) {
			continue
		}
		a.view(arg.val, p)
		a.store(x, t, a.load(arg.val, p), p)
		a.store(arg.val, p, a.load(x, t), t)
	}
	v := a.load(x, t)
	if strings.Contains(name, "fetch") {
		a.intArithmetic(v)
		if p := pointee(t); p != nil { // numbers that are added count bytes
			a.pun(v, p)
			a.bytewise(v)
			a.ended(v, nil)
		}
	}
	if r := n.Type(); r != nil && !isKind(r, cc.Void) {
		return a.convert(v, t, r)
	}
	return nil
}
