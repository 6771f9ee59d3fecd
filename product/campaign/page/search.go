package page

import "strings"

// Filter chooses results.
type Filter struct {
	Text   string // a part of the task's name, in any case of letters
	Family string // "": all
	Config int    // -1: all
	Show   string // the name of a class, or one of the groups
	From   int    // matches that are skipped
}

// Groups of results besides the classes.
const (
	showDone     = ""
	showDisagree = "disagreements"
	showWrong    = "wrong"
	showDecided  = "decided"
	showOpen     = "undecided"
)

// Results are a page of the results that fit a filter, in the order of the plan.
type Results struct {
	Revision int   `json:"revision"`
	Total    int   `json:"total"` // that fit
	From     int   `json:"from"`
	Rows     []Row `json:"rows"`
}

// chosen is what a name of a group or class chooses; nil: there is none.
func chosen(show string) func(k class, t *task) bool {
	switch show {
	case showDone:
		return func(k class, _ *task) bool { return k != open }
	case showDisagree:
		return func(k class, t *task) bool { return t.said.contradicts() && k.decision() != 0 }
	case showWrong:
		return func(k class, _ *task) bool { return k.wrong() }
	case showDecided:
		return func(k class, _ *task) bool { return k.decision() != 0 }
	case showOpen:
		return func(k class, _ *task) bool { return k != open && k.decision() == 0 }
	}
	for k, name := range names {
		if name == show {
			return func(other class, _ *task) bool { return other == class(k) }
		}
	}
	return nil
}

// Search finds the results that fit a filter; false: it names what there is not.
func (b *Board) Search(f Filter) (Results, bool) {
	fits := chosen(f.Show)
	if fits == nil || f.From < 0 || f.Config < -1 || f.Config >= len(b.configs) {
		return Results{}, false
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	family := int32(-1)
	if f.Family != "" {
		var ok bool
		if family, ok = b.numbers[f.Family]; !ok {
			return Results{}, false
		}
	}
	r := Results{Revision: b.revision, From: f.From, Rows: []Row{}}
	text := strings.ToLower(f.Text)
	per := b.plan.PerTask()
	repeat := per / len(b.configs)
	for n := range b.tasks {
		t := &b.tasks[n]
		if family >= 0 && t.family != family || text != "" && !strings.Contains(strings.ToLower(t.name), text) {
			continue
		}
		first, last := n*per, (n+1)*per
		if f.Config >= 0 {
			first, last = first+f.Config*repeat, first+(f.Config+1)*repeat
		}
		for job := first; job < last; job++ {
			if !fits(b.runs[job].class, t) {
				continue
			}
			if r.Total++; r.Total > f.From && len(r.Rows) < maxRows {
				r.Rows = append(r.Rows, b.row(job))
			}
		}
	}
	return r, true
}
