package z3

import "errors"

// errNoTerm: libz3 returned something that the term language cannot express.
var errNoTerm = errors.New("no term expresses it")
