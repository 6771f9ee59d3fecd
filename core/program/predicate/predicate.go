package predicate

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Scope resolves a name to a variable; nil: unknown.
type Scope func(name string) *program.Var

// ScopeAt returns the scope of a location: C names of the location's function,
// then globals, then full variable names.
func ScopeAt(p *program.Program, l *program.Location) Scope {
	return func(name string) *program.Var {
		var global *program.Var
		for _, v := range p.Vars {
			switch {
			case v.Name == name, v.CName == name && v.Func == l.Func:
				return v
			case v.CName == name && v.Func == "":
				global = v
			}
		}
		return global
	}
}

// Cells resolves NAME[index]...[index].FIELD with constant indices; the field is "" if there is none.
type Cells func(name string, indices []*logic.Term, field string) (*logic.Term, error)

// ParseCells reads one predicate in which elements of arrays may occur, over integers.
func ParseCells(f *logic.Factory, text string, scope Scope, cells Cells) (*logic.Term, error) {
	return parse(&parser{f: f, src: text, scope: scope, cells: cells})
}

// Error is a syntax or type error at a byte offset (from 0) of the text.
type Error struct {
	Offset int
	Msg    string
}

func (e *Error) Error() string { return e.Msg }

// Parse reads one predicate.
func Parse(f *logic.Factory, text string, scope Scope) (*logic.Term, error) {
	return parse(&parser{f: f, src: text, scope: scope})
}

func parse(p *parser) (*logic.Term, error) {
	p.next()
	v, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.tok != "" {
		return nil, p.errorf("unexpected %q", p.tok)
	}
	return p.truth(v)
}

// value is a parsed operand: a truth value, a term, or a literal whose sort is
// still open.
type value struct {
	t      *logic.Term
	lit    *big.Int
	signed bool
}

type parser struct {
	f     *logic.Factory
	src   string
	scope Scope
	cells Cells // nil: there are none
	off   int   // of tok
	end   int   // of tok
	tok   string
	depth int
}

func (p *parser) errorf(format string, args ...any) error {
	return &Error{p.off, fmt.Sprintf(format, args...)}
}

func (p *parser) next() {
	i := p.end
	for i < len(p.src) && strings.ContainsRune(" \t\r\n", rune(p.src[i])) {
		i++
	}
	p.off = i
	if i == len(p.src) {
		p.end, p.tok = i, ""
		return
	}
	word := func(c byte) bool {
		return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '@' || c == ':'
	}
	j := i + 1
	if word(p.src[i]) && p.src[i] != ':' {
		for j < len(p.src) && word(p.src[j]) {
			j++
		}
	} else if j < len(p.src) {
		switch p.src[i : j+1] {
		case "&&", "||", "==", "!=", "<=", ">=":
			j++
		}
	}
	p.end, p.tok = j, p.src[i:j]
}

func (p *parser) truth(v value) (*logic.Term, error) {
	switch {
	case v.lit != nil:
		return p.f.BoolConst(v.lit.Sign() != 0), nil
	case v.t.Sort().IsBool():
		return v.t, nil
	case v.t.Sort().IsInt():
		return p.f.Ne(v.t, p.f.IntConst(0)), nil
	case v.t.Sort().IsBV():
		return p.f.Ne(v.t, p.f.BV(0, v.t.Sort().Width())), nil
	}
	return nil, p.errorf("a value of sort %s is no condition", v.t.Sort())
}

func (p *parser) logical(op string, sub func() (value, error), join func(...*logic.Term) *logic.Term) (value, error) {
	v, err := sub()
	for err == nil && p.tok == op {
		p.next()
		var w value
		if w, err = sub(); err != nil {
			break
		}
		var a, b *logic.Term
		if a, err = p.truth(v); err != nil {
			break
		}
		if b, err = p.truth(w); err != nil {
			break
		}
		v = value{t: join(a, b)}
	}
	return v, err
}

func (p *parser) or() (value, error)  { return p.logical("||", p.and, p.f.Or) }
func (p *parser) and() (value, error) { return p.logical("&&", p.equality, p.f.And) }

func (p *parser) equality() (value, error) { return p.binary(p.relation, "==", "!=") }
func (p *parser) relation() (value, error) { return p.binary(p.sum, "<=", "<", ">=", ">") }
func (p *parser) sum() (value, error)      { return p.binary(p.product, "+", "-") }
func (p *parser) product() (value, error)  { return p.binary(p.unary, "*", "/", "%") }

func (p *parser) binary(sub func() (value, error), ops ...string) (value, error) {
	v, err := sub()
	for err == nil {
		op := ""
		for _, o := range ops {
			if p.tok == o {
				op = o
			}
		}
		if op == "" {
			return v, nil
		}
		p.next()
		var w value
		if w, err = sub(); err == nil {
			v, err = p.apply(op, v, w)
		}
	}
	return v, err
}

func (p *parser) unary() (value, error) {
	if p.depth++; p.depth > 1000 {
		return value{}, p.errorf("nested too deeply")
	}
	defer func() { p.depth-- }()
	switch tok := p.tok; {
	case tok == "!":
		p.next()
		v, err := p.unary()
		if err != nil {
			return v, err
		}
		t, err := p.truth(v)
		if err != nil {
			return v, err
		}
		return value{t: p.f.Not(t)}, nil
	case tok == "-":
		p.next()
		v, err := p.unary()
		if err != nil {
			return v, err
		}
		return p.apply("-", value{lit: new(big.Int)}, v)
	case tok == "(":
		p.next()
		v, err := p.or()
		if err != nil {
			return v, err
		}
		if p.tok != ")" {
			return v, p.errorf("expected )")
		}
		p.next()
		return v, nil
	case tok == "":
		return value{}, p.errorf("expected an operand")
	case tok[0] >= '0' && tok[0] <= '9':
		n, ok := new(big.Int).SetString(strings.TrimRight(strings.ToLower(tok), "ul"), 0)
		if !ok {
			return value{}, p.errorf("%q is no integer literal", tok)
		}
		p.next()
		return value{lit: n}, nil
	default:
		if p.cells != nil {
			if t, err := p.cell(tok); t != nil || err != nil {
				return value{t: t, signed: true}, err
			}
		}
		v := p.scope(tok)
		if v == nil {
			return value{}, p.errorf("no variable %q is visible here", tok)
		}
		p.next()
		return value{t: v.Sym, signed: v.Signed}, nil
	}
}

// cell reads an element of an array whose name is the present token; nil: it is none.
func (p *parser) cell(name string) (*logic.Term, error) {
	rest := strings.TrimLeft(p.src[p.end:], " \t")
	if !strings.HasPrefix(rest, "[") {
		return nil, nil
	}
	at := p.off
	p.next()
	var indices []*logic.Term
	for p.tok == "[" {
		p.next()
		v, err := p.sum()
		if err == nil && v.t == nil {
			v.t = p.f.IntBig(v.lit)
		}
		switch {
		case err != nil:
			return nil, err
		case !v.t.Sort().IsInt():
			return nil, p.errorf("an index has sort %s; write a number", v.t.Sort())
		case p.tok != "]":
			return nil, p.errorf("expected ]")
		}
		indices = append(indices, v.t)
		p.next()
	}
	field := ""
	if strings.HasPrefix(p.tok, ".") {
		field = p.tok[1:]
		p.next()
	}
	t, err := p.cells(name, indices, field)
	if err != nil {
		return nil, &Error{at, err.Error()}
	}
	return t, nil
}

// apply combines two operands; literals take the other side's sort.
func (p *parser) apply(op string, a, b value) (value, error) {
	if a.lit != nil && b.lit != nil {
		return p.fold(op, a.lit, b.lit)
	}
	var err error
	if a.t == nil {
		a, err = p.give(a.lit, b)
	} else if b.t == nil {
		b, err = p.give(b.lit, a)
	}
	if err != nil {
		return a, err
	}
	if a.t.Sort() != b.t.Sort() {
		return a, p.errorf("operands of %s have sorts %s and %s", op, a.t.Sort(), b.t.Sort())
	}
	f, x, y := p.f, a.t, b.t
	switch op {
	case "==":
		return value{t: f.Eq(x, y)}, nil
	case "!=":
		return value{t: f.Ne(x, y)}, nil
	case ">", ">=":
		x, y = y, x
	}
	signed := a.signed && b.signed
	switch {
	case x.Sort().IsInt():
		switch op {
		case "<", ">":
			return value{t: f.Lt(x, y)}, nil
		case "<=", ">=":
			return value{t: f.Le(x, y)}, nil
		case "+":
			return value{t: f.Add(x, y), signed: true}, nil
		case "-":
			return value{t: f.Sub(x, y), signed: true}, nil
		case "*":
			return value{t: f.Mul(x, y), signed: true}, nil
		}
		q := truncDiv(f, x, y)
		if op == "/" {
			return value{t: q, signed: true}, nil
		}
		return value{t: f.Sub(x, f.Mul(q, y)), signed: true}, nil
	case x.Sort().IsBV():
		return value{t: bvApply(f, op, x, y, signed), signed: signed}, nil
	}
	return a, p.errorf("%s is not defined on %s", op, x.Sort())
}

// truncDiv is C's division in terms of the Euclidean one.
func truncDiv(f *logic.Factory, x, y *logic.Term) *logic.Term {
	zero := f.IntConst(0)
	return f.Ite(f.Le(zero, x), f.Div(x, y), f.Neg(f.Div(f.Neg(x), y)))
}

func bvApply(f *logic.Factory, op string, x, y *logic.Term, signed bool) *logic.Term {
	pick := func(s, u logic.Op) *logic.Term {
		if signed {
			return f.BVOp(s, x, y)
		}
		return f.BVOp(u, x, y)
	}
	switch op {
	case "<", ">":
		if signed {
			return f.SLt(x, y)
		}
		return f.ULt(x, y)
	case "<=", ">=":
		if signed {
			return f.SLe(x, y)
		}
		return f.ULe(x, y)
	case "+":
		return pick(logic.OpBVAddNSW, logic.OpBVAdd)
	case "-":
		return pick(logic.OpBVSubNSW, logic.OpBVSub)
	case "*":
		return pick(logic.OpBVMulNSW, logic.OpBVMul)
	case "/":
		return pick(logic.OpBVSDiv, logic.OpBVUDiv)
	}
	return pick(logic.OpBVSRem, logic.OpBVURem)
}

// give converts a literal to a constant of the other operand's sort.
func (p *parser) give(lit *big.Int, like value) (value, error) {
	switch s := like.t.Sort(); {
	case s.IsInt():
		return value{t: p.f.IntBig(lit), signed: true}, nil
	case s.IsBV():
		return value{t: p.f.BVBig(lit, s.Width()), signed: like.signed}, nil
	default:
		return value{}, p.errorf("an integer literal cannot have sort %s", s)
	}
}

func (p *parser) fold(op string, a, b *big.Int) (value, error) {
	r := new(big.Int)
	c := a.Cmp(b)
	truth := func(x bool) (value, error) { return value{t: p.f.BoolConst(x)}, nil }
	switch op {
	case "+":
		r.Add(a, b)
	case "-":
		r.Sub(a, b)
	case "*":
		r.Mul(a, b)
	case "/", "%":
		if b.Sign() == 0 {
			return value{}, p.errorf("division by zero")
		}
		if op == "/" {
			r.Quo(a, b)
		} else {
			r.Rem(a, b)
		}
	case "==":
		return truth(c == 0)
	case "!=":
		return truth(c != 0)
	case "<":
		return truth(c < 0)
	case "<=":
		return truth(c <= 0)
	case ">":
		return truth(c > 0)
	case ">=":
		return truth(c >= 0)
	}
	return value{lit: r}, nil
}
