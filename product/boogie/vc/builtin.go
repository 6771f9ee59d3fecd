package vc

import (
	"math/big"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// sexpr is an SMT-LIB expression: an atom, or a list.
type sexpr struct {
	atom string
	list []sexpr
}

// parseSexpr parses the text of an attribute; false if it is not a single expression.
func parseSexpr(s string) (sexpr, bool) {
	var stack [][]sexpr
	var done []sexpr
	emit := func(x sexpr) {
		if len(stack) == 0 {
			done = append(done, x)
		} else {
			stack[len(stack)-1] = append(stack[len(stack)-1], x)
		}
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '(':
			stack = append(stack, nil)
			i++
		case c == ')':
			if len(stack) == 0 {
				return sexpr{}, false
			}
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			emit(sexpr{list: top})
			i++
		case c == '|':
			end := strings.IndexByte(s[i+1:], '|')
			if end < 0 {
				return sexpr{}, false
			}
			emit(sexpr{atom: s[i+1 : i+1+end]})
			i += end + 2
		default:
			j := i
			for j < len(s) && !strings.ContainsRune(" \t()|", rune(s[j])) {
				j++
			}
			emit(sexpr{atom: s[i:j]})
			i = j
		}
	}
	if len(stack) != 0 || len(done) != 1 {
		return sexpr{}, false
	}
	return done[0], true
}

// binaryBV are operators with result and operands of one width.
var binaryBV = map[string]logic.Op{
	"bvadd": logic.OpBVAdd, "bvsub": logic.OpBVSub, "bvmul": logic.OpBVMul, "bvudiv": logic.OpBVUDiv, "bvurem": logic.OpBVURem,
	"bvsdiv": logic.OpBVSDiv, "bvsrem": logic.OpBVSRem, "bvand": logic.OpBVAnd, "bvor": logic.OpBVOr, "bvxor": logic.OpBVXor,
	"bvshl": logic.OpBVShl, "bvlshr": logic.OpBVLShr, "bvashr": logic.OpBVAShr,
}

// builtin applies a function whose meaning an attribute gives in SMT-LIB.
func (tr *translator) builtin(d *boogie.Function, text string, result boogie.Type, args []value) value {
	s, ok := parseSexpr(text)
	if !ok {
		fail("the function %s has a builtin that is no SMT-LIB expression: %q", d.Name, text)
	}
	if len(args) == 0 {
		return tr.literal(d, s, result)
	}
	ts := make([]*logic.Term, len(args))
	for i, a := range args {
		if ts[i] = a.term; ts[i] == nil {
			fail("the builtin function %s is applied to a datatype", d.Name)
		}
	}
	r := tr.operator(s, ts)
	if r == nil {
		fail("the function %s has the builtin %q, which is not supported", d.Name, text)
	}
	if sh := tr.shapes.of(result); sh.sort != r.Sort() {
		fail("the builtin %q of the function %s does not have the type %s", text, d.Name, result)
	}
	return leaf(r)
}

// operator applies an SMT-LIB operator; nil if it is unknown or ill-sorted.
func (tr *translator) operator(s sexpr, ts []*logic.Term) *logic.Term {
	f := tr.f
	all := func(ok func(*logic.Sort) bool) bool {
		for _, t := range ts {
			if !ok(t.Sort()) {
				return false
			}
		}
		return true
	}
	if len(s.list) > 1 && s.list[0].atom == "_" && len(ts) == 1 {
		return tr.indexed(s.list[1:], ts[0])
	}
	bvs := all((*logic.Sort).IsBV)
	if op, ok := binaryBV[s.atom]; ok && len(ts) == 2 && bvs && ts[0].Sort() == ts[1].Sort() {
		return f.BVOp(op, ts[0], ts[1])
	}
	if len(ts) == 1 {
		x := ts[0]
		switch {
		case s.atom == "bvnot" && bvs:
			return f.BVNot(x)
		case s.atom == "bvneg" && bvs:
			return f.BVNeg(x)
		case (s.atom == "bv2nat" || s.atom == "bv2int") && bvs:
			return f.BV2Nat(x)
		case s.atom == "not" && x.Sort().IsBool():
			return f.Not(x)
		case s.atom == "-" && x.Sort().IsArith():
			return f.Neg(x)
		case s.atom == "abs" && x.Sort().IsInt():
			return f.Ite(f.Ge(x, f.IntConst(0)), x, f.Neg(x))
		case s.atom == "to_real" && x.Sort().IsInt():
			return f.ToReal(x)
		case s.atom == "to_int" && x.Sort().IsReal():
			return f.ToInt(x)
		case s.atom == "is_int" && x.Sort().IsReal():
			return f.Eq(x, f.ToReal(f.ToInt(x)))
		}
		return nil
	}
	if len(ts) == 3 && s.atom == "ite" && ts[0].Sort().IsBool() && ts[1].Sort() == ts[2].Sort() {
		return f.Ite(ts[0], ts[1], ts[2])
	}
	if len(ts) != 2 {
		return nil
	}
	x, y := ts[0], ts[1]
	if bvs && s.atom == "concat" {
		return f.Concat(x, y)
	}
	if x.Sort() != y.Sort() {
		return nil
	}
	switch {
	case s.atom == "=":
		return f.Eq(x, y)
	case s.atom == "distinct":
		return f.Ne(x, y)
	case bvs:
		return compareBV(f, s.atom, x, y)
	case all((*logic.Sort).IsBool):
		switch s.atom {
		case "and":
			return f.And(x, y)
		case "or":
			return f.Or(x, y)
		case "xor":
			return f.Xor(x, y)
		case "=>":
			return f.Implies(x, y)
		}
	case all((*logic.Sort).IsArith):
		return arith(f, s.atom, x, y)
	}
	return nil
}

// compareBV applies an SMT-LIB bit-vector comparison; nil if op is none.
func compareBV(f *logic.Factory, op string, x, y *logic.Term) *logic.Term {
	switch op {
	case "bvult":
		return f.ULt(x, y)
	case "bvule":
		return f.ULe(x, y)
	case "bvugt":
		return f.ULt(y, x)
	case "bvuge":
		return f.ULe(y, x)
	case "bvslt":
		return f.SLt(x, y)
	case "bvsle":
		return f.SLe(x, y)
	case "bvsgt":
		return f.SLt(y, x)
	case "bvsge":
		return f.SLe(y, x)
	case "bvsmod":
		return f.BVSMod(x, y)
	case "bvnand":
		return f.BVNot(f.BVOp(logic.OpBVAnd, x, y))
	case "bvnor":
		return f.BVNot(f.BVOp(logic.OpBVOr, x, y))
	case "bvxnor":
		return f.BVNot(f.BVOp(logic.OpBVXor, x, y))
	case "bvcomp":
		return f.Ite(f.Eq(x, y), f.BV(1, 1), f.BV(0, 1))
	}
	return nil
}

// arith applies an SMT-LIB operator on integers and reals; nil if op is none.
func arith(f *logic.Factory, op string, x, y *logic.Term) *logic.Term {
	switch op {
	case "+":
		return f.Add(x, y)
	case "-":
		return f.Sub(x, y)
	case "*":
		return f.Mul(x, y)
	case "<":
		return f.Lt(x, y)
	case "<=":
		return f.Le(x, y)
	case ">":
		return f.Gt(x, y)
	case ">=":
		return f.Ge(x, y)
	case "/":
		if x.Sort().IsReal() {
			return f.RDiv(x, y)
		}
	}
	if !x.Sort().IsInt() {
		return nil
	}
	switch op {
	case "div":
		return f.Div(x, y)
	case "mod":
		return f.Mod(x, y)
	case "rem": // z3's: the sign of mod follows the divisor
		m := f.Mod(x, y)
		return f.Ite(f.Ge(y, f.IntConst(0)), m, f.Neg(m))
	}
	return nil
}

// indexed applies (_ op n m).
func (tr *translator) indexed(op []sexpr, x *logic.Term) *logic.Term {
	var n []int
	for _, a := range op[1:] {
		k, err := strconv.Atoi(a.atom)
		if err != nil || k < 0 || k > 1<<20 {
			return nil
		}
		n = append(n, k)
	}
	f := tr.f
	if len(n) == 1 && x.Sort().IsInt() && (op[0].atom == "int2bv" || op[0].atom == "int_to_bv") && n[0] > 0 {
		return f.Int2BV(n[0], x)
	}
	if !x.Sort().IsBV() {
		return nil
	}
	w := x.Sort().Width()
	switch {
	case len(n) == 2 && op[0].atom == "extract" && n[0] >= n[1] && n[0] < w:
		return f.Extract(n[0], n[1], x)
	case len(n) != 1:
	case op[0].atom == "zero_extend":
		return f.ZeroExt(n[0], x)
	case op[0].atom == "sign_extend":
		return f.SignExt(n[0], x)
	case op[0].atom == "rotate_left" || op[0].atom == "rotate_right":
		k := n[0] % w
		if op[0].atom == "rotate_right" {
			k = (w - k) % w
		}
		if k == 0 {
			return x
		}
		return f.Concat(f.Extract(w-k-1, 0, x), f.Extract(w-1, w-k, x))
	}
	return nil
}

// literal parses an SMT-LIB value of a given type, such as ((as const (Array Int Int)) 0).
func (tr *translator) literal(d *boogie.Function, s sexpr, t boogie.Type) value {
	f := tr.f
	t = boogie.Expand(t)
	if m, ok := t.(*boogie.MapType); ok && len(s.list) == 2 && len(s.list[0].list) == 3 && s.list[0].list[1].atom == "const" {
		for _, a := range m.Args {
			tr.ranges(a)
		}
		tr.shapes.of(t) // gives up on unsupported types
		return constMap(f, tr.shapes.index(m), tr.literal(d, s.list[1], m.Result))
	}
	if n, ok := t.(*boogie.ResolvedType); ok && n.Datatype != nil && tr.shapes.tuple(n.Datatype) {
		k := n.Datatype.Constructors[0]
		name, args := s.atom, []sexpr(nil)
		if len(s.list) > 0 {
			name, args = s.list[0].atom, s.list[1:]
		}
		if name == k.Name && len(args) == len(k.Fields) {
			v := value{parts: make([]value, len(args))}
			for i, a := range args {
				v.parts[i] = tr.literal(d, a, boogie.Instantiate(tr.info.VarType(k.Fields[i]), n.Datatype.Params, n.Args))
			}
			return v
		}
	}
	sh := tr.shapes.of(t)
	if sort := sh.sort; sort != nil && !sh.opaque {
		if v := tr.scalar(s, sort); v != nil {
			return leaf(v)
		}
	}
	fail("the function %s has a builtin that is no supported value of type %s", d.Name, t)
	return value{}
}

// scalar parses a numeral or Boolean of a sort; nil if it is none.
func (tr *translator) scalar(s sexpr, sort *logic.Sort) *logic.Term {
	f := tr.f
	switch {
	case len(s.list) == 2 && s.list[0].atom == "-" && sort.IsArith():
		if x := tr.scalar(s.list[1], sort); x != nil {
			return f.Neg(x)
		}
	case len(s.list) == 3 && s.list[0].atom == "_" && sort.IsBV():
		v, ok := new(big.Int).SetString(strings.TrimPrefix(s.list[1].atom, "bv"), 10)
		if ok && s.list[2].atom == strconv.Itoa(sort.Width()) {
			return f.BVBig(v, sort.Width())
		}
	case sort.IsBool() && (s.atom == "true" || s.atom == "false"):
		return f.BoolConst(s.atom == "true")
	case sort.IsBV() && len(s.atom) > 2 && (s.atom[:2] == "#x" && 4*(len(s.atom)-2) == sort.Width() || s.atom[:2] == "#b" && len(s.atom)-2 == sort.Width()):
		base := 16
		if s.atom[1] == 'b' {
			base = 2
		}
		if v, ok := new(big.Int).SetString(s.atom[2:], base); ok {
			return f.BVBig(v, sort.Width())
		}
	case sort.IsArith() && s.atom != "" && strings.Trim(s.atom, "0123456789") == "":
		v, _ := new(big.Int).SetString(s.atom, 10)
		if sort.IsReal() {
			return f.ToReal(f.IntBig(v))
		}
		return f.IntBig(v)
	}
	return nil
}
