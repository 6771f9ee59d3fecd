package comparison

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"cupel/evidence/page"
	"cupel/product/bench"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed table.js
var tableScript string

//go:embed plots.js
var plotsScript string

var tablePage = sync.OnceValue(func() *template.Template { return page.Parse("table", pageText, nil) })

// Context is the content of a page besides the results.
type Context struct {
	Title       string
	Version     string
	CommandLine string // that leads to the page
}

// pageData is the input of the template.
type pageData struct {
	Context
	Head    page.Head
	Configs []Config
	Totals  []Total
	Single  bool // there is one configuration
	Tasks   int
	// Conflicts is the number of tasks of which files expect different verdicts, Conflict one of them.
	Conflicts int
	Conflict  string
	Data      *pageRuns
}

// pageRuns is the input of the script. Frequent texts are indices into a list.
type pageRuns struct {
	Configs []string  `json:"configs"`
	Texts   []string  `json:"texts"`
	Tasks   []pageRow `json:"tasks"`

	at map[string]int
}

// pageRow is a task: name, family, expected verdict, the points that can be had; runs with status, category, points, processor time, time, memory, what
// decided, certificate, reason; null: there is none.
type pageRow struct {
	Name     string  `json:"n"`
	Family   int     `json:"f"`
	Expected int     `json:"e"`
	Max      int     `json:"m"`
	Runs     [][]any `json:"r"`
}

func (p *pageRuns) text(s string) int {
	i, ok := p.at[s]
	if !ok {
		i = len(p.Texts)
		p.at[s] = i
		p.Texts = append(p.Texts, s)
	}
	return i
}

// WriteHTML writes the comparison as a page for browsers.
func (c *Comparison) WriteHTML(w io.Writer, x Context) error {
	if len(c.Tasks) > maxTasks {
		return fmt.Errorf("there are %d tasks, and a page shows %d", len(c.Tasks), maxTasks)
	}
	data := &pageRuns{Configs: []string{}, Texts: []string{}, Tasks: []pageRow{}, at: map[string]int{}}
	for _, k := range c.Configs {
		data.Configs = append(data.Configs, k.Name)
	}
	for i := range c.Tasks {
		t := &c.Tasks[i]
		row := pageRow{Name: t.Name, Family: data.text(t.Family), Expected: data.text(t.Expected), Max: bench.MaxPoints(t.Expected)}
		for _, r := range t.Runs {
			row.Runs = append(row.Runs, data.run(r))
		}
		data.Tasks = append(data.Tasks, row)
	}
	d := &pageData{Context: x, Head: page.NewHead(x.Title, style, tableScript+plotsScript), Configs: c.Configs, Totals: c.Totals(),
		Single: len(c.Configs) == 1, Tasks: len(c.Tasks), Conflicts: len(c.Conflicts), Data: data}
	if d.Conflicts > 0 {
		d.Conflict = c.Conflicts[0]
	}
	return tablePage().Execute(w, d)
}

func (p *pageRuns) run(r *bench.Run) []any {
	if r == nil {
		return nil
	}
	reason := strings.ToValidUTF8(r.Reason, "\uFFFD")
	if text := []rune(reason); len(text) > maxReason {
		reason = string(text[:maxReason]) + "…"
	}
	return []any{p.text(r.Verdict), p.text(r.Category), r.Points(), round(r.CPU), round(r.Wall), round(r.MemoryMB), p.text(r.DecidedBy), p.text(r.Certificate), p.text(reason)}
}

// round keeps milliseconds.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
