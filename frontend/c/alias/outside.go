package alias

import "modernc.org/cc/v4"

// A pointer is a kind of pointer cell in a class.
type pointer struct {
	class ClassID
	key   string
}

// behind identifies the targets of a pointer from the environment; it is stable while classes are unified.
type behind struct {
	in, to *node
	key    string
}

// outside creates the classes of the targets of pointers from the environment in n, of type t: each pointer has objects of its own, of its target type.
func (a *analysis) outside(n *node, t cc.Type, depth int) {
	e, _ := element(t)
	if r, ok := e.(record); ok {
		if r.IsIncomplete() {
			return
		}
		for i := range r.NumFields() {
			a.outside(n, r.FieldByIndex(i).Type(), depth)
		}
		return
	}
	p := pointee(e)
	if p == nil {
		return
	}
	key, _ := a.cellKey(e)
	to := a.load(n, e)
	a.given = append(a.given, behind{in: n, to: to, key: key})
	if depth >= MaxDepth {
		return
	}
	if isKind(p, cc.Function) {
		for _, f := range a.funcList {
			if f.taken && f.def != nil {
				a.unify(to, f.self)
			}
		}
		return
	}
	if r, ok := p.(record); ok && r.IsIncomplete() {
		return
	}
	a.view(to, p)
	a.outside(to, p, depth+1)
}

// Pointee returns the class of the environment objects that a pointer of type t in an object of a class points to, see Library.Outside; false: there are none.
func (r *Result) Pointee(in ClassID, t cc.Type) (ClassID, bool) {
	key, _ := r.types.cellKey(t)
	c, ok := r.pointees[pointer{in, key}]
	return c, ok
}

// FromOutside reports whether pointers from outside may point into the class, or be null instead.
func (r *Result) FromOutside(c ClassID) bool { return r.foreign[c] }

// Taken lists the functions with a body whose address the program takes, to which a pointer from outside may
// point.
func (r *Result) Taken() []string { return r.taken }
