package report

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cupel/analysis/execution"
	"cupel/core/diagram"
	"cupel/core/program"
	"cupel/evidence"
	"cupel/evidence/page"
)

//go:embed page.html
var pageText string

//go:embed page.js
var script string

//go:embed page.css
var style string

// reportPage is parsed on demand: most runs write no page.
var reportPage = sync.OnceValue(func() *template.Template {
	return page.Parse("page", pageText, template.FuncMap{"points": points})
})

// Context is the content of a page besides the report.
type Context struct {
	Version     string
	CommandLine string      // of the run
	Choices     [][2]string // names and values of all choices in effect
}

// pageData is the input of the template.
type pageData struct {
	*evidence.Report
	Context
	Head     page.Head
	Sentence string
	Failed   string // the assertion or the call at the error
	Advice   []string
	Warned   warned
	ErrorAt  link
	Notes    []note
	Told     []told   // places of a fault of memory
	Found    []linked // invariants
	Turns    []turns  // loops, of which the question is whether they end
	Table    []row    // of checks
	Counts   string   // of them
	Files    []file
	Folded   string
	Step     *stepping
	Drawings []drawing
	Marked   bool // some drawing has marked edges
	Over     *progress
}

// drawing is a graph on the page.
type drawing struct {
	*diagram.Drawing
	ViewWidth, ViewHeight int
	Arrow                 string // name of the marker at the end of lines
}

// stepping is the data of the script that steps through an execution.
type stepping struct {
	Files []string         `json:"files"`
	Trace *execution.Trace `json:"trace"`
}

// link is a place with its anchor on the page; "": none.
type link struct{ Text, Href string }

// note is an assumption with its places.
type note struct {
	Text     string
	Definite bool
	Places   []link
}

// row is a check.
type row struct {
	At                     link
	State, Kind, What, Why string
	Fault                  string // of memory
}

// told is a place with what happens there.
type told struct {
	At   link
	Text string
}

type linked struct {
	At      link
	Formula string
}

// file is a source text, line by line.
type file struct {
	Name  string
	Lines []line
	Folds []fold
}

// turns is what is known of the end of a loop.
type turns struct {
	At   link
	Ends bool
	Text string
}

type line struct {
	ID         string
	Number     int
	Text       string
	Visits     int // steps of the execution
	Invariants []string
	Loops      []turns
	Notes      []string
	Memory     []string // what happens there to the block of a fault of memory
	Error      bool
}

// WriteHTML writes a report as an HTML page.
func WriteHTML(w io.Writer, r *evidence.Report, c Context) error {
	d := &pageData{Report: r, Context: c, Head: page.NewHead(r.Verdict+": "+r.Program, style, script), Sentence: Sentence(r), Failed: failed(r), Advice: advices(r)}
	d.Warned = grouped(r.Warnings)
	d.Over = chart(r.Progress)
	d.files()
	d.ErrorAt = d.link(r.ErrorAt)
	if r.Fault != nil {
		for _, p := range r.Fault.Places {
			d.Told = append(d.Told, told{d.link(p.At), p.Text})
		}
	}
	for _, i := range r.Invariants {
		d.Found = append(d.Found, linked{d.link(i.At), i.Said()})
	}
	for i := range r.Loops {
		d.Turns = append(d.Turns, d.turns(&r.Loops[i]))
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		d.Counts = evidence.CheckCounts(r.Checks)
		x := row{At: d.link(c.At), State: c.State, Kind: c.Kind, What: c.Condition, Why: c.Why()}
		if c.Fault != nil {
			x.Fault = c.Fault.Text
		}
		d.Table = append(d.Table, x)
	}
	d.assumptions()
	if t := r.Trace; t != nil {
		var b strings.Builder
		if err := t.WriteText(&b, false); err != nil {
			return err
		}
		if d.Folded = b.String(); len(d.Folded) > maxFoldedText {
			d.Folded = strings.ToValidUTF8(d.Folded[:maxFoldedText], "") + "\n... (cut; --trace folded prints all)"
		}
		d.Step = &stepping{Trace: t}
		for _, f := range d.Files {
			d.Step.Files = append(d.Step.Files, f.Name)
		}
	}
	for i, g := range r.Graphs {
		g := g.Layout()
		d.Marked = d.Marked || slices.ContainsFunc(g.Lines, func(l diagram.Line) bool { return l.Marked })
		d.Drawings = append(d.Drawings, drawing{g, g.Width + 8, g.Height + 8, "arrow" + strconv.Itoa(i)})
	}
	return reportPage().Execute(w, d)
}

// Sentence expresses the verdict as a sentence.
func Sentence(r *evidence.Report) string {
	switch r.Verdict {
	case "TRUE":
		return "No execution of " + r.Program + " violates the property: this is proven."
	case "FALSE":
		if r.Goal != "" {
			return "An execution of " + r.Program + " violates the property: a check fails (" + r.Goal + ")."
		}
		if r.Lasso != nil && len(r.Lasso.Recurs) > 0 {
			return "An execution of " + r.Program + " need not end: it never leaves a set of states."
		}
		if r.Lasso != nil {
			return "An execution of " + r.Program + " need not end: it comes back to the same place and state again and again."
		}
		return "An execution of " + r.Program + " reaches the error."
	}
	s := "It is not known whether an execution of " + r.Program + " violates the property"
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	return s + "."
}

// advice suggests remedies for a reason.
func advice(kind string) string {
	return map[string]string{
		"time":         "More time may help (--timeout), or another engine (--engine, cupel engines).",
		"cpu-time":     "More processor time may help (--cpu-time), or another engine (--engine, cupel engines).",
		"memory":       "More memory may help (--memory), or another engine (--engine, cupel engines).",
		"recursion":    "A larger bound of recursion may help (--recursion-bound).",
		"model":        "The program does something there that has no model. Where that is not reachable, an assumption may show it.",
		"unsupported":  "The program uses something that is not supported; the reason names the place.",
		"unconfirmed":  "A path to the error was found, but could not be confirmed as an execution.",
		"undefined":    "Undefined behaviour comes first on a path to the error: repair it and try again.",
		"vacuous":      "A proof would say nothing here, since no execution could violate the property whatever the program computed; --vacuous allow answers TRUE all the same.",
		"disagreement": "The replay and the compiled program contradict each other; please report it with the input.",
		"fault":        "This is a fault of Cupel; please report it with the input.",
	}[kind]
}

// turns tells of a loop.
func (d *pageData) turns(l *evidence.Loop) turns {
	return turns{d.link(l.At), l.Ends != "", l.State()}
}

// files prepares the source texts with annotations of their lines.
func (d *pageData) files() {
	for i, s := range d.Sources {
		f := file{Name: s.File}
		for k, text := range strings.Split(strings.TrimSuffix(s.Text, "\n"), "\n") {
			f.Lines = append(f.Lines, line{ID: "f" + strconv.Itoa(i) + "-" + strconv.Itoa(k+1), Number: k + 1, Text: strings.ToValidUTF8(strings.TrimSuffix(text, "\r"), "\uFFFD")})
		}
		d.Files = append(d.Files, f)
	}
	for _, i := range d.Invariants {
		if l := d.at(i.At); l != nil {
			l.Invariants = append(l.Invariants, i.Said())
		}
	}
	for i := range d.Loops {
		if l := d.at(d.Loops[i].At); l != nil {
			l.Loops = append(l.Loops, d.turns(&d.Loops[i]))
		}
	}
	if l := d.at(d.Report.ErrorAt); l != nil {
		l.Error = true
	}
	if d.Report.Fault != nil {
		for _, p := range d.Report.Fault.Places {
			if l := d.at(p.At); l != nil {
				l.Memory = append(l.Memory, p.Text)
			}
		}
	}
	for _, a := range d.Report.Assumptions {
		if l := d.lineOf(a.File, a.Line); l != nil && len(l.Notes) < maxNotes {
			l.Notes = append(l.Notes, a.Text)
		}
	}
	if d.Trace != nil {
		for i := range d.Trace.Steps {
			if l := d.lineOf(d.Trace.Steps[i].File, d.Trace.Steps[i].Line); l != nil {
				l.Visits++
			}
		}
	}
	for i := range d.Files {
		d.Files[i].Folds = folds(d.Files[i].Lines, i == 0 && d.Trace == nil)
	}
}

// lineOf returns a line on the page, or nil.
func (d *pageData) lineOf(name string, number int) *line {
	for i := range d.Files {
		if f := &d.Files[i]; f.Name == name && 1 <= number && number <= len(f.Lines) {
			return &f.Lines[number-1]
		}
	}
	return nil
}

// at returns the line of a position file:line:column.
func (d *pageData) at(place string) *line {
	pos := program.ParsePos(place)
	return d.lineOf(pos.File, pos.Line)
}

func (d *pageData) link(place string) link {
	if l := d.at(place); l != nil {
		return link{place, "#" + l.ID}
	}
	return link{Text: place}
}

// assumptions groups the places of equal assumptions.
func (d *pageData) assumptions() {
	at := map[string]int{}
	for _, a := range d.Report.Assumptions {
		i, ok := at[a.Text]
		if !ok {
			i = len(d.Notes)
			at[a.Text] = i
			d.Notes = append(d.Notes, note{Text: a.Text})
		}
		n := &d.Notes[i]
		n.Definite = n.Definite || a.Definite
		if a.Line > 0 {
			n.Places = append(n.Places, d.link(a.File+":"+strconv.Itoa(a.Line)+":"+strconv.Itoa(a.Column)))
		}
	}
}

// points prints the points of a line for SVG.
func points(l diagram.Line) string {
	var b strings.Builder
	for i, p := range l.Points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(p.X) + "," + strconv.Itoa(p.Y))
	}
	return b.String()
}
