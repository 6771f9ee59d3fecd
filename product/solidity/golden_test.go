package solidity

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
	"cupel/tests/effort"
)

var update = flag.Bool("update", false, "write the golden files")

var directive = regexp.MustCompile(`(?m)^// (compiler|arithmetic|checks|with|for|via-ir|spec|machine): (\S+)$`)

// transaction is a line of a trace: a transaction, a call within one, or the state behind that.
var transaction = regexp.MustCompile(`(?m)^( +[\d.]+\. )(?:.*?\bcalls )?((?:\w+\(0x\w+\)\.)?\w+\(|ends).*$`)

// golden is a contract of testdata with what its directives say.
type golden struct {
	file string
	o    Options
	p    *ast.Program
}

// goldens reads the contracts of testdata; those that take tens of seconds say that they are for make check, or for make long. Those for the same compiler are compiled in one run of it.
func goldens(t *testing.T) []*golden {
	t.Helper()
	files, err := filepath.Glob("testdata/*.sol")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no contracts")
	}
	var gs []*golden
	versions := map[string][]*golden{}
	for _, file := range files {
		if text := read(t, file); strings.Contains(text, "\n// for: check\n") && !effort.Check() || strings.Contains(text, "\n// for: long\n") && !effort.Long() {
			continue
		}
		g := &golden{file: file, o: Options{VC: vc.Options{Work: 2_000_000, Timeout: lastResort, Jobs: 2}}}
		version := "0.7.6"
		for _, m := range directive.FindAllStringSubmatch(read(t, file), -1) {
			switch m[1] {
			case "for": // see above
			case "compiler":
				version = m[2]
			case "spec":
				g.o.Standards = append(g.o.Standards, m[2])
			case "machine":
				if g.o.Translate.Machine, err = translate.ParseMachine(m[2]); err != nil {
					t.Fatal(err)
				}
			case "via-ir":
				g.o.ViaIR = m[2]
			case "arithmetic":
				g.o.Arithmetic = m[2]
			case "with":
				g.o.Infer, g.o.Transactions = g.o.Infer || m[2] == "infer", g.o.Transactions || m[2] == "transactions"
				g.o.Translate.TypedCalls = g.o.Translate.TypedCalls || m[2] == "typed"
				if m[2] == "cvc5" { // what the first solver does not decide
					g.o.VC.Second, g.o.VC.SecondWork = m[2], 20_000_000
				}
				if m[2] == "unneeded" {
					g.o.Warn = []string{"all"}
				}
				if m[2] == "engines" {
					g.o.Engines = Engines()
				}
			default:
				if g.o.Translate.Checks, err = translate.ParseChecks(m[2]); err != nil {
					t.Fatal(err)
				}
			}
		}
		gs, versions[version] = append(gs, g), append(versions[version], g)
	}
	for version, of := range versions {
		var inputs []solc.Input
		for _, g := range of {
			in, _, err := solc.Gather([]string{g.file}, solc.Imports{})
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, in)
		}
		outs, err := compilerFor(t, version).Compile(t.Context(), inputs...)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range of {
			if g.p, err = decode(outs[i]); err != nil {
				t.Fatal(g.file, err)
			}
		}
	}
	return gs
}

// TestGolden compares the reports about the contracts of testdata with the files beside them. The transactions of the errors are executed in an EVM.
func TestGolden(t *testing.T) {
	shown := map[solc.Version]*replays{}
	for _, g := range goldens(t) {
		file, o, p := g.file, g.o, g.p
		t.Run(filepath.Base(file), func(t *testing.T) {
			tr, err := Translate(p, o)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := tr.Verify(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if shown[p.Version] == nil {
				shown[p.Version] = &replays{}
			}
			shown[p.Version].add(t, file, rep, o.ViaIR)
			var got strings.Builder
			if err := rep.WriteText(&got, true); err != nil {
				t.Fatal(err)
			}
			// Values are the solver's choice.
			text := transaction.ReplaceAll([]byte(got.String()), []byte("$1$2"))
			got.Reset()
			got.Write(text)
			expected := strings.TrimSuffix(file, ".sol") + ".golden"
			if *update {
				if err := os.WriteFile(expected, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
			}
		})
	}
	if !effort.Check() {
		return
	}
	t.Run("evm", func(t *testing.T) {
		m := evmFor(t)
		for v, r := range shown {
			if len(r.jobs) > 0 {
				r.confirm(t, m, compilerFor(t, v.String()))
			}
		}
	})
}
