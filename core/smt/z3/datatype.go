package z3

// #include <stdlib.h>
// #include <z3.h>
import "C"

import (
	"unsafe"

	"cupel/core/logic"
)

// quantifier makes a quantified formula with its patterns; a are the translations of the arguments.
func (z *zcontext) quantifier(t *logic.Term, a []C.Z3_ast) C.Z3_ast {
	n := len(a) - 1
	bound := make([]C.Z3_app, n)
	for i := range bound {
		bound[i] = C.Z3_to_app(z.c, a[i])
	}
	var patterns []C.Z3_pattern
	if body := t.Arg(n); body.Op() == logic.OpPatterned {
		for _, p := range body.Args()[1:] {
			patterns = append(patterns, C.Z3_pattern(unsafe.Pointer(z.cache[p])))
		}
	}
	first := unsafe.SliceData(patterns)
	if t.Op() == logic.OpForall {
		return C.Z3_mk_forall_const(z.c, 0, C.uint(n), &bound[0], C.uint(len(patterns)), first, a[n])
	}
	return C.Z3_mk_exists_const(z.c, 0, C.uint(n), &bound[0], C.uint(len(patterns)), first, a[n])
}

// datatype declares a datatype together with those that it is mutually recursive with: all that its members reach without a map between.
func (z *zcontext) datatype(s *logic.Sort) C.Z3_sort {
	group, place := []*logic.Sort{s}, map[*logic.Sort]int{s: 0}
	for i := 0; i < len(group); i++ {
		for _, k := range group[i].Constructors() {
			for _, f := range k.Fields {
				if _, seen := place[f.Sort]; f.Sort.IsDatatype() && !seen && z.sorts[f.Sort] == nil {
					place[f.Sort] = len(group)
					group = append(group, f.Sort)
				}
			}
		}
	}
	var all []C.Z3_constructor
	names := make([]C.Z3_symbol, len(group))
	lists := make([]C.Z3_constructor_list, len(group))
	for i, d := range group {
		names[i] = z.symbol(d.Name())
		var ks []C.Z3_constructor
		for _, k := range d.Constructors() {
			n := len(k.Fields)
			fields, sorts, refs := make([]C.Z3_symbol, n+1), make([]C.Z3_sort, n+1), make([]C.uint, n+1)
			for j, f := range k.Fields {
				fields[j] = z.symbol(mangle(f.Name))
				if at, in := place[f.Sort]; in {
					refs[j] = C.uint(at)
				} else if sorts[j] = z.sort(f.Sort); sorts[j] == nil {
					return nil
				}
			}
			ks = append(ks, C.Z3_mk_constructor(z.c, z.symbol(mangle(k.Name)), z.symbol(mangle("is "+k.Name)), C.uint(n), &fields[0], &sorts[0], &refs[0]))
		}
		all = append(all, ks...)
		lists[i] = C.Z3_mk_constructor_list(z.c, C.uint(len(ks)), &ks[0])
	}
	out := make([]C.Z3_sort, len(group))
	C.Z3_mk_datatypes(z.c, C.uint(len(group)), &names[0], &out[0], &lists[0])
	for _, l := range lists {
		C.Z3_del_constructor_list(z.c, l)
	}
	for _, k := range all {
		C.Z3_del_constructor(z.c, k)
	}
	if out[0] == nil {
		return nil
	}
	for i, d := range group {
		C.Z3_inc_ref(z.c, C.Z3_sort_to_ast(z.c, out[i]))
		z.sorts[d] = out[i]
	}
	return out[0]
}

// datatypeApp applies a constructor, a selector or a tester.
func (z *zcontext) datatypeApp(t *logic.Term, a []C.Z3_ast) C.Z3_ast {
	k := C.uint(t.Constructor())
	of := t.Sort()
	if t.Op() != logic.OpConstruct {
		of = t.Arg(0).Sort()
	}
	s := z.sort(of)
	if s == nil {
		return nil
	}
	var d C.Z3_func_decl
	switch t.Op() {
	case logic.OpConstruct:
		d = C.Z3_get_datatype_sort_constructor(z.c, s, k)
	case logic.OpMember:
		d = C.Z3_get_datatype_sort_constructor_accessor(z.c, s, k, C.uint(t.Member()))
	default:
		d = C.Z3_get_datatype_sort_recognizer(z.c, s, k)
	}
	if d == nil {
		return nil
	}
	return C.Z3_mk_app(z.c, d, C.uint(len(a)), unsafe.SliceData(a))
}

// construct reads the value of a datatype.
func (m *Model) construct(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	z := m.z
	if !C.Z3_is_app(z.c, a) {
		return nil, errValue
	}
	app := C.Z3_to_app(z.c, a)
	d := C.Z3_get_app_decl(z.c, app)
	for k, c := range s.Constructors() {
		if C.Z3_get_datatype_sort_constructor(z.c, z.sorts[s], C.uint(k)) != d {
			continue
		}
		args := make([]*logic.Term, len(c.Fields))
		for i, f := range c.Fields {
			var err error
			if args[i], err = m.value(C.Z3_get_app_arg(z.c, app, C.uint(i)), f.Sort); err != nil {
				return nil, err
			}
		}
		return z.f.Construct(s, k, args...), nil
	}
	return nil, errValue
}
