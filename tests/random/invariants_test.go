package random

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// instrument calls the error function where a loop's condition is about to be evaluated and the invariant does not hold; "" when the line has no such
// loop or C cannot express the invariant.
func instrument(line, inv string) string {
	if inv == "" {
		return ""
	}
	check := "((" + inv + ") || (reach_error(), 0)) && "
	open := regexp.MustCompile(`\b(while|for) \(`).FindStringIndex(line)
	if open == nil || strings.Count(line, "while (")+strings.Count(line, "for (") != 1 {
		return ""
	}
	depth, from := 0, open[1]
	if strings.HasPrefix(line[open[0]:], "for") {
		from += strings.Index(line[from:], ";") + 1
	}
	for i := from; i < len(line); i++ {
		switch c := line[i]; {
		case c == '(':
			depth++
		case depth == 0 && (c == ')' || c == ';'):
			return line[:from] + check + "(" + line[from:i] + ")" + line[i:]
		case c == ')':
			depth--
		}
	}
	return ""
}

// inC translates an invariant to an expression of gcc; one about all cells of arrays is about the existing ones, each index being the number of its
// cell. "": it cannot be expressed.
func inC(inv string) string {
	bound, body, ok := strings.Cut(strings.TrimPrefix(inv, "for all "), ": ")
	if !ok {
		return inv
	}
	if bound != "k" || len(arrayIndex.FindAllString(body, -1)) != strings.Count(body, "[") {
		return ""
	}
	there := "k < 1 << 20"
	for _, m := range arrayIndex.FindAllStringSubmatch(body, -1) {
		there += fmt.Sprintf(" && k < sizeof %s / sizeof *%s", m[1], m[1])
	}
	body = valueOf.ReplaceAllString(body, "(__int128)$0")
	where, what, ok := strings.Cut(body, " ==> ")
	if !ok {
		where, what = "1", body
	}
	where = chain.ReplaceAllString(where, "$1$2 && $2$3")
	return "({ int all = 1; for (__int128 k = 0; " + there + "; k++) all &= !(" + where + ") || (" + what + "); all; })"
}

var (
	arrayIndex = regexp.MustCompile(`\b(\w+)\[k\]`)
	valueOf    = regexp.MustCompile(`\b[A-Za-z_]\w*(\[k\])?`)
	chain      = regexp.MustCompile(`(<=? )(\(__int128\)k)( <)`)
)

// invariants are programs that check the reported invariants.
type invariants struct {
	programs     []oracle.Program
	said         [][]verifier.Invariant
	total, cells int
}

// of returns a function that adds the invariants reported for a program.
func (x *invariants) of(p oracle.Program) func([]verifier.Invariant) {
	return func(said []verifier.Invariant) {
		text := p.Checked
		if text == "" {
			text = p.Source
		}
		lines := strings.Split(text, "\n")
		used := 0
		for _, inv := range said {
			at := strings.Split(inv.At, ":")
			line, _ := strconv.Atoi(at[len(at)-2])
			// One of some copies, or about the cells of another function's arrays, cannot be expressed in this one.
			if inv.Copies != "" || strings.Contains(inv.Formula, "::") {
				continue
			}
			if s := instrument(lines[line-1], inC(inv.Formula)); s != "" {
				lines[line-1] = s
				if used++; strings.HasPrefix(inv.Formula, "for all") {
					x.cells++
				}
			}
		}
		if used == 0 {
			return
		}
		x.total += used
		q := p
		q.Checked = strings.Join(lines, "\n")
		if !slices.ContainsFunc(x.programs, func(o oracle.Program) bool { return o.Checked == q.Checked }) {
			x.programs = append(x.programs, q)
			x.said = append(x.said, said)
		}
	}
}

// hold: they hold in every defined execution that gcc's program has.
func (x *invariants) hold(t *testing.T) {
	truths, err := oracle.DecideAll(t.Context(), x.programs, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, truth := range truths {
		if truth.Unsafe {
			t.Errorf("seed %d: an invariant does not hold: %v\n%s", x.programs[i].Seed, x.said[i], x.programs[i].Source)
		}
	}
	t.Logf("%d invariants, %d about cells, hold in %d programs", x.total, x.cells, len(truths))
	if usual() && effort.Check() && x.total == 0 {
		t.Error("no invariant is said")
	}
}

// TestInstrument: loop invariants as C. A mistake here would make wrong invariants pass, unnoticed by the other tests.
func TestInstrument(t *testing.T) {
	if got, want := inC("for all k: 0 <= k < i ==> a[k] == 2*k"), "({ int all = 1; for (__int128 k = 0; k < 1 << 20 && k < sizeof a / sizeof *a; k++) "+
		"all &= !(0 <= (__int128)k && (__int128)k < (__int128)i) || ((__int128)a[k] == 2*(__int128)k); all; })"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line, want := range map[string]string{
		"  while (f(x) < 3) {":      "  while (((x > 0) || (reach_error(), 0)) && (f(x) < 3)) {",
		"for (i = 0; i < 3; i++) {": "for (i = 0;((x > 0) || (reach_error(), 0)) && ( i < 3); i++) {",
		"do {":                      "",
	} {
		if got := instrument(line, "x > 0"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
