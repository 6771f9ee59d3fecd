package annotation

import "cupel/product/solidity/ast"

// ParseSpec parses a condition outside of a source. An *Error has a position in the text.
func ParseSpec(text string) (*Clause, error) {
	d := ast.Doc{File: ast.Text("clause", text), Text: text}
	return parseClause(d, Postcondition, 0, 0, len(text))
}

// ParseInvariant parses the text of an invariant outside of a source, as after "@notice invariant". An *Error
// has a position in the text.
func ParseInvariant(text string) (*Clause, error) {
	d := ast.Doc{File: ast.Text("invariant", text), Text: text}
	c, err := parseClause(d, Invariant, 0, 0, len(text))
	if err != nil {
		return nil, err
	}
	c.Inferred = true
	return c, nil
}
