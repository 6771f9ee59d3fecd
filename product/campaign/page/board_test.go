package page

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/tests/effort"
)

// start is when the campaigns of tests begin.
var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// made is a board of tasks and configurations.
func made(repeat int, configs []string, tasks ...bench.Task) *Board {
	plan := &campaign.Plan{Binary: "0123456789abcdef", Limits: campaign.Limits{Time: time.Minute, MemoryMB: 1000, Repeat: repeat}, Tasks: len(tasks)}
	for _, c := range configs {
		plan.Configs = append(plan.Configs, campaign.Config{Config: bench.Config{Name: c, Flags: []string{"--engine", c}}})
	}
	b := newBoard(&campaign.Campaign{ID: "c0ffee", State: campaign.Running}, plan)
	for i := range tasks {
		b.addTask(&tasks[i])
	}
	return b
}

// done is a result that ended some seconds after the start.
func done(job int, verdict string, seconds int) campaign.Done {
	return campaign.Done{Job: job, Verdict: verdict, CPU: 1, Wall: 2, MemoryMB: 3, Ended: start.Add(time.Duration(seconds) * time.Second)}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		verdict, expected, disputed, failure string
		want                                 class
	}{
		{"TRUE", "true", "", "", correctTrue},
		{"FALSE", "false", "", "", correctFalse},
		{"TRUE", "false", "", "", wrongTrue},
		{"FALSE", "true", "", "", wrongFalse},
		{"TRUE", "", "", "", otherTrue},
		{"FALSE", "", "", "", otherFalse},
		{"TRUE", "false", "TRUE", "", otherTrue},
		{"FALSE", "false", "TRUE", "", correctFalse},
		{"UNKNOWN", "true", "", "", unknown},
		{"TIMEOUT", "true", "", "", timeout},
		{"MEMORY", "", "", "", memory},
		{"ERROR", "true", "", "", failed},
		{"ERROR", "true", "", "three attempts", givenUp},
	} {
		got := classify(campaign.Done{Verdict: c.verdict, Failure: c.failure}, &task{expected: c.expected, disputed: c.disputed})
		if got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestDisagreements: which results of a task, in which order, are a disagreement, and whose verdicts are named.
func TestDisagreements(t *testing.T) {
	for name, c := range map[string]struct {
		repeat   int
		expected string
		verdicts []string // by job
		want     []Disagreement
		wrong    int
	}{
		"agree":            {1, "true", []string{"TRUE", "TRUE", "TRUE"}, []Disagreement{}, 0},
		"all wrong":        {1, "true", []string{"FALSE", "FALSE", "FALSE"}, []Disagreement{}, 3},
		"undecided":        {1, "", []string{"TRUE", "UNKNOWN", "ERROR"}, []Disagreement{}, 0},
		"not done":         {1, "", []string{"TRUE"}, []Disagreement{}, 0},
		"two":              {1, "true", []string{"TRUE", "FALSE", "TIMEOUT"}, []Disagreement{{"f/t", "true", []Said{{0, "a"}}, []Said{{1, "b"}}}}, 1},
		"three":            {1, "false", []string{"FALSE", "TRUE", "FALSE"}, []Disagreement{{"f/t", "false", []Said{{1, "b"}}, []Said{{0, "a"}, {2, "c"}}}}, 1},
		"nothing expected": {1, "", []string{"FALSE", "MEMORY", "TRUE"}, []Disagreement{{"f/t", "", []Said{{2, "c"}}, []Said{{0, "a"}}}}, 0},
		"repetitions":      {2, "true", []string{"TRUE", "FALSE", "TRUE"}, []Disagreement{{"f/t", "true", []Said{{0, "a #1"}, {2, "b #1"}}, []Said{{1, "a #2"}}}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			for _, backwards := range []bool{false, true} {
				b := made(c.repeat, []string{"a", "b", "c"}, bench.Task{Name: "f/t", Family: "f", Expected: c.expected}, bench.Task{Name: "f/u", Family: "f"})
				for i := range c.verdicts {
					if backwards {
						i = len(c.verdicts) - 1 - i
					}
					b.Add(done(i, c.verdicts[i], 0))
				}
				if diff := cmp.Diff(c.want, b.Overview().Disagree); diff != "" {
					t.Error(diff)
				}
				if p := b.Progress(start); p.Disagree != len(c.want) || p.Wrong != c.wrong || p.Done != len(c.verdicts) {
					t.Errorf("%+v", p)
				}
			}
		})
	}
}

// TestCounts: whatever results come in whatever order, the first of a job counts, and the counts are those that a count of all results from scratch gives.
func TestCounts(t *testing.T) {
	effort.Checks(t, 100, 1000, 10_000)
	verdicts := []string{"TRUE", "FALSE", "UNKNOWN", "TIMEOUT", "MEMORY", "ERROR"}
	rapid.Check(t, func(t *rapid.T) {
		repeat := rapid.IntRange(1, 2).Draw(t, "repeat")
		configs := []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "configs")]
		var tasks []bench.Task
		for i := range rapid.IntRange(1, 6).Draw(t, "tasks") {
			tasks = append(tasks, bench.Task{Name: fmt.Sprint("t", i), Family: rapid.SampledFrom([]string{"f", "g"}).Draw(t, "family"),
				Expected: rapid.SampledFrom([]string{"", "true", "false"}).Draw(t, "expected")})
		}
		b := made(repeat, configs, tasks...)
		first := map[int]campaign.Done{}
		for range rapid.IntRange(0, 60).Draw(t, "results") {
			d := done(rapid.IntRange(-1, b.plan.Jobs()).Draw(t, "job"), rapid.SampledFrom(verdicts).Draw(t, "verdict"), 0)
			d.CPU = rapid.SampledFrom([]float64{0, 1, 2.5, math.NaN(), math.Inf(1), -1, 1e300}).Draw(t, "cpu")
			d.Known = rapid.Bool().Draw(t, "known")
			b.Add(d)
			if _, ok := first[d.Job]; !ok && d.Job >= 0 && d.Job < b.plan.Jobs() {
				first[d.Job] = d
			}
		}
		cells := map[[2]string]*Cell{}
		at := func(family, config string) *Cell {
			if cells[[2]string{family, config}] == nil {
				cells[[2]string{family, config}] = &Cell{Family: family, Config: config}
			}
			return cells[[2]string{family, config}]
		}
		want := Progress{Revision: b.revision, State: campaign.Running, Jobs: b.plan.Jobs()}
		for i := range tasks {
			said := map[string]bool{}
			for c, config := range configs {
				for r := range repeat {
					d, ok := first[(i*len(configs)+c)*repeat+r]
					for _, cell := range []*Cell{at("", config), at(tasks[i].Family, config)} {
						cell.Jobs++
						if ok {
							cell.Done++
							cell.By[classify(d, &task{expected: tasks[i].Expected})]++
						}
					}
					if !ok {
						continue
					}
					said[d.Verdict] = true
					want.Done++
					want.By[classify(d, &task{expected: tasks[i].Expected})]++
					if d.Known {
						want.Known++
					}
					if d.CPU == 1 || d.CPU == 2.5 {
						want.CPU += d.CPU
					}
					if d.Verdict == "TRUE" && tasks[i].Expected == "false" || d.Verdict == "FALSE" && tasks[i].Expected == "true" {
						want.Wrong++
					}
				}
			}
			if said["TRUE"] && said["FALSE"] {
				want.Disagree++
			}
		}
		want.CPU = math.Round(want.CPU)
		got := b.Progress(start)
		if got.Done == got.Jobs {
			want.State = "done"
		}
		want.Rate, want.End = got.Rate, got.End // TestRate
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		o := b.Overview()
		if len(o.Cells) != len(cells) || len(o.Disagree) != want.Disagree || len(o.Wrong) != want.Wrong {
			t.Fatalf("%d cells of %d, %+v", len(o.Cells), len(cells), o)
		}
		for i := range o.Cells {
			if diff := cmp.Diff(cells[[2]string{o.Cells[i].Family, o.Cells[i].Config}], &o.Cells[i]); diff != "" {
				t.Fatal(diff)
			}
		}
		for k, name := range names {
			found, ok := b.Search(Filter{Config: -1, Show: name})
			n := got.By[k]
			if class(k) == open {
				n = got.Jobs - got.Done
			}
			if !ok || found.Total != n || len(found.Rows) != n {
				t.Fatalf("%s: %d and %+v", name, n, found)
			}
		}
	})
}

func TestRate(t *testing.T) {
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	for name, c := range map[string]struct {
		ended []int // seconds
		now   int
		rate  float64
		end   int // seconds from now on, for 60 missing; -1: unknown
	}{
		"none":                  {nil, 100, 0, -1},
		"each second":           {span(0, 100, 1), 99, 1, 60},
		"begins":                {span(0, 10, 1), 9, 1, 60},
		"few: longer times":     {span(0, 600, 60), 599, 1. / 60, 3600}, // 10 in 600 s
		"enough in ten minutes": {span(0, 1200, 10), 1199, 0.1, 600},
		"long ago":              {span(0, 100, 1), 1000, 0, 60 * 1001 / 100},
		"forgotten":             {span(0, 100, 1), 5000, 0, -1},
		"out of order":          {[]int{50, 10, 30, 59, 0}, 59, 5. / 60, 720},
		"clock behind":          {span(0, 60, 1), 0, 1, 60},
		"a gap":                 {append(span(0, 10, 1), span(4000, 4060, 1)...), 4059, 1, 60},
		"much too late":         {[]int{5000, 1}, 5000, 1. / 60, 60 * 3600},
	} {
		var r rate
		for _, s := range c.ended {
			r.add(at(s))
		}
		r.add(time.Time{})
		now := at(c.now)
		end := r.end(now, 60) - now.Unix()
		if r.end(now, 60) == 0 {
			end = -1
		}
		if got := r.perSecond(now); math.Abs(got-c.rate) > 1e-9 || end != int64(c.end) {
			t.Errorf("%s: %g, want %g; %d s, want %d", name, got, c.rate, end, c.end)
		}
	}
}

// span are numbers from one to another.
func span(from, to, step int) (all []int) {
	for i := from; i < to; i += step {
		all = append(all, i)
	}
	return all
}

func TestSearch(t *testing.T) {
	b := made(1, []string{"a", "b"}, bench.Task{Name: "f/One", Family: "f", Expected: "true"}, bench.Task{Name: "f/two", Family: "f", Expected: "false"}, bench.Task{Name: "g/three", Family: "g"})
	for i, v := range []string{"TRUE", "FALSE", "FALSE", "TIMEOUT", "UNKNOWN"} {
		b.Add(done(i, v, 0))
	}
	for name, c := range map[string]struct {
		f    Filter
		want []int
	}{
		"all":            {Filter{Config: -1}, []int{0, 1, 2, 3, 4}},
		"text":           {Filter{Config: -1, Text: "ONE"}, []int{0, 1}},
		"family":         {Filter{Config: -1, Family: "g"}, []int{4}},
		"configuration":  {Filter{Config: 1}, []int{1, 3}},
		"wrong":          {Filter{Config: -1, Show: showWrong}, []int{1}},
		"disagreements":  {Filter{Config: -1, Show: showDisagree}, []int{0, 1}},
		"decided":        {Filter{Config: -1, Show: showDecided}, []int{0, 1, 2}},
		"undecided":      {Filter{Config: -1, Show: showOpen}, []int{3, 4}},
		"a class":        {Filter{Config: -1, Show: "timeout"}, []int{3}},
		"not done":       {Filter{Config: -1, Show: "not done"}, []int{5}},
		"from":           {Filter{Config: -1, From: 3}, []int{3, 4}},
		"from behind":    {Filter{Config: -1, From: 30}, nil},
		"all together":   {Filter{Config: 0, Text: "t", Family: "f", Show: "correct FALSE"}, []int{2}},
		"nothing":        {Filter{Config: -1, Text: "four"}, nil},
		"letters beyond": {Filter{Config: -1, Text: "ö"}, nil},
	} {
		r, ok := b.Search(c.f)
		var got []int
		for _, x := range r.Rows {
			got = append(got, x.Job)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || !ok || c.f.From == 0 && r.Total != len(c.want) {
			t.Errorf("%s: %v %v", name, diff, r)
		}
	}
	for _, f := range []Filter{{Config: -2}, {Config: 2}, {Config: -1, From: -1}, {Config: -1, Show: "x"}, {Config: -1, Family: "h"}} {
		if _, ok := b.Search(f); ok {
			t.Errorf("%+v chooses something", f)
		}
	}
}

// TestBounded: however many configurations, families, tasks and contradictions there are, and however long their names are, answers are bounded.
func TestBounded(t *testing.T) {
	var configs []string
	for i := range 40 {
		configs = append(configs, fmt.Sprint(hostile, i))
	}
	var tasks []bench.Task
	for i := range 1000 {
		tasks = append(tasks, bench.Task{Name: fmt.Sprint(i, hostile), Family: fmt.Sprint(i, hostile), Expected: "true"})
	}
	b := made(1, configs, tasks...)
	for job := range b.plan.Jobs() {
		b.Add(done(job, []string{"TRUE", "FALSE"}[job%2], 0))
	}
	state := &campaign.Progress{}
	for i := range 200 {
		state.Workers = append(state.Workers, campaign.Presence{Name: hostile, Host: hostile, Jobs: []string{hostile, fmt.Sprint(i)}, Note: hostile})
		state.Conflicts = append(state.Conflicts, campaign.Conflict{Key: hostile, Kept: "TRUE", Refused: "FALSE", Keeper: hostile, Second: hostile})
	}
	b.SetState(state)
	o := b.Overview()
	if len(o.Disagree) != maxAlarms || len(o.Disagree[0].True) != maxSaid || len(o.Wrong) != maxAlarms || len(o.Conflicts) != maxAlarms || len(o.Cells) != maxCells || o.Left != 1001*40-maxCells ||
		len(o.Families) != maxFamilies || len(o.Workers) != maxWorkers {
		t.Errorf("%d %d %d %d %d %d %d", len(o.Disagree), len(o.Wrong), len(o.Conflicts), len(o.Cells), o.Left, len(o.Families), len(o.Workers))
	}
	r, _ := b.Search(Filter{Config: -1})
	if len(r.Rows) != maxRows || r.Total != b.plan.Jobs() {
		t.Errorf("%d of %d", len(r.Rows), r.Total)
	}
	for name, c := range map[string]struct {
		value any
		bytes int
	}{"event": {b.Progress(start), 1 << 10}, "overview": {o, 4 << 20}, "results": {r, 1 << 20}} {
		if n := len(encoded(t, c.value)); n > c.bytes {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}
