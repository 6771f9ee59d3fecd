package execution

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// cells are the array elements that an assignment may write.
type cells struct {
	index []*logic.Term // indices stored to
	whole bool          // all elements
	reads []*logic.Term // symbols of temporaries in the stored values
	at    []uint64      // indices evaluated in the current step
}

// cellsOf finds the stores of an assignment.
func (r *Recorder) cellsOf(op *program.Op) *cells {
	c := r.cells[op]
	if c != nil {
		return c
	}
	c = &cells{}
	r.cells[op] = c
	seen := map[*logic.Term]bool{}
	var walk func(t *logic.Term)
	walk = func(t *logic.Term) {
		for !seen[t] {
			seen[t] = true
			switch {
			case t == op.Var.Sym:
				return
			case t.Op() == logic.OpStore && len(c.index) < maxCells:
				c.index = append(c.index, t.Arg(1))
				r.temporaries(t.Arg(2), c, map[*logic.Term]bool{})
				t = t.Arg(0)
			case t.Op() == logic.OpIte:
				walk(t.Arg(1))
				t = t.Arg(2)
			default:
				c.whole = true
				r.temporaries(t, c, map[*logic.Term]bool{})
				return
			}
		}
	}
	walk(op.Expr)
	return c
}

// temporaries collects symbols of a term, where it is small.
func (r *Recorder) temporaries(t *logic.Term, c *cells, seen map[*logic.Term]bool) {
	if seen[t] || len(seen) > maxCells {
		return
	}
	seen[t] = true
	if v := r.p.VarOf(t); t.IsVar() && v != nil && v.Temp {
		c.reads = append(c.reads, t)
	}
	for _, a := range t.Args() {
		r.temporaries(a, c, seen)
	}
}

// look evaluates the indices.
func (c *cells) look(r *Recorder) {
	c.at = c.at[:0]
	for _, t := range c.index {
		if k, ok := r.word(t); ok {
			c.at = append(c.at, k)
		}
	}
}

// word evaluates a term in the current state.
func (r *Recorder) word(t *logic.Term) (uint64, bool) {
	f := r.words[t]
	if f == nil {
		var err error
		if f, err = r.m.Word(t); err != nil {
			f = func() (uint64, bool) { return 0, false }
		}
		r.words[t] = f
	}
	return f()
}

// word returns the value of a constant.
func word(t *logic.Term) (uint64, bool) {
	if t == nil || !t.IsConst() || !t.Sort().IsBV() {
		return 0, false
	}
	return t.BVUint64()
}

// elements records changes of an array variable.
func (r *Recorder) elements(v *program.Var, c *cells) {
	part := v.Part
	if part == nil || !r.visible(v) {
		return
	}
	depth := r.frame(v)
	if c.whole && len(c.at) == 0 {
		if k := r.m.Cell(v, 0); k != nil {
			r.change(Change{strings.ReplaceAll(part.Name, "[]", ""), filled(r.value(part.Type, k, v.Signed)), depth})
		}
		return
	}
	for i := len(c.at) - 1; i >= 0; i-- {
		k := c.at[i]
		text := r.value(part.Type, r.m.Cell(v, k), v.Signed)
		if part.Type.Kind == program.CharacterType && len(part.Dims) == 1 {
			text += r.stringIn(func(i uint64) *logic.Term { return r.m.Cell(v, i) }, uint64(max(part.Dims[0], 0)))
		}
		r.character(indexed(part, k), part.Type, r.m.Cell(v, k))
		r.change(Change{indexed(part, k), text, depth})
	}
}

// filled prints an array with the same value everywhere.
func filled(value string) string {
	if value == "0" || value == "NULL" || value == "0.0" || strings.HasPrefix(value, `'\0'`) {
		return "{0}"
	}
	return "{" + value + ", ...}"
}

// indexed inserts indices into the brackets of a part's name.
func indexed(p *program.Part, k uint64) string {
	index := make([]uint64, len(p.Dims))
	for i := len(p.Dims) - 1; i >= 0; i-- {
		n := uint64(max(p.Dims[i], 1))
		index[i], k = k%n, k/n
	}
	var b strings.Builder
	for i, piece := range strings.Split(p.Name, "[]") {
		if i > 0 && i <= len(index) {
			fmt.Fprintf(&b, "[%d]", index[i-1])
		}
		b.WriteString(piece)
	}
	return b.String()
}

// stringIn prints the string in a character array, in parentheses.
func (r *Recorder) stringIn(cell func(uint64) *logic.Term, n uint64) string {
	var bytes []byte
	for i := range min(n, maxString+1) {
		c, ok := word(cell(i))
		if !ok {
			return ""
		}
		if c&0xff == 0 {
			return " (" + stringLiteral(bytes) + ")"
		}
		if _, ok := literal.Byte(byte(c)); !ok {
			return ""
		}
		bytes = append(bytes, byte(c))
	}
	return ""
}

// stored records writes to memory.
func (r *Recorder) stored(region *program.Var, c *cells) {
	if c.whole && len(c.at) == 0 {
		return
	}
	seen := map[string]bool{}
	for i := len(c.at) - 1; i >= 0; i-- {
		a := c.at[i]
		o := r.objects.at(a)
		if o == nil || o.literal || strings.HasPrefix(o.name, "arg") && o.t == nil || r.last != nil && o.fn != "" && r.hidden(r.last.Pos.File) && r.last.Src.Func == o.fn {
			continue
		}
		for _, p := range o.parts(a - o.base) {
			if !seen[p.name] {
				seen[p.name] = true
				r.character(p.name, p.t, r.m.Cell(region, a))
				r.change(Change{p.name, r.content(region, o, p, a), r.depthOf(o.fn)})
			}
		}
	}
}

// content prints the value of a part of an object containing address a.
func (r *Recorder) content(region *program.Var, o *object, p place, a uint64) string {
	switch t := o.t; {
	case p.t == nil:
		return r.value(nil, r.m.Cell(region, a), region.Signed)
	case p.bits > 0:
		return r.bitField(region, o.base+p.off, p)
	case t != nil && t.Kind == program.ArrayType && t.Elem.Kind == program.CharacterType:
		return r.value(p.t, r.m.Cell(region, a), region.Signed) + r.stringIn(func(i uint64) *logic.Term { return r.m.Cell(region, o.base+i) }, uint64(max(t.Len, 0)))
	}
	return r.value(p.t, r.read(region, o.base+p.off, p.t), region.Signed)
}

// bitField prints the value of a bit-field whose bytes start at a.
func (r *Recorder) bitField(region *program.Var, a uint64, p place) string {
	t := &program.Type{Size: int64(p.bit+p.bits+7) / 8}
	whole := r.read(region, a, t)
	if whole == nil || !whole.Sort().IsBV() || whole.Sort().Width() < p.bit+p.bits {
		return "?"
	}
	bits := new(big.Int).Rsh(whole.BVBig(), uint(p.bit))
	bits.And(bits, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.bits)), big.NewInt(1)))
	if p.t.Kind == program.BoolType {
		return r.value(p.t, r.p.Terms.BVBig(bits, p.bits), false)
	}
	return literal.Short(r.p.Terms.BVBig(bits, p.bits), p.t.Signed)
}

// read returns a scalar in memory: a single cell, or composed of bytes.
func (r *Recorder) read(region *program.Var, a uint64, t *program.Type) *logic.Term {
	first := r.m.Cell(region, a)
	if first == nil || !first.Sort().IsBV() || int64(first.Sort().Width()) >= 8*t.Size {
		return first
	}
	bits := new(big.Int)
	for i := t.Size - 1; i >= 0; i-- {
		b := r.m.Cell(region, a+uint64(i))
		if b == nil || b.Sort().Width() != 8 {
			return first
		}
		bits.Or(bits.Lsh(bits, 8), b.BVBig())
	}
	return r.p.Terms.BVBig(bits, int(8*t.Size))
}

// bytes returns the characters of a string literal from an offset.
func (r *Recorder) bytes(o *object, off uint64) []byte {
	var best []byte
	for _, region := range r.memory {
		if region.Sort().Elem().IsBV() && region.Sort().Elem().Width() == 8 {
			var out []byte
			for i := off; i < o.size && len(out) <= maxString; i++ {
				c, ok := word(r.m.Cell(region, o.base+i))
				if !ok || c == 0 {
					break
				}
				out = append(out, byte(c))
			}
			if len(out) > len(best) { // other regions contain zeros
				best = out
			}
		}
	}
	return best
}
