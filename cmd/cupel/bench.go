package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/frontend/property"
	"cupel/internal/wholefile"
	"cupel/product/bench"
	"cupel/verifier"
)

type benchFlags struct {
	runs     []string
	time     time.Duration
	cpu      bool
	memory   int
	workers  int
	dir      string
	sample   int
	quiet    bool
	disputed string
	evidence bool
	repeat   int
	stats    []string
	html     string
	xml      string
}

func benchCommand() *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "bench [flags] SET...",
		Short: "Verify many tasks under limits and tabulate the results",
		Long: `Bench runs cupel verify on every task of the given sets, one process each, and
compares the verdicts with the expected ones. A set is a .set file, a task
definition, a control-flow automaton, a table of tasks (.csv with the columns
file, family, expected), or a directory of them. Finished runs are kept in
DIR/journal.jsonl: the same command goes on where it was interrupted, and does
again what belongs to a program, property or build of cupel that has changed.
DIR/results.csv and DIR/summary.txt hold the tables; cupel bench table compares
those of several benches. One bench at a time writes to DIR; the runs of a bench
end with it.

Each --run is a configuration, NAME=FLAGS, for example
  --run 'symex=--engine symex' --run 'ia-0=--engine symexecia --threshold 0'

Exit codes:
  0  every run ended, no verdict is wrong
  1  a verdict is wrong
  2  interrupted; the same command resumes
  3  a mistake in the input or the flags
  4  no verdict is wrong, but a run ended in a fault of cupel (exit code 4)`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &verifier.InputError{Msg: "bench takes at least one .set file, table of tasks, task definition, control-flow automaton or directory"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runBench(cmd, &f, args) },
	}
	fs := c.Flags()
	f.common(fs, "cupel")
	fs.BoolVar(&f.evidence, "evidence", false, "certify proofs and run counterexamples through the compiled harness")
	fs.IntVar(&f.repeat, "repeat", 1, "run each configuration `N` times on each task; tables have means and relative standard deviations")
	fs.StringArrayVar(&f.stats, "statistic", nil, "print the sum, mean, median and largest value of this statistic of the engine, by its `NAME` with unit (repeatable)")
	fs.StringVar(&f.html, "html", "", "write the results to `FILE` as a page with filters and plots")
	fs.StringVar(&f.xml, "benchexec-xml", "", "write the results to `FILE` as BenchExec does; with several --run the name of each is put before the ending")
	c.AddCommand(benchTableCommand())
	return c
}

// common are the flags of all commands that run many tasks by another command.
func (f *benchFlags) common(fs *pflag.FlagSet, command string) {
	fs.StringArrayVar(&f.runs, "run", nil, "configuration `NAME=FLAGS` (repeatable; default: "+command+" with no flags)")
	fs.DurationVar(&f.time, "timeout", 10*time.Second, "time limit of a run; 0: none")
	fs.BoolVar(&f.cpu, "cpu", false, "--timeout limits processor time, the wall time being three times as long")
	fs.IntVar(&f.memory, "memory", 4096, "memory limit of a run in MB; 0: none")
	fs.IntVar(&f.workers, "workers", max(1, runtime.NumCPU()), "runs at a time")
	fs.StringVar(&f.dir, "output", "bench-results", "directory of the journal and the tables")
	fs.IntVar(&f.sample, "sample", 1, "take every `N`-th task only")
	fs.BoolVar(&f.quiet, "quiet", false, "do not print a line per run")
	fs.StringVar(&f.disputed, "disputed", "", "CSV `FILE` of tasks whose expected verdict was refuted: task,verdict,reason")
}

func runBench(cmd *cobra.Command, f *benchFlags, args []string) error {
	configs, err := f.configs(verifyRuns)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	tasks, err := f.collected(configs, args)
	if err != nil {
		return err
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	o.Evidence, o.Repeat = f.evidence, f.repeat
	start := time.Now()
	runs, interrupted, err := runAll(configs, tasks, o)
	if err != nil {
		return err
	}
	return f.tabulate(cmd, configs, runs, start, interrupted)
}

// tabulate writes and prints the tables of runs, and says how they ended.
func (f *benchFlags) tabulate(cmd *cobra.Command, configs []bench.Config, runs []bench.Run, start time.Time, interrupted bool) error {
	table := bench.Summarize(runs)
	if e := errors.Join(
		wholefile.Write(filepath.Join(f.dir, bench.Results), func(w io.Writer) error { return bench.WriteCSV(w, runs) }),
		wholefile.Write(filepath.Join(f.dir, bench.Summary), func(w io.Writer) error {
			return errors.Join(table.Write(w), bench.WriteStatistics(w, runs, f.stats), bench.WriteEvidence(w, runs))
		}),
		f.writePage(runs), f.writeXML(configs, runs, start),
		table.Write(cmd.OutOrStdout()), bench.WriteStatistics(cmd.OutOrStdout(), runs, f.stats), bench.WriteEvidence(cmd.OutOrStdout(), runs)); e != nil {
		return e
	}
	if e := bench.CheckStatistics(runs, f.stats); e != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "cupel: --statistic: "+e.Error())
	}
	switch {
	case interrupted:
		fmt.Fprintln(cmd.ErrOrStderr(), resumes)
		return exitCode(exitUnknown)
	case len(table.Wrong) > 0:
		return exitCode(1)
	case len(table.Faults) > 0:
		return exitCode(exitFault)
	}
	return nil
}

// resumes tells that a bench was interrupted.
const resumes = "cupel: interrupted; the same command resumes"

// collected are the tasks of some sets that are chosen, when it is known that no output replaces an input.
func (f *benchFlags) collected(configs []bench.Config, sets []string) ([]bench.Task, error) {
	tasks, inputs, err := collect(sets)
	if err != nil {
		return nil, err
	}
	if err := f.checkOutputs(configs, append(inputs, f.disputed)); err != nil {
		return nil, err
	}
	return f.chosen(tasks)
}

// chosen are the tasks of the sample, with what is disputed about them.
func (f *benchFlags) chosen(tasks []bench.Task) ([]bench.Task, error) {
	if f.disputed != "" {
		if err := markDisputed(tasks, f.disputed); err != nil {
			return nil, err
		}
	}
	return every(tasks, f.sample), nil
}

// options are those of the flags that all commands have that run many tasks.
func (f *benchFlags) options(cmd *cobra.Command) (bench.Options, error) {
	self, err := os.Executable()
	if err != nil {
		return bench.Options{}, err
	}
	digest, err := fileDigest(self)
	if err != nil {
		return bench.Options{}, err
	}
	o := bench.Options{Binary: self, Version: digest, Time: f.time, CPU: f.cpu, MemoryMB: f.memory, Workers: f.workers, Dir: f.dir}
	if !f.quiet {
		o.Log = cmd.ErrOrStderr()
	}
	return o, nil
}

// runAll runs all configurations on all tasks, until it is interrupted.
func runAll(configs []bench.Config, tasks []bench.Task, o bench.Options) (runs []bench.Run, interrupted bool, err error) {
	ctx, stop := interruptible()
	defer stop()
	runs, err = bench.Execute(ctx, configs, tasks, o)
	interrupted, err = howEnded(err)
	return runs, interrupted, err
}

// howEnded tells an interrupt from what went wrong with many runs.
func howEnded(err error) (interrupted bool, _ error) {
	var locked *bench.LockedError
	switch {
	case errors.As(err, &locked):
		return false, &verifier.InputError{Msg: "--output: " + err.Error()}
	case errors.Is(err, context.Canceled):
		return true, nil
	}
	return false, err
}

// checkOutputs makes the directory and finds, before any work, what cannot be written there.
func (f *benchFlags) checkOutputs(configs []bench.Config, inputs []string) error {
	inputs, err := f.checkDir(configs, verifyRuns, inputs)
	if err != nil {
		return err
	}
	if err := checkOutput("--html", f.html, inputs...); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, c := range configs {
		file := f.xmlFiles(configs)[c.Name]
		if file != "" && (seen[file] || file == f.html) {
			return &verifier.InputError{Msg: "--benchexec-xml: two outputs would be " + file}
		}
		seen[file] = true
		if err := checkOutput("--benchexec-xml", file, inputs...); err != nil {
			return err
		}
	}
	return nil
}

// checkDir makes the directory and finds, before any work, what cannot be written there. It returns the files that no output may
// take the place of.
func (f *benchFlags) checkDir(configs []bench.Config, of runsOf, inputs []string) ([]string, error) {
	for _, c := range configs {
		named, err := of.files(c.Flags)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, named...)
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return nil, &verifier.InputError{Msg: "--output: " + err.Error()}
	}
	for _, name := range bench.Files {
		if err := checkOutput("--output", filepath.Join(f.dir, name), inputs...); err != nil {
			return nil, err
		}
		inputs = append(inputs, filepath.Join(f.dir, name)) // nor may other outputs take their place
	}
	return inputs, nil
}

// check rejects impossible limits.
func (f *benchFlags) check() error {
	switch {
	case f.time < 0:
		return &verifier.InputError{Msg: "--timeout: must not be negative; 0 means no limit"}
	case f.memory < 0:
		return &verifier.InputError{Msg: "--memory: must not be negative; 0 means no limit"}
	case f.workers < 1:
		return &verifier.InputError{Msg: "--workers: must be positive"}
	case f.sample < 1:
		return &verifier.InputError{Msg: "--sample: must be positive"}
	case f.repeat < 0:
		return &verifier.InputError{Msg: "--repeat: must not be negative; 0 means once"}
	}
	return nil
}

// fileDigest identifies a build of the verifier.
func fileDigest(path string) (string, error) {
	hash, err := fileHash(path)
	if err != nil {
		return "", err
	}
	return hash[:12], nil
}

// runsOf says what the flags of a --run are of.
type runsOf struct {
	command string
	check   func(flags []string) error
	files   func(flags []string) ([]string, error) // that the flags tell to read
}

// checkRun reports invalid flags of a run by a command: those that it does not have, that its preset refuses, or that check refuses when they are set.
func checkRun(c *cobra.Command, flags []string, check func() error) error {
	plainSeconds(c.Flags())
	if err := c.ParseFlags(flags); err != nil {
		return errors.New(flagMistake(c, err))
	}
	if err := usePreset(c.Name(), c.Flags()); err != nil {
		return err
	}
	if rest := c.Flags().Args(); len(rest) > 0 {
		return fmt.Errorf("%q is no flag", rest[0])
	}
	return check()
}

// verifyRuns are of cupel verify.
var verifyRuns = runsOf{"cupel", checkVerifyFlags, namedFiles}

func (f *benchFlags) configs(of runsOf) (cs []bench.Config, err error) {
	if len(f.runs) == 0 {
		return []bench.Config{{Name: of.command}}, nil
	}
	seen := map[string]bool{}
	for _, r := range f.runs {
		name, flags, _ := strings.Cut(r, "=")
		if name = strings.TrimSpace(name); name == "" || seen[name] {
			return nil, &verifier.InputError{Msg: fmt.Sprintf("--run %q: expected NAME=FLAGS with a name of its own", r)}
		}
		seen[name] = true
		if err := of.check(strings.Fields(flags)); err != nil {
			return nil, &verifier.InputError{Msg: fmt.Sprintf("--run %q: %v", r, err)}
		}
		c := bench.Config{Name: name, Flags: strings.Fields(flags)}
		if c.Files, err = of.files(c.Flags); err == nil && len(c.Files) > 0 {
			c.Digest, err = bench.Digest(c.Files)
		}
		if err != nil {
			return nil, &verifier.InputError{Msg: fmt.Sprintf("--run %q: %v", r, err)}
		}
		cs = append(cs, c)
	}
	return cs, nil
}

// namedFiles are the files that flags of cupel verify tell it to read.
func namedFiles(flags []string) ([]string, error) {
	f, c := newVerifyCommand()
	return f.namedFiles(c, flags)
}

// namedFiles are the files that flags of a command tell it to read.
func (f *verifyFlags) namedFiles(c *cobra.Command, flags []string) ([]string, error) {
	if err := c.ParseFlags(flags); err != nil {
		return nil, err
	}
	if err := usePreset(c.Name(), c.Flags()); err != nil {
		return nil, err
	}
	files := slices.Concat(f.cfg.InputFiles(), f.cfg.FactsIn, f.cfg.Compile.First)
	if f.property != "" && property.ByName(f.property) == nil {
		files = append(files, f.property)
	}
	return files, nil
}

// markDisputed reads the table of refuted expected verdicts.
func markDisputed(tasks []bench.Task, file string) error {
	r, err := os.Open(file)
	if err != nil {
		return &verifier.InputError{Msg: file + ": cannot be read"}
	}
	defer r.Close()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return &verifier.InputError{Msg: file + ": " + err.Error()}
	}
	verdict := map[string]string{}
	for i, row := range rows {
		if len(row) < 3 || i > 0 && row[1] != "TRUE" && row[1] != "FALSE" {
			return &verifier.InputError{Msg: fmt.Sprintf("%s:%d:1: expected task,verdict,reason", file, i+1)}
		}
		verdict[row[0]] = row[1]
	}
	for i := range tasks {
		tasks[i].Disputed = verdict[tasks[i].Name]
	}
	return nil
}

// collect expands sets, tables and directories into tasks; a task that is listed
// twice is run once.
func collect(args []string) (tasks []bench.Task, inputs []string, err error) {
	inputs = slices.Clone(args)
	var files []listed
	for _, a := range args {
		fs, err := find(a)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, fs...)
	}
	seen, named := map[string]bool{}, map[string]string{}
	for _, l := range files {
		full, err := filepath.Abs(l.file)
		if err != nil {
			return nil, nil, err
		}
		if seen[full] {
			continue
		}
		seen[full] = true
		t, err := verifier.LoadTask(l.file, "")
		if err != nil {
			return nil, nil, err
		}
		b := bench.Task{Path: l.file, Family: l.family, PropertyFile: t.PropertyFile, Files: append([]string{l.file}, t.Files()...)}
		inputs = append(append(inputs, t.PropertyFile), b.Files...)
		if b.Digest, err = bench.Digest(b.Files, t.PropertyText()); err != nil {
			return nil, nil, &verifier.InputError{Msg: t.File + ": cannot be read"}
		}
		if t.PropertyFile != "" {
			b.Files = append(b.Files, t.PropertyFile)
		}
		switch {
		case t.Property != nil:
			b.Property = string(t.Property.Kind)
		case !verifier.IsModel(t.File):
			b.Property = string(property.UnreachCall)
		}
		if b.Family == "" {
			b.Family = filepath.Base(filepath.Dir(full))
		}
		base := filepath.Base(l.file)
		b.Name = b.Family + "/" + strings.TrimSuffix(base, filepath.Ext(base))
		if other := named[b.Name]; other != "" {
			return nil, nil, &verifier.InputError{Msg: fmt.Sprintf("%s: is called %s like %s; rename a directory or run them apart", l.file, b.Name, other)}
		}
		named[b.Name] = l.file
		switch {
		case l.manifest:
			b.Expected = l.expected
		case t.Expected != nil:
			b.Expected = fmt.Sprint(*t.Expected)
		}
		tasks = append(tasks, b)
	}
	if len(tasks) == 0 {
		return nil, nil, &verifier.InputError{Msg: strings.Join(args, ", ") + ": no task definition (.yml) or model (.cfa, .theta, .aag, .aig, .btor2) is there"}
	}
	return tasks, inputs, nil
}
