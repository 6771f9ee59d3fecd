package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cupel/product/bench"
)

// Record is what came out of the run of a key, and who says so.
type Record struct {
	Key     string    `json:"key"`
	Run     bench.Run `json:"run"` // its labels are those of the campaign that ran it
	Binary  string    `json:"binary"`
	Worker  string    `json:"worker"`
	Ended   time.Time `json:"ended"`
	Log     string    `json:"log,omitempty"` // the end of the standard error
	Witness *File     `json:"witness,omitempty"`
	Report  *File     `json:"report,omitempty"` // a page
}

// Done says that a job has ended. What came out is the record of its key.
type Done struct {
	Job      int     `json:"job"`
	Key      string  `json:"key"`
	Verdict  string  `json:"verdict"`
	CPU      float64 `json:"cpu_s"`
	Wall     float64 `json:"wall_s"`
	MemoryMB float64 `json:"memory_mb"`
	Worker   string  `json:"worker"`
	Known    bool    `json:"known,omitempty"`   // there was a record before
	Failure  string  `json:"failure,omitempty"` // why there is no record: the attempts and their reasons
	// Ended is when the server heard of it.
	Ended time.Time `json:"-"`
}

// Conflict are two records of one key that do not agree. The first one counts.
type Conflict struct {
	Key            string `json:"key"`
	Kept, Refused  string // verdicts
	Keeper, Second string // workers
}

// Contradiction reports whether one of the two verdicts is wrong.
func (c Conflict) Contradiction() bool {
	return c.Kept != c.Refused && bench.Decided(c.Kept) && bench.Decided(c.Refused)
}

// Known is the record of a key; nil: there is none.
func (s *Store) Known(ctx context.Context, key string) (*Record, error) {
	data, err := last(ctx, s.verdicts, verdictSubject+key, false)
	if err != nil || data == nil {
		return nil, err
	}
	return readRecord(key, data)
}

func readRecord(key string, data []byte) (*Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil || r.Key != key || !bench.IsVerdict(r.Run.Verdict) {
		return nil, fmt.Errorf("the record of %s is none", key)
	}
	r.Run.Reason, r.Worker = shortened(r.Run.Reason), shortened(r.Worker)
	return &r, nil
}

// Keep keeps a record, unless there is one for its key: that one is returned, and a note where they do not agree.
func (s *Store) Keep(ctx context.Context, r *Record) (kept *Record, first bool, err error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, false, err
	}
	old, stored, err := s.publishOnce(ctx, verdictStream, verdictSubject+r.Key, data)
	if err != nil || stored {
		return r, true, err
	}
	kept, err = readRecord(r.Key, old)
	if err == nil && kept.Run.Verdict != r.Run.Verdict {
		err = keep(ctx, s.notes, "conflict."+r.Key, Conflict{r.Key, kept.Run.Verdict, r.Run.Verdict, kept.Worker, r.Worker})
	}
	return kept, false, err
}

// Conflicts are the records that do not agree with those that were kept, of all campaigns.
func (s *Store) Conflicts(ctx context.Context) ([]Conflict, error) {
	return all[Conflict](ctx, s.notes, "conflict.*")
}

// Finish says that a job of a campaign is done, unless that is known.
func (s *Store) Finish(ctx context.Context, id string, d Done) error {
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, _, err = s.publishOnce(ctx, doneStream+id, fmt.Sprint(doneSubject, id, ".", d.Job), data)
	return err
}

// Attempt is one to run a job that ended without a result.
type Attempt struct {
	Number int    `json:"number"`
	Worker string `json:"worker"`
	Reason string `json:"reason"`
}

// NoteFailure keeps why an attempt failed.
func (s *Store) NoteFailure(ctx context.Context, id string, job int, a Attempt) error {
	a.Reason = shortened(a.Reason)
	return keep(ctx, s.notes, fmt.Sprintf("attempt.%s.%d.%d", id, job, a.Number), a)
}

// Failures are the attempts at a job that failed with a reason; of others the worker ended, or the connection.
func (s *Store) Failures(ctx context.Context, id string, job int) ([]Attempt, error) {
	as, err := all[Attempt](ctx, s.notes, fmt.Sprintf("attempt.%s.%d.*", id, job))
	slices.SortFunc(as, func(a, b Attempt) int { return a.Number - b.Number })
	return as, err
}

// Reader reads plans, and keeps some of the last chunks.
type Reader struct {
	store  *Store
	plans  map[string]*Plan
	chunks map[string][]Task
}

// NewReader reads from a store.
func NewReader(s *Store) *Reader {
	return &Reader{store: s, plans: map[string]*Plan{}, chunks: map[string][]Task{}}
}

// Plan is that of a campaign.
func (r *Reader) Plan(ctx context.Context, c *Campaign) (*Plan, error) {
	if p := r.plans[c.Plan]; p != nil {
		return p, nil
	}
	data, err := r.store.Get(ctx, c.Plan, maxPlan)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("the plan of campaign %s: %w", c.ID, err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("campaign %s: %w", c.ID, err)
	}
	if p.Binary != c.Binary || p.Jobs() != c.Jobs {
		return nil, fmt.Errorf("campaign %s: is no campaign of its plan", c.ID)
	}
	r.plans[c.Plan] = p
	return p, nil
}

// Job is one of a plan.
func (r *Reader) Job(ctx context.Context, p *Plan, number int) (Job, error) {
	if number < 0 || number >= p.Jobs() {
		return Job{}, fmt.Errorf("%d is no job of the plan", number)
	}
	task, config, repetition := p.Position(number)
	hash := p.Chunks[task/chunkTasks]
	tasks, ok := r.chunks[hash]
	if !ok {
		data, err := r.store.Get(ctx, hash, maxPlan)
		if err != nil {
			return Job{}, err
		}
		if err := json.Unmarshal(data, &tasks); err != nil {
			return Job{}, fmt.Errorf("a chunk of the plan: %w", err)
		}
		if len(tasks) != min(chunkTasks, p.Tasks-task/chunkTasks*chunkTasks) {
			return Job{}, fmt.Errorf("a chunk of the plan has %d tasks", len(tasks))
		}
		for i := range tasks {
			if err := checkFiles(tasks[i].Place); err != nil {
				return Job{}, err
			}
		}
		for old := range maps.Keys(r.chunks) {
			if len(r.chunks) >= maxChunks {
				delete(r.chunks, old)
			}
		}
		r.chunks[hash] = tasks
	}
	return Job{Number: number, Config: &p.Configs[config], Task: &tasks[task%chunkTasks], Repetition: repetition}, nil
}

// Run is the result of a job that is done, with the labels of its campaign.
func (j Job) Run(p *Plan, r bench.Run) bench.Run {
	return bench.Labelled(r, j.Config.Config, j.Task.Task, j.Repetition, p.Limits.Options("", p.Version()))
}

// FailedRun is the result of a job whose attempts have failed.
func (j Job) FailedRun(p *Plan, d Done) bench.Run {
	return j.Run(p, bench.Run{Verdict: "ERROR", Reason: shortened(d.Failure), Fault: true})
}

// Reasons is a text about failed attempts.
func Reasons(as []Attempt, attempts int) string {
	var parts []string
	for _, a := range as {
		parts = append(parts, fmt.Sprintf("%d (%s): %s", a.Number, a.Worker, a.Reason))
	}
	if n := attempts - len(as); n > 0 {
		parts = append(parts, fmt.Sprintf("in %d the worker ended or lost its connection", n))
	}
	return fmt.Sprintf("given up after %d attempts: %s", attempts, strings.Join(parts, "; "))
}
