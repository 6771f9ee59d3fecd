package solidity

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/translate"
	"cupel/tests/need"
)

// corpusDir is where the annotated contracts are.
func corpusDir() string { return need.CorpusDir("solidity") }

// task is a row of a manifest.
type task struct {
	file, arithmetic string
	verdicts         map[string]string // by function
}

// readTable reads the rows of a manifest, and where its columns are.
func readTable(t *testing.T, path string) (rows [][]string, col map[string]int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Skip("no corpus")
	}
	defer f.Close()
	if rows, err = csv.NewReader(f).ReadAll(); err != nil {
		t.Fatal(err)
	}
	col = map[string]int{}
	for i, n := range rows[0] {
		col[n] = i
	}
	return rows[1:], col
}

func readManifest(t *testing.T, path string) []task {
	t.Helper()
	rows, col := readTable(t, path)
	var tasks []task
	for _, r := range rows {
		k := task{file: r[col["file"]], arithmetic: r[col["arithmetic"]], verdicts: map[string]string{}}
		for _, p := range strings.Split(r[col["expected_functions"]], ";") {
			if n, v, ok := strings.Cut(p, "="); ok {
				k.verdicts[n] = v
			}
		}
		tasks = append(tasks, k)
	}
	return tasks
}

var goldError = regexp.MustCompile(`^ - \S*?:(\d+:\d+): (.*)$`)

// goldErrors are the errors of a report, by function: line:col message.
func goldErrors(report string) map[string][]string {
	errs := map[string][]string{}
	at := ""
	for _, l := range strings.Split(report, "\n") {
		if m := goldError.FindStringSubmatch(l); m != nil {
			errs[at] = append(errs[at], m[1]+" "+strings.Join(strings.Fields(m[2]), " "))
			continue
		}
		if n, _, ok := strings.Cut(l, ": "); ok {
			at = n
		}
	}
	return errs
}

// differences are functions for which cupel's verdict is another one, with the reason.
var differences = map[string]string{
	"examples/VerifResults.sol VerifResults::unsupported": "assembly is translated",
	"issues/Issue137.sol Base::[constructor]":             "assembly is translated",
	"issues/Issue137.sol Derived::[implicit_constructor]": "assembly is translated",
	"arrays/ArraysMemWarning.sol ArraysMemDynamic::f":     "arrays of references in memory are not supported",
	"arrays/ArraysPushPop.sol ArraysPushPop::insert":      "the index of a modifies target is evaluated at entry",
	"arrays/ArraysPushPop.sol ArraysPushPop::[receive]":   "it uses the frame of insert",
}

// TestCorpus compares verdicts with those of solc-verify: nothing that is an error there is OK here.
func TestCorpus(t *testing.T) {
	compareWithSolcVerify(t, "solcverify", "0.7.6")
}

// TestCorpus08 does so for the tests of its branch for Solidity 0.8, whose numbers have the same meaning.
func TestCorpus08(t *testing.T) {
	compareWithSolcVerify(t, "solcverify08", "0.8.28")
}

// compilerFor finds a compiler; without one the test is skipped.
func compilerFor(t *testing.T, version string) *solc.Compiler {
	t.Helper()
	c, err := solc.Find(t.Context(), solc.Choice{Version: version}, nil)
	skipMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// skipMissing skips a test that needs a compiler which is not installed.
func skipMissing(t *testing.T, err error) {
	t.Helper()
	var missing *solc.Missing
	if errors.As(err, &missing) {
		need.Missing(t, "solc "+missing.Version.String())
	}
}

func compareWithSolcVerify(t *testing.T, family, version string) {
	dir := filepath.Join(corpusDir(), family)
	tasks := readManifest(t, filepath.Join(dir, "MANIFEST.csv"))
	ctx := context.Background()
	compiler := compilerFor(t, version)
	only := os.Getenv("CUPEL_CORPUS_ONLY")
	var inputs []solc.Input
	var chosen []task
	_, taken := sample(16, 2, 1)
	for _, k := range tasks {
		if !taken(k.file) || only != "" && !strings.Contains(k.file, only) {
			continue
		}
		in, _, err := solc.Gather([]string{filepath.Join(dir, k.file)}, solc.Imports{})
		if err != nil {
			t.Errorf("%s: %v", k.file, err)
			continue
		}
		inputs, chosen = append(inputs, in), append(chosen, k)
	}
	outs, err := compiler.Compile(ctx, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	type count struct{ equal, all, extra int }
	counts := map[string]*count{}
	wrong, places, placesEqual := 0, 0, 0
	for i, k := range chosen {
		c := counts[k.arithmetic]
		if c == nil {
			c = &count{}
			counts[k.arithmetic] = c
		}
		c.all += len(k.verdicts)
		p, err := decode(outs[i])
		if err != nil {
			t.Logf("%s: %v", k.file, err)
			continue
		}
		o := Options{Arithmetic: k.arithmetic, VC: vc.Options{Work: 2_000_000, SecondWork: 2_000_000, Timeout: lastResort, Jobs: 2, Second: "cvc5"},
			Translate: translate.Options{TypedCalls: true, InlineAnnotated: true}}
		tr, err := Translate(p, o)
		if err != nil {
			t.Logf("%s: %v", k.file, err)
			continue
		}
		rep, err := tr.Verify(ctx, o)
		if err != nil {
			t.Errorf("%s: %v", k.file, err)
			continue
		}
		gold, _ := os.ReadFile(filepath.Join(dir, k.file+".gold"))
		want := goldErrors(string(gold))
		got := map[string]Function{}
		worse := map[string]int{OK: 0, Unknown: 1, Timeout: 1, Skipped: 2, Error: 3}
		for _, f := range rep.Functions {
			f.Verdict = reported(&f)
			if g, ok := got[f.Name]; !ok || worse[f.Verdict] > worse[g.Verdict] {
				got[f.Name] = f
			}
		}
		for n := range got {
			if _, ok := k.verdicts[n]; !ok {
				c.extra++
			}
		}
		names := make([]string, 0, len(k.verdicts))
		for n := range k.verdicts {
			names = append(names, n)
		}
		sort.Strings(names)
		for _, n := range names {
			f, ok := got[n]
			switch {
			case !ok:
				t.Logf("%s %s: %s: not reported", k.file, n, k.verdicts[n])
			case f.Verdict == k.verdicts[n]:
				c.equal++
			default:
				t.Logf("%s %s: %s: here %s %s %v", k.file, n, k.verdicts[n], f.Verdict, f.Reason, f.Errors)
				if k.verdicts[n] == Error && f.Verdict == OK {
					wrong++
				}
				if why := differences[k.file+" "+n]; why == "" || f.Verdict == OK && k.verdicts[n] == Error {
					t.Errorf("%s %s: %s, not %s", k.file, n, f.Verdict, k.verdicts[n])
				}
			}
			if f.Verdict == Error && k.verdicts[n] == Error {
				var have []string
				for _, e := range f.Errors {
					parts := strings.Split(e.Where, ":")
					have = append(have, strings.Join(parts[len(parts)-2:], ":")+" "+e.Text)
				}
				for _, w := range want[n] {
					places++
					found := false
					for _, h := range have {
						found = found || h == w
					}
					if found {
						placesEqual++
					} else {
						t.Logf("%s %s: no %q in %q", k.file, n, w, have)
					}
				}
			}
		}
	}
	for a, c := range counts {
		t.Logf("%s: %d of %d functions equal, %d more reported", a, c.equal, c.all, c.extra)
	}
	t.Logf("places and texts of errors: %d of %d equal; OK where an error is expected: %d", placesEqual, places, wrong)
}

// reported is a verdict where what may fail counts as an error, as in tools that show no executions.
func reported(f *Function) string {
	if f.Verdict == Unknown && len(f.Errors) > 0 {
		return Error
	}
	return f.Verdict
}
