package c

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// machine runs a module concretely by substituting constants into its terms: an independent oracle for differential tests, without the passes.
type machine struct {
	t     *testing.T
	f     *logic.Factory
	m     *program.Module
	state map[*logic.Term]*logic.Term
	next  uint64
	steps int
	seed  uint32
}

// outcome is how a run ended: "return N", "error", "halt", "undefined: why" or "cut: why".
func execute(t *testing.T, m *program.Module) string {
	x := &machine{t: t, f: m.Terms, m: m, state: map[*logic.Term]*logic.Term{}, next: 0x1000, seed: 12345}
	x.place(m.Objects)
	out := x.call(m.Entry, nil)
	if out == "" {
		for _, fn := range m.Funcs {
			if fn.Result != nil && x.state[fn.Result.Sym] != nil && calledByEntry(m, fn) {
				return "return " + x.state[fn.Result.Sym].BVSigned().String()
			}
		}
		return "return"
	}
	return out
}

func calledByEntry(m *program.Module, fn *program.Func) bool {
	for _, l := range m.Entry.Locs {
		for _, e := range l.Out {
			for _, op := range e.Ops {
				if op.Kind == program.OpCall && op.Callee == fn {
					return true
				}
			}
		}
	}
	return false
}

func (x *machine) place(os []*program.Object) {
	os = slices.Clone(os)
	slices.SortStableFunc(os, func(a, b *program.Object) int { return rank(a) - rank(b) })
	for _, o := range os {
		a := uint64(roundUp(int64(x.next), max(o.Align, 1)))
		x.next = a + uint64(o.Size)
		x.state[o.Base] = x.f.BV(a, x.m.Model.PointerWidth())
	}
}

// rank puts read-only objects first and the mark of their end after them.
func rank(o *program.Object) int {
	switch {
	case o.ReadOnly:
		return 0
	case o.Name == "#rodata":
		return 1
	}
	return 2
}

func (x *machine) eval(t *logic.Term) *logic.Term {
	return x.f.NewSubst(func(v *logic.Term) *logic.Term {
		if c := x.state[v]; c != nil {
			return c
		}
		c := x.zero(v.Sort())
		x.state[v] = c
		return c
	}).Apply(t)
}

func (x *machine) zero(s *logic.Sort) *logic.Term {
	switch {
	case s.IsArray():
		return x.f.ConstArray(s, x.zero(s.Elem()))
	case s.IsFloat():
		return x.f.FPConvert(logic.OpFPFromBits, s, logic.RNE, x.f.BV(0, s.Width()))
	}
	return x.f.BV(0, s.Width())
}

// call runs fn and returns "" when it returns normally.
func (x *machine) call(fn *program.Func, args []*logic.Term) string {
	saved := map[*logic.Term]*logic.Term{}
	for _, v := range fn.Locals {
		saved[v.Sym] = x.state[v.Sym]
	}
	for _, o := range fn.Objects {
		saved[o.Base] = x.state[o.Base]
	}
	for i, v := range fn.Params {
		x.state[v.Sym] = args[i]
	}
	x.place(fn.Objects)
	loc := fn.Entry
	for loc != fn.Exit {
		if loc == x.m.Error {
			return "error"
		}
		if loc == x.m.Halt {
			return "halt"
		}
		if loc.Cut != "" {
			return "cut: " + loc.Cut
		}
		if x.steps++; x.steps > 200000 {
			return "too long"
		}
		var taken *program.Edge
		for _, e := range loc.Out {
			if len(e.Ops) == 0 || e.Ops[0].Kind != program.OpAssume || x.eval(e.Ops[0].Expr).IsTrue() {
				if taken != nil {
					x.t.Fatalf("two edges can be taken at %v of %s: %v and %v", loc, fn.Name, taken, e)
				}
				taken = e
			}
		}
		if taken == nil {
			return fmt.Sprintf("stuck at %v of %s", loc.Pos, fn.Name)
		}
		for _, op := range taken.Ops {
			if out := x.op(op); out != "" {
				return out
			}
		}
		loc = taken.Dst
	}
	var result *logic.Term
	if fn.Result != nil {
		result = x.state[fn.Result.Sym]
	}
	for k, v := range saved {
		if v != nil {
			x.state[k] = v
		}
	}
	if fn.Result != nil {
		x.state[fn.Result.Sym] = result
	}
	return ""
}

func (x *machine) op(op program.Op) string {
	switch op.Kind {
	case program.OpAssume:
		if c := x.eval(op.Expr); !c.IsTrue() && !x.chooseBits(op.Expr) {
			return fmt.Sprintf("stuck at %v", op.Pos)
		}
	case program.OpCheck:
		if c := x.eval(op.Expr); c.IsFalse() {
			if x.t != nil && testing.Verbose() {
				x.t.Logf("%v: %s", op.Pos, op.Note)
			}
			return "undefined: " + op.Note
		} else if !c.IsTrue() {
			x.t.Fatalf("check %v does not evaluate", op)
		}
	case program.OpAssign:
		x.state[op.Var.Sym] = x.eval(op.Expr)
	case program.OpHavoc:
		if op.Input != nil {
			x.seed = x.seed*1103515245 + 12345
			v := x.f.BV(uint64(x.seed), max(op.Var.Sort().Width(), 32))
			x.state[op.Var.Sym] = x.f.Extract(op.Var.Sort().Width()-1, 0, v)
			break
		}
		x.state[op.Var.Sym] = x.zero(op.Var.Sort())
	case program.OpCall:
		var args []*logic.Term
		for _, a := range op.Args {
			args = append(args, x.eval(a))
		}
		if out := x.call(op.Callee, args); out != "" {
			return out
		}
		if op.Var != nil {
			x.state[op.Var.Sym] = x.state[op.Callee.Result.Sym]
		}
	}
	return ""
}

// chooseBits satisfies the assumption that a variable holds the bits of a float.
func (x *machine) chooseBits(c *logic.Term) bool {
	if c.Op() != logic.OpEq {
		return false
	}
	for i := range 2 {
		from, value := c.Arg(i), x.eval(c.Arg(1-i))
		if from.Op() == logic.OpFPFromBits && value.IsConst() {
			if v := from.Arg(0); x.state[v] != nil {
				x.state[v] = x.f.BVBig(value.BVBig(), v.Sort().Width())
				return x.eval(c).IsTrue()
			}
		}
	}
	return false
}

// lowerAndRun lowers source text and runs it.
func lowerAndRun(t *testing.T, src string, o Options) string {
	t.Helper()
	debugPanics = true
	m, _, err := Lower(context.Background(), "test.c", []byte(src), o)
	if err != nil {
		t.Fatalf("Lower: %v\n%s", err, src)
	}
	if err := program.SanityModule(m); err != nil {
		t.Fatalf("module: %v", err)
	}
	return execute(t, m)
}

// TestRun: the semantics of C constructs, by executing lowered programs in the interpreter.
func TestRun(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"return", `int main(void) { return 42; }`, "return 42"},
		{"main of another type", `float main(void) { int x = 42; if (x == 3) return 2.5f; }`, "return 0"},
		{"status of another main", `void reach_error(void) {} void h(int s, void *p) { if (s < 1 || s >= 1) reach_error(); } int on_exit(void (*)(int, void *), void *); long long main(void) { on_exit(h, 0); return 3; }`, "error"},
		{"promotion", `int main(void) { unsigned char a = 200, b = 100; return a + b; }`, "return 300"},
		{"wrap", `int main(void) { unsigned char a = 200; a += 100; return a; }`, "return 44"},
		{"signed char", `int main(void) { signed char a = (signed char)200; return a; }`, "return -56"},
		{"unsigned compare", `int main(void) { return -1 < 1u; }`, "return 0"},
		{"overflow", `int main(void) { int x = 2147483647; x++; return x; }`, "undefined: signed overflow"},
		{"char does not overflow", `int main(void) { signed char c = 127; c++; return c; }`, "return -128"},
		{"division", `int main(void) { int z = 0; return 1 / z; }`, "undefined: division by zero"},
		{"guarded division", `int main(void) { int z = 0; return z != 0 && 1 / z > 0; }`, "return 0"},
		{"shift", `int main(void) { int n = 32; return 1 << n; }`, "undefined: shift amount out of range"},
		{"ternary", `int main(void) { int x = 3; return x > 2 ? x++ + 10 : x--; }`, "return 13"},
		{"short circuit", `int f(int *n) { return ++*n; } int main(void) { int n = 0; if (f(&n) == 2 && f(&n)) return 9; return n; }`, "return 1"},
		{"comma", `int main(void) { int i = 1, j; j = (i++, i * 10); return j; }`, "return 20"},
		{"recursion", `int f(int n) { return n <= 1 ? 1 : n * f(n - 1); } int main(void) { return f(5); }`, "return 120"},
		{"struct result", `struct s { int a, b[3]; }; struct s f(int n) { struct s r = {n, {1, 2, n}}; if (n > 0) { struct s q = f(n - 1); r.a += q.a; } return r; } int main(void) { struct s x = f(4); return x.a * 10 + x.b[2]; }`, "return 104"},
		{"struct argument", `struct s { int a; char c[2]; }; int f(struct s x) { x.a++; return x.a + x.c[1]; } int main(void) { struct s v = {1, {2, 3}}; int r = f(v); return r * 10 + v.a; }`, "return 51"},
		{"bit-field", `struct { unsigned a : 3; int b : 3; _Bool c : 1; } s; int main(void) { s.a = 9; s.b = 5; s.c = 4; return s.a * 100 + s.b * 10 + s.c; }`, "return 71"},
		{"bit-field overflow", `struct { unsigned a : 3; } s = {7}; int main(void) { s.a++; return s.a - 1; }`, "return -1"},
		{"arrays", `int a[2][3] = {{1, 2}, [1] = {[2] = 7}}; int main(void) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s = s * 10 + a[i][j]; return s; }`, "return 120007"},
		{"bounds of a row in memory", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 2; return keep->m[0][i]; }`, "undefined: array index out of bounds"},
		{"bounds of rows in memory", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 2; return keep->m[i][0]; }`, "undefined: array index out of bounds"},
		{"bounds of a member in memory", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { struct { char a[2]; int b; } v = {{1, 2}, 3}, *p = &v; int i = -1; return p->a[i]; }`, "undefined: array index out of bounds"},
		{"bounds of the last member of a variable", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 4; return o.t[i]; }`, "undefined: array index out of bounds"},
		{"last member that goes on", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { struct s *p = malloc(sizeof *p + 4); int i = 4; p->t[i] = 5; return p->t[i]; }`, "return 5"},
		{"last member that goes on, in an element", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { struct s *p = malloc(2 * sizeof *p); int i = 5; p[0].t[i] = 5; return p->t[i]; }`, "return 5"},
		{"address of the end of a member", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 2; return &keep->m[1][i] == (int *)keep->t; }`, "return 1"},
		{"row behind the last one", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 2; int *p = keep->m[i]; return p == (int *)keep->t; }`, "return 1"},
		{"address behind the end of a member", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 3; return &keep->m[1][i] == (int *)keep->t; }`, "undefined: array index out of bounds"},
		{"element of a row behind the last one", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int i = 2; return &keep->m[i][0] == (int *)keep->t; }`, "undefined: array index out of bounds"},
		{"pointer to an array", `struct s { int m[2][2]; char t[4]; } o; struct s *keep = &o; void *malloc(unsigned long); int main(void) { int a[2][2] = {{1, 2}, {3, 4}}, (*p)[2] = a; int i = 2; return (*p)[i]; }`, "undefined: array index out of bounds"},
		{"array bounds", `int main(void) { int a[3] = {0}; int i = 3; return a[i]; }`, "undefined: array index out of bounds"},
		{"array of structs", `struct p { int x; struct { char y[2]; } q; } a[3] = {{1, {"a"}}, {2}}; int main(void) { a[2] = a[0]; a[2].x += 5; return a[2].x * 1000 + a[2].q.y[0] + a[1].x; }`, "return 6099"},
		{"switch", `int f(int x) { int r = 0; switch (x) { case 1: r = 1; case 2: r += 2; break; case 5 ... 7: r = 50; break; default: r = 9; } return r; } int main(void) { return f(1) * 10000 + f(2) * 1000 + f(6) * 10 + f(100); }`, "return 32509"},
		{"goto", `int main(void) { int i = 0; again: if (i < 5) { i++; goto again; } return i; }`, "return 5"},
		{"goto into block", `int main(void) { int r = 0; goto in; while (r < 10) { r += 100; in: r += 3; } return r; }`, "return 106"},
		{"do while", `int main(void) { int i = 0; do { i++; if (i == 3) continue; } while (i < 6); return i; }`, "return 6"},
		{"enum", `enum e { A, B = 5, C }; int main(void) { enum e x = C; return x - 7; }`, "return -1"},
		{"static local", `int f(void) { static int n = 3; return n++; } int main(void) { f(); f(); return f(); }`, "return 5"},
		{"globals", `int a = 3, b[2] = {1}; int *p; int main(void) { return a + b[0] + b[1] + (p == 0); }`, "return 5"},
		{"constants in initialisers", `static const int n = 2; static int m[2] = {n > 1, n + 1}; static const struct { int x; } s = {3}; static const int k[2] = {4, n}; int v = s.x + k[0]; int main(void) { static int w = n * 3; return m[0] * 1000 + m[1] * 100 + v * 10 + w; }`, "return 1376"},
		{"local constants in initialisers", `static const int a = 7, b = a + 1; int main(void) { static const int c = b + 1; static int d = c + a; return d; }`, "return 16"},
		{"constants that refer to each other", `struct n { const struct n *next; int v; }; static const struct n b; static const struct n a = {&b, 1}; static const struct n b = {&a, 2}; int main(void) { return a.next->v * 10 + b.next->v; }`, "return 21"},
		{"statement expression", `int main(void) { int x = 3; return ({ int y = x; y += 4; y; }) + 1; }`, "return 8"},
		{"sizeof", `struct s { char a; double d; }; int main(void) { int a[5]; return sizeof a + sizeof(struct s); }`, "return 32"},
		{"sizeof long long in struct", `struct s { char a; long long d; }; int main(void) { return sizeof(struct s) * 10 + _Alignof(struct s); }`, "return 124"},
		{"offsetof", `struct s { char a; short b; int c; }; int main(void) { return __builtin_offsetof(struct s, c) * 10 + __builtin_offsetof(struct s, b); }`, "return 42"},
		{"reach_error", `void reach_error(void) {} int main(void) { if (sizeof(int) == 4) reach_error(); return 0; }`, "error"},
		{"abort", `void abort(void); int main(void) { abort(); return 0; }`, "halt"},
		{"pointers", `int main(void) { int x = 1, *p = &x; *p += 4; int **q = &p; **q *= 2; return x; }`, "return 10"},
		{"pointer arithmetic", `int main(void) { int a[4] = {1, 2, 3, 4}; int *p = a + 1; p++; return *p * 10 + (int)(p - a) + p[-1]; }`, "return 34"},
		{"string", `char *s = "abc"; int main(void) { char t[] = "xy"; return s[1] + t[2] + sizeof t; }`, "return 101"},
		{"malloc", `void *malloc(unsigned); void free(void *); struct n { int v; struct n *next; }; int main(void) { struct n *h = 0; for (int i = 1; i < 4; i++) { struct n *m = malloc(sizeof *m); m->v = i; m->next = h; h = m; } int s = 0; while (h) { s = s * 10 + h->v; h = h->next; } return s; }`, "return 321"},
		{"calloc", `void *calloc(unsigned, unsigned); int main(void) { int *p = calloc(3, sizeof(int)); return p[2]; }`, "return 0"},
		{"memset", `void *memset(void *, int, unsigned); int main(void) { int a[3]; memset(a, 1, sizeof a); return a[2]; }`, "return 16843009"},
		{"memcpy", `void *memcpy(void *, const void *, unsigned); struct s { int a, b; }; int main(void) { struct s x = {3, 4}, y; memcpy(&y, &x, sizeof y); return y.a * 10 + y.b; }`, "return 34"},
		{"strlen", `unsigned strlen(const char *); int main(void) { char b[8] = "hello"; return strlen(b) * 10 + strlen("xyz"); }`, "return 53"},
		{"strcmp", `int strcmp(const char *, const char *); int main(void) { char a[] = "abd", b[] = "abc"; return strcmp(a, b) * 10 + strcmp(a, a); }`, "return 10"},
		{"strcpy", `char *strcpy(char *, const char *); int main(void) { char a[8]; strcpy(a, "hi"); return a[0] + a[1] + a[2]; }`, "return 209"},
		{"function pointer", `int f(int x) { return x + 1; } int g(int x) { return x * 2; } int ap(int (*h)(int), int x) { return h(x); } int main(void) { int (*t[2])(int) = {f, &g}; return ap(t[0], 5) * 100 + (*t[1])(7) + ap(f, 0); }`, "return 615"},
		{"conditional function pointer", `int f(void) { return 3; } int g(void) { return 4; } int main(void) { int c = 1; return (c ? f : g)(); }`, "return 3"},
		{"dereferenced strchr", `char *strchr(const char *, int); int main(void) { char b[4] = "abc"; return *strchr(b, 98) + strchr(b, 99)[0]; }`, "return 197"},
		{"swap", `void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = 2; swap(&x, &y); return x * 10 + y; }`, "return 21"},
		{"linked assign", `struct n { struct n *next; int v; }; int main(void) { struct n a, b, c; a.next = &b; b.next = &c; c.next = 0; c.v = 7; struct n *p = &a; (p->next->next = p)->v = 3; return a.v * 10 + (b.next == &a); }`, "return 31"},
		{"vla", `int main(void) { int n = 3, m = 2; int a[n][m]; n = 9; for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) a[i][j] = i * 2 + j; return a[2][1] * 100 + sizeof a + sizeof a[0]; }`, "return 532"},
		{"abs", `int abs(int); int main(void) { return abs(-5) + abs(4); }`, "return 9"},
		{"builtins", `int main(void) { return __builtin_popcount(0xf1) * 1000 + __builtin_ctz(8) * 100 + __builtin_clz(1); }`, "return 5331"},
		{"overflow builtin", `int main(void) { int r; int o = __builtin_sadd_overflow(2147483647, 1, &r); return o * 10 + (r < 0); }`, "return 11"},
		{"bswap", `int main(void) { return __builtin_bswap32(0x01000000u); }`, "return 1"},
		{"expect", `int main(void) { int x = 2; if (__builtin_expect(x == 2, 1)) return 1; return 0; }`, "return 1"},
		{"constant_p", `int main(void) { int x = 2; return __builtin_constant_p(3) * 10 + __builtin_constant_p(x); }`, "return 10"},
		{"object size", `int main(void) { char b[10]; return __builtin_object_size(b, 0) * 10 + __builtin_object_size(&b[3], 1); }`, "return 107"},
		{"chosen expression", `int main(void) { int x = 2, y = 3; *__builtin_choose_expr(sizeof x == 4, &x, &y) = 5; return __builtin_choose_expr(0, x++, y) * 10 + x; }`, "return 35"},
		{"write to a literal", `int main(void) { "abc"[0] = 'x'; return 3; }`, "undefined: write to a string literal or const object"},
		{"write to what a literal begins with", `int main(void) { *"abc" += 1; return 3; }`, "undefined: write to a string literal or const object"},
		{"compound literal", `struct p { int x, y; }; int f(struct p *q) { return q->x - q->y; } int main(void) { struct p a = (struct p){5, 2}; return f(&(struct p){9, 1}) * 10 + a.x; }`, "return 85"},
		{"anonymous struct", `struct s { int a; struct { int b, c; }; }; int main(void) { struct s x = {1, {2, 3}}; x.c++; return x.a * 100 + x.b * 10 + x.c; }`, "return 124"},
		{"typeof", `int main(void) { int x = 3; __typeof__(x) y = x + 1; return y; }`, "return 4"},
		{"generic", `int main(void) { long x = 1; return _Generic(x, int: 1, long: 2, default: 3); }`, "return 2"},
		{"old style", `int f(a, b) int a; char b; { return a - b; } int main(void) { return f(300, 259); }`, "return 297"},
		{"extern order", `extern int x; int f(void) { return x; } int x = 6; int main(void) { return f(); }`, "return 6"},
		{"uninitialised loop local", `int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; x = i; s += x; } return s; }`, "return 1"},
		{"pre increment value", `int main(void) { int a[3] = {0}, i = 0; a[++i] = 5; int *p = a; int x = *++p * 10; return x + ++a[1]; }`, "return 56"},
		{"exit in expression", `void exit(int); int main(void) { int x = 0; x || (exit(1), 0); return 3; }`, "halt"},
		{"unsigned wrap", `int main(void) { unsigned x = 0; x--; return x == 4294967295u; }`, "return 1"},
		{"long long", `int main(void) { long long x = 1LL << 40; return (int)(x >> 38); }`, "return 4"},
		{"pointer to array", `int main(void) { int a[2][3] = {{1,2,3},{4,5,6}}; int (*p)[3] = a; return p[1][2] * 10 + (*p)[0]; }`, "return 61"},
		{"array parameter", `int sum(int a[], int n) { int s = 0; while (n-- > 0) s += *a++; return s; } int main(void) { int v[] = {1, 2, 3}; return sum(v, 3); }`, "return 6"},
		{"union", `union u { int i; unsigned char c[4]; short s; } x; int main(void) { x.i = 0x01020304; x.c[1] = 9; union u y = x; return y.s * 10 + y.c[3]; }`, "return 23081"},
		{"bytes of an int", `int main(void) { unsigned x = 0xa0b0c0d0u; unsigned char *p = (unsigned char *)&x; p[3] = 1; return (x >> 24) * 1000 + p[2]; }`, "return 1176"},
		{"int through memcpy", `void *memcpy(void *, const void *, unsigned); int main(void) { char b[8]; int x = 0x11223344, y; memcpy(b + 1, &x, 4); memcpy(&y, b + 1, 4); return (y == x) * 100 + b[1]; }`, "return 168"},
		{"bit-fields in memory", `struct s { char a; unsigned b : 3; int c : 9; short d; }; int f(struct s *p) { p->c = -5; p->b = 7; p->d++; return p->c * 10 + p->b; } int main(void) { struct s x = {1, 2, 3, 4}, y; int r = f(&x); y = x; return r * 10 + y.d + y.a + sizeof x - (y.c + 5); }`, "return -416"},
		{"memmove overlap", `void *memmove(void *, const void *, unsigned); int main(void) { char b[6] = "abcde"; int n = 4; memmove(b + 1, b, n); return b[1] * 100 + b[4]; }`, "return 9800"},
		{"realloc", `void *malloc(unsigned); void *realloc(void *, unsigned); int main(void) { int *p = malloc(8); p[1] = 7; p = realloc(p, 16); p[3] = 2; return p[1] * 10 + p[3]; }`, "return 72"},
		{"bit-field initialisers", `struct s { char a; unsigned b : 3; int c : 9; struct { short e, f : 4; } d[2]; } x[2] = {{1, 2, 3, {{4, 5}, {6, 7}}}, [1].d[1].e = 8, [1].c = 9}; int main(void) { return x[0].a * 100000 + x[0].b * 10000 + x[0].d[0].f * 1000 + x[0].d[1].e * 100 + x[1].d[1].e * 10 + x[1].c; }`, "return 125689"},
		{"union initialiser", `struct s { int k; union { char c[8]; int i; } u; } x[2] = {{1, {"ab"}}, {2, {.i = 7}}}; int main(void) { return x[0].u.c[1] * 10 + x[1].u.i + x[1].u.c[4]; }`, "return 987"},
		{"large zero global", `int big[1000]; int main(void) { int *p = big + 500; *p += 3; return big[500] * 10 + big[999]; }`, "return 30"},
		{"headers", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <limits.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <assert.h>\n#include <math.h>\n#include <ctype.h>\n#include <errno.h>\n#include <stddef.h>\nint main(void) { bool b = true; uint16_t u = UINT16_MAX; printf(\"%d\", u); return INT_MAX == 2147483647 && b && NULL == 0; }", "return 1"},
		{"assert", "#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); assert(x == 2); return 0; }", "halt"},
		{"local header", "#include <string.h>\nint main(void) { char c[4]; return sizeof c + (int)sizeof(size_t); }", "return 8"},
		{"varargs", "#include <stdarg.h>\nint f(int n, ...) { va_list ap; va_start(ap, n); va_end(ap); return n; }\nint main(void) { return f(2, 3, 4.0); }", "return 2"},
		{"alias", `int f(void) { return 3; } int g(void) __attribute__((alias("f"))); int (*p)(void) = g; int main(void) { return g() * 10 + p() + (f == g) * 100; }`, "return 133"},
		{"weak definition", `__attribute__((weak)) int f(void) { return 3; } int main(void) { return f(); }`, "return 3"},
		{"fetch and add", `int main(void) { long long x = 1LL << 40; long long r = 1 ? __sync_fetch_and_add(&x, 3) : 0; return (r == 1LL << 40) * 10 + (x == (1LL << 40) + 3); }`, "return 11"},
		{"nand and fetch", `int main(void) { unsigned char c = 5; return __sync_nand_and_fetch(&c, 3); }`, "return 254"},
		{"lock", `int l; int main(void) { int a = __sync_lock_test_and_set(&l, 1), b = __sync_lock_test_and_set(&l, 1); __sync_lock_release(&l); __sync_synchronize(); return a * 100 + b * 10 + l; }`, "return 10"},
		{"compare and swap", `int main(void) { int x = 3; int a = __sync_bool_compare_and_swap(&x, 3, 7); int b = __sync_val_compare_and_swap(&x, 3, 9); return a * 100 + b * 10 + x; }`, "return 177"},
		{"compare exchange", `int main(void) { int x = 7, e = 3; int a = __atomic_compare_exchange_n(&x, &e, 5, 0, 5, 5); int b = __atomic_compare_exchange_n(&x, &e, 5, 0, 5, 5); return a * 1000 + b * 100 + e * 10 + x; }`, "return 175"},
		{"atomic load and store", `int main(void) { int x = 1; __atomic_store_n(&x, 8, 5); int o = __atomic_exchange_n(&x, 2, 5); return o * 100 + __atomic_load_n(&x, 5) * 10 + __atomic_sub_fetch(&x, 1, 5); }`, "return 821"},
		{"atomic pointer", `int a = 4, b = 5; int main(void) { int *p = &a; int *o = __sync_lock_test_and_set(&p, &b); return *o * 10 + *p; }`, "return 45"},
		{"packed", `struct __attribute__((packed)) s { char a; int b; }; struct t { char c; struct s d[2]; short e; }; int main(void) { return sizeof(struct s) * 1000 + sizeof(struct t) * 10 + __builtin_offsetof(struct t, d[1].b); }`, "return 5147"},
		{"realloc to less", `void *malloc(unsigned); void *realloc(void *, unsigned); int main(void) { int *p = malloc(8); p[0] = 3; p = realloc(p, 4); p = realloc(p, 40); return p[0]; }`, "return 3"},
		{"realloc of null", `void *realloc(void *, unsigned); int main(void) { int *p = realloc(0, 8); p[1] = 6; return p[1]; }`, "return 6"},
		{"union by value", `union u { int i; unsigned char c[4]; }; struct s { int k; union u u; }; struct s f(struct s a, union u b) { a.k += b.i; a.u.c[0] = b.c[1]; return a; } int main(void) { struct s x = {1, {.i = 0x01020304}}; union u y = {.i = 0x0506}; struct s z = f(f(x, y), y); return z.k * 100 + z.u.c[0] * 10 + x.u.c[0]; }`, "return 257354"},
		{"union before a call of the same function", `union u { int i; unsigned char c[4]; }; struct s { int k; union u u; }; int f(struct s a, int n) { a.k += n; a.u.c[0]++; return a.k * 100 + a.u.i; } int main(void) { struct s x = {1, {2}}, y = {3, {4}}; return f(x, f(y, 7) % 10) * 100 + x.u.i * 10 + y.u.i; }`, "return 60324"},
		{"union kept under recursion", `union u { int i; char c[4]; }; int h(union u a, int n) { return a.i + n; } int f(int n) { union u x; x.i = n; return n == 0 ? 0 : h(x, f(n - 1) * 10); } int main(void) { return f(3); }`, "return 123"},
		{"recursive union result", `union u { int i; char c[4]; }; union u f(int n) { union u r; r.i = n; if (n > 0) { union u q = f(n - 1); r.i += q.i * 10; } return r; } int main(void) { return f(3).i; }`, "return 123"},
		{"write to a literal", `int main(void) { char *s = "abc"; s[0] = 'x'; return s[0]; }`, "undefined: write to a string literal or const object"},
		{"write to a const array", `const int t[2] = {1, 2}; int main(void) { int *p = (int *)t; p[1]++; return t[1]; }`, "undefined: write to a string literal or const object"},
		{"pointer to const", `int x = 1; const int *p = &x; int main(void) { *(int *)p = 5; return *p; }`, "return 5"},
		{"const table of pointers", `int x = 1; const int *t[1] = {&x}; int main(void) { const int **q = t; *q = 0; return t[0] == 0; }`, "return 1"},
		{"overlapping memcpy", `void *memcpy(void *, const void *, unsigned); int main(void) { char a[8] = "abcdefg"; memcpy(a + 1, a, 5); return a[3]; }`, "undefined: overlapping memory in memcpy"},
		{"touching memcpy", `void *memcpy(void *, const void *, unsigned); int main(void) { char a[8] = "abcdefg"; memcpy(a + 4, a, 4); return a[5]; }`, "return 98"},
		{"overlapping strcpy", `char *strcpy(char *, const char *); int main(void) { char a[8] = "abcd"; strcpy(a, a + 1); return a[3]; }`, "undefined: overlapping strings"},
		{"struct copy through pointer", `struct s { int a; short b; }; int main(void) { struct s x = {1, 2}, y, *p = &x, *q = &y; *q = *p; y.b++; return q->a * 10 + q->b; }`, "return 13"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := lowerAndRun(t, tt.src, Options{}); got != tt.want {
				t.Errorf("%s\n%s\nwant %s", tt.src, got, tt.want)
			}
		})
	}
}
