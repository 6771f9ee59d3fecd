package inputs

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// Restrict restricts a module, in place, to the executions in which assume, a formula over slot symbols, holds; with limited, to those that also read no other
// values of the slots' sources. The caller must be the only user of the module.
func (t *Table) Restrict(m *program.Module, slots []Slot, assume *logic.Term, limited bool) {
	f := m.Terms
	id := 0
	for _, s := range t.Sources {
		id = max(id, s.place.input)
	}
	held := map[Slot]*program.Var{}
	most := map[int]int{} // slots of a source: from 1 to this
	values := map[*logic.Term]*logic.Term{}
	var first []program.Op
	for _, s := range slots {
		if held[s] != nil {
			continue
		}
		src := t.Sources[s.Source-1]
		v := global(m, symbolName(s)+"'", src.Sort)
		v.Signed, v.Bool = src.Signed, src.truth
		op := program.Havoc(v, nil)
		op.Pos = src.Pos
		if src.in != nil { // one of its own, whose values are not those read at the source
			in := *src.in
			id++
			in.ID = id
			op.Input = &in
		} else {
			op.Unknown = &program.Unknown{Kind: src.Kind, Name: src.Name, Pos: src.Pos, Type: src.Type, Func: src.Func}
		}
		first = append(first, op)
		for _, b := range src.bounds {
			b.Expr = f.Subst(b.Expr, map[*logic.Term]*logic.Term{src.sym: v.Sym})
			first = append(first, b)
		}
		held[s], values[t.Symbol(s)], t.read[v.Name] = v, v.Sym, s
		most[s.Source] = max(most[s.Source], s.N)
	}
	first = append(first, defined(m, total(f, f.Subst(assume, values)), m.Entry.Pos)...)

	counts := map[int]*program.Var{}
	for _, src := range t.Sources {
		if n := most[src.Number]; n > 0 && !src.Once {
			c := global(m, fmt.Sprintf("#count.%d", src.Number), logic.BVSort(countWidth))
			counts[src.Number] = c
			first = append(first, program.Assign(c, f.BVInt(0, countWidth)))
		}
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				e.Ops = t.give(f, e.Ops, held, most, counts, limited)
			}
		}
	}
	for _, e := range m.Entry.Entry.Out {
		e.Ops = append(first[:len(first):len(first)], e.Ops...)
	}
}

func global(m *program.Module, name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: m.Terms.Var(name, s), Temp: true}
	m.Globals = append(m.Globals, v)
	return v
}

// give inserts, after every source in ops, the assignment of the value that was read for it in advance.
func (t *Table) give(f *logic.Factory, ops []program.Op, held map[Slot]*program.Var, most map[int]int, counts map[int]*program.Var, limited bool) []program.Op {
	var out []program.Op
	given := map[*logic.Term]bool{} // bounds of the given values
	for i := range ops {
		op := &ops[i]
		if out != nil {
			o := *op
			if o.Bounds() && given[o.Expr] {
				o.Note = program.Restricts // a given value is no longer arbitrary
			}
			out = append(out, o)
		}
		src := t.Of(op)
		if src == nil || most[src.Number] == 0 {
			continue
		}
		if out == nil {
			out = append(out, ops[:i+1]...)
		}
		for _, b := range src.bounds {
			given[b.Expr] = true
		}
		value, c := op.Var.Sym, counts[src.Number]
		if limited {
			if c != nil {
				within := program.Assume(f.Not(f.Eq(c.Sym, f.BVInt(int64(most[src.Number]), countWidth))))
				within.Note, within.Pos = program.InputLimit, op.Pos
				t.limits[within.Expr] = src.Number
				out = append(out, within)
			}
			value = held[Slot{src.Number, most[src.Number]}].Sym // no other slot is read
		}
		for n := most[src.Number]; n > 0; n-- {
			one := op.Var.Sym // a slot between others that the formula does not mention
			if v := held[Slot{src.Number, n}]; v != nil {
				one = v.Sym
			}
			switch {
			case c != nil:
				value = f.Ite(f.Eq(c.Sym, f.BVInt(int64(n-1), countWidth)), one, value)
			case n == 1:
				value = one
			}
		}
		hand := program.Assign(op.Var, value)
		hand.Pos = op.Pos
		out = append(out, hand)
		if c != nil { // beyond the last slot it counts no further
			top := f.BVInt(int64(most[src.Number]), countWidth)
			up := program.Assign(c, f.Ite(f.Eq(c.Sym, top), top, f.BVOp(logic.OpBVAdd, c.Sym, f.BVInt(1, countWidth))))
			up.Pos = op.Pos
			out = append(out, up)
		}
	}
	if out == nil {
		return ops
	}
	return out
}

// Limits is the source whose values an assumption limits; false: it is none of that kind.
func (t *Table) Limits(op *program.Op) (source int, ok bool) {
	if op.Kind != program.OpAssume || op.Note != program.InputLimit {
		return 0, false
	}
	source, ok = t.limits[op.Expr]
	return source, ok
}
