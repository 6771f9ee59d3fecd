package alias

import (
	"slices"

	"modernc.org/cc/v4"
)

// node is an element of the union-find structure over abstract objects (Steensgaard's equivalence class representative, ECR). A class is the memory of its objects.
type node struct {
	up    *node // nil for a representative
	order int   // of creation; representatives keep the lowest

	cont *contents

	funcs []*function     // functions in the class
	calls []*indirectCall // calls through pointers into the class

	// external: an unknown function or the environment made the pointer.
	external bool
	// numeric: a pointer into the class may be a number that the program chose.
	numeric bool
	// copied: memory was copied between objects that may have different types.
	copied bool
	// fromInt and intArith: pointers into the class were made from integers,
	// and arithmetic was done on integers that carry such pointers.
	fromInt, intArith bool

	views    map[string]cc.Type // types that objects of the class are declared with or accessed as
	punned   map[string]cc.Type // types of pointers that were converted from or to another pointer type
	interior map[string]bool    // keys of types of which a member's address was taken
	arith    map[string]bool    // keys of element types with pointer arithmetic
	bytes    bool               // cells of different kinds may overlap
	readOnly bool               // string literals or objects defined const are in the class
	args     bool               // holds variable arguments
	// from and into are the types that pointers into the class are converted from and to, but for what allocates, whose pointers are to the beginning of objects.
	from, into map[string]bool
	ends       map[string]bool // the types that pointers point to which may be one past the end of an object of the class; anyType: any
}

// contents is the targets of the pointers in the cells of a class, or of several classes whose objects are copied to each other: one class for each kind of
// pointer cell, and one for integers.
type contents struct {
	up    *contents
	slots map[string]*slot
	one   *slot // set when all cells share their values
	mixed bool  // a number may be read where a pointer is
}

// slot is the pointee of one kind of cell.
type slot struct {
	key string
	typ cc.Type // of the cell; nil for integers
	to  *node
}

func (n *node) find() *node {
	for n.up != nil {
		if n.up.up != nil {
			n.up = n.up.up
		}
		n = n.up
	}
	return n
}

func (c *contents) find() *contents {
	for c.up != nil {
		if c.up.up != nil {
			c.up = c.up.up
		}
		c = c.up
	}
	return c
}

// solver creates and unifies classes.
type solver struct {
	nodes   []*node
	work    [][2]*node // pairs to be unified
	busy    bool
	changed bool // something was merged or marked since the flag was cleared
}

func (s *solver) newNode() *node {
	n := &node{order: len(s.nodes), cont: &contents{}}
	s.nodes = append(s.nodes, n)
	return n
}

// unify merges two classes and everything their cells point to. Merging is a
// work list rather than recursion: chains of pointers can be long.
func (s *solver) unify(a, b *node) {
	if a == nil || b == nil {
		return
	}
	s.work = append(s.work, [2]*node{a, b})
	s.drain()
}

func (s *solver) drain() {
	if s.busy {
		return
	}
	s.busy = true
	for len(s.work) > 0 {
		p := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.merge(p[0].find(), p[1].find())
	}
	s.busy = false
}

// hold defers unification until the returned function is called, so that slots do not change during a loop over them.
func (s *solver) hold() func() {
	if s.busy {
		return func() {}
	}
	s.busy = true
	return func() {
		s.busy = false
		s.drain()
	}
}

func (s *solver) merge(a, b *node) {
	if a == b {
		return
	}
	s.changed = true
	if b.order < a.order {
		a, b = b, a
	}
	b.up = a
	a.funcs = append(a.funcs, b.funcs...)
	a.calls = append(a.calls, b.calls...)
	a.external = a.external || b.external
	a.numeric = a.numeric || b.numeric
	a.copied = a.copied || b.copied
	a.fromInt = a.fromInt || b.fromInt
	a.intArith = a.intArith || b.intArith
	a.bytes = a.bytes || b.bytes
	a.readOnly = a.readOnly || b.readOnly
	a.args = a.args || b.args
	a.ends = mergeSets(a.ends, b.ends)
	a.from, a.into = mergeSets(a.from, b.from), mergeSets(a.into, b.into)
	a.views = mergeSets(a.views, b.views)
	a.punned = mergeSets(a.punned, b.punned)
	a.interior = mergeSets(a.interior, b.interior)
	a.arith = mergeSets(a.arith, b.arith)
	b.funcs, b.calls, b.views, b.punned, b.interior, b.arith, b.ends = nil, nil, nil, nil, nil, nil, nil
	s.share(a.cont.find(), b.cont.find())
}

func mergeSets[V any](a, b map[string]V) map[string]V {
	if len(a) < len(b) {
		a, b = b, a
	}
	for k, v := range b {
		if _, ok := a[k]; !ok {
			a[k] = v
		}
	}
	return a
}

// copied makes the cells of two classes hold the same values: objects of one
// are copied to objects of the other.
func (s *solver) copied(a, b *node) {
	if a == nil || b == nil {
		return
	}
	s.share(a.find().cont.find(), b.find().cont.find())
}

func (s *solver) share(x, y *contents) {
	if x == y {
		return
	}
	defer s.hold()()
	s.changed = true
	y.up = x
	if y.one != nil {
		s.join(x)
	}
	for _, k := range sortedKeys(y.slots) {
		v := y.slots[k]
		s.unify(s.slotIn(x, v.key, v.typ).to, v.to)
	}
	if y.one != nil {
		s.unify(x.one.to, y.one.to)
	}
	x.mixed = x.mixed || y.mixed
	y.slots, y.one = nil, nil
}

// join makes all cells of c share their values.
func (s *solver) join(c *contents) {
	if c.one != nil {
		return
	}
	defer s.hold()()
	s.changed = true
	c.one = &slot{to: s.newNode()}
	for _, k := range sortedKeys(c.slots) {
		s.unify(c.one.to, c.slots[k].to)
	}
}

// slotIn returns the slot of the kind of cell; the types are kept even when
// all slots share one class, for the conversions this implies.
func (s *solver) slotIn(c *contents, key string, typ cc.Type) *slot {
	if v := c.slots[key]; v != nil {
		return v
	}
	if c.one != nil {
		return s.setSlot(c, key, typ, c.one.to)
	}
	return s.setSlot(c, key, typ, s.newNode())
}

func (s *solver) setSlot(c *contents, key string, typ cc.Type, to *node) *slot {
	if c.slots == nil {
		c.slots = map[string]*slot{}
	}
	s.changed = true
	v := &slot{key, typ, to}
	c.slots[key] = v
	return v
}

func sortedKeys[V any](m map[string]V) []string {
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}
