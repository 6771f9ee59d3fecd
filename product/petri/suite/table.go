package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// A Row of a table sums the outcomes of a group up.
type Row struct {
	Group                string
	Tasks, Right, Wrong  int
	TrueRight, FalseDone int // right answers whose property is true, false
	Median, Max, Total   time.Duration
}

// Summarize groups outcomes by a key, sorted by it.
func Summarize(outcomes []Outcome, key func(Outcome) string) []Row {
	groups := map[string][]Outcome{}
	for _, o := range outcomes {
		groups[key(o)] = append(groups[key(o)], o)
	}
	var names []string
	for k := range groups {
		names = append(names, k)
	}
	slices.Sort(names)
	rows := make([]Row, 0, len(names))
	for _, k := range names {
		rows = append(rows, summary(k, groups[k]))
	}
	return rows
}

// summary of one group; the median is that of the right answers' times.
func summary(name string, outcomes []Outcome) Row {
	r := Row{Group: name, Tasks: len(outcomes)}
	var times []time.Duration
	for _, o := range outcomes {
		r.Total += o.Time
		r.Max = max(r.Max, o.Time)
		switch o.Answer {
		case Right:
			r.Right++
			if o.Expected {
				r.TrueRight++
			} else {
				r.FalseDone++
			}
			times = append(times, o.Time)
		case Wrong:
			r.Wrong++
		}
	}
	slices.Sort(times)
	if len(times) > 0 {
		r.Median = times[len(times)/2]
	}
	return r
}

// WriteTables writes the tables by family, by kind of property and by deciding method,
// the wrong answers and the inconclusive tasks.
func WriteTables(w io.Writer, outcomes []Outcome) error {
	tables := []struct {
		title string
		key   func(Outcome) string
	}{
		{"family", func(o Outcome) string { return o.Family }},
		{"method", func(o Outcome) string {
			if o.Answer == Inconclusive {
				return "-"
			}
			return o.Result.Method
		}},
		{"property", func(o Outcome) string { return o.Kind() }},
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(tw, "\t\t\t\t\t\t\t")
		}
		fmt.Fprintf(tw, "%s\ttasks\tright\ttrue\tfalse\twrong\tmedian s\tmax s\ttotal s\t\n", t.title)
		rows := Summarize(outcomes, t.key)
		if i == len(tables)-1 {
			rows = append(rows, summary("all", outcomes))
		}
		for _, r := range rows {
			fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%.3f\t%.2f\t%.1f\t\n", r.Group, r.Tasks, r.Right, r.TrueRight, r.FalseDone, r.Wrong, r.Median.Seconds(), r.Max.Seconds(), r.Total.Seconds())
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, o := range outcomes {
		if o.Answer == Right {
			continue
		}
		note := strings.Join(o.Result.Reasons, "; ")
		if o.Answer == Wrong {
			note = fmt.Sprintf("expected %v, by %s %s", o.Expected, o.Result.Method, o.Result.Certificate)
		}
		if _, err := fmt.Fprintf(w, "%v %s (%s)\n", o.Answer, o.PropertyID, note); err != nil {
			return err
		}
	}
	return nil
}

// WriteCSV writes one line per outcome.
func WriteCSV(w io.Writer, outcomes []Outcome) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"model", "family", "property", "kind", "expected", "answer", "method", "certificate", "steps", "seconds"}}
	for _, o := range outcomes {
		steps := ""
		if o.Result.Verdict.String() == "reachable" {
			steps = fmt.Sprint(len(o.Result.Sequence))
		}
		rows = append(rows, []string{o.Model, o.Family, o.PropertyID, o.Kind(), fmt.Sprint(o.Expected), o.Answer.String(), o.Result.Method, o.Result.Certificate, steps, fmt.Sprintf("%.4f", o.Time.Seconds())})
	}
	return c.WriteAll(rows)
}
