package program

import "cupel/core/logic"

// Counterexample is an error path of the verified program with the values its
// nondeterministic operations take, in order.
type Counterexample struct {
	Path   []*Edge
	Havocs []HavocValue
	// Steps is the number of edges that the engine has executed behind Path, which
	// then ends before the error; 0: Path is all.
	Steps int
}

// HavocValue is the value of one executed OpHavoc; Value's sort is the
// variable's.
type HavocValue struct {
	Var   *Var
	Input *Input // nil when the havoc is no program input
	ID    int    // of the operation
	Value *logic.Term
}
