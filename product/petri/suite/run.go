package suite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"cupel/core/work"
	"cupel/internal/inputfile"
	"cupel/product/petri"
	"cupel/product/petri/pnml"
	"cupel/product/petri/portfolio"
)

// An Answer compares the outcome of a task with the expected verdict.
type Answer uint8

// The answers.
const (
	Inconclusive Answer = iota
	Right
	Wrong
)

func (a Answer) String() string { return [...]string{"inconclusive", "right", "WRONG"}[a] }

// An Outcome is a task with its answer.
type Outcome struct {
	Task
	Answer Answer
	Result portfolio.Result
	Time   time.Duration
}

// Options of a run.
type Options struct {
	Checker portfolio.Options
	Timeout time.Duration // of a property; 0: none
	Workers int           // properties checked at a time; at least 1
	// Done is called after every property, by one goroutine at a time; may be nil.
	Done func(Outcome)
}

// Run checks all tasks, in the order of the list when there is one worker. The error is
// that of a file which cannot be read; outcomes stop early when ctx ends.
func Run(ctx context.Context, tasks []Task, o Options) ([]Outcome, error) {
	inputs, err := load(tasks)
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(tasks))
	done := make([]bool, len(tasks))
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan int)
	for range max(1, o.Workers) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				out := check(ctx, tasks[i], inputs[i], o)
				mu.Lock()
				if ctx.Err() == nil {
					outcomes[i], done[i] = out, true
					if o.Done != nil {
						o.Done(out)
					}
				}
				mu.Unlock()
			}
		}()
	}
	for i := range tasks {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	kept := outcomes[:0]
	for i, out := range outcomes {
		if done[i] {
			kept = append(kept, out)
		}
	}
	return kept, ctx.Err()
}

// input is a task with its files read.
type input struct {
	net      *petri.Net
	property petri.Property
}

// load reads every file once.
func load(tasks []Task) ([]input, error) {
	nets := map[string]*petri.Net{}
	properties := map[string]map[string]petri.Property{}
	out := make([]input, len(tasks))
	for i, t := range tasks {
		n := nets[t.ModelFile]
		if n == nil {
			var err error
			if n, err = LoadNet(t.ModelFile); err != nil {
				return nil, err
			}
			nets[t.ModelFile] = n
		}
		byID := properties[t.PropertyFile]
		if byID == nil {
			ps, err := LoadProperties(t.PropertyFile, n)
			if err != nil {
				return nil, err
			}
			byID = map[string]petri.Property{}
			for _, p := range ps {
				byID[p.ID] = p
			}
			properties[t.PropertyFile] = byID
		}
		p, ok := byID[t.PropertyID]
		if !ok {
			return nil, fmt.Errorf("%s: no property %q", t.PropertyFile, t.PropertyID)
		}
		out[i] = input{n, p}
	}
	return out, nil
}

// LoadNet reads a PNML file.
func LoadNet(path string) (*petri.Net, error) {
	f, err := inputfile.Open(path, inputfile.Net)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w; check the path and its permissions", path, cause(err))
	}
	defer f.Close()
	return pnml.Read(f, path)
}

// LoadProperties reads a property file of the net.
func LoadProperties(path string, n *petri.Net) ([]petri.Property, error) {
	f, err := inputfile.Open(path, inputfile.Net)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w; check the path and its permissions", path, cause(err))
	}
	defer f.Close()
	return pnml.ReadProperties(f, path, n)
}

func check(ctx context.Context, t Task, in input, o Options) Outcome {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
		o.Checker.Work = work.For(o.Timeout)
	}
	start := time.Now()
	r := portfolio.New(in.net, o.Checker).Check(ctx, in.property.Goal())
	out := Outcome{Task: t, Result: r, Time: time.Since(start)}
	switch {
	case r.Verdict == portfolio.Unknown:
	case in.property.Holds(r.Verdict == portfolio.Reachable) == t.Expected:
		out.Answer = Right
	default:
		out.Answer = Wrong
	}
	return out
}

// cause is an error without the name of the file.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
