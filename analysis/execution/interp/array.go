package interp

import (
	"maps"
	"slices"

	"cupel/core/logic"
)

const (
	// pageBits is the logarithm of the number of elements that are allocated at a time.
	pageBits = 7
	pageSize = 1 << pageBits
)

// page holds neighbouring cells. It is written only by the arrays of its owner.
type page struct {
	owner *owner
	cell  [pageSize]uint64
	// unknown is a bit set of the cells whose value is unknown; see NewTracking.
	unknown [pageSize / 64]uint64
}

// owner identifies the array that may write a page in place.
type owner struct{ _ byte }

// array is a total map whose cells are words, except for a few.
type array struct {
	sort  *logic.Sort
	def   uint64 // of all cells without a page
	pages map[uint64]*page
	owner *owner
	// The page used last.
	key uint64
	hot *page
	// far holds cells whose index or value is no word, by their index, a constant
	// of the machine's factory. farDef is the default when it is no word.
	far    map[*logic.Term]*logic.Term
	farDef *logic.Term
	// Of a tracking machine: whether cells without a page are unknown, and which
	// of far are.
	defUnknown bool
	farUnknown map[*logic.Term]bool
	partial    map[uint64]uint64 // see unknownBits
}

// newArray returns the array of sort s with one value, of the machine's
// factory, everywhere.
func newArray(m *Machine, s *logic.Sort, def *logic.Term) *array {
	a := &array{sort: s, owner: new(owner)}
	if u, ok := wordOf(def); ok {
		a.def = u
	} else {
		a.farDef = def
	}
	return a
}

// plain reports whether words describe all of a.
func (a *array) plain() bool { return len(a.far) == 0 && a.farDef == nil }

// clone returns a copy; the pages are copied when either array writes them.
func (a *array) clone() *array {
	a.owner = new(owner)
	b := *a
	b.owner, b.hot = new(owner), nil
	b.pages, b.far, b.farUnknown = maps.Clone(a.pages), maps.Clone(a.far), maps.Clone(a.farUnknown)
	b.partial = maps.Clone(a.partial)
	return &b
}

// get returns the cell at k of a plain array.
func (a *array) get(k uint64) uint64 {
	if a.hot == nil || a.key != k>>pageBits {
		p := a.pages[k>>pageBits]
		if p == nil {
			return a.def
		}
		a.hot, a.key = p, k>>pageBits
	}
	return a.hot.cell[k&(pageSize-1)]
}

// put writes the cell at k of a plain array.
func (a *array) put(k, v uint64) {
	if a.hot == nil || a.key != k>>pageBits || a.hot.owner != a.owner {
		a.key = k >> pageBits
		a.hot = a.own(a.key)
	}
	a.hot.cell[k&(pageSize-1)] = v
}

// own returns the page for writing.
func (a *array) own(key uint64) *page {
	p := a.pages[key]
	switch {
	case p == nil:
		p = &page{owner: a.owner}
		if a.def != 0 {
			for i := range p.cell {
				p.cell[i] = a.def
			}
		}
		if a.defUnknown {
			p.unknown = [pageSize / 64]uint64{^uint64(0), ^uint64(0)}
		}
	case p.owner == a.owner:
		return p
	default:
		c := *p
		c.owner = a.owner
		p = &c
	}
	if a.pages == nil {
		a.pages = map[uint64]*page{}
	}
	a.pages[key] = p
	return p
}

// at returns the element at a constant index of the machine's factory.
func (a *array) at(f *logic.Factory, i *logic.Term) *logic.Term {
	if v := a.far[i]; v != nil {
		return v
	}
	k, ok := wordOf(i)
	if !ok || a.farDef != nil {
		return a.defTerm(f)
	}
	return constOf(f, a.sort.Elem(), a.get(k))
}

func (a *array) defTerm(f *logic.Factory) *logic.Term {
	if a.farDef != nil {
		return a.farDef
	}
	return constOf(f, a.sort.Elem(), a.def)
}

// store writes an element; both are constants of the machine's factory.
func (a *array) store(i, v *logic.Term) {
	k, ok1 := wordOf(i)
	u, ok2 := wordOf(v)
	if ok1 && ok2 && a.farDef == nil {
		delete(a.far, i)
		delete(a.farUnknown, i)
		a.put(k, u)
		return
	}
	if a.far == nil {
		a.far = map[*logic.Term]*logic.Term{}
	}
	a.far[i] = v
}

// exceeds reports whether more than n cells differ from the default.
func (a *array) exceeds(n int) bool {
	n -= len(a.far)
	for _, p := range a.pages {
		for _, u := range p.cell {
			if u != a.def {
				n--
			}
		}
		if n < 0 {
			return true
		}
	}
	return n < 0
}

// term returns the array as stores over a constant array.
func (a *array) term(f *logic.Factory) *logic.Term {
	t := f.ConstArray(a.sort, a.defTerm(f))
	far := func(i *logic.Term) bool { return a.far[i] != nil }
	for _, key := range slices.Sorted(maps.Keys(a.pages)) {
		for j, u := range a.pages[key].cell {
			if u == a.def {
				continue
			}
			k := key<<pageBits | uint64(j)
			if s := a.sort.Index(); s.IsBV() && k > maskOf(s.Width()) || s.IsBool() && k > 1 {
				continue
			}
			if i := constOf(f, a.sort.Index(), k); !far(i) {
				t = f.Store(t, i, constOf(f, a.sort.Elem(), u))
			}
		}
	}
	is := slices.SortedFunc(maps.Keys(a.far), func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	for _, i := range is {
		t = f.Store(t, i, a.far[i])
	}
	return t
}
