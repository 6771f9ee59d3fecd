package solidity

import (
	"context"
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

var violation = regexp.MustCompile(`6328@(\d+:\d+) [^|]*Assertion violation happens here`)

// multiSource splits a file that holds several sources.
var multiSource = regexp.MustCompile(`(?m)^==== Source: (\S*) ====\n`)

// notViolated are assertions that the checker reports although no transaction violates them.
var notViolated = map[string]string{
	"array_members/push_storage_ref_safe_aliasing.sol:9:3":     "references to storage are not followed there",
	"functions/internal_call_with_assertion_1_fail.sol:15:3":   "an assertion before it fails",
	"functions/internal_call_with_assertion_1_fail.sol:17:3":   "an assertion before it fails",
	"math/addmod_mulmod_zero.sol:4:3":                          "a panic before it: modulus zero",
	"math/addmod_mulmod_zero.sol:9:3":                          "a panic before it: modulus zero",
	"math/mulmod_1.sol:6:3":                                    "a panic before it: modulus zero",
	"natspec/abstract_free_function_1.sol:7:9":                 "the body is ignored there, on request",
	"natspec/abstract_function_nondet_1.sol:10:3":              "the body is ignored there, on request",
	"special/msg_value_inheritance_2.sol:11:3":                 "an assertion before it says that the value is zero",
	"typecast/cast_larger_3.sol:9:3":                           "the comparison pads on the right",
	"types/address_transfer.sol:8:3":                           "the contract itself has not enough ether",
	"types/array_mapping_aliasing_2.sol:27:3":                  "references to storage are not followed there",
	"types/array_static_mapping_aliasing_2.sol:20:3":           "references to storage are not followed there",
	"types/mapping_as_parameter_1.sol:9:3":                     "references to storage are not followed there",
	"types/struct/struct_aliasing_parameter_memory_3.sol:20:3": "references to memory are not followed there",
	"unchecked/flipping_sign_tests.sol:4:21":                   "-x is x for the smallest number",
}

// TestSMTChecker: an assertion that the compiler's own checker sees violated by some transactions
// is never one of a function that is OK.
func TestSMTChecker(t *testing.T) {
	dir := filepath.Join(corpusDir(), "smtchecker")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
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
	for _, r := range rows {
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
					reasons[regexp.MustCompile(`^\S*:\d+:\d+: |\S+\.sol\S*|'[^']*'`).ReplaceAllString(f.Reason, "")]++
				}
			}
			for _, m := range violation.FindAllStringSubmatch(r[col["expected_violations"]], -1) {
				violations++
				switch {
				case at[file+":"+m[1]]:
					found++
				case notViolated[file+":"+m[1]] != "":
					hidden++
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
