package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"cupel/evidence"
	"cupel/evidence/report"
	"cupel/internal/child"
	"cupel/internal/supervise"
	"cupel/internal/terminal"
	"cupel/internal/wholefile"
	"cupel/product/project"
	"cupel/product/solidity"
	"cupel/verifier"
)

type checkFlags struct {
	project string
	format  string
	junit   string
	reports string
	records string
	jobs    int
	list    bool
}

func checkCommand() *cobra.Command {
	f := &checkFlags{}
	c := &cobra.Command{
		Use:   "check [flags] [TASK...]",
		Short: "Verify the tasks of a project, as cupel.toml names them",
		Long: `Check runs cupel verify, or for contracts cupel solidity, for each task of a
project, a process for each, and says which verdicts are as expected. Without names
it takes all tasks. cupel.toml names them, for example

  timeout = "30s"              # of every task, as in cupel verify --timeout
  flags = ["--64"]             # any flags of cupel verify
  checks = ["all"]             # a table of these checks, as cupel verify --check
                               # --all-checks prints it

  [[task]]
  file = "src/*.c"             # a task for each; relative to cupel.toml
  property = "no-overflow"

  [[task]]
  name = "parser"
  file = "src/parser.c"
  function = "parse"
  flags = ["--function-elements", "4"]
  expect = "unknown"           # true (the default), false, unknown

  [[task]]
  contracts = "contracts"      # a source of Solidity or a directory; flags and checks
  flags = ["--infer"]          # are those of cupel solidity

Exit codes:
  0  every verdict is as expected
  1  a program violates its property, or does not although that is expected
  2  no verdict is wrong, but some tasks are UNKNOWN although that is not expected, or
     cannot be read
` + exitCodes,
		RunE: func(cmd *cobra.Command, args []string) error { return runCheck(cmd, f, args) },
	}
	fs := c.Flags()
	fs.StringVar(&f.project, "project", project.Name, "the project's `FILE`")
	fs.StringVar(&f.format, "format", "text", "text, json, sarif (SARIF 2.1.0) or github (annotations of a workflow)")
	fs.StringVar(&f.junit, "junit", "", "write the verdicts to `FILE` as JUnit's results of tests")
	fs.StringVar(&f.reports, "reports", "", "write an HTML page for each task to `DIR`")
	fs.StringVar(&f.records, "records", "", "answer tasks with contracts from records of earlier runs, kept in `DIR`, where sources, flags and compiler are the same")
	fs.IntVar(&f.jobs, "jobs", 1, "tasks at a time")
	fs.BoolVar(&f.list, "list", false, "print the names of the tasks and stop")
	return c
}

// checked is a task with its outcome.
type checked struct {
	project.Task
	report  *verifier.Report // nil: the input is wrong, or Cupel is at fault
	about   *solidity.Report // what a task with contracts is told; report is made of it
	wrong   string           // then
	exit    int
	seconds float64
}

func runCheck(cmd *cobra.Command, f *checkFlags, names []string) error {
	if !slices.Contains([]string{"text", "json", "sarif", "github"}, f.format) {
		return &verifier.InputError{Msg: fmt.Sprintf("--format: unknown value %q; choose text, json, sarif or github", f.format)}
	}
	if f.jobs < 1 {
		return &verifier.InputError{Msg: "--jobs: must be positive"}
	}
	p, err := project.Load(f.project)
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	tasks, err := p.Select(names)
	if err != nil {
		return &verifier.InputError{Msg: f.project + ": " + err.Error()}
	}
	if f.list {
		for _, t := range tasks {
			fmt.Fprintln(cmd.OutOrStdout(), t.Name)
		}
		return nil
	}
	if err := f.outputs(p, tasks); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	supervise.Answered() // from now on lines of tasks are printed
	done := f.run(ctx, cmd.OutOrStdout(), self, p.Dir, tasks)
	if err := f.write(cmd.OutOrStdout(), done); err != nil {
		return err
	}
	if f.junit != "" {
		if err := wholefile.Write(f.junit, func(w io.Writer) error { return report.WriteJUnit(w, results(done)...) }); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "--junit: "+err.Error())
		}
	}
	if code := checkCode(done); code != 0 {
		return exitCode(code)
	}
	return nil
}

// outputs finds, before any work, mistakes in flags of tasks and files that cannot be written.
func (f *checkFlags) outputs(p *project.Project, tasks []project.Task) error {
	inputs := []string{f.project}
	for _, t := range tasks {
		check := checkVerifyFlags
		if t.Contracts {
			check = checkSolidityFlags
		}
		if err := check(t.Flags); err != nil {
			return &verifier.InputError{Msg: fmt.Sprintf("%s: task %s: %v", f.project, t.Name, err)}
		}
		for _, file := range append([]string{t.File}, t.More...) {
			inputs = append(inputs, inDir(p.Dir, file))
		}
	}
	if f.junit != "" {
		if err := wholefile.Probe(f.junit, inputs...); err != nil {
			return &verifier.InputError{Msg: "--junit: " + err.Error()}
		}
	}
	if err := ownDir("--reports", &f.reports); err != nil {
		return err
	}
	return ownDir("--records", &f.records)
}

// ownDir makes the directory that a flag names, if any, and its path absolute, since tasks run in the project's directory.
func ownDir(flag string, dir *string) (err error) {
	if *dir == "" {
		return nil
	}
	if err := os.MkdirAll(*dir, 0o777); err != nil {
		return &verifier.InputError{Msg: flag + ": " + err.Error()}
	}
	*dir, err = filepath.Abs(*dir)
	return err
}

// inDir is a path relative to a directory.
func inDir(dir, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, file)
}

// run verifies the tasks, some at a time, and prints a line for each that is done, in order.
func (f *checkFlags) run(ctx context.Context, w io.Writer, self, dir string, tasks []project.Task) []checked {
	done := make([]checked, len(tasks))
	ready := make([]chan struct{}, len(tasks))
	for i := range ready {
		ready[i] = make(chan struct{})
	}
	next := make(chan int)
	var group sync.WaitGroup
	for range min(f.jobs, len(tasks)) {
		group.Go(func() {
			for i := range next {
				done[i] = f.verify(ctx, self, dir, tasks[i])
				close(ready[i])
			}
		})
	}
	go func() {
		for i := range tasks {
			next <- i
		}
		close(next)
	}()
	for i := range tasks {
		<-ready[i]
		if f.format == "text" {
			fmt.Fprintln(w, done[i].line())
			for _, line := range done[i].table() {
				fmt.Fprintln(w, line)
			}
		}
	}
	group.Wait()
	return done
}

// verify runs cupel verify, or cupel solidity, for a task.
func (f *checkFlags) verify(ctx context.Context, self, dir string, t project.Task) checked {
	command := "verify"
	if t.Contracts {
		command = "solidity"
	}
	args := []string{command}
	if f.format == "sarif" && !t.Contracts {
		args = append(args, "--trace=folded")
	}
	args = append(append(args, t.Flags...), "--format=json")
	if f.reports != "" {
		args = append(args, "--report="+filepath.Join(f.reports, pageName(t.Name)))
	}
	if f.records != "" && t.Contracts {
		args = append(args, "--records="+f.records)
	}
	cmd := exec.Command(self, append(append(args, "--", t.File), t.More...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir = &out, &errs, dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	c := checked{Task: t, exit: exitFault}
	if ctx.Err() != nil {
		c.exit, c.wrong = exitUnknown, "interrupted before it began"
		return c
	}
	start := time.Now()
	if err := child.Start(cmd); err != nil {
		c.wrong = "cupel " + command + " cannot be started: " + err.Error()
		return c
	}
	// The first interrupt lets the run tell what it knows.
	unwatch := context.AfterFunc(ctx, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) })
	err := cmd.Wait()
	unwatch()
	c.seconds = time.Since(start).Seconds()
	if c.exit = cmd.ProcessState.ExitCode(); c.exit < 0 {
		c.exit = exitFault
	}
	var ended *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &ended):
		c.exit, c.wrong = exitFault, err.Error()
	case ctx.Err() != nil && signalled(cmd.ProcessState, syscall.SIGINT): // before it could answer
		c.exit, c.wrong = exitUnknown, "interrupted before it began"
	case c.exit != exitInput && c.read(out.Bytes()):
	default:
		c.wrong, _, _ = strings.Cut(strings.TrimSpace(errs.String()), "\n")
		if c.wrong == "" {
			c.wrong = fmt.Sprintf("cupel %s ended with exit code %d", command, c.exit)
		}
	}
	return c
}

// read reads the report that a run has printed.
func (c *checked) read(text []byte) bool {
	if c.Contracts {
		var rep solidity.Report
		if json.Unmarshal(text, &rep) != nil || rep.ExitCode() != c.exit {
			return false
		}
		c.about, c.report = &rep, contractReport(c.File, &rep)
		return true
	}
	var rep verifier.Report
	if json.Unmarshal(text, &rep) != nil || rep.ExitCode() != c.exit {
		return false
	}
	c.report = &rep
	return true
}

// signalled reports whether a signal ended the process.
func signalled(p *os.ProcessState, sig syscall.Signal) bool {
	w, ok := p.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == sig
}

// pageName is the name of the page for a task.
func pageName(task string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ':' {
			return '_'
		}
		return r
	}, strings.TrimLeft(task, "./")) + ".html"
}

// verdict is the task's verdict as expectations name it.
func (c *checked) verdict() string {
	if c.report == nil {
		return "error"
	}
	return strings.ToLower(c.report.Verdict)
}

// status is the outcome relative to the expectation: as expected, violated, unknown, or an error.
func (c *checked) status() string {
	switch v := c.verdict(); {
	case v == "error" || c.exit == exitFault:
		return "error"
	case v == c.Expect:
		return "ok"
	case v == project.Unknown:
		return "unknown"
	}
	return "FAILED"
}

// line prints the outcome of a task.
func (c *checked) line() string {
	what := c.wrong
	if r := c.report; r != nil {
		what = r.Verdict
		switch {
		case r.Verdict == "FALSE":
			what += " at " + r.ErrorAt
		case r.Reason != "":
			what += " (" + r.Reason + ")"
		}
		if c.status() == "FAILED" && c.Expect != project.True {
			what += ", expected: " + c.Expect
		}
	}
	if c.report != nil && len(c.report.Checks) > 0 {
		what += "; checks: " + evidence.CheckCounts(c.report.Checks)
	}
	return fmt.Sprintf("%-7s  %s: %s, %.1f s", c.status(), terminal.Line(c.Name), terminal.Message(what), c.seconds)
}

// table are the lines of the checks that are not proved.
func (c *checked) table() (lines []string) {
	if c.report == nil {
		return nil
	}
	for i := range c.report.Checks {
		if k := &c.report.Checks[i]; k.State != evidence.CheckProved {
			for _, line := range k.Lines() {
				lines = append(lines, "           "+terminal.Line(line))
			}
		}
	}
	return lines
}

// results are the tasks in the form of other formats.
func results(done []checked) []report.Task {
	var out []report.Task
	for i := range done {
		out = append(out, report.Task{Name: done[i].Name, Report: done[i].report, Wrong: done[i].wrong, AsExpected: done[i].status() == "ok"})
	}
	return out
}

// write prints the summary in the chosen format.
func (f *checkFlags) write(w io.Writer, done []checked) error {
	switch f.format {
	case "sarif":
		return report.WriteSARIF(w, verifier.Version, results(done)...)
	case "github":
		return report.WriteGitHub(w, results(done)...)
	case "json":
		type task struct {
			Name    string           `json:"name"`
			Status  string           `json:"status"` // ok, FAILED, unknown, error
			Expect  string           `json:"expect"`
			Seconds float64          `json:"seconds"`
			Error   string           `json:"error,omitempty"`
			Report  *verifier.Report `json:"report,omitempty"`
			// Contracts is the report of cupel solidity.
			Contracts *solidity.Report `json:"contracts,omitempty"`
		}
		tasks := []task{}
		for i := range done {
			c := &done[i]
			t := task{c.Name, c.status(), c.Expect, c.seconds, c.wrong, c.report, c.about}
			if c.about != nil {
				t.Report = nil
			}
			tasks = append(tasks, t)
		}
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(tasks)
	}
	count := map[string]int{}
	for i := range done {
		count[done[i].status()]++
	}
	_, err := fmt.Fprintf(w, "%d tasks: %d as expected, %d failed, %d unknown, %d in error\n", len(done), count["ok"], count["FAILED"], count["unknown"], count["error"])
	return err
}

// checkCode is the exit code of the worst outcome: internal errors before violations before missing verdicts.
func checkCode(done []checked) int {
	seen := map[int]bool{}
	for i := range done {
		switch c := &done[i]; c.status() {
		case "FAILED":
			seen[1] = true
		case "unknown":
			seen[exitUnknown] = true
		case "error":
			seen[max(min(c.exit, exitFault), exitUnknown)] = true
		}
	}
	switch {
	case seen[exitFault]:
		return exitFault
	case seen[1]:
		return 1
	case seen[exitUnknown] || seen[exitInput]:
		return exitUnknown
	}
	return 0
}
