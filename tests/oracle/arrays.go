package oracle

import (
	"math/rand/v2"
)

// Arrays returns a program with loops over arrays: they are filled, copied, mapped, filtered, reversed,
// searched, summed up and partly sorted, and the final assertion about all cells is as often wrong as right.
// The first input is the number of cells, at most 3, or with wide up to 1000; an error of the narrow program is
// also one of the wide one.
func Arrays(seed uint64, wide bool) Program {
	g := &arrayGen{gen: &gen{r: rand.New(rand.NewPCG(seed, 11))}}
	g.all(wide)
	return Program{Seed: seed, Source: g.b.String(), Inputs: 1 + g.asked}
}

// arrayGen makes one of these programs.
type arrayGen struct {
	*gen
	asked int // inputs besides the size
}

// all writes the program.
func (g *arrayGen) all(wide bool) {
	g.line("extern int __VERIFIER_nondet_int(void);")
	g.line("extern void abort(void);")
	g.line("extern void reach_error(void);")
	g.line("int input(void) { int x = __VERIFIER_nondet_int(); if (x < -1 || x > 3) abort(); return x; }")
	kind := g.r.IntN(3)
	if kind == 0 {
		g.line("int a[1003], b[1003];")
	}
	g.line("int main(void) {")
	g.indent = 1
	most := 3
	if wide {
		most = 1000
	}
	g.line("int n = __VERIFIER_nondet_int(); if (n < 0 || n > %d) abort();", most)
	g.line("int i, j, s = %d, m = %d, f = %d;", g.r.IntN(3), g.r.IntN(3)-1, g.r.IntN(2))
	switch kind {
	case 1:
		g.line("int a[1003], b[1003];")
	case 2:
		g.line("int a[n + 3], b[n + 3];")
	}
	g.line("for (i = 0; i < n + 3; i++) { a[i] = %s; b[i] = %s; }", g.pick("0", "1", "i", "2 * i", "n"), g.pick("0", "7", "i", "n - i"))
	for range 1 + g.r.IntN(3) {
		g.loop()
	}
	g.assertion()
	g.line("return 0;")
	g.indent = 0
	g.line("}")
}

// header is a loop over i, with mistakes at its ends now and then.
func (g *arrayGen) header() string {
	switch g.r.IntN(9) {
	case 0:
		return "for (i = n - 1; i >= 0; i--)"
	case 1:
		return "for (i = 1; i < n; i++)"
	case 2:
		return "for (i = 0; i < n - 1; i++)"
	case 3:
		return "for (i = 0; i <= n; i++)"
	case 4:
		return "for (i = 0; i < n; i += 2)"
	}
	return "for (i = 0; i < n; i++)"
}

// value is an expression over a counter and its cells.
func (g *arrayGen) value() string {
	return g.pick("1", "i", "i + 1", "a[i]", "b[i]", "a[i] + 1", "a[i] + b[i]", "a[n - i]", "b[i] - a[i]", "2 * i", "i * i", "n", "s", "i % 2", "a[i + 1]")
}

// cond is a condition about them.
func (g *arrayGen) cond() string {
	return g.pick("a[i] > b[i]", "a[i] == i", "i % 2 == 0", "b[i] >= 1", "a[i] != b[i]", "i == 0", "a[i] > m", "n % 2 == 0", "a[i] > a[i + 1]")
}

func (g *arrayGen) loop() {
	h := g.header()
	switch g.r.IntN(13) {
	case 0, 1:
		g.line("%s a[i] = %s;", h, g.value())
	case 2, 3:
		g.line("%s b[i] = %s;", h, g.value())
	case 4:
		g.line("%s b[n - 1 - i + %d] = a[i];", "for (i = 0; i < n; i++)", g.r.IntN(2))
	case 5:
		g.line("%s if (%s) b[i] = %s; else b[i] = %s;", h, g.cond(), g.value(), g.value())
	case 6:
		g.line("m = a[0]; %s if (a[i] %s m) m = a[i];", h, g.pick(">", "<", ">="))
	case 7:
		g.line("s = %d; %s s = s + %s;", g.r.IntN(2), h, g.pick("1", "a[i]", "b[i]", "i", "a[i] - b[i]"))
	case 8:
		g.line("f = 1; %s if (%s) f = 0;", h, g.cond())
	case 9:
		g.line("j = 0; %s if (%s) { b[j] = a[i]; j++; } s = j;", h, g.cond())
	case 10:
		g.line("for (i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }")
	case 11:
		g.line("for (i = 1; i < n; i++) a[i] = a[i - 1] + %s;", g.pick("1", "2", "i", "b[i]"))
	case 12:
		if g.asked > 0 {
			g.line("for (i = 0; i < n; i++) for (j = 0; j < i; j++) %s;", g.pick("a[i] = a[i] + 1", "a[j] = a[j] + i", "b[j] = a[i]", "s++"))
			return
		}
		g.asked = 3
		g.line("for (i = 0; i < n; i++) a[i] = input();")
	}
}

func (g *arrayGen) assertion() {
	rel := g.pick("==", "<=", ">=", "!=", "<")
	switch g.r.IntN(6) {
	case 0:
		g.line("if (!(s %s %s)) reach_error();", rel, g.pick("n", "0", "2 * n", "n * n", "m"))
	case 1:
		g.line("if (f) %s if (!(a[i] %s b[i])) reach_error();", g.header(), rel)
	case 2:
		g.line("for (i = 0; i + 1 < n; i++) if (!(a[i] %s a[i + 1])) reach_error();", rel)
	case 3:
		g.line("for (i = 0; i < n; i++) if (!(m %s a[i])) reach_error();", rel)
	default:
		g.line("%s if (!(%s[i] %s %s)) reach_error();", g.header(), g.pick("a", "b"), rel, g.pick("0", "1", "i", "2 * i", "n", "n - i", "b[n - 1 - i]", "a[i] + 1", "i * i", "s", "m"))
	}
}
