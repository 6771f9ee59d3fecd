package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// ClassID identifies a points-to class of one Result. IDs are consecutive from 0 and deterministic for a given program.
type ClassID int

// Nowhere is the class of the targets of null and other pointers to no object of the program. It is byte-level.
const Nowhere ClassID = 0

// Cell is the kind of one memory cell: a bit-vector of 8, 16, 32, 64 or 128
// bits, or a floating-point number. Integers of both signednesses, enumerations
// and pointers of one width share a kind.
type Cell struct {
	Bits  int  // width in bits; 80 for the x87 long double
	Float bool // floating point rather than bit-vector
}

// Result is the points-to partition. Invariants: every object and every pointer's targets belong to exactly one class; objects in different classes are not
// reachable through the same pointer. It is read-only and may be used by several goroutines.
type Result struct {
	objects map[*cc.Declarator]*object
	named   map[string]*object // objects with linkage
	values  map[cc.ExpressionNode]ClassID
	bytes   []bool
	frozen  []bool
	numeric []bool
	mixed   []bool
	copied  []bool
	held    [][]ClassID       // targets of pointers in the cells
	ends    []map[string]bool // see Ends
	cells   [][]Cell

	arguments map[string]ClassID // variable arguments, by function
	pointees  map[pointer]ClassID
	foreign   map[ClassID]bool // targets of pointers from the environment
	taken     []string
	functions map[string]ClassID                // of the functions themselves
	callees   map[*cc.PostfixExpression]ClassID // of the possible targets of calls through pointers, where known
	types     *types
}

// Library tells which functions of the translation unit are the bodies of
// functions that the program calls without defining them.
type Library struct {
	Calls   map[*cc.PostfixExpression]string // the function a call enters
	Denotes map[string]string                // the function that a function's address denotes
	// Layout returns the byte offsets of the members of a record and the size of a type; no offsets (size -1) where they are unknown. Nil: cc's layout.
	Layout func(cc.Type) (offsets []int64, size int64)
	// Outside are objects with contents from the environment: a pointer in them, and in its targets, up to MaxDepth pointers deep, points to objects that no other
	// pointer points to.
	Outside []*cc.Declarator
}

// AnalyzeWith is Analyze of a program with bodies of library functions.
func AnalyzeWith(ast *cc.AST, lib Library) *Result {
	a := newAnalysis(ast)
	a.lib, a.types.layout = lib, lib.Layout
	a.unit(ast.TranslationUnit)
	for _, d := range lib.Outside {
		t := d.Type()
		if d.IsParam() {
			t = t.Decay()
		}
		a.outside(a.objectOf(d).node, t, 0)
	}
	a.complete()
	return a.result()
}

// Escapes reports whether the object d declares may be accessed other than by
// selecting elements and members of it by name: its address is taken, it
// decays into a pointer value, it contains a union, or it is a variable length
// array. *a and *(a+i) of an array a, and *&x, count as selections.
func (r *Result) Escapes(d *cc.Declarator) bool {
	o := r.object(d)
	return o == nil || o.escapes
}

// ClassOfObject returns the class of the object d declares.
func (r *Result) ClassOfObject(d *cc.Declarator) ClassID {
	if o := r.object(d); o != nil {
		return o.class
	}
	return Nowhere
}

// ClassOfPointee returns the class that the value of e points into. e is
// pointer-valued, an integer that carries a pointer, an array or a string
// literal (the class of the object itself), or a compound literal (likewise).
// It is the same for e and for e in parentheses. It is Nowhere for null and for
// expressions that the program does not evaluate, as in sizeof.
func (r *Result) ClassOfPointee(e cc.ExpressionNode) ClassID {
	return r.values[tree.Strip(e)] // Nowhere when absent
}

// MayCall reports whether the call n, through a pointer, may enter the function of that name.
func (r *Result) MayCall(n *cc.PostfixExpression, name string) bool {
	c, known := r.callees[n]
	f, ok := r.functions[name]
	return !known || !ok || c == f
}

// ByteLevel reports whether cells of different kinds may overlap in the class,
// so that its memory must be modelled byte by byte. When false, all accesses
// to one byte have the same kind of cell at the same address.
func (r *Result) ByteLevel(c ClassID) bool {
	return c < 0 || int(c) >= len(r.bytes) || r.bytes[c]
}

// ReadOnly reports whether the class has objects that must not be written:
// string literals and objects defined const.
func (r *Result) ReadOnly(c ClassID) bool { return holds(r.frozen, c) }

// holds reports whether a property that is false where nothing is known holds of a class.
func holds(of []bool, c ClassID) bool { return c >= 0 && int(c) < len(of) && of[c] }

// Numeric reports whether a pointer into the class may be a number that the program chose, other than a mark.
func (r *Result) Numeric(c ClassID) bool { return holds(r.numeric, c) }

// Mixed reports whether a pointer may be in the objects of the class where a number is read: in a union, by bytes, or where memory was copied.
func (r *Result) Mixed(c ClassID) bool { return holds(r.mixed, c) }

// Copied reports whether memory of the class was copied by memcpy and the like between objects that may have different types.
func (r *Result) Copied(c ClassID) bool { return holds(r.copied, c) }

// Function reports whether functions are in the class.
func (r *Result) Function(c ClassID) bool {
	for _, f := range r.functions {
		if f == c {
			return c != Nowhere
		}
	}
	return false
}

// Held are the classes of the targets of pointers in the objects of a class.
func (r *Result) Held(c ClassID) []ClassID {
	if c < 0 || int(c) >= len(r.held) {
		return nil
	}
	return r.held[c]
}

// Ends reports whether a pointer to t into the class may be one past the end of its object: some pointer to that type, or to one that pointers are converted
// from, was computed by adding to one or is the address of an element.
func (r *Result) Ends(c ClassID, t cc.Type) bool {
	if c < 0 || int(c) >= len(r.ends) {
		return true
	}
	set := r.ends[c]
	e, _ := element(t)
	if len(set) == 0 || e == nil || isKind(e, cc.Void) {
		return len(set) > 0
	}
	return set[anyType] || set[r.types.key(e)]
}

// Cells lists the kinds of cells that objects of the class are accessed with,
// bit-vectors before floats, narrow before wide; of a ByteLevel class only the
// 8-bit cell.
func (r *Result) Cells(c ClassID) []Cell {
	if c < 0 || int(c) >= len(r.cells) {
		return nil
	}
	return r.cells[c]
}

func (r *Result) object(d *cc.Declarator) *object {
	if o := r.objects[d]; o != nil {
		return o
	}
	if linked(d) {
		return r.named[d.Name()]
	}
	return nil
}
