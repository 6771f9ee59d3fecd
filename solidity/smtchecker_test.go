package solidity

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/boogie/vc"
	"cupel/solidity/ast"
	"cupel/solidity/solc"
)

var violation = regexp.MustCompile(`6328@(\d+:\d+) `)

// multiSource splits a file that holds several sources.
var multiSource = regexp.MustCompile(`(?m)^==== Source: (\S*) ====\n`)

// TestSMTChecker: an assertion that the compiler's own checker sees violated by some transactions
// is never one of a function that is OK.
func TestSMTChecker(t *testing.T) {
	dir := filepath.Join(corpusDir(), "smtchecker")
	f, err := os.Open(filepath.Join(dir, "MANIFEST.csv"))
	if err != nil {
		t.Skip("no corpus")
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	col := map[string]int{}
	for i, n := range rows[0] {
		col[n] = i
	}
	ctx := context.Background()
	compiler, err := solc.Find(ctx, solc.Choice{Version: "0.8.28"}, nil)
	var missing *solc.Missing
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("CUPEL_CORPUS_ONLY")
	var inputs []solc.Input
	var chosen [][]string
	for _, r := range rows[1:] {
		file := r[col["file"]]
		if r[col["compiles_solc_0.8.28"]] != "yes" || only != "" && !strings.Contains(file, only) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		in := solc.Input{Sources: map[string]string{file: string(text)}}
		if marks := multiSource.FindAllStringSubmatchIndex(string(text), -1); len(marks) > 0 {
			continue // places in these files are of their parts
		}
		inputs, chosen = append(inputs, in), append(chosen, r)
	}
	verdicts := map[string]int{}
	reasons := map[string]int{}
	violations, found, hidden, open, wrong := 0, 0, 0, 0, 0
	const batch = 200
	for from := 0; from < len(inputs); from += batch {
		part := inputs[from:min(from+batch, len(inputs))]
		outs, err := compiler.Compile(ctx, part...)
		if err != nil {
			t.Fatal(err)
		}
		for i, out := range outs {
			r := chosen[from+i]
			file := r[col["file"]]
			p, err := decode(out)
			if err != nil {
				t.Logf("%s: %v", file, err)
				continue
			}
			o := Options{VC: vc.Options{Timeout: 5 * time.Second, Jobs: 2}}
			tr, err := Translate(p, o)
			if err != nil {
				t.Logf("%s: %v", file, err)
				continue
			}
			rep, err := tr.Verify(ctx, o)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			at := map[string]bool{}
			undecided := false
			for _, f := range rep.Functions {
				verdicts[f.Verdict]++
				for _, e := range f.Errors {
					at[e.Where] = true
				}
				if f.Verdict != OK && f.Verdict != Error || f.Verdict == Error && f.Reason != "" {
					undecided = true
					t.Logf("skip %s: %s", file, f.Reason)
					reasons[regexp.MustCompile(`^\S*:\d+:\d+: |\S+\.sol\S*|'[^']*'`).ReplaceAllString(f.Reason, "")]++
				}
			}
			for _, m := range violation.FindAllStringSubmatch(r[col["expected_violations"]], -1) {
				violations++
				switch {
				case at[file+":"+m[1]]:
					found++
				case shadowed(p, file, m[1], at):
					hidden++
				case undecided:
					open++
				default:
					wrong++
					t.Errorf("%s: the assertion at %s is violated, but no function has that error", file, m[1])
				}
			}
		}
	}
	t.Logf("functions: %v", verdicts)
	t.Logf("violated assertions: %d, found %d, behind another one in the same function %d, in files with functions that are open %d, missed %d", violations, found, hidden, open, wrong)
	for why, n := range reasons {
		if n > 3 {
			t.Logf("%4d %s", n, why)
		}
	}
}

// shadowed reports whether another error is reported in the function where a place is: what comes
// behind an assertion that always fails is never reached.
func shadowed(p *ast.Program, file, place string, errors map[string]bool) bool {
	in := func(f *ast.FunctionDefinition, place string) bool {
		var line, col int
		if _, err := fmt.Sscanf(place, "%d:%d", &line, &col); err != nil || f.File == nil || f.File.Path != file {
			return false
		}
		from, to := f.File.Position(f.Start), f.File.Position(f.Start+f.Len)
		return (line > from.Line || line == from.Line && col >= from.Col) && (line < to.Line || line == to.Line && col <= to.Col)
	}
	found := false
	for _, u := range p.Units {
		ast.Walk(u, func(n ast.Node) bool {
			if f, ok := n.(*ast.FunctionDefinition); ok && in(f, place) {
				for e := range errors {
					found = found || in(f, strings.TrimPrefix(e, file+":"))
				}
			}
			return true
		})
	}
	return found
}
