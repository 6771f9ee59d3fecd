package alias

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// subject is an analysed program whose objects and probes have names: a
// variable x is "x", and the pointee of e in probe("p", e) is "@p".
type subject struct {
	t       *testing.T
	r       *Result
	objects map[string]*cc.Declarator
	probes  map[string]cc.ExpressionNode
}

const prelude = `
typedef __SIZE_TYPE__ size_t;
void probe(const char *name, ...);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);
char *strcpy(char *, const char *); char *strchr(const char *, int); size_t strlen(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
`

func newSubject(t *testing.T, src string) *subject {
	t.Helper()
	ast := parse(t, "test.c", prelude+src)
	s := &subject{t: t, r: AnalyzeWith(ast, Library{}), objects: map[string]*cc.Declarator{}, probes: map[string]cc.ExpressionNode{}}
	visit(ast.TranslationUnit, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.Declarator:
			if x.Type() != nil && !x.IsTypename() && x.Type().Kind() != cc.Function && s.r.object(x) != nil {
				s.objects[x.Name()] = x
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall && cc.NodeSource(x.PostfixExpression) == "probe" {
				args := x.ArgumentExpressionList
				name := strings.Trim(cc.NodeSource(args.AssignmentExpression), `"`)
				s.probes[name] = args.ArgumentExpressionList.AssignmentExpression
			}
		}
	})
	return s
}

// visit calls f for all nodes of the tree, by reflection.
func visit(n cc.Node, f func(cc.Node)) {
	v := reflect.ValueOf(n)
	if n == nil || v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return
	}
	f(n)
	for i := range v.Elem().NumField() {
		if !v.Elem().Type().Field(i).IsExported() {
			continue
		}
		if c, ok := v.Elem().Field(i).Interface().(cc.Node); ok {
			visit(c, f)
		}
	}
}

func (s *subject) class(name string) ClassID {
	s.t.Helper()
	if p, ok := strings.CutPrefix(name, "@"); ok {
		e, ok := s.probes[p]
		if !ok {
			s.t.Fatalf("no probe %s", name)
		}
		return s.r.ClassOfPointee(e)
	}
	d, ok := s.objects[name]
	if !ok {
		s.t.Fatalf("no object %s", name)
	}
	return s.r.ClassOfObject(d)
}

// check evaluates one claim.
func (s *subject) check(claim string) {
	s.t.Helper()
	f := strings.Fields(claim)
	ok := false
	got := ""
	switch f[1] {
	case "escapes":
		ok = s.r.Escapes(s.objects[f[0]])
	case "stays":
		ok = !s.r.Escapes(s.objects[f[0]])
	case "=":
		ok = s.class(f[0]) == s.class(f[2])
	case "!=":
		ok = s.class(f[0]) != s.class(f[2])
	case "bytes":
		ok = s.r.ByteLevel(s.class(f[0]))
	case "typed":
		ok = !s.r.ByteLevel(s.class(f[0]))
	case "cells":
		var names []string
		for _, c := range s.r.Cells(s.class(f[0])) {
			names = append(names, c.String())
		}
		got = fmt.Sprint(names)
		ok = strings.Join(names, " ") == strings.Join(f[2:], " ")
	default:
		s.t.Fatalf("unknown claim %q", claim)
	}
	if !ok {
		s.t.Errorf("not so: %s %s", claim, got)
	}
}

func run(t *testing.T, tests []struct{ name, src, claims string }) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSubject(t, tt.src)
			for _, c := range strings.Split(tt.claims, ";") {
				s.check(strings.TrimSpace(c))
			}
		})
	}
}

// TestEscapes: which variables escape, so that they live in memory; one that escapes unnoticed would give wrong verdicts.
func TestEscapes(t *testing.T) {
	run(t, []struct{ name, src, claims string }{
		{"direct", `struct s { int f; int a[3]; }; struct s s, as[4]; int a[10], m[2][3];
			int f(int i) { s.f = a[i]; as[i].a[i] = m[i][i]; return i[a] + s.a[1]; }`,
			"s stays; as stays; a stays; m stays; i stays"},
		{"address", `int x, y; int *f(void) { y = 1; return &x; }`, "x escapes; y stays"},
		{"address of element", `int a[3], b[3]; int *f(int i) { b[i] = 0; return &a[i]; }`, "a escapes; b stays"},
		{"argument", `int a[3]; void g(int *p) { *p = 0; } void f(void) { g(a); }`, "a escapes; p stays"},
		{"undefined callee", `int a[3]; void g(int *p); void f(void) { g(a); }`, "a escapes"},
		{"assignment and arithmetic", `int a[3], b[3], c[3]; int *p; int f(void) { p = a; return *(b + 1) + *c; }`, "a escapes; b stays; c stays"},
		{"comparison", `int a[3]; int f(int *p) { return p == a; }`, "a escapes"},
		{"address and dereference", `int x; struct s { int f; } s; int f(void) { return *&x + (&s)->f; }`, "x stays; s stays"},
		{"member array decays", `struct s { int a[3]; } s; void g(int *); void f(void) { g(s.a); }`, "s escapes"},
		{"sizeof evaluates nothing", `int a[3]; int f(void) { return sizeof(&a) + sizeof a; }`, "a stays"},
		{"struct copy", `struct s { int f; } a, b; void f(void) { a = b; }`, "a stays; b stays"},
		{"union", `union u { int i; float f; } u; struct w { union u in; } w; int f(void) { return u.i + w.in.i; }`, "u escapes; w escapes"},
		{"variable length", `int f(int n) { int a[n]; a[0] = 1; return a[0]; }`, "a escapes; n stays"},
		{"initialiser", `int x; int *p = &x; int a[2], *q[1] = { a };`, "x escapes; a escapes; p stays; q stays"},
		{"redeclaration", `extern int x; int *f(void) { extern int x; return &x; } int x = 3;`, "x escapes"},
		{"statement expression", `int x; int f(void) { return ({ int *p = &x; *p; }); }`, "x escapes; p stays"},
		{"parameter", `int *f(int a, int b) { int *p = &a; *p = b; return 0; }`, "a escapes; b stays"},
		{"old style parameter", `int f(a, p) int a; int *p; { p = &a; return *p; }`, "a escapes; p stays"},
		{"conditional", `int a[2], b[2]; int f(int c) { return (c ? a : b)[0]; }`, "a escapes; b escapes"},
	})
}

// TestClasses: which points-to classes are merged and which stay distinct.
func TestClasses(t *testing.T) {
	run(t, []struct{ name, src, claims string }{
		{"apart", `int x, y; void f(void) { int *p = &x, *q = &y; probe("p", p); probe("q", q); }`, "@p = x; @q = y; x != y; x typed; x cells i32"},
		{"merged", `int x, y; void f(int c) { int *p = c ? &x : &y; probe("p", p); }`, "@p = x; x = y; x typed"},
		{"two levels", `int x, y; void f(void) { int *p = &x, *q = &y, **r = &p; *r = q; probe("rr", *r); }`, "@rr = x; x = y; p != x"},
		{"call", `int x, y; int *id(int *a) { return a; } void f(void) { int *p = id(&x), *q = id(&y); probe("p", p); probe("q", q); }`, "@p = @q; x = y; @p = x"},
		{"members by type", `struct s { int *i; float *g; } s; int x; float y; void f(void) { s.i = &x; s.g = &y; probe("i", s.i); probe("g", s.g); }`,
			"@i = x; @g = y; x != y; x typed; y cells f32"},
		{"struct copy", `struct s { int *p; } a, b; int x; void f(void) { a.p = &x; b = a; probe("p", b.p); }`, "@p = x; a != b"},
		{"struct by value", `struct s { int *p; }; int x; struct s g(struct s v) { return v; } void f(void) { struct s a = { &x }; struct s b = g(a); probe("p", b.p); probe("q", g(a).p); }`, "@p = x; @q = x"},
		{"pointers in structs in arrays", `struct s { struct { int *p; } in[3]; } a[4]; int x; void f(int i) { a[i].in[1].p = &x; probe("p", a[0].in[i].p); }`, "a stays; @p = x"},
		{"linked list", `struct n { struct n *next; int v; }; void f(void) { struct n *l = 0; while (probe("n", l), 1) { struct n *e = malloc(sizeof *e); e->next = l; l = e; probe("e", e->next->next); } }`,
			"@n = @e; @n typed; @n cells i32 i64"},
		{"two lists", `struct n { struct n *next; }; void f(void) { struct n *a = malloc(8), *b = malloc(8); a->next = a; b->next = b; probe("a", a->next); probe("b", b); }`, "@a != @b; @a typed"},
		{"function pointer", `int x, y; int *g(void) { return &x; } int *h(void) { return &y; } void f(int c) { int *(*p)(void) = c ? g : &h; probe("p", p()); probe("q", (*p)()); }`, "@p = x; @p = y; @q = x"},
		{"table of functions", `int x; void g(int *p) { probe("p", p); } void h(int *p) {} struct ops { void (*call)(int *); } ops[] = { { h }, { .call = g } }; void f(int i) { ops[i].call(&x); }`, "@p = x; p stays"},
		{"function pointer as argument", `int x; int *g(int *p) { return p; } int *apply(int *(*h)(int *), int *v) { return h(v); } void f(void) { probe("p", apply(g, &x)); }`, "@p = x"},
		{"unknown function pointer", `int x; void g(int *p) { probe("p", p); } void (*keep)(int *) = g; void (*lookup(void))(int *); void f(void) { lookup()(&x); }`, "@p = x"},
		{"integers", `int x; void f(void) { unsigned long u = (unsigned long)&x; long v = u + 0; int *p = (int *)v; probe("p", p); }`, "@p = x"},
		{"generic list", `struct n { struct n *next; void *data; }; struct n *push(struct n *l, void *d) { struct n *e = malloc(sizeof *e); e->next = l; e->data = d; return e; }
			int a, b; void f(void) { struct n *l = push(push(0, &a), &b); int *p = l->next->data; probe("p", p); probe("l", l); }`, "@p = a; a = b; a typed; @l typed; @l != a"},
		{"unknown result", `struct s *get(void); struct s { int v; }; struct s x; void f(void) { struct s *p = get(); probe("p", p); probe("q", get()); &x; }`, "@p = @q; @p != x"},
		{"compared unknown result", `int *get(void); int x; void f(void) { int *p = get(); if (p == &x) *p = 1; probe("p", p); }`, "@p = x"},
		{"strings", `void f(void) { char *s = "a", *t = "b"; probe("s", s); probe("t", t); probe("l", "a"); strcpy(s, t); }`, "@s != @t; @s != @l; @s typed; @s cells i8"},
		{"strchr", `char b[9]; void f(void) { probe("p", strchr(b, 'x')); }`, "@p = b; b typed"},
		{"compound literal", `void f(void) { int *p = (int[]){ 1, 2 }; probe("p", p); struct s { int *q; } *s = &(struct s){ p }; probe("q", s->q); }`, "@q = @p; @p typed"},
		{"realloc", `void f(void) { int *p = malloc(4); int *q = realloc(p, 8); probe("p", p); probe("q", q); }`, "@p = @q; @p typed"},
		{"varargs", `int x; int *g(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); int *p = __builtin_va_arg(a, int *); return p; } void f(void) { probe("p", g(1, &x)); }`, "@p = x"},
		{"memcpy of structs", `struct s { int *p; short k; } a, b; int x; void f(void) { a.p = &x; memcpy(&b, &a, sizeof a); probe("p", b.p); }`, "@p = x; a typed; b typed; a != b"},
		{"comma and assignment values", `int x, y; void f(void) { int *p, *q; q = (p = &x, p); probe("q", q); probe("r", (y, p = q)); }`, "@q = x; @r = x"},
		{"GNU conditional", `int x, y; void f(int *a) { int *p = a ?: &x; probe("p", p); f(&y); }`, "@p = x; x = y"},
		{"designated initialiser", `int x, y; struct s { int *a; struct { int *b; } in; } s[2] = { [1] = { .in.b = &x }, [0].a = &y }; void f(void) { probe("b", s[1].in.b); }`, "@b = x"},
		{"generic selection", `int x, *p = &x; void f(void) { probe("p", _Generic(1, int: p, default: 0)); }`, "@p = x"},
		{"qsort", `int cmp(const void *a, const void *b) { const int *p = a; probe("p", p); return *p - *(const int *)b; } int v[4]; void f(void) { qsort(v, 4, 4, cmp); }`, "@p = v"},
		{"null", `void f(void) { int *p = 0; probe("z", (int *)0); }`, "@z bytes"},
	})
}

// TestByteLevel: which classes are accessed with several cell kinds and have to be modelled by bytes.
func TestByteLevel(t *testing.T) {
	run(t, []struct{ name, src, claims string }{
		{"heap of one type", `struct a { int x; char c; }; void f(void) { struct a *p = malloc(sizeof *p); p->c = 1; free(p); probe("p", p); }`, "@p typed; @p cells i8 i32"},
		{"calloc and memset", `struct a { int x; char c; }; void f(void) { struct a *p = calloc(3, sizeof *p); memset(p, 0, sizeof *p); p[2].x = 1; probe("p", p); }`, "@p typed"},
		{"signedness", `unsigned u; void f(void) { int *p = (int *)&u; *p = -1; probe("p", p); }`, "@p = u; u typed; u cells i32"},
		{"pointer and integer of one width", `int *p; void f(void) { unsigned long *q = (unsigned long *)&p; *q = 0; }`, "p typed; p cells i64"},
		{"char over ints", `int a[4]; int f(void) { char *p = (char *)a; return p[5]; }`, "a bytes; a cells i8"},
		{"char over ints through void", `int a[4]; int g(void *v) { char *c = v; return *c; } int f(void) { return g(a); }`, "a bytes"},
		{"short over int", `int x; void f(void) { *(short *)&x = 1; }`, "x bytes"},
		{"float over int", `int x; float f(void) { return *(float *)&x; }`, "x bytes"},
		{"union of kinds", `union u { int i; float f; } u; int f(void) { u.f = 1; return u.i; }`, "u bytes"},
		{"union of one kind", `union u { int i; unsigned j; } u; void f(void) { u.i = 1; }`, "u typed; u escapes"},
		{"union in heap", `struct s { int tag; union { long l; char c[8]; } v; }; void f(void) { struct s *p = malloc(sizeof *p); p->v.l = 1; probe("p", p); }`, "@p bytes"},
		{"union of pointers", `union u { int *p; void *q; } u; int x; void f(void) { u.p = &x; probe("q", u.q); }`, "@q = x; u typed"},
		{"union of pointer and integer", `union u { int *p; unsigned long q; } u; int x; void f(void) { u.p = &x; probe("q", (int *)u.q); }`, "@q = x; u typed"},
		{"incompatible structs", `struct a { int x; char c; char d; }; struct b { int x; short s; }; void f(struct a *p) { struct a v; ((struct b *)&v)->s = 1; }`, "v bytes"},
		{"common initial sequence", `struct base { int tag; }; struct derived { int tag; double d; }; void f(void) { struct derived *p = malloc(sizeof *p); struct base *b = (struct base *)p; b->tag = 1; probe("b", b); }`, "@b typed; @b cells i32 f64"},
		{"base array", `struct base { int tag; }; struct derived { int tag; double d; }; void f(void) { struct derived *p = malloc(sizeof *p); struct base *b = (struct base *)p; b[2].tag = 1; probe("b", b); }`, "@b bytes"},
		{"tagged payloads", `int i; struct a { char c; int x; } s; void g(void *v, int k) { if (k) *(int *)v = 1; else ((struct a *)v)->x = 1; } void f(void) { g(&i, 1); g(&s, 0); }`, "i bytes; i = s"},
		{"member pointer passed on", `struct s { char c; int x; } s; void g(int *p) { *p = 1; } void f(void) { g(&s.x); }`, "s typed"},
		{"member pointer and casts", `struct s { char c; int x; int y; } s; struct w { int k; short h; }; void f(void) { struct w *p = (struct w *)&s.x; p->h = 1; }`, "s bytes"},
		{"container of", `struct in { int k; }; struct out { char c; struct in in; }; void f(void) { struct out o; struct in *i = &o.in; struct out *p = (struct out *)((char *)i - __builtin_offsetof(struct out, in)); p->c = 1; probe("p", p); }`, "@p = o; o bytes"},
		{"arithmetic on void", `void f(void) { void *p = malloc(80); int *q = p + 3; *q = 1; probe("q", q); }`, "@q bytes"},
		{"aligned integers", `void f(void) { int *p = malloc(80); unsigned long u = (unsigned long)p; int *q = (int *)((u + 7) & ~7ul); *q = 1; probe("q", q); }`, "@q bytes"},
		{"memcpy to bytes", `struct s { int a, b; } s; char buf[8]; void f(void) { memcpy(buf, &s, sizeof s); }`, "s bytes; buf bytes; s = buf"},
		{"memcpy behind void", `int a[2], b[2]; void copy(void *d, void *s) { memcpy(d, s, 8); } void f(void) { copy(a, b); }`, "a typed; a = b"},
		{"memcmp", `int a[2], b[2]; int f(void) { return memcmp(a, b, 8); }`, "a bytes; b bytes"},
		{"memcmp of characters", `char a[2], b[2]; int f(void) { return memcmp(a, b, 2); }`, "a typed; b typed"},
		{"two uses of an allocator", `struct a { int x; }; struct b { char c; int y; }; void *my(int n) { return malloc(n); } void f(void) { struct a *p = my(4); struct b *q = my(8); q->y = p->x; probe("p", p); probe("q", q); }`, "@p = @q; @p bytes"},
		{"multidimensional", `int m[3][4]; void g(int (*r)[4]) { r[1][2] = 1; } void f(void) { g(m); int *p = (int *)m; p[5] = 2; }`, "m typed"},
		{"pointer stored as another type", `int x; void **slot(void **p) { return p; } void f(void) { int *p = &x; void **v = (void **)&p; *v = &x; char *c = *v; probe("c", c); *c = 1; }`, "@c = x; x bytes; p typed"},
		{"function type cast hides a conversion", `int x; void g(char *p) { *p = 1; } void f(void) { void (*h)(int *) = (void (*)(int *))g; h(&x); }`, "x bytes"},
		{"bit-fields", `struct s { unsigned a : 3, b : 7; int c; } s; void f(void) { struct s *p = &s; p->b = 1; probe("p", p); }`, "s typed; s cells i8 i32"},
		{"bit-fields in union", `union u { struct { unsigned a : 4, b : 4; } f; unsigned char c; } u; void f(void) { u.c = 1; }`, "u bytes"},
		{"same tag in two scopes", `void *keep; void g(void) { struct s { int a; } v; keep = &v; } void f(void) { struct s { char c; short h; } *p = keep; p->h = 1; probe("p", p); }`, "@p = v; v bytes"},
		{"unrelated objects behind one struct", `struct a { int x; }; struct b { char c; int y; }; struct pair { struct a *p; struct b *q; } s; void f(void) { s.p = malloc(4); s.q = malloc(8); probe("p", s.p); probe("q", s.q); }`, "@p != @q; @p typed; @q typed"},
		{"structure behind characters", `char pool[100]; struct a { int x; }; void f(void) { struct a *p = (struct a *)pool; p->x = 1; }`, "pool bytes"},
		{"flexible array", `struct v { int n; int d[]; }; void f(void) { struct v *p = malloc(40); p->d[3] = p->n; probe("p", p); }`, "@p typed; @p cells i32"},
		{"flexible array of unions", `union c { short w; char b[2]; }; struct v { int n; union c d[]; }; void f(void) { struct v *p = malloc(40); p->d[3].w = p->n; probe("p", p); }`, "@p bytes"},
		{"flexible arrays of two types", `struct v { int n; short d[]; }; struct w { int n; char d[]; }; void f(void) { struct v *p = malloc(40); struct w *q = (struct w *)p; q->d[0] = p->d[0]; probe("p", p); }`, "@p bytes"},
		{"flexible arrays of one type", `struct v { int n; short d[]; }; struct w { int m; short d[]; }; void f(void) { struct v *p = malloc(40); struct w *q = (struct w *)p; q->d[0] = p->d[0]; probe("p", p); }`, "@p typed; @p cells i16 i32"},
		{"flexible arrays of other distances", `struct e { short a, b; }; struct g { short a; char b; }; struct v { int n; struct e d[]; }; struct w { int n; struct g d[]; }; void f(void) { struct v *p = malloc(40); struct w *q = (struct w *)p; q->d[0].a = p->d[0].b; probe("p", p); }`, "@p bytes"},
		{"flexible array and longer type", `struct v { int n; int d[]; }; struct w { int n; short a, b; }; void f(void) { struct v *p = malloc(40); struct w *q = (struct w *)p; q->b = p->d[0]; probe("p", p); }`, "@p bytes"},
		{"flexible array in the middle", `struct v { int n; char d[]; }; struct w { struct v v; int m; }; void f(void) { struct w *p = malloc(40); p->v.d[0] = p->m; probe("p", p); }`, "@p bytes"},
		{"nested flexible array", `struct v { int n; short d[]; }; struct w { long h; struct v v; }; void f(void) { struct w *p = malloc(40); p->v.d[2] = 1; probe("p", p); }`, "@p typed; @p cells i16 i32 i64"},
		{"records with flexible arrays in sequence", `struct v { int n; char d[]; }; void f(void) { struct v *p = malloc(40); p[1].n = 1; probe("p", p); }`, "@p bytes"},
		{"uniform records in sequence", `struct v { int n; int d[]; }; void f(void) { struct v *p = malloc(40); p[1].n = 1; probe("p", p); }`, "@p typed"},
		{"arrays of length 0", `struct v { int n; short d[0]; }; struct w { int n; char d[0]; }; void f(void) { struct v *p = malloc(40); ((struct w *)p)->d[0] = p->d[0]; probe("p", p); }`, "@p bytes"},
		{"array of length 0 before others", `struct v { char raw[0]; int a; short b; }; void f(void) { struct v *p = malloc(40); p->raw[5] = 1; probe("p", p); }`, "@p bytes"},
		{"last arrays of length 1", `struct v { int n; short d[1]; }; struct w { int n; char d[1]; }; void f(void) { struct v *p = malloc(40); ((struct w *)p)->d[0] = p->d[0]; probe("p", p); }`, "@p bytes"},
		{"array of length 1 inside", `struct v { int n; short d[1]; char c; }; void f(void) { struct v *p = malloc(40); p->d[0] = p->c; probe("p", p); }`, "@p typed"},
		{"pointers in a flexible array", `int x; struct v { int n; int *d[]; }; struct w { int n; void *d[]; }; void f(void) { struct v *p = malloc(40); p->d[2] = &x; struct w *q = (struct w *)p; probe("q", q->d[1]); }`, "@q = x"},
		{"trailing data", `struct h { int n; char c; }; void f(void) { struct h *p = malloc(40); int *d = (int *)(p + 1); d[0] = 1; probe("d", d); }`, "@d bytes"},
		{"homogeneous struct as array", `struct v { int x, y, z; } v; int f(int i) { int *p = (int *)&v; return p[i]; }`, "v typed"},
		{"assembler", `int x; void f(void) { __asm__("nop" : "=r"(x)); }`, "x escapes; x bytes"},
	})
}

// TestRecursiveTypes: two recursive types at one place have pointers to each
// other's members at every depth; the classes stay finitely many.
func TestRecursiveTypes(t *testing.T) {
	s := newSubject(t, `struct a { int v; struct a *next; struct b *other; }; struct b { int v; struct b *next; struct a *other; };
		void f(void) { struct a *p = malloc(24); p->next = p; struct b *q = (struct b *)p; q->other = p; q = q->next; probe("p", p); probe("q", q->next->other); }`)
	for _, c := range []string{"@p typed", "@q = @p"} {
		s.check(c)
	}
}

// TestBytesCarryPointers checks that copying a pointer byte by byte is a flow.
func TestBytesCarryPointers(t *testing.T) {
	s := newSubject(t, `int x; struct s { int *p; } a, b;
		void f(void) { a.p = &x; char *d = (char *)&b, *s = (char *)&a; for (unsigned i = 0; i < sizeof a; i++) d[i] = s[i]; probe("p", b.p); }`)
	for _, c := range []string{"a bytes", "b bytes", "@p = x"} {
		s.check(c)
	}
}

// TestDeterministic: class numbers do not depend on the order of maps.
func TestDeterministic(t *testing.T) {
	src := prelude + `struct n { struct n *next; void *d; } *l; int x; char y; int *(*fp)(void); int *g(void) { return &x; }
		void f(int c) { fp = g; l = malloc(16); l->d = c ? (void *)&x : &y; l->next = l; *fp() = 1; }`
	describe := func() string {
		ast := parse(t, "test.c", src)
		r := AnalyzeWith(ast, Library{})
		var b strings.Builder
		visit(ast.TranslationUnit, func(n cc.Node) {
			switch x := n.(type) {
			case *cc.Declarator:
				fmt.Fprintln(&b, x.Name(), r.Escapes(x), r.ClassOfObject(x), r.ByteLevel(r.ClassOfObject(x)), r.Cells(r.ClassOfObject(x)))
			case cc.ExpressionNode:
				fmt.Fprintln(&b, r.ClassOfPointee(x))
			}
		})
		return b.String()
	}
	first := describe()
	for range 5 {
		if again := describe(); again != first {
			t.Fatalf("differs:\n%s\n%s", first, again)
		}
	}
}

// TestOutOfRange: unknown classes and declarators get the most conservative answers.
func TestOutOfRange(t *testing.T) {
	r := AnalyzeWith(parse(t, "test.c", "int x;"), Library{})
	if !r.ByteLevel(99) || !r.ByteLevel(-1) || !r.ByteLevel(Nowhere) || r.Cells(-1) != nil {
		t.Error("unknown classes must be byte-level and without cells")
	}
	if !r.Escapes(&cc.Declarator{}) {
		t.Error("an unknown declarator must escape")
	}
}
