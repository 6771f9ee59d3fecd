package annotation

import "cupel/product/solidity/ast"

// ParseInvariant reads the text of an invariant that stands in no source, as it would stand behind
// "@notice invariant". The error is an *Error with a place in the text.
func ParseInvariant(text string) (*Clause, error) {
	d := ast.Doc{File: ast.Text("invariant", text), Text: text}
	c, err := parseClause(d, Invariant, 0, 0, len(text))
	if err != nil {
		return nil, err
	}
	c.Inferred = true
	return c, nil
}
