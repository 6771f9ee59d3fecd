package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/synadia-io/orbit.go/jetstreamext"

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

// KnownAll are the records of keys that have one.
func (s *Store) KnownAll(ctx context.Context, keys []string) (map[string]*Record, error) {
	out := map[string]*Record{}
	for part := range slices.Chunk(keys, askedKeys) {
		found, complete := s.ask(ctx, verdictStream, verdictSubject, part)
		for _, key := range part {
			data := found[verdictSubject+key]
			var rec *Record
			var err error
			switch {
			case data != nil:
				rec, err = readRecord(key, data)
			case !complete:
				rec, err = s.Known(ctx, key)
			}
			if err != nil {
				return nil, err
			}
			if rec != nil {
				out[key] = rec
			}
		}
	}
	return out, nil
}

// ask reads the messages of a stream for keys, by their subjects, in one exchange; false: there may be others, since the answer is not complete.
func (s *Store) ask(ctx context.Context, stream, subject string, keys []string) (found map[string][]byte, complete bool) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	var subjects []string
	for _, key := range keys {
		subjects = append(subjects, subject+key)
	}
	found = map[string][]byte{}
	ms, err := jetstreamext.GetLastMsgsFor(ctx, s.js, stream, subjects)
	if err != nil {
		return found, false
	}
	for m, err := range ms {
		if err != nil {
			return found, errors.Is(err, jetstreamext.ErrNoMessages)
		}
		found[m.Subject] = m.Data
		complete = m.Header.Get("Nats-Num-Pending") == "0"
	}
	return found, complete
}

// Kept is what has become of a record that was to be kept: itself, or the one that its key had.
type Kept struct {
	Record *Record
	First  bool
	Err    error
}

// Keep keeps records, each unless there is one for its key, and notes where that one does not agree.
func (s *Store) Keep(ctx context.Context, rs ...*Record) []Kept {
	out := make([]Kept, len(rs))
	var ms []message
	for i, r := range rs {
		data, err := json.Marshal(r)
		out[i].Err = err
		ms = append(ms, message{verdictStream, verdictSubject + r.Key, data})
	}
	for i, p := range s.publishOnce(ctx, ms...) {
		switch r, k := rs[i], &out[i]; {
		case k.Err != nil:
		case p.err != nil:
			k.Err = p.err
		case p.stored:
			k.Record, k.First = r, true
		default:
			k.Record, k.Err = s.refused(ctx, r, p.old)
		}
	}
	return out
}

// refused is the record in whose place another one was to be kept.
func (s *Store) refused(ctx context.Context, r *Record, old []byte) (*Record, error) {
	kept, err := readRecord(r.Key, old)
	if err == nil && kept.Run.Verdict != r.Run.Verdict {
		err = keep(ctx, s.notes, "conflict."+r.Key, Conflict{r.Key, kept.Run.Verdict, r.Run.Verdict, kept.Worker, r.Worker})
	}
	return kept, err
}

// Conflicts are the records that do not agree with those that were kept, of all campaigns.
func (s *Store) Conflicts(ctx context.Context) ([]Conflict, error) {
	return all[Conflict](ctx, s.notes, "conflict.*")
}

// Finish says that jobs of a campaign are done, of each unless that is known.
func (s *Store) Finish(ctx context.Context, id string, ds ...Done) (errs []error) {
	var ms []message
	for _, d := range ds {
		data, err := json.Marshal(d)
		if err != nil {
			panic(err) // numbers and texts
		}
		ms = append(ms, message{doneStream + id, fmt.Sprint(doneSubject, id, ".", d.Job), data})
	}
	for _, p := range s.publishOnce(ctx, ms...) {
		errs = append(errs, p.err)
	}
	return errs
}

// Attempt is one to run a job, that ended without a result.
type Attempt struct {
	Number int    `json:"number"`
	Worker string `json:"worker"`
	Reason string `json:"reason"` // "": the worker ended, or its connection, or it is still at it
}

// NoteAttempt keeps that an attempt has begun, or why it failed.
func (s *Store) NoteAttempt(ctx context.Context, id string, job int, a Attempt) error {
	a.Reason = shortened(a.Reason)
	return keep(ctx, s.notes, fmt.Sprintf("attempt.%s.%d.%d", id, job, a.Number), a)
}

// Attempts are those at a job that were noted.
func (s *Store) Attempts(ctx context.Context, id string, job int) ([]Attempt, error) {
	as, err := all[Attempt](ctx, s.notes, fmt.Sprintf("attempt.%s.%d.*", id, job))
	slices.SortFunc(as, func(a, b Attempt) int { return a.Number - b.Number })
	return as, err
}

// Reader reads plans, and keeps some of the last chunks.
type Reader struct {
	store  *Store
	plans  map[string]*Plan
	chunks map[string]chunk
}

// chunk are tasks of a plan, each on a line as JSON. A worker needs some of each chunk, so that a task is decoded when it is asked for.
type chunk struct {
	lines [][]byte
	tasks []*Task
}

func newChunk(data []byte) chunk {
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	return chunk{lines, make([]*Task, len(lines))}
}

func (c chunk) task(i int) (*Task, error) {
	if c.tasks[i] == nil {
		t := &Task{}
		if err := json.Unmarshal(c.lines[i], t); err != nil {
			return nil, fmt.Errorf("a task of the plan: %w", err)
		}
		if err := checkFiles(t.Place); err != nil {
			return nil, err
		}
		c.tasks[i] = t
	}
	return c.tasks[i], nil
}

// NewReader reads from a store.
func NewReader(s *Store) *Reader {
	return &Reader{store: s, plans: map[string]*Plan{}, chunks: map[string]chunk{}}
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
	c, ok := r.chunks[hash]
	if !ok {
		data, err := r.store.Get(ctx, hash, maxPlan)
		if err != nil {
			return Job{}, err
		}
		c = newChunk(data)
		if len(c.lines) != min(chunkTasks, p.Tasks-task/chunkTasks*chunkTasks) {
			return Job{}, fmt.Errorf("a chunk of the plan has %d tasks", len(c.lines))
		}
		for old := range maps.Keys(r.chunks) {
			if len(r.chunks) >= maxChunks {
				delete(r.chunks, old)
			}
		}
		r.chunks[hash] = c
	}
	t, err := c.task(task % chunkTasks)
	return Job{Number: number, Config: &p.Configs[config], Task: t, Repetition: repetition}, err
}

// Run is the result of a job that is done, with the labels of its campaign.
func (j Job) Run(p *Plan, r bench.Run) bench.Run {
	return bench.Labelled(r, j.Config.Config, j.Task.Task, j.Repetition, p.Limits.Options("", p.Version()))
}

// FailedRun is the result of a job whose attempts have failed.
func (j Job) FailedRun(p *Plan, d Done) bench.Run {
	return j.Run(p, bench.Run{Verdict: "ERROR", Reason: shortened(d.Failure), Fault: true})
}

// Failures are the attempts that have a reason.
func Failures(as []Attempt) (failed []Attempt) {
	for _, a := range as {
		if a.Reason != "" {
			failed = append(failed, a)
		}
	}
	return failed
}

// Reasons is a text about attempts that were in vain.
func Reasons(as []Attempt) string {
	var parts []string
	failed := Failures(as)
	for _, a := range failed {
		parts = append(parts, fmt.Sprintf("%d (%s): %s", a.Number, a.Worker, a.Reason))
	}
	if n := len(as) - len(failed); n > 0 {
		parts = append(parts, fmt.Sprintf("in %d the worker ended or lost its connection", n))
	}
	return fmt.Sprintf("given up after %d attempts: %s", len(as), strings.Join(parts, "; "))
}
