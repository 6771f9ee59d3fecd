package cfa

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// parser reads declarations first and the bodies of edges, whose types depend
// on all declarations, afterwards.
type parser struct {
	file  string
	toks  []token
	i     int // of the current token
	depth int
	f     *logic.Factory
	vars  map[string]*program.Var
	bound []binding // of the quantifiers around the current token
}

// binding is a variable of a quantifier.
type binding struct {
	name string
	sym  *logic.Term
}

// declaration is a variable declaration.
type declaration struct {
	name token
	sort *logic.Sort
}

// location is a location declaration; kind is init, final, error or "".
type location struct {
	name token
	kind string
}

// edge is an edge declaration.
type edge struct {
	src, dst token
	body     int // number of the token after the opening brace; 0: none
}

// process is a process declaration.
type process struct {
	name  token
	main  bool
	vars  []declaration
	locs  []location
	edges []edge
}

// model is the declarations of a file.
type model struct {
	globals []declaration
	main    *process
}

func (p *parser) tok() *token { return &p.toks[p.i] }

// peek returns the n-th token after the current one.
func (p *parser) peek(n int) *token { return &p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) advance() token {
	t := *p.tok()
	if t.kind != end {
		p.i++
	}
	return t
}

// accept skips the token when it is the given one.
func (p *parser) accept(text string) bool {
	if p.tok().is(text) {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(text, where string) error {
	if p.accept(text) {
		return nil
	}
	return modelfile.Errorf(p.tok().pos, "%v where %q is expected; %s", p.tok(), text, where)
}

// enter counts a level of nesting; leave must follow.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return modelfile.Unsupported(p.tok().pos, "nested more than %d levels deep, which is not supported; introduce variables for parts of it", maxDepth)
	}
	return nil
}

func (p *parser) leave() { p.depth-- }

// name reads the name of something new or declared elsewhere.
func (p *parser) name(what string) (token, error) {
	t := p.tok()
	if t.kind != word {
		return token{}, modelfile.Errorf(t.pos, "%v where the name of a %s is expected; names consist of letters, digits and _", t, what)
	}
	if reserved[t.text] {
		return token{}, modelfile.Errorf(t.pos, "%q is a keyword and cannot be the name of a %s; rename it", t.text, what)
	}
	return p.advance(), nil
}

// model reads the declarations of the whole file.
func (p *parser) model() (*model, error) {
	m := &model{}
	for p.tok().kind != end {
		switch t := p.tok(); {
		case p.accept(";"):
		case t.is("var"):
			d, err := p.variable()
			if err != nil {
				return nil, err
			}
			m.globals = append(m.globals, d)
		case t.is("main"), t.is("process"):
			q, err := p.process()
			if err != nil {
				return nil, err
			}
			if !q.main {
				continue // a process runs only when called, and calls are unsupported
			}
			if m.main != nil {
				return nil, modelfile.Errorf(t.pos, "process %s is a second main process; mark one process main, %s is the first", q.name.text, m.main.name.text)
			}
			m.main = q
		case t.is("specification"), t.is("system"), t.is("type"), t.is("trans"), t.is("prop"), t.is("ctrl"):
			return nil, modelfile.Unsupported(t.pos, "this is a model of another language of Theta (%s), which is not supported; give a control-flow automaton", t.text)
		default:
			return nil, modelfile.Errorf(t.pos, "%v where a declaration is expected; write var NAME : TYPE or main process NAME { ... }", t)
		}
	}
	if m.main == nil {
		return nil, modelfile.Errorf(p.tok().pos, "there is no main process; write main process NAME { ... }")
	}
	return m, nil
}

// variable reads var NAME : TYPE.
func (p *parser) variable() (declaration, error) {
	p.i++
	return p.typed("variable")
}

// typed reads NAME : TYPE.
func (p *parser) typed(what string) (declaration, error) {
	name, err := p.name(what)
	if err != nil {
		return declaration{}, err
	}
	if err := p.expect(":", "give the type of "+name.text); err != nil {
		return declaration{}, err
	}
	s, err := p.typ()
	return declaration{name, s}, err
}

// process reads a process; the bodies of its edges are skipped.
func (p *parser) process() (*process, error) {
	q := &process{main: p.accept("main")}
	if err := p.expect("process", "write main process NAME { ... }"); err != nil {
		return nil, err
	}
	var err error
	if q.name, err = p.name("process"); err != nil {
		return nil, err
	}
	if p.tok().is("(") {
		if q.main && !p.peek(1).is(")") {
			return nil, modelfile.Unsupported(p.tok().pos, "parameters of the main process are not supported; declare them as variables, which start with any value")
		}
		for !p.tok().is("{") && p.tok().kind != end {
			p.i++
		}
	}
	open := p.tok().pos
	if err := p.expect("{", "open the body of the process"); err != nil {
		return nil, err
	}
	for !p.accept("}") {
		if p.tok().kind == end {
			return nil, modelfile.Errorf(open, "the process is not closed; write } after its last edge")
		}
		if err := p.member(q); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// member reads a declaration inside of a process. The keywords that start one
// may also be names.
func (p *parser) member(q *process) error {
	t, next := p.tok(), p.peek(1)
	switch {
	case p.accept(";"):
		return nil
	case t.kind == word && next.is("->"):
		return p.edge(q)
	case t.is("var"):
		d, err := p.variable()
		q.vars = append(q.vars, d)
		return err
	case t.is("loc"), next.is("loc") && (t.is("init") || t.is("final") || t.is("error")):
		l := location{}
		if !t.is("loc") {
			l.kind = p.advance().text
		}
		p.i++
		var err error
		l.name, err = p.name("location")
		q.locs = append(q.locs, l)
		return err
	}
	return modelfile.Errorf(t.pos, "%v where a declaration is expected; write var NAME : TYPE, loc NAME, init loc NAME, error loc NAME, final loc NAME or NAME -> NAME { ... }", t)
}

func (p *parser) edge(q *process) error {
	var e edge
	var err error
	if e.src, err = p.name("location"); err != nil {
		return err
	}
	p.i++ // the arrow
	if e.dst, err = p.name("location"); err != nil {
		return err
	}
	open := p.tok().pos
	if p.accept("{") {
		e.body = p.i
		for !p.accept("}") {
			if p.tok().kind == end || p.tok().is("{") {
				return modelfile.Errorf(open, "the body of the edge is not closed; write } after its last statement")
			}
			p.i++
		}
	}
	q.edges = append(q.edges, e)
	return nil
}
