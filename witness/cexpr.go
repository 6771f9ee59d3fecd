package witness

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/logic"
	"cupel/program"
	"cupel/rational"
)

// CExpr renders a formula over program variables as a side-effect-free C
// expression without undefined behaviour: arithmetic is done in a type that is
// wide enough (long long, or __int128 on LP64 machines). ok is false when the formula has
// no such form: a variable that C cannot name, arrays, quantifiers, large
// constants.
func CExpr(p *program.Program, fn string, t *logic.Term) (expr string, ok bool) {
	w := &cWriter{p: p, fn: fn, wide: "(long long)", maxBits: 31, limit: new(big.Int).Lsh(big.NewInt(1), 31)}
	if p.Model == program.LP64 {
		w.wide, w.maxBits, w.limit = "(__int128)", 64, new(big.Int).Lsh(big.NewInt(1), 62)
	}
	s := w.formula(t)
	if w.bad || len(s) > 4000 {
		return "", false
	}
	return s, true
}

type cWriter struct {
	p       *program.Program
	fn      string
	wide    string
	maxBits int      // widest variable whose sums and multiples stay exact
	limit   *big.Int // of constants
	bad     bool
}

func (w *cWriter) fail() string {
	w.bad = true
	return "0"
}

func (w *cWriter) join(op string, ts []*logic.Term) string {
	parts := make([]string, len(ts))
	for i, a := range ts {
		parts[i] = w.formula(a)
	}
	return "(" + strings.Join(parts, " "+op+" ") + ")"
}

func (w *cWriter) formula(t *logic.Term) string {
	if w.bad {
		return "0"
	}
	switch t.Op() {
	case logic.OpConst:
		if t.IsTrue() {
			return "1"
		}
		return "0"
	case logic.OpNot:
		return "!" + w.formula(t.Arg(0))
	case logic.OpAnd:
		return w.join("&&", t.Args())
	case logic.OpOr:
		return w.join("||", t.Args())
	case logic.OpEq:
		a, b := t.Arg(0), t.Arg(1)
		if a.Sort().IsBool() {
			return fmt.Sprintf("(%s == %s)", w.formula(a), w.formula(b))
		}
		return w.compare("==", a, b, false)
	case logic.OpLe:
		return w.compare("<=", t.Arg(0), t.Arg(1), false)
	case logic.OpSLe:
		return w.compare("<=", t.Arg(0), t.Arg(1), true)
	case logic.OpSLt:
		return w.compare("<", t.Arg(0), t.Arg(1), true)
	case logic.OpULe, logic.OpULt:
		op := "<="
		if t.Op() == logic.OpULt {
			op = "<"
		}
		return w.compare(op, t.Arg(0), t.Arg(1), false)
	}
	return w.fail()
}

func (w *cWriter) compare(op string, a, b *logic.Term, signed bool) string {
	if a.Sort().IsBV() {
		if v := w.p.VarOf(a); op == "==" && v != nil {
			signed = v.Signed
		}
		return fmt.Sprintf("(%s %s %s)", w.bv(a, signed), op, w.bv(b, signed))
	}
	if !a.Sort().IsInt() {
		return w.fail()
	}
	return fmt.Sprintf("(%s %s %s)", w.sum(a), op, w.sum(b))
}

func (w *cWriter) name(t *logic.Term) (*program.Var, string) {
	v := w.p.VarOf(t)
	if v == nil || v.CName == "" || v.Func != "" && v.Func != w.fn {
		return nil, w.fail()
	}
	return v, v.CName
}

// bv prints a bit-vector term: variables and constants only, whose value C's
// conversions keep.
func (w *cWriter) bv(t *logic.Term, signed bool) string {
	switch {
	case t.IsConst() && signed:
		return w.num(t.BVSigned())
	case t.IsConst():
		return w.num(t.BVBig())
	case t.IsVar():
		v, n := w.name(t)
		if v != nil && v.Signed != signed {
			return w.fail() // the wide conversion would change the value
		}
		return w.wide + n
	}
	return w.fail()
}

func (w *cWriter) num(n *big.Int) string {
	if new(big.Int).Abs(n).Cmp(w.limit) > 0 {
		return w.fail()
	}
	if n.Sign() < 0 {
		return "(" + n.String() + ")"
	}
	return n.String()
}

// sum prints a linear Int term.
func (w *cWriter) sum(t *logic.Term) string {
	prods, coeffs, c := logic.Linear(t)
	var parts []string
	for i, p := range prods {
		if !p.IsVar() {
			return w.fail()
		}
		v, n := w.name(p)
		if v == nil {
			return n
		}
		if o := v.Origin; o != nil && o.Sort().IsBV() && o.Sort().Width() > w.maxBits+1 {
			return w.fail()
		}
		term := w.wide + n
		if !coeffs[i].Equal(rational.One) {
			k, ok := coeffs[i].Int64()
			if !ok || k > 1<<20 || k < -1<<20 {
				return w.fail()
			}
			term = fmt.Sprintf("%s * %s", w.num(big.NewInt(k)), term)
		}
		parts = append(parts, term)
	}
	if !c.IsInt() {
		return w.fail()
	}
	if !c.IsZero() || len(parts) == 0 {
		parts = append(parts, w.num(c.Num()))
	}
	return strings.Join(parts, " + ")
}
