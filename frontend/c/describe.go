package c

import "cupel/core/program"

// resultName is how values that functions return are called.
const resultName = "return value"

// describeNode sets the Part of the variables of an object, if types were requested.
func (l *lowerer) describeNode(n *node, name string) {
	switch {
	case !l.o.Types || n == nil:
	case n.v != nil:
		t := l.describe(n.t)
		if n.bits > 0 && t.Kind != program.BoolType {
			t = &program.Type{Kind: program.IntegerType, Name: t.Name, Size: t.Size, Signed: t.Signed}
		}
		n.v.Part = &program.Part{Name: name, Dims: n.dims, Type: t}
	case n.elem != nil:
		l.describeNode(n.elem, name+"[]")
	default:
		for i, k := range n.kids {
			part := name
			if f := n.t.fields[i]; f.name != "" {
				part += "." + f.name
			}
			l.describeNode(k, part)
		}
	}
}

// describe is the description of a type, one for each.
func (l *lowerer) describe(t *ctype) *program.Type {
	if d := l.described[t]; d != nil {
		return d
	}
	d := &program.Type{Name: t.String(), Size: t.size, Signed: t.signed}
	if l.described == nil {
		l.described = map[*ctype]*program.Type{}
	}
	l.described[t] = d // before its parts: a structure may point to itself
	switch t.kind {
	case tInt:
		d.Kind = program.IntegerType
		switch {
		case t.bool:
			d.Kind = program.BoolType
		case t.rank == rankChar:
			d.Kind = program.CharacterType
		}
	case tFloat:
		d.Kind, d.Size = program.FloatType, storedBytes(t)
	case tPtr:
		d.Kind, d.Elem = program.PointerType, l.describe(l.tt.pointee(t))
	case tArray:
		d.Kind, d.Elem, d.Len = program.ArrayType, l.describe(t.elem), t.n
	case tRecord:
		d.Kind = program.RecordType
		for _, f := range t.fields {
			if f.bits >= 0 {
				d.Fields = append(d.Fields, program.Member{Name: f.name, Offset: f.off, Bit: f.bit, Bits: f.bits, Type: l.describe(f.typ)})
			}
		}
	}
	return d
}
