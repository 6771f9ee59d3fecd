package solidity

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// read is a file of the corpus.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// report verifies the contracts in a compiler's output.
func report(t *testing.T, p *ast.Program, o Options) (*Report, error) {
	t.Helper()
	o.VC = vc.Options{Work: 2_000_000, SecondWork: 2_000_000, Timeout: lastResort, Jobs: 2, Second: "cvc5"}
	tr, err := Translate(p, o)
	if err != nil {
		return nil, err
	}
	return tr.Verify(t.Context(), o)
}

// notSafe are contracts of VeriSol's tests that are labelled safe, but have an assertion that fails.
var notSafe = map[string]string{
	"regressions/Library.sol": "msg.sender in a library is the sender of the transaction",
}

// notBug are those that are labelled with a bug which no transaction shows.
var notBug = map[string]string{
	"regressions/DAO-buggy-send.sol":     "send gives the receiver too little gas to call back",
	"regressions/DAO-buggy-transfer.sol": "transfer gives the receiver too little gas to call back",
	"regressions/DAO-buggy-value.sol":    "send gives the receiver too little gas to call back",
}

// TestVeriSol: contracts that are labelled with a bug are not proved, and assertions of contracts that are labelled safe are not violated.
func TestVeriSol(t *testing.T) {
	dir := filepath.Join(corpusDir(), "verisol")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
	compiler := compilerFor(t, "0.5.17")
	every, taken := sample(16, 2, 1)
	var inputs []solc.Input
	var chosen [][]string
	for _, r := range rows {
		if r[col["enabled_in_suite"]] == "yes" && r[col["compiles_solc_0.5.10"]] == "yes" && taken(r[col["file"]]) {
			in, _, err := solc.Gather([]string{filepath.Join(dir, r[col["file"]])}, solc.Imports{})
			if err != nil {
				continue // a part of the corpus is kept back
			}
			inputs, chosen = append(inputs, in), append(chosen, r)
		}
	}
	outs, err := compiler.Compile(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for i, out := range outs {
		file, expected := chosen[i][col["file"]], chosen[i][col["expected"]]
		p, err := decode(out)
		if err != nil {
			t.Logf("%s: %v", file, err)
			count[expected+" not compiled"]++
			continue
		}
		o := Options{Arithmetic: "int"}
		if strings.Contains(chosen[i][col["options"]], "useModularArithmetic") {
			o.Arithmetic = "mod"
		}
		o.Translate = translate.Options{Checks: translate.CheckAssert, TypedCalls: true}
		rep, err := report(t, p, o)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		main := strings.TrimPrefix(chosen[i][col["main"]], "CorralEntry_") + "::"
		result := Proved
		for _, f := range rep.Functions {
			if expected == "safe" && !strings.HasPrefix(f.Name, main) {
				continue // nobody else calls the others
			}
			for _, c := range f.Checks {
				switch {
				case c.Result == Violated:
					result = Violated
				case c.MayFail && result != Violated:
					result = "may fail"
				case c.Result == Open && result == Proved:
					result = "open"
				}
			}
			if v := reported(&f); v != OK && v != Error && result == Proved {
				result = "open"
			}
			if result == "open" {
				t.Logf("%s: %s", file, f.Reason)
			}
		}
		count[expected+" "+result]++
		switch {
		case expected == "bug" && result == Proved && notBug[file] == "":
			t.Errorf("%s: proved, but it has a bug", file)
		case expected == "safe" && result == Violated && notSafe[file] == "":
			t.Errorf("%s: violated, but it is safe", file)
		}
	}
	t.Log(count)
	if every == 1 && (count["safe proved"] < 55 || count["bug violated"]+count["bug may fail"] < 22) {
		t.Error("fewer are decided than were")
	}
}

// stubs replace the test libraries that the benchmarks import.
var stubs = map[string]string{
	"ds-test/test.sol": `contract DSTest {
	function assertEq(uint a, uint b) internal pure { assert(a == b); }
	function assertEq(int a, int b) internal pure { assert(a == b); }
	function assertEq(bytes32 a, bytes32 b) internal pure { assert(a == b); }
	function assertTrue(bool b) internal pure { assert(b); }
}`,
	"forge-std/Test.sol": `import {DSTest} from "ds-test/test.sol";
contract Test is DSTest {}`,
}

// unsafe are functions that are labelled safe, but fail.
var unsafe = map[string]string{
	"SignedDivisionProperties::prove_divide_negative_by_negative": "the smallest number divided by -1 is itself",
	"SignedModuloProperties::prove_smod_preserves_sign":           "zero has no sign there",
}

// anyStorage are assertions that the benchmarks expect to fail with any storage at the beginning, and that hold of contracts which were deployed.
var anyStorage = map[string]string{
	"SymStorageUnsafe::prove_mapping": "nothing writes the mapping",
	"SymStorageUnsafe::prove_array":   "nothing writes the array, which stays empty",
}

// TestSymbolicExecutionBenchmarks: no function is proved that is labelled unsafe, and none has a certain error that is labelled safe.
func TestSymbolicExecutionBenchmarks(t *testing.T) {
	dir := filepath.Join(corpusDir(), "scbench")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
	compiler := compilerFor(t, "0.8.28")
	var inputs []solc.Input
	var chosen [][]string
	every, taken := sample(12, 2, 1)
	for _, r := range rows {
		if !taken("") { // a sample of all: the folders are small
			continue
		}
		chosen = append(chosen, r)
		in := solc.Input{Sources: map[string]string{r[col["file"]]: read(t, filepath.Join(dir, r[col["file"]]))}}
		for name, text := range stubs {
			in.Sources[name] = text
		}
		for _, c := range []string{"auth.sol", "erc20.sol"} {
			in.Sources["src/common/"+c] = read(t, filepath.Join(dir, "src/common", c))
		}
		inputs = append(inputs, in)
	}
	outs, err := compiler.Compile(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for i, out := range outs {
		file, expected := chosen[i][col["file"]], chosen[i][col["verdict"]]
		p, err := decode(out)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		results := map[string]string{}
		approximated := true
		for _, arithmetic := range []string{"checked", "bv"} {
			if !approximated {
				break
			}
			rep, err := report(t, p, Options{Arithmetic: arithmetic, Translate: translate.Options{Checks: translate.CheckAssert}})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			approximated = slices.ContainsFunc(rep.Warnings, func(m Message) bool { return strings.Contains(m.Text, "approximated") })
			for _, f := range rep.Functions {
				if _, name, _ := strings.Cut(f.Name, "::"); !strings.HasPrefix(name, "prove") || !strings.HasPrefix(f.Where, file) {
					continue
				}
				result := map[string]string{OK: Proved, Error: "may fail"}[reported(&f)]
				for _, c := range f.Checks {
					if c.Result == Violated {
						result = Violated
					}
				}
				switch {
				case result == Proved && len(f.Checks) == 0:
					result = "without a check"
				case result == "":
					result = "open"
				}
				key := fmt.Sprintf("%s %s", f.Name, f.Where)
				old := results[key]
				switch {
				case old == Proved && result == Violated || old == Violated && result == Proved:
					t.Errorf("%s: %s: %s and %s", file, key, old, result)
				case arithmetic == "bv" && result != Proved: // it wraps where the code reverts
				case old == "" || old == "open" || result == Proved || result == Violated:
					results[key] = result
				}
				if result == "open" {
					t.Logf("%s %s: %s", arithmetic, f.Name, f.Reason)
				}
			}
		}
		for name, result := range results {
			count[expected+" "+result]++
			switch {
			case expected == "unsafe" && result == Proved && anyStorage[strings.Fields(name)[0]] == "":
				t.Errorf("%s: proved, but unsafe", name)
			case expected == "safe" && result == Violated && unsafe[strings.Fields(name)[0]] == "":
				t.Errorf("%s: violated, but safe", name)
			}
		}
	}
	t.Log(count)
	if every == 1 && (count["safe proved"] < 65 || count["unsafe violated"]+count["unsafe may fail"] < 22) {
		t.Error("fewer are decided than were")
	}
}
