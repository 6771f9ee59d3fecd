package interpolation_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
)

// loop is a program: init; while (guard) { body } assert(check). With inside,
// check is asserted at the start of each iteration instead. Statements are
// separated by semicolons: x = e, a[i] = e, havoc x, assume e.
type loop struct {
	name, vars, init, guard, body, check string
	inside                               bool
	max                                  int // unrollings tried: 0..max; 0 means 3
}

// code reads loops into terms.
type code struct {
	f      *logic.Factory
	vars   []*logic.Term
	byName map[string]*logic.Term
	signed map[*logic.Term]bool
	toks   []string
	cur    map[*logic.Term]*logic.Term // program symbol -> its value
	sort   *logic.Sort                 // of literals
	t      testing.TB
}

func newCode(t testing.TB, f *logic.Factory, decl string) *code {
	c := &code{f: f, byName: map[string]*logic.Term{}, signed: map[*logic.Term]bool{}, t: t}
	sorts := map[string]*logic.Sort{
		"int": logic.Int, "real": logic.Real, "u8": logic.BVSort(8), "u32": logic.BVSort(32), "s32": logic.BVSort(32), "u64": logic.BVSort(64),
		"arr": logic.ArraySort(logic.Int, logic.Int), "mem": logic.ArraySort(logic.BVSort(32), logic.BVSort(32)), "f64": logic.Float64,
	}
	for _, d := range strings.Split(decl, ";") {
		words := strings.Fields(d)
		s := sorts[words[0]]
		if s == nil {
			t.Fatalf("unknown type %s", words[0])
		}
		for _, n := range words[1:] {
			v := f.Var(n, s)
			c.vars = append(c.vars, v)
			c.byName[n] = v
			c.signed[v] = words[0][0] == 's'
		}
		if !s.IsArray() {
			c.sort = s
		}
	}
	return c
}

func (c *code) fatal(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf(format+" before %v", append(args, c.toks)...)
}

func (c *code) scan(s string) {
	c.toks = nil
	for i := 0; i < len(s); {
		j := i + 1
		alnum := func(b byte) bool { return b == '_' || b == '.' || b|32 >= 'a' && b|32 <= 'z' || b >= '0' && b <= '9' }
		switch {
		case s[i] == ' ':
			i++
			continue
		case alnum(s[i]):
			for j < len(s) && alnum(s[j]) {
				j++
			}
		case j < len(s) && strings.Contains("<= >= == != && || << >>", s[i:j+1]) && s[j] != ' ':
			j++
		}
		c.toks = append(c.toks, s[i:j])
		i = j
	}
}

func (c *code) peek() string {
	if len(c.toks) == 0 {
		return ""
	}
	return c.toks[0]
}

func (c *code) next() string {
	t := c.peek()
	if t != "" {
		c.toks = c.toks[1:]
	}
	return t
}

func (c *code) expect(t string) {
	if g := c.next(); g != t {
		c.fatal("%q, want %q", g, t)
	}
}

var precedence = map[string]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"|": 5, "^": 5, "&": 6, "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9}

func (c *code) expr() *logic.Term {
	t := c.binary(1)
	if c.peek() != "?" {
		return t
	}
	c.next()
	a := c.expr()
	c.expect(":")
	return c.f.Ite(t, a, c.expr())
}

func (c *code) binary(min int) *logic.Term {
	t := c.unary()
	for precedence[c.peek()] >= min && precedence[c.peek()] > 0 {
		op := c.next()
		t = c.apply(op, t, c.binary(precedence[op]+1))
	}
	return t
}

func (c *code) unary() *logic.Term {
	f := c.f
	switch t := c.next(); {
	case t == "!":
		return f.Not(c.unary())
	case t == "-":
		a := c.unary()
		if a.Sort().IsBV() {
			return f.BVNeg(a)
		}
		return f.Neg(a)
	case t == "(":
		e := c.expr()
		c.expect(")")
		return e
	case t != "" && t[0] >= '0' && t[0] <= '9':
		n, err := strconv.ParseInt(t, 0, 64)
		if err != nil {
			c.fatal("%v", err)
		}
		if c.sort.IsBV() {
			return f.BV(uint64(n), c.sort.Width())
		}
		if c.sort.IsFloat() {
			return f.FPConvert(logic.OpFPFromReal, c.sort, logic.RNE, f.ToReal(f.IntConst(n)))
		}
		if c.sort == logic.Real {
			return f.ToReal(f.IntConst(n))
		}
		return f.IntConst(n)
	default:
		v := c.byName[t]
		if v == nil {
			c.fatal("unknown %q", t)
		}
		r := c.value(v)
		for c.peek() == "[" {
			c.next()
			i := c.expr()
			c.expect("]")
			r = f.Select(r, i)
		}
		return r
	}
}

func (c *code) value(v *logic.Term) *logic.Term {
	if t := c.cur[v]; t != nil {
		return t
	}
	return v
}

func (c *code) apply(op string, a, b *logic.Term) *logic.Term {
	f := c.f
	signed := false
	for v, s := range c.signed {
		signed = signed || s && v.Sort() == a.Sort()
	}
	switch op {
	case "&&":
		return f.And(a, b)
	case "||":
		return f.Or(a, b)
	case ">", ">=":
		a, b = b, a
		op = map[string]string{">": "<", ">=": "<="}[op]
	case "!=":
		return f.Not(c.apply("==", a, b))
	}
	s := a.Sort()
	switch {
	case op == "==" && s.IsFloat():
		return f.FP(logic.OpFPEq, logic.RNE, a, b)
	case op == "==":
		return f.Eq(a, b)
	case s.IsFloat():
		return f.FP(map[string]logic.Op{"<": logic.OpFPLt, "<=": logic.OpFPLe, "+": logic.OpFPAdd, "-": logic.OpFPSub, "*": logic.OpFPMul, "/": logic.OpFPDiv}[op], logic.RNE, a, b)
	case s.IsBV():
		switch op {
		case "<":
			if signed {
				return f.SLt(a, b)
			}
			return f.ULt(a, b)
		case "<=":
			if signed {
				return f.SLe(a, b)
			}
			return f.ULe(a, b)
		}
		return f.BVOp(map[string]logic.Op{"+": logic.OpBVAdd, "-": logic.OpBVSub, "*": logic.OpBVMul, "/": logic.OpBVUDiv, "%": logic.OpBVURem,
			"&": logic.OpBVAnd, "|": logic.OpBVOr, "^": logic.OpBVXor, "<<": logic.OpBVShl, ">>": logic.OpBVLShr}[op], a, b)
	}
	switch op {
	case "<":
		return f.Lt(a, b)
	case "<=":
		return f.Le(a, b)
	case "+":
		return f.Add(a, b)
	case "-":
		return f.Sub(a, b)
	case "*":
		return f.Mul(a, b)
	case "/":
		if s == logic.Real {
			return f.RDiv(a, b)
		}
		return f.Div(a, b)
	case "%":
		return f.Mod(a, b)
	}
	c.fatal("operator %q", op)
	return nil
}

func (c *code) condition(s string) *logic.Term {
	c.scan(s)
	t := c.expr()
	if len(c.toks) > 0 {
		c.fatal("rest")
	}
	return t
}

// run executes statements symbolically and adds them to the step.
func (c *code) run(s string, step *interpolation.Step) {
	for _, st := range strings.Split(s, ";") {
		if strings.TrimSpace(st) == "" {
			continue
		}
		c.scan(st)
		switch c.peek() {
		case "assume":
			c.next()
			step.Assumes = append(step.Assumes, c.expr())
		case "havoc":
			c.next()
			v := c.byName[c.next()]
			c.cur[v] = c.f.Fresh(v.Name(), v.Sort())
		default:
			v := c.byName[c.next()]
			if v == nil {
				c.fatal("assignment")
			}
			var val *logic.Term
			if c.peek() == "[" {
				c.next()
				i := c.expr()
				c.expect("]")
				c.expect("=")
				val = c.f.Store(c.value(v), i, c.expr())
			} else {
				c.expect("=")
				val = c.expr()
			}
			sym := c.f.Fresh(v.Name(), v.Sort())
			step.Defs = append(step.Defs, interpolation.Def{Sym: sym, Value: val})
			c.cur[v] = sym
		}
		if len(c.toks) > 0 {
			c.fatal("rest")
		}
	}
}

// path is an unrolling of a loop; rename[k] maps the symbols at the loop head after step k (k = 1..) to program symbols.
type path struct {
	name   string
	steps  []interpolation.Step
	rename []map[*logic.Term]*logic.Term
}

// unroll returns the path to the error with n iterations.
func (l *loop) unroll(c *code, n int) path {
	c.cur = map[*logic.Term]*logic.Term{}
	p := path{name: fmt.Sprintf("%s/%d", l.name, n)}
	head := func() {
		m := map[*logic.Term]*logic.Term{}
		for _, v := range c.vars {
			m[c.value(v)] = v
		}
		p.rename = append(p.rename, m)
	}
	var s interpolation.Step
	c.run(l.init, &s)
	p.steps = append(p.steps, s)
	head()
	for i := 0; i < n; i++ {
		s = interpolation.Step{Assumes: []*logic.Term{c.condition(l.guard)}}
		c.run(l.body, &s)
		p.steps = append(p.steps, s)
		head()
	}
	g := c.condition(l.guard)
	if !l.inside {
		g = c.f.Not(g)
	}
	p.steps = append(p.steps, interpolation.Step{Assumes: []*logic.Term{g, c.f.Not(c.condition(l.check))}})
	return p
}
