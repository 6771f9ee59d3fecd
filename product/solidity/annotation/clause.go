package annotation

import (
	"fmt"
	"strings"

	"cupel/product/solidity/ast"
)

// Kind is the kind of a clause.
type Kind int

// The kinds.
const (
	Invariant Kind = iota
	Precondition
	Postcondition
	Modifies
	Emits
	Specification
	ContractInvariants
	Tracks
	AllowNoChange
)

var keywords = []struct {
	text string
	kind Kind
}{
	{"invariant", Invariant}, {"precondition", Precondition}, {"postcondition", Postcondition}, {"modifies", Modifies}, {"emits", Emits},
	{"specification", Specification}, {"{contractInvariants}", ContractInvariants}, {"tracks-changes-in", Tracks}, {"allow-no-change-emit", AllowNoChange},
}

// A Clause is one annotation.
type Clause struct {
	Kind Kind
	Pos  ast.Position
	Text string   // what follows the keyword, for messages
	Expr ast.Expr // of invariants, pre- and postconditions
	// Target is what may be modified; nil: everything. Cond is its condition, or nil.
	Target, Cond ast.Expr
	Cases        []Case
	Name         string // of an event or a variable
	Inferred     bool   // it stands in no source
}

// A Case is case When: Then;
type Case struct{ When, Then ast.Expr }

// Error is a mistake in an annotation.
type Error struct {
	Pos ast.Position
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// tag begins annotations in comments.
const tag = "@notice"

// Of parses the annotations before a node.
func Of(n ast.Node) ([]*Clause, error) {
	return parseDoc(ast.DocOf(n))
}

func parseDoc(d ast.Doc) ([]*Clause, error) {
	if d.File == nil {
		return nil, nil
	}
	var cs []*Clause
	for at := 0; ; {
		k := strings.Index(d.Text[at:], tag)
		if k < 0 {
			return cs, nil
		}
		at += k + len(tag)
		end := len(d.Text)
		if n := strings.IndexByte(d.Text[at:], '@'); n >= 0 {
			end = at + n
		}
		content := d.Text[at:end]
		lead := len(content) - len(strings.TrimLeft(content, " \t\r\n"))
		known := false
		for _, w := range keywords {
			if !strings.HasPrefix(content[lead:], w.text) {
				continue
			}
			from := at + lead + len(w.text)
			if isWord(w.text[len(w.text)-1]) && from < end && isWord(d.Text[from]) {
				continue // a longer word
			}
			c, err := parseClause(d, w.kind, at+lead, from, end)
			if err != nil {
				return nil, err
			}
			cs, known = append(cs, c), true
			break
		}
		if !known {
			if err := misspelt(d, at+lead, end); err != nil {
				return nil, err
			}
		}
		at = end
	}
}

func parseClause(d ast.Doc, kind Kind, start, from, end int) (c *Clause, err error) {
	c = &Clause{Kind: kind, Pos: d.File.Position(d.Start + start), Text: strings.Join(strings.Fields(d.Text[from:end]), " ")}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			c, err = nil, e
		}
	}()
	p := newParser(d, from, end)
	switch kind {
	case Invariant, Precondition, Postcondition:
		c.Expr = p.spec()
	case Modifies:
		if p.is("*") {
			p.next()
			break
		}
		c.Target = p.expr()
		if p.is("if") {
			p.next()
			c.Cond = p.expr()
		}
	case Emits, Tracks:
		c.Name = p.ident()
		for kind == Emits && p.is(".") { // qualified by a contract
			p.next()
			c.Name = p.ident()
		}
	case Specification:
		p.expect("[")
		for p.is("case") {
			p.next()
			var k Case
			k.When = p.spec()
			p.expect(":")
			k.Then = p.spec()
			p.expect(";")
			c.Cases = append(c.Cases, k)
		}
		p.expect("]")
	}
	if p.tok.kind != end_ {
		p.fail(fmt.Sprintf("unexpected %q after the annotation", p.tok.text))
	}
	return c, nil
}
