package alias

import (
	"cmp"
	"math"
	"slices"

	"modernc.org/cc/v4"
)

// tail is an array whose type does not say how many elements are accessed: a flexible array member, an array of length 0, or one of length 1 at the end of a
// type, as C was written before it had flexible ones. Its elements may go on behind the object's type.
type tail struct {
	off  int64
	elem *layout // of an element, whose size is the distance of elements
}

// flexible returns the tail that the member f at an offset is; last: nothing of the whole type is behind it.
func (ts *types) flexible(f *cc.Field, off int64, last bool) (t tail, ok bool) {
	a, ok := f.Type().(*cc.ArrayType)
	if !ok || a.IsVLA() || !f.IsFlexibleArrayMember() && a.Len() > 0 && !(last && a.Len() == 1) {
		return tail{}, false
	}
	return tail{off, ts.layoutOf(a.Elem())}, true
}

// addTail adds a tail to a layout under construction.
func (l *layout) addTail(t tail) {
	l.opaque = l.opaque || t.elem.opaque
	l.union = l.union || t.elem.union
	if len(t.elem.tails) > 0 { // of which only what is behind the last element is that of an object
		l.opaque, l.union = true, true
	}
	if len(t.elem.cells) == 0 {
		return
	}
	if t.elem.size <= 0 {
		l.opaque = true
		return
	}
	l.tails = append(l.tails, t)
}

// overlaid reports whether cells behind the beginning of a tail may be its elements too.
func (l *layout) overlaid() bool {
	if len(l.tails) == 0 {
		return false
	}
	return len(l.tails) > 1 || slices.ContainsFunc(l.cells, func(p placed) bool { return p.off+p.size > l.tails[0].off })
}

// reaches reports whether an object of layout l may be longer than one of layout m.
func (l *layout) reaches(m *layout) bool { return l.size > m.size || len(l.tails) > 0 }

// period returns how many bytes of two layouts repeat behind the last place where a tail or anything else begins, together with these places; false: too many.
func period(a, b *layout) (extent int64, ok bool) {
	n := int64(1)
	for _, l := range []*layout{a, b} {
		extent = max(extent, l.size)
		for _, c := range l.cells {
			extent = max(extent, c.off+c.size)
		}
		for _, t := range l.tails {
			extent = max(extent, t.off)
			n = n / gcd(n, t.elem.size) * t.elem.size
			if n > math.MaxInt32 {
				return 0, false
			}
		}
	}
	return extent + n, extent < math.MaxInt32
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// every returns the cells of l with those of one element of each of its tails.
func (l *layout) every() []placed {
	cells := l.cells
	for _, t := range l.tails {
		cells = append(cells[:len(cells):len(cells)], t.elem.cells...)
	}
	return cells
}

// upTo returns the cells of l with those of its tails that begin before the byte extent; false: too many.
func (l *layout) upTo(extent int64) ([]placed, bool) {
	cells := slices.Clone(l.cells)
	for _, t := range l.tails {
		for off := t.off; off < extent; off += t.elem.size {
			for _, c := range t.elem.cells {
				c.off += off
				cells = append(cells, c)
			}
			if len(cells) > maxCells {
				return nil, false
			}
		}
	}
	slices.SortStableFunc(cells, func(x, y placed) int { return cmp.Compare(x.off, y.off) })
	return cells, true
}
