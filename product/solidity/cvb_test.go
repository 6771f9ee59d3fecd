package solidity

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

var (
	ghostSection = regexp.MustCompile(`(?m)^\s*/// @custom:(preghost|postghost) function (\w+)\s*$`)
	libImport    = regexp.MustCompile(`import "\./(?:lib/)?([\w-]+\.sol)"`)
)

// weave inserts a harness into a contract: statements at the beginning and the end of functions, and additions to the contract.
func weave(contract, harness string) (string, bool) {
	marks := ghostSection.FindAllStringSubmatchIndex(harness, -1)
	if len(marks) == 0 {
		end := strings.LastIndexByte(contract, '}')
		return contract[:end] + "\n" + harness + "\n}\n", true
	}
	for i, m := range marks {
		end := len(harness)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		kind, name, text := harness[m[2]:m[3]], harness[m[4]:m[5]], harness[m[1]:end]
		at := regexp.MustCompile(`\bfunction\s+` + name + `\s*\(`).FindStringIndex(contract)
		if at == nil {
			return "", false
		}
		open := at[0] + strings.IndexByte(contract[at[0]:], '{')
		place := open + 1
		if kind == "postghost" {
			for depth := 1; depth > 0; place++ {
				switch contract[place] {
				case '{':
					depth++
				case '}':
					depth--
				}
			}
			place--
		}
		contract = contract[:place] + "\n" + text + "\n" + contract[place:]
	}
	return contract, true
}

// addLibraries adds the files that a text imports, directly or not.
func addLibraries(in solc.Input, dir, at, text string) {
	for _, m := range libImport.FindAllStringSubmatch(text, -1) {
		name := path.Join(at, "lib", m[1])
		s, err := os.ReadFile(filepath.Join(dir, "lib", m[1]))
		if _, ok := in.Sources[name]; ok || err != nil {
			continue // without it the compiler says what is missing
		}
		in.Sources[name] = string(s)
		addLibraries(in, dir, at, string(s))
	}
}

// disputed are properties that the benchmark says do not hold, and why they do on machines where the account that pays for transactions has no code.
var disputed = map[string]string{
	"DepositEth_v8.sol wd-contract-bal": "the receiver is that account, so that nothing else happens before the assertion; by the benchmark, too, it keeps what it gets (wd-sender-rcv)",
}

// TestBenchmarkOfProperties: contracts with properties of which it is known whether they hold, where tokens
// are what their sources say. None that does not hold is proved, and none that holds is violated. With
// CUPEL_INFER and CUPEL_TRANSACTIONS invariants and transactions are looked for; CUPEL_MACHINE is the newest version of the EVM.
func TestBenchmarkOfProperties(t *testing.T) {
	dir := filepath.Join(corpusDir(), "cvb")
	rows, col := readTable(t, filepath.Join(dir, "MANIFEST.csv"))
	ctx := context.Background()
	compiler := compilerFor(t, "0.8.28")
	var inputs []solc.Input
	var chosen [][]string
	every, taken := sample(18, 2, 1)
	for _, r := range rows {
		file, harness := r[col["file"]], r[col["solcmc_harness"]]
		if !taken(file) || harness == "" || !strings.Contains(file+" "+r[col["property"]], os.Getenv("CUPEL_CORPUS_ONLY")) {
			continue
		}
		contract, err1 := os.ReadFile(filepath.Join(dir, file))
		text, err2 := os.ReadFile(filepath.Join(dir, path.Dir(path.Dir(file)), harness))
		if err1 != nil || err2 != nil {
			continue // a part of the corpus is kept back
		}
		woven, ok := weave(string(contract), string(text))
		if !ok {
			t.Logf("%s: %s: no such function", file, harness)
			continue
		}
		in := solc.Input{Sources: map[string]string{file: woven}}
		addLibraries(in, dir, path.Dir(file), woven)
		inputs, chosen = append(inputs, in), append(chosen, r)
	}
	outs, err := compiler.Compile(ctx, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := translate.ParseMachine(os.Getenv("CUPEL_MACHINE"))
	if err != nil {
		t.Fatal(err)
	}
	count, decided := map[string]int{}, 0
	for i, out := range outs {
		r := chosen[i]
		file, property, truth := r[col["file"]], r[col["property"]], r[col["truth"]]
		p, err := decode(out)
		if err != nil {
			count["does not compile"]++
			t.Logf("%s %s: %.200v", path.Base(file), property, err)
			continue
		}
		o := Options{VC: vc.Options{Work: 2_000_000, SecondWork: 2_000_000, Timeout: lastResort, Jobs: 2, Second: "cvc5"}, Translate: translate.Options{Checks: translate.CheckAssert, TypedCalls: true, Machine: machine}}
		inferring(&o)
		o.Transactions = os.Getenv("CUPEL_TRANSACTIONS") != ""
		tr, err := Translate(p, o)
		if err != nil {
			t.Errorf("%s %s: %v", file, property, err)
			continue
		}
		rep, err := tr.Verify(ctx, o)
		if err != nil {
			t.Errorf("%s %s: %v", file, property, err)
			continue
		}
		result, shown := Proved, false
		for _, f := range rep.Functions {
			for _, c := range f.Checks {
				switch {
				case c.Result == Violated:
					result = Violated
					if c.Trace != nil {
						shown = true
						for _, l := range c.Trace.Lines() {
							t.Log("    ", l.Number, l.Text)
						}
					}
				case c.MayFail && result != Violated:
					result = "may fail"
				case c.Result == Open && result == Proved:
					result = "open"
					t.Logf("%s %s: %s", path.Base(file), property, c.Reason)
				}
			}
		}
		if rep.Summary.Checks == (CheckSummary{}) {
			result = "without a check"
		}
		count[truth+" "+result]++
		if truth == "1" && result == Proved || truth == "0" && shown {
			decided++
		}
		count["SolCMC "+truth+" "+r[col["solcmc_z3"]]]++
		t.Logf("%s %s: %s, %s; SolCMC: %s", path.Base(file), property, truth, result, r[col["solcmc_z3"]])
		switch {
		case truth == "0" && result == Proved && machine.PayerHasNoCode() && disputed[path.Base(file)+" "+property] != "":
			t.Logf("disputed: %s", disputed[path.Base(file)+" "+property])
		case truth == "0" && result == Proved:
			t.Errorf("%s %s: proved, but it does not hold", file, property)
		case truth == "1" && result == Violated:
			t.Errorf("%s %s: violated, but it holds", file, property)
		}
	}
	t.Logf("%v; %d are proved, or violated by transactions", count, decided)
	if every > 1 || os.Getenv("CUPEL_CORPUS_ONLY") != "" {
		return
	}
	if count["1 proved"] < 43 || count["0 may fail"]+count["0 violated"] < 50 {
		t.Error("fewer are proved, or fail, than were")
	}
	if os.Getenv("CUPEL_INFER") != "" && os.Getenv("CUPEL_TRANSACTIONS") != "" && decided < 100 {
		t.Error("fewer are decided than were")
	}
}
