package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/petri/portfolio"
	"cupel/product/petri/suite"
	"cupel/product/preset"
	"cupel/verifier"
)

type petriBenchFlags struct {
	checker portfolio.Options
	memory  int
	timeout time.Duration
	core    bool
	sample  int
	workers int
	csv     string
	quiet   bool
}

func petriBenchCommand() *cobra.Command {
	f := &petriBenchFlags{}
	c := &cobra.Command{
		Use:   "bench [flags] MANIFEST.csv|DIR",
		Short: "Check the properties of a manifest and tabulate the results",
		Long: `Bench checks every property of a manifest, a CSV file with the columns model,
family, model_file, property_file, property_id, expected_verdict and core (or a
directory that holds one, MANIFEST.csv), and compares the verdicts with the
expected ones.

Exit codes:
  0  no verdict is wrong
  1  a verdict is wrong
  2  interrupted
  3  a mistake in the input or the flags
  4  a fault of cupel`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &verifier.InputError{Msg: "petri bench takes one manifest (.csv) or a directory that holds " + manifestName}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runPetriBench(cmd, f, args[0]) },
	}
	fs := c.Flags()
	addCheckerFlags(c, &f.checker, &f.memory)
	fs.DurationVar(&f.timeout, "timeout", 60*time.Second, "time limit of a property; 0: none")
	fs.BoolVar(&f.core, "core", false, "only the properties marked core")
	fs.IntVar(&f.sample, "sample", 1, "take every `N`-th property only")
	fs.IntVar(&f.workers, "workers", 1, "properties checked at a time")
	fs.StringVar(&f.csv, "csv", "", "write a line per property to `FILE`")
	fs.BoolVar(&f.quiet, "quiet", false, "do not print a line per property")
	addPresetOf(c, preset.Petri)
	return c
}

func runPetriBench(cmd *cobra.Command, f *petriBenchFlags, path string) error {
	switch {
	case f.timeout < 0:
		return &verifier.InputError{Msg: "--timeout: must not be negative; 0 means no limit"}
	case f.sample < 1:
		return &verifier.InputError{Msg: "--sample: must be positive"}
	case f.workers < 1:
		return &verifier.InputError{Msg: "--workers: must be positive"}
	}
	if err := checkChecker(&f.checker, f.memory); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, manifestName)
	}
	all, err := suite.ReadManifest(path)
	if err != nil {
		return petriInput(err)
	}
	inputs := []string{path}
	var tasks []suite.Task
	for _, t := range all {
		inputs = append(inputs, t.ModelFile, t.PropertyFile)
		if t.Core || !f.core {
			tasks = append(tasks, t)
		}
	}
	if err := checkOutput("--csv", f.csv, inputs...); err != nil {
		return err
	}
	tasks = every(tasks, f.sample)
	o := suite.Options{Checker: f.checker, Timeout: f.timeout, Workers: f.workers}
	if !f.quiet {
		o.Done = func(out suite.Outcome) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%8.3fs  %-12v  %s  %s\n", out.Time.Seconds(), out.Answer, out.PropertyID, out.Result.Method)
		}
	}
	ctx, stop := interruptible()
	defer stop()
	outcomes, err := suite.Run(ctx, tasks, o)
	if err != nil && ctx.Err() == nil {
		return petriInput(err)
	}
	if e := errors.Join(suite.WriteTables(cmd.OutOrStdout(), outcomes), writeOutcomes(f.csv, outcomes)); e != nil {
		return e
	}
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "cupel: interrupted")
		return exitCode(exitUnknown)
	}
	for _, out := range outcomes {
		if out.Answer == suite.Wrong {
			return exitCode(1)
		}
	}
	return nil
}

// every keeps each n-th task.
func every[T any](tasks []T, n int) []T {
	var out []T
	for i := 0; i < len(tasks); i += n {
		out = append(out, tasks[i])
	}
	return out
}

func writeOutcomes(path string, outcomes []suite.Outcome) error {
	if path == "" {
		return nil
	}
	return wholefile.Write(path, func(w io.Writer) error { return suite.WriteCSV(w, outcomes) })
}
