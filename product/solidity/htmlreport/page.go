package htmlreport

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cupel/core/program"
	"cupel/evidence/page"
	"cupel/product/solidity"
	"cupel/product/solidity/trace"
)

//go:embed page.html
var text string

//go:embed page.css
var style string

var parsed = sync.OnceValue(func() *template.Template { return page.Parse("contracts", text, nil) })

// Context is what a page says besides the report.
type Context struct {
	Title       string
	Version     string
	CommandLine string
}

// The input of the template.
type (
	data struct {
		Context
		Head       page.Head
		Report     *solidity.Report
		Badge      string
		Counts     string
		Checks     string
		Mistakes   []placed
		Functions  []function
		Files      []file
		LeftOut    int // lines
		Invariants []placed
		Warnings   []placed
	}
	placed struct{ Where, Link, Text string }
	// function is a function with what is known of it.
	function struct {
		solidity.Function
		Badge, Link string
		Errors      []failure
		Checks      []check
	}
	failure struct {
		placed
		Note   string
		Traces []steps
	}
	steps struct {
		Title   string
		Lines   []placed
		LeftOut int
	}
	check struct {
		placed
		Badge, Kind, Code, Result string
		Inputs                    string
	}
	file struct {
		Path  string
		Open  bool
		Lines []line
	}
	line struct {
		N     int
		ID    string
		Text  string
		Class string
		Marks []mark
	}
	mark struct{ Badge, Text string }
)

// badges are the appearances of answers, of functions and of checks.
var badges = map[string]string{
	solidity.AnswerProved: "TRUE", solidity.AnswerViolated: "FALSE", solidity.AnswerUnknown: "UNKNOWN", solidity.AnswerSkipped: "UNKNOWN", "": "FALSE",
}

var annotation = regexp.MustCompile(`@notice\s+(\{contractInvariants\}|(invariant|precondition|postcondition|modifies|specification|emits|tracks-changes-in|allow-no-change-emit)\b)`)

// builder makes the data of a page.
type builder struct {
	data
	ids   map[string]int            // of files
	marks map[string]map[int][]mark // by file and line
}

// Write writes a page.
func Write(w io.Writer, r *solidity.Report, c Context) error {
	b := &builder{data: data{Context: c, Head: page.NewHead(c.Title, style, ""), Report: r, Badge: badges[r.Answer]}, ids: map[string]int{}, marks: map[string]map[int][]mark{}}
	for i, s := range r.Sources {
		b.ids[s.Path] = i
	}
	for _, m := range r.Mistakes {
		b.Mistakes = append(b.Mistakes, b.place(m.Where, m.Text))
	}
	s := r.Summary
	b.Counts = fmt.Sprintf("%d proved, %d violated, %d unknown, %d skipped", s.OK, s.Error, s.Unknown+s.Timeout, s.Skipped)
	if k := s.Checks; k.Proved+k.Violated+k.Unknown > 0 {
		b.Checks = fmt.Sprintf("%d proved, %d violated, %d unknown", k.Proved, k.Violated, k.Unknown)
	}
	for i := range r.Functions {
		b.function(&r.Functions[i])
	}
	for _, i := range r.Invariants {
		b.Invariants = append(b.Invariants, b.place(i.Where, i.Text))
		b.mark(i.Where, "TRUE", "inferred: "+i.Text)
	}
	for _, m := range r.Warnings {
		b.Warnings = append(b.Warnings, b.place(m.Where, m.Text))
		if m.Kind != "" {
			b.mark(m.Where, "UNKNOWN", m.Text)
		}
	}
	b.sources(r.Sources)
	return parsed().Execute(w, &b.data)
}

// place makes a text with its place, which is a link where the source is on the page.
func (b *builder) place(where, text string) placed {
	p := placed{Where: where, Text: text}
	at := program.ParsePos(where)
	if i, ok := b.ids[at.File]; ok && at.Line > 0 {
		p.Link = id(i, at.Line)
	}
	return p
}

func id(file, line int) string { return fmt.Sprintf("s%d-%d", file, line) }

// mark puts a text beside a line of a source.
func (b *builder) mark(where, badge, text string) {
	at := program.ParsePos(where)
	if b.marks[at.File] == nil {
		b.marks[at.File] = map[int][]mark{}
	}
	if m := (mark{badge, text}); !slices.Contains(b.marks[at.File][at.Line], m) {
		b.marks[at.File][at.Line] = append(b.marks[at.File][at.Line], m)
	}
}

func (b *builder) function(f *solidity.Function) {
	x := function{Function: *f, Badge: badges[f.Answer], Link: b.place(f.Where, "").Link}
	b.mark(f.Where, x.Badge, f.Name+": "+f.Answer)
	badge := "UNKNOWN"
	if f.Answer == solidity.AnswerViolated {
		badge = "FALSE"
	}
	for _, e := range f.Errors {
		y := failure{placed: b.place(e.Where, e.Text), Note: e.Note}
		for i, t := range []*trace.Trace{e.Trace, e.TraceIR} {
			if t != nil {
				y.Traces = append(y.Traces, b.steps(t, i == 1))
			}
		}
		x.Errors = append(x.Errors, y)
		b.mark(e.Where, badge, e.Text)
	}
	for _, c := range f.Checks {
		y := check{placed: b.place(c.Where, c.Reason), Badge: badges[c.Result], Kind: c.Kind, Code: c.Code, Result: c.Result}
		var inputs []string
		for _, in := range c.Inputs {
			inputs = append(inputs, in.Name+" = "+in.Value)
		}
		y.Inputs = strings.Join(inputs, ", ")
		x.Checks = append(x.Checks, y)
		b.mark(c.Where, y.Badge, c.Kind+" "+c.Result)
	}
	b.Functions = append(b.Functions, x)
}

func (b *builder) steps(t *trace.Trace, ir bool) steps {
	s := steps{Title: "Transactions that lead there"}
	if ir {
		s.Title += " (with viaIR)"
	}
	lines := t.Lines()
	for i, l := range lines {
		if i >= maxSteps {
			s.LeftOut = len(lines) - maxSteps
			break
		}
		s.Lines = append(s.Lines, b.place(l.Where, l.Number+". "+l.Text))
	}
	return s
}

// sources are the files with marks, or all if none has any.
func (b *builder) sources(all []solidity.Source) {
	lines := 0
	for _, s := range all {
		marks := b.marks[s.Path]
		if marks == nil && len(b.marks) > 0 {
			continue
		}
		f := file{Path: s.Path, Open: true}
		for i, text := range strings.Split(strings.TrimSuffix(s.Text, "\n"), "\n") {
			if lines++; lines > maxLines {
				b.LeftOut++
				continue
			}
			l := line{N: i + 1, ID: id(b.ids[s.Path], i+1), Text: strings.TrimSuffix(text, "\r"), Marks: marks[i+1]}
			if annotation.MatchString(text) {
				l.Class = "spec"
			}
			for _, m := range l.Marks {
				if m.Badge == "FALSE" {
					l.Class = "err"
				}
			}
			f.Lines = append(f.Lines, l)
		}
		b.Files = append(b.Files, f)
	}
}
