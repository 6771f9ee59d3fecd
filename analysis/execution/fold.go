package execution

// An item is a step, or a folded repetition.
type item struct {
	step *Step // nil: a repetition
	// A repetition is shown by its first iteration; times counts the others, and last are the final values.
	first       []item
	times       int
	from, to    int // lines
	file        string
	last        []Change
	left        int // steps omitted from the trace
	fingerprint uint64
}

// fold replaces repetitions of three or more, those with the shortest period first.
func fold(t *Trace) []item {
	items := make([]item, 0, len(t.Steps)+1)
	for i := range t.Steps {
		if t.LeftOut > 0 && i == t.LeftOutAfter {
			items = append(items, item{left: t.LeftOut, fingerprint: 1})
		}
		s := &t.Steps[i]
		items = append(items, item{step: s, fingerprint: stepPrint(s)})
	}
	for period := 1; period <= maxPeriod && 3*period <= len(items); {
		next := foldPeriod(items, period)
		if len(next) < len(items) {
			period = 1 // longer ones may have become short
		} else {
			period++
		}
		items = next
	}
	return items
}

// foldPeriod folds the repetitions with a period. They start at the condition of a loop, if there is one.
func foldPeriod(items []item, period int) []item {
	var out []item
	for i := 0; i < len(items); {
		n := rounds(items[i:], period)
		if n < 3 {
			out = append(out, items[i])
			i++
			continue
		}
		for d := range period {
			if k := rounds(items[i+d:], period); items[i+d].loops() && k >= 3 {
				out = append(out, items[i:i+d]...)
				i, n = i+d, k
				break
			}
		}
		out = append(out, repeated(items[i:i+period*n], period, n))
		i += period * n
	}
	return out
}

// rounds counts how often a sequence starts with its first period items.
func rounds(items []item, period int) int {
	n := 1
	for (n+1)*period <= len(items) && alike(items[(n-1)*period:n*period], items[n*period:(n+1)*period]) {
		n++
	}
	return n
}

// loops reports whether an item is a condition before an iteration of a loop.
func (x *item) loops() bool {
	return x.step != nil && x.step.Branch != "" && (keyword(x.step.Text) == "for" || keyword(x.step.Text) == "while")
}

func alike(a, b []item) bool {
	for i := range a {
		if !a[i].alike(&b[i]) {
			return false
		}
	}
	return true
}

// alike reports whether two items are the same statements, regardless of repetition counts.
func (x *item) alike(y *item) bool {
	switch {
	case x.fingerprint != y.fingerprint || x.left > 0 || y.left > 0 || (x.step == nil) != (y.step == nil):
		return false
	case x.step != nil:
		return x.step.same(y.step)
	}
	return len(x.first) == len(y.first) && alike(x.first, y.first)
}

// repeated folds all iterations into one item.
func repeated(items []item, period, rounds int) item {
	r := item{first: items[:period], times: rounds - 1, fingerprint: 7}
	for _, x := range items[:period] {
		r.fingerprint = r.fingerprint*1099511628211 + x.fingerprint
		x.lines(&r)
	}
	at := map[Change]int{}
	for _, x := range items[period:] {
		x.changes(func(c Change) {
			key := Change{Name: c.Name, Depth: c.Depth}
			i, ok := at[key]
			if !ok {
				i = len(r.last)
				at[key] = i
				r.last = append(r.last, c)
			}
			r.last[i] = c
		})
	}
	return r
}

// lines extends the line range of a repetition by that of x.
func (x *item) lines(r *item) {
	from, to := x.from, x.to
	if x.step != nil {
		from, to = x.step.Line, x.step.Line
		if r.file == "" {
			r.file = x.step.File
		}
	} else if r.file == "" {
		r.file = x.file
	}
	if r.from == 0 || from > 0 && from < r.from {
		r.from = from
	}
	r.to = max(r.to, to)
}

// changes visits all changes of an item.
func (x *item) changes(visit func(Change)) {
	if x.step != nil {
		for _, c := range x.step.Changes {
			visit(c)
		}
	}
	for i := range x.first {
		x.first[i].changes(visit)
	}
	for _, c := range x.last {
		visit(c)
	}
}

func stepPrint(s *Step) uint64 {
	h := uint64(14695981039346656037)
	for _, n := range []int{s.Line, s.Column, s.Depth} {
		h = (h ^ uint64(n)) * 1099511628211
	}
	for _, text := range []string{s.Branch, s.Function, s.File} {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * 1099511628211
		}
	}
	return h
}
