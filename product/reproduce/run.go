package reproduce

import (
	"context"
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
	res := evaluate(e, bench.Merge(runs))
	res.Limits, res.Machine = o.Limits(), o.Machine
	return res, err
}

// Configs are the configurations of the runs, for package bench.
func (e *Experiment) Configs() []bench.Config {
	var out []bench.Config
	for _, s := range e.Runs {
		out = append(out, bench.Config{Name: s.Label, Flags: append([]string{"--preset", s.Preset}, s.Flags...)})
	}
	return out
}
