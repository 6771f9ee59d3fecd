package boogie

// Stmt is a statement.
type Stmt interface{ Position() Pos }

// The statements.
type (
	// Label marks the position before the next statement.
	Label struct {
		Pos  Pos
		Name string
	}
	// Assert is a proof obligation.
	Assert struct {
		Pos   Pos
		Attrs Attributes
		Cond  Expr
	}
	// Assume restricts the executions.
	Assume struct {
		Pos   Pos
		Attrs Attributes
		Cond  Expr
	}
	// Assign is the parallel assignment Lhs := Rhs; a left side is an Ident, a Select whose Map is a left side,
	// or a Field of a left side.
	Assign struct {
		Pos Pos
		Lhs []Expr
		Rhs []Expr
	}
	// Havoc assigns arbitrary values of the variables' types that satisfy their where clauses.
	Havoc struct {
		Pos  Pos
		Vars []*Ident
	}
	// Call is call Outs := Proc(Args).
	Call struct {
		Pos   Pos
		Attrs Attributes
		Free  bool // preconditions are not asserted
		Outs  []*Ident
		Proc  string
		Args  []Expr
	}
	// If is if (Cond) Then else Else; a nil Cond is nondeterministic (*). Else may be nil; for else if it is a
	// single If.
	If struct {
		Pos  Pos
		Cond Expr
		Then []Stmt
		Else []Stmt
	}
	// While is a loop; a nil Cond is nondeterministic (*).
	While struct {
		Pos        Pos
		Cond       Expr
		Invariants []*Spec
		Body       []Stmt
	}
	// Break leaves the loop or statement with the label, or the innermost loop.
	Break struct {
		Pos   Pos
		Label string
	}
	// Goto jumps to any of the labels.
	Goto struct {
		Pos    Pos
		Labels []string
	}
	// Return leaves the procedure.
	Return struct{ Pos Pos }
)

// Position is the beginning of the statement.
func (s *Label) Position() Pos  { return s.Pos }
func (s *Assert) Position() Pos { return s.Pos }
func (s *Assume) Position() Pos { return s.Pos }
func (s *Assign) Position() Pos { return s.Pos }
func (s *Havoc) Position() Pos  { return s.Pos }
func (s *Call) Position() Pos   { return s.Pos }
func (s *If) Position() Pos     { return s.Pos }
func (s *While) Position() Pos  { return s.Pos }
func (s *Break) Position() Pos  { return s.Pos }
func (s *Goto) Position() Pos   { return s.Pos }
func (s *Return) Position() Pos { return s.Pos }
