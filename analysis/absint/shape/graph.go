package shape

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/program"
)

// A cell is a place in an object: an offset in a region of memory.
type cell struct {
	region int
	off    int64
}

func (c cell) less(d cell) bool {
	return c.region < d.region || c.region == d.region && c.off < d.off
}

// A field is a cell with a value that is not top.
type field struct {
	cell
	v value
}

// An object is a live object, or a segment of heap blocks.
type object struct {
	id     id
	named  *program.Object // nil: a heap block or a segment
	size   int64           // negative: not known
	site   program.Pos     // of the allocation; zero: several
	owner  id              // the segment of which each node has an object like this; 0: none
	fields []field         // by cells, without the links of a segment
	seg    *segment        // nil: one object
	length *length         // how many blocks it is, see Lengths; nil: not known
}

// A segment is a chain of blocks linked by the pointers in one cell to an offset of the next block, and in another one, if they are doubly linked, back.
type segment struct {
	link, back cell
	double     bool
	head       int64 // the offset to which links point
	min        int   // least number of blocks
	next       value // link of the last block
	prev       value // double: back link of the first block
	one        bool  // no segment: a block that may be missing, for which the pointer to it is next
}

func (o *object) heap() bool { return o.named == nil }

// least is the least number of blocks.
func (o *object) least() int {
	if o.seg == nil {
		return 1
	}
	return o.seg.min
}

func (o *object) clone() *object {
	c := *o
	c.fields = slices.Clone(o.fields)
	if o.seg != nil {
		s := *o.seg
		c.seg = &s
	}
	return &c
}

// find returns the index of the first field that is not before c.
func (o *object) find(c cell) (int, bool) {
	i, ok := slices.BinarySearchFunc(o.fields, c, func(f field, c cell) int {
		switch {
		case f.cell == c:
			return 0
		case f.cell.less(c):
			return -1
		}
		return 1
	})
	return i, ok
}

// get is the value of exactly this cell.
func (o *object) get(c cell) value {
	if i, ok := o.find(c); ok {
		return o.fields[i].v
	}
	return value{}
}

func (o *object) set(c cell, v value) {
	i, ok := o.find(c)
	switch {
	case ok && v.kind == top:
		o.fields = slices.Delete(o.fields, i, i+1)
	case ok:
		o.fields[i].v = v
	case v.kind != top:
		o.fields = slices.Insert(o.fields, i, field{c, v})
	}
}

// at is the value of a cell of the first node of o, where links are cells like others: of the segment's end for its link, of its beginning for its back link.
func (o *object) at(c cell) value {
	if s := o.seg; s != nil {
		switch {
		case c == s.link:
			return s.next
		case s.double && c == s.back:
			return s.prev
		}
	}
	return o.get(c)
}

// isLink reports whether c is a link of the segment s.
func (s *segment) isLink(c cell) bool {
	return s != nil && (c == s.link || s.double && c == s.back)
}

// values visits all values in an object's cells.
func (o *object) values(visit func(*value)) {
	for i := range o.fields {
		visit(&o.fields[i].v)
	}
	if o.seg != nil {
		visit(&o.seg.next)
		if o.seg.double {
			visit(&o.seg.prev)
		}
	}
}

// forget drops the cells that hold nothing that is known.
func (o *object) forget() {
	o.fields = slices.DeleteFunc(o.fields, func(f field) bool { return f.v.kind == top })
}

// A graph describes states.
type graph struct {
	vars []value // by number of the variable
	objs []*object
	next id
}

func (g *graph) clone() *graph {
	c := &graph{vars: slices.Clone(g.vars), objs: make([]*object, len(g.objs)), next: g.next}
	for i, o := range g.objs {
		c.objs[i] = o.clone()
	}
	return c
}

func (g *graph) object(i id) *object {
	n, ok := slices.BinarySearchFunc(g.objs, i, func(o *object, i id) int { return int(o.id - i) })
	if !ok {
		return nil
	}
	return g.objs[n]
}

// add makes an object part of the graph.
func (g *graph) add(o *object) *object {
	g.next++
	o.id = g.next
	g.objs = append(g.objs, o)
	return o
}

// of is the live object with a name; nil: it is not live.
func (g *graph) of(o *program.Object) *object {
	for _, x := range g.objs {
		if x.named == o {
			return x
		}
	}
	return nil
}

// values visits all values.
func (g *graph) values(visit func(*value)) {
	for i := range g.vars {
		visit(&g.vars[i])
	}
	for _, o := range g.objs {
		o.values(visit)
	}
}

// delete removes objects; pointers to them are unknown numbers from now on.
func (g *graph) delete(gone func(*object) bool) {
	dead := map[id]bool{}
	for _, o := range g.objs {
		if gone(o) {
			dead[o.id] = true
		}
	}
	if len(dead) == 0 {
		return
	}
	g.objs = slices.DeleteFunc(g.objs, func(o *object) bool { return dead[o.id] })
	g.disown(func(i id) bool { return dead[i] })
}

// disown makes pointers to some objects unknown.
func (g *graph) disown(of func(id) bool) {
	g.values(func(v *value) {
		if v.kind == addr && of(v.obj) {
			*v = value{}
		}
	})
	for _, o := range g.objs {
		o.forget()
	}
}

// within reports whether an object belongs to a segment's nodes, directly or through others.
func (g *graph) within(o *object, s id) bool {
	for o != nil && o.owner != 0 {
		if o.owner == s {
			return true
		}
		o = g.object(o.owner)
	}
	return false
}

// reached returns the objects to which pointers lead from variables and objects with names. Tracks: only pointers within an object or one past its end.
func (g *graph) reached(tracks bool) map[id]bool {
	seen := map[id]bool{}
	var todo []*object
	visit := func(v *value) {
		if v.kind != addr || seen[v.obj] {
			return
		}
		o := g.object(v.obj)
		if tracks && v.vague() || tracks && o.size >= 0 && (v.off < 0 || v.off > o.size) || tracks && o.size < 0 && v.off != 0 {
			return
		}
		seen[v.obj] = true
		todo = append(todo, o)
	}
	for i := range g.vars {
		visit(&g.vars[i])
	}
	for _, o := range g.objs {
		if o.named != nil && !seen[o.id] {
			seen[o.id] = true
			todo = append(todo, o)
		}
	}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o.values(visit)
	}
	return seen
}

func (a *analysis) dump(g *graph) string {
	var b strings.Builder
	for i, v := range g.vars {
		if v.kind != top {
			fmt.Fprintf(&b, "  %s = %s\n", a.scalars[i], v)
		}
	}
	for _, o := range g.objs {
		fmt.Fprintf(&b, "  %d:", o.id)
		if o.named != nil {
			fmt.Fprintf(&b, " %s", o.named.Name)
		}
		fmt.Fprintf(&b, " size %d", o.size)
		if o.owner != 0 {
			fmt.Fprintf(&b, " of %d", o.owner)
		}
		if s := o.seg; s != nil {
			fmt.Fprintf(&b, " segment %d+ head %d link %v next %s", s.min, s.head, s.link, s.next)
			if s.double {
				fmt.Fprintf(&b, " back %v prev %s", s.back, s.prev)
			}
		}
		for _, f := range o.fields {
			fmt.Fprintf(&b, " %d.%d=%s", f.region, f.off, f.v)
		}
		b.WriteString("\n")
	}
	return b.String()
}
