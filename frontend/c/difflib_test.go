package c

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// lgen writes C functions that call library functions with random arguments and hash their results and stores.
type lgen struct {
	r *rand.Rand
}

const libraryHeader = `
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <stdlib.h>
#include <stdio.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static unsigned h;
static void mix(unsigned long long x) { h = h * 31 + (unsigned)(x ^ x >> 32); }
static void at(const void *p, const void *base) { mix(p ? (unsigned)((const char *)p - (const char *)base) + 1 : 0); }
static void str(const char *s) { for (; s && *s; s++) mix((unsigned char)*s); mix(77); }
static void bytes(const char *s, int n) { for (int i = 0; i < n; i++) mix((unsigned char)s[i]); }
static void wide(const wchar_t *s, int n) { for (int i = 0; i < n; i++) mix(s[i]); }
static int sign(int x) { return x < 0 ? -1 : x > 0; }
static void dbl(double x) { if (x != x) { mix(12345); return; } unsigned long long u; memcpy(&u, &x, 8); mix(u); }
static void ldbl(long double x) { if (x != x) { mix(12345); return; } unsigned long long u = 0; unsigned short e = 0; memcpy(&u, &x, 8); memcpy(&e, (char *)&x + 8, 2); mix(u); mix(e); }
static void flt(float x) { if (x != x) { mix(12345); return; } unsigned u; memcpy(&u, &x, 4); mix(u); }
static int up(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
struct rec { int key; char tag; };
static int byKey(const void *a, const void *b) { return ((const struct rec *)a)->key - ((const struct rec *)b)->key; }
static int chars(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
`

func (g *lgen) pick(s ...string) string { return s[g.r.Intn(len(s))] }

// word is a string literal over a small alphabet.
func (g *lgen) word(alphabet string, max int) string {
	var b strings.Builder
	for range g.r.Intn(max + 1) {
		b.WriteByte(alphabet[g.r.Intn(len(alphabet))])
	}
	return fmt.Sprintf("%q", b.String())
}

func (g *lgen) number() string {
	return g.pick("0", "1", "-1", "42", "-7", "255", "-128", "65535", "123456789", "2147483647", "(-2147483647-1)", fmt.Sprint(g.r.Int31()-1<<30), fmt.Sprint(g.r.Intn(100)))
}

func (g *lgen) double() string {
	switch g.r.Intn(6) {
	case 0:
		return g.pick("0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-2.5", "3.5", "1e300", "-1e300", "1e-300", "4.9406564584124654e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "HUGE_VAL", "-HUGE_VAL", "NAN", "0x1.8p-1030")
	case 1:
		return fmt.Sprintf("%d.0", g.r.Intn(1000)-500)
	case 2:
		return fmt.Sprintf("%x", g.r.NormFloat64())
	case 3:
		return fmt.Sprintf("%xp0", 1+g.r.Float64())[:4] + fmt.Sprintf("p%d", g.r.Intn(2000)-1000)
	}
	return fmt.Sprintf("%.17g", g.r.NormFloat64()*float64(int64(1)<<uint(g.r.Intn(60))))
}

func (g *lgen) float() string {
	return "(float)" + g.pick("0x1.8p-140", "0x1p-149", "0x1.fffffep127", "0x1p-126", "1.5", "-3.0", "7.0", fmt.Sprintf("%.9g", g.r.NormFloat64()*1000), fmt.Sprintf("%.9g", g.r.NormFloat64()), "0.0", "-0.0", "HUGE_VAL", "NAN")
}

func (g *lgen) longDouble() string {
	switch g.r.Intn(3) {
	case 0:
		return g.pick("0.0L", "-0.0L", "0x1p-16445L", "0x1.8p-16400L", "0x1p-16382L", "0x1.fffffffffffffffep16383L", "-0x1p16000L", "HUGE_VALL", "-HUGE_VALL", "(long double)NAN", "1e400L", "0x1.0000000000000002p0L")
	case 1:
		return fmt.Sprintf("0x%x.%xp%dL", 1+g.r.Intn(15), g.r.Int63(), g.r.Intn(200)-100)
	}
	return "(long double)" + g.double()
}

// floatFormat is a conversion of a floating-point number, with its argument: not NaN, the sign of which is not known.
func (g *lgen) floatFormat() (format, arg string) {
	flags := ""
	for _, f := range "-+ #0" {
		if g.r.Intn(5) == 0 {
			flags += string(f)
		}
	}
	format = "%" + flags + g.pick("", "", "3", "12", "25")
	precision := g.pick("", "", ".", ".0", ".1", ".2", ".3", ".9", ".17", ".40", ".*")
	conv := g.pick("f", "f", "e", "g", "g", "F", "E", "G", "a", "A")
	if strings.Contains(flags, "#") {
		conv = g.pick("f", "e", "a") // glibc's %#g
	}
	x := g.pick("0.0", "-0.0", "2.5", "0.125", "-9.995", "999999.5", "1e5", "123456789.0", "0x1.8p-1040", "1e22", "HUGE_VAL", "-HUGE_VAL", "9.5", "99.95", "0.00001", "0.00009999995", fmt.Sprintf("%.6g", g.r.NormFloat64()*1000), fmt.Sprintf("%x", g.r.NormFloat64()))
	switch g.r.Intn(6) {
	case 0:
		x, conv = fmt.Sprintf("0x%x.%xp%dL", 1+g.r.Intn(15), g.r.Int63(), g.r.Intn(120)-80), "L"+conv
	case 1:
		x = "(float)" + x
	}
	if precision == ".*" {
		x = fmt.Sprintf("%d, %s", g.r.Intn(12)-2, x)
	}
	return format + precision + conv, x
}

// real is the text of a floating-point number, or nearly.
func (g *lgen) real() string {
	switch g.r.Intn(5) {
	case 0:
		return g.pick("inf", " -Infinity", "infi", "0x", "0x1.8p1", "0x.8p-1074", "-.5", ".", "1e", "1e+", "1e5", "5e-324", "2.4703282292062328e-324", "1e400", "-1e-400", "1.7976931348623159e308",
			"1.00000000000000011102230246251565404236316680908203125", "1.00000000000000011102230246251565404236316680908203126", "0x1.00000000000008p0", "0x1.000000000000080001p0", "3.4028235677973366e38", "9007199254740993")
	case 1:
		return strings.Trim(g.word(" +-.0159e", 8), `"`)
	case 2:
		return fmt.Sprintf("%.17g", g.r.NormFloat64()*float64(int64(1)<<uint(g.r.Intn(60))))
	}
	return fmt.Sprintf("%s%d.%de%d", g.pick("", "-", " +"), g.r.Intn(1000), g.r.Int63n(1<<uint(1+g.r.Intn(60))), g.r.Intn(60)-30)
}

func (g *lgen) format(scan bool) (format, arg string) {
	length := g.pick("", "", "", "hh", "h", "l", "ll", "j", "z", "t")
	cast := map[string]string{"": "int", "hh": "int", "h": "int", "l": "long", "ll": "long long", "j": "intmax_t", "z": "size_t", "t": "ptrdiff_t"}[length]
	flags := ""
	for _, f := range "-+ #0" {
		if g.r.Intn(5) == 0 {
			flags += string(f)
		}
	}
	width := g.pick("", "", "3", "8", "12", "25")
	precision := g.pick("", "", ".", ".0", ".2", ".11", ".24")
	switch g.r.Intn(7) {
	case 0, 1:
		return "%" + flags + width + precision + length + g.pick("d", "i"), "(" + cast + ")" + g.number()
	case 2:
		return "%" + flags + width + precision + length + g.pick("u", "x", "X", "o"), "(" + cast + ")" + g.number()
	case 3:
		return "%" + strings.Trim(flags, "+ #0") + width + "c", fmt.Sprint(33 + g.r.Intn(90))
	case 4:
		return "%" + strings.Trim(flags, "+ #0") + "*d", fmt.Sprintf("%d, %s", g.r.Intn(20)-10, g.number())
	case 5:
		return "%%%.*s", fmt.Sprintf("%d, %s", g.r.Intn(7)-1, g.word("abc", 5))
	}
	return "%" + strings.Trim(flags, "+ #0") + width + g.pick("", ".2", ".0") + "s", g.word("abc", 6)
}

// snippet is a block that uses one function.
func (g *lgen) snippet() string {
	ab, n := func() string { return g.word("ab", 5) }, func() string { return fmt.Sprint(g.r.Intn(7)) }
	mixed := func() string { return g.word("aAbB1", 4) }
	c := func() string { return g.pick("'a'", "'b'", "0", "'z'", "'b' + 256") }
	var ints []string
	for range 1 + g.r.Intn(6) {
		ints = append(ints, fmt.Sprint(g.r.Intn(9)-3))
	}
	list := strings.Join(ints, ",")
	wd := func() string { return "L" + ab() }
	switch g.r.Intn(66) {
	case 0:
		return fmt.Sprintf("mix(strspn(%s, %s)); mix(strcspn(%s, %s));", ab(), ab(), ab(), ab())
	case 1:
		return fmt.Sprintf("char s[] = %s; at(strpbrk(s, %s), s); at(strstr(s, %s), s);", ab(), ab(), g.word("ab", 2))
	case 2:
		return fmt.Sprintf("char s[] = %s; at(strcasestr(s, %s), s); at(strchrnul(s, %s), s);", mixed(), g.word("aB", 2), c())
	case 3:
		return fmt.Sprintf("mix(sign(strcasecmp(%s, %s))); mix(sign(strncasecmp(%s, %s, %s)));", mixed(), mixed(), mixed(), mixed(), n())
	case 4:
		return fmt.Sprintf("mix(sign(strcasecmp(%s, %s))); mix(sign(strcoll(%s, %s)));", mixed(), mixed(), ab(), ab())
	case 5:
		return fmt.Sprintf("mix(sign(strverscmp(%s, %s)));", g.word("a019", 6), g.word("a019", 6))
	case 6:
		w := g.word("0019", 3)
		return fmt.Sprintf("char a[20] = %s, b[20] = %s; strcat(a, %s); strcat(b, %s); mix(sign(strverscmp(a, b)));", w, w, g.word("0a19", 3), g.word("0a19", 3))
	case 7:
		return fmt.Sprintf("char s[] = %s, *p = s; for (int i = 0; i < 4; i++) { str(strsep(&p, %s)); at(p, s); } bytes(s, sizeof s);", g.word("ab,;", 6), g.pick(`","`, `",;"`, `""`))
	case 8:
		return fmt.Sprintf("char s[] = %s; for (char *t = strtok(s, %s); t; t = strtok(0, \",\")) str(t); bytes(s, sizeof s);", g.word("ab,;", 7), g.pick(`","`, `",;"`))
	case 9:
		return fmt.Sprintf("char s[] = %s, *r = 0; for (char *t = strtok_r(s, \",;\", &r); t; t = strtok_r(0, \",;\", &r)) { str(t); at(r, s); } bytes(s, sizeof s);", g.word("ab,;", 7))
	case 10:
		return fmt.Sprintf("char d[12] = \"zzzzzzzzzzz\"; at(stpncpy(d, %s, %s), d); bytes(d, 12); mix(strxfrm(d, %s, %s)); bytes(d, 1);", ab(), n(), ab(), "8")
	case 11:
		return fmt.Sprintf("char s[] = %s; at(memrchr(s, %s, sizeof s), s); at(memmem(s, sizeof s - 1, %s, %d), s);", ab(), c(), `"ab"`, g.r.Intn(3))
	case 12:
		return fmt.Sprintf("char d[12] = \"zzzzzzzzzzz\"; at(memccpy(d, %s, %s, 3), d); bytes(d, 12);", `"abab"`, c())
	case 13:
		return fmt.Sprintf("char d[8] = \"zzzzzzz\"; swab(\"abcdef\", d, %d); bytes(d, 8);", g.r.Intn(7))
	case 14:
		return fmt.Sprintf("char *d = strdup(%s), *e = strndup(%s, %s); str(d); str(e); free(d); free(e);", ab(), ab(), n())
	case 15:
		return fmt.Sprintf("char s[] = %s; at(index(s, %s), s); at(rindex(s, %s), s); at(rawmemchr(s, 0), s);", ab(), c(), c())
	case 16, 17, 18:
		f := g.pick("strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax")
		s := g.pick(g.word(" +-019afxX", 6), `"`+g.pick("", " ", "-", "+")+g.pick("", "0x", "0")+g.pick("7fffffff", "80000000", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551616", "ffffffffffffffff", "4294967296", "zz")+g.pick("", "z", " ")+`"`)
		return fmt.Sprintf("char s[] = %s, *e = 0; errno = 0; mix(%s(s, &e, %s)); at(e, s); mix(errno);", s, f, g.pick("0", "10", "16", "8", "2", "36", "1", "37"))
	case 19:
		return fmt.Sprintf("mix(atoi(%s)); mix(atol(%s)); mix(atoll(%s));", g.word(" -+12", 5), g.word(" -+12", 5), g.word(" -+12", 5))
	case 20:
		return fmt.Sprintf("div_t d = div(%d, %d); ldiv_t l = ldiv(%d, %d); lldiv_t q = lldiv(%d, %d); mix(d.quot * 3 + d.rem); mix(l.quot * 3 + l.rem); mix(q.quot * 3 + q.rem); mix(imaxdiv(%d, 7).rem); mix(imaxabs(%d));",
			g.r.Intn(99)-50, 1+g.r.Intn(9), g.r.Intn(99)-50, -1-g.r.Intn(9), g.r.Intn(99)-50, 1+g.r.Intn(9), g.r.Intn(99)-50, g.r.Intn(99)-50)
	case 21:
		return fmt.Sprintf("int a[] = {%s}; qsort(a, sizeof a / sizeof *a, sizeof *a, up); for (unsigned i = 0; i < sizeof a / sizeof *a; i++) mix(a[i]); int k = %d; at(bsearch(&k, a, sizeof a / sizeof *a, sizeof *a, up), a);", list, g.r.Intn(5))
	case 22:
		return fmt.Sprintf("struct rec a[] = {{%d, 'a'}, {%d, 'b'}, {%d, 'c'}, {%d, 'd'}}; qsort(a, 4, sizeof *a, byKey); for (int i = 0; i < 4; i++) { mix(a[i].key); mix(a[i].tag); }", g.r.Intn(3), g.r.Intn(3), g.r.Intn(3), g.r.Intn(3))
	case 23:
		return fmt.Sprintf("char s[] = %s; qsort(s, sizeof s - 1, 1, chars); str(s);", g.word("abc", 6))
	case 24:
		return fmt.Sprintf("int a[9] = {1,2,3}; size_t n = 3; int k = %d; at(lfind(&k, a, &n, sizeof *a, up), a); at(lsearch(&k, a, &n, sizeof *a, up), a); mix(n); mix(a[3]);", g.r.Intn(5))
	case 25:
		return fmt.Sprintf("wchar_t d[12] = L\"zzzzzzzz\"; wcscpy(d, %s); wcscat(d, %s); wide(d, 12); mix(wcslen(d)); mix(wcsnlen(d, 2));", wd(), wd())
	case 26:
		return fmt.Sprintf("wchar_t d[12] = L\"zzzzzzzz\"; wcsncpy(d, %s, %s); wide(d, 9); d[8] = 0; wcsncat(d, %s, 2); wide(d, 9);", wd(), n(), wd())
	case 27:
		return fmt.Sprintf("mix(sign(wcscmp(%s, %s))); mix(sign(wcsncmp(%s, %s, %s))); mix(sign(wmemcmp(%s, %s, 1)));", wd(), wd(), wd(), wd(), n(), wd(), wd())
	case 28:
		return fmt.Sprintf("wchar_t s[] = %s; at(wcschr(s, %s), s); at(wcsrchr(s, 'a'), s); at(wcsstr(s, %s), s); at(wcspbrk(s, %s), s); mix(wcsspn(s, %s)); mix(wcscspn(s, %s));", wd(), g.pick("'a'", "'b'"), "L"+g.word("ab", 2), wd(), wd(), wd())
	case 29:
		return fmt.Sprintf("wchar_t d[6] = L\"zzzzz\"; wmemset(d, 'q', %d); wmemcpy(d + 3, %s, 1); wmemmove(d + 1, d, 3); wide(d, 6); at(wmemchr(d, 'q', 6), d);", g.r.Intn(4), wd())
	case 30:
		return fmt.Sprintf("wchar_t s[] = L%s, *r = 0; for (wchar_t *t = wcstok(s, L\",\", &r); t; t = wcstok(0, L\",\", &r)) { mix(wcslen(t)); at(r, s); }", g.word("ab,", 7))
	case 31, 32, 33, 34, 35, 36:
		var fs, as string
		for range 1 + g.r.Intn(3) {
			f, a := g.format(false)
			fs += g.pick("", "x", "%%", " ") + f
			as += ", " + a
		}
		switch g.r.Intn(4) {
		case 0:
			return fmt.Sprintf("char b[200] = \"zzzz\"; mix(sprintf(b, \"%s\"%s)); bytes(b, 8); str(b);", fs, as)
		case 1:
			return fmt.Sprintf("char *p = 0; int n = 0; mix(asprintf(&p, \"%s%%n\"%s, &n)); mix(n); str(p); free(p);", fs, as)
		}
		return fmt.Sprintf("char b[30] = \"zzzz\"; mix(snprintf(b, %d, \"%s\"%s)); str(b);", g.r.Intn(30), fs, as)
	case 37:
		f, a := g.format(false)
		return fmt.Sprintf("mix(snprintf(0, 0, \"%s\", %s));", f, a)
	case 38, 39, 40, 41:
		conv := g.pick("d", "i", "u", "x", "o")
		length, typ := "", "int"
		if g.r.Intn(2) == 0 {
			k := g.r.Intn(6)
			length, typ = []string{"hh", "h", "l", "ll", "z", "j"}[k], []string{"signed char", "short", "long", "long long", "ssize_t", "intmax_t"}[k]
		}
		in := g.word(" -+0129afg,", 8)
		if strings.ContainsAny(in, "0") && conv != "d" && conv != "u" && conv != "o" {
			in = g.word(" -12f,", 8)
		}
		return fmt.Sprintf("%s a = 5, b = 6; int n = -1; mix(sscanf(%s, \"%%%s%s%s%s%%%s%s%s\", &a, &b, &n)); mix((int)a); mix((int)b); mix(n);", typ, in, g.pick("", "", "2", "4"), length, conv, g.pick("", " ", ",", " ,"), length, conv, g.pick("%n", "%n", ""))
	case 42, 43:
		return fmt.Sprintf("char a[12] = \"zzzz\", b[12] = \"yyyy\"; int n = -1; mix(sscanf(%s, \"%s%s%s%%n\", a, b, &n)); bytes(a, 12); bytes(b, 12); mix(n);", g.word("ab ,-", 9), g.pick("%s", "%2s", "%3c", "%[ab]", "%[^,]", "%3[a-b]", "%*s%s"), g.pick("", " ", ","), g.pick("%s", "%[^a]", "%2c", "%[]a-]"))
	case 44:
		return fmt.Sprintf("mix(ilogb(%s)); mix(ilogbf(%s)); dbl(logb(%s));", g.double(), g.float(), g.double())
	case 45:
		return fmt.Sprintf("int e = 0; double x = %s; dbl(frexp(x, &e)); if (x - x == 0) mix(e); float y = %s; flt(frexpf(y, &e)); if (y - y == 0) mix(e);", g.double(), g.float())
	case 46:
		return fmt.Sprintf("dbl(ldexp(%s, %d)); dbl(scalbn(%s, %d)); dbl(scalbln(%s, %d));", g.double(), g.r.Intn(2200)-1100, g.double(), g.r.Intn(200)-100, g.double(), g.r.Intn(6000)-3000)
	case 47:
		return fmt.Sprintf("flt(ldexpf(%s, %d)); flt(scalbnf(%s, %d)); flt(logbf(%s));", g.float(), g.r.Intn(300)-150, g.float(), g.r.Intn(600)-300, g.float())
	case 48:
		return fmt.Sprintf("double w; float v; dbl(modf(%s, &w)); dbl(w); flt(modff(%s, &v)); flt(v);", g.double(), g.float())
	case 49:
		return fmt.Sprintf("dbl(nextafter(%s, %s)); flt(nextafterf(%s, %s)); dbl(nexttoward(%s, %s)); flt(nexttowardf(%s, %s));", g.double(), g.double(), g.float(), g.float(), g.double(), g.double(), g.float(), g.double())
	case 50:
		return fmt.Sprintf("dbl(fma(%s, %s, %s)); flt(fmaf(%s, %s, %s));", g.double(), g.double(), g.double(), g.float(), g.float(), g.float())
	case 51:
		return fmt.Sprintf("int q = 0; double x = %s, y = %s; dbl(remquo(x, y, &q)); if (x - x == 0 && y == y && y != 0) { mix(q < 0 ? -(-q & 7) : q & 7); }", g.double(), g.double())
	case 52:
		return fmt.Sprintf("time_t t = (time_t)%d * %d; struct tm m; gmtime_r(&t, &m); mix(m.tm_sec + m.tm_min * 60 + m.tm_hour * 3600); mix(m.tm_mday + m.tm_mon * 40); mix(m.tm_year); mix(m.tm_wday); mix(m.tm_yday); dbl(difftime(t, 5));", g.r.Intn(4000000)-2000000, 1+g.r.Intn(500))
	case 53:
		return fmt.Sprintf("char *(*f)(const char *, int) = strchr; size_t (*l)(const char *) = strlen; int (*k)(const char *, const char *) = strcmp; char s[] = %s; at(f(s, 'b'), s); mix(l(s)); mix(sign(k(s, %s)));", ab(), ab())
	case 54:
		return fmt.Sprintf("char s[8] = \"abcdefg\"; bcopy(s + %d, s + %d, %d); bzero(s + 5, %d); bytes(s, 8); mix(bcmp(s, \"ab\", 2) != 0); mix(isascii(%s)); mix(toascii(%s));", g.r.Intn(3), g.r.Intn(3), g.r.Intn(5), g.r.Intn(3), g.number(), g.number())
	case 55:
		return fmt.Sprintf("char d[8] = \"zz\"; mix(isdigit(d[0])); void *p = 0; mix(posix_memalign(&p, %s, 8)); mix(p != 0); mix(reallocarray(0, (size_t)-1, 2) != 0);", g.pick("8", "3", "0", "2"))
	case 57, 58:
		f, a := g.floatFormat()
		f2, a2 := g.floatFormat()
		return fmt.Sprintf("char b[200] = \"zzzz\"; mix(snprintf(b, %d, \"%s|%s\", %s, %s)); str(b);", 1+g.r.Intn(150), f, f2, a, a2)
	case 59, 60:
		f := g.pick("strtod", "strtod", "strtof", "strtold")
		return fmt.Sprintf("char s[] = \"%s\", *e = 0; errno = 0; %s(%s(s, &e)); at(e, s); mix(errno);", g.real(), map[string]string{"strtod": "dbl", "strtof": "flt", "strtold": "ldbl"}[f], f)
	case 61:
		return fmt.Sprintf("float f = 7; double d = 7; long double l = 7; int n = -1; mix(sscanf(\"%s %s,%s\", \"%%%sf %%%slf ,%%Lf%%n\", &f, &d, &l, &n)); flt(f); dbl(d); ldbl(l); mix(n);", g.real(), g.real(), g.real(), g.pick("", "", "3"), g.pick("", "", "5"))
	case 62:
		return fmt.Sprintf("int e = 0; long double x = %s, w; ldbl(frexpl(x, &e)); if (x - x == 0) mix(e); ldbl(modfl(x, &w)); ldbl(w); mix(ilogbl(x)); ldbl(logbl(x));", g.longDouble())
	case 63:
		return fmt.Sprintf("errno = 0; ldbl(ldexpl(%s, %d)); ldbl(scalbnl(%s, %d)); ldbl(scalblnl(%s, %d)); mix(errno);", g.longDouble(), g.r.Intn(40000)-20000, g.longDouble(), g.r.Intn(200)-100, g.longDouble(), g.r.Intn(33000)-16500)
	case 64:
		return fmt.Sprintf("errno = 0; ldbl(nextafterl(%s, %s)); mix(errno); ldbl(nexttowardl(%s, %s)); ldbl(fmal(%s, %s, %s));", g.longDouble(), g.longDouble(), g.longDouble(), g.longDouble(), g.longDouble(), g.longDouble(), g.longDouble())
	case 65:
		return fmt.Sprintf("int q = 0; long double x = %s, y = %s; ldbl(remquol(x, y, &q)); if (x - x == 0 && y == y && y != 0) mix(q < 0 ? -(-q & 7) : q & 7); float f = %s, g = %s; flt(remquof(f, g, &q)); if (f - f == 0 && g == g && g != 0) mix(q < 0 ? -(-q & 7) : q & 7);", g.longDouble(), g.longDouble(), g.float(), g.float())
	case 56:
		return fmt.Sprintf("mix(btowc(%s)); mix(wctob(%d)); mix(ffs(%s)); mix(ffsll(%s));", g.pick("-1", "65", "200"), g.r.Intn(300), g.number(), g.number())
	}
	return fmt.Sprintf("errno = %d; mix(errno); char *e; strtol(%s, &e, 10); mix(errno); errno++; mix(errno);", g.r.Intn(5), g.pick(`"5"`, `"99999999999999999999"`))
}

func (g *lgen) function(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "int %s(void) {\n", name)
	for range 3 {
		fmt.Fprintf(&b, "  { %s }\n", g.snippet())
	}
	b.WriteString("  return (int)(h & 0x7fffffff);\n}\n")
	return b.String()
}

// TestDifferentialLibrary compares the models of library functions with glibc's
// functions on random arguments.
func TestDifferentialLibrary(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			m.executed(t)
			differential(t, m.model, m.flags, libraryHeader, 6, func(r *rand.Rand) func(string) string {
				g := &lgen{r: r}
				return g.function
			})
		})
	}
}
