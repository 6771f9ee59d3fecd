package limits

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A Constant is one row of the table.
type Constant struct {
	Package, Name, Value, Why string
	File                      string // for messages
}

// others are packages whose constants are facts about formats, languages or tests.
var others = []string{"internal", "frontend/c/include", "frontend/c/attr", "frontend/c/library", "harness", "petri/petritest", "program/programtest",
	"absint/absinttest", "engine/enginetest", "witness", "property", "taskdef", "cmd"}

// facts are constants of the other packages that bound nothing: numbers of a platform or a
// format, ends of a range of numbers, layouts of memory.
var facts = map[string][]string{
	"absint/interval": {"chunkSize", "pageSize"},
	"absint/octagon":  {"maxBound"},
	"bench":           {"exitFault"},
	"bench/benchexec": {"megabyte"},
	"diagram":         {"charWidth", "gapX", "gapY", "lineHeight", "padding"},
	"frontend/c": {"argFloat", "argInteger", "argPointer", "argRecord", "biggestAlignment", "lowestObject", "private",
		"sigabrt", "sigill", "sigkill", "signalMax", "sigstop"},
	"frontend/c/literal": {"integerBit", "maxDecimal"},
	"logic":              {"chunkBits"},
	"petri/cegar":        {"limit"},
	"petri/explicit":     {"chunkSize"},
	"petri/ilp":          {"noUpper"},
	"portfolio":          {"ticksPerSecond"},
	"program/interp":     {"pageBits"},
	"program/passes":     {"firstAddress", "guardBytes", "highestLP64", "trieBits"},
	"rational":           {"minInt"},
	"report":             {"chartHeight", "chartWidth"},
	"solidity/trace":     {"backStep", "maxTime", "minTime", "moveStep", "thisAddress"},
}

// file is where the limits of a package lie.
const file = "limits.go"

// Constants reads the limits of all packages below root, sorted: the constants of their
// files limits.go. astray are those that lie elsewhere: package-level numbers beyond 1 in
// magnitude, or fractions, that are no facts. Enumerations (iota) and names for values of
// other constants are none.
func Constants(root string) (limits, astray []Constant, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || slices.Contains(others, rel) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, decl := range parsed.Decls {
			g, ok := decl.(*ast.GenDecl)
			switch {
			case !ok || g.Tok != token.CONST:
			case d.Name() == file:
				limits = append(limits, group(fset, rel, g, func(ast.Expr) bool { return true })...)
			default:
				for _, c := range group(fset, rel, g, measured) {
					if !slices.Contains(facts[c.Package], c.Name) {
						astray = append(astray, c)
					}
				}
			}
		}
		return nil
	})
	slices.SortFunc(limits, func(a, b Constant) int {
		return strings.Compare(a.Package+" "+a.Name, b.Package+" "+b.Name)
	})
	return limits, astray, err
}

// group returns the constants of a declaration whose values are of a kind. One without a comment of its own has that of
// the constants above when it is named there, or else that of the declaration.
func group(fset *token.FileSet, file string, g *ast.GenDecl, is func(value ast.Expr) bool) []Constant {
	var out []Constant
	above := ""
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		why := line(spec.Doc)
		if why != "" {
			above = why
		}
		if own := line(spec.Comment); own != "" {
			why = own
		}
		for i, name := range spec.Names {
			why := why
			switch {
			case why != "":
			case strings.Contains(above, name.Name):
				why = above
			default:
				why = line(g.Doc)
			}
			if i >= len(spec.Values) || !is(spec.Values[i]) {
				continue
			}
			var value strings.Builder
			printer.Fprint(&value, fset, spec.Values[i])
			out = append(out, Constant{filepath.ToSlash(filepath.Dir(file)), name.Name, value.String(), why, file})
		}
	}
	return out
}

// measured reports whether a value is a number, or made of numbers and units of time.
func measured(e ast.Expr) bool {
	ok, number := true, false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			number = number || n.Kind == token.INT && n.Value != "0" && n.Value != "1" || n.Kind == token.FLOAT
			ok = ok && n.Kind != token.STRING && n.Kind != token.CHAR
		case *ast.SelectorExpr:
			x, is := n.X.(*ast.Ident)
			ok = ok && is && x.Name == "time"
			return false
		case *ast.Ident, *ast.CallExpr, *ast.FuncLit:
			ok = false
		}
		return ok
	})
	return ok && number
}

// line is a comment in a line, up to the end of its first sentence.
func line(c *ast.CommentGroup) string {
	text := strings.Join(strings.Fields(c.Text()), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		text = text[:end]
	}
	return strings.TrimSuffix(text, ".")
}

// Table is docs/limits.md.
func Table(all []Constant) string {
	var b strings.Builder
	b.WriteString("# Limits\n\nThe constants that bound searches, by package, made by `go test ./internal/limits -update`. Units of work are those of package\n" +
		"`work`, about a microsecond each; a limit that is met gives a weaker result or UNKNOWN, never another verdict.\n")
	last := ""
	for _, c := range all {
		if c.Package != last {
			fmt.Fprintf(&b, "\n## %s\n\n| constant | value | what for |\n|---|---|---|\n", c.Package)
			last = c.Package
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, strings.ReplaceAll(c.Value, "_", " "), strings.ReplaceAll(c.Why, "|", "\\|"))
	}
	return b.String()
}
