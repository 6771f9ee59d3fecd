package sizeinduction_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program/programtest"
)

// drawing writes a random program.
type drawing struct {
	t     *rapid.T
	b     strings.Builder
	locs  int
	loops int // so far
}

func (d *drawing) n(most int) int { return rapid.IntRange(0, most).Draw(d.t, "n") }

func (d *drawing) one(of ...string) string { return of[d.n(len(of)-1)] }

// fresh names a location.
func (d *drawing) fresh() string {
	d.locs++
	return fmt.Sprintf("L%d", d.locs)
}

func (d *drawing) edge(from, to string, ops ...string) {
	fmt.Fprintf(&d.b, "%s -> %s", from, to)
	for _, op := range ops {
		fmt.Fprintf(&d.b, "; %s", op)
	}
	d.b.WriteByte('\n')
}

// cond is a condition; numbers of nine and more are not those of the base case.
func (d *drawing) cond() string {
	return d.one(fmt.Sprintf("(= n %d)", 8+d.n(2)), fmt.Sprintf("(= i %d)", d.n(9)), fmt.Sprintf("(= s %d)", d.n(9)), "(= (mod n 2) 0)", "(= x 1)", "(< i x)",
		fmt.Sprintf("(and (= n %d) (= i %d))", 8+d.n(2), d.n(9)), "(< s i)")
}

func (d *drawing) assign() string {
	return d.one("s := (+ s 1)", "s := (+ s x)", "s := i", "s := (- n s)", "i := (+ i 1)", "a := (store a i s)", "s := (select a i)", "s := (ite (< i x) 1 s)", "s := 0")
}

// block appends statements at a location and returns their end.
func (d *drawing) block(at string, depth int) string {
	for range 1 + d.n(1) {
		switch k := d.n(5); {
		case k == 0:
			next := d.fresh()
			d.edge(at, next, "assume "+d.cond())
			at = next
		case k == 1 && depth > 0:
			c, then, join := d.cond(), d.fresh(), d.fresh()
			d.edge(at, then, "assume "+c)
			d.edge(at, join, "assume (not "+c+")", d.assign())
			d.edge(d.block(then, depth-1), join)
			at = join
		case k == 2 && depth > 0 && d.loops > 0 && d.loops < 3:
			at = d.loop(at, fmt.Sprint(1+d.n(1)), depth-1)
		default:
			next := d.fresh()
			d.edge(at, next, d.assign())
			at = next
		}
	}
	return at
}

// loop writes one that counts to a bound.
func (d *drawing) loop(at, bound string, depth int) string {
	d.loops++
	i := d.one("i", "j")
	head, body, end := d.fresh(), d.fresh(), d.fresh()
	d.edge(at, head, i+" := 0")
	d.edge(head, body, fmt.Sprintf("assume (< %s %s)", i, bound))
	d.edge(head, end, fmt.Sprintf("assume (not (< %s %s))", i, bound))
	d.edge(d.block(body, depth), head, fmt.Sprintf("%s := (+ %s 1)", i, i))
	return end
}

// program writes all of it.
func (d *drawing) program() string {
	d.b.WriteString("n i j s x : int\na : cells\n")
	begin := []string{"input n", "assume (<= (- 1) n)", fmt.Sprintf("assume (<= n %d)", largest)}
	if d.n(1) == 0 {
		begin = append(begin, "input x", "assume (<= 0 x)", "assume (<= x 1)")
	}
	if d.n(2) == 0 {
		begin = append(begin, fmt.Sprintf("assume (not (= n %d))", 9+d.n(1)))
	}
	at := d.fresh()
	d.edge("S", at, begin...)
	for range 1 + d.n(1) {
		at = d.loop(at, d.one("n", "n", "(- n 1)", fmt.Sprintf("(ite (= n %d) 5 n)", 9+d.n(1))), 2)
		if d.n(2) == 0 {
			at = d.block(at, 1)
		}
	}
	d.edge(at, "error", "assume "+d.one(fmt.Sprintf("(= s %d)", 1+d.n(11)), "(not (= s n))", "(< s 0)", fmt.Sprintf("(and (= n %d) (= s %d))", 9+d.n(1), d.n(9))))
	return d.b.String()
}

// TestRandomPrograms: no program that fails for some size holds in the base case and in the step to the first such size.
func TestRandomPrograms(t *testing.T) {
	proven, safe, failed, beyond := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := (&drawing{t: t}).program()
		r, ok := induct(t, programtest.Text(text))
		if !ok {
			return
		}
		if r.wrong() || len(r.whole) > 0 && r.proves() {
			t.Fatalf("it fails for %v, its base case (up to %d) for %v, its step for %v\n%s", r.whole, r.x.Least, r.base, r.not, text)
		}
		switch {
		case len(r.whole) > 0 && len(r.base) == 0:
			beyond++
		case len(r.whole) > 0:
			failed++
		case r.proves():
			proven++
		}
		if len(r.whole) == 0 {
			safe++
		}
	})
	t.Logf("%d safe programs, %d proven; %d fail, %d only beyond the base case", safe, proven, failed+beyond, beyond)
	if proven == 0 || failed+beyond == 0 {
		t.Error("the programs are all alike")
	}
}
