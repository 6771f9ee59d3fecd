package solidity

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

// TestSmartBugs: at the lines of contracts where arithmetic is known to overflow a check fails.
func TestSmartBugs(t *testing.T) {
	dir := filepath.Join(corpusDir(), "smartbugs")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
	compiler := compilerFor(t, "0.4.26")
	var inputs []solc.Input
	var chosen [][]string
	for _, r := range rows {
		if r[col["category"]] == "arithmetic" && r[col["compiles_solc_0.4.26"]] == "yes" {
			in := solc.Input{Sources: map[string]string{r[col["file"]]: read(t, filepath.Join(dir, r[col["file"]]))}}
			inputs, chosen = append(inputs, in), append(chosen, r)
		}
	}
	outs, err := compiler.Compile(t.Context(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	lines, found := 0, 0
	for i, out := range outs {
		file := chosen[i][col["file"]]
		p, err := decode(out)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		rep, err := report(t, p, Options{Translate: translate.Options{Checks: translate.AllChecks}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		fails := map[string]string{}
		for _, f := range rep.Functions {
			for _, c := range f.Checks {
				if line := strings.Split(strings.TrimPrefix(c.Where, file+":"), ":")[0]; c.MayFail && fails[line] != Violated {
					fails[line] = c.Result
				}
			}
		}
		for _, v := range strings.Split(chosen[i][col["vulnerable"]], ";") {
			kind, line, _ := strings.Cut(v, "@")
			if kind != "arithmetic" {
				continue
			}
			lines++
			if fails[line] != "" {
				found++
			} else {
				t.Logf("%s:%s: nothing fails there", file, line)
			}
		}
	}
	t.Logf("%d lines, found %d", lines, found)
	if found < 15 {
		t.Error("fewer are found than were")
	}
}
