package verifier

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/internal/effort"
	"cupel/internal/oracle"
	"cupel/program"
)

// instrument calls the error function where a loop's condition is about to be
// evaluated and the invariant does not hold; "" when the line is no such loop.
func instrument(line, inv string) string {
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

// TestInvariantsHold: the invariants reported for random programs hold in every
// defined execution that gcc's program has.
func TestInvariantsHold(t *testing.T) {
	if !oracle.Available() {
		t.Skip("gcc is not installed")
	}
	n := effort.Programs(20, 60, 500)
	base := effort.Seed(0)
	ctx := context.Background()
	dir := t.TempDir()
	var instrumented []oracle.Program
	var invariants [][]Invariant
	for i := range n {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		p := oracle.Generate(base+uint64(i), o)
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", i))
		if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.DataModel, cfg.Timeout, cfg.CertifyTimeout = program.LP64, time.Second, time.Second
		cfg.Witness = filepath.Join(dir, "w.yml")
		if i%4 == 3 {
			cfg.Arithmetic = ArithBV
		}
		rep, err := Verify(ctx, task, cfg, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		text := p.Checked
		if text == "" {
			text = p.Source
		}
		lines := strings.Split(text, "\n")
		used := 0
		for _, inv := range rep.Invariants {
			at := strings.Split(inv.At, ":")
			line, _ := strconv.Atoi(at[len(at)-2])
			if s := instrument(lines[line-1], inv.Formula); s != "" {
				lines[line-1] = s
				used++
			}
		}
		if used > 0 {
			p.Checked = strings.Join(lines, "\n")
			instrumented = append(instrumented, p)
			invariants = append(invariants, rep.Invariants)
		}
	}
	ts, err := oracle.DecideAll(ctx, instrumented, 2)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for i, truth := range ts {
		total += len(invariants[i])
		if truth.Unsafe {
			t.Errorf("seed %d: an invariant does not hold: %v\n%s", instrumented[i].Seed, invariants[i], instrumented[i].Source)
		}
	}
	t.Logf("%d invariants of %d programs hold", total, len(ts))
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
