package solidity

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
)

var update = flag.Bool("update", false, "write the golden files")

var directive = regexp.MustCompile(`(?m)^// (compiler|arithmetic|checks|with): (\S+)$`)

// transaction is a line of a trace.
var transaction = regexp.MustCompile(`(?m)^( +\d+\. \w+\().*$`)

// TestGolden compares the reports about the contracts of testdata with the files beside them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.sol")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no contracts")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Compiler: solc.Choice{Version: "0.7.6"}, VC: vc.Options{Timeout: 20 * time.Second, Jobs: 2, Second: "cvc5"}}
			for _, m := range directive.FindAllStringSubmatch(string(text), -1) {
				switch m[1] {
				case "compiler":
					o.Compiler.Version = m[2]
				case "arithmetic":
					o.Arithmetic = m[2]
				case "with":
					o.Infer, o.Transactions = o.Infer || m[2] == "infer", o.Transactions || m[2] == "transactions"
					o.Translate.TypedCalls = o.Translate.TypedCalls || m[2] == "typed"
					if m[2] == "engines" {
						o.Engines = Engines()
					}
				default:
					if o.Translate.Checks, err = translate.ParseChecks(m[2]); err != nil {
						t.Fatal(err)
					}
				}
			}
			p, err := Load(context.Background(), []string{file}, o)
			skipMissing(t, err)
			if err != nil {
				t.Fatal(err)
			}
			tr, err := Translate(p, o)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := tr.Verify(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			if err := rep.WriteText(&got, true); err != nil {
				t.Fatal(err)
			}
			// Values are the solver's choice.
			text = transaction.ReplaceAll([]byte(got.String()), []byte("$1"))
			got.Reset()
			got.Write(text)
			golden := strings.TrimSuffix(file, ".sol") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
			}
		})
	}
}
