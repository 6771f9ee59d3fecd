package page

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"cupel/product/bench"
	"cupel/product/campaign"
)

// Board is what came out of a campaign so far. Its counts are kept up to date with each result.
type Board struct {
	id      string
	plan    *campaign.Plan
	configs []string // names
	tasks   []task
	numbers map[string]int32 // of families, by name

	mu       sync.RWMutex
	revision int // grows with each change
	state    *campaign.Progress
	runs     []run // by job
	known    int
	cpu      float64
	rate     rate
	all      Counts
	byConfig []Counts
	families []family
	disagree []int32 // tasks with verdicts TRUE and FALSE, in the order in which that was found
	wrong    []int32 // jobs, in this order
	checks   map[string]int
	rejected []campaign.Check // in this order, as many as are shown
}

// task is what a board knows of a task.
type task struct {
	name               string
	family             int32
	expected, disputed string
	said               decided // by its runs
}

// run is the result of a job.
type run struct {
	class          class
	known          bool
	checked        bool
	cpu, wall, mem float32
}

// Counts are the jobs of a part of a campaign, and those of them that are done, by what came out.
type Counts struct {
	Jobs int
	Done int
	By   [classes]int
}

func (c *Counts) add(k class) {
	c.Done++
	c.By[k]++
}

// family are the tasks of a family.
type family struct {
	name    string
	configs []Counts
	alarms  int // wrong verdicts, and tasks with verdicts TRUE and FALSE
}

// TooLarge is the error about a campaign with more runs than can be shown.
type TooLarge struct{ Runs int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("the campaign has %d runs, and a page shows at most %d; cupel campaign status and export tell of it", e.Runs, MaxRuns)
}

// NewBoard is a board of a campaign of which nothing is done.
func NewBoard(ctx context.Context, r *campaign.Reader, c *campaign.Campaign) (*Board, error) {
	plan, err := r.Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	if plan.Jobs() > MaxRuns {
		return nil, &TooLarge{plan.Jobs()}
	}
	b := newBoard(c, plan)
	for first := 0; first < plan.Jobs(); first += plan.PerTask() {
		j, err := r.Job(ctx, plan, first)
		if err != nil {
			return nil, err
		}
		b.addTask(&j.Task.Task)
	}
	return b, nil
}

func newBoard(c *campaign.Campaign, plan *campaign.Plan) *Board {
	b := &Board{id: c.ID, plan: plan, checks: map[string]int{}, numbers: map[string]int32{}, state: &campaign.Progress{Campaign: *c}, runs: make([]run, plan.Jobs()), byConfig: make([]Counts, len(plan.Configs))}
	for _, config := range plan.Configs {
		b.configs = append(b.configs, label(config.Name))
	}
	return b
}

// addTask adds the next task of the plan.
func (b *Board) addTask(t *bench.Task) {
	name := strings.Clone(label(t.Family)) // without the text that it is a part of
	f, ok := b.numbers[name]
	if !ok {
		f = int32(len(b.families))
		b.numbers[name] = f
		b.families = append(b.families, family{name: name, configs: make([]Counts, len(b.configs))})
	}
	b.tasks = append(b.tasks, task{name: strings.Clone(label(t.Name)), family: f, expected: verdictName(t.Expected), disputed: verdictName(t.Disputed)})
	repeat := b.plan.PerTask() / len(b.configs)
	for c := range b.configs {
		b.families[f].configs[c].Jobs += repeat
		b.byConfig[c].Jobs += repeat
		b.all.Jobs += repeat
	}
}

// verdictName is one of the verdicts that are expected or disputed; "" for any other text.
func verdictName(text string) string {
	for _, v := range []string{"true", "false", "TRUE", "FALSE"} {
		if text == v {
			return v
		}
	}
	return ""
}

// Add counts the result of a job; a second one of the same job does not count.
func (b *Board) Add(d campaign.Done) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d.Job < 0 || d.Job >= len(b.runs) || b.runs[d.Job].class != open {
		return
	}
	n, config, _ := b.plan.Position(d.Job)
	t := &b.tasks[n]
	f := &b.families[t.family]
	k := classify(d, t)
	r := &b.runs[d.Job]
	r.class, r.known, r.cpu, r.wall, r.mem = k, d.Known, measured(d.CPU), measured(d.Wall), measured(d.MemoryMB)
	b.revision++
	b.cpu += float64(r.cpu)
	if d.Known {
		b.known++
	}
	b.rate.add(d.Ended)
	for _, c := range []*Counts{&b.all, &b.byConfig[config], &f.configs[config]} {
		c.add(k)
	}
	if k.wrong() {
		b.wrong = append(b.wrong, int32(d.Job))
		f.alarms++
	}
	before := t.said
	t.said |= k.decision()
	if t.said.contradicts() && !before.contradicts() {
		b.disagree = append(b.disagree, int32(n))
		f.alarms++
	}
}

// AddCheck counts the answer of the check of a job's witness; a second one of the same job does not count.
func (b *Board) AddCheck(k campaign.Check) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k.Job < 0 || k.Job >= len(b.runs) || b.runs[k.Job].checked {
		return
	}
	b.runs[k.Job].checked = true
	b.revision++
	b.checks[k.Answer]++
	if k.Answer == campaign.Rejected && len(b.rejected) < maxAlarms {
		b.rejected = append(b.rejected, k)
	}
}

// measured is a time or a size from a worker; 0: it is none.
func measured(x float64) float32 {
	if x >= 0 && x <= maxMeasured {
		return float32(x)
	}
	return 0
}

// SetState keeps what the server says besides: the state of the campaign, its queue, workers and conflicts.
func (b *Board) SetState(p *campaign.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state = p
	b.revision++
}
