package z3

/*
#cgo LDFLAGS: -lz3
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <z3.h>

// A context begins with two tables of 8 MB that libz3 writes at once: page by page that would take most of the time of a short check. They are to lie in the
// allocator's own memory, which contexts to come find again, and in huge pages.
enum { huge = 2 << 20, tables = 20 << 20 };

static void keep_memory(void) {
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 48 << 20);
}

static void reserve_tables(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, keep_memory);
	char *p = malloc(tables);
	if (!p) return;
	uintptr_t from = ((uintptr_t)p + huge - 1) & -(uintptr_t)huge, to = ((uintptr_t)p + tables) & -(uintptr_t)huge;
	madvise((void *)from, to - from, MADV_HUGEPAGE);
	free(p);
}

static void ignore_error(Z3_context c, Z3_error_code e) {}

static Z3_context cupel_context(void) {
	reserve_tables();
	Z3_config cfg = Z3_mk_config();
	Z3_set_param_value(cfg, "model", "true");
	Z3_context c = Z3_mk_context_rc(cfg);
	Z3_del_config(cfg);
	if (c) Z3_set_error_handler(c, ignore_error); // errors become Go errors, never an exit
	return c;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"cupel/core/logic"
)

// errContext: libz3 gave no context, which happens only when memory is out.
var errContext = errors.New("z3: cannot make a context")

// zcontext is a libz3 context with the translation of terms. It holds one
// reference to every cached ast.
type zcontext struct {
	c      C.Z3_context
	f      *logic.Factory
	cache  map[*logic.Term]C.Z3_ast
	sorts  map[*logic.Sort]C.Z3_sort
	tables map[*logic.Term]*table // constant arrays met; nil: no table
	limit  int                    // cache entries to keep
	made   int                    // terms translated so far

	rewritten int // terms rewritten or evaluated so far, besides translations

	nonlinear bool // products of variables were among them, over integers or reals
}

func newContext(f *logic.Factory) (*zcontext, error) {
	c := C.cupel_context()
	if c == nil {
		return nil, errContext
	}
	return &zcontext{c: c, f: f, cache: map[*logic.Term]C.Z3_ast{}, sorts: map[*logic.Sort]C.Z3_sort{}, tables: map[*logic.Term]*table{}, limit: minCache}, nil
}

func (z *zcontext) close() {
	z.dropCache()
	for _, s := range z.sorts {
		C.Z3_dec_ref(z.c, C.Z3_sort_to_ast(z.c, s))
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

// trim empties the cache when it is too large. It is called between operations, when only the cache refers to its asts by pointer.
func (z *zcontext) trim() {
	if len(z.cache) > z.limit {
		z.dropCache()
	}
}

// err returns the pending error of the context, if any, and clears it.
func (z *zcontext) err(what string) error {
	e := C.Z3_get_error_code(z.c)
	if e == C.Z3_OK {
		return nil
	}
	msg := C.GoString(C.Z3_get_error_msg(z.c, e))
	C.Z3_set_error(z.c, C.Z3_OK)
	return fmt.Errorf("z3: %s: %s", what, msg)
}

func (z *zcontext) symbol(name string) C.Z3_symbol {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.Z3_mk_string_symbol(z.c, s)
}

// Names with an exclamation mark get a suffix, because libz3's own fresh symbols
// are called prefix!number and would be the same function for it.
func mangle(name string) string {
	if strings.Contains(name, "!") {
		return name + "'"
	}
	return name
}

// unmangle inverts mangle; false for names that libz3 made.
func unmangle(name string) (string, bool) {
	if !strings.Contains(name, "!") {
		return name, true
	}
	return strings.CutSuffix(name, "'")
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
	case logic.KindUninterpreted:
		r = C.Z3_mk_uninterpreted_sort(z.c, z.symbol(s.Name()))
	case logic.KindDatatype:
		return z.datatype(s)
	default:
		r = C.Z3_mk_array_sort(z.c, z.sort(s.Index()), z.sort(s.Elem()))
	}
	if r == nil {
		return nil // the reason is the pending error
	}
	C.Z3_inc_ref(z.c, C.Z3_sort_to_ast(z.c, r))
	z.sorts[s] = r
	return r
}

// fromSort translates a libz3 sort back.
func (z *zcontext) fromSort(s C.Z3_sort) (*logic.Sort, error) {
	switch C.Z3_get_sort_kind(z.c, s) {
	case C.Z3_BOOL_SORT:
		return logic.Bool, nil
	case C.Z3_INT_SORT:
		return logic.Int, nil
	case C.Z3_REAL_SORT:
		return logic.Real, nil
	case C.Z3_BV_SORT:
		return logic.BVSort(int(C.Z3_get_bv_sort_size(z.c, s))), nil
	case C.Z3_FLOATING_POINT_SORT:
		return logic.FloatSort(int(C.Z3_fpa_get_ebits(z.c, s)), int(C.Z3_fpa_get_sbits(z.c, s))), nil
	case C.Z3_ARRAY_SORT:
		i, err := z.fromSort(C.Z3_get_array_sort_domain(z.c, s))
		if err != nil {
			return nil, err
		}
		e, err := z.fromSort(C.Z3_get_array_sort_range(z.c, s))
		if err != nil {
			return nil, err
		}
		return logic.ArraySort(i, e), nil
	}
	return nil, fmt.Errorf("z3: sort %s: %w", C.GoString(C.Z3_sort_to_string(z.c, s)), errNoTerm)
}
