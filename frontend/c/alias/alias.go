package alias

import "modernc.org/cc/v4"

// ClassID names a class of the points-to partition of one Result. IDs are
// small and dense, starting at 0, and deterministic for a given program.
type ClassID int

// Cell is the kind of one memory cell: a bit-vector of 8, 16, 32, 64 or 128
// bits, or a floating-point number. Integers of both signednesses, enumerations
// and pointers of one width share a kind.
type Cell struct {
	Bits  int  // width in bits; 80 for the x87 long double
	Float bool // floating point rather than bit-vector
}

// Result answers which objects escape and what pointers may point to. It is
// read-only and may be used by several goroutines.
type Result struct{}

// Analyze analyses a type-checked translation unit.
func Analyze(ast *cc.AST) *Result { return &Result{} }

// Escapes reports whether the object d declares may be accessed other than by
// selecting elements and members of it by name: its address is taken, it
// decays into a pointer value, or it contains a union.
func (r *Result) Escapes(d *cc.Declarator) bool { return d.AddressTaken() }

// ClassOfObject returns the class of the object d declares.
func (r *Result) ClassOfObject(d *cc.Declarator) ClassID { return 0 }

// ClassOfPointee returns the class that the value of e points into. e is
// pointer-valued, an integer that carries a pointer, an array or a string
// literal (the class of the object itself), or a compound literal (likewise).
// It is the same for e and for e in parentheses.
func (r *Result) ClassOfPointee(e cc.ExpressionNode) ClassID { return 0 }

// ByteLevel reports whether cells of different kinds may overlap in the class,
// so that its memory must be modelled byte by byte. When false, all accesses
// to one byte have the same kind of cell at the same address.
func (r *Result) ByteLevel(c ClassID) bool { return false }

// Cells lists the kinds of cells that objects of the class are accessed with,
// in a fixed order; of a ByteLevel class only the 8-bit cell.
func (r *Result) Cells(c ClassID) []Cell { return nil }
