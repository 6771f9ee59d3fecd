package comparison

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"cupel/product/bench"
)

// VirtualBest is what the best of all configurations on each task is called.
const VirtualBest = "virtual best"

// Total counts the runs of a configuration.
type Total struct {
	Name                                        string
	Runs                                        int
	CorrectTrue, CorrectFalse, Unconfirmed      int
	WrongTrue, WrongFalse                       int
	Unknown, Timeout, Memory, Errors, Disagreed int // Disagreed: the expected verdict is disputed
	Score, MaxScore                             int // as in SV-COMP
	Unique                                      int // solved by no other
	CPU                                         float64
}

// Totals are those of the configurations, and the virtual best when there are several.
func (c *Comparison) Totals() []Total {
	totals := make([]Total, len(c.Configs))
	for i := range totals {
		totals[i].Name = c.Configs[i].Name
	}
	best := Total{Name: VirtualBest}
	for i := range c.Tasks {
		t := &c.Tasks[i]
		var solved []int
		var fastest *bench.Run
		max := bench.MaxPoints(t.Expected)
		for k, r := range t.Runs {
			if r == nil {
				continue
			}
			totals[k].add(r)
			totals[k].MaxScore += max
			if r.Solved() && !c.Configs[k].Virtual {
				solved = append(solved, k)
				if fastest == nil || r.CPU < fastest.CPU {
					fastest = r
				}
			}
		}
		if len(solved) == 1 && len(c.Configs) > 1 {
			totals[solved[0]].Unique++
		}
		best.MaxScore += max
		if fastest != nil {
			best.add(fastest)
		} else {
			best.add(&bench.Run{Verdict: "UNKNOWN", Category: bench.Undecided})
		}
	}
	if len(c.Configs) > 1 {
		totals = append(totals, best)
	}
	return totals
}

// add counts a run.
func (t *Total) add(r *bench.Run) {
	t.Runs++
	t.Score += r.Points()
	switch r.Category {
	case bench.CorrectTrue:
		t.CorrectTrue++
	case bench.CorrectFalse:
		t.CorrectFalse++
	case bench.Unconfirmed:
		t.Unconfirmed++
	case bench.WrongTrue:
		t.WrongTrue++
	case bench.WrongFalse:
		t.WrongFalse++
	case bench.Disputed:
		t.Disagreed++
	default:
		switch r.Open() {
		case bench.OpenTime:
			t.Timeout++
		case bench.OpenMemory:
			t.Memory++
		case bench.OpenError:
			t.Errors++
		default:
			t.Unknown++
		}
	}
	if r.Solved() {
		t.CPU += r.CPU
	}
}

// Wrong is the number of wrong verdicts.
func (t *Total) Wrong() int { return t.WrongTrue + t.WrongFalse }

// WriteText prints the totals as a table.
func (c *Comparison) WriteText(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "score\tof\tcorrect TRUE\tFALSE\twrong TRUE\tFALSE\tunknown\ttime\tmemory\terror\tonly this\tCPU s of correct\t\t")
	for _, t := range c.Totals() {
		fmt.Fprintf(tw, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t  %s\t\n", t.Score, t.MaxScore, t.CorrectTrue, t.CorrectFalse, t.WrongTrue, t.WrongFalse,
			t.Others(), t.Timeout, t.Memory, t.Errors, t.Unique, t.CPU, t.Name)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if len(c.Conflicts) > 0 {
		fmt.Fprintf(w, "files expect different verdicts of %d tasks, %s for example; each is judged by its own file\n", len(c.Conflicts), c.Conflicts[0])
	}
	return nil
}

func number(n int) string { return strconv.Itoa(n) }

// Others counts the runs without a verdict that counts, but those that a limit or an error ended.
func (t *Total) Others() int { return t.Unknown + t.Unconfirmed + t.Disagreed }
