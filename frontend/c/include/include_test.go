package include

import (
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"modernc.org/cc/v4"

	"cupel/tests/need"
)

var models = []struct {
	name, arch, flag string
	lp64             bool
}{{"ILP32", "386", "-m32", false}, {"LP64", "amd64", "-m64", true}}

func translate(t *testing.T, arch string, lp64 bool, src string) (*cc.AST, error) {
	t.Helper()
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &cc.Config{ABI: abi, FS: FS(), FSOnly: true, IncludePaths: []string{"", Dir}, SysIncludePaths: []string{Dir}}
	return cc.Translate(cfg, []cc.Source{
		{Name: "<predefined>", Value: predefined(lp64)},
		{Name: "test.c", Value: src},
	})
}

// uses has a program for headers whose contents need more than inclusion.
var uses = map[string]string{
	"assert.h":      `int f(int x) { assert(x > 0); assert((x, 1)); return x; }`,
	"stddef.h":      `struct s { char c; int i; }; size_t o = offsetof(struct s, i); wchar_t *w = L"x"; void *n = NULL; max_align_t m;`,
	"stdarg.h":      `int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int x = va_arg(a, int) + va_arg(b, int); va_end(a); return x; }`,
	"stdbool.h":     `bool b = true && !false;`,
	"stdalign.h":    `alignas(16) int x; int y = alignof(int);`,
	"stdint.h":      `uint8_t a = UINT8_MAX; int64_t b = INT64_MIN; uintptr_t p = UINTPTR_MAX; uint64_t c = UINT64_C(1) << 63; int_fast16_t f = INT_FAST16_MAX;`,
	"inttypes.h":    `const char *s = "%" PRIu64 "%" PRIdPTR; int64_t f(void) { return imaxabs(-1); }`,
	"limits.h":      `int a[] = { INT_MIN, INT_MAX, CHAR_MIN, SHRT_MIN }; unsigned long u = ULONG_MAX; long long l = LLONG_MIN;`,
	"float.h":       `float f = FLT_MAX; double d = DBL_EPSILON; long double l = LDBL_MIN; int n = LDBL_MANT_DIG;`,
	"math.h":        `int f(double x, float y) { return isnan(x) + isinf(y) + isfinite(x) + signbit(x) + (fpclassify(x) == FP_ZERO) + (sqrt(x) > HUGE_VAL) + (fabsf(y) < INFINITY) + isless(x, y) + (NAN == NAN); }`,
	"errno.h":       `int f(void) { errno = 0; return errno == EINVAL; }`,
	"stdio.h":       `int f(void) { fprintf(stderr, "%d", EOF); FILE *g = fopen("a", "r"); return g == NULL ? printf("x") : fclose(g); }`,
	"stdlib.h":      `void *f(size_t n) { void *p = malloc(n); if (!p) abort(); free(calloc(1, n)); return realloc(p, n + 1); }`,
	"string.h":      `char b[8]; size_t f(const char *s) { memset(b, 0, sizeof b); memcpy(b, s, 2); return strlen(strcpy(b, s)); }`,
	"setjmp.h":      `jmp_buf e; int f(void) { if (setjmp(e)) return 1; longjmp(e, 1); }`,
	"signal.h":      `void h(int s) {} int f(void) { return signal(SIGINT, h) == SIG_ERR; }`,
	"pthread.h":     `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *g(void *a) { pthread_mutex_lock(&m); return a; } int f(void) { pthread_t t; pthread_create(&t, NULL, g, &m); return pthread_join(t, 0); }`,
	"semaphore.h":   `sem_t s; int f(void) { sem_init(&s, 0, 1); return sem_wait(&s); }`,
	"stdatomic.h":   `atomic_int a = ATOMIC_VAR_INIT(0); atomic_flag l = ATOMIC_FLAG_INIT; int f(void) { int e = 1; atomic_store(&a, 1); atomic_fetch_add(&a, 2); atomic_flag_test_and_set(&l); return atomic_load(&a) + atomic_compare_exchange_strong(&a, &e, 2); }`,
	"time.h":        `long f(void) { struct tm t; time_t n = time(0); return mktime(&t) - n; }`,
	"iso646.h":      `int f(int a, int b) { return a and not b or a bitand b; }`,
	"stdnoreturn.h": `noreturn void f(void) { for (;;) {} }`,
	"sys/stat.h":    `int f(const char *p) { struct stat s; return stat(p, &s) || S_ISDIR(s.st_mode) || s.st_mtime > 0; }`,
	"fcntl.h":       `int f(void) { return open("a", O_RDONLY | O_CREAT, 0600); }`,
	"wchar.h":       `size_t f(void) { return wcslen(L"ab"); }`,
	"ctype.h":       `int f(int c) { return isalpha(c) ? toupper(c) : tolower(c); }`,
}

// TestEachHeaderAlone: each header can be included alone and twice, for all data models.
func TestEachHeaderAlone(t *testing.T) {
	for _, m := range models {
		for _, h := range names() {
			t.Run(m.name+"/"+h, func(t *testing.T) {
				if _, err := translate(t, m.arch, m.lp64, "#include <"+h+">\n#include <"+h+">\n"+uses[h]+"\n"); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestAllHeadersTogether: the headers do not contradict each other, in both orders.
func TestAllHeadersTogether(t *testing.T) {
	all := names()
	for _, m := range models {
		for _, order := range []string{"forward", "backward"} {
			var b strings.Builder
			for _, h := range all {
				fmt.Fprintf(&b, "#include \"%s\"\n", h)
			}
			if _, err := translate(t, m.arch, m.lp64, b.String()); err != nil {
				t.Errorf("%s, %s: %v", m.name, order, err)
			}
			slices.Reverse(all)
		}
	}
}

// TestRequiredHeaders: headers that programs of the benchmarks include exist.
func TestRequiredHeaders(t *testing.T) {
	all := names()
	for _, h := range strings.Fields(`assert.h ctype.h errno.h float.h inttypes.h iso646.h limits.h locale.h malloc.h alloca.h
		math.h memory.h pthread.h setjmp.h signal.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h
		string.h strings.h sys/types.h sys/stat.h sys/time.h time.h unistd.h wchar.h fcntl.h semaphore.h stdatomic.h`) {
		if !slices.Contains(all, h) {
			t.Errorf("no header %s", h)
		}
	}
}

// TestFS: the embedded headers are a valid file system, and no path leads out of it.
func TestFS(t *testing.T) {
	if err := fstest.TestFS(sub{}, "stdio.h", "sys/types.h"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"stdio.h", Dir + "/../x", Dir + "/none.h", "/usr/include/stdio.h"} {
		if f, err := FS().Open(bad); err == nil {
			f.Close()
			t.Errorf("opened %s", bad)
		}
	}
}

// sub presents the headers without Dir, whose name fstest cannot list.
type sub struct{}

func (sub) Open(name string) (fs.File, error) {
	if name == "." {
		return FS().Open(Dir)
	}
	return FS().Open(Dir + "/" + name)
}

// TestAssertCall checks the call of a failing assert.
func TestAssertCall(t *testing.T) {
	ast, err := translate(t, "amd64", true, "#include <assert.h>\nint f(int x) {\n  assert(x > 0);\n  return 0;\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	tu := ast.TranslationUnit
	for tu.TranslationUnit != nil {
		tu = tu.TranslationUnit
	}
	src := cc.NodeSource(tu)
	if want := `__assert_fail("x > 0", "test.c", 3, __func__)`; !strings.Contains(src, want) {
		t.Errorf("got %s\nwant a call %s", src, want)
	}
	if _, err := translate(t, "amd64", true, "#define NDEBUG\n#include <assert.h>\nvoid f(void) { assert(undeclared); }\n#undef NDEBUG\n#include <assert.h>\nvoid g(int x) { assert(x); }\n"); err != nil {
		t.Error(err)
	}
}

// TestMacrosMatchGCC compares every predefined macro that gcc has too.
func TestMacrosMatchGCC(t *testing.T) {
	gcc := need.Tool(t, "gcc")
	own := map[string]bool{"__STDC_VERSION__": true, "__extension__": true, "__BYTE_ORDER__": true, "__FLOAT_WORD_ORDER__": true,
		"__VERSION__": true, "__GNUC__": true, "__GNUC_MINOR__": true, "__GNUC_PATCHLEVEL__": true, "__FLT_EVAL_METHOD__": true,
		"__WCHAR_MIN__": true}
	for _, m := range models {
		out, err := exec.Command(gcc, m.flag, "-dM", "-E", "-x", "c", "/dev/null").Output()
		if err != nil {
			t.Skipf("gcc %s: %v", m.flag, err)
		}
		host := macros(string(out))
		n := 0
		for name, v := range macros(Macros(m.lp64)) {
			h, ok := host[name]
			if !ok || own[name] {
				continue
			}
			n++
			h = strings.TrimSuffix(strings.TrimPrefix(h, "((double)"), "L)")
			if words(h) != words(v) && words(h) != words(v+"L") {
				t.Errorf("%s: %s is %q, gcc has %q", m.name, name, v, h)
			}
		}
		if n < 150 {
			t.Errorf("%s: compared only %d macros", m.name, n)
		}
	}
}

func macros(text string) map[string]string {
	ms := map[string]string{}
	for _, l := range strings.Split(text, "\n") {
		if rest, ok := strings.CutPrefix(l, "#define "); ok {
			name, v, _ := strings.Cut(rest, " ")
			ms[name] = strings.TrimSpace(v)
		}
	}
	return ms
}

// words orders the words of a type name: "unsigned int" is "int unsigned".
func words(s string) string {
	f := strings.Fields(s)
	slices.Sort(f)
	return strings.Join(f, " ")
}

// TestSizesMatchGCC compares sizes and constants of our types with gcc's.
func TestSizesMatchGCC(t *testing.T) {
	src := "#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n"
	exprs := []string{"sizeof(size_t)", "sizeof(ptrdiff_t)", "sizeof(wchar_t)", "sizeof(intmax_t)", "sizeof(int_fast8_t)", "sizeof(int_fast16_t)",
		"sizeof(int_fast32_t)", "sizeof(uint_least16_t)", "sizeof(long)", "sizeof(void *)", "(LONG_MAX > INT_MAX)", "((size_t)-1 == SIZE_MAX)",
		"(UINT64_MAX / 3 > INT64_MAX / 2)", "((uint8_t)-1 == UINT8_MAX)", "(CHAR_MIN < 0)"}
	gcc := need.Has(t, "gcc")
	for _, m := range models {
		for i, e := range exprs {
			ast, terr := translate(t, m.arch, m.lp64, fmt.Sprintf("%senum { V%d = %s };\n", src, i, e))
			if terr != nil {
				t.Fatalf("%s: %s: %v", m.name, e, terr)
			}
			v := ast.Scope.Nodes[fmt.Sprintf("V%d", i)][0].(*cc.Enumerator).Value()
			if !gcc {
				continue
			}
			check := fmt.Sprintf("typedef __SIZE_TYPE__ size_t; typedef __PTRDIFF_TYPE__ ptrdiff_t; typedef __WCHAR_TYPE__ wchar_t;\n"+
				"#include \"headers/limits.h\"\n#include \"headers/stdint.h\"\n_Static_assert((%s) == %v, \"differs\");\n", e, v)
			cmd := exec.Command("gcc", m.flag, "-nostdinc", "-fsyntax-only", "-I.", "-x", "c", "-")
			cmd.Stdin = strings.NewReader(check)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %s = %v by cc, gcc says: %s", m.name, e, v, out)
			}
		}
	}
}

func BenchmarkPredefined(b *testing.B) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := cc.Translate(&cc.Config{ABI: abi}, []cc.Source{{Name: "<predefined>", Value: predefined(true)}}); err != nil {
			b.Fatal(err)
		}
	}
}

// predefined is the text in front of every program.
func predefined(lp64 bool) string { return Macros(lp64) + strings.Join(Builtins(), "\n") + "\n" }

// names lists the headers as #include names them, in lexical order.
func names() []string {
	var out []string
	err := fs.WalkDir(headers, "headers", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, strings.TrimPrefix(path, "headers/"))
		}
		return err
	})
	if err != nil {
		return nil // not possible: the files are embedded
	}
	return out
}
