package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/product/bench/benchexec"
	"cupel/product/preset"
	"cupel/product/reproduce"
	"cupel/verifier"
)

// reproduceFlags are those of cupel reproduce.
type reproduceFlags struct {
	benchFlags // of which time, memory, workers, sample, dir and quiet have flags here
	tasks      string
	sets       []string
	wall       bool
	list       bool
}

func reproduceCommand() *cobra.Command {
	f := &reproduceFlags{}
	c := &cobra.Command{
		Use:   "reproduce [flags] [PAPER|EXPERIMENT]",
		Short: "Run the experiments of the source texts and put the figures beside the published ones",
		Long: `Reproduce runs an experiment of a source text, those of one text, or all, with the
published configurations (see cupel engines --presets) over a folder of tasks, and
writes each as a table beside the published figures: NAME.md, NAME.csv and one page,
index.html. For each relation between configurations that the text claims the table
says whether it holds here. Above it stands what differs in tasks and machine.

Finished runs are kept below DIR: the same command goes on where it was interrupted.
An experiment names the sets of its tasks below the folder that --tasks gives, for
example c/loops.set; --set gives others. --list lists the experiments.

Exit codes:
  0  every run ended, no verdict is wrong
  1  a verdict is wrong
  2  interrupted; the same command resumes
  3  a mistake in the input or the flags
  4  no verdict is wrong, but a run ended in a fault of cupel`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &verifier.InputError{Msg: "reproduce takes one text or experiment, or none for all; see cupel reproduce --list"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			experiments, err := reproduce.Select(name)
			if err != nil {
				return &verifier.InputError{Msg: err.Error()}
			}
			if f.list {
				return listExperiments(cmd.OutOrStdout(), experiments)
			}
			return runReproduce(cmd, f, experiments)
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.tasks, "tasks", "", "folder of the tasks, below which the sets of experiments are")
	fs.StringArrayVar(&f.sets, "set", nil, "take the tasks of this `SET` (a .set file, a table of tasks or a directory) instead (repeatable)")
	fs.StringVar(&f.dir, "output", "reproduced", "`DIR`ectory of the tables and of the finished runs")
	fs.DurationVar(&f.time, "timeout", 10*time.Second, "limit of the processor time of a run")
	fs.BoolVar(&f.wall, "wall", false, "--timeout limits the time by the clock")
	fs.IntVar(&f.memory, "memory", 4096, "memory limit of a run in MB; 0: none")
	fs.IntVar(&f.workers, "workers", max(1, runtime.NumCPU()), "runs at a time")
	fs.IntVar(&f.sample, "sample", 1, "take every `N`-th task only")
	fs.BoolVar(&f.quiet, "quiet", false, "do not print a line per run")
	fs.BoolVar(&f.list, "list", false, "list the experiments with their configurations")
	return c
}

// listExperiments prints experiments with their runs and sets of tasks.
func listExperiments(w io.Writer, experiments []*reproduce.Experiment) error {
	for _, e := range experiments {
		if _, err := fmt.Fprintf(w, "%s: %s\n  figures: %s\n  tasks: %v\n", e.Name, e.Title, e.Source, e.Sets); err != nil {
			return err
		}
		for _, s := range e.Runs {
			fmt.Fprintf(w, "  %s: cupel %s --preset %s", s.Label, e.Command, s.Preset)
			for _, flag := range s.Flags {
				fmt.Fprint(w, " "+flag)
			}
			fmt.Fprintln(w)
		}
	}
	return nil
}

// check rejects impossible limits and a folder that is not there.
func (f *reproduceFlags) check() error {
	if f.time <= 0 {
		return &verifier.InputError{Msg: "--timeout: must be positive"}
	}
	f.cpu = !f.wall
	if err := f.benchFlags.check(); err != nil {
		return err
	}
	if f.tasks != "" {
		if info, err := os.Stat(f.tasks); err != nil || !info.IsDir() {
			return &verifier.InputError{Msg: "--tasks: " + f.tasks + " is no folder"}
		}
	}
	return nil
}

// tasksOf collects the tasks of an experiment, and the sets that are missing.
func (f *reproduceFlags) tasksOf(e *reproduce.Experiment) (tasks []bench.Task, missing []string, err error) {
	if e.Generate != nil {
		dir := filepath.Join(f.dir, e.Name, "tasks")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, nil, &verifier.InputError{Msg: "--output: " + err.Error()}
		}
		tasks, err = e.Generate(dir)
		return every(tasks, f.sample), nil, err
	}
	if f.tasks == "" && len(f.sets) == 0 {
		return nil, nil, &verifier.InputError{Msg: "--tasks: give the folder of the tasks of " + e.Name + ", or tasks by --set"}
	}
	sets := f.sets
	if len(sets) == 0 {
		for _, s := range e.Sets {
			path := filepath.Join(f.tasks, filepath.FromSlash(s))
			if _, err := os.Stat(path); err != nil {
				missing = append(missing, s)
				continue
			}
			sets = append(sets, path)
		}
	}
	if len(sets) == 0 {
		return nil, missing, &verifier.InputError{Msg: fmt.Sprintf("%s: none of its sets %v is below %s; name tasks by --set", e.Name, e.Sets, f.tasks)}
	}
	if e.Command == preset.Solidity {
		tasks, _, err = contracts(context.Background(), sets)
	} else {
		tasks, _, err = collect(sets)
	}
	tasks = slices.DeleteFunc(tasks, func(t bench.Task) bool { return e.Expected != "" && t.Expected != e.Expected })
	if err == nil && len(tasks) == 0 {
		err = &verifier.InputError{Msg: fmt.Sprintf("%s: no task of %v is expected to be %s, and the experiment is about these", e.Name, sets, e.Expected)}
	}
	return every(tasks, f.sample), missing, err
}

func runReproduce(cmd *cobra.Command, f *reproduceFlags, experiments []*reproduce.Experiment) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return &verifier.InputError{Msg: "--output: " + err.Error()}
	}
	runs, err := f.options(cmd)
	if err != nil {
		return err
	}
	machine := benchexec.ThisMachine()
	o := reproduce.Options{Options: runs, Machine: fmt.Sprintf("%s, %d cores", machine.CPU, machine.Cores)}
	ctx, stop := interruptible()
	defer stop()
	var results []*reproduce.Result
	code := 0
	for _, e := range experiments {
		res, interrupted, err := f.reproduce(ctx, e, o)
		if err != nil {
			return err
		}
		results = append(results, res)
		if err := errors.Join(f.write(e, res), reproduce.WriteMarkdown(cmd.OutOrStdout(), res)); err != nil {
			return err
		}
		if interrupted {
			fmt.Fprintln(cmd.ErrOrStderr(), resumes)
			code = exitUnknown
			break
		}
		if len(res.Wrong) > 0 {
			code = 1
		}
		for _, r := range res.Runs {
			if r.Fault && code == 0 {
				code = exitFault
			}
		}
	}
	if err := wholefile.Write(filepath.Join(f.dir, "index.html"), func(w io.Writer) error { return reproduce.WriteHTML(w, "Reproduced", results) }); err != nil {
		return err
	}
	if code != 0 {
		return exitCode(code)
	}
	return nil
}

// reproduce runs an experiment, until it is interrupted.
func (f *reproduceFlags) reproduce(ctx context.Context, e *reproduce.Experiment, o reproduce.Options) (res *reproduce.Result, interrupted bool, err error) {
	tasks, missing, err := f.tasksOf(e)
	if err != nil {
		return nil, false, err
	}
	res, err = reproduce.Run(ctx, e, tasks, o)
	if interrupted, err = howEnded(err); err != nil {
		return nil, false, err
	}
	if res.Missing = missing; len(f.sets) > 0 {
		res.Sets = f.sets
	}
	return res, interrupted, nil
}

// write writes the tables of an experiment.
func (f *reproduceFlags) write(e *reproduce.Experiment, res *reproduce.Result) error {
	return errors.Join(
		wholefile.Write(filepath.Join(f.dir, e.Name+".md"), func(w io.Writer) error { return reproduce.WriteMarkdown(w, res) }),
		wholefile.Write(filepath.Join(f.dir, e.Name+".csv"), func(w io.Writer) error { return reproduce.WriteCSV(w, res) }))
}
