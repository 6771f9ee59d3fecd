package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/product/condition"
	"cupel/product/condition/suite"
	"cupel/verifier"
)

// conditionRuns are of cupel condition.
var conditionRuns = runsOf{"condition", checkConditionFlags, func(flags []string) ([]string, error) {
	f, c := newConditionCommand()
	return f.namedFiles(c, flags)
}}

func conditionBenchCommand() *cobra.Command {
	var f benchFlags
	var compiled bool
	var expected string
	c := &cobra.Command{
		Use:   "bench [flags] SET...",
		Short: "Look for the error conditions of many tasks and tabulate the results",
		Long: `Bench runs cupel condition on every task of the given sets, one process each. A
set is what cupel bench takes: a .set file, a task definition, a table of tasks
(.csv with the columns file, family, expected), or a directory of them. Finished
runs are kept in DIR/journal.jsonl, so that the same command goes on where it
was interrupted; DIR/results.csv and DIR/summary.txt hold the tables.

Each --run is a configuration, NAME=FLAGS, for example
  --run 'model=--preset generate-model' --run 'full=--simplify full'

The tables have the conditions that are precise, partial (some failing inputs
are found), wrong (an execution, or the expected verdict, contradicts them),
those for which nothing was found, and the runs that met a limit of time; of
precise ones the iterations, sizes before and after simplification, and times.

Exit codes:
  0  every run ended, no condition is wrong
  1  a condition is wrong
  2  interrupted; the same command resumes
  3  a mistake in the input or the flags
  4  no condition is wrong, but a run ended in a fault of cupel (exit code 4)`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "condition bench takes at least one .set file, table of tasks, task definition or directory"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			samples := 0
			if compiled {
				samples = condition.Defaults().Samples
			}
			return runConditionBench(cmd, &f, suite.Tool(samples), expected, args)
		},
	}
	fs := c.Flags()
	f.common(fs, "cupel condition")
	fs.BoolVar(&compiled, "run-compiled", false, "run samples of the conditions in the compiled programs, too: starts gcc and, confined, these")
	fs.StringVar(&expected, "expected", "", "only the tasks whose expected verdict is this, true or false")
	return c
}

func runConditionBench(cmd *cobra.Command, f *benchFlags, tool *bench.Tool, expected string, args []string) error {
	configs, err := f.configs(conditionRuns)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if expected != "" && expected != "true" && expected != "false" {
		return &verifier.InputError{Msg: fmt.Sprintf("--expected: unknown value %q; choose true or false", expected)}
	}
	tasks, inputs, err := collect(args)
	if err != nil {
		return err
	}
	if _, err := f.checkDir(configs, conditionRuns, append(inputs, f.disputed)); err != nil {
		return err
	}
	tasks = slices.DeleteFunc(tasks, func(t bench.Task) bool { return expected != "" && t.Expected != expected })
	if tasks, err = f.chosen(tasks); err != nil {
		return err
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	o.Tool = tool
	runs, interrupted, err := runAll(configs, tasks, o)
	if err != nil {
		return err
	}
	table := suite.Summarize(runs)
	return f.conclude(cmd, interrupted, len(table.Wrong), len(table.Faults), table.Write, func(w io.Writer) error { return suite.WriteCSV(w, runs) })
}

// conclude writes the tables; what it returns is the exit code.
func (f *benchFlags) conclude(cmd *cobra.Command, interrupted bool, wrong, faults int, table, rows func(io.Writer) error) error {
	if err := errors.Join(
		wholefile.Write(filepath.Join(f.dir, bench.Results), rows),
		wholefile.Write(filepath.Join(f.dir, bench.Summary), table),
		table(cmd.OutOrStdout())); err != nil {
		return err
	}
	switch {
	case interrupted:
		fmt.Fprintln(cmd.ErrOrStderr(), resumes)
		return exitCode(exitUnknown)
	case wrong > 0:
		return exitCode(1)
	case faults > 0:
		return exitCode(exitFault)
	}
	return nil
}
