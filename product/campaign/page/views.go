package page

import (
	"fmt"
	"math"
	"time"

	"cupel/product/campaign"
)

// Progress is an event: numbers alone, so that it is small.
type Progress struct {
	Revision int            `json:"revision"` // of the board
	State    campaign.State `json:"state"`
	Jobs     int            `json:"jobs"`
	Done     int            `json:"done"`
	By       [classes]int   `json:"by"`
	Known    int            `json:"known"`
	Leased   int            `json:"leased"`
	Waiting  int            `json:"waiting"`
	Workers  int            `json:"workers"`
	CPU      float64        `json:"cpu"`  // seconds, of all runs
	Rate     float64        `json:"rate"` // runs in a second, over the last minute
	End      int64          `json:"end"`  // when it is expected, in Unix time; 0: unknown
	// Disagree and Wrong are the numbers of tasks with verdicts TRUE and FALSE and of wrong verdicts, Conflicts of
	// contradictory records of one key.
	Disagree  int `json:"disagree"`
	Wrong     int `json:"wrong"`
	Conflicts int `json:"conflicts"`
	// Checks of witnesses, by their answers.
	Confirmed int `json:"confirmed"`
	Rejected  int `json:"rejected"`
	Unchecked int `json:"unchecked"` // the check has not decided
}

// Progress is how far the campaign is.
func (b *Board) Progress(now time.Time) Progress {
	b.mu.RLock()
	defer b.mu.RUnlock()
	p := Progress{Revision: b.revision, State: b.state.State, Jobs: b.all.Jobs, Done: b.all.Done, By: b.all.By, Known: b.known, Leased: b.state.Leased, Waiting: b.state.Waiting,
		Workers: len(b.state.Workers), CPU: math.Round(b.cpu), Rate: math.Round(b.rate.perSecond(now)*100) / 100, Disagree: len(b.disagree), Wrong: len(b.wrong),
		Confirmed: b.checks[campaign.Confirmed], Rejected: b.checks[campaign.Rejected], Unchecked: b.checks[campaign.Undecided]}
	for _, c := range b.state.Conflicts {
		if c.Contradiction() {
			p.Conflicts++
		}
	}
	switch {
	case p.Done == p.Jobs:
		p.State = "done"
	case p.State == campaign.Running:
		p.End = b.rate.end(now, p.Jobs-p.Done)
	}
	return p
}

// Overview is everything but results one by one. Its lists are bounded; the counts beside them are not.
type Overview struct {
	Revision  int            `json:"revision"`
	Disagree  []Disagreement `json:"disagree"`
	Wrong     []Row          `json:"wrong"`
	Conflicts []Refused      `json:"conflicts"`
	Rejected  []Rejected     `json:"rejected"`
	Cells     []Cell         `json:"cells"`    // all families first, those with alarms next
	Left      int            `json:"left"`     // cells that are not shown
	Families  []string       `json:"families"` // to choose one
	Workers   []Worker       `json:"workers"`
}

// Disagreement is a task with verdicts TRUE and FALSE, and whose they are.
type Disagreement struct {
	Task     string `json:"task"`
	Expected string `json:"expected"`
	True     []Said `json:"true"`
	False    []Said `json:"false"`
}

// Said is a run with one of these verdicts.
type Said struct {
	Job  int    `json:"job"`
	Name string `json:"name"` // of its configuration, and its repetition
}

// Cell are the results of a configuration in a family.
type Cell struct {
	Family string       `json:"family"` // "": all
	Config string       `json:"config"`
	Jobs   int          `json:"jobs"`
	Done   int          `json:"done"`
	By     [classes]int `json:"by"`
}

// Refused are contradictory records of one key.
type Refused struct {
	Key    string `json:"key"`
	Kept   string `json:"kept"`
	Keeper string `json:"keeper"`
	Other  string `json:"other"`
	Second string `json:"second"`
}

// Rejected is a run whose witness was rejected.
type Rejected struct {
	Row
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
}

// Worker is one that lives.
type Worker struct {
	Name string `json:"name"`
	Host string `json:"host"`
	Done int    `json:"done"`
	Now  string `json:"now"`
}

// Row is the result of a run.
type Row struct {
	Job      int     `json:"job"`
	Task     string  `json:"task"`
	Config   string  `json:"config"`
	Expected string  `json:"expected"`
	Class    class   `json:"class"`
	CPU      float64 `json:"cpu"`
	Wall     float64 `json:"wall"`
	MemoryMB float64 `json:"mem"`
	Known    bool    `json:"known"`
	Disagree bool    `json:"disagree"` // runs of the task have verdicts TRUE and FALSE
}

// Overview is what contradicts, the counts by family and configuration, and the workers.
func (b *Board) Overview() Overview {
	b.mu.RLock()
	defer b.mu.RUnlock()
	o := Overview{Revision: b.revision, Disagree: []Disagreement{}, Wrong: []Row{}, Conflicts: []Refused{}, Rejected: []Rejected{}, Cells: []Cell{}, Families: []string{}, Workers: []Worker{}}
	for _, t := range b.disagree[:min(len(b.disagree), maxAlarms)] {
		o.Disagree = append(o.Disagree, b.disagreement(int(t)))
	}
	for _, job := range b.wrong[:min(len(b.wrong), maxAlarms)] {
		o.Wrong = append(o.Wrong, b.row(int(job)))
	}
	for _, c := range b.state.Conflicts {
		if c.Contradiction() && len(o.Conflicts) < maxAlarms {
			o.Conflicts = append(o.Conflicts, Refused{label(c.Key), label(c.Kept), label(c.Keeper), label(c.Refused), label(c.Second)})
		}
	}
	for _, k := range b.rejected {
		o.Rejected = append(o.Rejected, Rejected{b.row(k.Job), label(k.Verdict), label(k.Reason)})
	}
	for _, w := range b.state.Workers[:min(len(b.state.Workers), maxWorkers)] {
		now := w.Note
		if len(w.Jobs) > 0 {
			now = w.Jobs[0]
		}
		if len(w.Jobs) > 1 {
			now = fmt.Sprintf("%s and %d more", label(now), len(w.Jobs)-1)
		}
		o.Workers = append(o.Workers, Worker{label(w.Name), label(w.Host), w.Done, label(now)})
	}
	for _, f := range b.families[:min(len(b.families), maxFamilies)] {
		o.Families = append(o.Families, f.name)
	}
	o.addCells("", b.byConfig, b.configs)
	for _, alarms := range []bool{true, false} {
		for i := range b.families {
			f := &b.families[i]
			if len(o.Cells) >= maxCells {
				break
			}
			if (f.alarms > 0) == alarms {
				o.addCells(f.name, f.configs, b.configs)
			}
		}
	}
	o.Left = (len(b.families)+1)*len(b.configs) - len(o.Cells)
	return o
}

func (o *Overview) addCells(family string, counts []Counts, configs []string) {
	for i, c := range counts[:min(len(counts), maxCells-len(o.Cells))] {
		o.Cells = append(o.Cells, Cell{Family: family, Config: configs[i], Jobs: c.Jobs, Done: c.Done, By: c.By})
	}
}

func (b *Board) disagreement(t int) Disagreement {
	d := Disagreement{Task: b.tasks[t].name, Expected: b.tasks[t].expected, True: []Said{}, False: []Said{}}
	for job := t * b.plan.PerTask(); job < (t+1)*b.plan.PerTask(); job++ {
		said := &d.True
		switch b.runs[job].class.decision() {
		case sayFalse:
			said = &d.False
		case 0:
			continue
		}
		if len(*said) < maxSaid {
			*said = append(*said, Said{job, b.runName(job)})
		}
	}
	return d
}

// runName is the name of a job's configuration, with its repetition.
func (b *Board) runName(job int) string {
	_, config, repetition := b.plan.Position(job)
	if repetition > 0 {
		return fmt.Sprintf("%s #%d", b.configs[config], repetition)
	}
	return b.configs[config]
}

func (b *Board) row(job int) Row {
	n, _, _ := b.plan.Position(job)
	t, r := &b.tasks[n], b.runs[job]
	return Row{Job: job, Task: t.name, Config: b.runName(job), Expected: t.expected, Class: r.class, CPU: round(r.cpu), Wall: round(r.wall), MemoryMB: round(r.mem), Known: r.known, Disagree: t.said.contradicts()}
}

func round(x float32) float64 { return math.Round(float64(x)*100) / 100 }

// Others are the jobs of the same task as a job, without it.
func (b *Board) Others(job int) (rows []Row) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	first := job - job%b.plan.PerTask()
	for j := first; j < first+b.plan.PerTask() && len(rows) < maxRows; j++ {
		if j != job {
			rows = append(rows, b.row(j))
		}
	}
	return rows
}

// Row is the result of a job.
func (b *Board) Row(job int) Row {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.row(job)
}

// Revision grows with each change.
func (b *Board) Revision() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.revision
}
