package report

import (
	_ "embed"
	"html/template"
	"io"
	"sync"

	"cupel/evidence/page"
)

//go:embed list.html
var listText string

var listPage = sync.OnceValue(func() *template.Template { return page.Parse("list", listText, nil) })

// A List is a page with answers to several queries: functions of contracts, properties of nets.
type List struct {
	Title string
	Items []Item
	Context
}

// Item is an answer.
type Item struct {
	Name   string
	Answer string // as printed by the command
	Badge  Badge
	Where  string
	Notes  []string
	Steps  []string // leading to the result
}

// Badge is the appearance of an answer.
type Badge string

// The badges.
const (
	Good Badge = "TRUE"
	Bad  Badge = "FALSE"
	Open Badge = "UNKNOWN"
)

// listData is the input of the template.
type listData struct {
	List
	Head   page.Head
	Items  []itemData
	Counts []count
}

type itemData struct {
	Item
	LeftOut int // steps
}

type count struct {
	Answer string
	N      int
}

// WriteList writes answers as an HTML page.
func WriteList(w io.Writer, l List) error {
	d := listData{List: l, Head: page.NewHead(l.Title, style, "")}
	at := map[string]int{}
	for _, i := range l.Items {
		x := itemData{Item: i}
		if n := len(i.Steps) - maxFlow; n > 0 {
			x.Steps, x.LeftOut = i.Steps[:maxFlow], n
		}
		d.Items = append(d.Items, x)
		k, ok := at[i.Answer]
		if !ok {
			k = len(d.Counts)
			at[i.Answer] = k
			d.Counts = append(d.Counts, count{Answer: i.Answer})
		}
		d.Counts[k].N++
	}
	return listPage().Execute(w, d)
}
