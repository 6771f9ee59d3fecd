package limits

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// others are packages whose constants are facts about formats, languages or tests.
var others = []string{"internal", "tests", "frontend/c/include", "frontend/c/attr", "frontend/c/library", "evidence/harness", "product/petri/petritest", "core/program/programtest",
	"analysis/absint/absinttest", "analysis/absint/bounds/boundstest", "engine/enginetest", "evidence/witness", "frontend/property", "frontend/taskdef", "cmd"}

// facts are constants of the other packages that bound nothing: numbers of a platform or a
// format, ends of a range of numbers, layouts of memory.
var facts = map[string][]string{
	"analysis/absint/polynomial": {"prime"},
	"core/program/memory":        {"live", "ended", "fixed"}, // states of a block
	"core/program/unwritten":     {"flagWidth"},
	"analysis/absint/interval":   {"chunkSize", "pageSize"},
	"analysis/absint/octagon":    {"maxBound"},
	"product/bench":              {"exitFault"},
	"product/campaign":           {"idDigits", "versionDigits", "unavailable", "errStoreFailed"}, // lengths of names, codes of NATS
	"product/campaign/worker":    {"exitInput"},
	"product/bench/benchexec":    {"megabyte"},
	"product/solidity/suite":     {"exitMistake", "exitOpen", "exitSkipped"},
	"core/diagram":               {"charWidth", "gapX", "gapY", "lineHeight", "padding"},
	"frontend/c": {"argFloat", "argInteger", "argPointer", "argRecord", "biggestAlignment", "lowestObject", "private",
		"sigabrt", "sigill", "sigkill", "signalMax", "sigstop"},
	"frontend/c/literal":        {"integerBit", "maxDecimal"},
	"core/logic":                {"chunkBits"},
	"product/petri/cegar":       {"limit"},
	"product/petri/explicit":    {"chunkSize"},
	"product/petri/ilp":         {"noUpper"},
	"verifier/portfolio":        {"ticksPerSecond"},
	"analysis/execution/interp": {"pageBits"},
	"core/program/passes":       {"firstAddress", "guardBytes", "highestLP64", "trieBits"},
	"core/rational":             {"minInt"},
	"evidence/report":           {"chartHeight", "chartWidth"},
	"product/solidity/standard": {"firstID"}, // above the numbers of syntax nodes
	"product/solidity/trace":    {"backStep", "createStep", "firstCreated", "maxTime", "minTime", "moveStep", "outStep", "thisAddress"},
}

// file is where the limits of a package lie.
const file = "limits.go"

// read lists the limits of all packages below root, sorted: the constants of their files
// limits.go. astray are those that lie elsewhere: package-level numbers beyond 1 in
// magnitude, or fractions, that are no facts. Enumerations (iota) and names for values of
// other constants are none.
func read(root string) (limits, astray []Constant, err error) {
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
		parsed, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(rel))
		var values map[*ast.Ident]types.Object
		if d.Name() == file {
			if values, err = evaluate(fset, parsed); err != nil {
				return err
			}
		}
		for _, decl := range parsed.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, e := range entries(g) {
				switch {
				case values != nil:
					number, duration, err := value(values[e.name])
					if err != nil {
						return fmt.Errorf("%s: %s: %w", rel, e.name.Name, err)
					}
					limits = append(limits, Constant{pkg, e.name.Name, number, unit(e, number, duration), purpose(e)})
				case measured(e.value) && !slices.Contains(facts[pkg], e.name.Name):
					astray = append(astray, Constant{Package: pkg, Name: e.name.Name})
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

// An entry is a constant of a declaration.
type entry struct {
	name  *ast.Ident
	value ast.Expr
	why   string   // the first sentence of its comment
	named []string // the constants of the declaration
}

// entries lists the constants of a declaration. One without a comment of its own has that of
// the constants above when it is named there, or else that of the declaration.
func entries(g *ast.GenDecl) []entry {
	var out []entry
	var named []string
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
			named = append(named, name.Name)
			if i < len(spec.Values) {
				out = append(out, entry{name: name, value: spec.Values[i], why: why})
			}
		}
	}
	for i := range out {
		out[i].named = named
	}
	return out
}

// evaluate computes the constants of a file, which needs no package besides time.
func evaluate(fset *token.FileSet, f *ast.File) (map[*ast.Ident]types.Object, error) {
	info := types.Info{Defs: map[*ast.Ident]types.Object{}}
	_, err := (&types.Config{Importer: clock{}}).Check("limits", fset, []*ast.File{f}, &info)
	return info.Defs, err
}

// clock imports package time, as far as constants need it.
type clock struct{}

func (clock) Import(path string) (*types.Package, error) {
	if path != "time" {
		return nil, fmt.Errorf("the values of limits may not depend on package %s", path)
	}
	pkg := types.NewPackage("time", "time")
	name := types.NewTypeName(token.NoPos, pkg, "Duration", nil)
	duration := types.NewNamed(name, types.Typ[types.Int64], nil)
	pkg.Scope().Insert(name)
	for unit, d := range map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour} {
		pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, unit, duration, constant.MakeInt64(int64(d))))
	}
	pkg.MarkComplete()
	return pkg, nil
}

// value is a constant as a decimal number, a time in milliseconds.
func value(o types.Object) (number json.Number, duration bool, err error) {
	v := o.(*types.Const).Val()
	if duration = o.Type().String() == "time.Duration"; duration {
		v = constant.BinaryOp(v, token.QUO, constant.MakeInt64(int64(time.Millisecond)))
	}
	switch i := constant.ToInt(v); {
	case i.Kind() == constant.Int:
		return json.Number(i.ExactString()), duration, nil
	case v.Kind() == constant.Float && !duration:
		return json.Number(v.String()), false, nil
	}
	return "", false, fmt.Errorf("%s is no number, or no whole milliseconds", v)
}

// units are the words of comments that tell units.
var units = []struct {
	unit  string
	words *regexp.Regexp
}{
	{"work/1000", regexp.MustCompile(`\bthousandths of a unit`)},
	{"work", regexp.MustCompile(`units of package work|^(is )?the work (that|of)\b`)},
	{"MB", regexp.MustCompile(`\bMB\b`)},
	{"bytes", regexp.MustCompile(`\b(in|their|the) bytes\b|^bytes\b`)},
	{"bits", regexp.MustCompile(`\b(bounds the )bits of|^bits of`)},
	{"characters", regexp.MustCompile(`\bthe characters\b|\bin characters\b`)},
	{"operators", regexp.MustCompile(`\b(in|the) operators\b|^operators\b`)},
	{"subterms", regexp.MustCompile(`\bdistinct subterms\b`)},
	{"%", regexp.MustCompile(`\bper ?cent`)},
	{"s", regexp.MustCompile(`^seconds of\b`)},
}

// unit is that of a constant: told by its type, its name or the part of its comment that is about it alone.
func unit(e entry, number json.Number, duration bool) string {
	if duration {
		return "ms"
	}
	about := e.why
	if _, after, ok := strings.Cut(about, e.name.Name+" "); ok {
		about = after
	}
	for _, other := range e.named {
		if other != e.name.Name {
			about, _, _ = strings.Cut(about, other+" ")
		}
	}
	for _, u := range units {
		if u.words.MatchString(about) {
			return u.unit
		}
	}
	switch {
	case strings.HasSuffix(e.name.Name, "Work"):
		return "work"
	case strings.Contains(number.String(), "."):
		return "fraction"
	}
	return "count"
}

// purpose is a comment without the name in front where it is about one constant.
func purpose(e entry) string {
	for _, other := range e.named {
		if other != e.name.Name && regexp.MustCompile(`\b`+other+`\b`).MatchString(e.why) {
			return e.why
		}
	}
	return strings.TrimPrefix(strings.TrimPrefix(e.why, e.name.Name+" "), "is ")
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
