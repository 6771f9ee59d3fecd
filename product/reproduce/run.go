package reproduce

import (
	"context"
	"fmt"
	"path/filepath"

	"cupel/product/bench"
)

// Options of a run.
type Options struct {
	bench.Options
	Machine string // as tables describe it
}

// Run runs an experiment on tasks. It resumes from the journal in the options' directory, one below for each experiment. When ctx ends, the result
// of the runs finished so far is returned with ctx's error.
func Run(ctx context.Context, e *Experiment, tasks []bench.Task, o Options) (*Result, error) {
	o.Dir, o.Tool = filepath.Join(o.Dir, e.Name), e.Tool
	runs, err := bench.Execute(ctx, e.Configs(), tasks, o.Options)
	for i := range runs {
		numbersOf(&runs[i])
	}
	res := evaluate(e, bench.Merge(runs))
	res.Limits, res.Machine = o.text(), o.Machine
	return res, err
}

// text tells the limits of a run.
func (o *Options) text() string {
	text := o.Time.String()
	if o.CPU {
		text += " of processor time"
	}
	if o.MemoryMB > 0 {
		text += fmt.Sprintf(" and %d MB", o.MemoryMB)
	}
	return text
}

// numbersOf makes statistics of the numbers that the tool of another command has read.
func numbersOf(r *bench.Run) {
	if r.Stats != nil {
		return
	}
	for name, value := range bench.DetailsOf[map[string]any](r) {
		if x, ok := value.(float64); ok {
			if r.Stats == nil {
				r.Stats = map[string]float64{}
			}
			r.Stats[name] = x
		}
	}
}

// Configs are the configurations of the runs, for package bench.
func (e *Experiment) Configs() []bench.Config {
	var out []bench.Config
	for _, s := range e.Runs {
		out = append(out, bench.Config{Name: s.Label, Flags: append([]string{"--preset", s.Preset}, s.Flags...)})
	}
	return out
}
