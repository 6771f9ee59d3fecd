package suite

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"sync"

	"cupel/evidence/page"
	"cupel/product/bench"
)

//go:embed page.html
var pageText string

var parsed = sync.OnceValue(func() *template.Template { return page.Parse("contracts", pageText, nil) })

// Context is what a page says besides the results.
type Context struct{ Title, Version, CommandLine string }

// The input of the template.
type (
	pageData struct {
		Context
		Head    page.Head
		Rows    []Row
		Files   []*pageFile
		LeftOut int
	}
	pageFile struct {
		Name  string
		Cells []cell // by configuration
	}
	cell struct{ Verdict, Badge, Seconds, Counts, Reason string }
)

// Mean is the mean processor time of the finished files, in seconds.
func (w Row) Mean() string {
	return fmt.Sprintf("%.2f", w.Seconds/float64(max(1, w.Finished)))
}

// WriteHTML writes the table and what became of each file as a page.
func (t *Table) WriteHTML(w io.Writer, runs []bench.Run, c Context) error {
	d := pageData{Context: c, Head: page.NewHead(c.Title, "", ""), Rows: t.Rows}
	files := map[string]*pageFile{}
	for i := range runs {
		r := &runs[i]
		f := files[r.Task]
		if f == nil {
			if f = (&pageFile{Name: r.Task, Cells: make([]cell, len(t.Rows))}); len(d.Files) < maxFiles {
				d.Files = append(d.Files, f)
			} else {
				d.LeftOut++
			}
			files[r.Task] = f
		}
		f.Cells[slices.IndexFunc(t.Rows, func(row Row) bool { return row.Config == r.Config })] = newCell(r)
	}
	return parsed().Execute(w, &d)
}

func newCell(r *bench.Run) cell {
	c := cell{Verdict: r.Category, Badge: "UNKNOWN", Seconds: fmt.Sprintf("%.2f", r.CPU), Reason: r.Reason}
	switch d := details(r); {
	case r.Category == Failed:
		c.Badge = "FALSE"
	case r.Category == Refused || len(r.Details) == 0:
	default:
		c.Counts = fmt.Sprintf("%d OK, %d ERROR, %d open, %d SKIPPED", d.OK, d.Error, d.Open, d.Skipped)
		switch {
		case d.Error > 0:
			c.Badge = "FALSE"
		case d.Open+d.Skipped == 0:
			c.Badge = "TRUE"
		}
	}
	return c
}
