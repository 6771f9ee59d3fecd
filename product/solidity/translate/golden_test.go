package translate

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
)

var update = flag.Bool("update", false, "write the golden files, and the syntax trees of contracts that have changed (needs their compilers)")

// directive is a line of a contract of testdata that chooses how it is translated.
var directive = regexp.MustCompile(`(?m)^// (compiler|arithmetic|checks|with|invariant|lock): (.+)$`)

// A contract is a file of testdata.
type contract struct {
	name     string // without .sol
	text     string
	compiler solc.Choice
	modes    []Mode
	options  Options
	// proposed to the contracts of the file
	invariants []string
	locks      [][2]string // while a condition holds, a variable is kept
}

func readContract(t *testing.T, file string) *contract {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &contract{name: strings.TrimSuffix(filepath.Base(file), ".sol"), text: string(text)}
	for _, m := range directive.FindAllStringSubmatch(c.text, -1) {
		switch m[1] {
		case "compiler":
			c.compiler.Version = m[2]
		case "arithmetic":
			mode, err := ParseMode(m[2])
			if err != nil {
				t.Fatal(err)
			}
			c.modes = append(c.modes, mode)
		case "checks":
			if c.options.Checks, err = ParseChecks(m[2]); err != nil {
				t.Fatal(err)
			}
		case "with":
			switch m[2] {
			case "typed":
				c.options.TypedCalls = true
			case "inline":
				c.options.InlineAnnotated = true
			case "modifies":
				c.options.Modifies = true
			case "events":
				c.options.Events = true
			default:
				t.Fatalf("%s: with %s", file, m[2])
			}
		case "invariant":
			c.invariants = append(c.invariants, m[2])
		case "lock":
			i := strings.LastIndexByte(m[2], ' ')
			c.locks = append(c.locks, [2]string{m[2][:i], m[2][i+1:]})
		}
	}
	if len(c.modes) == 0 || c.compiler.Version == "" {
		t.Fatalf("%s names no arithmetic or no compiler", file)
	}
	return c
}

// build is the build information that is kept of a contract: no compiler is needed to read it.
type build struct {
	Version string `json:"solcVersion"`
	Input   struct {
		Sources map[string]content `json:"sources"`
	} `json:"input"`
	Output struct {
		Sources map[string]solc.Source `json:"sources"`
	} `json:"output"`
}

type content struct {
	Content string `json:"content"`
}

func (c *contract) fixture() string { return filepath.Join("testdata", "ast", c.name+".json.gz") }

// compile writes the contract's fixture.
func (c *contract) compile(t *testing.T) {
	t.Helper()
	compiler, err := solc.Find(t.Context(), c.compiler, nil)
	if err != nil {
		t.Fatal(err)
	}
	name := c.name + ".sol"
	outs, err := compiler.Compile(t.Context(), solc.Input{Sources: map[string]string{name: c.text}})
	if err != nil {
		t.Fatal(err)
	}
	if err := outs[0].Err(); err != nil {
		t.Fatal(err)
	}
	b := build{Version: outs[0].Version.String()}
	b.Input.Sources = map[string]content{name: {c.text}}
	b.Output.Sources = outs[0].Sources
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(c.fixture()), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.fixture(), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// kept reads the contract's fixture; nil: there is none.
func (c *contract) kept(t *testing.T) *solc.Output {
	t.Helper()
	packed, err := os.Open(c.fixture())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(t.TempDir(), c.name+".json")
	if err := os.WriteFile(plain, text, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := solc.ReadBuild(plain)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// program is the contract's syntax tree.
func (c *contract) program(t *testing.T) *ast.Program {
	t.Helper()
	current := func(out *solc.Output) bool {
		return out != nil && out.Sources[c.name+".sol"].Text == c.text && out.Version.String() == c.compiler.Version
	}
	out := c.kept(t)
	if !current(out) {
		if !*update {
			t.Fatalf("%s is not the syntax tree of %s.sol; go test ./solidity/translate -update makes it anew, with solc %s", c.fixture(), c.name, c.compiler.Version)
		}
		c.compile(t)
		out = c.kept(t)
	}
	p, err := ast.Decode(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// translated translates a file in a mode, with the options that the file proposes.
func (c *contract) translated(t *testing.T, p *ast.Program, mode Mode) *Result {
	t.Helper()
	o := c.options
	o.Mode = mode
	o.Invariants, o.Locks = map[int][]string{}, map[int][]Lock{}
	for _, d := range p.Contracts {
		o.Invariants[d.ID] = c.invariants
		for _, l := range c.locks {
			for _, n := range d.Nodes {
				if v, ok := n.(*ast.VariableDeclaration); ok && v.Name == l[1] {
					o.Locks[d.ID] = append(o.Locks[d.ID], Lock{While: l[0], Keeps: v.ID})
				}
			}
		}
	}
	r, err := Translate(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// written is a whole result as text: the functions' annotations and reports, and the program.
func written(r *Result) string {
	var b strings.Builder
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "// %s\n", w)
	}
	for _, f := range r.Functions {
		switch {
		case f.Skipped != "":
			fmt.Fprintf(&b, "// %s: skipped: %s: %s\n", f.Name, f.SkippedAt, f.Skipped)
			continue
		case f.Entry:
			fmt.Fprintf(&b, "// %s: %s, which a transaction enters", f.Name, f.Procedure)
		default:
			fmt.Fprintf(&b, "// %s: %s", f.Name, f.Procedure)
		}
		for _, s := range f.Checks {
			fmt.Fprintf(&b, "; %s %s %q", s.Pos, s.Kind, s.Code)
		}
		b.WriteByte('\n')
	}
	b.WriteString(r.Program.String())
	return b.String()
}

// TestGolden compares the Boogie programs of the contracts of testdata with those kept beside them. A program is one of
// the language, each procedure of a function that is not skipped has a body, and the same contract gives the same text.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.sol")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no contracts")
	}
	for _, file := range files {
		c := readContract(t, file)
		for _, mode := range c.modes {
			t.Run(c.name+"/"+mode.String(), func(t *testing.T) {
				p := c.program(t)
				r := c.translated(t, p, mode)
				got := written(r)
				if again := written(c.translated(t, p, mode)); again != got {
					t.Errorf("translated again:\n%s", difference(got, again))
				}
				wellFormed(t, r)
				golden := filepath.Join("testdata", c.name+"."+mode.String()+".golden")
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("%s differs:\n%s", golden, difference(string(want), got))
				}
			})
		}
	}
}

// wellFormed checks that a program is valid Boogie, and that it has a body for exactly those functions that are not skipped.
func wellFormed(t *testing.T, r *Result) {
	t.Helper()
	p, err := boogie.Parse("test.bpl", r.Program.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := boogie.Check(p); err != nil {
		t.Error(err)
	}
	bodies := map[string]bool{}
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Procedure); ok {
			bodies[proc.Name] = proc.Body != nil
		}
	}
	for _, f := range r.Functions {
		if body, ok := bodies[f.Procedure]; !ok || body != (f.Skipped == "") {
			t.Errorf("%s: skipped %q, its procedure %s is there: %t, with a body: %t", f.Name, f.Skipped, f.Procedure, ok, body)
		}
	}
}

// difference shows the lines where two texts first differ.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	part := func(lines []string) string {
		return strings.Join(slices.Clone(lines[max(0, min(same-3, len(lines))):min(same+8, len(lines))]), "\n")
	}
	return fmt.Sprintf("from line %d on: want\n%s\ngot\n%s", same+1, part(a), part(b))
}
