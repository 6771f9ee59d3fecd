package z3

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>

static void ignore_error(Z3_context c, Z3_error_code e) {}

static Z3_context cupel_context(void) {
	Z3_config cfg = Z3_mk_config();
	Z3_set_param_value(cfg, "model", "true");
	Z3_context c = Z3_mk_context_rc(cfg);
	Z3_del_config(cfg);
	Z3_set_error_handler(c, ignore_error); // errors become Go errors, never an exit
	return c;
}
*/
import "C"

import (
	"fmt"
	"unsafe"

	"cupel/logic"
)

// maxCache bounds the number of translated terms a context keeps.
const maxCache = 1 << 20

// zcontext is a libz3 context with the translation of terms. It holds one
// reference to every cached ast.
type zcontext struct {
	c     C.Z3_context
	f     *logic.Factory
	cache map[*logic.Term]C.Z3_ast
	sorts map[*logic.Sort]C.Z3_sort
	decls map[string]C.Z3_func_decl
	syms  map[string]*logic.Term // by name in libz3
	made  int
}

func newContext(f *logic.Factory) *zcontext {
	return &zcontext{c: C.cupel_context(), f: f, cache: map[*logic.Term]C.Z3_ast{}, sorts: map[*logic.Sort]C.Z3_sort{},
		decls: map[string]C.Z3_func_decl{}, syms: map[string]*logic.Term{}}
}

func (z *zcontext) close() {
	z.dropCache()
	for _, s := range z.sorts {
		C.Z3_dec_ref(z.c, C.Z3_sort_to_ast(z.c, s))
	}
	for _, d := range z.decls {
		C.Z3_dec_ref(z.c, C.Z3_func_decl_to_ast(z.c, d))
	}
	C.Z3_del_context(z.c)
	z.c = nil
}

func (z *zcontext) dropCache() {
	for _, a := range z.cache {
		C.Z3_dec_ref(z.c, a)
	}
	clear(z.cache)
}

// trim empties the cache when it is too large; only between operations.
func (z *zcontext) trim() {
	if len(z.cache) > maxCache {
		z.dropCache()
	}
}

// err returns the pending error of the context, if any, and clears it.
func (z *zcontext) err(what string) error {
	if e := C.Z3_get_error_code(z.c); e != C.Z3_OK {
		msg := C.GoString(C.Z3_get_error_msg(z.c, e))
		C.Z3_set_error(z.c, C.Z3_OK)
		return fmt.Errorf("z3: %s: %s", what, msg)
	}
	return nil
}

func (z *zcontext) symbol(name string) C.Z3_symbol {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.Z3_mk_string_symbol(z.c, s)
}

func (z *zcontext) sort(s *logic.Sort) C.Z3_sort {
	if r, ok := z.sorts[s]; ok {
		return r
	}
	var r C.Z3_sort
	switch s.Kind() {
	case logic.KindBool:
		r = C.Z3_mk_bool_sort(z.c)
	case logic.KindInt:
		r = C.Z3_mk_int_sort(z.c)
	case logic.KindReal:
		r = C.Z3_mk_real_sort(z.c)
	case logic.KindBV:
		r = C.Z3_mk_bv_sort(z.c, C.uint(s.Width()))
	case logic.KindFloat:
		r = C.Z3_mk_fpa_sort(z.c, C.uint(s.ExpBits()), C.uint(s.SigBits()))
	default:
		r = C.Z3_mk_array_sort(z.c, z.sort(s.Index()), z.sort(s.Elem()))
	}
	C.Z3_inc_ref(z.c, C.Z3_sort_to_ast(z.c, r))
	z.sorts[s] = r
	return r
}
