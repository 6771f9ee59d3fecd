package shape

// Cells of regions of bytes: the bytes of an address, or of a constant, at a multiple of the size of a pointer are one cell.

// read is the value of one element of a region in an object that is no segment.
func (a *analysis) read(o *object, region int, off int64) value {
	c := cell{region, off}
	if !a.bytes[region] {
		return o.get(c)
	}
	n := int64(a.width / 8)
	if i, ok := o.find(c); ok && !a.wide(o.fields[i].v) {
		return o.fields[i].v
	}
	base := off - mod(off, n)
	v := o.get(cell{region, base})
	if !a.wide(v) {
		return value{}
	}
	return a.part(v, int(off-base))
}

// wide reports whether a value in a region of bytes is that of a whole cell.
func (a *analysis) wide(v value) bool {
	return a.whole(v) || v.kind == konst && v.c.Sort().Width() == a.width
}

func mod(x, n int64) int64 { return ((x % n) + n) % n }

// part is a byte of a value of a pointer's width.
func (a *analysis) part(v value, i int) value {
	if v.kind == konst {
		return constant(a.f.Extract(8*i+7, 8*i, v.c))
	}
	v.lo, v.n = v.lo+int8(i), 1
	return v
}

// write sets one element of a region in an object.
func (a *analysis) write(o *object, region int, off int64, v value) {
	c := cell{region, off}
	if !a.bytes[region] {
		o.set(c, v)
		return
	}
	n := int64(a.width / 8)
	base := cell{region, off - mod(off, n)}
	if w := o.get(base); a.wide(w) {
		for i := range n {
			o.set(cell{region, base.off + i}, a.part(w, int(i)))
		}
	}
	o.set(c, v)
	var all value
	for i := range n {
		b := o.get(cell{region, base.off + i})
		if b.kind == top || b.kind == fresh {
			return
		}
		if i == 0 {
			all = b
		} else if all = a.concat(b, all); all.kind == top {
			return
		}
	}
	if !a.wide(all) {
		return
	}
	for i := range n {
		o.set(cell{region, base.off + i}, value{})
	}
	o.set(base, all)
}

// concat is the number with the bits of high before those of low.
func (a *analysis) concat(high, low value) value {
	switch {
	case high.kind == konst && low.kind == konst:
		return constant(a.f.Concat(high.c, low.c))
	case high.kind == addr && low.kind == addr && !high.vague() && high.obj == low.obj && high.off == low.off && high.end == low.end && low.lo+low.n == high.lo:
		low.n += high.n
		return low
	}
	return value{}
}

// extract is the bits from lo to hi.
func (a *analysis) extract(v value, hi, lo int) value {
	switch {
	case v.kind == konst:
		return constant(a.f.Extract(hi, lo, v.c))
	case v.kind == addr && lo%8 == 0 && (hi+1)%8 == 0:
		v.lo, v.n = v.lo+int8(lo/8), int8((hi+1-lo)/8)
		return v
	}
	return value{}
}
