package reproduce

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"cupel/evidence/page"
)

// WriteMarkdown writes a result as Markdown.
func WriteMarkdown(w io.Writer, res *Result) error {
	d := res.document()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", d.title)
	for _, n := range d.notes {
		fmt.Fprintf(&b, "\n%s\n", n)
	}
	d.table.markdown(&b)
	if len(d.tasks.rows) > 0 {
		d.tasks.markdown(&b)
	}
	for _, n := range d.after {
		fmt.Fprintf(&b, "\n%s\n", n)
	}
	if len(d.order.rows) > 0 {
		d.order.markdown(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown prints a table.
func (t *table) markdown(b *strings.Builder) {
	cell := strings.NewReplacer("|", "\\|", "\n", " ")
	row := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + cell.Replace(c) + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	row(t.head)
	b.WriteString("|" + strings.Repeat("---|", len(t.head)) + "\n")
	for _, r := range t.rows {
		row(r)
	}
}

// WriteCSV writes the table of a result, and behind an empty row the relations.
func WriteCSV(w io.Writer, res *Result) error {
	d := res.document()
	for i, t := range []table{d.table, d.tasks, d.order} {
		if len(t.rows) == 0 {
			continue
		}
		c := csv.NewWriter(w)
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := c.WriteAll(append([][]string{t.head}, t.rows...)); err != nil {
			return err
		}
	}
	return nil
}

//go:embed page.html
var pageText string

var resultPage = sync.OnceValue(func() *template.Template { return page.Parse("reproduced", pageText, nil) })

// styles are those of the tables besides the common ones.
const styles = "table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #8886;padding:.2em .5em;text-align:right}th:first-child,td:first-child{text-align:left}" +
	".orders td{text-align:left}.wide{overflow-x:auto}"

// WriteHTML writes results as one page that needs nothing else.
func WriteHTML(w io.Writer, title string, results []*Result) error {
	type tableData struct {
		Head []string
		Rows [][]string
	}
	type section struct {
		Title               string
		Notes, After        []string
		Table, Tasks, Order tableData
	}
	data := struct {
		Head     page.Head
		Title    string
		Sections []section
	}{Head: page.NewHead(title, styles, ""), Title: title}
	for _, r := range results {
		d := r.document()
		data.Sections = append(data.Sections, section{d.title, d.notes, d.after, tableData{d.table.head, d.table.rows}, tableData{d.tasks.head, d.tasks.rows}, tableData{d.order.head, d.order.rows}})
	}
	return resultPage().Execute(w, data)
}
