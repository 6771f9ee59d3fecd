package solidity

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// TestArithmeticModes verifies the annotated contracts in every arithmetic mode, also in those that they were not written for, and counts answers: none
// is beyond the translation, and no input is faulty in one mode by a fault of the verifier. make test takes some contracts of each folder.
func TestArithmeticModes(t *testing.T) {
	dir := filepath.Join(corpusDir(), "solcverify")
	_, taken := sample(40, 8, 1)
	tasks := slices.DeleteFunc(readManifest(t, filepath.Join(dir, "MANIFEST.csv")), func(k task) bool { return !taken(k.file) })
	compiler := compilerFor(t, "0.7.6")
	var inputs []solc.Input
	for _, k := range tasks {
		in, _, err := solc.Gather([]string{filepath.Join(dir, k.file)}, solc.Imports{})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	outs, err := compiler.Compile(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("| arithmetic | contracts | functions | OK | ERROR | SKIPPED | open | seconds | longest |")
	for _, mode := range []string{"int", "bv", "mod", "mod-overflow"} {
		var sum Summary
		var total, longest time.Duration
		contracts, functions := 0, 0
		for i, out := range outs {
			p, err := decode(out)
			if err != nil {
				t.Errorf("%s: %v", tasks[i].file, err)
				continue
			}
			o := Options{Arithmetic: mode, VC: vc.Options{Work: 300_000, Timeout: lastResort, Jobs: 2},
				Translate: translate.Options{TypedCalls: true, InlineAnnotated: true}}
			start := time.Now()
			tr, err := Translate(p, o)
			if err != nil {
				if !IsInput(err) {
					t.Errorf("%s: %v", tasks[i].file, err)
				}
				continue // a mistake in an annotation
			}
			rep, err := tr.Verify(t.Context(), o)
			if err != nil {
				t.Errorf("%s: %v", tasks[i].file, err)
				continue
			}
			took := time.Since(start)
			total, longest = total+took, max(longest, took)
			contracts++
			functions += len(rep.Functions)
			s := rep.Summary
			sum.OK, sum.Error, sum.Skipped = sum.OK+s.OK, sum.Error+s.Error, sum.Skipped+s.Skipped
			sum.Timeout += s.Timeout + s.Unknown
		}
		t.Logf("| %s | %d | %d | %d | %d | %d | %d | %.1f | %.1f |", mode, contracts, functions, sum.OK, sum.Error, sum.Skipped, sum.Timeout, total.Seconds(), longest.Seconds())
	}
}
