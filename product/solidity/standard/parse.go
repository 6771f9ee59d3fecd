package standard

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"cupel/product/solidity/annotation"
)

// A Standard is the specification of an interface.
type Standard struct {
	Name, Title string
	Functions   []*Function
	// Every are clauses of every function that may write, and of the constructor.
	Every []*Clause
}

// A Function is one of the interface.
type Function struct {
	Name            string
	Params, Returns []Parameter
	View            bool // it only reads
	Optional        bool // contracts without it have the interface
	Clauses         []*Clause
}

// A Parameter is a parameter or result; the name may be empty.
type Parameter struct{ Type, Name string }

// Signature is name(types).
func (f *Function) Signature() string {
	var ts []string
	for _, p := range f.Params {
		ts = append(ts, p.Type)
	}
	return f.Name + "(" + strings.Join(ts, ",") + ")"
}

// A Clause is a property of a function.
type Clause struct {
	Name string
	// Given are conditions on the state at the beginning, Holds is one on that at the end.
	Given []string
	Holds string
	// Invariant: Holds is a condition on any state between transactions.
	Invariant bool
}

//go:embed *.spec
var texts embed.FS

// Names are the names of the standards.
func Names() []string {
	files, err := texts.ReadDir(".")
	if err != nil {
		panic(err) // it is a part of the program
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), path.Ext(f.Name())))
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return names
}

// Get returns a standard by its name.
func Get(name string) (*Standard, error) {
	text, err := texts.ReadFile(name + ".spec")
	if err != nil || !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%q is no standard; choose some of %s, or auto", name, strings.Join(Names(), ", "))
	}
	return parse(name+".spec", string(text))
}

// words begin lines.
var words = []string{"standard", "function", "optional function", "every function", "clause", "precondition", "postcondition", "invariant"}

// line is a line with those that continue it.
type line struct {
	number     int
	word, rest string
}

// parse parses the text of a standard.
func parse(file, text string) (*Standard, error) {
	var lines []line
	for i, l := range strings.Split(text, "\n") {
		l, _, _ = strings.Cut(l, "//")
		l = strings.Join(strings.Fields(l), " ")
		if l == "" {
			continue
		}
		k := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(l+" ", w+" ") })
		switch {
		case k >= 0:
			lines = append(lines, line{i + 1, words[k], strings.TrimSpace(l[len(words[k]):])})
		case len(lines) == 0:
			return nil, fmt.Errorf("%s:%d:1: a standard begins with its name: standard NAME TITLE", file, i+1)
		default:
			lines[len(lines)-1].rest += " " + l
		}
	}
	s := &Standard{}
	clauses := &s.Every
	var last *Clause
	for _, l := range lines {
		bad := func(format string, args ...any) error {
			return fmt.Errorf("%s:%d:1: %s", file, l.number, fmt.Sprintf(format, args...))
		}
		switch l.word {
		case "standard":
			s.Name, s.Title, _ = strings.Cut(l.rest, " ")
		case "every function":
			clauses, last = &s.Every, nil
		case "function", "optional function":
			f, err := header(l.rest)
			if err != nil {
				return nil, bad("%v", err)
			}
			f.Optional = l.word != "function"
			s.Functions = append(s.Functions, f)
			clauses, last = &f.Clauses, nil
		case "clause":
			last = &Clause{Name: l.rest}
			*clauses = append(*clauses, last)
		default:
			if last == nil || last.Holds != "" {
				return nil, bad("a %s stands below a clause, which has one postcondition or invariant, the last one", l.word)
			}
			if _, err := annotation.ParseSpec(l.rest); err != nil {
				return nil, bad("%v", err)
			}
			if l.word == "precondition" {
				last.Given = append(last.Given, l.rest)
				break
			}
			last.Holds, last.Invariant = l.rest, l.word == "invariant"
			if last.Invariant && (clauses != &s.Every || len(last.Given) > 0) {
				return nil, bad("an invariant is a clause of every function, without preconditions")
			}
		}
	}
	for _, cs := range append([][]*Clause{s.Every}, clausesOf(s.Functions)...) {
		for _, c := range cs {
			if c.Holds == "" {
				return nil, fmt.Errorf("%s: the clause '%s' has no postcondition", file, c.Name)
			}
		}
	}
	return s, nil
}

func clausesOf(fs []*Function) (all [][]*Clause) {
	for _, f := range fs {
		all = append(all, f.Clauses)
	}
	return all
}

// header parses name(parameters) [view] [returns (results)].
func header(text string) (*Function, error) {
	f := &Function{}
	name, rest, ok := strings.Cut(text, "(")
	params, rest, ok2 := strings.Cut(rest, ")")
	if !ok || !ok2 {
		return nil, fmt.Errorf("a function is written name(parameters) [view] [returns (results)]")
	}
	f.Name, f.Params = strings.TrimSpace(name), parameters(params)
	rest = strings.TrimSpace(rest)
	rest, f.View = strings.CutPrefix(rest, "view")
	if rest = strings.TrimSpace(rest); rest == "" {
		return f, nil
	}
	results, ok := strings.CutPrefix(rest, "returns (")
	if results, ok2 = strings.CutSuffix(results, ")"); !ok || !ok2 {
		return nil, fmt.Errorf("%q after the parameters is not understood", rest)
	}
	f.Returns = parameters(results)
	return f, nil
}

func parameters(text string) (ps []Parameter) {
	for _, p := range strings.Split(text, ",") {
		if p = strings.TrimSpace(p); p != "" {
			t, name, _ := strings.Cut(p, " ")
			ps = append(ps, Parameter{t, name})
		}
	}
	return ps
}
