package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"cupel/internal/wholefile"
)

// Task is one program with its expected verdict.
type Task struct {
	Path     string // task definition, as given to the verifier
	Name     string // shown in tables: family/name
	Family   string
	Expected string // "true", "false" or "" when unknown
	// Disputed is a verdict (TRUE or FALSE) shown to be right against the expected one, or "": a run with it
	// counts neither as solved nor as wrong.
	Disputed string
	Flags    []string // of cupel verify, for this task
	Digest   string   // of the program and its property: results for others are not reused
	// Property is the name of the property, unreach-call for example, or "".
	Property     string
	PropertyFile string // or ""
	// Files are those of the task, without what they include.
	Files []string `json:"-"`
}

// Config is a configuration of the verifier.
type Config struct {
	Name  string   // shown in tables
	Flags []string // of cupel verify
	// Digest of the files that the flags name: results with others are not reused.
	Digest string
	Files  []string `json:"-"` // that the flags name
}

// Files in a benchmark's directory.
const (
	Results, Summary = "results.csv", "summary.txt" // the tables, which the caller writes

	journalName, lockName = "journal.jsonl", "lock"
)

// Files are the names of all of them.
var Files = []string{Results, Summary, journalName, lockName}

// Options of a benchmark.
type Options struct {
	Binary   string        // the verifier
	Version  string        // of the verifier: results of other versions are not reused
	Time     time.Duration // per run; 0: no limit
	CPU      bool          // Time is processor time; the wall-clock limit is three times as long
	MemoryMB int           // per run; 0: no limit
	Workers  int
	Dir      string    // directory of journal and tables
	Harness  bool      // run counterexamples through the compiled harness
	Repeat   int       // runs of each configuration on each task; 0: one
	Evidence bool      // certify proofs, run counterexamples through the compiled harness
	Log      io.Writer // one line per finished run; nil: none
	// Grace is the time a run may take beyond its limits before it is killed; 0: five seconds.
	Grace time.Duration
	Tool  *Tool // nil: cupel verify
	// RunDir is the directory in which runs are started, from which the paths of tasks are; "": that of this process.
	RunDir string
	// Prepare changes the command of a run before it is started, for limits by the system; nil: it stays as it is.
	Prepare func(cmd *exec.Cmd) error
	// Over tells by what the system counts of a run that it has used too much: TIMEOUT or MEMORY, else ""; nil: nothing is counted.
	Over func() string
}

// Run is the result of one configuration on one task.
type Run struct {
	Config    string  `json:"config"`
	Version   string  `json:"version,omitempty"` // of the verifier
	Flags     string  `json:"flags"`
	Limits    string  `json:"limits"`
	Task      string  `json:"task"`
	Digest    string  `json:"digest,omitempty"` // of the program, its property and the files of the flags
	Family    string  `json:"family"`
	Expected  string  `json:"expected"`
	Verdict   string  `json:"verdict"` // TRUE, FALSE, UNKNOWN, TIMEOUT, MEMORY, ERROR
	Category  string  `json:"category"`
	Reason    string  `json:"reason,omitempty"`
	DecidedBy string  `json:"decided_by,omitempty"` // the engine, or a phase before it
	CPU       float64 `json:"cpu_s"`
	Wall      float64 `json:"wall_s"`
	MemoryMB  float64 `json:"memory_mb"`
	Confirmed string  `json:"confirmed,omitempty"`
	Harness   string  `json:"harness,omitempty"`
	Disagrees bool    `json:"disagrees,omitempty"` // the compiled program does not reach the error that the replay reaches
	Certified string  `json:"certified,omitempty"`
	Fault     bool    `json:"fault,omitempty"` // ERROR is a crash or internal error of the verifier
	// Certificate is the level of a proof's certificate; "none".
	Certificate string `json:"certificate,omitempty"`
	// Stats are the numbers among the engine's statistics, by name with unit.
	Stats map[string]float64 `json:"statistics,omitempty"`
	// Repetition of the run on the task, from 1 on; 0: the only one, or what Merge made of several.
	Repetition int `json:"repetition,omitempty"`
	// Deviation of the processor time of repetitions is their relative standard deviation.
	Deviation float64 `json:"-"`
	// Details are what a Tool reads besides.
	Details json.RawMessage `json:"details,omitempty"`
	// Exit is the exit code of the process; -1: a signal ended it.
	Exit int `json:"-"`
	// Stderr is the end of what the process wrote to its standard error.
	Stderr string `json:"-"`
	// Path, Property and PropertyFile of the task, or "".
	Path         string `json:"-"`
	Property     string `json:"-"`
	PropertyFile string `json:"-"`
}

// Categories of a run.
const (
	CorrectTrue  = "correct-true"
	CorrectFalse = "correct-false"
	WrongTrue    = "wrong-true"
	WrongFalse   = "wrong-false"
	Undecided    = "unknown"
	Unconfirmed  = "unconfirmed" // correct, but the witness was not confirmed (other tools)
	Disputed     = "disputed"
	Failed       = "error"
)

// Solved reports whether the run gave the expected verdict.
func (r *Run) Solved() bool { return r.Category == CorrectTrue || r.Category == CorrectFalse }

// points are SV-COMP's scores; other categories score 0.
var points = map[string]int{CorrectTrue: 2, CorrectFalse: 1, WrongFalse: -16, WrongTrue: -32}

// Points is the run's contribution to an SV-COMP score.
func (r *Run) Points() int { return points[r.Category] }

// MaxPoints is the score of the right verdict on a task with an expected verdict.
func MaxPoints(expected string) int {
	switch expected {
	case "true":
		return points[CorrectTrue]
	case "false":
		return points[CorrectFalse]
	}
	return 0
}

// Wrong reports whether the verdict contradicts the expected one.
func (r *Run) Wrong() bool { return r.Category == WrongTrue || r.Category == WrongFalse }

// Categorize compares a verdict with the expected one. Verdicts other than TRUE and FALSE are unknown, ERROR is
// an error.
func Categorize(verdict string, t Task) string {
	expected := t.Expected
	switch {
	case t.Disputed != "" && verdict == t.Disputed:
		return Disputed
	case verdict == "ERROR":
		return Failed
	case verdict == "TRUE" && expected == "true":
		return CorrectTrue
	case verdict == "FALSE" && expected == "false":
		return CorrectFalse
	case verdict == "TRUE" && expected == "false":
		return WrongTrue
	case verdict == "FALSE" && expected == "true":
		return WrongFalse
	}
	return Undecided
}

// describe fills in what a journal does not contain.
func (r *Run) describe(t Task) {
	r.Path, r.Property, r.PropertyFile = t.Path, t.Property, t.PropertyFile
}

// Labelled is the result of a run as that of a configuration on a task: everything but what came out is theirs.
func Labelled(r Run, c Config, t Task, repetition int, o Options) Run {
	label := newRun(c, t, repetition, o)
	r.Config, r.Version, r.Flags, r.Limits = label.Config, label.Version, label.Flags, label.Limits
	r.Task, r.Digest, r.Family, r.Expected, r.Repetition = label.Task, label.Digest, label.Family, label.Expected, label.Repetition
	o.categorize(&r, t)
	r.describe(t)
	return r
}

type key struct {
	config, version, flags, limits, task, digest string
	repetition                                   int
}

func (r *Run) key() key {
	return key{r.Config, r.Version, r.Flags, r.Limits, r.Task, r.Digest, r.Repetition}
}

// Execute runs every configuration on every task and returns the runs in the
// order of tasks, then configurations, then repetitions. Runs found in the journal are not
// repeated. When ctx ends, the runs finished so far are returned with ctx's error.
// Nobody else may write to the directory at the same time: a second call returns
// a LockedError.
func Execute(ctx context.Context, configs []Config, tasks []Task, o Options) ([]Run, error) {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := Lock(o.Dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	path := filepath.Join(o.Dir, journalName)
	done, err := readJournal(path)
	if err != nil {
		return nil, err
	}
	journal, err := openJournal(path)
	if err != nil {
		return nil, err
	}
	defer journal.Close()

	type job struct {
		i, repetition int
		task          Task
		config        Config
	}
	var jobs []job
	var results []*Run
	for _, t := range tasks {
		for _, c := range configs {
			for k := range max(1, o.Repeat) {
				if o.Repeat > 1 {
					k++
				}
				i := len(results)
				results = append(results, nil)
				if r, ok := done[newRun(c, t, k, o).key()]; ok {
					r = Labelled(r, c, t, k, o)
					results[i] = &r
					continue
				}
				jobs = append(jobs, job{i, k, t, c})
			}
		}
	}
	total := len(jobs)
	queue := make(chan job)
	var mu sync.Mutex
	var failure error
	finished := 0
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for j := range queue {
				r, err := One(ctx, j.config, j.task, j.repetition, o)
				mu.Lock()
				switch {
				case ctx.Err() != nil: // an interrupted run says nothing
				case err != nil:
					failure = errors.Join(failure, err)
				default:
					results[j.i] = r
					finished++
					if err := appendJournal(journal, r); err != nil {
						failure = errors.Join(failure, err)
					}
					if o.Log != nil {
						r.Log(o.Log, finished, total)
					}
				}
				mu.Unlock()
			}
		})
	}
feed:
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	wg.Wait()
	var runs []Run
	for _, r := range results {
		if r != nil {
			runs = append(runs, *r)
		}
	}
	if failure == nil {
		failure = ctx.Err()
	}
	return runs, failure
}

// WriteJournal writes the journal of runs to a directory that the caller has locked, in place of what is there.
func WriteJournal(dir string, runs []Run) error {
	return wholefile.Write(filepath.Join(dir, journalName), func(w io.Writer) error {
		b := bufio.NewWriter(w)
		for i := range runs {
			if err := appendJournal(b, &runs[i]); err != nil {
				return err
			}
		}
		return b.Flush()
	})
}

// Log prints a line about a run that is finished.
func (r *Run) Log(w io.Writer, finished, total int) {
	fmt.Fprintf(w, "[%d/%d] %-14s %-50s %-8s %-13s %7.2f s %6.0f MB  %s\n",
		finished, total, r.Config, r.Task, r.Verdict, r.Category, r.CPU, r.MemoryMB, r.Reason)
}

// openJournal opens a journal for appending; a torn last line gets an end, so
// that it does not spoil the next one.
func openJournal(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	var last [1]byte
	if info, e := f.Stat(); e == nil && info.Size() > 0 {
		if _, err = f.ReadAt(last[:], info.Size()-1); err == nil && last[0] != '\n' {
			_, err = f.WriteString("\n")
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func appendJournal(w io.Writer, r *Run) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// readJournal reads finished runs; a torn last line is ignored.
func readJournal(path string) (map[key]Run, error) {
	done := map[key]Run{}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<22)
	for sc.Scan() {
		var r Run
		if json.Unmarshal(sc.Bytes(), &r) == nil && r.Config != "" {
			done[r.key()] = r
		}
	}
	return done, sc.Err()
}
